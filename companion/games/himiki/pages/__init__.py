"""What HI MI KI shows besides the game at hand: its pages, and its book of rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.web.share import Page

STATIC: Final = Path(__file__).parent / "static"
"""The modules that fill them."""

_MORE: Final = "more"

PAGES: Final[Mapping[str, Page]] = {
    "": Page("table", in_bar=True),
    "table": Page("virtual", above=_MORE),
    "new": Page("new", in_bar=True),
    "mukyan": Page("mukyan", above=_MORE),
    "right": Page("right", in_bar=True),
    "puzzles": Page("puzzles", in_bar=True),
    "games": Page("games", above=_MORE),
    "players": Page("players", above=_MORE),
    "friend": Page("friend", above=_MORE),
    "camera": Page("camera", above=_MORE),
    "settings": Page("settings", above=_MORE),
    "devices": Page("devices", above=_MORE),
    "rules": Page("rules", above=_MORE),
    "welcome": Page("welcome", above=_MORE),
    _MORE: Page("more", in_bar=True),
    "overlay": Page("overlay", alone=True),
    "board": Page("television", alone=True),
}
"""Those in the bar in the order in which they stand there."""
