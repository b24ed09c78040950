"""The games that a table can referee: each is a folder here, and a word in one tuple.

What a game has lies in modules that are named after their part in it: `play` (what is agreed on becomes a
referee), `seeing` (what was learnt becomes an eye), `showing` (what happened becomes sentences, lights and
tunes), `api` and `pages`. What the first three have is written down in `companion.games.play`, `seeing` and
`showing`; `tests/games/test_contract.py` holds every game to it.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from companion.games.play import Options, Play
    from companion.games.seeing import Seeing
    from companion.games.showing import Showing

GAMES: tuple[str, ...] = ("himiki", "rr", "yokai")
"""The first is the one that is played where nobody says which."""

RULED: tuple[str, ...] = GAMES
"""Games whose rules are whole: `himiki engine`, `replay` and `match` speak of them. Those that a camera can
follow are in `GAMES`."""

WHICH: Final = "game"
"""Where settings say whose they are; those of the first game say nothing."""


BY_PHONE: tuple[str, ...] = ("yokai",)
"""Games that are whole without any camera: where none is connected, nothing is drawn in its place."""


class NoSuchRules(ValueError):
    def __init__(self, name: object) -> None:
        super().__init__(f"no game is called '{str(name)[:60]}': there is {', '.join(GAMES)}")


def usual() -> str:
    return GAMES[0]


def of_settings(settings: object) -> str:
    """What these settings say whose they are: perhaps of a game that there is not, or no more."""
    return str(settings.get(WHICH, usual()) if isinstance(settings, Mapping) else usual())


def named_in(settings: object) -> str:
    """Whose settings these are; raises `NoSuchRules`."""
    name = of_settings(settings)
    if name not in GAMES:
        raise NoSuchRules(name)
    return name


def title_of(game: str) -> str:
    """What it is called, in every language; its rules are not taken in for that. Raises `NoSuchRules`."""
    if game not in GAMES:
        raise NoSuchRules(game)
    return cast("str", import_module(f"{__name__}.{game}").TITLE)


def part(game: str, name: str) -> Any:
    """A module of a game, imported when it is needed; raises `NoSuchRules`."""
    if game not in (*GAMES, *RULED):
        raise NoSuchRules(game)
    return import_module(f"{__name__}.{game}.{name}")


def play_of(game: str) -> "Play":
    return cast("Play", part(game, "play"))


def options_of(game: str) -> "Options":
    """Commands name the options of all games: no rules are taken in for that."""
    return cast("Options", part(game, "options"))


def seeing_of(game: str) -> "Seeing":
    """Takes a while: it brings all of seeing along."""
    return cast("Seeing", part(game, "seeing"))


def showing_of(game: str) -> "Showing":
    return cast("Showing", part(game, "showing"))
