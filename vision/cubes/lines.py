"""A sighting as programs are told of it: a line of JSON."""

from collections.abc import Iterable
from typing import Any

from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import LETTERS, Element
from vision.cubes.seen import CubeSighting, SeenCube


def as_json(image: str, sighting: CubeSighting) -> dict[str, Any]:
    return {
        "image": image,
        "board": sighting.board,
        "clear": sighting.clear,
        "corners": corners_of(sighting),
        "cubes": [cube_as_json(cube) for cube in sighting.cubes],
        "position": position(sighting.cubes) if sighting.board else None,
    }


def corners_of(sighting: CubeSighting) -> list[list[float]]:
    """In pixels; none where no board is seen."""
    return [[round(x, 1), round(y, 1)] for x, y in sighting.corners or ()]


def cube_as_json(cube: SeenCube) -> dict[str, Any]:
    return {
        "square": name_of(cube.square),
        "colour": cube.colour.name.lower(),
        "top": cube.top.name.lower(),
        "side": None if cube.side is None else cube.side.name.lower(),
        "heading": None if cube.heading is None else round(cube.heading) % 180,
        "confidence": cube.confidence,
    }


def position(cubes: Iterable[SeenCube]) -> str:
    """The cubes field of a position string."""
    return ",".join(f"{name_of(cube.square)}{cube.colour.letter}{letters(cube)}" for cube in cubes) or "-"


def letters(cube: SeenCube) -> str:
    """Three letters, `?` for what is not known."""
    if cube.side is None:
        return cube.top.letter + "??"
    rest = next(element for element in Element if element not in (cube.top, cube.side))
    return cube.top.letter + cube.side.letter + LETTERS[rest]
