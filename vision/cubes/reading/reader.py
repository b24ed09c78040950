"""Reading one picture: which cube stands on which square, and whether the picture can be trusted."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square
from companion.games.himiki.rules.cubes import Element
from vision.cubes.doubt.accepting import OFF_CENTRE, ROOM, Acceptance, astride, middle, off_centre
from vision.cubes.doubt.bareness import BareSquares
from vision.cubes.doubt.brightening import Brightening
from vision.cubes.doubt.cover import LARGEST, CoverJudge
from vision.cubes.doubt.doubts import NO_CLAIM, Doubts, with_guesses
from vision.cubes.doubt.joining import joined
from vision.cubes.doubt.reflections import Reflections
from vision.cubes.doubt.seating import SeatOnSquare, Sizes
from vision.cubes.doubt.shadows import in_coloured_shade, is_shadow
from vision.cubes.doubt.uncovering import Uncovering, square_of
from vision.cubes.doubt.weighing import Seen, Weighing
from vision.cubes.matching.glare import MOST_WHITE
from vision.cubes.matching.levels import Levels
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import BETTER_THAN_BOARD, ELSE, PLAIN_LEAD, of_cube
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import KINDS, Print, Profile
from vision.cubes.reading.headings import Headings, axis_told
from vision.cubes.reading.sides import SideReader
from vision.cubes.seen import NOTHING, SOMETHING_ELSE, CubeSighting, SeenCube
from vision.cubes.tops import HALF, RASTER, Found, Pose, Singles, padded, softened
from vision.cubes.witness.witness import Witness
from vision.frames import Frame, Image
from vision.plane.boardlight import Comparison, EmptyBoard
from vision.plane.camera import Camera, Floats
from vision.plane.light import SETTLED, Light
from vision.plane.plane import maps_of, seen_on
from vision.plane.steady import Anchor
from vision.plane.surroundings import Surroundings
from vision.sighting import CLAIM, Reason

_ODD: Final = 0.05
"""Share of a square that differs from the empty board: from here on it is looked at."""

_STRANGE: Final = 0.045
"""The same in contrast (logarithm), against the usual noise."""

_OTHER_THAN_BOARD: Final = 0.05
"""Misfit of the empty board in the middle of a square, from which on it is worth looking for a cube."""

_FAINTEST: Final = 0.5
"""The same as a share of what the board makes of the learnt look that is likest to it there, where that is
less: pale cubes on a pale board."""

_PERHAPS_OTHER: Final = 0.025
"""Half of that: where it is less, the second witness is not asked either."""

_PLAINLY_OTHER: Final = 0.1
"""The same whatever noise makes of single pixels: the whole square tells more than any of them."""

_NOT_LIKE: Final = 0.33
"""Score of what is no cube: a tile, perhaps."""

_NOT_ALIKE: Final = 0.66
"""Likeness of what is none, on its square."""

_NOT_ALIKE_ANYWHERE: Final = 0.75
"""The same where it is."""

# From no confidence to full. What is said of cubes was measured on 2188 that are read right, in 353 clear
# pictures of eleven tables with known truth.

_PLAIN_RANGE: Final = (0.75, 0.45)
"""Misfit of a cube as a share of the empty board's there."""

_SCORE_RANGE: Final = (0.2, 0.75)
"""Score; 99 of 100 cubes have 0.62 and more, half of them 0.90."""

_LEAD_RANGE: Final = (0.0, 0.5)
"""Lead over the best other kind; 99 of 100 cubes have 0.33 and more, half of them 0.88."""

_GAP_RANGE: Final = (0.0, 0.05)
"""The same in misfit; 99 of 100 cubes have 0.040 and more, half of them 0.17."""

_DARK: Final = 60.0
"""Level under which the brightest of a picture is too dark to tell."""

_LIT: Final = 95
"""The percentile that its brightest is."""

_BOARD_STEADY: Final = 0.45
"""Share of the print found again, under which it is looked for elsewhere."""

_BROKEN_SHADE: Final = 0.2
"""Share of the board in a shadow from which on light is broken all over it: under leaves more than half,
behind a window's bars a third, elsewhere seldom a fifth."""

_TOLD_BY_SIGN: Final = 0.2
"""How much worse (logarithm) the sign of a cube that is not plain must fit on the other axis: of 80 in broken
light on seven drawn tables that did, none told the wrong one, nor did one of six down to half of it."""

_AS_LIGHT: Final = -2.5
"""Odds of the likeliest thing that can stand on a square, against something else, from which on what covers
it may as well be light: of 32 cubes and 60 bare squares in broken shade three had less."""

_BOARD_SURE: Final = 0.3
"""The same, under which there is none unless marks of it are found."""

_BOARD_SEEN: Final = 0.2
"""The same, under which there is none at all."""

_BUMP: Final = 0.7
"""Pixels: a move worth following."""

_SMALLEST: Final = 160
"""Pixels: the least side of a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class SquareReading:
    """Everything measured at one square."""

    square: Square
    odd: float
    strange: float
    found: Found | None
    witness: Singles | None
    """Logarithms of how likely everything is there, in the order of a doubt's odds; None where it was plainly
    bare, and the witness was not asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A sighting and what it was made of."""

    sighting: CubeSighting
    squares: tuple[SquareReading, ...]
    scores: Mapping[str, float]
    light: Light | None = None
    """Against that of the empty picture; None where no board is seen."""


class Reader:
    """Reads pictures of one table. Everything that only depends on the profile is made once."""

    def __init__(self, profile: Profile, *, witnessed: bool = False) -> None:
        """With a second witness, where it is `witnessed` (docs/witness.md)."""
        self.profile = profile
        camera = self._camera = profile.camera()
        self._maps = maps_of(camera, RASTER, profile.edge)
        self._corners = profile.corners
        self._anchor = Anchor(profile.empty, np.asarray(profile.corners))
        empty = seen_on(profile.empty, self._maps)
        self._empty = padded(softened(empty))
        self._board = EmptyBoard(HALF, halved(empty), profile.noise)
        self.matcher = Matcher(
            profile.looks,
            profile.kinds,
            profile.edge,
            mirrors=profile.mirrors,
            allowance=profile.allowance,
        )
        self._caster = Shadowcaster(camera.centre(), profile.edge, HALF)
        self._cover = CoverJudge(self._caster)
        self._around = Surroundings(camera, profile.empty, HALF, self._caster.grid_mask(0.0))
        self._levels = Levels(profile.looks)
        self.sizes = Sizes(profile.looks, profile.edge)
        self._headings = Headings(profile.looks, profile.edge, self.matcher)
        self._sides = SideReader(profile.looks, profile.kinds, profile.edge, profile.sides)
        self._cells = [self._cell(square) for square in SQUARES]
        self._middles = np.array([middle(square) for square in SQUARES], np.float32)
        straight = np.column_stack([self._middles, np.zeros(len(SQUARES), np.float32)])
        self._ground = self.matcher.ground(self._empty, straight)
        faintest = self.matcher.faintest_on(self._ground)
        self._other_than_board = np.minimum(_FAINTEST * faintest, _OTHER_THAN_BOARD).tolist()
        self._uncovering = Uncovering(self.matcher, self._caster, self._cover, profile.margins)
        bare = BareSquares(profile)
        self._acceptance = Acceptance(
            self.matcher, self._caster, self._empty, self._cells, profile.margins, bare, faintest
        )
        self._weighing = Weighing(self.matcher, self._acceptance, self._caster, self._levels, profile.kinds)
        self.witness = Witness(profile, self._empty) if witnessed else None
        edges = [(rows.start, rows.stop, columns.start, columns.stop) for rows, columns in self._cells]
        self._edges = np.array(edges, np.intp).T

    def _cell(self, square: Square) -> tuple[slice, slice]:
        x, y = middle(square)
        half = self.profile.edge / 2
        left, top = HALF.to_pixels(np.array([x - half, y + half]))
        right, bottom = HALF.to_pixels(np.array([x + half, y - half]))
        return slice(round(top), round(bottom) + 1), slice(round(left), round(right) + 1)

    def _by_cell(self, values: Singles) -> list[float]:
        """The mean over each square."""
        sums = cv2.integral(values, sdepth=cv2.CV_64F)
        top, bottom, left, right = self._edges
        inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return [float(mean) for mean in inside / ((bottom - top) * (right - left))]

    def read(self, frame: Frame) -> CubeSighting:
        return self.reading(frame).sighting

    def reading(self, frame: Frame, frames: int = 1) -> Reading:
        """`frames`: of how many still ones the picture is the mean, and its noise as much less."""
        image = fitted(frame.image, self.profile.size)
        if image is None:
            return _no_board(frame, 0.0)
        plane, half, seen = self._compared(image, frames)
        if seen.seen_share < _BOARD_STEADY:
            corners = self._anchor.moved(image)
            if corners is not None and self._follow(corners):
                plane, half, seen = self._compared(image, frames)
            share = _print_seen(seen)
            if share < _BOARD_SEEN or (corners is None and share < _BOARD_SURE):
                return _no_board(frame, share)
        odd = (seen.excess > 1) | seen.lost
        other, strange = self._by_cell(odd.astype(np.float32)), self._by_cell(seen.strange)
        soft, rough = padded(softened(plane)), padded(half)
        plains = self.matcher.plain_on(soft, self._ground, seen.light.over(self._middles))
        gate = _STRANGE * self.matcher.noise
        suspects = [
            s
            for s in SQUARES
            if plains[s] > _PLAINLY_OTHER
            or (plains[s] > self._other_than_board[s] and (other[s] > _ODD or strange[s] > gate))
        ]
        found = self._tops(soft, rough, suspects, seen.light)
        accepted = self._acceptance.accepted(found, soft, seen.light)
        seats = self.sizes.seats(soft, accepted, seen.light)
        seated = {
            s: f
            for s, f in accepted.items()
            if off_centre(s, f.pose) < OFF_CENTRE and not seats[s].in_the_air
        }
        if any(told.heading for told in self.profile.prints):
            seated = self._headings.read(soft, seated, seen.light)
        poses = [f.pose for f in accepted.values()]
        seen = in_coloured_shade(seen, accepted.values(), self._caster, ROOM)
        around = self._around if self._corners == self.profile.corners else None
        tiles = self._tiles(soft, rough, seen, poses, found)
        cover, astray = self._cover.judge(seen, poses, tiles, image, around), list[Found]()
        # What seems to be a tile may be a cube in light that changes across it.
        flat = {square: found[square] for square in tiles if square in found}
        bare = self._acceptance.rest(flat, {}, soft, seen.light)
        weighed = Seen(soft=soft, light=seen.light, rough=rough)
        open_still = cover.squares | set(self._acceptance.undecided(flat, accepted, bare, weighed))
        cubes = {square: self._cube(square, one, seats[square]) for square, one in seated.items()}
        doubts = Doubts()
        for square, one in accepted.items():
            self._seat(doubts, square, one, seats[square])
        soon = [*doubts.reasons, *(s for s, cube in cubes.items() if cube.confidence < CLAIM), *cover.squares]
        dappled, perhaps = self._weighing.dappled(open_still, weighed, found, accepted, dict.fromkeys(soon))
        if dappled:
            found |= dappled
            accepted |= dappled
            seats |= self.sizes.seats(soft, dappled, seen.light)
            cubes |= {square: self._cube(square, one, seats[square]) for square, one in dappled.items()}
            poses += [one.pose for one in dappled.values()]
            tiles = [square for square in tiles if square not in dappled]
            cover = self._cover.judge(seen, poses, tiles, image, around)
        if cover.things:
            astray = self._uncovering.cubes(cover, _without(found, accepted), soft, rough, seen.light)
            if astray:
                poses += [one.pose for one in astray]
                cover = self._cover.judge(seen, poses, tiles, image, around)
        glaring: frozenset[Square] = frozenset()
        mirroring: dict[Square, float] = {}
        if cover.squares:
            sun, shine = Brightening(seen), Reflections(self._board, half, seen.light)
            over = [thing for thing in cover.things if shine.explains(thing)]
            lighter = [sun.beyond(thing) for thing in cover.everything if sun.explains(thing)]
            shaded = [thing for thing in cover.everything if is_shadow(seen, thing)]
            if over or lighter or shaded:
                seen = seen.beside(np.logical_or.reduce(over + lighter + shaded))
                cover = self._cover.judge(seen, poses, tiles, image, around)
            if over:
                lamp = np.logical_or.reduce(over)
                lit = self._cover.most(lamp)
                touched = [s for s in SQUARES if s not in accepted and lamp[self._cells[s]].any()]
                mirroring = self._acceptance.mirroring(touched, soft, seen.light)
                glaring = frozenset(s for s in SQUARES if shine.white[self._cells[s]].mean() > MOST_WHITE)
                glaring |= {s for s in lit & found.keys() if _a_little(found[s])}
        pieces = self._with_sides(image, [cubes[s] for s in sorted(cubes)], accepted, seen.light)
        for square, one in dappled.items():
            self._seat(doubts, square, one, None)
        for one in astray:
            square = square_of(one)
            self._seat(doubts, square, one, None)
            doubts.add(square, Reason.UNLIKE)
        doubts.add_all(cover.squares - dappled.keys(), Reason.COVERED)
        plainly_bare = {s for s, odds in mirroring.items() if odds > ELSE + PLAIN_LEAD}
        doubts.add_all(glaring - cubes.keys() - plainly_bare, Reason.GLARE)
        bare = self._acceptance.rest(found, accepted, soft, seen.light)
        bare |= {s: max(odds, mirroring.get(s, odds)) for s, odds in bare.items()}
        unlike = [cube.square for cube in cubes.values() if cube.confidence < CLAIM] + [*dappled]
        undecided = self._acceptance.undecided(found, accepted, bare, weighed)
        unlike += [s for s in undecided if s not in tiles or s in perhaps]
        if unlike:
            doubts.add_all(unlike, Reason.DARK if _too_dark(half) else Reason.UNLIKE)
        bare = {s: self._acceptance.of_bare(s, float(plains[s])) for s in SQUARES if s not in found} | bare
        covered = cover.covered
        entered = covered.entering >= LARGEST.entering or covered.reaching >= LARGEST.reaching
        # In broken shade most of what seems to reach in is light, and cubes in it.
        broken = bool(doubts) and seen.in_shade(self._cover.inside) >= _BROKEN_SHADE and not covered.reaching
        entered = entered and not broken
        odds = self._weighing.odds(doubts, weighed, found, accepted, cover.where, bare, entered=entered)
        if broken:
            likely = {s for s, each in odds.items() if max(each[:SOMETHING_ELSE]) > _AS_LIGHT}
            there = poses + self._weighing.perhaps(odds, weighed, _AS_LIGHT)
            doubts.only_light(likely - self._cover.surely(seen, there, tiles), Reason.COVERED)
            # A cube between two squares hides the board of both.
            doubts.only_light((s for s, each in odds.items() if _plainly_bare(each)), Reason.BETWEEN)
        says: dict[Square, Singles] = {}
        if self.witness is not None:
            asked = [s for s in SQUARES if s in found or s in odds or plains[s] > _PERHAPS_OTHER]
            says = dict(zip(asked, self.witness.says(soft, seen.light, asked), strict=True))
        both = joined(pieces, doubts, odds, says)
        told = both.doubts.told(both.odds)
        # The guess stays the matcher's: the witness settles and doubts, and then the game decides.
        guessed = both.doubts.told({**both.odds, **odds})
        squares = tuple(SquareReading(s, other[s], strange[s], found.get(s), says.get(s)) for s in SQUARES)
        scores = {"board": _print_seen(seen)} | asdict(cover.covered)
        headings = self._headings_told(self._weighing.guessed(odds, weighed), soft, seen.light)
        all_cubes = with_guesses(both.cubes, guessed, headings)
        sighting = CubeSighting(frame.t, self._corners, both.doubts.clear, all_cubes, doubts=told)
        return Reading(sighting, squares, scores, seen.light)

    def _headings_told(self, guessed: dict[Square, Found], soft: Image, light: Light) -> dict[Square, float]:
        """How the cubes that most likely stand there are turned, where a sign tells it by itself."""
        told = {s: one for s, one in guessed.items() if self.profile.prints[one.kind].heading}
        read = self._headings.read(soft, told, light) if told else {}
        return {s: heading_of(one) for s, one in read.items() if (one.sign or 0.0) > _TOLD_BY_SIGN}

    def _seat(self, doubts: Doubts, square: Square, one: Found, seat: SeatOnSquare | None) -> None:
        """Whether it is off its square, or does not lie level."""
        if off_centre(square, one.pose) >= OFF_CENTRE:
            doubts.add_all(astride(one.pose), Reason.BETWEEN)
        elif seat is not None and (seat.in_the_air or seat.out_of_level):
            doubts.add(square, Reason.TIPPED)

    def camera_at(self, corners: Floats) -> Camera:
        """The same camera, with the board at these corners."""
        return self.profile.camera_at(corners)

    def camera_now(self) -> Camera:
        """With the board where it was seen last."""
        return self._camera

    def _compared(self, image: Image, frames: int) -> tuple[Image, Image, Comparison]:
        plane = seen_on(image, self._maps)
        half = halved(plane)
        return plane, half, self._board.compare(half, self._cover.inside, frames, SETTLED)

    def _follow(self, corners: Floats) -> bool:
        """Looks where the board went; whether that is elsewhere."""
        if np.abs(corners - np.asarray(self._corners)).max() < _BUMP:
            return False
        self._camera = self.camera_at(corners)
        self._maps = maps_of(self._camera, RASTER, self.profile.edge)
        a1, a6, e6, e1 = ((float(x), float(y)) for x, y in corners)
        self._corners = (a1, a6, e6, e1)
        return True

    def _tops(self, soft: Image, rough: Image, squares: list[Square], light: Light) -> dict[Square, Found]:
        if not squares:
            return {}
        centres = np.array([middle(s) for s in squares], np.float32)
        lights = light.over(centres)
        found = self.matcher.tops(rough, soft, centres, lights, self._empty)
        poses = np.array([(one.pose.x, one.pose.y, one.pose.turn) for one in found], np.float32)
        plain, samples = self.matcher.held_against(soft, self._empty, poses, lights)
        bright = self._levels.too_bright(samples, np.array([one.look for one in found]))
        return {
            square: replace(one, plain=board, alike=0.0 if over and _of_board(one, board) else one.alike)
            for square, one, board, over in zip(squares, found, plain.tolist(), bright.tolist(), strict=True)
        }

    def _tiles(
        self, soft: Image, rough: Image, seen: Comparison, cubes: list[Pose], found: Mapping[Square, Found]
    ) -> list[Square]:
        """Squares with something flat on them that is no part of a cube, wherever that were."""
        bare = [s for s in SQUARES if not _like_a_cube(found.get(s))]
        flat = self._cover.flat(seen, cubes, bare)
        if not flat:
            return []
        centres = np.array(list(flat.values()), np.float32)
        tops = self.matcher.tops(rough, soft, centres, seen.light.over(centres))
        return [s for s, f in zip(flat, tops, strict=True) if not _like_a_cube(f, _NOT_ALIKE_ANYWHERE)]

    def _cube(self, square: Square, found: Found, seat: SeatOnSquare) -> SeenCube:
        colour, element = KINDS[found.kind]
        told = self.profile.prints[found.kind]
        heading = None
        if told.heading and axis_told(found):
            heading = heading_of(found)
        scores = {
            "score": found.score,
            "alike": found.alike,
            "misfit": found.misfit,
            "plain": found.plain,
            "lead": found.lead,
            "gap": found.rival - found.misfit,
            "turn": found.across - found.misfit,
            "off_centre": off_centre(square, found.pose),
            "larger": seat.larger,
            "larger_doubt": seat.doubt,
            "stretched": seat.stretched,
            "stretched_doubt": seat.stretch_doubt,
        }
        confidence = 0.5 + 0.5 * min(
            _within(found.score, _SCORE_RANGE),
            _within(found.misfit / max(found.plain, 1e-3), _PLAIN_RANGE),
            _within(found.lead, _LEAD_RANGE),
            _within(found.rival - found.misfit, _GAP_RANGE),
        )
        if seat.doubtful:
            confidence = min(confidence, NO_CLAIM)
        side = None if heading is None else side_told(element, told, heading)
        return SeenCube(square, colour, element, side, heading, round(confidence, 3), scores)

    def _with_sides(
        self, image: Image, cubes: Sequence[SeenCube], standing: Mapping[Square, Found], light: Light
    ) -> tuple[SeenCube, ...]:
        """What the sides in sight say, where the print does not tell."""
        wanted = [cube.square for cube in cubes if cube.side is None]
        if not wanted or not self._sides.telling:
            return tuple(cubes)
        told = self._sides.read(image, self._camera, standing, light, wanted)
        return tuple(replace(cube, side=told.get(cube.square, cube.side)) for cube in cubes)


def heading_of(found: Found) -> float:
    return float((np.degrees(found.pose.turn) + 90 * found.quarters) % 180)


def _plainly_bare(odds: Sequence[float]) -> bool:
    return max(odds[NOTHING + 1 :]) <= odds[NOTHING] - PLAIN_LEAD


def _print_seen(seen: Comparison) -> float:
    return max(seen.seen_share, seen.whole_share)


def _too_dark(half: Image) -> bool:
    return bool((half[::4, ::4] < _DARK).mean() * 100 > _LIT)


def _of_board(one: Found, plain: float) -> bool:
    """Whether the board in a shadow may look like that."""
    return one.misfit > plain * BETTER_THAN_BOARD


def _a_little(one: Found) -> bool:
    """Whether it is more like a cube than things that are none."""
    return of_cube(one.misfit, one.alike) > 0


def _without(found: Mapping[Square, Found], accepted: Mapping[Square, Found]) -> dict[Square, Found]:
    return {square: one for square, one in found.items() if square not in accepted}


def _like_a_cube(found: Found | None, alike: float = _NOT_ALIKE) -> bool:
    return found is not None and (found.score > _NOT_LIKE or found.alike > alike)


def side_told(top: Element, told: Print, heading: float) -> Element | None:
    """The element along the row, from how the sign is turned against its faces picture."""
    if told.upright is None:
        return None
    if abs((heading + 45) % 180 - 45) < 45:
        return told.upright
    return next(element for element in Element if element not in (top, told.upright))


def _within(value: float, limits: tuple[float, float]) -> float:
    low, high = limits
    return min(max((value - low) / (high - low), 0.0), 1.0)


def fitted(image: Image, size: tuple[int, int]) -> Image | None:
    """A picture of the same shape at the size that was learnt; None for any other."""
    height, width = image.shape[:2]
    if (width, height) == size:
        return image
    if min(width, height) < _SMALLEST or abs(width * size[1] - height * size[0]) > 0.01 * width * size[1]:
        return None
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _no_board(frame: Frame, seen: float) -> Reading:
    sighting = CubeSighting(frame.t, None, False, ())
    return Reading(sighting, (), {"board": seen})


def halved(plane: Image) -> Image:
    return np.asarray(cv2.resize(plane, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
