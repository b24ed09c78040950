"""Hard light is light: shadows take a share of it, mirrored lamps add to it, whatever they fall on."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frames import Image
from vision.virtual import (
    HARDER,
    LOOKS,
    DrawnLook,
    Renderer,
    Scene,
    Sensor,
    harder,
    look_named,
    pieces_named,
    swayed,
)
from vision.virtual.painting.truth import DrawnTruth

pytestmark = pytest.mark.long

CUBES = "B2bHMK,B5wHMK,C2bMHK,C5wKMH,D2bKHM,D5wKHM,C3wMKH"
SHARP = Sensor(noise=0, shot=0, blur=0, vignette=0)

Light = NDArray[np.float32]


def linear(picture: Image) -> Light:
    """A picture's bytes (sRGB) as light."""
    share = picture.astype(np.float32) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4).astype(np.float32)


@cache
def renderer(look: DrawnLook) -> Renderer:
    return Renderer(look)


def light(look: DrawnLook, scene: Scene | None = None) -> Light:
    """Linear, as it comes to the camera."""
    image, _ = renderer(replace(look, sensor=SHARP)).render(scene or Scene())
    return linear(image)


def on_grid(look: DrawnLook, picture: Light) -> Light:
    corners = np.array(renderer(look).render(Scene())[1].corners)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    middle = (slice(int(0.7 * top + 0.3 * bottom), int(0.3 * top + 0.7 * bottom)),)
    return picture[(*middle, slice(int(0.7 * left + 0.3 * right), int(0.3 * left + 0.7 * right)))]


def in_the_open(look: DrawnLook) -> DrawnLook:
    return replace(look, usual=replace(look.usual, screen=None))


def unpolished(look: DrawnLook) -> DrawnLook:
    return replace(look, board=replace(look.board, polish=0.0))


def darker(look: DrawnLook) -> DrawnLook:
    return replace(look, board=replace(look.board, dark="#1c2440", light="#8a7d60"))


@pytest.mark.parametrize("kind", ["leaves", "bars"])
def test_a_shadow_takes_the_same_share_from_every_colour(kind: str) -> None:
    look = harder(LOOKS["kitchen"], kind, 1)
    shares = []
    for one in (look, darker(look)):
        shaded, open_light = (on_grid(one, light(each)) for each in (one, in_the_open(one)))
        assert (shaded <= open_light + 0.01).all()
        shares.append(shaded[..., 1] / np.maximum(open_light[..., 1], 0.02))
    bright = on_grid(look, light(in_the_open(darker(look))))[..., 1] > 0.1
    assert np.abs(shares[0] - shares[1])[bright].max() < 0.12
    assert np.percentile(shares[0][bright], 95) > 0.85
    assert np.percentile(shares[0][bright], 3) < 0.6


def test_a_mirrored_lamp_adds_the_same_to_every_colour() -> None:
    look = harder(LOOKS["kitchen"], "glare", 3)
    look = replace(look, board=replace(look.board, polish=0.3))
    added = [on_grid(one, light(one) - light(unpolished(one))) for one in (look, darker(look))]
    assert added[0].min() > -0.01
    assert added[0].max() > 0.2
    # Both pictures are bytes: where they are bright, a step of them is a hundredth.
    assert np.abs(added[0] - added[1]).max() < 0.04


def test_a_cube_in_the_lamps_way_takes_its_image_away() -> None:
    look = harder(LOOKS["kitchen"], "glare", 3)
    look = replace(look, board=replace(look.board, polish=0.3))
    lamp = look.usual.lamps[-1]
    assert lamp.mirrored
    gleams = light(look) - light(unpolished(look))
    y, x = np.unravel_index(int(gleams[..., 1].argmax()), gleams.shape[:2])
    everywhere = ",".join(f"{row}{column}wHMK" for row in "BCD" for column in range(2, 6))
    scene = Scene(pieces_named(everywhere, look))
    with_cubes = light(look, scene) - light(unpolished(look), scene)
    assert with_cubes[y, x, 1] < 0.3 * gleams[y, x, 1]


def test_leaves_move_in_the_wind() -> None:
    look = harder(LOOKS["garden"], "leaves", 2)
    still, again, moved = (light(look, Scene(sway=sway)) for sway in (0.0, 0.0, 0.4))
    assert (still == again).all()
    assert np.abs(on_grid(look, still - moved)).max() > 0.1


@pytest.mark.parametrize("kind", HARDER)
@pytest.mark.parametrize("name", ["kitchen", "bulb", "ceiling"])
def test_the_truth_is_that_of_the_usual_light(name: str, kind: str) -> None:
    def truth(look: DrawnLook) -> DrawnTruth:
        return renderer(look).render(Scene(pieces_named(CUBES, look)))[1]

    assert truth(harder(LOOKS[name], kind, 1)) == truth(LOOKS[name])


@pytest.mark.parametrize("kind", ["leaves", "bars", "glare"])
def test_the_pictures_for_calibration_stay_as_they_were(kind: str) -> None:
    scene = Scene(light="calibration", noise=2)
    usual, hard = (
        renderer(look).render(scene)[0] for look in (LOOKS["study"], harder(LOOKS["study"], kind, 1))
    )
    assert (usual == hard).all()


def test_in_dim_light_the_noise_is_large_beside_it() -> None:
    def noise_to_light(look: DrawnLook) -> float:
        one, other = (renderer(look).render(Scene(noise=seed))[0] for seed in (1, 2))
        seen = [on_grid(look, linear(each)) for each in (one, other)]
        return float((seen[0] - seen[1]).std() / seen[0].mean())

    assert noise_to_light(harder(LOOKS["kitchen"], "dim", 1)) > 4 * noise_to_light(LOOKS["kitchen"])


def test_the_same_seed_is_the_same_light() -> None:
    for kind in HARDER:
        assert harder(LOOKS["shelf"], kind, 4) == harder(LOOKS["shelf"], kind, 4)
        assert harder(LOOKS["shelf"], kind, 4) != harder(LOOKS["shelf"], kind, 5)


def test_a_table_in_hard_light_has_a_name() -> None:
    assert look_named("study") == LOOKS["study"]
    assert look_named("study-glare", 3) == harder(LOOKS["study"], "glare", 3)
    assert look_named("study-glare").name == "study-glare"
    with pytest.raises(ValueError, match="no virtual table is called attic"):
        look_named("attic-glare")


def test_leaves_hang_still_between_breaths_of_wind_and_bars_always() -> None:
    leaves, bars = (harder(LOOKS["study"], kind, 3) for kind in ("leaves", "bars"))
    seen = [swayed(leaves, number / 3) for number in range(60)]
    assert 4 <= len(set(seen)) <= 8
    assert seen == sorted(seen)
    assert {swayed(bars, float(t)) for t in range(60)} == {swayed(LOOKS["study"], 50.0)} == {0.0}


def test_a_light_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="there are leaves, bars, glare, dim"):
        harder(LOOKS["kitchen"], "fog")
