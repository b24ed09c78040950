"""Moves as text, bare and annotated (FORMATS-RR F2)."""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from companion.games.rr.rules.board import Player, Square, name_of, player_lettered, square_named
from companion.games.rr.rules.legal import scene_after
from companion.games.rr.rules.messages import message
from companion.games.rr.rules.moves import Deed, Move, Name, On, Pick, Place, Shift, Wake
from companion.games.rr.rules.play import Played, play
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.tiles import ACTIVE, Tile, tile_coded
from companion.games.rule_errors import MarkError, NotationError

PLAIN: Final = "!"
"""Before what an effect acts on, where no sign says what it does."""

_LONGEST: Final = 80
"""Characters; a chain of Bard, Performer and a Dragon with eight squares has less than 50."""

_MOVE: Final = re.compile(r"([a-z]{2})@([abc][123])((?:[!x~#&:^][a-wyz0-9+>-]+)*)(?:=([rb]))?")
_STEP: Final = re.compile(r"([!x~#&:^])([a-wyz0-9+>-]+)")
_SQUARES: Final = re.compile(r"[abc][123](?:\+[abc][123])*")
_SHIFT: Final = re.compile(r"([abc][123])-?>([abc][123])")


# Printing


def bare(move: Move) -> str:
    """`ki@b2!c3`."""
    return _text(move, None)


def annotated(played: Played) -> str:
    """`ki@b2xc3=b`."""
    over = played.ending
    return _text(played.move, played.before) + (f"={over.winner.letter}" if over else "")


def _text(move: Move, before: Position | None) -> str:
    if isinstance(move, Pick):
        return f"+{move.tile}"
    signs = iter(()) if before is None else signs_of(before, move)
    text = f"{move.tile}@{name_of(move.square)}"
    deed = move.deed
    while deed is not None:
        what, deed = _target_text(deed)
        text += next(signs, PLAIN) + what
    return text


def _target_text(deed: Deed) -> tuple[str, Deed | None]:
    """What stands after the sign, and what follows that."""
    match deed:
        case On(squares):
            return "+".join(map(name_of, squares)), None
        case Shift(source, target):
            return f"{name_of(source)}>{name_of(target)}", None
        case Name(tile):
            return tile, None
        case Wake(square, then):
            return name_of(square), then


def signs_of(before: Position, move: Place) -> Iterator[str]:
    """What the effects of a move do, one after the other."""
    board = scene_after(before, move.tile, move.square).board
    square, deed = move.square, move.deed
    while deed is not None:
        lying = board[square]
        yield ACTIVE[lying.tile].verb.value if lying else PLAIN
        if not isinstance(deed, Wake):
            return
        square, deed = deed.square, deed.deed


# Reading


def play_text(position: Position, text: str) -> Played:
    """Carries out what is written; raises `RulesError`."""
    move, signs, winner = read_move(text)
    played = play(position, move)
    if isinstance(move, Place):
        for given, true in zip_longest(signs, signs_of(position, move), fillvalue=PLAIN):
            if given not in (PLAIN, true):
                raise MarkError(message("wrong-sign", given=given, expected=true))
    over = played.ending
    if winner is not None and (over is None or over.winner is not winner):
        raise MarkError(message("wrong-winner", given=winner.letter))
    return played


def read_move(text: str) -> tuple[Move, tuple[str, ...], Player | None]:
    """The move, the signs it was written with, and the winner; raises `NotationError`."""
    if len(text) > _LONGEST or not text.isascii():
        raise NotationError("move", text, "such as ki@b2 or ki@b2!c3")
    written = text.lower()
    if re.fullmatch(r"\+[a-z]{2}", written):
        return Pick(_tile(text, written[1:])), (), None
    match = _MOVE.fullmatch(written)
    if match is None:
        raise NotationError("move", text, "such as ki@b2 or ki@b2!c3")
    tile, square, steps, winner = match.groups()
    signs, targets = [], []
    for sign, target in _STEP.findall(steps):
        signs.append(sign)
        targets.append(target)
    place = Place(_tile(text, tile), _square(square), _deed(text, targets))
    return place, tuple(signs), player_lettered(winner) if winner else None


def _tile(text: str, code: str) -> Tile:
    tile = tile_coded(code)
    if tile is None:
        raise NotationError("move", text, f"there is no tile {code}")
    return tile


def _square(name: str) -> Square:
    square = square_named(name)
    assert square is not None, name
    return square


def _deed(text: str, targets: list[str]) -> Deed | None:
    """What stands between signs: the last is what is done, those before it wake tiles."""
    if not targets:
        return None
    deed = _last(text, targets[-1])
    for woken in reversed(targets[:-1]):
        if square_named(woken) is None:
            raise NotationError("move", text, f"{woken} is no square of a tile that is reactivated")
        deed = Wake(_square(woken), deed)
    return deed


def _last(text: str, target: str) -> Deed:
    if _SQUARES.fullmatch(target):
        named = [_square(name) for name in target.split("+")]
        if len(set(named)) < len(named):
            raise NotationError("move", text, "a square named twice")
        return On(tuple(sorted(named)))
    if moved := _SHIFT.fullmatch(target):
        return Shift(_square(moved[1]), _square(moved[2]))
    return Name(_tile(text, target))
