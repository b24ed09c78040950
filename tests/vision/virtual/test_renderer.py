"""Pictures against their truth, measured with means that are not the renderer's own."""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.himiki.rules.board import name_of, square_named
from companion.games.himiki.rules.cubes import Colour
from vision.frames import Image
from vision.virtual import (
    LOOKS,
    DrawnHand,
    DrawnLook,
    DrawnTruth,
    LampGlare,
    Piece,
    Prop,
    Renderer,
    Scene,
    Sensor,
    Shift,
    TileOnSquare,
    TrueCube,
    VirtualTable,
    pieces_named,
)
from vision.virtual.scenes.optics import DrawnLens

DUEL = "B2bKMH,B5wHMK,C2bMHK,C5wMKH,D2bHKM,D5wKHM,C3wHKM,C4bKHM"
ARUCO = hasattr(cv2, "aruco")

looks = pytest.mark.parametrize("name", list(LOOKS))


@cache
def renderer(look: DrawnLook) -> Renderer:
    return Renderer(look)


def drawn(scene: Scene, look: DrawnLook) -> tuple[Image, DrawnTruth]:
    return renderer(look).render(scene)


def noiseless(look: DrawnLook) -> DrawnLook:
    return replace(look, sensor=Sensor(noise=0, shot=0, blur=look.sensor.blur))


def laid(cubes: str, look: DrawnLook, seed: int = 3) -> Scene:
    table = VirtualTable(look, seed)
    table.lay(cubes)
    return table.scene_at(0)


def change(one: Image, other: Image) -> NDArray[np.bool_]:
    return np.asarray(cv2.absdiff(one, other).max(axis=2) > 12)


@looks
@pytest.mark.long
def test_the_grid_is_wholly_in_the_picture(name: str) -> None:
    look = LOOKS[name]
    _, truth = drawn(Scene(), look)
    corners = np.array(truth.corners)
    assert (corners > 20).all()
    assert (corners < [look.camera.width - 20, look.camera.height - 20]).all()
    area = cv2.contourArea(corners.astype(np.float32))
    assert area > 0.10 * look.camera.width * look.camera.height
    assert truth.clear


@looks
@pytest.mark.long
def test_a_cube_changes_the_picture_where_its_truth_says_and_nowhere_else(name: str) -> None:
    look = noiseless(LOOKS[name])
    piece = pieces_named("C4wHMK", look)[0]
    empty, truth = drawn(Scene(), look)
    image, with_cube = drawn(Scene(pieces=(piece,)), look)
    assert [name_of(cube.square) for cube in with_cube.cubes] == ["C4"]
    lens = DrawnLens(look.camera)
    edge = look.cubes.edge
    top = np.array([[3.5 + u * edge * 0.4, 2.5 + v * edge * 0.4, edge] for u in (-1, 1) for v in (-1, 1)])
    inside = np.zeros(image.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(inside, cv2.convexHull(lens.project(top).astype(np.int32)), 1)
    differs = change(empty, image)
    assert differs[inside == 1].mean() > 0.8
    far = np.array([[0.5, 0.5, 0.0], [5.5, 0.5, 0], [0.5, 4.5, 0], [5.5, 4.5, 0]])
    for x, y in lens.project(far).astype(int):
        assert not differs[y - 8 : y + 8, x - 8 : x + 8].any()
    assert truth.corners == with_cube.corners


@looks
@pytest.mark.long
def test_what_is_drawn_again_is_what_would_be_drawn_afresh(name: str) -> None:
    look = noiseless(small(LOOKS[name], 640))
    shared = Renderer(look)
    table = VirtualTable(look, 5)
    table.lay(DUEL)
    shared.render(table.scene_at(0))
    table.do("C4>BB4")
    for now in (0.5, 0.8):
        shared.render(table.scene_at(now))
    again, _ = shared.render(table.scene_at(1000.0))
    afresh, _ = Renderer(look).render(table.scene_at(1000.0))
    assert np.array_equal(again, afresh)


def test_the_same_scene_and_noise_are_the_same_picture() -> None:
    look = LOOKS["study"]
    scene = laid(DUEL, look)
    one, _ = drawn(scene, look)
    two, _ = drawn(scene, look)
    other, _ = drawn(replace(scene, noise=1), look)
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)
    assert abs(float(one.mean()) - float(other.mean())) < 0.5


@pytest.mark.skipif(not ARUCO, reason="this OpenCV has no ArUco module")
def test_board_markers_are_found_by_another_eye_where_they_belong() -> None:
    look = LOOKS["bulb"]
    image, truth = drawn(Scene(), look)
    found = markers_in(image)
    assert set(found) == {0, 1, 2, 3}
    middle = np.mean(truth.corners, axis=0)
    for number, corner in enumerate(truth.corners):
        outwards = np.array(corner) - middle
        beyond = found[number].mean(axis=0) - np.array(corner)
        assert beyond @ outwards > 0
        assert np.linalg.norm(beyond) < 0.3 * np.linalg.norm(outwards)


def markers_in(image: Image) -> dict[int, NDArray[np.float64]]:
    """Corners of each marker found: upper left first, clockwise, as it was printed."""
    aruco: Any = cv2.aruco
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    if hasattr(aruco, "ArucoDetector"):
        corners, ids, _ = aruco.ArucoDetector(dictionary).detectMarkers(image)
    else:
        corners, ids, _ = aruco.detectMarkers(image, dictionary)
    if ids is None:
        return {}
    return {int(i): np.asarray(c[0], dtype=np.float64) for i, c in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.skipif(not ARUCO, reason="this OpenCV has no ArUco module")
@pytest.mark.parametrize("cube", ["B2wHMK", "C4wMKH", "E6wKHM", "A1bHKM", "D5bMHK", "C1bKMH"])
@pytest.mark.parametrize("seed", [1, 2])
def test_tags_on_cubes_say_kind_place_and_heading_as_the_truth_does(cube: str, seed: int) -> None:
    look = LOOKS["tagged"]
    image, truth = drawn(laid(cube, look, seed), look)
    expected = truth.cubes[0]
    tag = markers_in(image)[4 + 3 * expected.colour + expected.top]
    lens = DrawnLens(look.camera)
    x, y = 0.5 + expected.square % 6, 0.5 + expected.square // 6
    seen = laid(cube, look, seed).pieces[0]
    place = lens.project(np.array([[seen.x, seen.y, look.cubes.edge]]))[0]
    assert abs(seen.x - x) < 0.13
    assert abs(seen.y - y) < 0.13
    assert np.linalg.norm(tag.mean(axis=0) - place) < 2.5
    heading = np.radians(expected.heading)
    ahead = np.array([[seen.x + 0.2 * np.sin(heading), seen.y + 0.2 * np.cos(heading), look.cubes.edge]])
    up = (tag[0] + tag[1]) / 2 - tag.mean(axis=0)
    wanted = lens.project(ahead)[0] - place
    angle = np.degrees(np.arccos(up @ wanted / np.linalg.norm(up) / np.linalg.norm(wanted)))
    assert angle < 4


def test_an_aligned_print_tells_the_side_by_its_heading() -> None:
    look = LOOKS["kitchen"]
    headings: dict[tuple[int, str], set[int]] = {}
    for seed in range(12):
        for piece, cube in zip(laid(DUEL, look, seed).pieces, cubes_of(DUEL, look, seed), strict=True):
            axis = round((cube.heading - piece.yaw) / 90) % 2
            headings.setdefault((cube.colour * 3 + cube.top, piece.faces), set()).add(axis)
    assert all(len(axes) == 1 for axes in headings.values())


def cubes_of(cubes: str, look: DrawnLook, seed: int) -> list[TrueCube]:
    scene = laid(cubes, look, seed)
    return [drawn(Scene(pieces=(piece,)), small(look))[1].cubes[0] for piece in scene.pieces]


def small(look: DrawnLook, width: int = 160) -> DrawnLook:
    return replace(look, camera=replace(look.camera, width=width, height=width * 3 // 4))


@pytest.mark.parametrize("name", ["garden", "workshop"])
def test_other_prints_do_not(name: str) -> None:
    look = LOOKS[name]
    axes: dict[str, set[int]] = {}
    for seed in range(16):
        cube = cubes_of("C3wHMK", look, seed)[0]
        piece = laid("C3wHMK", look, seed).pieces[0]
        axes.setdefault(piece.faces, set()).add(round((cube.heading - piece.yaw) / 90) % 2)
    assert axes == {"HMK": {0, 1}}


def test_a_hand_is_told_with_how_much_it_covers() -> None:
    look = LOOKS["kitchen"]
    scene = laid(DUEL, look)
    _, truth = drawn(replace(scene, hand=DrawnHand(2.0, 2.5, pinching=False, comes_from=270)), look)
    assert truth.hand
    assert not truth.clear
    assert 0.05 < truth.conditions["hand_cover"] < 0.6
    assert set(truth.conditions["hidden"]) <= {"B2", "C2", "D2", "C3"}
    assert len(truth.cubes) == 8


def test_a_frame_in_which_nothing_moved_tells_what_it_shows_and_not_what_the_last_one_did() -> None:
    look = noiseless(small(LOOKS["kitchen"], 640))
    shared, table = Renderer(look), laid(DUEL, look)
    elsewhere = replace(table, pieces=pieces_named("C4wHMK", look))
    seen = [table, replace(table, hand=DrawnHand(2.0, 2.5, pinching=False, comes_from=270)), table]
    for scene in (*seen, elsewhere, elsewhere, table):
        image, truth = shared.render(scene)
        afresh, as_it_is = Renderer(look).render(scene)
        assert np.array_equal(image, afresh)
        assert truth == as_it_is


def test_a_hand_far_away_is_no_hand_over_the_grid() -> None:
    look = LOOKS["kitchen"]
    _, truth = drawn(Scene(hand=DrawnHand(12, 2.5, comes_from=90)), look)
    assert not truth.hand
    assert truth.clear


@pytest.mark.parametrize(
    ("pose", "condition"),
    [({"lift": 0.5}, "lifted"), ({"lean": 40.0}, "lifted"), ({"x": 4.0}, "straddling")],
)
def test_a_cube_that_is_not_on_a_square_is_left_out_and_said(pose: dict[str, float], condition: str) -> None:
    look = LOOKS["kitchen"]
    piece = replace(pieces_named("C4wHMK", look)[0], **pose)  # type: ignore[arg-type]
    _, truth = drawn(Scene(pieces=(piece,)), look)
    assert truth.cubes == ()
    assert condition in truth.conditions
    assert not truth.clear


def test_a_spare_cube_beside_the_grid_is_none_of_its_business() -> None:
    look = LOOKS["kitchen"]
    beside = Piece(5, Colour.WHITE, pieces_named("C4wHMK", look)[0].turn, 7.6, 2.0, 30.0)
    image, truth = drawn(Scene(pieces=(beside,)), look)
    empty, _ = drawn(Scene(), look)
    assert truth.cubes == ()
    assert truth.clear
    assert change(image, empty).sum() > 1000


@pytest.mark.parametrize("kind", ["die", "tile", "card", "disc", "pen", "phone", "mug"])
def test_things_lie_beside_the_grid(kind: str) -> None:
    look = noiseless(LOOKS["kitchen"])
    empty, _ = drawn(Scene(), look)
    image, truth = drawn(Scene(props=(Prop(kind, 8.6, 2.5, 20, "red"),)), look)
    assert change(image, empty).sum() > 100
    assert truth.clear


def test_a_terrain_tile_lies_on_its_square_and_covers_nothing() -> None:
    look = noiseless(LOOKS["kitchen"])
    square = square_named("B3")
    assert square is not None
    empty, _ = drawn(Scene(), look)
    image, truth = drawn(Scene(tiles=(TileOnSquare(square, "mi"),)), look)
    x, y = DrawnLens(look.camera).project(np.array([[2.5, 1.5, 0.0]]))[0].astype(int)
    assert change(image, empty)[y - 10 : y + 10, x - 10 : x + 10].all()
    assert truth.clear


@pytest.mark.long
def test_a_pushed_camera_and_a_pushed_board_move_the_corners_as_told() -> None:
    look = LOOKS["kitchen"]
    still = np.array(drawn(Scene(), look)[1].corners)
    camera = np.array(drawn(Scene(camera_bump=Shift(0.2)), look)[1].corners)
    board = np.array(drawn(Scene(board_bump=Shift(0.2)), look)[1].corners)
    square = np.linalg.norm(still[1] - still[0]) / 6
    assert np.allclose(np.linalg.norm(camera - still, axis=1), 0.2 * square, rtol=0.35)
    assert np.allclose(camera - still, -(board - still), atol=2.0)


def test_light_fades_glare_blinds_and_another_lamp_is_another_picture() -> None:
    look = noiseless(LOOKS["kitchen"])
    plain, _ = drawn(Scene(), look)
    dim, _ = drawn(Scene(gain=(0.3, 0.4, 0.5)), look)
    assert (dim.mean(axis=(0, 1)) < plain.mean(axis=(0, 1)) * 0.8).all()
    assert (dim.astype(int) <= plain).all()
    glare, _ = drawn(Scene(glare=(LampGlare(1.5, 2.5, 1.0, 0.9),)), look)
    x, y = DrawnLens(look.camera).project(np.array([[1.5, 2.5, 0.0]]))[0].astype(int)
    assert glare[y, x].min() > 200
    assert change(drawn(Scene(light="changed"), look)[0], plain).mean() > 0.5


def test_a_wide_lens_bends_straight_lines() -> None:
    camera = LOOKS["shelf"].camera
    line = np.array([[-2.0, 6.0, 0.0], [3.0, 6.0, 0.0], [8.0, 6.0, 0.0]])

    def bow(place: DrawnLens) -> float:
        a, b, c = place.project(line)
        along = (c - a) / np.linalg.norm(c - a)
        return float(abs(along[0] * (b - a)[1] - along[1] * (b - a)[0]))

    assert bow(DrawnLens(camera)) > 10
    assert bow(DrawnLens(replace(camera, k1=0.0, k2=0.0))) < 1e-6


@looks
def test_rays_and_projection_agree(name: str) -> None:
    lens = DrawnLens(LOOKS[name].camera)
    points = np.array([[0.0, 0, 0], [6, 0, 0], [6, 5, 0], [0, 5, 0], [3, 2, 0]])
    pixels = lens.project(points)
    rays = lens.straightened(pixels).astype(np.float32)
    x, y = lens.on_plane(rays, 0.0)
    assert np.allclose(np.stack([x, y], axis=1), points[:, :2], atol=1e-3)
