"""Moves as text, bare and annotated (FORMATS-YOKAI F2)."""

import re
from typing import Final

from companion.games.rule_errors import MarkError, NotationError
from companion.games.yokai.rules.cards import Cards, Colour, Sketch, Yokai
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.messages import message
from companion.games.yokai.rules.moves import Ability, Call, Distract, Draw, End, Lay, Move, Pass, Reveal
from companion.games.yokai.rules.play import Counted, Played, play
from companion.games.yokai.rules.position import Position

TO: Final = ">"
TO_DRAWN: Final = "►"
"""As it is printed; `->` is read as well."""

_LONGEST: Final = 80
"""Characters; a Distract with two counts that ends a game has less than 30."""
_LAID: Final = re.compile(
    r"(?P<sketch>[A-Z]{2}[a-z]?)>(?P<pile>[A-Z])(?P<used>![A-Z]?)?"
    r"(?P<what>\([A-Z0-9a-z>]+\))?(?P<counts>(?:\+[ab][A-Z][0-9]|~[A-Z][0-9])+)?(?P<over>\#)?"
)
_DRAWN: Final = re.compile(r"draw\.(\?|[A-Z]{2}[a-z]?)")
_REVEALED: Final = re.compile(r"reveal\.([A-Z][0-9])")
_SUCH_AS: Final = "FW>F, FWc>F!E, FWd>F!, end, pass, draw.FW, reveal.F4"


# Printing


def bare(move: Move) -> str:
    """`FWc>F!E`."""
    match move:
        case Lay(sketch, pile, ability):
            return f"{sketch}{TO}{pile}{_ability_text(ability)}"
        case Draw(sketch):
            return f"draw.{sketch or '?'}"
        case Reveal(yokai):
            return f"reveal.{yokai}"
        case End():
            return "end"
        case Pass():
            return "pass"


def annotated(played: Played) -> str:
    """`FWc►F!E(E4)+aE4`."""
    text = bare(played.move)
    if not isinstance(played.move, Lay):
        return text
    told = f"{text}{_what(played)}{_counts(played)}{'#' if played.over else ''}"
    return told.replace(TO, TO_DRAWN)


def _ability_text(ability: Ability | None) -> str:
    match ability:
        case Call(source):
            return f"!{source}"
        case Distract():
            return "!"
        case None:
            return ""


def _what(played: Played) -> str:
    """What an ability has called or moved."""
    if played.called is not None:
        return f"({played.called})"
    if played.moved is not None:
        return f"({played.moved.sketch}{TO}{played.moved.goal})"
    return ""


def _counts(played: Played) -> str:
    return "".join(map(_count_text, played.counts))


def _count_text(counted: Counted) -> str:
    winner = counted.winner
    return f"~{counted.yokai}" if winner is None else f"+{winner.letter}{counted.yokai}"


# Reading


def play_text(position: Position, text: str, house: House = HOUSE) -> Played:
    """Raises `NotationError`, `IllegalMove` or `MarkError`."""
    told = _plain(text)
    laid = _LAID.fullmatch(told)
    played = play(position, parse_move(text, house), house)
    if laid is None:
        return played
    if (given := laid["what"]) and given != (expected := _what(played)):
        raise MarkError(message("wrong-called", given=given, expected=expected or "-"))
    if (given := laid["counts"]) and given != (expected := _counts(played)):
        raise MarkError(message("wrong-counts", given=given, expected=expected or "-"))
    if laid["over"] and not played.over:
        raise MarkError(message("wrong-end"))
    return played


def parse_move(text: str, house: House = HOUSE) -> Move:
    """What is meant, wherever it is played; raises `NotationError`."""
    told = _plain(text)
    cards = house.cards
    if told in ("end", "pass"):
        return End() if told == "end" else Pass()
    if laid := _LAID.fullmatch(told):
        return Lay(
            _sketch(laid["sketch"], text, cards),
            _pile(laid["pile"], text, cards),
            _ability(laid, text, cards),
        )
    if drawn := _DRAWN.fullmatch(told):
        return Draw(None if drawn[1] == "?" else _sketch(drawn[1], text, cards))
    if revealed := _REVEALED.fullmatch(told):
        if revealed[1] not in cards.known_yokai:
            raise NotationError("move", text, f"there is no Yokai {revealed[1]}")
        return Reveal(Yokai(revealed[1]))
    raise NotationError(
        "move", text, "moves are such as FW>F, FWc>F!E, FWd>F!, end, pass, draw.FW, reveal.F4"
    )


def _plain(text: str) -> str:
    if len(text) > _LONGEST:
        raise NotationError("move", text, "too long")
    return text.replace("->", TO).replace(TO_DRAWN, TO)


def _sketch(code: str, text: str, cards: Cards) -> Sketch:
    """Its two colours in any order."""
    for each in (code, code[1::-1] + code[2:]):
        if each in cards.copies:
            return Sketch(each)
    raise NotationError("move", text, f"there is no sketch {code}")


def _pile(letter: str, text: str, cards: Cards) -> Colour:
    if letter not in cards.index:
        raise NotationError("move", text, f"there is no pile {letter}")
    return Colour(letter)


def _ability(laid: "re.Match[str]", text: str, cards: Cards) -> Ability | None:
    if not (used := laid["used"]):
        return None
    return Call(_pile(used[1:], text, cards)) if used[1:] else Distract()
