"""The empty board as it was learnt, and a picture held against it: what light falls now, what covers it."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.plane.channels import Mask, Singles, largest, median, total
from vision.plane.light import Light, find_light, surface
from vision.plane.plane import Raster

_FLOOR: Final = 10.0
"""Levels added before a logarithm, so that noise in the dark stays small."""

_LOGS: Final = np.log(np.arange(256, dtype=np.float32) + _FLOOR).astype(np.float32)
"""Logarithm of brightness by level."""

_MEAN: Final = np.full((1, 3), 1 / 3, np.float32)
"""Weights of the channels in brightness."""

_BLOCK: Final = 6
"""Pixels of this raster to a block of light."""

_TINT: Final = 0.13
"""How much a colour may leave the light's (logarithm)."""

SHADOW_TINT: Final = 0.17
"""How much more it may for each e-fold that it is darker."""

_OTHER_LIGHT: Final = 0.06
"""A change of the light's colour (logarithm) from which on it colours shadows."""

_FILLED: Final = 1.3
"""How much of that change the deepest shadow can lose: a little more than all of it."""

_WARY: Final = 0.6
"""Share by which colours may be off more when the light's own has changed much."""

_STRONG_CHANGE: Final = 0.2
"""What is much of such a change (logarithm)."""

_HALF_STEP: Final = 5
"""Of the pixels of each half of the board, one in so many tells its tint."""

_HALF_TINT: Final = 0.35
"""The most that a half's print can change its tint in another light (logarithm)."""

_LIT: Final = 0.15
"""Brightness (logarithm) against the light's that is no shadow's."""
_LIT_SHARE: Final = 0.1
"""Share of a zone that must be lit to tell its tint: in shadow that is the sky's."""

_LIFT: Final = 0.6
"""How much brighter it can be at the most (logarithm): half of the way from the deepest usual shade to the
sun."""

_SHADE: Final = 0.25
"""Brightness (logarithm) under the light's from which on it is shade."""

_STRUCTURE: Final = 9
"""Pixels of a window in which brightness changes in two directions: three eighths of a square."""

_BRIGHT: Final = 0.38
"""Logarithm by which the board may be brighter than the light says."""

_DARK: Final = 2.2
"""Logarithm by which it may be darker: a ninth of the light is left in the deepest shadow."""

_NOISES: Final = 3.0
"""Times what noise makes of a pixel, by which each of these may be more."""

_SPECKLE: Final = 4
"""Pixels apart that share neither colour nor softening."""
_SPECKLE_STEP: Final = 3
"""Every which row is asked."""

_QUIET: Final = 0.35
"""Share of a board that neither print nor hands make rough."""
_QUIET_DEVIATIONS: Final = 0.454
"""How far that share reaches in even noise, in its standard deviations: of a normal distribution."""

_TOO_DARK: Final = 40.0
"""Levels under which no print can be expected to show."""

_AROUND: Final = np.ones((7, 7), np.uint8)
"""Pixels around a reflection where it fades."""

_WINDOW: Final = 7
"""Pixels of a window in which a print is found again."""

_TEXTURE: Final = 0.035
"""Contrast (logarithm) of a print or line that must be seen again."""

_FOUND: Final = 0.5
"""Correlation from which on a print is found again."""

_LOST: Final = 0.3
"""Share of its contrast under which a print counts as hidden."""


_FEW: Final = 0.01
"""Share of the grid on which print has to stand out from noise to be sought piece by piece: as much does so
by chance."""

_PATCHES: Final = (14, 12)
"""Patches across and down in which the whole print is sought."""
_SPREADS: Final = 2.0
"""Standard deviations of the print's mean that are taken off it: on a picture of something else about nothing
is left."""


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
    whole_share: float
    """The same of the print as a whole, at the least: noise hides pieces of it sooner than that."""
    tint: Singles
    """How far the colour leaves the light's (logarithm)."""
    allowed: Singles
    """How far it may where there is no shadow."""
    brightest: Singles
    """As `bright`, of the channel in which it is most."""
    printed: Mask
    """Where the board has a print."""
    found: Mask
    """Where that is found again."""

    @property
    def coloured(self) -> Singles:
        """From 1 on, the colour alone is that of neither the board nor a shadow on it."""
        return np.asarray(self.tint / (self.allowed + SHADOW_TINT * np.maximum(-self.bright, 0)), np.float32)

    def in_shade(self, inside: Mask) -> float:
        """The share of what lies inside that is the board in a shadow, of its colour."""
        shade = (self.bright < -_SHADE) & (self.tint <= self.allowed) & inside
        return int(np.count_nonzero(shade)) / int(np.count_nonzero(inside))

    def beside(self, glare: Mask) -> "Comparison":
        """The same where light that is added explains what is other there."""
        around = cv2.dilate(glare.view(np.uint8), _AROUND).view(bool)
        calm = np.where(around, np.float32(0), self.excess), np.where(around, np.float32(0), self.bright)
        return replace(self, excess=calm[0], bright=calm[1], lost=self.lost & ~around)

    def shaded(self, share: float) -> "Comparison":
        """The same where shadows are coloured: by that share of how dark they are."""
        return replace(self, excess=_excess(self.tint, self.allowed, share, self.bright, self.doubt))


class EmptyBoard:
    def __init__(self, raster: Raster, plane: Image, noise: float) -> None:
        """`plane` is the empty board on the plane of the pieces' tops, at 24 pixels to a square."""
        self._board = raster.board
        self.noise = noise
        self._logs = _LOGS[plane]
        self._levels = _greys(plane)
        self._inverse = 1 / (self._levels * self._levels)
        self._print, self._energy = _fine(self._logs)
        points = raster.points()
        self._places = surface(raster.board, points)
        self._blocks = _blocks(self._logs)
        self._block_places = _blocks(self._places).reshape(-1, self._places.shape[-1]).astype(np.float64)
        self._flat_places = np.ascontiguousarray(self._places.reshape(-1, self._places.shape[-1]))
        left = points[..., 0].reshape(-1) < raster.board.columns / 2
        self._halves = [np.flatnonzero(half)[::_HALF_STEP] for half in (left, ~left)]
        self._in_halves = np.stack([left, ~left], axis=-1).astype(np.float32)
        self.textured = self._energy > np.maximum(_TEXTURE, 2.5 * noise / self._levels) ** 2

    def compare(self, plane: Image, inside: Mask, frames: int = 1, settled: float = 0.0) -> Comparison:
        """`frames`: of how many the picture is the mean; `settled`: see `find_light`."""
        logs = np.asarray(cv2.LUT(plane, _LOGS), np.float32)
        detail, energy = _fine(logs)
        match = cv2.boxFilter(detail * self._print, -1, (_WINDOW, _WINDOW))
        kept = match / np.maximum(self._energy, 1e-6)
        alike = match / np.sqrt(np.maximum(energy * self._energy, 1e-9))
        printed = self.textured & inside
        whole = seen = _whole_share(detail * self._print, self._print * self._print, inside)
        pieces = int(np.count_nonzero(printed))
        if pieces > _FEW * int(np.count_nonzero(inside)):
            seen = int(np.count_nonzero((alike > _FOUND) & printed)) / pieces
        trust = _blocks(np.where(self.textured, np.clip(alike, 0.02, 1), 0.15)[..., None])
        block_off = (_blocks(logs) - self._blocks).reshape(-1, 3).astype(np.float64)
        light = find_light(
            self._board, block_off, self._block_places, trust.reshape(-1).astype(np.float64), settled
        )
        off = logs - self._logs
        off -= (self._flat_places @ light.terms).reshape(off.shape)
        off = self._evened(np.asarray(cv2.blur(off, (3, 3)), np.float32), inside)
        levels = _greys(plane)
        dimness = np.sqrt(1 / (frames * levels * levels) + self._inverse)
        doubt = np.asarray(self.noise / 2.5 * dimness, np.float32)
        bright = np.asarray(total(off) / 3, np.float32)
        speckle = _NOISES * _speckle(off, bright, dimness, inside) * dimness
        shade = np.asarray(np.maximum(-bright, 0), np.float32)
        tint = _tint(off, bright, shade, light)
        wary = 1 + _WARY * min(float(np.abs(light.tint).max()) / _STRONG_CHANGE, 1.0)
        allowed = np.asarray(cv2.magnitude(_TINT * wary + _NOISES * doubt, speckle), np.float32)
        lift = _lift(bright, tint <= allowed / 2, inside)
        if lift:
            bright -= lift
        excess = _excess(tint, allowed, SHADOW_TINT, bright, doubt)
        # In the dark the floor of the logarithms presses contrasts together, on both sides.
        pressed = (1 - _FLOOR / levels) / np.maximum(1 - _FLOOR / self._levels, _FLOOR / 1000)
        lost = self.textured & (kept < _LOST * pressed) & (alike < _LOST) & (levels > _TOO_DARK + _FLOOR)
        strange = np.abs(detail - self._print) - 1.2 * doubt
        strange = np.asarray(strange, np.float32)
        found = self.textured & (alike > _FOUND)
        return Comparison(
            light=light,
            excess=excess,
            lost=lost,
            bright=bright,
            doubt=doubt,
            strange=strange,
            seen_share=seen,
            whole_share=whole,
            tint=tint,
            allowed=allowed,
            brightest=largest(off) - lift,
            printed=self.textured,
            found=found,
        )

    def lit(self, light: Light) -> Singles:
        """The board alone, in levels, as it looks in that light."""
        logs = self._logs + (self._flat_places @ light.terms).reshape(self._logs.shape)
        return np.asarray(np.clip(np.exp(logs) - _FLOOR, 0, 255), np.float32)

    def _evened(self, off: Singles, inside: Mask) -> Singles:
        """Without the tint of either half: other light, and gloss, change one print more than another."""
        flat, allowed = off.reshape(-1, 3), inside.reshape(-1)
        tints = []
        for half in self._halves:
            sample = flat[half[allowed[half]]]
            bright = total(sample) / 3
            lit = np.abs(bright) < _LIT
            if np.count_nonzero(lit) > _LIT_SHARE * len(lit):
                sample, bright = sample[lit], bright[lit]
            channels = np.asarray((sample - bright[:, None]).T, np.float32, order="C")
            apart = median(channels) if len(sample) else np.zeros(3, np.float32)
            tints.append(np.clip(apart, -_HALF_TINT, _HALF_TINT).astype(np.float32))
        return np.asarray(off - (self._in_halves @ np.stack(tints)).reshape(off.shape), np.float32)


def _lift(bright: Singles, coloured_alike: Mask, inside: Mask) -> float:
    """How much brighter (logarithm) a lit part of the board is than the light that was found: where much of
    it lies in shadow, that is somewhere between the two.
    """
    lit = np.where(coloured_alike[inside], bright[inside], np.float32(-np.inf))
    least = int(len(lit) * (1 - _LIT_SHARE))
    brightest = float(np.partition(lit, least)[least]) if len(lit) else 0.0
    return min(max(brightest - _LIT, 0.0), _LIFT)


def _whole_share(shared: Singles, power: Singles, inside: Mask) -> float:
    """How much of the print's contrast is found again, less what patches of it differ in that."""
    along, across = (_patched(np.where(inside, values, np.float32(0))) for values in (shared, power))
    most = max(float(across.sum()), 1e-6)
    share = float(along.sum()) / most
    spread = float(np.sqrt(((along - share * across) ** 2).sum())) / most
    return min(max(share - _SPREADS * spread, 0.0), 1.0)


def _patched(values: Singles) -> Singles:
    return np.asarray(cv2.resize(values, _PATCHES, interpolation=cv2.INTER_AREA), np.float32)


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


def _speckle(off: Singles, bright: Singles, dimness: Singles, inside: Mask) -> float:
    """Standard deviation of colours' noise, in levels, from the quietest part of a picture.

    Cameras press together what they see of colours: softening takes less of that than of brightness' noise.
    """
    rows = slice(None, None, _SPECKLE_STEP)
    inside, coloured = inside[rows], off[rows, :, ::2] - bright[rows, :, None]
    there = inside[:, _SPECKLE:] & inside[:, :-_SPECKLE]
    apart = np.abs(coloured[:, _SPECKLE:] - coloured[:, :-_SPECKLE])[there]
    if not len(apart):
        return 0.0
    rough = (apart / dimness[rows, _SPECKLE:][there][:, None]).reshape(-1)
    quiet = int(len(rough) * _QUIET)
    return float(np.partition(rough, quiet)[quiet] / (_QUIET_DEVIATIONS * np.sqrt(2)))


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
    """Standard deviation of a picture's noise, in levels, from its quietest part."""
    grey = image.astype(np.float32).mean(axis=2)
    rough = np.abs(grey[:-2, 1:-1] - 2 * grey[1:-1, 1:-1] + grey[2:, 1:-1]) / np.sqrt(6)
    return float(max(np.percentile(rough, 100 * _QUIET) / _QUIET_DEVIATIONS, 0.5))
