"""The empty board as it was learnt, and a picture held against it: what light falls now, what covers it."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import COLUMNS
from vision.frames import Image
from vision.light import Light, find_light, surface
from vision.tops import HALF, median, total

Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]

RASTER: Final = HALF

_FLOOR: Final = 10.0
"""Levels added before a logarithm, so that noise in the dark stays small."""

_LOGS: Final = np.log(np.arange(256, dtype=np.float32) + _FLOOR).astype(np.float32)

_MEAN: Final = np.full((1, 3), 1 / 3, np.float32)

_BLOCK: Final = 6
"""Pixels of this raster to a block of light."""

_TINT: Final = 0.13
SHADOW_TINT: Final = 0.17
"""How much a colour may leave the light's, and how much more for each halving in shadow (logarithms)."""

_OTHER_LIGHT: Final = 0.06
_FILLED: Final = 1.3
"""A change of light (logarithm) from which on it colours shadows, and how much of it they can lose."""

_WARY: Final = 0.6
_STRONG_CHANGE: Final = 0.2
"""How much more colours may be off when the light's own has changed that much."""

_ZONE_STEP: Final = 5
_ZONE_TINT: Final = 0.35

_STRUCTURE: Final = 9

_BRIGHT: Final = 0.38
_DARK: Final = 2.2
_NOISES: Final = 3.0

_TOO_DARK: Final = 40.0
"""Levels under which no print can be expected to show."""

_AROUND: Final = np.ones((7, 7), np.uint8)
"""Pixels around a reflection where it fades."""

_WINDOW: Final = 7
_TEXTURE: Final = 0.035
"""Contrast (logarithm) of a print or line that must be seen again."""

_LOST: Final = 0.3
"""Share of its contrast under which a print counts as hidden."""


@dataclass(frozen=True, slots=True)
class Comparison:
    light: Light
    excess: Singles
    """From 1 on, colour or brightness is that of neither the board nor a shadow on it."""
    lost: Mask
    """Where the board has a print that is not found again."""
    bright: Singles
    """Logarithm of the brightness against the lit board."""
    doubt: Singles
    """What noise makes of it."""
    strange: Singles
    """How much finer detail differs from the board's own (logarithm)."""
    seen_share: float
    """Of the board's print, how much is found again: near 0 when this is no picture of the board."""
    tint: Singles
    """How far the colour leaves the light's (logarithm)."""
    allowed: Singles
    """How far it may where there is no shadow."""

    def beside(self, glare: Mask) -> "Comparison":
        """The same where light that is added explains what is other there."""
        around = cv2.dilate(glare.view(np.uint8), _AROUND).view(bool)
        calm = np.where(around, np.float32(0), self.excess), np.where(around, np.float32(0), self.bright)
        return replace(self, excess=calm[0], bright=calm[1], lost=self.lost & ~around)

    def shaded(self, share: float) -> "Comparison":
        """The same where shadows are coloured: by that share of how dark they are."""
        return replace(self, excess=_excess(self.tint, self.allowed, share, self.bright, self.doubt))


class EmptyBoard:
    def __init__(self, plane: Image, noise: float) -> None:
        """`plane` is the empty board on the plane of the tops, at this module's raster."""
        self.noise = noise
        self._logs = _LOGS[plane]
        self._levels = _greys(plane)
        self._inverse = 1 / (self._levels * self._levels)
        self._print, self._energy = _fine(self._logs)
        self._places = surface(RASTER.grid())
        self._blocks = _blocks(self._logs)
        self._block_places = _blocks(self._places).reshape(-1, self._places.shape[-1]).astype(np.float64)
        self._flat_places = np.ascontiguousarray(self._places.reshape(-1, self._places.shape[-1]))
        dark_zone = RASTER.grid()[..., 0] < COLUMNS / 2
        self._zones = [np.flatnonzero(zone.reshape(-1))[::_ZONE_STEP] for zone in (dark_zone, ~dark_zone)]
        self._in_zones = np.stack([dark_zone.reshape(-1), ~dark_zone.reshape(-1)], axis=-1).astype(np.float32)
        self.textured = self._energy > np.maximum(_TEXTURE, 2.5 * noise / self._levels) ** 2

    def compare(self, plane: Image, inside: Mask, frames: int = 1, settled: float = 0.0) -> Comparison:
        """`frames`: of how many the picture is the mean; `settled`: see `find_light`."""
        logs = np.asarray(cv2.LUT(plane, _LOGS), np.float32)
        detail, energy = _fine(logs)
        match = cv2.boxFilter(detail * self._print, -1, (_WINDOW, _WINDOW))
        kept = match / np.maximum(self._energy, 1e-6)
        alike = match / np.sqrt(np.maximum(energy * self._energy, 1e-9))
        printed = self.textured & inside
        seen = int(np.count_nonzero((alike > 0.5) & printed)) / max(int(np.count_nonzero(printed)), 1)
        trust = _blocks(np.where(self.textured, np.clip(alike, 0.02, 1), 0.15)[..., None])
        block_off = (_blocks(logs) - self._blocks).reshape(-1, 3).astype(np.float64)
        light = find_light(block_off, self._block_places, trust.reshape(-1).astype(np.float64), settled)
        off = logs - self._logs
        off -= (self._flat_places @ light.terms).reshape(off.shape)
        off = self._zoned(np.asarray(cv2.blur(off, (3, 3)), np.float32), inside)
        levels = _greys(plane)
        doubt = np.asarray(
            self.noise / 2.5 * np.sqrt(1 / (frames * levels * levels) + self._inverse), np.float32
        )
        bright = np.asarray(total(off) / 3, np.float32)
        shade = np.asarray(np.maximum(-bright, 0), np.float32)
        tint = _tint(off, bright, shade, light)
        wary = 1 + _WARY * min(float(np.abs(light.tint).max()) / _STRONG_CHANGE, 1.0)
        allowed = np.asarray(_TINT * wary + _NOISES * doubt, np.float32)
        excess = _excess(tint, allowed, SHADOW_TINT, bright, doubt)
        # In the dark the floor of the logarithms presses contrasts together, on both sides.
        pressed = (1 - _FLOOR / levels) / np.maximum(1 - _FLOOR / self._levels, _FLOOR / 1000)
        lost = self.textured & (kept < _LOST * pressed) & (alike < _LOST) & (levels > _TOO_DARK + _FLOOR)
        strange = np.abs(detail - self._print) - 1.2 * doubt
        strange = np.asarray(strange, np.float32)
        return Comparison(light, excess, lost, bright, doubt, strange, seen, tint, allowed)

    def lit(self, light: Light) -> Singles:
        """The board alone, in levels, as it looks in that light."""
        logs = self._logs + (self._flat_places @ light.terms).reshape(self._logs.shape)
        return np.asarray(np.clip(np.exp(logs) - _FLOOR, 0, 255), np.float32)

    def _zoned(self, off: Singles, inside: Mask) -> Singles:
        """Without the tint of either zone: other light, and gloss, change one print more than another."""
        flat, allowed = off.reshape(-1, 3), inside.reshape(-1)
        tints = []
        for zone in self._zones:
            sample = flat[zone[allowed[zone]]]
            channels = np.asarray((sample - total(sample)[:, None] / 3).T, np.float32, order="C")
            apart = median(channels) if len(sample) else np.zeros(3, np.float32)
            tints.append(np.clip(apart, -_ZONE_TINT, _ZONE_TINT).astype(np.float32))
        return np.asarray(off - (self._in_zones @ np.stack(tints)).reshape(off.shape), np.float32)


def _excess(tint: Singles, allowed: Singles, share: float, bright: Singles, doubt: Singles) -> Singles:
    excess = tint / (allowed + share * np.maximum(-bright, 0))
    excess = np.maximum(excess, bright / (_BRIGHT + _NOISES * doubt))
    excess = np.maximum(excess, -bright / (_DARK + _NOISES * doubt))
    return np.asarray(excess, np.float32)


def _tint(off: Singles, bright: Singles, shade: Singles, light: Light) -> Singles:
    """How far a colour is off. A shadow may be filled by the other light, that of the empty picture."""
    channels = [channel - bright for channel in cv2.split(off)]
    if np.abs(light.tint).max() > _OTHER_LIGHT:
        first, second, third = light.tint.tolist()
        along = channels[0] * first + channels[1] * second + channels[2] * third
        most = _FILLED * (1 - np.exp(-shade))
        back = np.minimum(np.maximum(along / -float(light.tint @ light.tint), 0), most)
        channels = [c + back * tint for c, tint in zip(channels, (first, second, third), strict=True)]
    blue, green, red = (np.abs(channel, out=channel) for channel in channels)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def structure_of(bright: Singles, free: Mask) -> Singles:
    """How much brightness changes in two directions at once: signs and fingers do, shadows' edges do not."""
    soft = cv2.GaussianBlur(bright, (3, 3), 0.8)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0) / 8
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1) / 8
    across[~free] = 0
    down[~free] = 0
    window = (_STRUCTURE, _STRUCTURE)
    xx, yy, xy = (cv2.boxFilter(v, -1, window) for v in (across * across, down * down, across * down))
    half = (xx + yy) / 2
    return np.asarray(np.sqrt(np.maximum(half - np.sqrt((xx - yy) ** 2 / 4 + xy * xy), 0)), np.float32)


def _greys(plane: Image) -> Singles:
    return np.asarray(cv2.transform(plane, _MEAN), np.float32) + _FLOOR


def _fine(logs: Singles) -> tuple[Singles, Singles]:
    """What is finer than shading, and its local energy."""
    grey = total(logs) / 3
    detail = cv2.GaussianBlur(grey, (3, 3), 0.8) - cv2.GaussianBlur(grey, (0, 0), 4.0)
    energy = cv2.boxFilter(detail * detail, -1, (_WINDOW, _WINDOW))
    return np.asarray(detail, np.float32), np.asarray(energy, np.float32)


def _blocks(values: Singles) -> Singles:
    rows, columns = values.shape[:2]
    small = cv2.resize(values, (columns // _BLOCK, rows // _BLOCK), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(rows // _BLOCK, columns // _BLOCK, -1), np.float32)


def noise_of(image: Image) -> float:
    """Standard deviation of a picture's noise, in levels, from its quietest half."""
    grey = image.astype(np.float32).mean(axis=2)
    rough = np.abs(grey[:-2, 1:-1] - 2 * grey[1:-1, 1:-1] + grey[2:, 1:-1]) / np.sqrt(6)
    return float(max(np.percentile(rough, 35) / 0.454, 0.5))
