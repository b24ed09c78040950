"""The record of a game, and what comes of carrying it out (FORMATS-YOKAI F4)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from companion.games.rule_errors import NotationError, RulesError
from companion.games.yokai.rules.ending import Score, score
from companion.games.yokai.rules.house import HOUSE, READINGS, House, Rulings
from companion.games.yokai.rules.moves import Draw, Reveal
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import Player, Position
from companion.games.yokai.rules.written.notation import play_text

CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Entry:
    move: str
    """Bare or annotated."""
    by: str | None = None
    """`a`, `b` or `chance`."""
    t: float | None = None
    """Seconds since the game began."""


@dataclass(frozen=True, slots=True)
class Record:
    start: Position
    entries: tuple[Entry, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)
    """Names, by `a` and `b`."""
    near: str = "a"
    """Whose rows lie on the camera's side."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """As they were written: of those that are not known here the usual reading is played."""
    result: str | None = None
    """`a 24-18`; None for a game that did not end."""

    @property
    def house(self) -> House:
        known = {name: told for name, told in self.rulings.items() if told in READINGS.get(name, ())}
        return House(HOUSE.cards, Rulings(**known))


@dataclass(frozen=True, slots=True)
class Replay:
    """As much of a record as can be replayed, and the first thing wrong with it."""

    steps: tuple[Played, ...]
    fault: str | None = None
    """At the entry after the last step, or about the result when all entries were replayed."""

    def end(self, start: Position) -> Position:
        return self.steps[-1].after if self.steps else start


def rulings_of(house: House) -> dict[str, str]:
    return {each.name: getattr(house.rulings, each.name) for each in fields(Rulings)}


def replay(record: Record) -> Replay:
    house = record.house
    steps: list[Played] = []
    position = record.start
    for entry in record.entries:
        try:
            played = play_text(position, entry.move, house)
            if entry.by is not None and entry.by not in (own := by_of(played)):
                raise NotationError("record", entry.by, f"the move is by {own[0]}")
        except RulesError as fault:
            return Replay(tuple(steps), str(fault))
        steps.append(played)
        position = played.after
    return Replay(tuple(steps), _fault_of(record.result, score(position, house)))


def by_of(played: Played) -> tuple[str, ...]:
    """Who does a move, as it is written; a drawn card may be said to be its player's."""
    turn = Player(played.before.turn).letter
    match played.move:
        case Reveal():
            return (CHANCE,)
        case Draw():
            return CHANCE, turn
        case _:
            return (turn,)


def result_text(end: Score) -> str | None:
    """None while the game goes on."""
    if not end.over:
        return None
    winner = end.winner.letter if end.winner is not None else "draw"
    return f"{winner} {end.points[0]}-{end.points[1]}"


def _fault_of(told: str | None, end: Score) -> str | None:
    actual = result_text(end)
    if told is None or told == actual:
        return None
    if actual is None:
        return f"there is a result, but the game goes on: {told}"
    return f"the result does not fit: {told}, played {actual}"
