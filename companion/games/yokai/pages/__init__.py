"""What Terres de Yokai shows besides the game at hand: its pages, and its book of rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.web.share import Page

STATIC: Final = Path(__file__).parent / "static"
"""The modules that fill them."""

_MORE: Final = "more"

PAGES: Final[Mapping[str, Page]] = {
    "": Page("table", in_bar=True),
    "new": Page("new", in_bar=True),
    "right": Page("right", in_bar=True),
    "games": Page("games", above=_MORE),
    "players": Page("players", above=_MORE),
    "camera": Page("pieces", above=_MORE),
    "settings": Page("settings", above=_MORE),
    "devices": Page("devices", above=_MORE),
    "rules": Page("rules", above=_MORE),
    _MORE: Page("more", in_bar=True),
}
"""Those in the bar in the order in which they stand there."""
