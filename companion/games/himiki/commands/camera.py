"""`himiki camera`: which cameras there are, a picture from one, and where to mount it."""

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import cv2

from vision.cubes.plan import BOARD, UnknownLens, lens_named, planned, table, told
from vision.cubes.profile import ProfileError, load_profile, mark_tray
from vision.cubes.tray import Tray, TrayError, points_from
from vision.sources import SOURCES_TEXT, Source, SourceEnded, SourceError, source_named, usb_cameras
from vision.sources.picamera import on_the_connector
from vision.virtual.source import drawn_source

_ALL: Final = "all"
_NONE: Final = "none"
_CLASSES: Final = Path("/sys/class/video4linux")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", nargs="?", metavar="SOURCE", help=f"{SOURCES_TEXT}; the first camera if left out"
    )
    parser.add_argument("-o", "--out", type=Path, metavar="OUT.jpg", help="take a picture")
    parser.add_argument(
        "--plan",
        nargs=2,
        metavar=("HEIGHT", "LENS"),
        help="whether the board fits from HEIGHT centimetres, for a camera's name, degrees across, or 'all'",
    )
    parser.add_argument(
        "--tray",
        nargs="+",
        metavar="x,y",
        help="mark where Muk Yan's two spare cubes are thrown, in a profile: four corners of a place beside"
        " the grid, or two opposite ones, in its empty picture; 'none' forgets it",
    )
    parser.add_argument("--profile", type=Path, metavar="DIR", help="the profile to mark it in")
    parser.add_argument(
        "--board",
        type=_length,
        default=BOARD,
        metavar="CM",
        help=f"the grid along its six columns, outer line to outer line ({BOARD:g})",
    )


def run(options: argparse.Namespace) -> int:
    if options.plan is not None:
        height, lens = options.plan
        return _plan(height, lens, options.board)
    if options.tray is not None:
        return _tray(options.tray, options.profile)
    if options.out is not None:
        return _picture(options.source, options.out)
    if options.source is not None:
        return _refused("name the picture to take with -o OUT.jpg", 2)
    return _list()


def _refused(text: str, status: int) -> int:
    print("himiki camera: " + " ".join(text.split()), file=sys.stderr)
    return status


def _length(text: str) -> float:
    word = text.lower().removesuffix("cm")
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not 1 <= value <= 1000:
        raise argparse.ArgumentTypeError(f"'{text}' is no length from 1 to 1000 centimetres")
    return value


def _plan(height: str, lens: str, board: float) -> int:
    if lens == _ALL:
        print(table(board))
        return 0
    try:
        plan = planned(lens_named(lens), _length(height), board)
    except (UnknownLens, argparse.ArgumentTypeError) as error:
        return _refused(str(error), 2)
    print(told(plan))
    return 0 if plan.works else 1


def _tray(words: Sequence[str], folder: Path | None) -> int:
    if folder is None:
        return _refused("name the profile to mark the tray in with --profile DIR", 2)
    try:
        camera = load_profile(folder).camera()
        tray = None if list(words) == [_NONE] else Tray.seen_at(points_from(words), camera)
        mark_tray(folder, tray)
    except (TrayError, ProfileError) as error:
        return _refused(str(error), 2)
    except OSError as error:
        return _refused(f"{folder} cannot be written ({error.strerror}): name another folder", 2)
    where = (
        "no tray" if tray is None else "a tray at " + " ".join(f"{x:.1f},{y:.1f}" for x, y in tray.corners)
    )
    print(f"{folder}: {where}" + ("" if tray is None else " squares from A1's corner"))
    return 0


def pi_cameras() -> list[str]:
    """Models of the cameras on the Pi's own connector; none where picamera2 is not there."""
    try:
        from picamera2 import Picamera2
    except ImportError:
        return []
    found: Sequence[dict[str, Any]] = Picamera2.global_camera_info()
    return [str(one.get("Model", "camera")) for one in on_the_connector(found)]


def _name_of(number: int, classes: Path = _CLASSES) -> str:
    try:
        return (classes / f"video{number}" / "name").read_text(encoding="utf-8").strip()
    except OSError:
        return "camera"


def cameras(
    pi: Callable[[], list[str]] = pi_cameras, usb: Callable[[], list[int]] = usb_cameras
) -> list[tuple[str, str]]:
    """Sources to open and what they are, the Pi's own camera first."""
    found = [("picamera", model) for model in pi()[:1]]
    return found + [(f"usb:{number}", _name_of(number)) for number in usb()]


def _list() -> int:
    found = cameras()
    for source, what in [*found, ("sim", "the virtual table")]:
        print(f"{source:<10} {what}")
    if not found:
        print(
            "himiki camera: no camera is connected; check its cable, and that it is not in use",
            file=sys.stderr,
        )
    return 0


def _picture(word: str | None, out: Path) -> int:
    if not cv2.haveImageWriter(str(out)) or not out.suffix:
        return _refused(f"{out} is no name for a picture: end it in .jpg or .png", 2)
    if word is None:
        found = cameras()
        if not found:
            return _refused("no camera is connected; check its cable, or name a source", 1)
        word = found[0][0]
    try:
        source = source_named(word, drawn=drawn_source)
    except SourceError as error:
        return _refused(str(error), 2)
    return _taken(source, word, out)


def _taken(source: Source, word: str, out: Path) -> int:
    try:
        with source:
            image = source.take().image
    except SourceEnded:
        return _refused(f"{word} gives no picture", 1)
    except SourceError as error:
        return _refused(str(error), 1)
    try:
        written = cv2.imwrite(str(out), image)
    except cv2.error:
        written = False
    if not written:
        return _refused(f"{out} cannot be written: name another file", 2)
    print(f"{out}: {image.shape[1]}x{image.shape[0]} from {word}")
    return 0
