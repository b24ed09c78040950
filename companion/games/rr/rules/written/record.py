"""The records of a game and of a match, and what comes of carrying them out (FORMATS-RR F4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import Ending, Reason, ending
from companion.games.rr.rules.match import Match, Outcome, remaining
from companion.games.rr.rules.play import Played
from companion.games.rr.rules.position import Position, State, allies, named_in
from companion.games.rr.rules.tiles import DRAWN, Tile
from companion.games.rr.rules.variant import Game
from companion.games.rr.rules.written.notation import play_text
from companion.games.rule_errors import NotationError, RulesError


@dataclass(frozen=True, slots=True)
class Entry:
    move: str
    """Bare or annotated."""
    by: Player | None = None
    t: float | None = None
    """Seconds since the game began."""


@dataclass(frozen=True, slots=True)
class Result:
    winner: Player
    reason: Reason
    allies: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Record:
    start: Position
    entries: tuple[Entry, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)
    """Names, by `r` and `b`."""
    game: Game = Game.BASIC
    result: Result | None = None
    """None for a game that did not end."""


@dataclass(frozen=True, slots=True)
class Start:
    first: Player
    by: Player | None = None
    """Who decided it (R9.2)."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    match: Match
    """As it is agreed on: nothing is played in it."""
    games: tuple[Record, ...]
    starts: tuple[Start, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """As much of a record as can be replayed, and the first thing wrong with it."""

    steps: tuple[Played, ...]
    fault: str | None = None
    """At the entry after the last step, or about the result when all entries were replayed."""

    def end(self, start: Position) -> Position:
        return self.steps[-1].after if self.steps else start


def replay(record: Record) -> Replay:
    steps: list[Played] = []
    position = record.start
    for entry in record.entries:
        try:
            if entry.by is not None and entry.by is not position.turn:
                raise NotationError("record", entry.by.letter, f"it is for {position.turn.letter} to play")
            played = play_text(position, entry.move)
        except RulesError as fault:
            return Replay(tuple(steps), str(fault))
        steps.append(played)
        position = played.after
    return Replay(tuple(steps), _fault_of(record.result, position))


def _fault_of(told: Result | None, end: Position) -> str | None:
    if told is None:
        return None
    over = ending(end)
    if over is None and told.reason is Reason.RESIGNED:
        actual = result_of(resigned(end, told.winner.other))
        # No rule says what a game is worth that was given up.
        actual = replace(actual, points=told.points)
    elif over is None:
        return f"there is a result, but the game goes on: {_text(told)}"
    else:
        actual = result_of(over)
    return None if told == actual else f"the result does not fit: {_text(told)}, played {_text(actual)}"


def resigned(position: Position, loser: Player) -> Ending:
    """Scored as any game that ends before the board is full (R9.3)."""
    return Ending(loser.other, Reason.RESIGNED, allies(position.board))


def result_of(over: Ending) -> Result:
    return Result(over.winner, over.reason, over.allies, over.points)


def _text(result: Result) -> str:
    counts = " ".join("-".join(map(str, each)) for each in (result.allies, result.points))
    return f"{result.winner.letter} {result.reason.value} {counts}"


# Matches


def first_of(start: Position) -> Player:
    """Who is first player, seen from where a game begins."""
    second_picks = start.state is State.DRAFT and len(start.neutral) % 2 == 0
    return start.turn.other if second_picks else start.turn


def neutral_of(record: Record) -> tuple[Tile, ...]:
    """Neutral tiles that the game is known to have had, without the Citizen."""
    positions = [record.start, replay(record).end(record.start)]
    return tuple(sorted({tile for each in positions for tile in named_in(each)} & set(DRAWN)))


def match_so_far(record: MatchRecord) -> Match:
    """What the finished games of it add up to."""
    match = record.match
    for game in record.games:
        if game.result is not None:
            match = match.after(Outcome(game.result.winner, game.result.points, neutral_of(game)))
    return match


def match_faults(record: MatchRecord) -> Iterator[tuple[int, str]]:
    """What is wrong between the games, each with the number of its game; their moves are `replay`'s."""
    match = record.match
    for number, game in enumerate(record.games, start=1):
        if match.over:
            yield number, "the match was over before this game (rule R9.1)"
        if number <= len(record.starts):
            start = record.starts[number - 1]
            if start.first is not first_of(game.start):
                yield number, f"{start.first.letter} is said to be first, but the game begins otherwise"
            if start.by is not None and match.decides not in (None, start.by):
                yield number, "the loser of a game decides who is first in the next (rule R9.2)"
        tiles = neutral_of(game)
        if gone := sorted(set(tiles) - set(remaining(match, max(1, len(tiles))))):
            yield number, f"neutral tiles have left the match: {', '.join(gone)} (rule R9.1)"
        if game.result is not None:
            match = match.after(Outcome(game.result.winner, game.result.points, tiles))
        elif number < len(record.games):
            yield number, "a game that has no result is followed by another"
