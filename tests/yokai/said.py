"""A table without a camera, for tests: moves that are said, and whole games of them."""

import json
import random
from collections.abc import Iterable

from companion.games.decisions import SayMove
from companion.games.events import Event
from companion.games.yokai import play
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.decisions import FromHand
from companion.games.yokai.referee.umpire import Umpire
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Draw, Reveal
from companion.games.yokai.rules.play import carried_out
from companion.games.yokai.rules.position import Phase, due
from companion.games.yokai.rules.written.notation import bare
from companion.games.yokai.rules.written.position_text import parse_position
from vision.frames import Seconds

TOPS = ("F4", "W5", "E3", "A7")


def said(umpire: Umpire, *texts: str) -> list[Event]:
    events: list[Event] = []
    for text in texts:
        events += umpire.decide(SayMove(text), Seconds(1.0))
    return events


def begun(game: Agreed | None = None) -> Umpire:
    umpire = play.referee(game or play.usual())
    said(umpire, *(f"reveal.{top}" for top in TOPS))
    return umpire


def again(game: Agreed, events: Iterable[Event]) -> Umpire:
    """As after a power cut: from what was kept as JSON."""
    kept = [json.loads(json.dumps(event.as_json())) for event in events]
    return play.resumed(game, map(play.event_from, kept))


def position(umpire: Umpire) -> str:
    return str(umpire.status(0.0).position)


def played_out(game: Agreed, seed: int) -> tuple[Umpire, list[Event]]:
    """Whatever is legal for whoever is on turn, in open hands or in dealt ones."""
    chance = random.Random(seed)
    umpire = play.referee(game)
    events = list(umpire.tick(0.0))
    while not umpire.status(0.0).over:
        stands = parse_position(position(umpire))
        if umpire.asked is not None:
            events += umpire.decide(play.answered(umpire.asked), Seconds(2.0))
        elif (at := due(stands)) is not None:
            assert not game.is_dealt
            options = [each for each in legal_moves(stands) if isinstance(each, Reveal)]
            assert all(each.yokai[0] == CARDS.colours[at] for each in options)
            events += said(umpire, bare(chance.choice(options)))
        elif game.is_dealt:
            hands = umpire.hands
            assert hands is not None
            mine = umpire.course.as_known_to(stands.turn)
            move = chance.choice(legal_moves(mine))
            events += umpire.decide(FromHand(stands.turn.letter, bare(move)), Seconds(2.0))
        else:
            drawn = stands.phase is Phase.DRAW
            ready = carried_out(stands, Draw(None)).after if drawn else stands
            events += said(umpire, bare(chance.choice(legal_moves(ready))))
    return umpire, events
