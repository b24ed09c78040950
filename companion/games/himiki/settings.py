"""What is agreed on before a game, as JSON: how it is kept, and how it is asked for."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from companion.games import WHICH
from companion.games.clockwork import Clock
from companion.games.himiki.agreed import FRIEND, LEVELS, Game, Match, may_have_levels, seats_of
from companion.games.himiki.rules.cubes import LETTERS, Colour, Element, colour_lettered, element_lettered
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Edition, Mode, Seat, Variant
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.games.play import SettingsError
from companion.games.quoting import quoted

FREE: Final = "free"
MODES: Final = (*(mode.value for mode in Mode), FREE)

_T = TypeVar("_T")

_LONGEST_NAME: Final = 60
_SEATS: Final = tuple(seat.value for seat in Seat)
_KEYS: Final = frozenset(
    (
        WHICH,
        "mode",
        "edition",
        "chaos",
        "human",
        "players",
        "levels",
        "start",
        "influences",
        "challenge",
        "par",
        "seed",
        "own_dice",
        "clock",
        "match",
        "shared",
    )
)
_LENGTHS: Final = (3, 5)
"""Games that a match is the best of."""


def settings_of(game: Game) -> dict[str, Any]:
    variant = game.variant
    clock, match = game.clock, game.match
    told: dict[str, Any] = {
        "mode": game.mode,
        "edition": variant.edition.value,
        "chaos": variant.chaos,
        "human": variant.human.letter,
        "players": dict(game.players),
        "levels": dict(game.levels),
        "start": None if game.start is None else position_text(game.start),
        "influences": [element.letter for element in sorted(variant.in_play)],
        "challenge": game.challenge,
        "par": game.par,
        "seed": game.seed,
        "own_dice": game.own_dice,
        "clock": None if clock is None else {"minutes": clock.minutes, "increment": clock.increment},
    }
    # Games that stand alone, and at one table, are written as they always were.
    if match is not None:
        told["match"] = {"best_of": match.best_of, "won": list(match.won)}
    return told if game.shared is None else {**told, "shared": game.shared}


def game_from(told: object) -> Game:
    """Reads what `settings_of` wrote, or what a program asks for; raises `SettingsError`."""
    if not isinstance(told, Mapping):
        raise SettingsError(('a game is an object such as {"mode": "duel"}',))
    reader = _Reader(told)
    game = reader.game()
    if reader.faults:
        raise SettingsError(tuple(reader.faults))
    return game


@dataclass(frozen=True, slots=True)
class _Reader:
    told: Mapping[str, Any]
    faults: list[str] = field(default_factory=list)

    def game(self) -> Game:
        unknown = (quoted(str(key)) for key in self.told if key not in _KEYS)
        self.faults.extend(f"'{key}' is no setting of a game" for key in unknown)
        mode = self._one_of("mode", MODES, Mode.DUEL.value)
        variant = Variant(
            Mode.DUEL if mode == FREE else Mode(mode),
            Edition(self._one_of("edition", tuple(each.value for each in Edition), Edition.SECOND.value)),
            chaos=self._flag("chaos", False),
            human=colour_lettered(self._one_of("human", tuple(each.letter for each in Colour), "w")),
            in_play=self._influences(mode),
        )
        if variant.chaos and mode not in (Mode.DUEL.value, Mode.TEAMS.value):
            self.faults.append(f"Chaos tiles are for duel and teams, not for {mode}")
        start = self._start(variant)
        if mode == Mode.MINDLOCK.value and start is None and not self.told.get("start"):
            self.faults.append("mindlock needs a challenge, or a start position")
        return Game(
            variant,
            start,
            free=mode == FREE,
            players=self._players(),
            levels=self._levels(variant, free=mode == FREE),
            challenge=self._kind("challenge", str, None),
            par=self._kind("par", int, None),
            seed=self._kind("seed", int, 0) or 0,
            own_dice=self._flag("own_dice", True),
            clock=self._clock(),
            match=self._match(),
            shared=self._kind("shared", str, None),
        )

    def _one_of(self, key: str, choices: tuple[str, ...], default: str) -> str:
        value = self.told.get(key)
        if value is None:
            return default
        if value not in choices:
            self.faults.append(f"{key} is one of {', '.join(choices)}, not '{quoted(str(value))}'")
            return default
        return str(value)

    def _flag(self, key: str, default: bool) -> bool:
        value = self.told.get(key, default)
        if not isinstance(value, bool):
            self.faults.append(f"{key} is true or false")
            return default
        return value

    def _kind(self, key: str, kind: type[_T], default: _T | None) -> _T | None:
        value = self.told.get(key, default)
        if value is None:
            return None
        if not isinstance(value, kind) or isinstance(value, bool):
            self.faults.append(f"{key} is a {'text' if kind is str else 'whole number'}")
            return default
        return value

    def _influences(self, mode: str) -> frozenset[Element]:
        value = self.told.get("influences")
        if value is None or mode != Mode.MINDLOCK.value:
            return frozenset() if mode == Mode.MINDLOCK.value else frozenset(Element)
        if not isinstance(value, list) or any(letter not in list(LETTERS) for letter in value):
            self.faults.append("influences are a list of H, M, K")
            return frozenset()
        return frozenset(element_lettered(letter) for letter in value)

    def _start(self, variant: Variant) -> Position | None:
        text = self._kind("start", str, None)
        if text is None:
            return None
        try:
            return parse_position(text, variant)
        except RulesError as fault:
            self.faults.append(f"start: {fault}")
            return None

    def _players(self) -> dict[str, str]:
        names = self.told.get("players") or {}
        if not isinstance(names, Mapping) or not all(
            key in _SEATS and isinstance(name, str) and len(name) <= _LONGEST_NAME
            for key, name in names.items()
        ):
            self.faults.append(
                f"players are names of at most {_LONGEST_NAME} letters, by {', '.join(_SEATS)}"
            )
            return {}
        return {key: " ".join(name.split()) for key, name in names.items() if name.strip()}

    def _levels(self, variant: Variant, *, free: bool) -> dict[str, str]:
        """In teams `w` and `b` stand for both players of a side."""
        told = self.told.get("levels") or {}
        if not isinstance(told, Mapping):
            self.faults.append('levels are such as {"b": "master"}')
            return {}
        if told and not may_have_levels(variant, free=free):
            self.faults.append("a level plays duels and teams, without Chaos tiles")
            return {}
        seats = {seat.value for seat in variant.seats}
        levels: dict[str, str] = {}
        for key, name in told.items():
            played = seats_of(variant, str(key))
            if not played:
                self.faults.append(f"levels are by {', '.join(sorted(seats))}, not by '{quoted(str(key))}'")
            if name not in LEVELS and not (name == FRIEND and self.told.get("shared")):
                self.faults.append(f"a level is one of {', '.join(LEVELS)}, not '{quoted(str(name))}'")
            levels |= dict.fromkeys(played, str(name))
        return levels

    def _clock(self) -> Clock | None:
        value = self.told.get("clock")
        if value is None:
            return None
        minutes = increment = None
        if isinstance(value, Mapping):
            minutes, increment = _amount(value.get("minutes"), 600), _amount(value.get("increment", 0), 3600)
        if not minutes or increment is None:
            self.faults.append('clock is null or such as {"minutes": 15, "increment": 10}')
            return None
        return Clock(minutes, increment)

    def _match(self) -> Match | None:
        value = self.told.get("match")
        if value is None:
            return None
        told = value if isinstance(value, Mapping) else {}
        best_of, won = told.get("best_of"), told.get("won", [0, 0])
        if best_of not in _LENGTHS or not _are_won(won, best_of):
            self.faults.append('match is null or such as {"best_of": 3, "won": [1, 0]}')
            return None
        return Match(best_of, (won[0], won[1]))


def _are_won(value: Any, best_of: int) -> bool:
    """Fewer than would have decided it, for both."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(each) is int and 0 <= each <= best_of // 2 for each in value)
    )


def _amount(value: object, most: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= most else None
