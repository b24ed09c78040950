"""Which moves explain how the board looks: all that the rules allow, compared with what is seen."""

from dataclasses import dataclass
from functools import lru_cache

from companion.games.rr.referee.look import FREE, Cells, Standing, leaving_after, plain_look
from companion.games.rr.rules.board import Square
from companion.games.rr.rules.legal import legal_moves, scene_after
from companion.games.rr.rules.moves import Place
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.notation import bare


@dataclass(frozen=True, slots=True)
class Way:
    """A legal move, and how the board looks once it is carried out."""

    move: Place
    text: str
    placed: Cells
    """Right after the placing."""
    done: Standing


@dataclass(frozen=True, slots=True)
class Explained:
    """What a look can be, from a position."""

    done: tuple[Way, ...]
    """Moves that are carried out, one for each position that they lead to: without an effect, or the first
    as text."""
    begun: tuple[Way, ...]
    """Moves of which some steps are missing."""

    @property
    def bare(self) -> Way | None:
        """The tile is placed, and nothing is seen of an effect."""
        return next((way for way in self.done if way.move.deed is None), None)


@lru_cache(maxsize=8)
def ways(position: Position) -> tuple[Way, ...]:
    """Every move that can be seen, those without an effect first, each sorted as text; picks of a draft are
    said."""
    return tuple(
        sorted(
            (_way(position, move) for move in legal_moves(position) if isinstance(move, Place)),
            key=lambda way: (way.move.deed is not None, way.text),
        )
    )


def _way(position: Position, move: Place) -> Way:
    reached = after(position, move)
    placed = plain_look(scene_after(position, move.tile, move.square).board)
    return Way(move, bare(move), placed, Standing(reached, leaving_after(position, reached)))


def explained(position: Position, look: Cells, placed: str | None = None) -> Explained:
    """`placed`: what was seen upright where it was placed. No tile that has to leave may still lie there:
    that is looked at before (R3.1)."""
    done: dict[Position, Way] = {}
    begun = []
    for way in ways(position):
        if way.done.fits(look):
            done.setdefault(way.done.position, way)
        elif _is_begun(way, look, placed is not None and way.text.startswith(placed)):
            begun.append(way)
    return Explained(tuple(done.values()), tuple(begun))


def _is_begun(way: Way, look: Cells, was_upright: bool) -> bool:
    """Every square looks as before the effect or as after it, and the tile that was placed shows: once it was
    seen upright its own effect may have turned it."""
    at, cell = way.move.square, look[way.move.square]
    turned = was_upright and cell != FREE and way.done.allows(at, cell)
    return (turned or cell == way.placed[at]) and all(
        cell == way.placed[at] or way.done.allows(at, cell) for at, cell in enumerate(look)
    )


def missing(way: Way, look: Cells) -> tuple[Square, ...]:
    """Squares that do not yet look as they will."""
    return tuple(Square(at) for at, cell in enumerate(look) if not way.done.allows(at, cell))


def has_effect_to_use(position: Position, move: Place) -> bool:
    return any(way.move.deed and way.move[:2] == move[:2] for way in ways(position))


def newly_seen(standing: Standing, look: Cells) -> tuple[Square, ...]:
    """Squares with a tile that lay nowhere on the board before."""
    before = {cell[:2] for cell in standing.look if cell}
    return tuple(
        Square(at)
        for at, cell in enumerate(look)
        if cell not in (FREE, *standing.look) and len(cell) > 2 and cell[:2] not in before
    )
