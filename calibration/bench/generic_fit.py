"""Learns from tables with known truth how much each feature speaks for a cube, for reading without a profile.

    python -m calibration.bench.generic_fit DIR…

prints the weights that `vision/generic/weights.py` holds, and how each table does with those from the others.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from calibration.bench.generic_report import corners_of
from calibration.bench.report import picture, truths
from companion.games.himiki.rules.board import SQUARES
from vision.cubes.untaught.features import NAMES, features_of
from vision.cubes.untaught.tops import find_tops
from vision.finding.grid import BOARD
from vision.finding.lens import find_lens
from vision.plane.camera import Floats, camera_from

_HELD: Final = 3.0
"""What holds weights back (a ridge on their squares)."""

_ROUNDS: Final = 40
"""Newton's, which are more than enough."""

_PER_TABLE: Final = 500.0
"""How many squares each table counts as, whatever it has."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedTable:
    name: str
    features: Floats
    """N x len(NAMES)."""
    occupied: Floats


def table_of(folder: Path) -> FittedTable:
    """All squares of its clear stills."""
    corners = np.asarray(corners_of(folder))
    features, occupied = [], []
    for truth in truths(folder):
        if not truth.clear or truth.image.parent.name != "stills":
            continue
        image = picture(truth.image)
        size = (image.shape[1], image.shape[0])
        tops = find_tops(image, camera_from(BOARD, corners, size, find_lens(image, corners)))
        features.append(features_of(tops.patches, tops.strengths))
        occupied.append([float(square in truth.cubes) for square in SQUARES])
    return FittedTable(folder.name, np.concatenate(features), np.concatenate(occupied))


def fitted(tables: Sequence[FittedTable]) -> Floats:
    """Weights, and last what is always added, by logistic regression."""
    features = np.concatenate([table.features for table in tables])
    occupied = np.concatenate([table.occupied for table in tables])
    counts = np.concatenate([np.full(len(t.occupied), _PER_TABLE / len(t.occupied)) for t in tables])
    middle, spread = features.mean(axis=0), features.std(axis=0)
    terms = np.column_stack([(features - middle) / spread, np.ones(len(features))])
    weights = np.zeros(terms.shape[1])
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-(terms @ weights)))
        pull = terms.T @ (counts * (occupied - chance)) - _HELD * weights
        power = (terms * (counts * chance * (1 - chance) + 1e-6)[:, None]).T @ terms
        weights = weights + np.linalg.solve(power + _HELD * np.eye(len(weights)), pull)
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - plain @ middle)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="calibration.bench.generic_fit", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    options = parser.parse_args(argv)
    cv2.setNumThreads(1)
    tables = [table_of(folder) for folder in options.folders]
    for table in tables if len(tables) > 1 else ():
        weights = fitted([other for other in tables if other is not table])
        likely = table.features @ weights[:-1] + weights[-1] > 0
        missed = int(np.sum(~likely & (table.occupied > 0)))
        invented = int(np.sum(likely & (table.occupied == 0)))
        print(f"# {table.name}: {len(likely)} squares, {missed} cubes missed, {invented} invented")
    weights = fitted(tables)
    for name, weight in zip(NAMES, weights, strict=False):
        print(f'    "{name}": {weight:.3f},')
    print(f"ALWAYS: Final = {weights[-1]:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
