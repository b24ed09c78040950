"""A record becomes a game of the store: the events that would have been told while it was played."""

from collections.abc import Iterator

from companion.games.events import Event
from companion.games.play import Unplayable
from companion.games.rr.agreed import BY_THE_COMPANION, Agreed
from companion.games.rr.referee.course import Course, over_event
from companion.games.rr.referee.events import Corrected, Moved, Ready
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import Ending, Reason
from companion.games.rr.rules.position import Position, State, Zone
from companion.games.rr.rules.tiles import CITIZEN, OF_PLAYER
from companion.games.rr.rules.variant import Variant
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.rules.written.record import Record, first_of, replay


def imported(record: Record) -> tuple[Agreed, tuple[Event, ...]]:
    """Raises `Unplayable` where the record is wrong."""
    replayed = replay(record)
    if replayed.fault is not None:
        raise Unplayable(replayed.fault)
    game = _agreed(record)
    return game, tuple(_events(record, game))


def _agreed(record: Record) -> Agreed:
    levels = {
        side: name.removeprefix(BY_THE_COMPANION)
        for side, name in record.players.items()
        if name.startswith(BY_THE_COMPANION)
    }
    people = {side: name for side, name in record.players.items() if side not in levels}
    return Agreed(_variant(record), people, levels)


def _variant(record: Record) -> Variant:
    """As far as the start tells it; a game that begins elsewhere is corrected as it begins."""
    start = record.start
    if start.state is State.PLAYING:
        return Variant(record.game)
    drawn = tuple(_drawn(start, player) for player in Player)
    variant = Variant(record.game, first_of(start))
    if record.game.has_neutral_zone:
        variant = Variant(record.game, first_of(start), start.neutral)
    elif record.game.draws:
        variant = Variant(record.game, first_of(start), drawn=(drawn[0], drawn[1]))
    return variant


def _drawn(start: Position, player: Player) -> Zone:
    zone = start.zones[player]
    own = {*OF_PLAYER[player], CITIZEN}
    return Zone(tuple(tile for tile in zone.tiles if tile not in own), zone.unknown)


def _events(record: Record, game: Agreed) -> Iterator[Event]:
    course = Course(game)
    first: list[Event] = [Ready(t=0.0, position=position_text(game.start))]
    if game.start != record.start:
        first.append(Corrected(t=0.0, reason="position", position=position_text(record.start)))
    for event in first:
        course.apply(event)
        yield event
    t = 0.0
    for entry, step in zip(record.entries, replay(record).steps, strict=True):
        t = entry.t or t
        by, position = step.before.turn.letter, position_text(step.after)
        moved = Moved(t=t, move=bare(step.move), by=by, position=position)
        course.apply(moved)
        yield moved
    result = record.result
    if result is not None:
        yield over_event(course, course.ended or Ending(result.winner, Reason.RESIGNED, result.allies), t)
