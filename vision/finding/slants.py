"""From which side the camera may look at the board: two directions of lines that are square to each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.finding.segments import Segments
from vision.plane.camera import Floats, Lens

_FOCUSES: Final = (0.95, 1.25, 1.65, 2.2)
"""In half widths: from 93 to 49 degrees across."""

_LENSES: Final = (Lens(), Lens(-0.16))
"""One that keeps lines straight, and a wide one that bends them."""

_SAMPLES: Final = 500
"""Triples of edges that are tried with each focal length and lens."""

_STEEPEST: Final = np.cos(np.radians(52))
"""Cosine of the most that a camera leans from the vertical."""

_TOLERANCE: Final = 0.03
"""Sine of the angle between a segment and its pencil."""

_NEAR: Final = 0.12
"""Half widths around an edge in which others may cross it."""

_ACROSS: Final = np.cos(np.radians(45))
"""Cosine of the angle from which on they do."""

_USED: Final = 0.85
"""How much less an edge counts once a slant has explained it."""

_USUAL_LEAN: Final = np.radians(35)
"""How far a camera leans until it is taken to look from the side."""

_UNUSUAL: Final = 0.4
"""What one that hangs over the board is trusted more than that."""

_NUDGES: Final = 80
"""Small turns of the best triple that are tried in each round."""

_NUDGE_ROUNDS: Final = 3
"""Each with turns half as large."""

_SEED: Final = 1


@dataclass(frozen=True, slots=True, eq=False)
class Slant:
    """How a plane lies before the camera; its own coordinates are in distances from the lens."""

    turn: Floats
    """3 x 3: the plane's two directions and its normal, as columns, in the camera's coordinates."""
    focus: float
    lens: Lens
    support: float

    def to_unit(self, points: Floats) -> Floats:
        """Where in the picture points of the plane (…, 2) are, in half widths."""
        seen = points @ self.turn[:, :2].T + self.turn[:, 2]
        return self.lens.distort(self.focus * seen[..., :2] / np.maximum(seen[..., 2:], 1e-6))

    def to_plane(self, points: Floats) -> Floats:
        """The plane's points that are seen in the picture at these (N, 2); nan where there are none."""
        straight = self.lens.undistort(points) / self.focus
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.turn
        rays[rays[:, 2] < 0.2] = np.nan
        return np.asarray(rays[:, :2] / rays[:, 2:])


def slants_of(segments: Segments, most: int) -> list[Slant]:
    """The planes that explain most of the edges, one after the other, each what the ones before left."""
    if len(segments.ends) < 6:
        return []
    evidences = [_Evidence(segments.undistorted(lens), focus, lens) for lens in _LENSES for focus in _FOCUSES]
    evidences = [evidence for evidence in evidences if evidence.weights.any()]
    if not evidences:
        return []  # No two edges cross.
    found: list[Slant] = []
    for _ in range(most):
        rivals = [_best(evidence) for evidence in evidences]
        best = max(rivals, key=lambda slant: slant.support)
        if best.support <= 0:
            break
        found.append(best)
        which = evidences[rivals.index(best)]
        explained = which.explained(best.turn)
        for evidence in evidences:
            evidence.weights *= 1 - _USED * explained
    return found


def _best(evidence: "_Evidence") -> Slant:
    turns = np.stack(list(_triples(evidence)))
    support = evidence.support(turns)
    best = int(support.argmax())
    turn, value = _nudged(evidence, turns[best], float(support[best]))
    return Slant(turn, evidence.focus, evidence.lens, value)


class _Evidence:
    def __init__(self, segments: Segments, focus: float, lens: Lens) -> None:
        self.focus, self.lens = focus, lens
        ends = np.concatenate([segments.ends / focus, np.ones((*segments.ends.shape[:2], 1))], axis=2)
        normals = np.cross(ends[:, 0], ends[:, 1])
        self.normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
        self.middles = ends[:, :, :2].mean(axis=1)
        along = ends[:, 1, :2] - ends[:, 0, :2]
        self.along = along / np.linalg.norm(along, axis=1, keepdims=True)
        self.weights = _crossed(segments.ends.mean(axis=1), self.along, segments.lengths)

    def support(self, turns: Floats) -> Floats:
        """Of slants (T, 3, 3): length of the edges that fit, both directions counted."""
        first = self._fitting(turns[:, :, 0]) @ self.weights
        second = self._fitting(turns[:, :, 1]) @ self.weights
        lean = np.arccos(np.clip(turns[:, 2, 2], -1, 1)) / _USUAL_LEAN
        usual = 1 - _UNUSUAL * (1 - np.exp(-(lean**2)))
        return np.asarray(usual * 2 * first * second / np.maximum(first + second, 1e-9))

    def explained(self, turn: Floats) -> Floats:
        """Of every edge, how well it fits one of the plane's two directions."""
        return np.asarray(np.maximum(*(self._fitting(turn[None, :, index])[0] for index in (0, 1))))

    def _fitting(self, points: Floats) -> Floats:
        aim_x = points[:, None, 0] - points[:, None, 2] * self.middles[None, :, 0]
        aim_y = points[:, None, 1] - points[:, None, 2] * self.middles[None, :, 1]
        cross = aim_x * self.along[None, :, 1] - aim_y * self.along[None, :, 0]
        sine = cross**2 / np.maximum(aim_x**2 + aim_y**2, 1e-12)
        return np.asarray(np.maximum(1 - sine / _TOLERANCE**2, 0))


def _crossed(middles: Floats, along: Floats, lengths: Floats) -> Floats:
    """Lengths, with less for those that nothing near them crosses: the grain of wood, a table's edge."""
    gap = np.sum((middles[:, None] - middles[None]) ** 2, axis=2)
    near = np.exp(-gap / (2 * _NEAR**2)) * lengths[None]
    across = np.abs(along @ along.T) < _ACROSS
    crossing, total = (near * across).sum(axis=1), near.sum(axis=1)
    return np.asarray(lengths * np.minimum(2 * crossing / total, 1))


def _triples(evidence: _Evidence) -> Iterator[Floats]:
    """Two edges that meet far off, and one across, say how the plane lies."""
    dice = np.random.default_rng(_SEED)
    weight = evidence.weights / evidence.weights.sum()
    picks = dice.choice(len(weight), size=(4 * _SAMPLES, 3), p=weight)
    along = evidence.along
    same = np.abs(np.einsum("ni,ni->n", along[picks[:, 0]], along[picks[:, 1]]))
    across = np.abs(np.einsum("ni,ni->n", along[picks[:, 0]], along[picks[:, 2]]))
    picks = picks[(same > 0.8) & (across < 0.75) & (picks[:, 0] != picks[:, 1])][:_SAMPLES]
    normals = evidence.normals
    first = np.cross(normals[picks[:, 0]], normals[picks[:, 1]])
    size = np.linalg.norm(first, axis=1)
    keep = size > 1e-4
    first = first[keep] / size[keep, None]
    second = np.cross(first, normals[picks[keep, 2]])
    second /= np.maximum(np.linalg.norm(second, axis=1, keepdims=True), 1e-12)
    third = np.cross(first, second)
    for columns in zip(first, second, third, strict=True):
        turn = np.stack(columns, axis=1)
        if abs(turn[2, 2]) < _STEEPEST:
            continue
        yield facing(turn)
    yield np.eye(3)


def facing(turn: Floats) -> Floats:
    """With the normal away from the camera, and right-handed."""
    turn = turn.copy()
    if turn[2, 2] < 0:
        turn[:, 2] *= -1
    if np.linalg.det(turn) < 0:
        turn[:, 0] *= -1
    return turn


def _nudged(evidence: _Evidence, turn: Floats, support: float) -> tuple[Floats, float]:
    dice = np.random.default_rng(_SEED)
    spread = 0.02
    for _ in range(_NUDGE_ROUNDS):
        turns = turn[None] @ _small_turns(dice.normal(0, spread, (_NUDGES, 3)))
        values = evidence.support(turns)
        best = int(values.argmax())
        if values[best] > support:
            turn, support = turns[best], float(values[best])
        spread /= 2
    return turn, support


def _small_turns(vectors: Floats) -> Floats:
    """Rotations about small vectors (N, 3)."""
    angle = np.linalg.norm(vectors, axis=1)[:, None, None]
    x, y, z = vectors.T
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)
    sine = np.sinc(angle / np.pi)
    half = np.sinc(angle / 2 / np.pi)
    return np.asarray(np.eye(3) + sine * cross + 0.5 * half**2 * (cross @ cross))
