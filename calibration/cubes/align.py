"""The cubes of one kind laid over each other, whichever way round they stand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.signs import is_plain
from calibration.uprights import Uprights, uprights
from companion.rules.board import Square
from vision.camera import Floats
from vision.frames import Image
from vision.matcher import Matcher
from vision.outline import Gradients, centre_of, strength_at
from vision.reader import halved
from vision.signs import RIM, circles_of
from vision.tops import (
    DARK_BODY,
    FINE,
    QUARTERS,
    RASTER,
    Mask,
    Pose,
    Singles,
    darkest,
    patches_at,
    turned,
    unmirrored,
)

_ROUNDS: Final = 3
_SHIFT: Final = 0.08
_SHIFT_SPREAD: Final = 0.07
_SIGN_SPREAD: Final = 0.03
_SHIFT_DOUBT: Final = 0.04
"""How far one cube, and a sign on its face, are off the middle; what that is worth against outlines."""
_OTHER_PRINT: Final = 0.13
"""Misfit from which on two cubes of a kind are not printed alike."""
_TOLD_BY_SIGN: Final = 1.05
"""How much worse (ratio) signs must lie over each other on other axes, to tell on which they stand."""

_BEYOND_DOUBT: Final = 0.05
"""Mean misfit of cubes left out under which they are taken to lie over each other rightly."""
_LEFT_ROUNDS: Final = 3
_TELLING: Final = 3
"""Steps by which a cube left out is laid on the others, and how many cubes tell that one is turned."""

_WHITE: Final = 150.0
_NO_WHITE: Final = 0.01
"""Levels of the darkest channel that make white, and the share of a face that has none."""
_DARKER: Final = 1.25
"""How much brighter a top may be in the pictures that it is learnt from than in a game."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One cube of a faces picture."""

    plane: Image
    seen: Gradients
    light: Singles
    square: Square
    pose: Pose
    quarters: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """The cubes of one kind in groups printed alike, and how their signs stand to each other."""

    groups: list[list[Sample]]
    signs: Uprights | None
    """None where not every cube has a sign."""


def alike(kinds: Sequence[list[Sample]], edge: float, *, mirrors: bool) -> list[Kind]:
    """The cubes of every kind laid over each other, whichever way round they stand.

    Whole tops are laid over each other first. Where gloss may have led that astray, signs alone are, and
    single cubes are turned. What fits those cubes best that are left out of it is kept.
    """
    return [_laid_best(samples, edge, mirrors=mirrors) for samples in kinds]


def _laid_best(samples: list[Sample], edge: float, *, mirrors: bool) -> Kind:
    laid = _laid(samples, edge, mirrors=mirrors)
    cost = _cost(laid, edge, mirrors=mirrors)
    beyond_doubt = len(laid.groups) == 1 and cost < _BEYOND_DOUBT and not _misled(laid)
    if laid.signs is None or beyond_doubt:
        return laid
    by_sign = _by_sign(laid, edge, mirrors=mirrors)
    tries = [laid, by_sign, _settled(by_sign, edge, mirrors=mirrors)]
    tries += [_turned_singly(one, edge, mirrors=mirrors) for one in tries]
    return min(tries, key=lambda one: _cost(one, edge, mirrors=mirrors))


def _cost(kind: Kind, edge: float, *, mirrors: bool) -> float:
    """The mean misfit of its cubes with looks that were made without them.

    A cube printed like no other cannot be left out: it costs as much as makes it another print.
    """
    misfits = []
    for group in kind.groups:
        for index in range(len(group)):
            if len(group) == 1:
                misfits.append(_OTHER_PRINT)
            else:
                misfits.append(float(_without(group, index, edge, mirrors=mirrors)[group[index].quarters]))
    return float(np.mean(misfits))


def _without(group: list[Sample], index: int, edge: float, *, mirrors: bool) -> Singles:
    """How badly one cube of a group fits the look of the others, for each way round."""
    sample, others = group[index], group[:index] + group[index + 1 :]
    matcher = Matcher(look_of(others, edge, mirrors=mirrors)[None], (0,), edge, mirrors=mirrors)
    templates = np.arange(QUARTERS)
    poses, lights = (np.repeat(row, QUARTERS, axis=0) for row in (_row(sample.pose), sample.light[None]))
    poses, _ = matcher.refine(halved(sample.plane), templates, poses, lights, fine=False, rounds=_LEFT_ROUNDS)
    return matcher.judge(sample.plane, templates, poses, lights)[0]


def _settled(kind: Kind, edge: float, *, mirrors: bool) -> Kind:
    """The same with each cube moved, but not turned round, to where it lies best on the look of all."""
    return Kind([_settled_group(group, edge, mirrors=mirrors) for group in kind.groups], kind.signs)


def _settled_group(group: list[Sample], edge: float, *, mirrors: bool) -> list[Sample]:
    for _ in range(_ROUNDS):
        matcher = Matcher(look_of(group, edge, mirrors=mirrors)[None], (0,), edge, mirrors=mirrors)
        group = _centred([_moved(sample, matcher) for sample in group], edge)
    return _outlined(group, edge, mirrors=mirrors)


def _moved(sample: Sample, matcher: Matcher) -> Sample:
    template, pose, light = np.array([sample.quarters]), _row(sample.pose), sample.light[None]
    pose, _ = matcher.refine(halved(sample.plane), template, pose, light, fine=False, rounds=_LEFT_ROUNDS)
    pose, _ = matcher.refine(sample.plane, template, pose, light, fine=True, rounds=_LEFT_ROUNDS)
    x, y, turn = pose[0].tolist()
    return replace(sample, pose=Pose(x, y, turn))


def _turned_singly(kind: Kind, edge: float, *, mirrors: bool) -> Kind:
    """The same with cubes turned that stand another way round than the look of the others says."""
    groups = [_rightly_turned(group, edge, mirrors=mirrors) for group in kind.groups]
    return _settled(Kind(groups, kind.signs), edge, mirrors=mirrors)


def _rightly_turned(group: list[Sample], edge: float, *, mirrors: bool) -> list[Sample]:
    if len(group) < _TELLING:
        return group
    group = list(group)
    for _ in group:
        misfits = [_without(group, index, edge, mirrors=mirrors) for index in range(len(group))]
        gains = [float(m[s.quarters] - m.min()) for s, m in zip(group, misfits, strict=True)]
        worst = int(np.argmax(gains))
        if gains[worst] <= 0:
            break
        group[worst] = replace(group[worst], quarters=int(misfits[worst].argmin()))
    return group


def _laid(samples: list[Sample], edge: float, *, mirrors: bool) -> Kind:
    groups = []
    while samples:
        group, samples = _largest_group(samples, edge, mirrors=mirrors)
        groups.append(group)
    patches = [upright(replace(sample, quarters=0), edge, mirrors=False) for sample in _in_order(groups)]
    if any(is_plain(patch) for patch in patches):
        return Kind(groups, None)
    glare = [_mirrored(patch) if mirrors else np.zeros((FINE, FINE), bool) for patch in patches]
    return Kind(groups, uprights(patches, glare))


def _in_order(groups: list[list[Sample]]) -> list[Sample]:
    return sorted((sample for group in groups for sample in group), key=lambda sample: sample.square)


def _mirrored(patch: Singles) -> Mask:
    return unmirrored(patch.reshape(1, -1, 3))[1].reshape(FINE, FINE)


def _misled(kind: Kind) -> bool:
    """Whether signs say that cubes laid over each other stand on other axes than was found."""
    if kind.signs is None or kind.signs.axis_sure < _TOLD_BY_SIGN:
        return False
    squares = [sample.square for sample in _in_order(kind.groups)]
    told = dict(zip(squares, kind.signs.quarters, strict=True))
    return any(len({(told[s.square] - s.quarters) % 2 for s in group}) > 1 for group in kind.groups)


def _by_sign(kind: Kind, edge: float, *, mirrors: bool) -> Kind:
    if kind.signs is None:
        return kind
    samples, signs = _in_order(kind.groups), kind.signs
    placed = []
    for sample, quarters, place in zip(samples, signs.quarters, signs.places, strict=True):
        cos, sin = np.cos(sample.pose.turn), np.sin(sample.pose.turn)
        right, down = place.right * edge / FINE, place.down * edge / FINE
        x = sample.pose.x + cos * right - sin * down
        y = sample.pose.y - sin * right - cos * down
        pose = Pose(float(x), float(y), sample.pose.turn + float(np.radians(place.turn)))
        placed.append(replace(sample, pose=pose, quarters=quarters))
    return Kind([_outlined(_centred(placed, edge), edge, mirrors=mirrors)], signs)


def _largest_group(samples: list[Sample], edge: float, *, mirrors: bool) -> tuple[list[Sample], list[Sample]]:
    best: tuple[float, list[Sample], list[Sample]] | None = None
    for reference in samples:
        matcher = Matcher(upright(reference, edge, mirrors=mirrors)[None], (0,), edge, mirrors=mirrors)
        placed = [_placed(sample, matcher) for sample in samples]
        worth = sum(max(_OTHER_PRINT - misfit, 0.0) for _, misfit in placed)
        if best is None or worth > best[0]:
            alike = [one for one, misfit in placed if misfit < _OTHER_PRINT]
            others = [old for old, (_, misfit) in zip(samples, placed, strict=True) if misfit >= _OTHER_PRINT]
            best = (
                worth,
                alike or [reference],
                others if alike else [s for s in samples if s is not reference],
            )
    assert best is not None
    group = best[1]
    for _ in range(_ROUNDS):
        group = _centred(group, edge)
        matcher = Matcher(look_of(group, edge, mirrors=mirrors)[None], (0,), edge, mirrors=mirrors)
        group = [_placed(sample, matcher)[0] for sample in group]
    return _outlined(_centred(group, edge), edge, mirrors=mirrors), best[2]


def _outlined(samples: list[Sample], edge: float, *, mirrors: bool) -> list[Sample]:
    """Moved together, sign and all, to where outlines are seen and the sign is in the middle."""
    line = np.arange(-_SHIFT, _SHIFT + 1e-9, _SHIFT / 8)
    shifts = np.stack(np.meshgrid(line, line, indexing="ij"), axis=-1).reshape(-1, 2)
    worth = _likelihood(shifts, np.zeros(2), _SHIFT_SPREAD / np.sqrt(len(samples)))
    middle = _middle_of_sign(look_of(samples, edge, mirrors=mirrors))
    if middle is not None:
        worth = worth + _likelihood(shifts, middle * edge, _SIGN_SPREAD)
    for s in samples:
        places = np.array([s.pose.x, s.pose.y]) + shifts @ _turn(s)
        worth = worth + strength_at(s.seen, places, np.array([s.pose.turn]), edge)[:, 0] / len(samples)
    best = shifts[int(np.argmax(worth))]
    moved = []
    for s in samples:
        x, y = np.array([s.pose.x, s.pose.y]) + best @ _turn(s)
        moved.append(replace(s, pose=Pose(float(x), float(y), s.pose.turn)))
    return moved


def _likelihood(shifts: Floats, expected: Floats, spread: float) -> Floats:
    return np.asarray(-_SHIFT_DOUBT * np.sum((shifts - expected) ** 2, axis=1) / spread**2)


def _middle_of_sign(look: Singles) -> Floats | None:
    """The middle of what is printed, from the middle of the look, right and up in edges."""
    if is_plain(look):
        return None
    circle = circles_of([look])[0]
    return np.array([circle.x - (FINE - 1) / 2, (FINE - 1) / 2 - circle.y]) / FINE


def _placed(sample: Sample, matcher: Matcher) -> tuple[Sample, float]:
    light = sample.light[None]
    centre = centre_of(sample.square)[None].astype(np.float32)
    templates, poses, _ = matcher.search(halved(sample.plane), centre, light, best=QUARTERS)
    here = _row(sample.pose)
    templates = np.concatenate([templates[0], np.arange(QUARTERS)])
    poses = np.concatenate([poses[0], np.repeat(here, QUARTERS, axis=0)])
    lights = np.repeat(light, len(poses), axis=0)
    half = halved(sample.plane)
    poses, _ = matcher.refine(half, templates, poses, lights, fine=False, rounds=6)
    poses, _ = matcher.refine(sample.plane, templates, poses, lights, fine=True, rounds=4)
    misfit, _ = matcher.judge(sample.plane, templates, poses, lights)
    best = int(misfit.argmin())
    x, y, turn = poses[best].tolist()
    pose = Pose(x, y, turn)
    return replace(sample, pose=pose, quarters=int(templates[best])), float(misfit[best])


def _centred(samples: list[Sample], edge: float) -> list[Sample]:
    """Off centre by chance and turned by chance: together the four stand straight in the middle."""
    off = np.zeros(2)
    for s in samples:
        aside = np.array([s.pose.x, s.pose.y]) - centre_of(s.square)
        off += _turn(s) @ aside / len(samples)
    turn = float(np.mean([s.pose.turn for s in samples]))
    moved = []
    for s in samples:
        x, y = np.array([s.pose.x, s.pose.y]) - _turn(s).T @ off
        moved.append(replace(s, pose=Pose(float(x), float(y), s.pose.turn - turn)))
    return moved


def _turn(sample: Sample) -> Floats:
    """From the board's directions to those of the sign."""
    angle = sample.quarters * np.pi / 2
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])


def upright(sample: Sample, edge: float, *, mirrors: bool) -> Singles:
    """Its top as its sign stands, in the light of the empty picture."""
    patch = patches_at(sample.plane, RASTER, _row(sample.pose), edge, FINE) / sample.light
    if mirrors:
        patch, _ = unmirrored(patch)
    return turned(patch[0].reshape(FINE, FINE, 3), -sample.quarters)


def mirrors_lamps(dark: Sequence[Sample], light: Sequence[Sequence[Sample]], edge: float) -> bool:
    """Whether white on a dark body is a lamp's image: on some dark cubes, no white is seen.

    `light` is the light cubes kind by kind: on tops that are one coloured ground, a white sign is printed.
    """
    if min(_white(patch) for patch in _inner(dark, edge)) >= _NO_WHITE:
        return False
    return not any(_white_signs(_inner(kind, edge)) for kind in light)


def _inner(samples: Sequence[Sample], edge: float) -> list[Singles]:
    """The darkest channel of each top within its rim."""
    rim = round(FINE * RIM)
    return [darkest(upright(one, edge, mirrors=False)[rim:-rim, rim:-rim]) for one in samples]


def _white(patch: Singles) -> float:
    return float((patch > _WHITE).mean())


def _white_signs(patches: list[Singles]) -> bool:
    """Whether white on each of these tops is print, on a ground that passes for a dark body in less light."""
    ground = min(float(np.median(patch)) for patch in patches)
    return ground < DARK_BODY * _DARKER and all(_white(patch) >= _NO_WHITE for patch in patches)


def _row(pose: Pose) -> Singles:
    return np.array([[pose.x, pose.y, pose.turn]], np.float32)


def look_of(samples: Sequence[Sample], edge: float, *, mirrors: bool) -> Singles:
    patches = np.stack([upright(sample, edge, mirrors=mirrors) for sample in samples])
    level = np.median(patches.mean(axis=(1, 2, 3)))
    even = patches * (level / patches.mean(axis=(1, 2, 3)))[:, None, None, None]
    # The lower of the middle two: where one of four mirrors a lamp, and even where two do.
    return np.asarray(np.sort(even, axis=0)[(len(even) - 1) // 2], np.float32)
