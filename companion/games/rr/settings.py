"""What is agreed on before a game, as JSON: how it is kept, and how it is asked for."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games import WHICH
from companion.games.play import SettingsError
from companion.games.rr.agreed import Agreed
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.rules.board import Player, player_lettered
from companion.games.rr.rules.match import USUAL_WINS, Match, Outcome
from companion.games.rr.rules.tiles import DRAWN, Tile
from companion.games.rr.rules.variant import Variant
from companion.games.rr.rules.written.options import NAME, variant_of, words_of
from companion.games.rule_errors import RulesError

_LONGEST_NAME: Final = 60
_MOST_GAMES: Final = 99
_MOST_POINTS: Final = 9
_KEYS: Final = frozenset((WHICH, "options", "players", "levels", "wins", "games", "played", "seed"))


def settings_of(game: Agreed) -> dict[str, Any]:
    """`options` are the words after `new rr` (FORMATS-RR F3)."""
    match = game.match
    return {
        WHICH: game.of,
        "options": words_of(game.variant),
        "players": dict(game.players),
        "levels": dict(game.levels),
        "wins": match.wins,
        "games": match.games,
        "played": [
            {"winner": each.winner.letter, "points": list(each.points), "tiles": list(each.tiles)}
            for each in match.played
        ],
        "seed": game.seed,
    }


def game_from(told: object) -> Agreed:
    """Raises `SettingsError` with every fault."""
    if not isinstance(told, Mapping):
        raise SettingsError(("a game is an object",))
    reading = _Reading(told)
    game = Agreed(
        variant=reading.variant(),
        players=reading.names("players", lambda name: 0 < len(name) <= _LONGEST_NAME),
        levels=reading.names("levels", lambda name: name in {level.name for level in LEVELS}),
        match=reading.match(),
        seed=reading.whole("seed", 0, 1 << 62) or 0,
    )
    if reading.faults:
        raise SettingsError(tuple(reading.faults))
    return game


class _Reading:
    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told
        self.faults = [f"'{str(key)[:40]}' is no setting of {NAME}" for key in told if key not in _KEYS]

    def variant(self) -> Variant:
        options = self._told.get("options", "")
        if not isinstance(options, str):
            self.faults.append(f"options are the words after new {NAME}, as text")
            return Variant()
        try:
            return variant_of(options.split())
        except RulesError as fault:
            self.faults.append(str(fault))
            return Variant()

    def names(self, key: str, fits: Callable[[str], bool]) -> dict[str, str]:
        named = self._told.get(key, {})
        sides = [player.letter for player in Player]
        if not isinstance(named, Mapping) or not all(
            side in sides and isinstance(name, str) and fits(name) for side, name in named.items()
        ):
            self.faults.append(f"{key} are names by r and b")
            return {}
        return dict(named)

    def whole(self, key: str, least: int, most: int) -> int | None:
        number = self._told.get(key)
        if number is None or (type(number) is int and least <= number <= most):
            return number
        self.faults.append(f"{key} is a whole number from {least} to {most}")
        return None

    def match(self) -> Match:
        wins, games = self.whole("wins", 1, _MOST_GAMES), self.whole("games", 1, _MOST_GAMES)
        played = self._told.get("played", [])
        if not isinstance(played, (list, tuple)):
            self.faults.append("played is a list of games")
            played = []
        outcomes = tuple(filter(None, map(self._outcome, played)))
        return Match(USUAL_WINS if wins is None else wins, games, outcomes)

    def _outcome(self, told: object) -> Outcome | None:
        winner, points, tiles = (
            told.get(key) if isinstance(told, Mapping) else None for key in ("winner", "points", "tiles")
        )
        fits = (
            winner in ("r", "b")
            and _is_list(points, lambda each: type(each) is int and 0 <= each <= _MOST_POINTS, len(Player))
            and _is_list(tiles, lambda each: each in DRAWN)
        )
        if not fits:
            self.faults.append("a game that was played has its winner, points and tiles")
            return None
        assert isinstance(points, (list, tuple))
        assert isinstance(tiles, (list, tuple))
        return Outcome(player_lettered(str(winner)), (points[0], points[1]), tuple(map(Tile, tiles)))


def _is_list(told: object, fits: Callable[[Any], bool], length: int | None = None) -> bool:
    return isinstance(told, (list, tuple)) and all(map(fits, told)) and length in (None, len(told))
