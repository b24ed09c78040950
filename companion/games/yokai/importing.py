"""A record becomes a game of the store: the events that would have been told while it was played."""

from collections.abc import Iterator

from companion.games.events import Event
from companion.games.play import Unplayable
from companion.games.yokai.agreed import NAME, Agreed
from companion.games.yokai.referee.events import Corrected, Move, Over, Ready, Revealed
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.moves import Draw, Reveal
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import Player, due, start_position
from companion.games.yokai.rules.written.notation import annotated, bare
from companion.games.yokai.rules.written.position_text import position_text
from companion.games.yokai.rules.written.record import Record, replay


def imported(record: Record) -> tuple[Agreed, tuple[Event, ...]]:
    """Raises `Unplayable` where the record is wrong. Nobody knows any more which cards were in whose hand:
    it goes on with real ones."""
    replayed = replay(record)
    if replayed.fault is not None:
        raise Unplayable(replayed.fault)
    return Agreed(record.players), tuple(_events(record, replayed.steps))


def _events(record: Record, steps: tuple[Played, ...]) -> Iterator[Event]:
    if record.start != start_position(CARDS):
        yield Corrected(t=0.0, moves=(), position=position_text(record.start), reason="position")
    t, unseen = 0.0, list[str]()
    ready = due(record.start) is None
    for entry, played in zip(record.entries, steps, strict=True):
        t, after = entry.t or t, played.after
        match played.move:
            case Draw():
                unseen.append(bare(played.move))
            case Reveal(yokai):
                yield Revealed(t=t, yokai=yokai, position=position_text(after))
            case _:
                yield Move(
                    t=t,
                    by=Player(played.before.turn).letter,
                    move=annotated(played),
                    points=score(after).points,
                    position=position_text(after),
                    unseen=tuple(unseen),
                )
                unseen = []
        if not ready and due(after) is None:
            ready = True
            yield Ready(t=t, mode=NAME, near=record.near, position=position_text(after))
        if played.over:
            end = score(after)
            winner = None if end.winner is None else end.winner.letter
            yield Over(t=t, winner=winner, points=end.points)
