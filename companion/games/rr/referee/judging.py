"""What is wrong with how the board looks: which rule, in which words, and the way back."""

from dataclasses import dataclass

from companion.games.rr.referee.events import Restore
from companion.games.rr.referee.explaining import newly_seen
from companion.games.rr.referee.look import DOWN, FREE, Cells, Standing, plain_look
from companion.games.rr.referee.phrases import phrase
from companion.games.rr.rules.board import Square, name_of
from companion.games.rr.rules.ending import RULES, ending
from companion.games.rr.rules.legal import scene_after
from companion.games.rr.rules.moves import On, Place
from companion.games.rr.rules.refusal import refusal
from companion.games.rr.rules.tiles import FACES, Tile
from companion.games.rule_errors import RuleWhy


@dataclass(frozen=True, slots=True)
class Finding:
    rule: str
    why: RuleWhy
    wanted: Cells
    """How the board looks once it is put right."""


def finding(standing: Standing, look: Cells) -> Finding:
    """Of a look that no legal move explains."""
    position = standing.position
    back = standing.look
    over = ending(position)
    if over is not None:
        return Finding(RULES[over.reason], phrase("game-is-over"), back)
    new = newly_seen(standing, look)
    if not new:
        return Finding("R3.1", phrase("nothing-placed", squares=_names(_changed(back, look, standing))), back)
    if len(new) > 1:
        return Finding("R3.1", phrase("two-placed", squares=_names(new)), back)
    return _of_placing(standing, look, new[0])


def _of_placing(standing: Standing, look: Cells, square: Square) -> Finding:
    position, back = standing.position, standing.look
    tile = Tile(look[square][:2])
    at = name_of(square)
    if look[square][2:] != position.turn.letter:
        if tile in position.zones[position.turn].tiles:
            return Finding("R1.2", phrase("not-upright", square=at), back)
        return Finding("R3.1", phrase(f"out-of-turn-{position.turn.letter}", square=at), back)
    refused = refusal(position, Place(tile, square))
    if refused is not None:
        return Finding(refused.rule, refused.why, back)
    placed = plain_look(scene_after(position, tile, square).board)
    staying = tuple(at for at in sorted(standing.leaving) if look[at] == DOWN)
    if staying:
        return Finding("R3.1", phrase("take-away-first", squares=_names(staying)), placed)
    changed = _changed(placed, look, standing)
    refused = refusal(position, Place(tile, square, On(changed))) if changed else None
    if refused is not None:
        return Finding(refused.rule, refused.why, placed)
    why = phrase("wrong-effect", tile=FACES[tile].name, squares=_names(changed))
    return Finding(FACES[tile].rule, why, placed)


def _changed(wanted: Cells, look: Cells, standing: Standing) -> tuple[Square, ...]:
    return tuple(
        Square(at)
        for at, cell in enumerate(look)
        if cell != wanted[at] and not (cell == DOWN and at in standing.leaving)
    )


def _names(squares: tuple[Square, ...]) -> str:
    return ", ".join(map(name_of, squares))


def way_back(wanted: Cells, look: Cells) -> tuple[Restore, ...]:
    """Square by square what has to lie there; what is free first, so that there is room."""
    wrong = [at for at, cell in enumerate(look) if cell != wanted[at]]
    return tuple(
        Restore(name_of(Square(at)), wanted[at] if wanted[at] != FREE else None)
        for at in sorted(wrong, key=lambda at: wanted[at] != FREE)
    )
