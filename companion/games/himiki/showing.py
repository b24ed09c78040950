"""How HI MI KI is told at the table: sentences, lights, tunes, and what its buttons mean.

Lights are a function of the game as it stands, so that an undo or a restart needs no care.
"""

import secrets

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Answer, Decision, EndTurn, Roll
from companion.games.himiki.referee.events import (
    Event,
    Move,
    MukYan,
    Over,
    Turn,
)
from companion.games.himiki.referee.status import Status
from companion.games.himiki.rules.cubes import Element
from companion.games.himiki.telling import PUT_RIGHT, News, Teller, aloud
from companion.games.showing import at_once, usual_meaning, usual_tune
from hardware.buttons import Press
from hardware.lights import Lights, Signal
from hardware.tunes import INFLUENCE, POINT, VIOLATION, YOUR_TURN, Tune

__all__ = ["at_once", "lights_of", "meaning", "squares_of", "telling", "tune_of"]


class Telling:
    """Sentences as they are called out."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._news = News()

    def tell(self, game: Game, event: Event) -> str | None:
        said = Teller(game, self._language).tell(self._news.of(event))
        return None if said is None else aloud(said)

    def answer(self, game: Game, option: str) -> str:
        return aloud(Teller(game, self._language).answer(option))


def telling(language: str) -> Telling:
    return Telling(language)


def tune_of(event: Event, game: Game) -> Tune | None:
    """What an event sounds like; most are silent.

    A person is called when it is their turn, Muk Yan's roll included, and when a move was said that their
    hands carry out: not while a level thinks.
    """
    match event:
        case Over() if not event.winner:
            return VIOLATION
        case Move() if event.influence:
            return INFLUENCE
        case Move() if event.points:
            return POINT
        case Turn() if not event.replay and event.turn not in game.levels:
            return YOUR_TURN
        case MukYan() if event.action:
            return YOUR_TURN
        case _:
            return usual_tune(event)


def meaning(press: Press, status: Status, offered: str | None = None) -> Decision | None:
    """What a button says at this moment of the game; None where it says nothing."""
    question = status.question
    match press:
        case Press.UNDO if question is not None:
            return Answer(question.options[-1])
        case Press.DONE if question is None and status.replay:
            return EndTurn()
        case Press.ROLL if status.awaits_roll:
            return Roll(secrets.choice(list(Element)), secrets.choice(list(Element)))
        case _:
            return usual_meaning(press, question, offered)


def squares_of(option: str) -> tuple[str, ...]:
    """Those that the moves of an answer name."""
    named = [square for word in option.split() for square in squares_in(word)] if ">" in option else []
    return tuple(dict.fromkeys(named))


def lights_of(status: Status) -> Lights:
    white, black = status.score
    playing = status.setup is None and not status.over
    return Lights(
        white,
        black,
        status.turn.startswith("w") if playing else status.winner == "w",
        status.turn.startswith("b") if playing else status.winner == "b",
        status.influences,
        _signal(status),
        _squares(status),
    )


def _signal(status: Status) -> Signal:
    if status.violation is not None:
        return Signal.VIOLATION
    waits = not status.board or status.question is not None or status.awaits_roll or status.setup is not None
    if waits or status.to_restore is not None or status.to_remove or _unseated(status):
        return Signal.WAITING
    said = status.muk_yan is not None or status.opponent is not None or status.thinks
    return Signal.SAID if said else Signal.FAIR


def _squares(status: Status) -> tuple[str, ...]:
    """One thing at a time: the first that has to be put right, what is asked, or what is expected next."""
    restore = status.to_restore
    if restore is None and status.setup is not None:
        restore = next(iter((*status.setup.wrong, *status.setup.missing)), None)
    if restore is not None:
        return tuple(square for square in (restore.source, restore.target) if square is not None)
    if status.question is not None and status.question.squares:
        return status.question.squares
    if status.to_remove:
        return status.to_remove
    if unseated := _unseated(status):
        return unseated
    told = status.muk_yan or status.opponent
    return () if told is None else squares_in(told.move)


def _unseated(status: Status) -> tuple[str, ...]:
    """What hands have to put right. Lamps can wait: what they spoil holds up no other square."""
    return tuple(square for square, reason in status.doubts if reason in PUT_RIGHT)


def squares_in(move: str) -> tuple[str, ...]:
    """The squares that a bare tilt or rotation names: `B2>BB3` is B2 and B3, `B5>PB5+C5>PC5` B5 and C5."""
    named: list[str] = []
    for part in move.split("+"):
        source, _, target = part.rpartition(">")
        named += [source[-2:], target[-2:]] if source else []
    return tuple(dict.fromkeys(named))
