"""Events as sentences: code and values for pages, filled in for the voice."""

from collections.abc import Iterable, Iterator
from re import findall
from typing import Any, Final

from companion.games.events import Arbiter, BoardFound, BoardLost, Doubtful, Event, Uncertain
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.events import (
    Corrected,
    Move,
    Opponent,
    Over,
    Ready,
    Restored,
    Revealed,
    Todo,
    Turn,
    Violation,
)
from companion.games.yokai.rules.moves import End, Lay, Pass
from companion.games.yokai.rules.written.notation import parse_move
from companion.games.yokai.sentences import ENGLISH, say
from companion.words.catalogues import filled, in_language
from companion.words.sentences import Sentence, arbiter_code

Said = tuple[Sentence, ...]

_CORRECTED: Final = {"undo": "told-undone", "position": "told-put", "otherwise": "told-otherwise"}


def said_of(event: Event, game: Agreed) -> Said:
    """One event; nothing for what need not be said."""
    match event:
        case Ready() if game.is_dealt:
            return ()
        case Revealed():
            return (say("told-up", yokai=yokai(event.yokai)),)
        case Move():
            return tuple(_played(event, game))
        case Turn():
            return (say("told-turn", player=player(event.turn, game)),)
        case Opponent():
            return (_wanted(event, game),)
        case Todo():
            return tuple(_todo(each, game) for each in event.todo[:1])
        case Corrected():
            return (say(_CORRECTED[event.reason]),)
        case Violation() if event.code in ENGLISH:
            return (_of_values(event.code, event.values, game),)
        case Violation():
            return (Sentence("", event.text),)
        case Uncertain():
            return (Sentence(event.code, event.question, event.values),)
        case Restored():
            return (say("told-right"),)
        case Doubtful():
            return doubts(zip(event.squares, event.reasons, strict=True))
        case Arbiter():
            return (say(arbiter_code(event.decision)),)
        case BoardLost():
            return (say("told-lost"),)
        case BoardFound():
            return (say("told-found"),)
        case Over():
            return (said_of_end(event.winner, event.points, game),)
        case _:
            return ()


def player(letter: str, game: Agreed) -> Sentence | str:
    level = game.levels.get(letter)
    if level is not None:
        return say(f"level-{level}")
    return game.players.get(letter) or say(f"seat-{letter}")


def colour(letter: str) -> Sentence:
    return say(f"colour-{letter}")


def yokai(code: str) -> Sentence:
    return say("yokai-named", colour=colour(code[0]), value=code[1:])


def card(code: str) -> Sentence:
    values: dict[str, Any] = {"one": colour(code[0]), "other": colour(code[1])}
    if code[2:]:
        values["ability"] = say(f"ability-{code[2:]}")
        return say("card-able", **values)
    return say("card-plain", **values)


def said_of_end(winner: str | None, points: tuple[int, int], game: Agreed) -> Sentence:
    if winner is None:
        return say("told-draw", mine=points[0])
    mine, theirs = points if winner == "a" else points[::-1]
    if mine == theirs:
        return say("told-colours", player=player(winner, game), mine=mine)
    return say("told-over", player=player(winner, game), mine=mine, theirs=theirs)


def _played(event: Move, game: Agreed) -> Iterator[Sentence]:
    by = player(event.by, game)
    move = parse_move(event.move)
    match move:
        case Pass():
            yield say("told-pass", player=by)
        case End():
            yield say("told-end", player=by)
        case Lay(sketch, pile):
            yield say("told-laid", player=by, card=card(sketch), pile=colour(pile))
            yield from _results(event.move, pile, game)
        case _:
            return


def said_of_option(option: str, side: str, game: Agreed) -> Said:
    """Of a question: a card as it may have been played, annotated, by that side."""
    return tuple(_played(Move(t=0.0, by=side, move=option, points=(0, 0), position=""), game))


def _results(text: str, pile: str, game: Agreed) -> Iterator[Sentence]:
    """Of an annotated move: what was called or moved, what was won or frightened (FORMATS-YOKAI F2)."""
    for what in findall(r"\(([^)]+)\)", text):
        sketch, _, goal = what.partition("►")
        if goal:
            yield say("told-moved", card=card(sketch), pile=colour(goal))
        else:
            yield say("told-called", yokai=yokai(sketch), pile=colour(pile))
    for winner, code in findall(r"(\+[ab]|~)([A-Z][0-9])", text):
        if winner == "~":
            yield say("told-scared", yokai=yokai(code))
        else:
            yield say("told-won", player=player(winner[1], game), yokai=yokai(code))


def _wanted(event: Opponent, game: Agreed) -> Sentence:
    move = parse_move(event.move)
    assert isinstance(move, Lay)
    by = player(event.by, game)
    return say("told-plays", player=by, card=card(move.sketch), pile=colour(move.pile))


def _todo(step: str, game: Agreed) -> Sentence:
    word, *rest = step.split(" ")
    match word, rest:
        case "call", [code, way]:
            return say("todo-call", yokai=yokai(code), pile=colour(way[-1]))
        case "move", [code, way]:
            return say("todo-move", card=card(code), pile=colour(way[-1]))
        case "take", [code, _, by]:
            return say("todo-take", player=player(by, game), yokai=yokai(code))
        case "below", [code, _]:
            return say("todo-below", yokai=yokai(code))
        case "clear", [pile, by, _]:
            return say("todo-clear", player=player(by, game), pile=colour(pile))
        case _:
            return Sentence("", step)


def todo(steps: Iterable[str], game: Agreed) -> Said:
    return tuple(_todo(each, game) for each in steps)


def doubts(open_ones: Iterable[tuple[str, str]]) -> Said:
    """By pile and reason."""
    told = dict(open_ones)
    if "covered" in told.values():
        return (say("told-covered"),)
    return tuple(say("told-doubt", pile=colour(pile)) for pile in told)


def _of_values(code: str, values: Any, game: Agreed) -> Sentence:
    told: dict[str, Any] = dict(values)
    if "player" in told:
        told["player"] = player(str(told["player"]), game)
    if "pile" in told:
        told["pile"] = colour(str(told["pile"]))
    return say(code, **told)


class Teller:
    """Filled in, in one language."""

    def __init__(self, language: str) -> None:
        self._words = in_language(ENGLISH, language)

    def tell(self, sentences: Iterable[Sentence]) -> str | None:
        return " ".join(map(self._told, sentences)) or None

    def _told(self, sentence: Sentence) -> str:
        values = {
            name: self._told(each) if isinstance(each, Sentence) else each
            for name, each in sentence.values.items()
        }
        return filled(self._words.get(sentence.code, sentence.english), values)
