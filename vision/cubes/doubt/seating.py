"""Whether a top is as large as one on the board, and as square.

One in the air is nearer to the lens and looks larger; one that is tipped looks drawn out or pressed together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import Square
from vision.cubes.tops import FINE, RASTER, Found, Indices, Singles, patches_at, sample_offsets
from vision.frames import Image
from vision.plane.light import Light

_RIM: Final = 0.06
"""Of an edge: what is left out all round. Light on rounded edges has no size."""

_FADE: Final = 0.04
"""Of an edge, beyond: over what samples count less and less."""

_ROUNDS: Final = 2
"""In which errors that are too large are taken for less."""

_OUTLIER: Final = 2.0
"""In spreads: an error beyond pulls no harder."""

_LEAST_SPREAD: Final = 3.0
"""Levels that any top is off by itself."""

_LEAST_GAIN: Final = 0.2
"""Share of its learnt contrast that any top is taken to show."""

_HELD: Final = 1e-4
"""Share of a sample's weight that holds every term back, so that a plain face does not tell any size."""

# What is said below of seated cubes was measured on 569 in clear stills of nine tables with known truth.


@dataclass(frozen=True, slots=True)
class _Size:
    """How much too large a top looks for one on the board: a share, and the same in doubts."""

    surely: float = 0.03
    """Share from which on it is in the air; 95 of 100 seated cubes have 0.018 at most, one has
    0.050 and more, under gloss: of those the rest tells (`plainly`, `_SHAPED`)."""
    plainly: float = 18.0
    """Doubts from which on it is. Seated cubes have 13.6 at most; gloss that turned with the cube comes to
    13, half a square of air to 28 and more."""
    perhaps: float = 0.03
    """Share from which on it is doubtful. A drawn seated cube has 0.0294; of 523 tops shown larger by 4 % 98
    in 100 are beyond this and `in_doubts`, of the same as they stood none."""
    in_doubts: float = 8.0
    """Doubts from which on size and shape are doubtful; nineteen of twenty seated cubes have 6.7 at most."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """The same for what is longer one way than the other: it lies in no level plane."""

    surely: float = 0.055
    """Share from which on it is in the air; 95 of 100 seated cubes have 0.026 at most, one has 0.061 and
    more: of those the rest tells (`told`, `_SHAPED`)."""
    tipped: float = 0.035
    """Share from which on it is rather tipped than not."""
    plainly: float = 10.0
    """Doubts from which on it is either; 95 of 100 seated cubes have 6.7 at most, one has 9.3 and more."""
    perhaps: float = 0.025
    """Share from which on it is doubtful."""
    told: float = 0.008
    """Doubt with which a face has no sign that told its shape, and its rim alone proves nothing; 99 of 100
    seated cubes have 0.012 at most, half of them 0.002."""


_SIZE: Final = _Size()
_SHAPE: Final = _Shape()

_SHAPED: Final = 0.18
"""Share of what is off in a top as large and as square as learnt, that another size and shape must explain:
in cubes in the air that is .3 and more, where the edge of a shadow crosses a top a tenth. 99 of 100
seated cubes have 0.16 at most."""

_ZOOM: Final = 0
"""Of the terms, the one by which a top is larger."""
_CONTRAST: Final = 4
"""Of the terms, the one by which its print is stronger."""
_STRETCHES: Final = (-2, -1)
"""Of the terms, those by which it is stretched, straight and aslant."""

_LEVEL: Final = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
"""Those that a cube which stands level on the board may need as well."""


@dataclass(frozen=True, slots=True)
class SeatOnSquare:
    larger: float
    """Than a top on the board looks; 0 is as large."""
    doubt: float
    stretched: float
    """One way against the other; 0 is as square as learnt."""
    stretch_doubt: float
    shaped: float
    """How much less is off with another size and shape than without."""

    @property
    def in_the_air(self) -> bool:
        if self.shaped < _SHAPED:
            return False
        larger = self.larger > max(_SIZE.surely, _SIZE.plainly * self.doubt)
        return larger or self._stretched_beyond(_SHAPE.surely)

    @property
    def out_of_level(self) -> bool:
        """Rather tipped than not: nothing to rely on."""
        return self.shaped >= _SHAPED and self._stretched_beyond(_SHAPE.tipped)

    @property
    def doubtful(self) -> bool:
        larger = self.larger > max(_SIZE.perhaps, _SIZE.in_doubts * self.doubt)
        return larger or self.stretched > max(_SHAPE.perhaps, _SIZE.in_doubts * self.stretch_doubt)

    def _stretched_beyond(self, share: float) -> bool:
        limit = max(share, _SHAPE.plainly * self.stretch_doubt)
        return self.stretch_doubt < _SHAPE.told and self.stretched > limit


class Sizes:
    def __init__(self, looks: Singles, edge: float) -> None:
        """`looks` is look x FINE x FINE x 3."""
        self._edge = edge
        offsets = sample_offsets(1.0, FINE)
        inwards = 0.5 - np.abs(offsets).max(axis=1)
        weight = np.clip((inwards - _RIM) / _FADE, 0, 1)
        self._kept = np.flatnonzero(weight)
        weight = np.repeat(weight[self._kept], 3)
        across, down = offsets[:, 0], offsets[:, 1]
        uneven = [across, down, across * down, across**2, down**2]
        terms = [self._terms(look, offsets, uneven) for look in looks]
        self._terms_of = np.stack([t * np.sqrt(weight)[:, None] for t in terms]).astype(np.float32)
        self._root = np.sqrt(weight).astype(np.float32)
        covariances = []
        for one in self._terms_of.astype(np.float64):
            power = one.T @ one
            covariances.append(np.linalg.inv(power + _HELD * weight.sum() * np.eye(len(power))))
        self._fits = np.stack([c @ one.T for c, one in zip(covariances, self._terms_of, strict=True)]).astype(
            np.float32
        )
        self._held = _HELD * float(weight.sum())
        terms64 = self._terms_of.astype(np.float64)
        self._powers = np.matmul(terms64.transpose(0, 2, 1), terms64)
        level = self._powers[:, _LEVEL][:, :, _LEVEL] + self._held * np.eye(len(_LEVEL))
        self._level_of = np.linalg.solve(
            level, self._powers[:, _LEVEL] + self._held * np.eye(len(self._powers[0]))[_LEVEL]
        )
        self._doubts = np.sqrt([c[_ZOOM, _ZOOM] for c in covariances]).astype(np.float32)
        self._stretch_doubts = np.sqrt(
            [np.mean([c[term, term] for term in _STRETCHES]) for c in covariances]
        ).astype(np.float32)

    def _terms(self, look: Singles, offsets: Singles, uneven: Sequence[Singles]) -> Singles:
        """What a patch may be made of: a zoom, steps, a turn, contrast, tint, uneven light, two stretches."""
        slopes = np.gradient(look.astype(np.float32), 1 / FINE, axis=(0, 1))
        down, across = (slope.reshape(-1, 3) for slope in slopes)
        zoom = offsets[:, :1] * across + offsets[:, 1:] * down
        spin = offsets[:, :1] * down - offsets[:, 1:] * across
        columns = [zoom, across, down, spin, look.reshape(-1, 3)]
        columns += [np.broadcast_to(channel, zoom.shape) for channel in 255 * np.eye(3, dtype=np.float32)]
        columns += [np.repeat(255 * shade[:, None], 3, axis=1) for shade in uneven]
        columns += [
            offsets[:, :1] * across - offsets[:, 1:] * down,
            offsets[:, :1] * down + offsets[:, 1:] * across,
        ]
        return np.stack([column[self._kept].reshape(-1) for column in columns], axis=-1)

    def seats(self, plane: Image, founds: Mapping[Square, Found], light: Light) -> dict[Square, SeatOnSquare]:
        if not founds:
            return {}
        lights = light.over(np.array([(found.pose.x, found.pose.y) for found in founds.values()]))
        judged = self.judge(plane, list(founds.values()), lights).tolist()
        return {square: SeatOnSquare(*one) for square, one in zip(founds, judged, strict=True)}

    def judge(self, plane: Image, founds: Sequence[Found], lights: Singles) -> Singles:
        """Per top what makes a `SeatOnSquare`."""
        found, spread, shaped = self._fitted(self._values(plane, founds, lights), founds)
        looks = np.array([f.look for f in founds])
        gain = np.maximum(found[:, _CONTRAST, 0], _LEAST_GAIN)
        stretched = np.hypot(*(found[:, term, 0] for term in _STRETCHES))
        return np.stack(
            [
                -found[:, _ZOOM, 0] / gain,
                self._doubts[looks] * spread / gain,
                stretched / gain,
                self._stretch_doubts[looks] * spread / gain,
                shaped,
            ],
            axis=1,
        ).astype(np.float32)

    def shapes(self, plane: Image, founds: Sequence[Found], lights: Singles) -> Singles:
        """Per top (K, 3) how much larger than learnt, and how far drawn out along its own columns and along
        the diagonal between them and its rows: with signs, so that tops turned otherwise can be compared."""
        found, _, _ = self._fitted(self._values(plane, founds, lights), founds)
        gain = np.maximum(found[:, _CONTRAST, 0], _LEAST_GAIN)
        terms = [-found[:, _ZOOM, 0], *(-found[:, term, 0] for term in _STRETCHES)]
        return np.asarray(np.stack(terms, axis=1) / gain[:, None], np.float32)

    def _shaped(self, terms: Singles, off: Singles, looks: Indices) -> Singles:
        """Share of the squares left by level tops that sizes and stretches take away.

        From the terms (K, T) and what they leave (K, N): what level terms leave besides is made of terms.
        """
        found = np.asarray(terms, np.float64)
        besides = found.copy()
        besides[:, _LEVEL] -= np.einsum("klt,kt->kl", self._level_of[looks], found)
        whole = np.einsum("kn,kn->k", off, off).astype(np.float64)
        # What the fit leaves is square to the terms, but for what holds them back.
        more = 2 * self._held * np.einsum("kt,kt->k", besides, found)
        more += np.einsum("kt,kts,ks->k", besides, self._powers[looks], besides)
        return np.asarray(1 - whole / (whole + more), np.float32)

    def _values(self, plane: Image, founds: Sequence[Found], lights: Singles) -> Singles:
        turns = [(f.pose.x, f.pose.y, f.pose.turn + f.quarters * np.pi / 2) for f in founds]
        patches = patches_at(plane, RASTER, np.array(turns, np.float32), self._edge, FINE)
        patches = patches[:, self._kept] / lights[:, None]
        return np.asarray(patches.reshape(len(founds), -1, 1) * self._root[:, None], np.float32)

    def _fitted(self, values: Singles, founds: Sequence[Found]) -> tuple[Singles, Singles, Singles]:
        """The terms that make up each top, what they leave, and how much of that is due to size and shape."""
        looks = np.array([f.look for f in founds])
        terms, fits = self._terms_of[looks], self._fits[looks]
        found = fits @ values
        off = values - terms @ found
        shaped = self._shaped(found[:, :, 0], off[:, :, 0], looks)
        for _ in range(_ROUNDS):
            most = _OUTLIER * _spread(off)
            found += fits @ np.minimum(np.maximum(off, -most), most)
            off = values - terms @ found
        spread = np.asarray(_spread(off)[:, 0, 0], np.float32)
        return np.asarray(found, np.float32), spread, shaped


def _spread(off: Singles) -> Singles:
    return np.asarray(1.25 * np.abs(off).mean(axis=1, keepdims=True) + _LEAST_SPREAD, np.float32)
