"""A phone is let in by the code that it shows under the camera."""

import io

import cv2
import numpy as np
import pytest
import segno

from companion.web.entrance.pairing import Tickets, code_of
from companion.web.exchange.answers import Refusal
from tests.web.tables import Running
from vision.frames import Image


def photographed(text: str, size: int = 250) -> Image:
    """A phone with that code, lying askew under a camera."""
    out = io.BytesIO()
    segno.make(text, micro=False, error="m").save(out, kind="png", scale=8, border=3)
    code = cv2.imdecode(np.frombuffer(out.getvalue(), np.uint8), cv2.IMREAD_COLOR)
    assert code is not None
    edge = code.shape[0]
    there = np.array([(420, 300), (420 + size, 330), (400 + size, 330 + size), (395, 305 + size)], np.float32)
    here = np.array([(0, 0), (edge, 0), (edge, edge), (0, edge)], np.float32)
    table = np.full((960, 1280, 3), (60, 90, 130), np.uint8)
    seen = cv2.warpPerspective(code, cv2.getPerspectiveTransform(here, there), (1280, 960))
    mask = cv2.fillConvexPoly(np.zeros(table.shape[:2], np.uint8), there.astype(np.int32), 255)
    table[mask > 0] = seen[mask > 0]
    return np.asarray(cv2.GaussianBlur(table, (3, 3), 0), np.uint8)


def test_a_code_that_the_camera_sees_lets_its_phone_in_once() -> None:
    """A single look may miss it, so the phone is held there for some."""
    now = [0.0]
    tickets = Tickets(clock=lambda: now[0])
    ticket = tickets.make()
    looks = (photographed(code_of(ticket), size) for size in (250, 262, 274, 286))

    def held_there() -> bool:
        now[0] += 1
        return tickets.take(ticket, lambda: next(looks))

    assert any(held_there() for _ in range(4))
    with pytest.raises(Refusal):
        tickets.take(ticket, lambda: photographed(code_of(ticket)))


def test_another_phones_code_lets_nobody_else_in() -> None:
    now = [0.0]
    tickets = Tickets(clock=lambda: now[0])
    one, other = tickets.make(), tickets.make()
    assert not tickets.take(one, lambda: photographed(code_of(other)))
    now[0] += 1
    assert tickets.take(other, lambda: None)


def test_however_many_codes_are_asked_for_nobody_is_kept_out() -> None:
    now = [0.0]
    tickets = Tickets(clock=lambda: now[0])
    first = tickets.make()
    others = [tickets.make() for _ in range(2000)]
    assert len({first, *others}) == 2001
    held_there = photographed(code_of(first))
    for _ in range(4):
        now[0] += 1
        if tickets.take(first, lambda: held_there):
            return
    pytest.fail("the first one is not taken any more")


def test_a_code_that_this_table_did_not_make_is_none() -> None:
    tickets, another = Tickets(clock=lambda: 0.0), Tickets(clock=lambda: 0.0)
    for ticket in (another.make(), "guessed", "", "ä" * 22, "A" * 22):
        with pytest.raises(Refusal):
            tickets.take(ticket, lambda: None)


def test_a_code_is_good_for_two_minutes() -> None:
    now = [0.0]
    tickets = Tickets(clock=lambda: now[0])
    ticket = tickets.make()
    now[0] = 121.0
    with pytest.raises(Refusal):
        tickets.take(ticket, lambda: photographed(code_of(ticket)))


def test_a_phone_whose_code_is_not_under_the_camera_stays_outside(table: Running) -> None:
    stranger = table.client()
    shown = stranger.post("/api/v1/session/code").json
    assert shown["qr"].startswith("<svg")
    assert stranger.post("/api/v1/session/seen", {"ticket": shown["ticket"]}).json == {"may_change": False}
    assert stranger.post("/api/v1/decisions", {"decision": "undo"}).status == 401
    assert stranger.post("/api/v1/session/seen", {"ticket": "guessed"}).status == 404
