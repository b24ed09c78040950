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
from vision.sources.naming import SOURCES_TEXT, source_named
from vision.sources.newest import NewestOnly
from vision.sources.picamera import PicameraSource
from vision.sources.pictures import picture
from vision.sources.recorded import FolderSource, PictureSource, VideoSource
from vision.sources.reopening import CameraBack, CameraGone, Happening, Reopening
from vision.sources.usb import UsbSource, usb_cameras
from vision.sources.virtual import VirtualSource

__all__ = [
    "SOURCES_TEXT",
    "CameraBack",
    "CameraGone",
    "FolderSource",
    "Happening",
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
    "VirtualSource",
    "picture",
    "source_named",
    "usb_cameras",
]
