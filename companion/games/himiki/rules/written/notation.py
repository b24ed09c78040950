"""The text of moves: bare for programs, annotated for people (FORMATS 2)."""

import re
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.rules.board import Square, name_of, square_named
from companion.games.himiki.rules.cubes import (
    Colour,
    Element,
    Orientation,
    colour_of,
    cube_of,
    element_lettered,
    faces_of,
)
from companion.games.himiki.rules.errors import MarkError, NotationError
from companion.games.himiki.rules.messages import message
from companion.games.himiki.rules.moves import (
    DECLINE,
    KEEP_YOKAI,
    PASS,
    STOP,
    Conjure,
    Decline,
    KeepYokai,
    Move,
    Pass,
    Place,
    PutTerrain,
    Rotate,
    Slide,
    SpendYokai,
    Stop,
    Swap,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import EVENTS, TERRAIN, Tile

REPLAY: Final = "R-"
CHAOS: Final = "C-"
ARROW: Final = "►"
SIGNS: Final = {Element.FIRE: "🔥", Element.WATER: "💧", Element.WOOD: "🌲"}

_LONGEST: Final = 400
"""Thirty rotated cubes and their marks are shorter."""

_EMOJI_STYLE: Final = "\ufe0f"
_MARKS: Final = re.compile(r"((?:\*|[🔥💧🌲]|\^[HMKhmk])*)$")
_SQUARE: Final = "[A-E][1-6]|[1-6][A-E]"
_PLACE: Final = re.compile(rf"([WB])([HMK]{{3}})@({_SQUARE})")
_SEEN: Final = re.compile(rf"([WB])([HMK?]{{3}})@({_SQUARE})")
_GO: Final = re.compile(rf"({_SQUARE})>([BPT])({_SQUARE})")
_SWAP: Final = re.compile(rf"({_SQUARE})<>({_SQUARE})")
_TERRAIN: Final = re.compile(rf"({'|'.join(sorted(t.value.upper() for t in TERRAIN))})@({_SQUARE})")
_CONJURE: Final = re.compile(rf"CJ@({_SQUARE})=([HMK]{{3}})")
_SPEND: Final = re.compile(rf"MY>({_SQUARE})")
_WORDS: Final[dict[str, Move]] = {"STOP": STOP, "PASS": PASS}
_CHAOS_WORDS: Final[dict[str, Move]] = {
    "NONE": DECLINE,
    "KEEP": KEEP_YOKAI,
    **{tile.value.upper(): UseEvent(tile) for tile in EVENTS if tile is not Tile.CONJURATION},
}


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as somebody wrote it: what they left out is None."""

    move: Move
    prefix: str | None = None
    stars: int | None = None
    signs: frozenset[Element] | None = None


def parse_move(text: str) -> WrittenMove:
    """Reads a move, bare or annotated; raises `NotationError`."""
    if len(text) > _LONGEST:
        raise NotationError("move", text, "longer than any move")
    written = text.strip().replace(_EMOJI_STYLE, "")
    marks = _MARKS.search(written)
    assert marks is not None  # the pattern matches nothing at all, too
    body = written[: marks.start()].replace(ARROW, ">").replace("->", ">")
    if not body.isascii():
        raise NotationError("move", text, "unknown characters")
    body = body.upper()
    prefix = body[:2] if body[:2] in (REPLAY, CHAOS) else None
    move = _parse_body(text, body[2:] if prefix else body)
    stars = marks[1].count("*")
    signs = frozenset(element for element, sign in SIGNS.items() if sign in marks[1])
    signs |= {element_lettered(letter.upper()) for letter in re.findall(r"\^(\w)", marks[1])}
    return WrittenMove(move, prefix, stars or None, signs or None)


def parse_seen(text: str) -> Move:
    """A bare move as a referee says it: a cube that is placed may have sides that nobody knows."""
    placed = _SEEN.fullmatch(text.upper())
    cube = cube_of(Colour("WB".index(placed[1])), placed[2]) if placed else None
    if placed is None or cube is None:
        return parse_move(text).move
    return Place(cube, _square(placed[3]))


def _parse_body(text: str, body: str) -> Move:
    if found := _WORDS.get(body) or _CHAOS_WORDS.get(body):
        return found
    if match := _PLACE.fullmatch(body):
        cube = cube_of(Colour("WB".index(match[1])), match[2])
        if cube is not None:
            return Place(cube, _square(match[3]))
    elif match := _GO.fullmatch(body):
        if match[2] == "B":
            return Tilt(_square(match[1]), _square(match[3]))
        if match[2] == "T":
            return Slide(_square(match[1]), _square(match[3]))
        return _parse_rotation(text, [body])
    elif match := _SWAP.fullmatch(body):
        return Swap(_square(match[1]), _square(match[2]))
    elif match := _TERRAIN.fullmatch(body):
        return PutTerrain(Tile(match[1].lower()), _square(match[2]))
    elif (match := _CONJURE.fullmatch(body)) and match[2] in Orientation.__members__:
        return Conjure(_square(match[1]), Orientation(match[2]))
    elif match := _SPEND.fullmatch(body):
        return SpendYokai(_square(match[1]))
    elif "+" in body:
        return _parse_rotation(text, body.split("+"))
    raise NotationError("move", text, "expected for example B5>BC5, B5>PB5 or stop")


def _square(name: str) -> Square:
    square = square_named(name)
    assert square is not None  # the patterns let only squares through
    return square


def _parse_rotation(text: str, parts: list[str]) -> Rotate:
    squares = []
    for part in parts:
        match = _GO.fullmatch(part)
        if match is None or match[2] != "P":
            raise NotationError("move", text, "expected rotations such as B5>PB5+C5>PC5")
        if _square(match[1]) != _square(match[3]):
            raise NotationError("move", text, "a rotated cube stays on its square")
        squares.append(_square(match[1]))
    if len(set(squares)) < len(squares):
        raise NotationError("move", text, "a cube is rotated once")
    return Rotate(tuple(sorted(squares)))


def prefix_of(position: Position, move: Move) -> str:
    """`R-` for a replay, `C-` for whatever a Chaos tile does, nothing else (FORMATS 2)."""
    match move:
        case Tilt() | Rotate():
            if position.chaos.due:
                return CHAOS
            return REPLAY if position.phase.replay else ""
        case Place() | Stop() | Pass():
            return ""
        case _:
            return CHAOS


def bare(position: Position, move: Move) -> str:
    """The move as programs write it, for that position."""
    return prefix_of(position, move) + _body(move)


def _body(move: Move) -> str:
    match move:
        case Place(cube, square):
            return f"{colour_of(cube).letter}{faces_of(cube)}@{name_of(square)}"
        case Tilt(source, target):
            return f"{name_of(source)}>B{name_of(target)}"
        case Rotate(squares):
            return "+".join(f"{name_of(square)}>P{name_of(square)}" for square in squares)
        case Stop():
            return "stop"
        case Pass():
            return "pass"
        case PutTerrain(tile, square):
            return f"{tile.value}@{name_of(square)}"
        case UseEvent(tile):
            return str(tile.value)
        case Conjure(square, orientation):
            return f"cj@{name_of(square)}={orientation.value}"
        case SpendYokai(target):
            return f"my>{name_of(target)}"
        case KeepYokai():
            return "keep"
        case Decline():
            return "none"
        case Slide(source, target):
            return f"{name_of(source)}>T{name_of(target)}"
        case Swap(source, other):
            return f"{name_of(source)}<>{name_of(other)}"


def annotated(played: Played, *, ascii_signs: bool = False) -> str:
    """The move as people read it: arrow, a star per conflict won, the influence's sign."""
    text = bare(played.before, played.move)
    if not isinstance(played.move, Swap):
        text = text.replace(">", ARROW)
    sign = ""
    if played.influence is not None:
        sign = f"^{played.influence.letter}" if ascii_signs else SIGNS[played.influence]
    return text + "*" * played.won + sign


def play_text(position: Position, text: str) -> Played:
    """Plays a written move and checks that whatever its writer marked is true."""
    written = parse_move(text)
    played = play(position, written.move)
    check_prefix(written, position)
    check_marks(written, played)
    return played


def check_prefix(written: WrittenMove, position: Position) -> None:
    expected = prefix_of(position, written.move)
    if written.prefix is not None and written.prefix != expected:
        raise MarkError(
            message("wrong-prefix", given=written.prefix, expected=expected + _body(written.move))
        )


def check_marks(written: WrittenMove, played: Played) -> None:
    if written.stars is not None and written.stars != played.won:
        raise MarkError(message("wrong-stars", given=written.stars, actual=played.won))
    taken = frozenset(() if played.influence is None else (played.influence,))
    if written.signs is not None and written.signs != taken:
        actual = "".join(SIGNS[element] for element in taken) or "-"
        raise MarkError(message("wrong-signs", actual=actual))
