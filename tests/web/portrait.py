"""The picture in the README, as the page is now: `python -m tests.web.portrait`."""

import tempfile
from pathlib import Path
from typing import Final

from companion.testing import chromium
from tests.web.browsing import PHONE, browser, phone
from tests.web.tables import drawn_profile_once, running

PICTURE: Final = Path(__file__).parents[2] / "docs" / "page.png"
_MOVES: Final = ("B5>BB4", "C2>BC3", "C5>BC4", "B2>BB3")
"""A duel that has just begun: both sides have met."""


def main() -> None:
    path = chromium()
    assert path is not None, "Chromium is needed: ./himiki test fetches it"
    with tempfile.TemporaryDirectory() as folder:
        profile = drawn_profile_once(Path(folder))
        with running(Path(folder) / "table", profile) as table, browser(path) as started:
            player = table.player()
            player.begin(players={"w": "Ada", "b": "Bo"})
            for move in _MOVES:
                state = player.played(move)
                for square in state["to_remove"]:
                    assert player.post("/api/v1/sim/moves", {"lift": square}).status == 200
                player.until(lambda now: not now["to_remove"] and now["clear"], "the beaten cubes")
            with phone(started, table, size=PHONE, locale="en", color_scheme="light") as held:
                held.enter().open("/")
                held.says("to play.")
                held.page.locator(".board .cube").first.wait_for()
                held.page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
