"""A game with two buttons' worth of rules: of a heap, one or two are taken in turn; who takes the last wins.

It lives in the tests only, and shows what a game needs to be played at the table: this folder, and a word.
"""

from pathlib import Path
from typing import Final

import pytest

from companion import games

TITLE: Final = "Heap"


def brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder lies among the games, and its word stands in the tuple."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(Path(__file__).parents[1])])
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, "toy"))
