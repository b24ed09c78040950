"""The cubes of one kind laid over each other, whichever way round they stand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.cubes.signs import is_plain
from calibration.cubes.uprights import Uprights, uprights
from calibration.likeness import likeness, parts_of, veil_over
from companion.games.himiki.rules.board import Square
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.outline import Gradients, centre_of, strength_at
from vision.cubes.matching.signs import RIM, circles_of
from vision.cubes.reading.reader import halved
from vision.cubes.tops import (
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
from vision.frames import Image
from vision.plane.camera import Floats

_ROUNDS: Final = 3
"""Times that looks and places are fitted by turns."""
_SHIFT: Final = 0.08
"""Of a square, how far off its middle a set's cubes are sought, both ways."""
_SHIFT_SPREAD: Final = 0.07
"""Squares that cubes usually do: the spread of it."""
_SIGN_SPREAD: Final = 0.03
"""Of a face, how far its sign is off the middle, printed: the spread of it."""
_SHIFT_DOUBT: Final = 0.04
"""What that is worth against outlines."""
_OTHER_PRINT: Final = 0.13
"""Misfit from which on two cubes of a kind are not printed alike."""
_TOLD_BY_SIGN: Final = 2.0
"""Lead (odds) from which on signs tell how their cubes stand: seldom less where cubes are printed alike, and
wrong with a quarter of it at most."""

_BRIGHTEST: Final = 70
"""Percentile of the samples of light cubes from which on they show the lamp's colour."""

_ALONE: Final = 0.6
"""Share of a top that says that it is like no other: cubes printed alike have more in common, under gloss."""

_SEVERAL: Final = 0.03
"""Misfit that several looks of a kind must gain: a look of a single cube holds its gloss for print, and no
cube left out tests it."""

_MISFITS: Final = 10.0
"""How much a misfit counts beside what cubes have in common, where signs tell little: gloss is in the one, in
the other cubes of another axis may have much in common. Of eight such kinds it told most rightly."""

_LEFT_ROUNDS: Final = 3
"""Steps by which a cube is laid on the others."""

_CUT_AGAIN: Final = 3
"""Times that signs are cut out anew where they were found: most are in their middle after one."""

_INNER: Final = slice(round(FINE * RIM), -round(FINE * RIM))
_LINE: Final = np.linspace(-1, 1, FINE)[_INNER]
"""Places along a face, from edge to edge, without its rim."""
_VEIL: Final = veil_over(*(axis.reshape(-1) for axis in np.meshgrid(_LINE, _LINE)))
"""How much each of those places counts."""

_WHITE: Final = 150.0
"""Level of the darkest channel that makes white."""
_NO_WHITE: Final = 0.01
"""Share of a face that is white, below which it has no white print."""
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

    Whole tops are laid over each other first. Where signs alone say otherwise, gloss led that astray. Where
    signs do not tell, what is kept has most in common with the cubes left out of it, and fits them best.
    """
    lamp = lamp_of([sample for kind in kinds[: len(kinds) // 2] for sample in kind], edge)
    laid = [_laid_best(samples, edge, lamp, mirrors=mirrors) for samples in kinds]
    half = len(laid) // 2
    return [
        one
        for of_colour in (laid[:half], laid[half:])
        for one in laid_as_others(of_colour, edge, lamp, mirrors=mirrors)
    ]


def laid_as_others(laid: Sequence[Kind], edge: float, lamp: Singles, *, mirrors: bool) -> list[Kind]:
    """The kinds of one colour. Where cubes of one do not fit each other, they are laid where tops of another
    kind lie best on them, if that makes them fit: all four may have a side's edge taken for their outline."""
    misfits = [_misfit(kind, edge, mirrors=mirrors) for kind in laid]
    best = []
    for kind, misfit in zip(laid, misfits, strict=True):
        tries = [(misfit - _SEVERAL, kind)]
        if misfit > _OTHER_PRINT:
            for other, fits in zip(laid, misfits, strict=True):
                again = _laid_as(kind, other, edge, lamp, mirrors=mirrors) if fits < misfit / 2 else None
                if again is not None:
                    tries.append((_misfit(again, edge, mirrors=mirrors), again))
        best.append(min(tries, key=lambda one: one[0])[1])
    return best


def _laid_as(kind: Kind, other: Kind, edge: float, lamp: Singles, *, mirrors: bool) -> Kind | None:
    """Its cubes where the look of another kind lies best, as their own signs stand; None where none shows."""
    matcher = Matcher(look_of(other.groups[0], edge, mirrors=mirrors)[None], (0,), edge, mirrors=mirrors)
    placed = [_placed(sample, matcher)[0] for sample in _in_order(kind.groups)]
    straight = [replace(sample, quarters=0) for sample in placed]
    signs = signs_of([straight], edge, lamp, mirrors=mirrors)
    if signs is None:
        return None
    told = zip(straight, signs.quarters, strict=True)
    return Kind([[replace(sample, quarters=quarters) for sample, quarters in told]], signs)


def _laid_best(samples: list[Sample], edge: float, lamp: Singles, *, mirrors: bool) -> Kind:
    laid = _laid(samples, edge, mirrors=mirrors)
    signs = signs_of(laid, edge, lamp, mirrors=mirrors)
    if signs is None:
        return Kind(laid, None)
    if len(laid) == 1 and signs.sure >= _TOLD_BY_SIGN and not _misled(laid, signs):
        return Kind(laid, signs)
    by_sign: Sequence[Sequence[Sample]] = laid
    if signs.sure < _TOLD_BY_SIGN:
        by_sign, signs = cut_again(laid, signs, edge, lamp, mirrors=mirrors)
    told = signs.sure >= _TOLD_BY_SIGN
    agreed = not _misled(laid, signs)
    tries = _tries_by_sign(by_sign, signs, edge, mirrors=mirrors)
    if told and agreed:
        costs = [_misfit(one, edge, mirrors=mirrors) for one in tries]
        several = Kind(laid, signs)
        # Cubes that stand rightly may still look so different that one look fits none of them.
        if _misfit(several, edge, mirrors=mirrors) + _SEVERAL < min(costs):
            return several
    if not told:
        tries.append(Kind(laid, signs))
        # Outlines may show better than whole tops where a sign is.
        outlined = signs_of([samples], edge, lamp, mirrors=mirrors)
        if outlined is not None:
            by_sign, outlined = cut_again([samples], outlined, edge, lamp, mirrors=mirrors)
            tries += _tries_by_sign(by_sign, outlined, edge, mirrors=mirrors)
        return min(tries, key=lambda one: _doubted_cost(one, edge, lamp, mirrors=mirrors))
    return min(tries, key=lambda one: _cost(one, edge, lamp, mirrors=mirrors))


def _doubted_cost(kind: Kind, edge: float, lamp: Singles, *, mirrors: bool) -> float:
    """Where signs do not tell, one that whole tops speak against as well is not taken."""
    return _cost(kind, edge, lamp, mirrors=mirrors) + _MISFITS * _misfit(kind, edge, mirrors=mirrors)


def _misfit(kind: Kind, edge: float, *, mirrors: bool) -> float:
    """The mean misfit of its cubes with looks that were made without them; as of another print, if alone."""

    def misfit(sample: Sample, look: Singles) -> float:
        matcher = Matcher(look[None], (0,), edge, mirrors=mirrors)
        place, light = _row(_moved(sample, matcher).pose), sample.light[None]
        return float(matcher.judge(sample.plane, np.array([sample.quarters]), place, light)[0][0])

    return _left_out(kind, edge, misfit, alone=_OTHER_PRINT, mirrors=mirrors)


def _left_out(
    kind: Kind, edge: float, worth: Callable[[Sample, Singles], float], *, alone: float, mirrors: bool
) -> float:
    """The mean worth of its cubes beside looks that were made without them; `alone` is a single one's."""
    worths = []
    for group in kind.groups:
        for index, sample in enumerate(group):
            others = group[:index] + group[index + 1 :]
            worths.append(worth(sample, look_of(others, edge, mirrors=mirrors)) if others else alone)
    return float(np.mean(worths))


def _tries_by_sign(
    groups: Sequence[Sequence[Sample]], signs: Uprights, edge: float, *, mirrors: bool
) -> list[Kind]:
    """As the signs say, and the same with each cube moved to where it lies best on the look of all."""
    by_sign = [_by_sign(groups, signs, edge, mirrors=mirrors)]
    return [Kind(by_sign, signs), Kind([_settled(by_sign[0], edge, mirrors=mirrors)], signs)]


def _cost(kind: Kind, edge: float, lamp: Singles, *, mirrors: bool) -> float:
    """How little its cubes have in common, on average, with looks that were made without them.

    A cube printed like no other cannot be left out: it costs as much as makes it another print.
    """

    def cost(sample: Sample, look: Singles) -> float:
        one, other = (_ground(top, lamp) for top in (look, upright(sample, edge, mirrors=mirrors)))
        return float(np.exp(-likeness(one, other, _VEIL, np.ones(len(_VEIL))) / 3))

    return _left_out(kind, edge, cost, alone=_ALONE, mirrors=mirrors)


def _ground(top: Singles, lamp: Singles) -> Floats:
    """Level and colour of what lies within a top's rim."""
    return np.asarray(parts_of(top[_INNER, _INNER], lamp).reshape(-1, 3), np.float64)


def _settled(group: list[Sample], edge: float, *, mirrors: bool) -> list[Sample]:
    """Each moved, but not turned round, to where it lies best on the look of all."""
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


def _laid(samples: list[Sample], edge: float, *, mirrors: bool) -> list[list[Sample]]:
    """In groups whose whole tops lie over each other."""
    groups = []
    while samples:
        group, samples = _largest_group(samples, edge, mirrors=mirrors)
        groups.append(group)
    return groups


def signs_of(
    groups: Sequence[Sequence[Sample]], edge: float, lamp: Singles, *, mirrors: bool
) -> Uprights | None:
    patches = [upright(replace(sample, quarters=0), edge, mirrors=False) for sample in _in_order(groups)]
    if any(is_plain(patch) for patch in patches):
        return None
    glare = [_mirrored(patch) if mirrors else np.zeros((FINE, FINE), bool) for patch in patches]
    return uprights(patches, glare, lamp)


def cut_again(
    groups: Sequence[Sequence[Sample]], signs: Uprights, edge: float, lamp: Singles, *, mirrors: bool
) -> tuple[Sequence[Sequence[Sample]], Uprights]:
    """The cubes where their signs are seen best, and how these stand to each other.

    An outline that is not seen in the dark leaves a sign beside the middle of its top, cut off, with the side
    of the next cube beside it. Cut out anew where the sign is, it tells more.
    """
    for _ in range(_CUT_AGAIN):
        moved = [_by_sign(groups, signs, edge, mirrors=mirrors)]
        again = signs_of(moved, edge, lamp, mirrors=mirrors)
        if again is None or again.sure <= signs.sure:
            break
        groups, signs = moved, again
    return groups, signs


def _in_order(groups: Sequence[Sequence[Sample]]) -> list[Sample]:
    return sorted((sample for group in groups for sample in group), key=lambda sample: sample.square)


def _mirrored(patch: Singles) -> Mask:
    return unmirrored(patch.reshape(1, -1, 3))[1].reshape(FINE, FINE)


def _misled(groups: Sequence[Sequence[Sample]], signs: Uprights) -> bool:
    """Whether signs say that cubes laid over each other stand otherwise than was found."""
    squares = [sample.square for sample in _in_order(groups)]
    told = dict(zip(squares, signs.quarters, strict=True))
    return any(len({(told[s.square] - s.quarters) % QUARTERS for s in group}) > 1 for group in groups)


def _by_sign(
    groups: Sequence[Sequence[Sample]], signs: Uprights, edge: float, *, mirrors: bool
) -> list[Sample]:
    placed = []
    for sample, quarters, place in zip(_in_order(groups), signs.quarters, signs.places, strict=True):
        cos, sin = np.cos(sample.pose.turn), np.sin(sample.pose.turn)
        right, down = place.right * edge / FINE, place.down * edge / FINE
        x = sample.pose.x + cos * right - sin * down
        y = sample.pose.y - sin * right - cos * down
        pose = Pose(float(x), float(y), sample.pose.turn + float(np.radians(place.turn)))
        placed.append(replace(sample, pose=pose, quarters=quarters))
    return _outlined(_centred(placed, edge), edge, mirrors=mirrors)


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


def lamp_of(light: Sequence[Sample], edge: float) -> Singles:
    """The colour of the lamp, as light cubes show it where they are brightest."""
    rim = round(FINE * RIM)
    tops = [upright(one, edge, mirrors=False)[rim:-rim, rim:-rim].reshape(-1, 3) for one in light]
    samples = np.concatenate(tops)
    levels = samples.mean(axis=1)
    colour = samples[levels >= np.percentile(levels, _BRIGHTEST)].mean(axis=0)
    return np.asarray(colour / colour.mean(), np.float32)


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
