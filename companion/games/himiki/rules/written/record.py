"""The record of a game, and what comes of carrying it out (FORMATS 5); `record_text` reads and writes it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.himiki.rules.cubes import Colour, Element
from companion.games.himiki.rules.errors import NotationError, RulesError
from companion.games.himiki.rules.legal import decider
from companion.games.himiki.rules.play import Played, claimed, unclaimed
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import play_text
from companion.games.himiki.rules.written.solution import play_line

CORRECTING: Final = ("accept", "position")


@dataclass(frozen=True, slots=True)
class MoveEntry:
    move: str
    """Bare or annotated."""
    by: str | None = None
    """A turn code, or the colour of a side that decides out of turn."""
    t: float | None = None
    """Seconds since the game began."""
    roll: tuple[Element, Element] | None = None
    """Muk Yan's dice, black then white."""


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """A talking claim (RULES 4.4), or taking it back."""

    colour: Colour
    undone: bool = False


Entry = MoveEntry | ClaimEntry


@dataclass(frozen=True, slots=True)
class Result:
    winner: Colour | None
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was played up to a correction, from which no rule leads to what was played after it."""

    start: Position
    entries: tuple[Entry, ...]
    then: str
    """The decision that corrected it: one of `CORRECTING`."""


@dataclass(frozen=True, slots=True)
class Record:
    start: Position
    entries: tuple[Entry, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)
    """Names, by turn code."""
    result: Result | None = None
    """None for a game that did not end."""
    earlier: tuple[Earlier, ...] = ()
    """Up to where it starts anew, where people corrected it on the way; each can be replayed by itself."""

    @property
    def parts(self) -> Iterator["Record"]:
        """The whole game in order: what can be replayed in one go."""
        for each in self.earlier:
            yield Record(each.start, each.entries, self.players)
        yield replace(self, earlier=())


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One entry carried out; a claim has no `played`."""

    entry: Entry
    before: Position
    after: Position
    played: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """As much of a record as can be replayed, and the first thing wrong with it."""

    steps: tuple[ReplayStep, ...]
    fault: str | None = None
    """At the entry after the last step, or about the result when all entries were replayed."""

    def end(self, start: Position) -> Position:
        return self.steps[-1].after if self.steps else start


def actor(position: Position) -> str:
    """Who makes the next decision: the turn code, or the colour letter of a side that is not on turn."""
    due = position.chaos.due
    colour = decider(position, due[0]) if due else position.seat.colour
    return position.seat.value if colour is position.seat.colour else colour.letter


def replay(record: Record) -> Replay:
    steps: list[ReplayStep] = []
    position = record.start
    for entry in record.entries:
        try:
            step = _carried_out(position, entry, steps)
        except RulesError as fault:
            return Replay(tuple(steps), str(fault))
        steps.append(step)
        position = step.after
    if record.result is not None:
        actual = Result(position.winner, position.score)
        if record.result != actual:
            return Replay(
                tuple(steps),
                f"the result does not fit the game: {_told(record.result)}, played {_told(actual)}",
            )
    return Replay(tuple(steps))


def _told(result: Result) -> str:
    winner = "no winner" if result.winner is None else f"{result.winner.name.lower()} wins"
    return f"{winner} {result.score[0]}-{result.score[1]}"


def _carried_out(position: Position, entry: Entry, steps: list[ReplayStep]) -> ReplayStep:
    if isinstance(entry, ClaimEntry):
        if not entry.undone:
            return ReplayStep(entry, position, claimed(position, entry.colour))
        last = steps[-1] if steps else None
        if last is not None and last.entry == ClaimEntry(entry.colour):
            return ReplayStep(entry, position, last.before)
        return ReplayStep(entry, position, unclaimed(position, entry.colour))
    by = actor(position)
    if entry.by is not None and entry.by not in (by, by[0]):
        raise NotationError("record", entry.by, f"it is for {by} to play")
    if position.variant.mode is Mode.MINDLOCK:
        played = tuple(play_line(position, entry.move))
    else:
        played = (play_text(position, entry.move),)
    return ReplayStep(entry, position, played[-1].after, played)
