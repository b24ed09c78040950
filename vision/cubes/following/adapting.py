"""The look of the faces as it changes over an evening: a little, from certain readings, never into another.

Lamps warm up, prints get grubby, another light brings other gloss. What was learnt stays the measure: a look
may leave it by few levels, and may come only a small part of the way towards any look of another kind.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.cubes.profile import Profile
from vision.cubes.reading.reader import Reader, Reading
from vision.cubes.seen import SeenCube
from vision.cubes.tops import FINE, QUARTERS, RASTER, Found, Singles, patches_at, softened, turned
from vision.frames import Image, Seconds
from vision.plane.camera import Floats
from vision.plane.plane import maps_of, seen_on

CERTAIN: Final = 0.95
"""Confidence from which on a cube is a lesson."""

_LEAD: Final = 0.3
"""Lead over the best other kind that it must have as well."""

_EVERY: Final = 5.0
"""Seconds between two lessons."""

_APPLIED: Final = 60.0
"""Seconds between two readers made from them."""

_STEP: Final = 0.02
"""Share of a difference that one lesson teaches: half of it after three minutes of certain readings."""

_SURPRISE: Final = 30.0
"""Levels beyond which a difference is glare or a shadow."""

_FURTHEST: Final = 20.0
"""Levels that a look may be off what was learnt, in one place."""

_TOGETHER: Final = 8.0
"""The same as a whole."""

_TOWARDS: Final = 0.12
"""Share of the way to a look of another kind that it may go."""

_RIM: Final = (0.1, 0.16)
"""Of an edge: up to where a top is not taught, and from where on it wholly is. At its rim, a picture that is
not sharp shows some of the board around it, and the next cube of that kind stands where that is another."""

_WORTH: Final = 1.0
"""Levels, on average, from which on a change is worth a new reader."""

_GAIN: Final = (0.6, 1.6)


def _top_itself() -> Floats:
    """How much of a lesson each sample is taught: FINE x FINE x 1."""
    inwards = 0.5 - np.abs((np.arange(FINE) + 0.5) / FINE - 0.5)
    within = (np.minimum.outer(inwards, inwards) - _RIM[0]) / (_RIM[1] - _RIM[0])
    return np.clip(within, 0, 1)[..., None]


_TAUGHT: Final = _top_itself()


class Adapting:
    def __init__(self, profile: Profile) -> None:
        self._learnt = profile.looks.astype(np.float64)
        self._off = np.zeros_like(self._learnt)
        self._applied = np.zeros_like(self._learnt)
        self._others = [self._ways(look, profile.kinds) for look in range(len(profile.kinds))]
        self._at = Seconds(0.0)
        self._applied_at: Seconds | None = None

    def _ways(self, look: int, kinds: tuple[int, ...]) -> Singles:
        """From a look to every other kind's, whichever way that one is turned: n x samples."""
        ways = [
            turned(self._learnt[other].astype(np.float32), quarters) - self._learnt[look]
            for other in range(len(kinds))
            if kinds[other] != kinds[look]
            for quarters in range(QUARTERS)
        ]
        return np.stack(ways).reshape(len(ways), -1).astype(np.float32)

    @property
    def looks(self) -> Singles:
        return np.asarray(self._learnt + self._off, np.float32)

    def watch(self, t: Seconds, image: Image, reader: Reader, reading: Reading) -> None:
        """A clear reading of the still table: what is certain in it is a lesson."""
        if t - self._at < _EVERY or reading.light is None or not reading.sighting.clear:
            return
        self._at = t
        found = {one.square: one.found for one in reading.squares if one.found is not None}
        lessons = [found[c.square] for c in reading.sighting.cubes if c.square in found and _certain(c)]
        if not lessons:
            return
        camera = reader.camera_at(np.asarray(reading.sighting.corners, np.float64))
        plane = softened(seen_on(image, maps_of(camera, RASTER, reader.profile.edge)))
        poses = [(f.pose.x, f.pose.y, f.pose.turn + f.quarters * np.pi / 2) for f in lessons]
        patches = patches_at(plane, RASTER, np.array(poses, np.float32), reader.profile.edge, FINE)
        for one, patch in zip(lessons, patches, strict=True):
            light = reading.light.at(one.pose.x, one.pose.y)
            self.learn(one, (patch / light).reshape(FINE, FINE, 3))

    def learn(self, found: Found, patch: Singles) -> None:
        """One top as it was seen, upright and in the light of the empty picture."""
        look = found.look
        gap = _alike_lit(patch.astype(np.float64), self._learnt[look]) - self._learnt[look] - self._off[look]
        off = self._off[look] + _STEP * _TAUGHT * np.clip(gap, -_SURPRISE, _SURPRISE)
        off = np.clip(off, -_FURTHEST, _FURTHEST)
        off *= min(1.0, _TOGETHER / max(float(np.sqrt(np.mean(off**2))), 1e-6))
        self._off[look] = self._held(look, off)

    def _held(self, look: int, off: Floats) -> Floats:
        """The same change, less of it where it goes towards another kind."""
        flat = off.reshape(-1)
        ways = self._others[look].astype(np.float64)
        if not len(ways):
            return off
        share = float(np.max(ways @ flat / np.maximum(np.sum(ways**2, axis=1), 1.0)))
        return off if share <= _TOWARDS else off * (_TOWARDS / share)

    def due(self, t: Seconds) -> bool:
        """Whether enough has changed, for long enough, to read by it."""
        if self._applied_at is None:
            self._applied_at = t
        if t - self._applied_at < _APPLIED:
            return False
        return bool(np.abs(self._off - self._applied).mean(axis=(1, 2, 3)).max() > _WORTH)

    def applied(self, profile: Profile, t: Seconds) -> Profile:
        """The profile with the faces as they look now."""
        self._applied_at = t
        self._applied = self._off.copy()
        return replace(profile, looks=self.looks)


def _certain(cube: SeenCube) -> bool:
    return cube.confidence >= CERTAIN and cube.scores["lead"] > _LEAD


def _alike_lit(patch: Floats, look: Floats) -> Floats:
    """The patch with the brightness and veil of the look: light is not what faces look like."""
    mean, learnt = _of_top(patch), _of_top(look)
    spread = max(float(_of_top((patch - mean) ** 2).mean()), 1.0)
    gain = float(np.clip(_of_top((patch - mean) * (look - learnt)).mean() / spread, *_GAIN))
    return np.asarray((patch - mean) * gain + learnt)


def _of_top(values: Floats) -> Floats:
    """The mean by channel, without what lies behind the rim."""
    return np.asarray((values * _TAUGHT).sum(axis=(0, 1)) / _TAUGHT.sum())
