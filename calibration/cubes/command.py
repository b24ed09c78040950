"""`himiki calibrate`: a profile from four pictures of the table."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.cubes.learning import learn_table
from calibration.refusals import BoardUnsure, CalibrationError, NoBoard
from vision.cubes.reading.advice import advice
from vision.cubes.tray import Tray, TrayError, points_from
from vision.finding.markers import MISSING, can_see_markers
from vision.pictures import PictureError, load_picture
from vision.plane.camera import Floats


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the profile goes")
    parser.add_argument("--empty", type=Path, required=True, metavar="EMPTY.jpg")
    parser.add_argument(
        "--faces", type=Path, nargs=3, required=True, metavar=("FIRE.jpg", "WATER.jpg", "WOOD.jpg")
    )
    parser.add_argument(
        "--corners",
        nargs=4,
        metavar="x,y",
        help="the grid's outer corners in the empty picture, in any order; without them it is looked for",
    )
    parser.add_argument(
        "--tray",
        nargs="+",
        metavar="x,y",
        help="where Muk Yan's two spare cubes are thrown, in the empty picture: four corners of a place"
        " beside the grid, or two opposite ones",
    )
    parser.add_argument(
        "--as-given",
        action="store_true",
        help="do not doubt which faces picture is which: for sets whose fire is blue",
    )


def run(options: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    try:
        empty = load_picture(options.empty)
        faces = [load_picture(path) for path in options.faces]
        corners = None
        if options.corners is not None:
            corners = corners_from(options.corners, (empty.shape[1], empty.shape[0]))
        marked = None if options.tray is None else points_from(options.tray)
    except (PictureError, ValueError) as error:
        return _refused(str(error), 2)
    try:
        profile = learn_table(empty, faces, corners, as_given=options.as_given)
    except BoardUnsure as error:
        first, second = error.guesses
        return _refused(
            f"not sure where the board is: most likely ({first.share}) --corners {first.place},"
            f" or else ({second.share}) --corners {second.place}",
            1,
        )
    except NoBoard as error:
        return _refused(str(error) if can_see_markers() else f"{error}; {MISSING}", 1)
    except CalibrationError as error:
        return _refused(f"{error}{error.option}", 1)
    if marked is not None:
        try:
            profile = replace(profile, tray=Tray.seen_at(marked, profile.camera()))
        except TrayError as error:
            return _refused(f"--tray: {error}", 2)
    try:
        profile.save(options.out)
    except OSError as error:
        return _refused(f"{options.out} cannot be written ({error.strerror}): name another folder", 2)
    told = sum(one.upright is not None for one in profile.prints)
    says = "headings tell the sides" if told else "headings do not tell the sides"
    where = " ".join(f"{x:.1f},{y:.1f}" for x, y in profile.corners)
    tray = "" if profile.tray is None else "; with a tray"
    print(f"{options.out}: learnt {len(profile.kinds)} looks of 6 kinds; {says}; corners {where}{tray}")
    for one in advice(profile):
        print(f"himiki calibrate: {one.text}", file=sys.stderr)
    return 0


def _refused(text: str, status: int) -> int:
    print("himiki calibrate: " + " ".join(text.split()), file=sys.stderr)
    return status


def corners_from(texts: Sequence[str], size: tuple[int, int]) -> Floats:
    """Four corners given as `x,y`, in any order; a ValueError says what is wrong with them."""
    points = []
    for text in texts:
        parts = text.split(",")
        try:
            x, y = (float(part) for part in parts)
        except ValueError:
            raise ValueError(f"the corner {text!r} is not x,y: give two numbers, as 381.0,748.0") from None
        if not (-0.1 * size[0] <= x <= 1.1 * size[0] and -0.1 * size[1] <= y <= 1.1 * size[1]):
            raise ValueError(f"the corner {text} lies outside the picture of {size[0]}x{size[1]}: check it")
        points.append((x, y))
    corners = np.array(points, np.float64)
    hull = cv2.convexHull(corners.astype(np.float32))
    if len(hull) < 4 or cv2.contourArea(hull) < 0.01 * size[0] * size[1]:
        raise ValueError("the four corners do not span a board: give the grid's outermost corners")
    return corners
