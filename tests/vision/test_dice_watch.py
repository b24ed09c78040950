"""The tray over time: when cubes lie, which of them were thrown, and that the board does not mind."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.games.himiki.rules.cubes import Element
from tests import learning
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile, load_profile, mark_tray
from vision.cubes.seen import CubeSighting, Dice, Lies
from vision.cubes.tray import Tray, TrayError
from vision.frames import Frame, Seconds
from vision.virtual import LOOKS, Renderer, VirtualTable
from vision.virtual.spares import tray_of

pytestmark = pytest.mark.long

CUBES = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM"
LOOK = LOOKS["kitchen"]


@cache
def learnt() -> Profile:
    return learning.drawn(LOOK)


@cache
def renderer() -> Renderer:
    return Renderer(LOOK)


class Watched:
    def __init__(self, tray: Tray | None) -> None:
        self.eye = Eye(replace(learnt(), tray=tray))
        self.table = VirtualTable(LOOK, seed=5)
        self.table.lay(CUBES)
        self.now, self.count = 0.0, 0
        self.sightings: list[CubeSighting] = []
        self.watch(1.0)

    def watch(self, seconds: float) -> list[CubeSighting]:
        """What is told meanwhile."""
        told = []
        for _ in range(round(seconds * 10)):
            self.count += 1
            scene = replace(self.table.scene_at(self.now), noise=self.count)
            look = self.eye.look(Frame(renderer().render(scene)[0], Seconds(self.now)))
            if look.sighting is not None:
                told.append(look.sighting)
            self.now = round(self.now + 0.1, 6)
        self.sightings += told
        return told

    def throw(self, faces: str) -> list[CubeSighting]:
        return self.watch(self.table.do({"dice": faces}, self.now).seconds + 3.2)

    @property
    def dice(self) -> Dice | None:
        return self.sightings[-1].dice


def test_a_throw_is_told_once_it_lies_and_the_board_stays_clear() -> None:
    here = Watched(tray_of(LOOK))
    assert here.dice is not None
    assert here.dice.lies is Lies.EMPTY
    told = here.throw("HM")
    assert all(sighting.clear and len(sighting.cubes) == 6 for sighting in told)
    assert next(sighting.dice.lies for sighting in told if sighting.dice) is Lies.DISTURBED
    last = here.sightings[-1].dice
    assert last is not None
    assert last.faces == (Element.FIRE, Element.WATER)
    assert last.thrown is not None


def test_the_same_faces_thrown_again_are_another_throw_and_a_passing_hand_is_none() -> None:
    """RULES 6.7."""
    here = Watched(tray_of(LOOK))
    here.throw("KK")
    first = here.dice
    assert first is not None
    assert first.thrown is not None
    here.watch(here.table.do("C5>BC4", here.now).seconds + 1.2)
    assert here.dice is not None
    assert (here.dice.faces, here.dice.thrown) == (first.faces, first.thrown)
    here.throw("KK")
    assert here.dice.faces == first.faces
    assert here.dice.thrown is not None
    assert here.dice.thrown > first.thrown


def test_without_a_tray_nothing_is_told_of_it() -> None:
    here = Watched(None)
    here.throw("HH")
    assert all(sighting.dice is None for sighting in here.sightings)


def test_cubes_that_lay_there_at_the_start_were_not_thrown() -> None:
    here = Watched(None)
    here.table.do({"dice": "MK"}, here.now)
    here.watch(3.0)
    here.eye.mark_tray(tray_of(LOOK))
    here.watch(1.5)
    assert here.dice == Dice(Lies.READ, (Element.WATER, Element.WOOD), None)


def test_a_tray_is_kept_with_the_profile_and_older_profiles_have_none(tmp_path: Path) -> None:
    learnt().save(tmp_path)
    assert load_profile(tmp_path).tray is None
    mark_tray(tmp_path, tray_of(LOOK))
    assert load_profile(tmp_path).tray == tray_of(LOOK)
    mark_tray(tmp_path, None)
    assert load_profile(tmp_path).tray is None


def test_a_tray_marked_in_the_picture_is_found_again_wherever_the_board_is() -> None:
    camera = learnt().camera()
    tray = tray_of(LOOK)
    again = Tray.seen_at(tray.pixels(camera)[[2, 0, 3, 1]], camera)
    assert np.abs(again.array - tray.array).max() < 0.01
    by_two = Tray.seen_at(tray.pixels(camera)[[0, 2]], camera)
    assert np.abs(by_two.array - tray.array).max() < 0.01


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([(0, 0), (6, 0), (6, 5), (0, 5)], "on the grid"),
        ([(7, 0), (8, 0), (8, 1), (7, 1)], "too small"),
        ([(7, 0), (16, 0), (16, 3), (7, 3)], "too large"),
        ([(15, 0), (18, 0), (18, 3), (15, 3)], "too far"),
        ([(7, 0), (11, 0), (8, 1), (7, 4)], "go round"),
        ([(7, 0), (9, 0), (9, 3)], "four corners"),
    ],
)
def test_what_cannot_be_a_tray_is_refused_with_what_to_do(
    corners: list[tuple[float, float]], words: str
) -> None:
    with pytest.raises(TrayError, match=words):
        Tray.of(corners)


def test_the_command_marks_a_tray_in_a_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from companion import cli

    learnt().save(tmp_path)
    marks = [f"{x:.1f},{y:.1f}" for x, y in tray_of(LOOK).pixels(learnt().camera())]
    assert cli.main(["camera", "--profile", str(tmp_path), "--tray", *marks]) == 0
    assert "a tray at" in capsys.readouterr().out
    kept = load_profile(tmp_path).tray
    assert kept is not None
    assert np.abs(kept.array - tray_of(LOOK).array).max() < 0.01
    assert cli.main(["camera", "--profile", str(tmp_path), "--tray", "none"]) == 0
    assert load_profile(tmp_path).tray is None
    assert cli.main(["camera", "--tray", *marks]) == 2
    assert cli.main(["camera", "--profile", str(tmp_path), "--tray", "1;2", "3,4"]) == 2
    assert "two numbers" in capsys.readouterr().err
