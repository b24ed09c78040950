"""Events as sentences: which one of the game's says them, and that filled in, in one of six languages."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, assert_never

from companion.games.himiki.agreed import FRIEND, Game
from companion.games.himiki.referee.events import (
    Arbiter,
    BoardFound,
    BoardLost,
    Corrected,
    Doubtful,
    Event,
    Hint,
    Move,
    MukYan,
    Opponent,
    Over,
    Placed,
    Ready,
    Restore,
    Restored,
    Turn,
    Uncertain,
    Violation,
)
from companion.games.himiki.rules import moves
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import HIDDEN, Element, top_of
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.tiles import Tile
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import parse_seen
from companion.games.himiki.sentences import ENGLISH, INSIDE, OPTIONS, say
from companion.words.catalogues import filled, in_language
from companion.words.sentences import Sentence, arbiter_code
from vision.sighting import Reason

PUT_RIGHT: Final = frozenset(reason.value for reason in Reason if reason.unseats)
"""Reasons of doubt that hands can end. These are said unasked; a question speaks of the rest."""

MOST_NAMED: Final = 4
"""Squares named in one sentence; who hears more of them remembers none."""

_CHOICES: Final = ("use", "mana", "impulse", "slide", "swap", "yokai")
"""What a turn may wait for, as a position says it: a page asks for it."""

_SQUARE: Final = re.compile(r"\b([B-E])([1-6])\b")

Said = tuple[Sentence, ...]


def said_of(event: Event, game: Game) -> Said:
    """One event; nothing for what need not be said."""
    match event:
        case Placed():
            return (_made(event, game),)
        case Move():
            return _played(event, game)
        case Turn():
            return _turn(event, game)
        case Violation(restore=restore):
            return (_coded(event, event.text), *map(said_of_restore, restore[:1]))
        case Restored():
            return (say("told-restored"),)
        case Uncertain():
            return (_coded(event, event.question),)
        case Doubtful():
            pairs = zip(event.squares, event.reasons, strict=True)
            return said_of_doubts(pair for pair in pairs if pair[1] in PUT_RIGHT)
        case MukYan():
            return (_muk_yan(event),)
        case Opponent():
            return (_coded(event, event.text),)
        case Hint():
            why = _coded(event, event.text)
            return (say("told-hint", name=_who(event.by, game), move=said_of_move(event.move), why=why),)
        case Corrected():
            return _corrected(event)
        case Arbiter():
            return (say(arbiter_code(event.decision)),)
        case BoardLost():
            return (say("told-board-lost"),)
        case BoardFound():
            return (say("told-board-found"),)
        case Over():
            return (said_of_end(game, event.winner, event.score, event.reason),)
        case _:
            return ()


@lru_cache(maxsize=1024)
def said_of_move(text: str) -> Sentence:
    """A bare move, without who makes it; text that is none stays as it is."""
    try:
        return _said_of(parse_seen(text))
    except RulesError:
        return Sentence("", text)


def _said_of(move: moves.Move) -> Sentence:
    match move:
        case moves.Place(cube, square):
            return say("move-places", element=_sign(top_of(cube)), to=name_of(square))
        case moves.Tilt(source, target):
            return say("move-tilts", **{"from": name_of(source), "to": name_of(target)})
        case moves.Slide(source, target):
            return say("move-slides", **{"from": name_of(source), "to": name_of(target)})
        case moves.Swap(source, other):
            return say("move-swaps", **{"from": name_of(source), "to": name_of(other)})
        case moves.Rotate((square,)):
            return say("move-rotates", square=name_of(square))
        case moves.Rotate(squares):
            return say("move-rotates-some", squares=", ".join(map(name_of, squares)))
        case moves.PutTerrain(tile, square):
            return say("move-lays", tile=tile.value, square=name_of(square))
        case moves.Conjure(square, _):
            return say("move-lays", tile=Tile.CONJURATION.value, square=name_of(square))
        case moves.SpendYokai(square):
            return say("move-lays", tile=Tile.MAJOR_YOKAI.value, square=name_of(square))
        case moves.UseEvent(tile):
            return say(f"tile-{tile.value}")
        case moves.Stop():
            return say("move-stops")
        case moves.Pass():
            return say("move-passes")
        case moves.Decline():
            return say("move-declines")
        case moves.KeepYokai():
            return say("move-keeps")
    assert_never(move)


def _sign(element: Element | None) -> Sentence:
    return say(f"element-{HIDDEN}") if element is None else say(f"sign-{element.letter}")


def said_of_restore(restore: Restore) -> Sentence:
    colour, top, side = tuple(restore.cube[:3])
    words = {"from": restore.source, "to": restore.target, "element": top, "side": side}
    if restore.source is not None and restore.source == restore.target:
        # The top may be right already: after a rotation the sides are what is wrong.
        code = "turn-back" if top == HIDDEN else "turn-up" if side == HIDDEN else "turn"
    elif restore.target is None:
        code = "off"
    else:
        code = ("move" if restore.source else colour) + ("" if top == HIDDEN else "-up")
    return say(f"restore-{code}", **words)


def said_of_option(option: str) -> Said:
    """What a question can be answered with: an answer of its own, or a line of moves."""
    found = OPTIONS.get(option)
    return (found,) if found is not None else tuple(map(said_of_move, option.split()))


def said_of_doubts(doubts: Iterable[tuple[str, str]]) -> Said:
    """Of squares with their reasons: a sentence for each reason."""
    squares: dict[str, list[str]] = {}
    for square, reason in doubts:
        squares.setdefault(reason, []).append(square)
    return tuple(
        say(f"doubt-{reason.value}", squares=_named(squares[reason.value]))
        for reason in Reason
        if reason.value in squares
    )


def _named(squares: list[str]) -> str | Sentence:
    if len(squares) <= MOST_NAMED:
        return ", ".join(squares)
    named = squares[: MOST_NAMED - 1]
    return say("doubt-more", squares=", ".join(named), count=len(squares) - len(named))


def said_of_end(game: Game, winner: str | None, score: tuple[int, int], reason: str = "points") -> Sentence:
    if game.variant.mode is Mode.MINDLOCK:
        if winner or game.par is None:
            return say("told-solved" if winner else "told-unsolved")
        return say("told-past-par", par=game.par)
    if winner is None:
        return say("told-over")
    # As people say it: the winner's points first, whatever the colour.
    own, other = score if winner == "w" else score[::-1]
    code = reason if reason in ("resigned", "time") else "won"
    return say(f"told-{code}", name=_who(winner, game), own=own, other=other)


def _coded(event: Violation | Uncertain | Opponent | Hint, english: str) -> Sentence:
    """What comes with a code of its own; without one, as it is."""
    return Sentence(event.code, english, event.values)


def _who(by: str, game: Game) -> str | Sentence:
    """The name that a player goes by: their own, or their colour."""
    level, name = game.levels.get(by), game.players.get(by) or game.players.get(by[:1])
    if level is not None and not (level == FRIEND and name):
        return say(f"level-{level}")
    if game.variant.mode is Mode.MUK_YAN and by[:1] != game.variant.human.letter:
        return "Muk Yan"
    return name or say(f"seat-{by}")


def _made(event: Placed | Move, game: Game) -> Sentence:
    return say("told-made", name=_who(event.by, game), move=said_of_move(event.move))


def _played(event: Move, game: Game) -> Said:
    parts = [_made(event, game)]
    if event.points:
        parts.append(say("told-point") if event.points == 1 else say("told-points", count=event.points))
    parts += [say(f"told-influence-{letter}") for letter in event.influence]
    if event.points or event.influence:
        parts.append(say("told-score", white=event.score[0], black=event.score[1]))
    return tuple(parts)


def _corrected(event: Corrected) -> Said:
    """Only what is right now; giving up and a side that was told speak for themselves."""
    code = f"told-corrected-{event.reason}"
    if code not in ENGLISH:
        return ()
    white, black = event.score
    return (say(code), say("told-score", white=white, black=black)) if white or black else (say(code),)


def _turn(event: Turn, game: Game) -> Said:
    if event.turn in game.levels or (event.due or "").partition(".")[0] in _CHOICES:
        return ()  # a level says itself what it plays
    code = "again" if event.replay else "must-tilt" if event.must_tilt else "turn"
    return (say(f"told-{code}", name=_who(event.turn, game)),)


def _muk_yan(event: MukYan) -> Sentence:
    if not event.action:
        return say("muk-yan-stops" if event.move == "stop" else "muk-yan-passes")
    return say("told-muk-yan", action=say(f"action-{event.action}"), move=said_of_move(event.move))


class Teller:
    """Says the events of one game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self._game = game
        self._codes = in_language(ENGLISH, language)

    def tell(self, event: Event) -> str | None:
        """One event as a sentence; None for what need not be said."""
        return " ".join(map(self.fill, said_of(event, self._game))) or None

    def answer(self, option: str) -> str:
        """What a question can be answered with, as a sentence begins."""
        said = ", ".join(map(self.fill, said_of_option(option)))
        return said[:1].upper() + said[1:]

    def fill(self, sentence: Sentence) -> str:
        return self._filled(sentence.code, sentence.values) or sentence.english

    def _filled(self, code: str, values: Mapping[str, Any]) -> str | None:
        text = self._codes.get(code)
        if text is None:
            return None
        return filled(text, {name: self._value(name, value) for name, value in values.items()})

    def _value(self, name: str, value: object) -> object:
        """Sentences and codes inside of sentences are said as words."""
        if isinstance(value, Sentence):
            return self.fill(value)
        if isinstance(value, Mapping):
            return self._filled(str(value.get("code", "")), value.get("values", {})) or ""
        code = INSIDE.get(name, {}).get(str(value))
        return value if code is None else self._codes[code]


class News:
    """What a doubt adds to those that were told before: in a game each is spoken once, until all are over."""

    def __init__(self) -> None:
        self._told: frozenset[tuple[str, str]] = frozenset()

    def of(self, event: Event) -> Event:
        if isinstance(event, Ready):
            self._told = frozenset()
        if not isinstance(event, Doubtful):
            return event
        told = tuple(zip(event.squares, event.reasons, strict=True))
        fresh = [pair for pair in told if pair not in self._told]
        self._told = self._told | set(told) if told else frozenset()
        return replace(
            event, squares=tuple(pair[0] for pair in fresh), reasons=tuple(pair[1] for pair in fresh)
        )


def aloud(text: str) -> str:
    """Squares as they are called out: letter, then number, never a word like "before" for B4."""
    return _SQUARE.sub(r"\1 \2", text)
