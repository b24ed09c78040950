"""What an answer about a square teaches a profile: a few more looks, or a piece of the empty board.

Whoever answers may be mistaken. So little is taught, only what leaves every known cube what it is, and each
lesson can be taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import Square, column_of, row_of
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.outline import centre_of
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import Reader, Reading, fitted, halved
from vision.cubes.tops import QUARTERS, RASTER, Singles, patches_at, softened, turned, unmirrored
from vision.frames import Frame, Image
from vision.plane.light import Light
from vision.plane.plane import maps_of, seen_on

MOST: Final = 2
"""Looks that answers add to one kind: each costs time in every reading."""

_LEAST_SCORE: Final = 0.2
"""What is less like a cube than this is none to learn from; the reader takes it for one from .35 on."""

_RATHER: Final = 1.3
"""How much worse (ratio) a taught look must fit every known cube of another kind than its own look does."""

_STEPS: Final = 6
"""Rounds in which a top is placed."""

_MOVED: Final = 0.7
"""Pixels by which corners may be off for the empty picture to be mended."""

_FEATHER: Final = 2.0
"""Pixels over which a mended square's rim goes over into the rest."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A piece of the empty picture."""

    left: int
    top: int
    before: Image
    after: Image


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What one answer taught, to be taken back with `untaught`."""

    square: Square
    kind: int | None
    """None: nothing stands there."""
    number: int = 0
    look: Singles | None = None
    dropped: tuple[int, Singles] | None = None
    """The oldest taught look of this kind, which made room, and its number."""
    patch: Patch | None = None


def taught(
    profile: Profile, frame: Frame, square: Square, kind: int | None, reader: Reader
) -> tuple[Profile, Lesson] | None:
    """The profile after an answer: one of the kinds stands on a square of this frame, or nothing does.

    None where nothing is to be learnt: no board is seen, or what is seen is too far from what was said.
    `reader` is one of this profile's.
    """
    image = fitted(frame.image, profile.size)
    reading = reader.reading(frame)
    if image is None or reading.light is None:
        return None
    if kind is None:
        return _bare(profile, image, square, reading)
    top = _top(profile, image, square, kind, reader, reading.light)
    return None if top is None else _with_look(profile, square, kind, top)


def with_lesson(profile: Profile, lesson: Lesson) -> Profile:
    """Another profile of the same table and cubes that has learnt the same: the one that is kept, say."""
    if lesson.patch is not None:
        return _mended_with(profile, lesson.square, lesson.patch)
    if lesson.look is None or lesson.kind is None:
        return profile
    made_room = None if lesson.dropped is None else lesson.dropped[0]
    kept = [one for one in _taught_looks(profile) if one[0] != made_room]
    return _with_taught(profile, [*kept, (lesson.number, lesson.kind, lesson.look)])


def untaught(profile: Profile, lesson: Lesson) -> Profile:
    """Without that lesson; as it is, where it was replaced or taken back already."""
    if lesson.patch is not None:
        return _unmended(profile, lesson)
    taught_looks = _taught_looks(profile)
    kept = [one for one in taught_looks if not _is(one, lesson)]
    if len(kept) == len(taught_looks):
        return profile
    if lesson.dropped is not None and lesson.kind is not None:
        number, look = lesson.dropped
        kept = sorted([*kept, (number, lesson.kind, look)], key=lambda one: one[0])
    return _with_taught(profile, kept)


_Taught = tuple[int, int, Singles]
"""A lesson's number, a kind, and its look."""


def _taught_looks(profile: Profile) -> list[_Taught]:
    learnt = len(profile.kinds) - len(profile.taught)
    return list(zip(profile.taught, profile.kinds[learnt:], list(profile.looks[learnt:]), strict=True))


def _with_taught(profile: Profile, taught_looks: Sequence[_Taught]) -> Profile:
    learnt = len(profile.kinds) - len(profile.taught)
    looks = [*profile.looks[:learnt], *(look for _, _, look in taught_looks)]
    kinds = (*profile.kinds[:learnt], *(kind for _, kind, _ in taught_looks))
    return replace(
        profile, looks=np.stack(looks), kinds=kinds, taught=tuple(number for number, _, _ in taught_looks)
    )


def _is(one: _Taught, lesson: Lesson) -> bool:
    number, kind, look = one
    same = lesson.look is not None and np.array_equal(look, lesson.look)
    return same and (number, kind) == (lesson.number, lesson.kind)


def _with_look(profile: Profile, square: Square, kind: int, top: Singles) -> tuple[Profile, Lesson] | None:
    before = _taught_looks(profile)
    of_kind = [one for one in before if one[1] == kind]
    dropped = of_kind[0] if len(of_kind) >= MOST else None
    number = max(profile.taught, default=0) + 1
    kept = [one for one in before if one is not dropped]
    after = _with_taught(profile, [*kept, (number, kind, top)])
    if not _leaves_others(profile, after, kind):
        return None
    gone = None if dropped is None else (dropped[0], dropped[2])
    return after, Lesson(square, kind, number, top, gone)


def _leaves_others(before: Profile, after: Profile, kind: int) -> bool:
    """Whether the newest look is its kind's own, and every known cube of another kind stays what it is."""
    samples, kinds = _known(before)
    misfits = _matcher(after).misfits(samples)
    looks = np.asarray(after.kinds)
    newest = misfits[:, -1]
    mine = np.array([misfits[row, looks == of].min() for row, of in enumerate(kinds)])
    others = np.asarray(kinds) != kind
    nearer = newest[~others].min() < newest[others].min()
    return bool(nearer and (newest[others] > mine[others] * _RATHER).all())


def _known(profile: Profile) -> tuple[Singles, tuple[int, ...]]:
    """The cubes that it was learnt from; in a profile of an older program, what was learnt of them."""
    if len(profile.samples):
        return profile.samples, profile.sample_kinds
    learnt = len(profile.kinds) - len(profile.taught)
    return profile.looks[:learnt], profile.kinds[:learnt]


def _matcher(profile: Profile) -> Matcher:
    return Matcher(
        profile.looks, profile.kinds, profile.edge, mirrors=profile.mirrors, allowance=profile.allowance
    )


def _top(
    profile: Profile, image: Image, square: Square, kind: int, reader: Reader, light: Light
) -> Singles | None:
    """The top on a square, upright as that kind is; None where it is hardly like it."""
    learnt = len(profile.kinds) - len(profile.taught)
    looks = [look for look, of in zip(profile.looks[:learnt], profile.kinds, strict=False) if of == kind]
    matcher = Matcher(
        np.stack(looks),
        (kind,) * len(looks),
        profile.edge,
        mirrors=profile.mirrors,
        allowance=_matcher(profile).noise if profile.allowance is None else profile.allowance,
    )
    maps = maps_of(reader.camera_now(), RASTER, profile.edge)
    plane = seen_on(image, maps)
    soft = softened(plane)
    centre = centre_of(square)[None].astype(np.float32)
    here = light.over(centre)
    templates, poses, _ = matcher.search(halved(plane), centre, here, best=QUARTERS * len(looks))
    lights = np.repeat(here, templates.shape[1], axis=0)
    placed, _ = matcher.refine(halved(plane), templates[0], poses[0], lights, fine=False, rounds=_STEPS)
    placed, _ = matcher.refine(soft, templates[0], placed, lights, fine=True, rounds=_STEPS)
    misfit, alike = matcher.judge(soft, templates[0], placed, lights)
    best = int(misfit.argmin())
    board = softened(seen_on(profile.empty, maps_of(profile.camera(), RASTER, profile.edge)))
    plain = float(matcher.plain(soft, board, placed[best : best + 1], here)[0])
    if alike[best] - 2 * misfit[best] < _LEAST_SCORE or misfit[best] > plain:
        return None
    patch = patches_at(soft, RASTER, placed[best : best + 1], profile.edge, looks[0].shape[0]) / here
    if profile.mirrors:
        patch, _ = unmirrored(patch)
    upright = turned(patch[0].reshape(looks[0].shape), -int(templates[0][best]) % QUARTERS)
    return np.asarray(np.clip(np.rint(upright), 0, 255), np.float32)


def _bare(profile: Profile, image: Image, square: Square, reading: Reading) -> tuple[Profile, Lesson] | None:
    """The square as it looks now, in the light of the empty picture, instead of what that shows there."""
    light, corners = reading.light, reading.sighting.corners
    found = next((one.found for one in reading.squares if one.square == square), None)
    if light is None or corners is None or found is None or square in profile.mended:
        return None
    if np.abs(np.asarray(corners) - np.asarray(profile.corners)).max() > _MOVED:
        return None
    near = {
        one.square for one in reading.sighting.cubes if _beside(one.square, square) and one.square != square
    }
    if near or found.misfit < found.plain or found.score > _LEAST_SCORE:
        return None
    patch = _patch(profile, image, square, light)
    return _mended_with(profile, square, patch), Lesson(square, None, patch=patch)


def _mended_with(profile: Profile, square: Square, patch: Patch) -> Profile:
    empty = profile.empty.copy()
    _put(empty, patch, patch.after)
    return replace(profile, empty=empty, mended=(*profile.mended, square))


def _beside(one: Square, other: Square) -> bool:
    return abs(column_of(one) - column_of(other)) <= 1 and abs(row_of(one) - row_of(other)) <= 1


def _patch(profile: Profile, image: Image, square: Square, light: Light) -> Patch:
    x, y = column_of(square), row_of(square)
    outline = np.array([(x, y, 0.0), (x + 1, y, 0.0), (x + 1, y + 1, 0.0), (x, y + 1, 0.0)])
    pixels = profile.camera().project(outline)
    left, top = np.maximum(np.floor(pixels.min(axis=0)).astype(int), 0).tolist()
    right, bottom = (np.ceil(pixels.max(axis=0)).astype(int) + 1).tolist()
    before = profile.empty[top:bottom, left:right]
    share = np.zeros(before.shape[:2], np.float32)
    cv2.fillConvexPoly(share, np.rint(pixels - [left, top]).astype(np.int32), 1.0)
    share = np.asarray(cv2.GaussianBlur(share, (0, 0), _FEATHER), np.float32)[..., None]
    now = image[top:bottom, left:right] / light.at(x + 0.5, y + 0.5)
    mixed = np.clip(np.rint(before * (1 - share) + now * share), 0, 255).astype(np.uint8)
    return Patch(left, top, before.copy(), mixed)


def _unmended(profile: Profile, lesson: Lesson) -> Profile:
    if lesson.patch is None or lesson.square not in profile.mended:
        return profile
    empty = profile.empty.copy()
    _put(empty, lesson.patch, lesson.patch.before, only=lesson.patch.after)
    mended = tuple(square for square in profile.mended if square != lesson.square)
    return replace(profile, empty=empty, mended=mended)


def _put(empty: Image, patch: Patch, content: Image, only: Image | None = None) -> None:
    """Into the empty picture; with `only`, where that stands there still."""
    rows, columns = content.shape[:2]
    there = empty[patch.top : patch.top + rows, patch.left : patch.left + columns]
    same = True if only is None else (there == only).all(axis=2, keepdims=True)
    there[:] = np.where(same, content, there)
