"""The two spare cubes in the tray: read wherever they lie, however they are turned, and never wrongly."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.games.himiki.rules.board import column_of, row_of, square_named
from companion.games.himiki.rules.cubes import LETTERS, Colour
from tests import learning
from tests.vision.virtual_tables import table_of
from vision.cubes.dice.dice import DiceReader, DiceReading
from vision.cubes.reading.reader import Reader
from vision.cubes.tray import Tray
from vision.frames import Frame, Seconds
from vision.pictures import load_picture
from vision.plane.light import Light
from vision.virtual import LOOKS, DrawnHand, Piece, Prop, Scene, pieces_named
from vision.virtual.spares import SPARE, thrown, tray_of

TABLES = Path(__file__).parents[1] / "data" / "tables"
CUBES = "B2bHMK,B5wHMK,C2bMKH,D5wKHM"


class Rig:
    """A drawn table with a tray, and what reads it."""

    def __init__(self, name: str) -> None:
        self.look, self.renderer, self.reader = table_of(name)
        self.tray = tray_of(self.look)
        self.dice = DiceReader(self.tray, self.reader.profile, self.reader.matcher, self.reader.sizes)
        self.board = pieces_named(CUBES, self.look)
        self.chance = Random(name)
        self._light: Light | None = None

    def throw(self, faces: str) -> tuple[Piece, ...]:
        return thrown(self.look, faces, self.chance)

    def read(self, spares: tuple[Piece, ...], **others: object) -> DiceReading:
        scene = Scene(self.board, spares, noise=self.chance.randrange(1 << 20), **others)  # type: ignore[arg-type]
        image, _ = self.renderer.render(scene)
        return self.dice.read(image, self.light_of(image))

    def light_of(self, image: np.ndarray) -> Light:
        found = self.reader.reading(Frame(image, Seconds(0.0))).light
        assert found is not None
        return found


def letters(reading: DiceReading) -> str | None:
    return None if reading.faces is None else "".join(face.letter for face in reading.faces)


def throws(count: int, chance: Random) -> Iterator[str]:
    for _ in range(count):
        yield chance.choice(LETTERS) + chance.choice(LETTERS)


def measured(name: str, count: int) -> tuple[int, int, list[str]]:
    """Read rightly, not claimed, and what was read wrongly."""
    rig, right, wrong = Rig(name), 0, []
    for faces in throws(count, Random(f"throws {name}")):
        read = letters(rig.read(rig.throw(faces)))
        right += read == faces
        if read not in (None, faces):
            wrong.append(f"{faces} read as {read}")
    return right, count - right - len(wrong), wrong


@pytest.mark.few(3)
@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.long
def test_thrown_cubes_are_read_in_any_place_and_turn(name: str) -> None:
    right, _, wrong = measured(name, 5)
    assert not wrong
    assert right >= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOKS)
def test_of_three_hundred_throws_none_is_read_wrongly(name: str) -> None:
    right, unclaimed, wrong = measured(name, 300)
    assert not wrong
    assert right >= 270, f"{unclaimed} were not claimed"


def test_every_roll_there_is_can_be_read() -> None:
    rig = Rig("kitchen")
    for faces in map("".join, product(LETTERS, repeat=2)):
        assert letters(rig.read(rig.throw(faces))) == faces


@pytest.mark.parametrize("gain", [0.7, 1.3])
def test_the_light_may_drift(gain: float) -> None:
    rig = Rig("kitchen")
    for faces in throws(3, rig.chance):
        assert letters(rig.read(rig.throw(faces), gain=(gain, gain, gain * 1.05))) in (faces, None)


def tipped(rig: Rig, faces: str) -> tuple[Piece, ...]:
    black, white = rig.throw(faces)
    return replace(black, lean=45.0), white


def on_top(rig: Rig, faces: str) -> tuple[Piece, ...]:
    black, white = rig.throw(faces)
    return replace(black, x=white.x + 0.2, y=white.y + 0.1, lift=rig.look.cubes.edge - 0.06), white


def half_outside(rig: Rig, faces: str) -> tuple[Piece, ...]:
    black, white = rig.throw(faces)
    return replace(black, x=float(rig.tray.array[:, 0].max())), white


def alone(rig: Rig, faces: str) -> tuple[Piece, ...]:
    return rig.throw(faces)[:1]


def both_white(rig: Rig, faces: str) -> tuple[Piece, ...]:
    black, white = rig.throw(faces)
    return replace(black, colour=Colour.WHITE, number=SPARE - 1), white


@pytest.mark.parametrize("lie", [tipped, on_top, half_outside, alone, both_white])
@pytest.mark.parametrize("name", ["kitchen", "bulb"])
@pytest.mark.long
def test_what_is_no_proper_throw_is_not_claimed(name: str, lie) -> None:  # type: ignore[no-untyped-def]
    rig = Rig(name)
    for faces in throws(3, rig.chance):
        assert rig.read(lie(rig, faces)).faces is None


def test_a_third_cube_in_the_tray_leaves_open_which_two_are_meant() -> None:
    rig = Rig("kitchen")
    low, high = rig.tray.array.min(axis=0), rig.tray.array.max(axis=0)
    places = [low + 0.6, high - 0.6, np.array([low[0] + 0.6, high[1] - 0.6])]
    black, white = rig.throw("HK")
    third = replace(white, number=SPARE - 1)
    lying = (black, white, third)
    spares = tuple(replace(one, x=float(x), y=float(y)) for one, (x, y) in zip(lying, places, strict=True))
    assert rig.read(spares).faces is None
    assert letters(rig.read(spares[:2])) == "HK"


@pytest.mark.parametrize("kind", ["phone", "card", "tile", "die", "mug"])
def test_another_thing_in_the_tray_is_no_cube(kind: str) -> None:
    rig = Rig("kitchen")
    x, y = rig.tray.array.mean(axis=0)
    prop = Prop(kind, float(x), float(y), turn=20.0, paint="red")
    black = rig.throw("HM")[:1]
    assert rig.read(black, props=(prop,)).faces is None
    assert rig.read((), props=(prop,)).faces is None


def test_an_empty_tray_is_told_from_one_that_cannot_be_read() -> None:
    rig = Rig("kitchen")
    assert rig.read(()).empty
    assert not rig.read(rig.throw("HH")[:1]).empty


def test_a_hand_that_hides_a_cube_leaves_no_claim() -> None:
    rig = Rig("kitchen")
    black, white = rig.throw("MK")
    hand = DrawnHand(black.x, black.y, height=0.9, comes_from=90.0)
    assert rig.read((black, white), hand=hand).faces is None


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["oak", "lamp", "studio"])
@pytest.mark.long
def test_of_photographed_cubes_none_is_read_wrongly(name: str) -> None:
    """Pairs on the board, each in a tray marked around it."""
    profile = learning.photographed(TABLES / name)[0]
    reader = Reader(profile)
    right = read = 0
    for still, tray, truth in pairs(TABLES / name):
        image = load_picture(TABLES / name / still)
        light = reader.reading(Frame(image, Seconds(0.0))).light
        assert light is not None
        seen = DiceReader(tray, reader.profile, reader.matcher, reader.sizes).read(image, light)
        assert letters(seen) in (truth, None), still
        right += seen.faces is not None
        read += 1
    assert right >= 0.8 * read
    assert read >= 6


def pairs(folder: Path) -> Iterator[tuple[str, Tray, str]]:
    """Of each clear still a black and a white cube with nothing else between them."""
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if (
            "stills" not in told["image"]
            or told["hand"]
            or {"straddling", "lifted"} & told["conditions"].keys()
        ):
            continue
        cubes = [(square_named(cube["square"]), cube["colour"], cube["top"]) for cube in told["cubes"]]
        for one, other in product(cubes, repeat=2):
            if (one[1], other[1]) != ("black", "white"):
                continue
            columns = sorted(column_of(cube[0]) for cube in (one, other) if cube[0] is not None)
            rows = sorted(row_of(cube[0]) for cube in (one, other) if cube[0] is not None)
            between = [
                cube
                for cube in cubes
                if cube[0] is not None
                and columns[0] <= column_of(cube[0]) <= columns[1]
                and rows[0] <= row_of(cube[0]) <= rows[1]
            ]
            if len(between) == 2 and max(columns[1] - columns[0], rows[1] - rows[0]) <= 2:
                (left, right), (low, high) = columns, rows
                corners = ((left, low), (right + 1, low), (right + 1, high + 1), (left, high + 1))
                names = {"fire": "H", "water": "M", "wood": "K"}
                yield (
                    told["image"],
                    Tray(tuple((float(x), float(y)) for x, y in corners)),
                    names[one[2]] + names[other[2]],
                )
                break
