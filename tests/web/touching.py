"""Real touches: what a finger does on glass, through the browser's own input."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession

from tests.web.browsing import Phone
from tests.web.fingers import place_of


@contextmanager
def finger(held: Phone) -> Iterator["Finger"]:
    session = held.page.context.new_cdp_session(held.page)
    try:
        yield Finger(held, session)
    finally:
        session.detach()


class Finger:
    def __init__(self, held: Phone, session: CDPSession) -> None:
        self._held = held
        self._session = session

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        told: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def down(self, square: str) -> None:
        self._send("touchStart", place_of(self._held, square))

    def over(self, source: str, target: str, steps: int = 8) -> None:
        (x0, y0), (x1, y1) = place_of(self._held, source), place_of(self._held, target)
        for step in range(1, steps + 1):
            part = step / steps
            self._send("touchMove", (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))

    def up(self) -> None:
        self._send("touchEnd")

    def drag(self, source: str, target: str) -> None:
        self.down(source)
        self.over(source, target)
        self.up()

    def tap(self, square: str) -> None:
        self.down(square)
        self.up()

    def drag_between(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """From one place of the screen to another."""
        self._send("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            self._send(
                "touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            )
        self._send("touchEnd")

    def tap_at(self, x: float, y: float) -> None:
        self._send("touchStart", (x, y))
        self._send("touchEnd")
