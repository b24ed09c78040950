"""What the empty squares of the four pictures look like as cubes: there a likeness means nothing."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.cubes.align import Kind
from companion.games.himiki.rules.board import SQUARES, Square
from vision.cubes.doubt.accepting import ROOM
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import of_cube
from vision.cubes.matching.outline import centre_of
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import KINDS, Bare
from vision.cubes.reading.reader import halved
from vision.cubes.tops import HALF, MIDDLE, Mask, Singles, marked_at, softened
from vision.frames import Image
from vision.plane.boardlight import EmptyBoard
from vision.plane.camera import Camera
from vision.plane.plane import Maps, seen_on

_SEEN: Final = 0.9
"""Share of a square that no cube's side may hide, for it to be the square that is seen."""

_NOTHING_ALIKE: Final = Bare(1.0, 0.0)


def bare_of(
    matcher: Matcher,
    laid: Sequence[Kind],
    pictures: Sequence[Image],
    camera: Camera,
    maps: Maps,
    noise: float,
) -> tuple[tuple[Bare, ...], ...]:
    """`pictures` begin with the empty one, the others have cubes on the same squares. By square and kind what
    looked most like a cube.

    Shadows of the cubes beside them lie on these squares as they do in a game.
    """
    board = EmptyBoard(HALF, halved(seen_on(pictures[0], maps)), noise)
    caster = Shadowcaster(camera.centre(), matcher.edge, HALF)
    inside = caster.grid_mask(0.0)
    cubes = [sample.pose for kind in laid for group in kind.groups for sample in group]
    seen = _seen(caster.hidden_by(cubes, ROOM), matcher.edge)
    best = [[_NOTHING_ALIKE] * len(KINDS) for _ in SQUARES]
    for number, picture in enumerate(pictures):
        plane = seen_on(picture, maps)
        half, soft = halved(plane), softened(plane)
        bare = [square for square in SQUARES if number == 0 or seen[square]]
        poses = _middles(bare)
        light = board.compare(half, inside).light.over(poses[:, :2])
        misfits, alikes, _ = matcher.kinds(half, soft, poses, light)
        for square, misfit, alike in zip(bare, misfits.tolist(), alikes.tolist(), strict=True):
            for kind, one in enumerate(zip(misfit, alike, strict=True)):
                known = best[square][kind]
                if of_cube(*one) > of_cube(known.misfit, known.alike):
                    best[square][kind] = Bare(round(one[0], 4), round(one[1], 4))
    return tuple(tuple(kinds) for kinds in best)


def _middles(squares: Sequence[Square]) -> Singles:
    return np.array([(*centre_of(square), 0.0) for square in squares], np.float32)


def _seen(hidden: Mask, edge: float) -> list[bool]:
    """Of every square, whether no cube stands there and no cube's side is seen there."""
    shares = marked_at(hidden, HALF, _middles(SQUARES), edge, MIDDLE).mean(axis=1)
    return [bool(share < 1 - _SEEN) for share in shares]
