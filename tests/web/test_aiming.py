"""The wizard and a camera that focuses and exposes by itself: both are found for the view that is learnt."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from companion.table.camera.cameras import TableCamera
from companion.web.exchange import learnt
from tests.calibration.tables import around, seven_columns
from tests.patience import patient
from tests.web.browsing import phone
from tests.web.tables import PATIENCE, Client, Running, running
from vision.frames import Frame, Image
from vision.virtual.source import VirtualSource

pytestmark = pytest.mark.long

FAR_OFF: Final = 12.0
"""Pixels by which a lens blurs that was focused for somewhere else."""


class Focusing(VirtualSource):
    """Sharp again once it looked anew; it notes how it was asked to."""

    blur: float = 0.0
    finds: bool = True
    asked: tuple[bool, ...] = ()
    """Each time whether it was for the sake of sharpness only."""

    def look_anew(self, *, to_be_sharp: bool = False) -> None:
        self.asked = (*self.asked, to_be_sharp)
        if self.finds:
            self.blur = 0.0

    shown: Image | None = None
    """In place of what is drawn."""

    def take(self) -> Frame:
        frame = super().take()
        if self.shown is not None:
            return replace(frame, image=self.shown)
        if not self.blur:
            return frame
        return replace(frame, image=np.asarray(cv2.GaussianBlur(frame.image, (0, 0), self.blur), np.uint8))


@contextmanager
def aiming(folder: Path) -> Iterator[tuple[Client, Focusing]]:
    """Above an empty board that was never learnt."""
    with table_aimed_at(folder) as (_, player, source):
        yield player, source


@contextmanager
def table_aimed_at(folder: Path) -> Iterator[tuple[Running, Client, Focusing]]:
    made: list[Focusing] = []

    def through(drawn: TableCamera) -> TableCamera:
        assert drawn.drawn is not None
        made.append(Focusing(drawn.drawn.table))
        made[0].open()
        return replace(drawn, source=made[0])

    with pytest.MonkeyPatch.context() as patch, running(folder, None, through=through) as started:
        patch.setattr("companion.games.himiki.api.camera.PATIENCE", patient(learnt.PATIENCE))
        patch.setattr("companion.games.himiki.api.camera.WHILE_AIMED", patient(learnt.PATIENCE))
        player = started.player()
        player.lay("-")
        yield started, player, made[0]


def hinted(player: Client, wanted: list[str]) -> None:
    """Asks as the page does, until it is told at least these, or with none wanted nothing at all."""
    end = time.monotonic() + PATIENCE
    while True:
        hints = player.get("/api/v1/camera?aim=1").json["hints"]
        if set(wanted) <= set(hints) and bool(wanted) == bool(hints):
            return
        assert time.monotonic() < end, f"told {hints}, not {wanted}"


def step(player: Client, name: str) -> dict[str, Any]:
    answered = player.post("/api/v1/calibration", {"step": name})
    assert answered.status == 200, answered.body
    told: dict[str, Any] = answered.json
    return told


def test_a_camera_that_is_moved_while_it_is_aimed_becomes_sharp_by_itself(tmp_path: Path) -> None:
    with aiming(tmp_path) as (player, camera):
        step(player, "start")
        assert camera.asked == (), "nobody knows yet whether anything is wrong"
        camera.blur, camera.finds = FAR_OFF, False
        player.get("/api/v1/camera/picture")
        hinted(player, ["blurred"])
        assert set(camera.asked) == {True}
        camera.finds = True
        hinted(player, [])


def test_a_hint_is_of_what_the_camera_sees_now(tmp_path: Path) -> None:
    with aiming(tmp_path) as (player, camera):
        step(player, "start")
        camera.finds = False
        for blur in (FAR_OFF, 0.0, FAR_OFF):
            camera.blur = blur
            hints = player.get("/api/v1/camera?aim=1").json["hints"]
            assert ("blurred" in hints) == bool(blur)


def test_the_picture_of_the_empty_board_is_taken_after_it_looked_anew(tmp_path: Path) -> None:
    """It may have been moved since the last hint, and be a little blurred only: all that follows needs it."""
    with aiming(tmp_path) as (player, camera):
        step(player, "start")
        camera.blur = FAR_OFF
        assert step(player, "empty")["hints"] == []
        assert camera.asked == (False,)


def test_pictures_of_the_faces_are_taken_as_the_empty_board_was(tmp_path: Path) -> None:
    """Another phone may still show the first step."""
    with aiming(tmp_path) as (player, camera):
        step(player, "start")
        corners = step(player, "empty")["corners"]
        assert player.post("/api/v1/calibration", {"step": "corners", "corners": corners}).status == 200
        camera.blur, asked = FAR_OFF, camera.asked
        hinted(player, ["blurred"])
        camera.blur = 0.0
        # There are no cubes in it, which is told once it was taken.
        assert player.post("/api/v1/calibration", {"step": "fire"}).status == 409
        assert camera.asked == asked


@pytest.mark.slow
def test_outside_the_wizard_nobody_makes_it_look_anew(tmp_path: Path) -> None:
    with aiming(tmp_path) as (player, camera):
        camera.blur = FAR_OFF
        hinted(player, ["blurred"])
        assert camera.asked == ()


@pytest.mark.slow
def test_a_board_that_may_lie_in_two_places_is_offered_twice_and_one_of_them_is_taken(tmp_path: Path) -> None:
    with aiming(tmp_path) as (player, camera):
        camera.shown = seven_columns()
        step(player, "start")
        told = step(player, "empty")
        assert (told["found"], told["corners"]) == (False, None)
        first, second = told["guesses"]
        assert around(first, second) > 50
        answered = player.post("/api/v1/calibration", {"step": "corners", "corners": second})
        assert answered.status == 200, answered.body
        assert answered.json["corners"] == second


def test_a_board_that_is_plain_is_not_guessed_at(tmp_path: Path) -> None:
    with aiming(tmp_path) as (player, _):
        step(player, "start")
        told = step(player, "empty")
        assert (told["found"], told["guesses"]) == (True, [])


@pytest.mark.browser
def test_the_page_shows_both_places_and_one_tap_says_which(chrome: Browser, tmp_path: Path) -> None:
    with table_aimed_at(tmp_path) as (table, player, camera):
        camera.shown = seven_columns()
        with phone(chrome, table) as held:
            held.enter().open("/camera")
            held.page.get_by_role("button", name="Set up the camera").click()
            held.page.get_by_role("button", name="take the picture").click()
            held.says("Which of these is the grid?", seconds=180)
            guesses = held.page.locator(".guess")
            expect(guesses).to_have_count(2)
            drawn = [guesses.nth(index).locator("path").get_attribute("d") for index in (0, 1)]
            assert all(drawn)
            assert drawn[0] != drawn[1]
            held.shot("wizard-2-two-guesses")
            offered = player.get("/api/v1/calibration").json["guesses"]
            guesses.nth(1).click()
            held.says("Step 3 of 6", seconds=180)
            assert player.get("/api/v1/calibration").json["corners"] == offered[1]
