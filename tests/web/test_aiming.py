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

from companion.table.cameras import Camera
from companion.web import camera
from tests.patience import patient
from tests.web.tables import PATIENCE, Client, running
from vision.frames import Frame
from vision.sources.virtual import VirtualSource

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

    def take(self) -> Frame:
        frame = super().take()
        if not self.blur:
            return frame
        return replace(frame, image=np.asarray(cv2.GaussianBlur(frame.image, (0, 0), self.blur), np.uint8))


@contextmanager
def aiming(folder: Path) -> Iterator[tuple[Client, Focusing]]:
    """Above an empty board that was never learnt."""
    made: list[Focusing] = []

    def through(drawn: Camera) -> Camera:
        assert drawn.drawn is not None
        made.append(Focusing(drawn.drawn.table))
        made[0].open()
        return replace(drawn, source=made[0])

    with pytest.MonkeyPatch.context() as patch, running(folder, None, through=through) as started:
        patch.setattr("companion.web.camera.PATIENCE", patient(camera.PATIENCE))
        player = started.player()
        player.lay("-")
        yield player, made[0]


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
        step(player, "fire")
        assert camera.asked == asked


def test_outside_the_wizard_nobody_makes_it_look_anew(tmp_path: Path) -> None:
    with aiming(tmp_path) as (player, camera):
        camera.blur = FAR_OFF
        hinted(player, ["blurred"])
        assert camera.asked == ()
