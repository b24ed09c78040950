"""A record from elsewhere as a game of the store: its settings, and the events that it would have made."""

from collections.abc import Iterator

from companion.games.himiki.agreed import Game, levels_among, may_have_levels
from companion.games.himiki.referee.events import Corrected, Event, Move, Over, Placed, Ready
from companion.games.himiki.rules.errors import NotationError
from companion.games.himiki.rules.moves import Place
from companion.games.himiki.rules.play import Played
from companion.games.himiki.rules.written.notation import annotated, bare
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.himiki.rules.written.record import (
    ClaimEntry,
    MoveEntry,
    Record,
    ReplayStep,
    actor,
    replay,
)


def imported(record: Record) -> tuple[Game, tuple[Event, ...]]:
    """Raises `NotationError` where the record cannot be replayed."""
    parts = [_replayed(part) for part in record.parts]
    variant = record.start.variant
    levels = levels_among(record.players) if may_have_levels(variant) else {}
    people = {seat: name for seat, name in record.players.items() if seat not in levels}
    game = Game(variant, next(record.parts).start, players=people, levels=levels)
    return game, tuple(_events(game, record, parts))


def _replayed(part: Record) -> tuple[ReplayStep, ...]:
    replayed = replay(part)
    if replayed.fault is not None:
        raise NotationError("record", f"entry {len(replayed.steps) + 1}", replayed.fault)
    return replayed.steps


def _events(game: Game, record: Record, parts: list[tuple[ReplayStep, ...]]) -> Iterator[Event]:
    t = 0.0
    edition = game.variant.edition.value
    corrections = ["", *(each.then for each in record.earlier)]
    for reason, part, steps in zip(corrections, record.parts, parts, strict=True):
        position = position_text(part.start)
        if reason:
            yield Corrected(t=t, reason=reason, score=part.start.score, position=position)
        else:
            yield Ready(t=t, mode=game.mode, edition=edition, position=position)
        for event in _of_steps(steps, t):
            t = event.t
            yield event
    steps = parts[-1]
    after = steps[-1].after if steps else record.start
    if record.result is not None or after.over:
        result = record.result
        winner = after.winner if result is None else result.winner
        yield Over(t=t, winner=None if winner is None else winner.letter, score=after.score)


def _of_steps(steps: tuple[ReplayStep, ...], t: float) -> Iterator[Event]:
    for step in steps:
        match step.entry:
            case ClaimEntry(colour, undone):
                reason = "unclaim" if undone else "claim"
                position = position_text(step.after)
                yield Corrected(
                    t=t, reason=reason, score=step.after.score, position=position, side=colour.letter
                )
            case MoveEntry(_, _, at, roll):
                t = max(t, at or 0.0)
                dice = None if roll is None else (roll[0].letter, roll[1].letter)
                for played in step.played:
                    yield _placed(played, t) if isinstance(played.move, Place) else _move(played, t, dice)


def _placed(played: Played, t: float) -> Placed:
    text = bare(played.before, played.move)
    return Placed(t=t, move=text, by=actor(played.before), position=position_text(played.after))


def _move(played: Played, t: float, roll: tuple[str, str] | None) -> Move:
    influence = () if played.influence is None else (played.influence.letter,)
    return Move(
        t=t,
        move=bare(played.before, played.move),
        by=actor(played.before),
        points=played.won,
        influence=influence,
        score=played.after.score,
        position=position_text(played.after),
        annotated=annotated(played),
        roll=roll,
    )
