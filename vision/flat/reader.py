"""What lies on a board of squares, read from single pictures with what was learnt of the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.flat.aligning import sampled
from vision.flat.beside import COARSER, SAME, gap, next_in_row, outlined
from vision.flat.cover import ASIDE, Cover, covers
from vision.flat.ground import Ground, Window
from vision.flat.light import is_still, logarithm
from vision.flat.looks import WIDTH, print_of
from vision.flat.profile import FlatProfile
from vision.flat.recognising import Known, Likeness, Recogniser
from vision.flat.rectangles import Edges, Pose, Size, best_pose
from vision.flat.seen import BACK, FlatDoubt, FlatPiece, FlatSighting, LooseFlat
from vision.frames import Frame, Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles, median
from vision.sighting import CLAIM, Corners, Point, Reason

_MARGIN: Final = 0.45
"""Squares around the board that belong to it: a piece may stick out so far."""

_AROUND: Final = 2.6
"""Lengths of a piece around that in which pieces may lie open."""

_LEAST_ROW: Final = 0.5
"""Likeness from which on what lies around the board is a piece, though nobody knows which."""

_NEXT: Final = 0.45
"""Coarse likeness from which on a piece may lie where only its neighbours say so."""

_TRIES_BESIDE: Final = 3
"""Looks that are tried at a place beside the board."""

_MOST_BESIDE: Final = 40
"""Places around the board at most that are looked at closely."""

_OTHER: Final = 0.06
"""How much the print of a square differs from the empty one's (logarithm, rms), from which on something may
lie there: faces have .2 to .5, backs .09 to .16, bare squares up to .03."""

_PRINTED: Final = 0.2
"""The same of what has a print of its own: half a face has, the back and shadows have not."""

_STARTS: Final = (-0.09, 0.0, 0.09)
"""Of the width: from where a back is tried, both ways: its pattern repeats itself."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A score that says nothing, and one that says all."""

    least: float
    full: float

    def of(self, score: float) -> float:
        return min(max((score - self.least) / (self.full - self.least), 0.0), 1.0)


_LIKE: Final = Scale(0.0, 0.72)
"""Likeness beyond what any two looks have: pieces in plain view have .6 to .9, those of another set .5 at
most."""
_LEAD: Final = Scale(0.05, 0.55)
"""Lead over the next look: pieces in plain view have .6 to .9, those of another set .4 at most."""
_SHOWN: Final = Scale(0.5, 0.9)
"""Share of the print that is seen: of pieces in plain view all, of those of another set .8 at most."""


@dataclass(frozen=True, slots=True)
class SquareRead:
    """One square: what is most likely there, and how far to trust that."""

    square: int
    other: float
    """How much its print differs from the empty square's."""
    found: Likeness | None
    confidence: float


class FlatReader:
    def __init__(self, profile: FlatProfile) -> None:
        assert profile.squares is not None
        assert profile.empty is not None
        self.profile, self.squares = profile, profile.squares
        self.gallery = profile.gallery()
        self._recogniser = Recogniser(self.gallery)
        alike = self.gallery.alike[..., 0]
        self._usual = np.array([np.median(np.delete(row, at)) for at, row in enumerate(alike)]).clip(0.0)
        self._backs = [index for index, code in enumerate(self.gallery.codes) if code == BACK]
        squares = self.squares
        scale = WIDTH / profile.size.width
        wide = _AROUND * profile.size.height
        right, up = squares.columns + _MARGIN, squares.rows * squares.height + _MARGIN
        self.window = Window(-_MARGIN, -_MARGIN, right, up, scale)
        self._around = Window(-_MARGIN - wide, -_MARGIN - wide, right + wide, up + wide, scale)
        self._coarse = replace(self._around, scale=scale / COARSER)
        self._smaller, ground = _size_to_read(profile.ground, self.squares.middle(0), profile.size)
        self._maps = {
            window: cv2.convertMaps(*window.maps(ground), cv2.CV_16SC2)
            for window in (self.window, self._around, self._coarse)
        }
        self._empty = self._plane(self._smaller_picture(profile.empty), self.window)
        self._empty_soft = logarithm(self._empty)
        self._empty_prints = [print_of(self._at(self._empty, square)) for square in self.squares.numbers]
        corners = profile.ground.to_picture(squares.corners)
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        self.corners: Corners = (a, b, c, d)
        self._on_squares: dict[int, Known] = {}
        """Pieces that were plain in the last picture: where one still lies as it did, nothing is tried."""
        self._around_board: list[Known] = []
        self._still: tuple[Image, tuple[LooseFlat, ...]] | None = None
        """What lay around the board, all of it plain, and the picture that showed it."""

    def _smaller_picture(self, image: Image) -> Image:
        if self._smaller == 1:
            return image
        size = (image.shape[1] // self._smaller, image.shape[0] // self._smaller)
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _plane(self, small: Image, window: Window) -> Image:
        """A window of the ground from straight above."""
        first, second = self._maps[window]
        return np.asarray(
            cv2.remap(small, first, second, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    def _at(self, plane: Image, square: int) -> Image:
        return sampled(plane, self.window, self._upright(square), self.profile.size, self.gallery.shape[0])

    def _upright(self, square: int) -> Pose:
        x, y = self.squares.middle(square)
        return Pose(float(x), float(y), 0.0)

    def read(self, frame: Frame) -> FlatSighting:
        """Pictures of another size than the profile's are not read."""
        image = frame.image
        if (image.shape[1], image.shape[0]) != self.profile.ground.size:
            return FlatSighting(frame.t, None, False, (), why="size", kinds=self.gallery.codes)
        small = self._smaller_picture(image)
        plane = self._plane(small, self.window)
        changed = _changed(logarithm(plane), self._empty_soft)
        squares = [self._square(plane, changed, square) for square in self.squares.numbers]
        lying = [one.found.pose for one in squares if one.found is not None and self._lies(one)]
        over = covers(changed, self.window, self.squares, self.profile.size, lying)
        beside = self._beside(small)
        return self._sighting(frame, squares, over, beside)

    def _lies(self, one: SquareRead) -> bool:
        """Whether it is a piece, be it one that nobody knows."""
        if one.found is None:
            return False
        return one.confidence >= CLAIM or (one.confidence > 0 and one.found.score >= _LEAST_ROW)

    def _square(self, plane: Image, changed: Singles, square: int) -> SquareRead:
        seen = print_of(self._at(plane, square))
        other = float(np.sqrt(np.mean((seen - self._empty_prints[square]) ** 2)))
        if other < _OTHER:
            return SquareRead(square, other, None, 1.0)
        known = self._on_squares.pop(square, None)
        if known is None or not self._recogniser.is_still_there(plane, self.window, known):
            found = self._looked_at(plane, changed, square)
            if self._confidence(found, square) < CLAIM:
                return SquareRead(square, other, found, self._confidence(found, square))
            known = self._recogniser.known(plane, self.window, found)
        self._on_squares[square] = known
        return SquareRead(square, other, known.like, self._confidence(known.like, square))

    def _looked_at(self, plane: Image, changed: Singles, square: int) -> Likeness:
        found = self._recogniser.likeness(plane, self.window, self._upright(square))
        if self._confidence(found, square) >= CLAIM:
            return found
        rival = self._from_its_edges(plane, changed, square)
        return max(found, rival, key=lambda one: self._confidence(one, square))

    def _from_its_edges(self, plane: Image, changed: Singles, square: int) -> Likeness:
        """Further askew than looks find by themselves; or a back."""
        place = best_pose(Edges(changed, self.window), self._upright(square), self.profile.size)
        rivals = [self._recogniser.likeness(plane, self.window, place)]
        steps = [self.profile.size.width * step for step in _STARTS]
        starts = [
            Pose(place.x + x, place.y + y, turn)
            for turn in (place.turn, self._upright(square).turn)
            for x in steps
            for y in steps
        ]
        rivals += [self._recogniser.as_look(plane, self.window, starts, back) for back in self._backs]
        return max(rivals, key=lambda one: self._confidence(one, square))

    def _beside(self, small: Image) -> tuple[LooseFlat, ...]:
        """What lies open around the board; where one of a row is, its neighbours are looked for too."""
        size, coarse = self.profile.size, self._plane(small, self._coarse)
        if self._still is not None and is_still(coarse, self._still[0]):
            return self._still[1]
        outlines = outlined(coarse, self._coarse, size, self.squares.corners)
        known, self._around_board = self._around_board, []
        self._still = coarse, ()
        if not outlines and not known:
            return ()
        around = self._plane(small, self._around)
        for one in known:
            if self._recogniser.is_still_there(around, self._around, one):
                self._around_board.append(one)
        found = [(one.like, self._sureness(one.like)) for one in self._around_board]
        looked = [like.pose for like, _ in found]
        places = [(place, 0.0) for place in outlines]
        places += [(near, _NEXT) for pose in looked for near in next_in_row(pose, looked, size)]
        while places and len(looked) < _MOST_BESIDE:
            place, least = places.pop(0)
            if not self._is_beside(place) or any(gap(place, pose) < SAME * size.width for pose in looked):
                continue
            if least and self._recogniser.roughly(around, self._around, place) < least:
                continue
            looked.append(place)
            like = self._recogniser.likeness(around, self._around, place, _TRIES_BESIDE)
            sure = self._sureness(like)
            if like.score >= _LEAST_ROW and gap(like.pose, place) < SAME * size.width:
                found.append((like, sure))
                looked[-1] = like.pose
                if sure >= CLAIM:
                    self._around_board.append(self._recogniser.known(around, self._around, like))
                    places += [(near, _NEXT) for near in next_in_row(like.pose, looked, size)]
        told = tuple(self._loose(like, sure) for like, sure in found)
        self._still = (coarse, told) if all(one.claimed for one in told) else None
        return told

    def _is_beside(self, pose: Pose) -> bool:
        """In the window, and not on the board."""
        x, y = self.squares.at(np.array([pose.x, pose.y]))
        on = 0 < x < self.squares.columns and 0 < y < self.squares.rows
        return not on and self._around.holds(pose.x, pose.y)

    def _loose(self, like: Likeness, sure: float) -> LooseFlat:
        code = self.gallery.codes[like.look]
        down = code == BACK
        place = self.squares.at(np.array([like.pose.x, like.pose.y]))
        heading = None if down else round(like.pose.turn % 360, 1)
        return LooseFlat(None if down else code, heading, down, place, sure, self._outline(like.pose))

    def _outline(self, pose: Pose) -> tuple[Point, Point, Point, Point]:
        corners = self.profile.ground.to_picture(pose.of(self.profile.size.corners))
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        return a, b, c, d

    def _confidence(self, found: Likeness, square: int) -> float:
        """0 to .97; from CLAIM on nobody has seen a wrong one."""
        middle = self.squares.middle(square)
        aside = max(abs(found.pose.x - middle[0]), abs(found.pose.y - middle[1]) / self.squares.height)
        if aside > ASIDE:
            return 0.0
        return self._sureness(found)

    def _sureness(self, found: Likeness) -> float:
        """0 to .97."""
        usual = float(self._usual[found.look])
        # A piece that was never learnt is as like a look as looks are to each other: they share a border.
        like = (found.score - usual) / (1 - usual)
        parts = (_LIKE.of(like), _LEAD.of(found.lead), _SHOWN.of(found.seen))
        return round(0.97 * float(min(parts) ** 0.5), 3)

    def _sighting(
        self, frame: Frame, squares: Sequence[SquareRead], over: Cover, beside: tuple[LooseFlat, ...]
    ) -> FlatSighting:
        pieces: list[FlatPiece] = []
        doubts: list[FlatDoubt] = []
        clear = True
        across = self._across(squares)
        for one in squares:
            reason = Reason.BETWEEN if one.square in across else over.squares.get(one.square)
            if one.found is not None:
                piece = self._piece(one)
                if one.confidence >= CLAIM:
                    pieces.append(piece)
                    continue
                if reason is None:
                    pieces.append(piece)
                    reason = Reason.UNLIKE
            if reason is not None:
                doubts.append(self._doubt(one, reason))
                clear = clear and not reason.unseats
        return FlatSighting(
            frame.t,
            self.corners,
            clear and not over.hides,
            tuple(pieces),
            doubts=tuple(doubts),
            kinds=self.gallery.codes,
            beside=beside,
        )

    def _across(self, squares: Sequence[SquareRead]) -> set[int]:
        """Squares beside each other that both show something plain which lies on neither."""
        half = {one.square for one in squares if one.other > _PRINTED and not self._lies(one)}
        rows = self.squares.rows
        return {
            square
            for square in half
            for near in (square - rows, square + rows, square - 1, square + 1)
            if near in half and (abs(near - square) == rows or near // rows == square // rows)
        }

    def _piece(self, one: SquareRead) -> FlatPiece:
        assert one.found is not None
        found = one.found
        code = self.gallery.codes[found.look]
        down = code == BACK
        return FlatPiece(
            one.square,
            None if down else code,
            None if down else round(found.pose.turn % 360, 1),
            down,
            one.confidence,
            self._outline(found.pose),
            {"like": found.score, "lead": found.lead, "shown": found.seen, "other": one.other},
        )

    def _doubt(self, one: SquareRead, reason: Reason) -> FlatDoubt:
        """Likely in the same measure as it is sure: what it looks like, or else anything."""
        count = len(self.gallery.codes)
        odds = np.full(count + 2, -6.0)
        odds[0] = -3.0 if one.found is not None else 0.0
        odds[-1] = -1.0 if reason is Reason.UNLIKE else 0.0
        if one.found is not None:
            odds[one.found.look + 1] = 0.0
            odds[one.found.rival + 1] = -2.0
        return FlatDoubt(one.square, reason, tuple(float(value) for value in odds - odds.max()))


def _size_to_read(ground: Ground, place: Floats, size: Size) -> tuple[int, Ground]:
    """By how much pictures are made smaller first, so that nothing is lost between pixels."""
    width = ground.pixels_to_unit(place) * size.width
    smaller = max(1, int(width / WIDTH + 0.35))
    return smaller, ground.in_size((ground.size[0] // smaller, ground.size[1] // smaller))


def _changed(soft: Singles, empty: Singles) -> Singles:
    """Against the empty board, in the same light on the whole."""
    change = soft - empty
    return change - median(np.ascontiguousarray(change[::4, ::4].reshape(-1, 3).T))
