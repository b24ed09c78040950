"""One table by chance as the witness would meet it: what was learnt of its cubes, and squares to be told.

    python -m training.episodes --looks 600 --into FOLDER

draws them once; a look that is there already is left alone.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import SQUARES
from companion.games.himiki.rules.cubes import Colour, Element
from training.looks import look_by_chance
from vision.cubes.lesson import cubes_of
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import KINDS
from vision.cubes.reading.reader import halved
from vision.cubes.seen import NOTHING, SOMETHING_ELSE, place_in_odds
from vision.cubes.tops import FINE, HALF, RASTER, Singles, samples_at, softened
from vision.cubes.witness.patches import middles, patches
from vision.frames import Image
from vision.plane.boardlight import EmptyBoard, noise_of
from vision.plane.plane import Maps, seen_on
from vision.virtual import DrawnHand, DrawnLook, Piece, Renderer, Scene, TileOnSquare
from vision.virtual.painting import hands
from vision.virtual.placing import laid_out, sloppy
from vision.virtual.scenes.optics import DrawnLens
from vision.virtual.scenes.scene import middle_of
from vision.virtual.scenes.turns import TURNS

Bytes = NDArray[np.uint8]
Labels = NDArray[np.int8]

PICTURES: Final = 4
"""To be read in each light."""

IGNORED: Final = -1
"""Of a square of which even a person might say either."""

_HARDLY, _MOSTLY = 0.12, 0.5
"""Share of a square's middle that a hand hides: under the first it is as it was, from the second on a
hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Episode:
    samples: Bytes
    """The learnt cubes: n x FINE x FINE x 3."""
    kinds: Labels
    """The kind of each."""
    bare: Bytes
    """The empty squares: squares x 3 x SIDE x SIDE."""
    seen: Bytes
    """Squares of the pictures to be read, as the camera saw them: m x 3 x SIDE x SIDE."""
    lights: Singles
    """The light there against that of the empty picture: m x 3."""
    squares: Labels
    labels: Labels
    """The place in the odds, or `IGNORED`."""

    def save(self, path: Path) -> None:
        np.savez_compressed(path, **{name: getattr(self, name) for name in self.__dataclass_fields__})

    @classmethod
    def load(cls, path: Path) -> Self:
        with np.load(path) as kept:
            return cls(**{name: kept[name] for name in cls.__dataclass_fields__})


class _Table:
    """A look as a calibrated camera sees it."""

    def __init__(self, look: DrawnLook, dice: Random) -> None:
        lens = DrawnLens(look.camera)
        # Nobody's corners and heights are exact.
        slip = [dice.gauss(0, 0.008) for _ in range(2)]
        edge = look.cubes.edge + dice.gauss(0, 0.015)
        points = RASTER.points().reshape(-1, 2) + slip
        pixels = lens.project(np.column_stack([points, np.full(len(points), edge)])).astype(np.float32)
        self.maps: Maps = (pixels[:, 0].reshape(RASTER.shape), pixels[:, 1].reshape(RASTER.shape))
        self.edge = edge
        self.inside = Shadowcaster(lens.centre, edge, HALF).grid_mask(0.0)

    def plane(self, image: Image) -> Image:
        return seen_on(image, self.maps)


def episode(seed: int) -> Episode:
    chance, dice = look_by_chance(seed), Random(f"episode {seed}")
    table = _Table(chance.learnt, dice)
    renderers = {look: Renderer(look) for look in chance.read}
    renderer, noise = renderers[chance.learnt], 1000 * seed
    empty = renderer.render(Scene(light="calibration", noise=noise))[0]
    bare = table.plane(empty)
    board = EmptyBoard(HALF, halved(bare), noise_of(empty))
    samples, kinds = [], []
    for element in Element:
        pieces = laid_out(cubes_of(element), dice, chance.learnt.cubes.edge, care=0.6)
        scene = Scene(pieces, light="calibration", noise=noise + 1 + element)
        plane = table.plane(renderer.render(scene)[0])
        light = board.compare(halved(plane), table.inside).light
        for piece in pieces:
            pose = _felt(piece, dice)
            top = samples_at(softened(plane), RASTER, pose, table.edge, FINE, light.over(pose[:, :2]))
            samples.append(top[0].reshape(3, FINE, FINE).transpose(1, 2, 0))
            kinds.append(KINDS.index((piece.colour, piece.top)))
    ones = np.ones((len(SQUARES), 3), np.float32)
    squares = middles()
    seen, lights, labels = [], [], []
    for number, look in enumerate(chance.read):
        for count in range(PICTURES):
            scene = _scene(look, dice, replace(Scene(), noise=noise + 10 + 20 * number + count))
            image, told = renderers[look].render(scene)[0], _labels(scene, look.cubes.edge)
            plane = table.plane(image)
            soft = softened(plane)
            if scene.hand is not None:
                told = _behind(told, scene.hand, look)
            light = board.compare(halved(plane), table.inside).light
            seen.append(patches(soft, squares, table.edge, ones))
            lights.append(light.over(squares[:, :2]))
            labels.append(told)
    return Episode(
        _bytes(np.stack(samples)),
        np.array(kinds, np.int8),
        _bytes(patches(softened(bare), squares, table.edge, ones)),
        _bytes(np.concatenate(seen)),
        np.concatenate(lights),
        np.tile(np.arange(len(SQUARES), dtype=np.int8), len(seen)),
        np.concatenate(labels),
    )


def _felt(piece: Piece, dice: Random) -> Singles:
    """Where calibration would find it."""
    turn = np.radians(piece.yaw + dice.gauss(0, 1.0))
    return np.array([[piece.x + dice.gauss(0, 0.008), piece.y + dice.gauss(0, 0.008), turn]], np.float32)


def _bytes(values: Singles) -> Bytes:
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)


def _scene(look: DrawnLook, dice: Random, scene: Scene) -> Scene:
    """Cubes by chance, close together as often as not, and now and then what is none."""
    count = dice.randint(3, 8)
    middle = dice.choice(SQUARES)
    at = middle_of(middle)
    close = dice.random() < 0.5
    order = sorted(
        SQUARES,
        key=lambda s: (
            dice.random() + (abs(middle_of(s)[0] - at[0]) + abs(middle_of(s)[1] - at[1]) if close else 0)
        ),
    )
    pieces: list[Piece] = []
    for square in order[:count]:
        colour = dice.choice(tuple(Colour))
        exact = Piece(dice.randrange(4), colour, dice.choice(TURNS), *middle_of(square))
        pieces.append(sloppy(dice, exact, pieces, look.cubes.edge))
    free = order[count:]
    odd = dice.random()
    if odd < 0.12:
        pieces[0] = replace(pieces[0], lift=dice.uniform(0.35, 0.9))
    elif odd < 0.2:
        pieces[0] = replace(pieces[0], lean=dice.uniform(15, 45), towards=dice.choice(((1, 0), (0, 1))))
    elif odd < 0.28:
        pieces = _astride(pieces, dice)
    elif odd < 0.45:
        tiles = tuple(TileOnSquare(s, dice.choice(("vx", "v", "x"))) for s in free[: dice.randint(1, 2)])
        scene = replace(scene, tiles=tiles)
    elif odd < 0.65:
        hand = DrawnHand(
            dice.uniform(0.5, 5.5),
            dice.uniform(0.5, 4.5),
            dice.uniform(0.9, 1.6),
            dice.uniform(0, 360),
            look.skin,
            look.sleeve,
            pinching=dice.random() < 0.5,
        )
        scene = replace(scene, hand=hand)
    gain = 2 ** dice.gauss(0, 0.15)
    tint = [gain * 2 ** dice.gauss(0, 0.05) for _ in range(3)]
    return replace(scene, pieces=tuple(pieces), gain=(tint[0], tint[1], tint[2]))


def _astride(pieces: Sequence[Piece], dice: Random) -> list[Piece]:
    """The first cube halfway to the next square, where nothing else stands near."""
    first = pieces[0]
    step = 0.5 if first.x < 3 else -0.5
    moved = replace(first, x=first.x + step * dice.uniform(0.7, 1.0))
    if any(abs(one.x - moved.x) < 0.95 and abs(one.y - moved.y) < 0.95 for one in pieces[1:]):
        return list(pieces)
    return [moved, *pieces[1:]]


def _labels(scene: Scene, edge: float) -> Labels:
    labels = np.full(len(SQUARES), NOTHING, np.int8)
    for piece in scene.pieces:
        if piece.seated(edge) and piece.square is not None:
            labels[piece.square] = place_in_odds(piece.colour, piece.top)
            continue
        for square, share in piece.squares(edge):
            labels[square] = SOMETHING_ELSE if share > 0.3 else IGNORED
        if piece.lift > 0 and piece.square is not None:
            # Where it is seen on the plane of the tops depends on the camera: beside it nothing is sure.
            x, y = middle_of(piece.square)
            for square in SQUARES:
                near = max(abs(middle_of(square)[0] - x), abs(middle_of(square)[1] - y)) < 1.5
                labels[square] = IGNORED if near else labels[square]
    for tile in scene.tiles:
        labels[tile.square] = SOMETHING_ELSE
    return labels


def _behind(labels: Labels, hand: DrawnHand, look: DrawnLook) -> Labels:
    """The labels once a hand is there, from how much of each square's middle it hides."""
    lens, light = DrawnLens(look.camera), look.light("usual")
    nothing = np.zeros((look.camera.height, look.camera.width, 3), np.uint8)
    view = hands.drawn(nothing, hand, lens, light)
    steps = (np.arange(10) + 0.5) / 10 * look.cubes.edge - look.cubes.edge / 2
    across, along = (axis.ravel() for axis in np.meshgrid(steps, steps))
    after = labels.copy()
    for square in SQUARES:
        x, y = middle_of(square)
        up = np.full(len(across), look.cubes.edge if labels[square] else 0.0)
        share = view.behind(lens.project(np.column_stack([x + across, y + along, up])))
        if share > _HARDLY:
            after[square] = SOMETHING_ELSE if share > _MOSTLY else IGNORED
    return after


def draw(folder: Path, seeds: Sequence[int]) -> None:
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        path = folder / f"{seed:05}.npz"
        if not path.exists():
            episode(seed).save(path)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="training.episodes", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--looks", type=int, default=600)
    parser.add_argument("--first", type=int, default=0, help="number of the first look")
    parser.add_argument("--into", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args(argv)
    draw(options.into, range(options.first, options.first + options.looks))
    return 0


if __name__ == "__main__":
    sys.exit(main())
