"""Piles of cards and the rows beside them, read from single pictures with what was learnt of the cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.card_sighting import CardSeen, Outline, PileSeen, PilesSighting
from vision.flat.ground import Window
from vision.flat.light import is_still, logarithm
from vision.flat.looks import WIDTH, Gallery, patch_points, shrunk
from vision.flat.profile import FlatProfile
from vision.flat.recognising import Likeness, Recogniser
from vision.flat.rectangles import Pose
from vision.flat.rows import SCALES, Laid, Layers, RowReader, Spots, toned
from vision.frames import Frame, Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles
from vision.plane.plane import Maps
from vision.sighting import CLAIM, Corners, Doubt, Reason

_LOOKS: Final = SCALES.index(WIDTH)
"""The scale at which piles' tops are looked at."""

_REACH: Final = (1.3, 4.2)
"""Cards' widths and lengths around the piles in which rows lie: six cards of one side, half upon half."""

_WATCHED: Final = (0.75, 3.2)
"""The same in which nothing else is to lie."""

_TOP: Final = (0.55, 0.15, 0.6)
"""Likeness, lead over the next look and share of the print from which on a pile's top is claimed."""

_CARD: Final = 0.03
"""Misfit below which what a card says is claimed."""

_OTHER: Final = (0.15, 0.4, 1.4)
"""How far another colour, what is brighter, or what is darker is from the bare table's (logarithm), to be
something: lamps and shadows change all channels alike, and a shadow leaves a quarter of the light."""
_STIRRED: Final = (0.1, 0.2, 0.3)
"""The same of what may be something, and is looked at."""

_FITS: Final = 4
"""Times that the light between the cards is fitted, what is none being outvoted."""
_SPREAD: Final = 0.1
"""Logarithm from which on a place counts less for that light."""

_GROWN: Final = 1.1
"""Of a card: with its border, its shadow, and the pile below it."""

_HIDES: Final = 0.15
"""Of a card's area: what covers as much, and is no card, hides something."""

_STRIP: Final = 0.14
"""Of a half: with less in view of it nobody can tell what it is."""

_COMPARED: Final = 1
"""Of the scales, the one at which it is seen whether a row still lies as it was read."""

_STRIP_ASIDE: Final = 0.9
"""Cards' widths to both sides of a pile that belong to its rows."""

_IN_VIEW: Final = 0.3
"""Of a half: so much of it in view can be read."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pile:
    colour: str
    top: Likeness
    gain: Floats
    rows: tuple["_Row", ...]
    """Below it in the picture, and above."""


_Row = tuple[tuple[Laid, CardSeen], ...]


class CardReader:
    """Reads one picture after the other of one table: rows that lie as before are not read again."""

    def __init__(self, profile: FlatProfile) -> None:
        assert profile.empty is not None
        assert profile.places
        self.profile = profile
        size = profile.size
        halved = [look for look in profile.looks if halves_of(look.code) is not None]
        self._tops = [look for look in profile.looks if halves_of(look.code) is None]
        self._gallery = Gallery(self._tops, size)
        self._recogniser = Recogniser(self._gallery)
        self._rows = RowReader(halved, size)
        self._halved = [look.code for look in halved]
        self._top_tones = [toned(logarithm(shrunk(look.patch, self._gallery.shape))) for look in self._tops]
        self._windows = tuple(self._around(_REACH, scale / size.width) for scale in SCALES)
        self._maps: list[tuple[int, Maps]] = []
        for scale, window in zip(SCALES, self._windows, strict=True):
            smaller = _smaller(profile, scale)
            width, height = profile.ground.size
            ground = profile.ground.in_size((width // smaller, height // smaller))
            self._maps.append((smaller, window.maps(ground)))
        self._in_picture = self._shown(self._maps[-1])
        self._bare = logarithm(self._planes(profile.empty)[0])
        watched = self._around(_WATCHED, 1.0)
        rim = np.array(
            [
                (watched.left, watched.low),
                (watched.left, watched.high),
                (watched.right, watched.high),
                (watched.right, watched.low),
            ]
        )
        a, b, c, d = ((float(x), float(y)) for x, y in profile.ground.to_picture(rim))
        self.corners: Corners = (a, b, c, d)
        """Of what is watched: the piles and their rows."""
        self._rim = rim
        self._kept: dict[tuple[str, bool], tuple[Image, _Row]] = {}
        """Rows as they were read, and what the picture showed then around them."""

    def _around(self, reach: tuple[float, float], scale: float) -> Window:
        size, places = self.profile.size, self.profile.places
        xs, ys = [x for _, x, _ in places], [y for _, _, y in places]
        wide, high = reach[0] * size.width, reach[1] * size.height
        return Window(min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high, scale)

    def _shown(self, mapped: tuple[int, Maps]) -> Image:
        """1 where a picture shows what a window looks at, 0 where that lies beyond its edge."""
        smaller, (across, along) = mapped
        width, height = (side // smaller for side in self.profile.ground.size)
        inside = (across >= 0) & (across <= width - 1) & (along >= 0) & (along <= height - 1)
        return inside.astype(np.uint8)

    def _planes(self, image: Image) -> list[Image]:
        planes = []
        for smaller, maps in self._maps:
            small = image
            if smaller > 1:
                size = (image.shape[1] // smaller, image.shape[0] // smaller)
                small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
            plane = cv2.remap(small, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            planes.append(np.asarray(plane, np.uint8))
        return planes

    def read(self, frame: Frame) -> PilesSighting:
        """Pictures of another size than the profile's are not read."""
        image = frame.image
        if (image.shape[1], image.shape[0]) != self.profile.ground.size:
            return PilesSighting(frame.t, None, False, (), why="size")
        planes = self._planes(image)
        seen = [logarithm(plane) for plane in planes]
        changed = seen[0] - self._bare
        # Most of the table is bare, also where many cards lie.
        changed = np.asarray(changed - np.median(changed, axis=(0, 1)), np.float32)
        layers = Layers(
            tuple(toned(one) for one in seen),
            toned(self._bare),
            _beyond(changed, _STIRRED),
            self._windows,
            self._in_picture,
        )
        tops = [self._top(planes[_LOOKS], layers, place) for place in self.profile.places]
        usual = np.median([gain for _, top, gain in tops if self._known(top)] or [np.zeros(3)], axis=0)
        piles = [
            self._pile(layers, planes[_COMPARED], colour, top, gain if self._known(top) else usual)
            for colour, top, gain in tops
        ]
        foreign = self._foreign(changed, piles)
        if foreign:
            # Perhaps it is a card of a row that was misread: none is taken for read.
            self._kept.clear()
        doubts = tuple(
            Doubt(number, Reason.COVERED if foreign else Reason.UNLIKE, (0.0, -1.0, 0.0))
            for number, pile in enumerate(piles)
            if not self._known(pile.top)
        )
        return PilesSighting(
            frame.t,
            self.corners,
            not foreign,
            tuple(self._seen(pile) for pile in piles),
            doubts=doubts,
        )

    # A pile's top

    def _top(
        self, plane: Image, layers: Layers, place: tuple[str, float, float]
    ) -> tuple[str, Likeness, Floats]:
        colour, x, y = place
        top = self._recogniser.likeness(plane, self._windows[_LOOKS], Pose(x, y, 0.0))
        points = patch_points(self.profile.size)
        places = top.pose.of(points)
        seen = layers.at(_LOOKS, Spots(places[..., 0], places[..., 1]))
        gap = (seen - self._top_tones[top.look]).reshape(-1, 3)
        return colour, top, np.asarray(np.median(gap, axis=0), np.float64)

    def _known(self, top: Likeness) -> bool:
        return top.score > _TOP[0] and top.lead > _TOP[1] and top.seen > _TOP[2]

    # Rows

    def _pile(self, layers: Layers, plane: Image, colour: str, top: Likeness, gain: Floats) -> _Pile:
        rows = []
        for up in (False, True):
            strip = self._strip(plane, colour, up)
            kept = self._kept.get((colour, up))
            if kept is not None and is_still(strip, kept[0]):
                rows.append(kept[1])
                continue
            row = self._row(layers, colour, up, top, gain)
            if self._known(top):
                self._kept[colour, up] = strip.copy(), row
            rows.append(row)
        return _Pile(colour, top, gain, tuple(rows))

    def _row(self, layers: Layers, colour: str, up: bool, top: Likeness, gain: Floats) -> _Row:
        laid = self._rows.row(layers, top.pose if self._known(top) else self._learnt(colour), up, gain)
        cards = (self._card(layers, laid, index, up, top.pose) for index in range(len(laid)))
        return tuple(card for card in cards if card is not None)

    def _strip(self, plane: Image, colour: str, up: bool) -> Image:
        """What a picture shows of a pile, and of all that may lie on that side of it."""
        window, size = self._windows[_COMPARED], self.profile.size
        middle = self._learnt(colour)
        aside, edge = _STRIP_ASIDE * size.width, -size.height / 2 if up else size.height / 2
        corners = np.array([[middle.x - aside, middle.y + edge], [middle.x + aside, middle.y + edge]])
        (left, low), (right, _) = window.to_pixels(corners)
        columns = slice(max(0, round(float(left))), max(0, round(float(right))))
        start = max(0, round(float(low)))
        return plane[: start + 1, columns] if up else plane[start:, columns]

    def _learnt(self, colour: str) -> Pose:
        return next(Pose(x, y, 0.0) for name, x, y in self.profile.places if name == colour)

    def _card(
        self, layers: Layers, row: Sequence[Laid], index: int, up: bool, pile: Pose
    ) -> tuple[Laid, CardSeen] | None:
        """None where nothing of it is in view: what explains nothing that is seen is no card."""
        laid = row[index]
        hides = [pile]
        # A card lies under all those before it that are seen whole, and over one that is not.
        for before in reversed(row[:index]):
            if not before.whole:
                break
            hides.append(before.pose)
        if not laid.whole:
            hides += [one.pose for one in row[index + 1 : index + 2]]
        told = self._rows.told(layers, laid, up, hides)
        if not told.looks:
            return None
        count = len(self._halved)
        names = {self._halved[look % count] for look in told.looks}
        # A strip of a half is as much as nothing: it may be the edge of what lies over it.
        code = next(iter(names)) if len(names) == 1 and min(told.in_view) > _STRIP else None
        half = None
        for share, outer in zip(told.in_view, (True, False), strict=True):
            letters = {self._letter(look, up=up, outer=outer) for look in told.looks}
            if half is None and share > _IN_VIEW and len(letters) == 1:
                half = next(iter(letters))
        sure = half is not None and told.misfit < _CARD
        confidence = CLAIM + (0.97 - CLAIM) * (1 - told.misfit / _CARD) if sure else 0.4
        scores = {"misfit": told.misfit, "outer": told.in_view[0], "inner": told.in_view[1]}
        look = laid.look
        outline = self._outline(laid.pose if look < count else laid.pose.turned(180.0))
        return laid, CardSeen(code, half, round(confidence, 3), outline, scores)

    def _letter(self, look: int, *, up: bool, outer: bool) -> str:
        """Of the half of a look that lies outwards, or inwards."""
        count = len(self._halved)
        code = self._halved[look % count]
        upper, lower = code[0], code[1]
        if look >= count:
            upper, lower = lower, upper
        return upper if up == outer else lower

    # What lies there and is no card

    def _foreign(self, changed: Singles, piles: Sequence[_Pile]) -> bool:
        window = self._windows[0]
        poses = [pile.top.pose for pile in piles if self._known(pile.top)]
        poses += [laid.pose for pile in piles for row in pile.rows for laid, _ in row]
        poses += [self._learnt(pile.colour) for pile in piles]
        free = np.zeros(changed.shape[:2], np.uint8)
        cv2.fillConvexPoly(free, _pixels(window, self._rim), 1)
        for pose in poses:
            grown = pose.of(self.profile.size.corners * _GROWN)
            cv2.fillConvexPoly(free, _pixels(window, grown), 0)
        foreign = _beyond(_evenly_lit(changed, free > 0), _OTHER).astype(np.uint8) & free
        foreign = np.asarray(cv2.morphologyEx(foreign, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        _, _, stats, _ = cv2.connectedComponentsWithStats(foreign)
        areas = stats[1:, cv2.CC_STAT_AREA]
        return bool(len(areas) and areas.max() > _HIDES * self.profile.size.area * window.scale**2)

    # Words

    def _seen(self, pile: _Pile) -> PileSeen:
        known = self._known(pile.top)
        code = self._gallery.codes[pile.top.look]
        near, far = (tuple(card for _, card in row) for row in pile.rows)
        return PileSeen(
            pile.colour,
            code if known and not code.startswith("back") else None,
            near,
            far,
            0.97 if known else 0.4,
            self._outline(pile.top.pose),
        )

    def _outline(self, pose: Pose) -> Outline:
        corners = self.profile.ground.to_picture(pose.of(self.profile.size.corners))
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        return a, b, c, d


def halves_of(code: str) -> tuple[str, str] | None:
    """The letters of a card's two halves, the upper one first; None for what has none."""
    return (code[0], code[1]) if len(code) >= 2 and code[:2].isupper() and code[:2].isalpha() else None


def _smaller(profile: FlatProfile, scale: int) -> int:
    """By how much pictures are made smaller first, so that nothing is lost between pixels."""
    _, x, y = profile.places[0]
    width = profile.ground.pixels_to_unit(np.array([x, y])) * profile.size.width
    return max(1, int(width / scale + 0.35))


def _evenly_lit(changed: Singles, free: NDArray[np.bool_]) -> Singles:
    """Without what a lamp that was switched or moved changes slowly across the table."""
    rows, columns = changed.shape[:2]
    down, across = np.mgrid[0:rows, 0:columns]
    terms = np.stack([np.ones((rows, columns)), down / rows - 0.5, across / columns - 0.5], axis=-1)
    mine, theirs = terms[free], changed[free]
    light = np.zeros((3, 3))
    light[0] = np.median(theirs, axis=0) if len(theirs) else 0.0
    for _ in range(_FITS):
        off = np.linalg.norm(theirs - mine @ light, axis=1)
        root = np.sqrt(1 / (1 + (off / _SPREAD) ** 2))[:, None]
        light = np.linalg.lstsq(mine * root, theirs * root, rcond=None)[0]
    return np.asarray(changed - terms @ light, np.float32)


def _beyond(changed: Singles, bounds: tuple[float, float, float]) -> Singles:
    """1 where the change is beyond the bounds of tint, brighter and darker, else 0."""
    soft = cv2.blur(changed, (3, 3))
    bright = soft.mean(axis=2)
    tint = np.abs(soft - bright[..., None]).max(axis=2)
    return np.asarray((tint > bounds[0]) | (bright > bounds[1]) | (bright < -bounds[2]), np.float32)


def _pixels(window: Window, points: Floats) -> Image:
    return np.asarray(np.rint(window.to_pixels(points)), np.int32)
