"""Where frames come from."""

from vision.sources.base import (
    Source,
    SourceAbsent,
    SourceEnded,
    SourceError,
    SourceLost,
    SourceStuck,
    TwoScaleFrame,
)
from vision.sources.naming import SOURCES_TEXT, Drawn, source_named
from vision.sources.newest import NewestOnly
from vision.sources.picamera import PicameraSource
from vision.sources.pictures import picture
from vision.sources.recorded import FolderSource, PictureSource, VideoSource
from vision.sources.reopening import CameraBack, CameraGone, CameraHappening, Reopening
from vision.sources.usb import UsbSource, usb_cameras

__all__ = [
    "SOURCES_TEXT",
    "CameraBack",
    "CameraGone",
    "CameraHappening",
    "Drawn",
    "FolderSource",
    "NewestOnly",
    "PicameraSource",
    "PictureSource",
    "Reopening",
    "Source",
    "SourceAbsent",
    "SourceEnded",
    "SourceError",
    "SourceLost",
    "SourceStuck",
    "TwoScaleFrame",
    "UsbSource",
    "VideoSource",
    "picture",
    "source_named",
    "usb_cameras",
]
