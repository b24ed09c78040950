"""Finding challenges: cubes thrown on the board, and only what is good enough kept.

A draft is kept if its PAR is proved, all its shortest solutions are one up to order, every white cube and
tile is needed, and its grade is the one that was asked for. The same category and seed give the same
challenges.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from companion.games.himiki.mindlock.grade import Grade, grade
from companion.games.himiki.mindlock.line import signature
from companion.games.himiki.mindlock.maze import TooLarge, explore, ways
from companion.games.himiki.mindlock.plain import GROUND, PlainMaze
from companion.games.himiki.mindlock.symmetry import fingerprint
from companion.games.himiki.mindlock.tiled import TiledMaze
from companion.games.himiki.mindlock.titles import title
from companion.games.himiki.rules.board import SQUARES
from companion.games.himiki.rules.cubes import HIDDEN, Colour, Cube, Element, Orientation, cube_of, oriented
from companion.games.himiki.rules.options import squares_of
from companion.games.himiki.rules.play import Played
from companion.games.himiki.rules.position import FRESH, Position, shown
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.tiles import NO_TILES, TERRAIN, Chaos, HeldTiles, Tile
from companion.games.himiki.rules.variant import Mode, Seat, Variant
from companion.games.himiki.rules.written.challenge import Category, Challenge
from companion.games.himiki.rules.written.solution import line_text


@dataclass(frozen=True, slots=True)
class Recipe:
    """What drafts of a category are made of; each entry of a tuple is as likely as the others."""

    white: tuple[int, ...]
    black: tuple[int, ...]
    par: range
    influences: tuple[int, ...] = (0,)
    tiles: tuple[int, ...] = (0,)
    kinds: tuple[Tile, ...] = (
        Tile.IMPULSE,
        Tile.TRANSFER,
        Tile.VORTEX,
        Tile.TELEPORTATION,
        Tile.MIRROR,
        Tile.FIRE_MANA,
        Tile.WATER_MANA,
        Tile.WOOD_MANA,
        Tile.CONJURATION,
    )
    """Tiles that can be part of a solution."""


RECIPES: Final = {
    Category.EASY: Recipe((1, 1, 2), (2, 3), range(3, 5)),
    Category.MEDIUM: Recipe((1, 1, 2), (3, 4), range(3, 6), (0, 0, 0, 1), (0, 0, 1)),
    Category.HARD: Recipe((1, 2, 2), (3, 4, 5), range(4, 8), (0, 0, 1), (0, 0, 0, 1)),
    Category.EXPERT: Recipe(
        (2, 2, 2, 3), (4, 5), range(6, 9), (0, 0, 1), (0, 0, 1, 1, 2), tuple(sorted(GROUND))
    ),
}
_MOST_NODES: Final = 40_000
_MOST_NODES_WITH_TILES: Final = 1_500
_MOST_WAYS: Final = 400
_MOST_PAR_WITH_TILES: Final = 5


@dataclass(frozen=True, slots=True)
class Made:
    challenge: Challenge
    grade: Grade


@dataclass(frozen=True, slots=True)
class Studied:
    """A draft with all its shortest solutions."""

    start: Position
    solutions: tuple[list[Played], ...]


def challenges(category: Category, seed: int, first: int, known: Sequence[Challenge] = ()) -> Iterator[Made]:
    """Endlessly, numbered from `first`; none of those known, and none twice, mirrored ones included."""
    chance = Random(f"{category.value}.{seed}")
    seen = {fingerprint(each.start) for each in known}
    titles = {each.title for each in known}
    number = first
    while True:
        studied = study(draft(RECIPES[category], chance), RECIPES[category].par)
        if studied is None or not everything_used(studied):
            continue
        graded = grade(studied.start, studied.solutions)
        if graded.category is not category:
            continue
        made = fingerprint(studied.start)
        if made in seen:
            continue
        challenge = proved(studied, f"{category.value}{number:02}", graded, titles)
        if challenge is not None:
            seen.add(made)
            titles.add(challenge.title)
            yield Made(challenge, graded)
            number += 1


def draft(recipe: Recipe, chance: Random) -> Position:
    white, black = chance.choice(recipe.white), chance.choice(recipe.black)
    tiles = chance.sample(recipe.kinds, chance.choice(recipe.tiles))
    elements = chance.sample(list(Element), chance.choice(recipe.influences))
    land = [tile for tile in tiles if tile in TERRAIN]
    squares = chance.sample(SQUARES, white + black + len(land))
    board = bytearray(len(SQUARES))
    for index, square in enumerate(squares[: white + black]):
        orientation = chance.choice(list(Orientation))
        board[square] = oriented(Colour.WHITE, orientation) if index < white else _black(orientation)
    events = tuple(sorted(tile for tile in tiles if tile not in TERRAIN))
    chaos = Chaos(
        hands=(HeldTiles(events), HeldTiles()),
        land=tuple(sorted(zip(squares[white + black :], land, strict=True))),
    )
    variant = Variant(Mode.MINDLOCK, in_play=frozenset(elements))
    return Position(variant, bytes(board), Seat.WHITE, FRESH, chaos=chaos if tiles else NO_TILES)


def _black(orientation: Orientation) -> Cube:
    """Only its top matters, so nobody has to lay its sides out (RULES 7.1)."""
    cube = cube_of(Colour.BLACK, orientation.value[0] + 2 * HIDDEN)
    assert cube is not None
    return cube


def study(start: Position, par: range) -> Studied | None:
    """None unless its PAR is in that range and its shortest solutions are one up to order."""
    if not _influences_in_reach(start):
        return None
    solutions: list[list[Played]] = []
    try:
        for line in _shortest(start, par):
            solutions.append(line)
            if signature(line) != signature(solutions[0]):
                return None
    except TooLarge:
        return None
    return Studied(start, tuple(solutions)) if solutions else None


def _influences_in_reach(start: Position) -> bool:
    """Black cubes do not turn: the white ones have to bring the count to four (RULES 7.3)."""
    whites = squares_of(start.board, Colour.WHITE)
    blacks = bytes(start.board[square] for square in squares_of(start.board, Colour.BLACK))
    return all(shown(blacks, element) + len(whites) >= 4 for element in start.variant.in_play)


def _shortest(start: Position, par: range) -> Iterator[list[Played]]:
    most, least = par[-1], par[0]
    if start.chaos is NO_TILES or (least > _MOST_PAR_WITH_TILES and _only_ground(start)):
        plain = PlainMaze(start)
        found = explore(plain, most, least, _MOST_NODES)
        for way in ways(found, _MOST_WAYS) if found else ():
            yield plain.line(way)
    else:
        tiled = TiledMaze(start)
        within = explore(tiled, min(most, _MOST_PAR_WITH_TILES), least, _MOST_NODES_WITH_TILES)
        for actions in ways(within, _MOST_WAYS) if within else ():
            line = tiled.line(actions)
            if line is not None:
                yield line


def _only_ground(start: Position) -> bool:
    return not start.chaos.hands[Colour.WHITE].known and all(tile in GROUND for _, tile in start.chaos.land)


def everything_used(studied: Studied) -> bool:
    """A tile that lies about for nothing is clutter, and so is a white cube that nobody touches."""
    line = studied.solutions[0]
    end = line[-1].after
    stayed = [
        square
        for square in squares_of(studied.start.board, Colour.WHITE)
        if all(each.after.board[square] == studied.start.board[square] for each in line)
    ]
    return not (stayed or end.chaos.land or len(end.chaos.hands[Colour.WHITE]))


def proved(studied: Studied, name: str, graded: Grade, titles: Container[str]) -> Challenge | None:
    """Shortest by the solver's own proof too, with the solution that it finds."""
    solution = solve(studied.start, graded.par)
    if solution is None or solution.par != graded.par:
        return None
    told = line_text(solution.line)
    return Challenge(name, title(studied.start, titles), graded.category, graded.par, studied.start, told)
