"""How lamps fall on surfaces, and what stands in their way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.painting.colours import Linear
from vision.virtual.painting.screens import passing
from vision.virtual.painting.solids import Box, Surface, occlusion, window_of
from vision.virtual.scenes.looks import DrawnLight, Lamp
from vision.virtual.scenes.optics import DrawnLens, Floats, Map

BOARD_MIDDLE: Final = np.array([3.0, 2.5, 0.0])

_GROUND_SAMPLES: Final = 16
_SOLID_SAMPLES: Final = 5
_CONTACT_REACH: Final = 0.16
_CONTACT_DEPTH: Final = 0.55
_SHININESS: Final = 48.0


@dataclass(frozen=True, slots=True, eq=False)
class Veil:
    """A share of light taken away in a window of the picture."""

    left: int
    top: int
    share: Map

    @property
    def box(self) -> tuple[int, int, int, int]:
        height, width = self.share.shape
        return self.left, self.top, self.left + width, self.top + height


@dataclass(frozen=True, slots=True, eq=False)
class Shadow:
    lamps: tuple[Veil, ...]
    contact: Veil

    @property
    def veils(self) -> tuple[Veil, ...]:
        return (*self.lamps, self.contact)


def place_of(lamp: Lamp) -> Floats:
    return np.array([lamp.x, lamp.y, lamp.z])


def points_on(lamp: Lamp, count: int) -> Floats:
    """Points spread over a lamp's disc, in a sunflower's order."""
    index = np.arange(count) + 0.5
    radius = lamp.radius * np.sqrt(index / count)
    angle = index * 2.39996
    offsets = np.stack([radius * np.cos(angle), radius * np.sin(angle), np.zeros(count)], axis=1)
    return np.asarray(place_of(lamp) + (offsets if lamp.radius > 0.02 else offsets[:1] * 0), dtype=np.float64)


def on_ground(lamp: Lamp, x: Map, y: Map) -> Map:
    """Light on level places, 1 at the board's middle."""
    dx, dy, dz = np.float32(lamp.x) - x, np.float32(lamp.y) - y, np.float32(lamp.z)
    square = dx * dx + dy * dy + dz * dz
    middle = float(np.sum((place_of(lamp) - BOARD_MIDDLE) ** 2))
    return np.asarray((np.float32(middle) / square) ** np.float32(1.5), dtype=np.float32)


def screened(light: DrawnLight, number: int, x: Map, y: Map, z: Map | float, sway: float) -> Map | np.float32:
    """Which share of that lamp's light a screen leaves to places."""
    if light.screen is None or number > 0:
        return np.float32(1)
    return passing(light.screen, light.lamps[0], x, y, z, sway)


def mirrored(lamp: Lamp, lens: DrawnLens, x: Map, y: Map, roughness: float) -> Map:
    """How brightly the camera sees the lamp in a polished board at these places, 1 at the brightest."""
    if not lamp.mirrored:
        return np.zeros_like(x)
    camera = lens.centre.astype(np.float32)
    far = np.sqrt((x - camera[0]) ** 2 + (y - camera[1]) ** 2 + camera[2] ** 2)
    # Where the mirrored line of sight passes at the lamp's height, and by how much that misses the lamp.
    rise = np.float32(lamp.z) / camera[2]
    off_x = x + (x - camera[0]) * rise - np.float32(lamp.x)
    off_y = y + (y - camera[1]) * rise - np.float32(lamp.y)
    off = np.hypot(off_x, off_y)
    # The lobe widens with the way to the lamp; the disc is seen evenly bright out to its edge.
    spread = np.float32(roughness) * far * rise + np.float32(1e-3)
    beyond = np.maximum(off - np.float32(lamp.radius), 0) / spread
    return np.asarray(np.exp(-(beyond**2) / 2), dtype=np.float32)


def shadow_of(box: Box, light: DrawnLight, lens: DrawnLens) -> Shadow:
    """Where a box keeps light off the board's plane."""
    corners = box.corners()
    veils = []
    for lamp in light.lamps:
        outlines = [lens.project(_thrown(corners, point)) for point in points_on(lamp, _GROUND_SAMPLES)]
        left, top, right, bottom = window_of(np.concatenate(outlines), lens)
        share = np.zeros((max(bottom - top, 0), max(right - left, 0)), dtype=np.float32)
        if share.size:
            for outline in outlines:
                share += _filled(outline, left, top, share.shape) * np.float32(1 / 255 / len(outlines))
        veils.append(Veil(left, top, share))
    return Shadow(tuple(veils), _contact(box, corners, lens))


def _thrown(corners: Floats, lamp: Floats) -> Floats:
    heights = np.minimum(corners[:, 2:], lamp[2] - 0.5)
    return np.asarray(lamp + (corners - lamp) * (lamp[2] / (lamp[2] - heights)), dtype=np.float64)


def _filled(outline: Floats, left: int, top: int, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    mask = np.zeros(shape, dtype=np.uint8)
    points = np.round((outline - [left, top]) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(points), 255, cv2.LINE_AA, 4)
    return mask


def _contact(box: Box, corners: Floats, lens: DrawnLens) -> Veil:
    foot = corners.copy()
    foot[:, 2] = 0
    outline = lens.project(foot)
    beside = box.middle + np.array([1.0, 0, 0])
    pair = lens.project(np.stack([box.middle, beside]))
    scale = float(np.linalg.norm(pair[1] - pair[0]))
    reach = max(_CONTACT_REACH * scale * min(1.0, float(corners[:, 2].max()) * 2), 0.8)
    left, top, right, bottom = window_of(outline, lens, margin=round(reach * 3))
    share = np.zeros((max(bottom - top, 0), max(right - left, 0)), dtype=np.float32)
    air = float(np.clip(1 - corners[:, 2].min() / 0.8, 0, 1))
    if share.size and air > 0:
        mask = cv2.GaussianBlur(_filled(outline, left, top, share.shape), (0, 0), reach)
        share = mask.astype(np.float32) * np.float32(_CONTACT_DEPTH * air / 255)
    return Veil(left, top, share)


def shades(one: Box, other: Box, light: DrawnLight) -> bool:
    """Whether the first may stand between a lamp and the second."""
    size = float(np.linalg.norm(one.half[:2]) + np.linalg.norm(other.half[:2]))
    apart = one.middle[:2] - other.middle[:2]
    for lamp in light.lamps:
        way = place_of(lamp)[:2] - other.middle[:2]
        far = float(np.linalg.norm(way))
        along = float(apart @ way) / max(far, 1e-6)
        aside = abs(float(apart[0] * way[1] - apart[1] * way[0])) / max(far, 1e-6)
        highest = float(one.corners()[:, 2].max())
        reach = highest * far / max(lamp.z - highest, 0.5) + size
        if -size * 0.7 < along < reach and aside < size * 1.1 + lamp.radius * along / max(far, 1e-6):
            return True
    return False


def lit(
    surface: Surface,
    gloss: float,
    light: DrawnLight,
    lens: DrawnLens,
    around: Sequence[Box],
    ground: Linear,
    sway: float = 0.0,
) -> Linear:
    """The light that a solid's points send to the camera, (n, 3)."""
    places, normals = surface.places, surface.normals
    up = normals[:, 2]
    sky = np.array(light.sky, dtype=np.float32)
    open_sky = _openness(places, normals, around)
    thrown_back = _thrown_back(light, ground)
    energy = np.outer(open_sky * (0.5 + 0.5 * up), sky) + np.outer((0.5 - 0.5 * up), thrown_back)
    to_camera = _unit(lens.centre.astype(np.float32) - places)
    shine = np.zeros_like(energy)
    for number, lamp in enumerate(light.lamps):
        way = place_of(lamp).astype(np.float32) - places
        square = np.einsum("ij,ij->i", way, way)
        way /= np.sqrt(square)[:, None]
        facing = np.maximum(np.einsum("ij,ij->i", normals, way), 0)
        centre = place_of(lamp) - BOARD_MIDDLE
        strength = float(centre @ centre) / square * float(np.linalg.norm(centre) / centre[2])
        let_through = screened(light, number, places[:, 0], places[:, 1], places[:, 2], sway)
        shares = _visible(places, normals, facing, lamp, around) * let_through
        arrives = (strength * facing * shares).astype(np.float32)
        colour = np.array(lamp.colour, dtype=np.float32)
        energy += np.outer(arrives, colour)
        halfway = _unit(way + to_camera)
        mirrored = np.maximum(np.einsum("ij,ij->i", normals, halfway), 0) ** np.float32(
            _SHININESS / (1 + lamp.radius)
        )
        shine += np.outer(mirrored * arrives, colour * np.float32(gloss))
    return np.asarray(surface.albedo * energy + shine, dtype=np.float32)


def _thrown_back(light: DrawnLight, ground: Linear) -> Linear:
    total = np.array(light.sky, dtype=np.float32)
    for lamp in light.lamps:
        total = total + np.array(lamp.colour, dtype=np.float32)
    return np.asarray(total * ground * np.float32(0.7), dtype=np.float32)


def _openness(places: Map, normals: Map, around: Sequence[Box]) -> Map:
    """How much of the sky a place sees: less near the board and beside another solid."""
    sides = 1 - np.abs(normals[:, 2])
    open_sky = 1 - sides * np.float32(0.45) * np.exp(-places[:, 2] / np.float32(0.22))
    for box in around:
        away = box.middle[:2].astype(np.float32) - places[:, :2]
        far = np.sqrt(np.einsum("ij,ij->i", away, away))
        facing = np.maximum(np.einsum("ij,ij->i", normals[:, :2], away) / np.maximum(far, 1e-3), 0)
        near = np.clip(1.6 - far, 0, 1)
        lower = np.clip(np.float32(box.middle[2] + box.half[2]) - places[:, 2], 0, 0.5) * 2
        open_sky = open_sky * (1 - np.float32(0.6) * facing * near * lower)
    return np.asarray(open_sky, dtype=np.float32)


def _visible(places: Map, normals: Map, facing: Map, lamp: Lamp, around: Sequence[Box]) -> Map:
    """Which share of the lamp each place sees; 0 where it faces away."""
    seen = np.ones(len(places), dtype=np.float32)
    if not around:
        return seen
    lit_side = np.flatnonzero(facing > 0)
    starts = places[lit_side] + normals[lit_side] * np.float32(0.01)
    points = points_on(lamp, _SOLID_SAMPLES)
    shares = np.zeros(len(lit_side), dtype=np.float32)
    for point in points:
        way = point.astype(np.float32) - starts
        free = np.ones(len(lit_side), dtype=bool)
        for box in around:
            free &= ~occlusion(box, starts, way)
        shares += free
    seen[lit_side] = shares / np.float32(len(points))
    return seen


def _unit(vectors: Map) -> Map:
    return np.asarray(vectors / np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None], dtype=np.float32)
