"""Cubes whose outlines are not seen: signs tell where they are, and which way round they stand."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.bench.report import picture, true_corners
from calibration.cubes.align import Kind, Sample, cut_again, laid_as_others, signs_of
from calibration.cubes.faces import find_edge
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Element
from vision.cubes.lesson import BLACK_PLACES, WHITE_PLACES
from vision.cubes.matching.outline import centre_of, find_outline, gradients
from vision.cubes.tops import RASTER, Pose, softened
from vision.finding.grid import BOARD
from vision.finding.lens import find_lens
from vision.plane.camera import camera_from
from vision.plane.plane import maps_of, seen_on

pytestmark = pytest.mark.long

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
ASIDE = ((0.18, 0.0), (0.0, 0.18), (-0.18, 0.0), (0.0, -0.18))
"""Squares by which an outline is taken for another: the edge of a side, of a shadow, or of the print."""

WHITE = np.ones(3, np.float32)


def headings(element: Element) -> dict[str, float]:
    """Of the black cubes in a faces picture, by square."""
    lines = (OAK / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    name = f"faces_{element.name.lower()}.jpg"
    told = next(one for one in map(json.loads, lines) if one["image"] == name)
    return {cube["square"]: cube["heading"] for cube in told["cubes"] if cube["colour"] == "black"}


@pytest.fixture(scope="module")
def cubes() -> tuple[dict[Element, list[Sample]], float]:
    """The black cubes where their outlines are, and the edge of a cube."""
    empty, *faces = (
        picture(OAK / f"{name}.jpg") for name in ("empty", "faces_fire", "faces_water", "faces_wood")
    )
    corners, size = true_corners(OAK), (empty.shape[1], empty.shape[0])
    camera = camera_from(BOARD, corners, size, find_lens(empty, corners))
    edge = find_edge(faces, camera)
    maps = maps_of(camera, RASTER, edge)
    found = {}
    for element in (Element.FIRE, Element.WATER):
        plane = seen_on(faces[element], maps)
        seen = gradients(plane, RASTER)
        found[element] = [
            Sample(softened(plane), seen, WHITE, square, find_outline(seen, square, edge)[0])
            for square in BLACK_PLACES
        ]
    return found, edge


@pytest.mark.parametrize(("element", "first"), [(Element.FIRE, 2), (Element.WATER, 1), (Element.WATER, 2)])
def test_a_sign_that_was_cut_off_tells_once_it_is_cut_out_anew(
    cubes: tuple[dict[Element, list[Sample]], float], element: Element, first: int
) -> None:
    found, edge = cubes
    astray = [
        replace(sample, pose=Pose(sample.pose.x + x, sample.pose.y + y, 0.0))
        for sample, (x, y) in zip(found[element], np.roll(ASIDE, first, axis=0).tolist(), strict=True)
    ]
    signs = signs_of([astray], edge, WHITE, mirrors=False)
    assert signs is not None
    assert signs.sure < 2
    _, again = cut_again([astray], signs, edge, WHITE, mirrors=False)
    assert again.sure > 10
    truth = headings(element)
    turns = [
        (truth[name_of(square)] / 90 - quarters) % 2
        for square, quarters in zip(BLACK_PLACES, again.quarters, strict=True)
    ]
    axes = np.exp(1j * np.pi * np.array(turns))
    assert abs(axes.mean()) > 0.9


RED, BLUE = (40, 50, 190), (150, 90, 50)
EDGE = 0.7


def with_discs(ink: tuple[int, int, int], mark: tuple[tuple[float, float], ...]) -> list[Sample]:
    """White cubes with a disc of one colour on them, and a dark sign in it."""
    plane = np.full((*RASTER.shape, 3), (90, 120, 150), np.uint8)
    size = EDGE * RASTER.scale
    for square in WHITE_PLACES:
        x, y = RASTER.to_pixels(np.asarray(centre_of(square), np.float64)).tolist()
        first, last = (_pixels(x + side * size / 2, y + side * size / 2) for side in (-1, 1))
        cv2.rectangle(plane, first, last, (235, 235, 235), -1)
        cv2.circle(plane, _pixels(x, y), round(0.36 * size), ink, -1, cv2.LINE_AA)
        sign = np.array([_pixels(x + right * size, y + down * size) for right, down in mark], np.int32)
        cv2.fillPoly(plane, [sign], (30, 30, 30), cv2.LINE_AA)
    seen, soft = gradients(plane, RASTER), softened(plane)
    places = [centre_of(square) for square in WHITE_PLACES]
    poses = [Pose(float(x), float(y), 0.0) for x, y in places]
    return [Sample(soft, seen, WHITE, *one) for one in zip(WHITE_PLACES, poses, strict=True)]


def _pixels(x: float, y: float) -> tuple[int, int]:
    return round(x), round(y)


def test_cubes_that_do_not_fit_each_other_lie_where_another_kind_fits_them() -> None:
    """Edges of sides were taken for those of tops: what the looks show is cut off."""
    fire = with_discs(RED, ((0.0, -0.22), (0.2, 0.15), (-0.2, 0.15)))
    water = with_discs(BLUE, ((-0.15, -0.2), (0.2, -0.05), (-0.15, 0.2)))
    astray = [
        replace(sample, pose=Pose(sample.pose.x + x, sample.pose.y + y, 0.0))
        for sample, (x, y) in zip(water, ASIDE, strict=True)
    ]
    kinds = [Kind([fire], None), Kind([astray], None)]
    (group,) = laid_as_others(kinds, EDGE, WHITE, mirrors=False)[1].groups
    for one, right in zip(group, water, strict=True):
        assert one.pose.x == pytest.approx(right.pose.x, abs=0.04)
        assert one.pose.y == pytest.approx(right.pose.y, abs=0.04)
