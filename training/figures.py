"""How often a witness is right, and whether it is as sure as that."""

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np

from training.episodes import IGNORED, Episode, Labels
from vision.cubes.seen import NOTHING, SOMETHING_ELSE
from vision.cubes.tops import QUARTERS, Singles
from vision.cubes.witness.network import Network
from vision.cubes.witness.patches import beside, laid
from vision.cubes.witness.telling import told

_BINS = (0.0, 0.5, 0.7, 0.9, 0.99, 0.999, 1.0)


def judged(weights: Path, one: Episode) -> Singles:
    """Logarithms of how likely everything is on an episode's squares, those that nobody can tell left out."""
    network = Network(weights)
    bare = one.bare.astype(np.float32)
    samples, below = laid(one.samples.astype(np.float32), bare)
    learnt = network.numbers(beside(samples, below))
    rows = np.flatnonzero(one.labels != IGNORED)
    seen = one.seen[rows].astype(np.float32) / one.lights[rows][:, :, None, None]
    numbers = network.numbers(beside(seen, bare[one.squares[rows]]))
    return told(numbers, learnt, np.repeat(one.kinds, QUARTERS).astype(np.intp))


@dataclass
class Figures:
    odds: list[Singles] = field(default_factory=list)
    labels: list[Labels] = field(default_factory=list)

    def add(self, odds: Singles, labels: Labels) -> None:
        self.odds.append(odds)
        self.labels.append(labels)

    def temperature(self) -> float:
        """What more the logits should be divided by: the likeliest of some."""
        odds, labels = np.concatenate(self.odds), np.concatenate(self.labels).astype(int)
        steps = np.geomspace(0.4, 4.0, 47)

        def off(by: float) -> float:
            scaled = odds / by
            scaled -= np.log(np.exp(scaled).sum(axis=1, keepdims=True))
            return float(-scaled[np.arange(len(labels)), labels].mean())

        return float(min(steps, key=off))

    def text(self) -> str:
        odds, labels = np.concatenate(self.odds), np.concatenate(self.labels)
        said, sure = odds.argmax(axis=1), np.exp(odds.max(axis=1))
        lines = [f"{len(labels)} squares, right {(said == labels).mean():.4f}"]
        for name, of in (
            ("bare", labels == NOTHING),
            ("cubes", (labels > NOTHING) & (labels < SOMETHING_ELSE)),
            ("neither", labels == SOMETHING_ELSE),
        ):
            if of.any():
                taken = np.bincount(np.clip(said[of], 0, 7), minlength=8) / of.sum()
                lines.append(
                    f"  {name}: {of.sum()}, right {(said[of] == labels[of]).mean():.4f}, taken for nothing "
                    f"{taken[0]:.4f}, a cube {taken[1:7].sum():.4f}, neither {taken[7]:.4f}"
                )
        lines.append(f"temperature that it lacks: {self.temperature():.2f}")
        lines.append("as sure as        squares  right")
        for low, high in pairwise(_BINS):
            within = (sure >= low) & (sure < high if high < 1 else sure <= high)
            if within.any():
                right = (said[within] == labels[within]).mean()
                says = sure[within].mean()
                lines.append(f"  {low:.3f} to {high:.3f}  {within.sum():7}  {right:.4f} (says {says:.4f})")
        return "\n".join(lines)
