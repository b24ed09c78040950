"""A shot: one judged frame, of which nothing is left but the board and what was read of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from vision.frames import Image, Seconds
from vision.marked import Mark, Marked, Outline
from vision.pictures import packed

Box = tuple[int, int, int, int]
"""Of a picture: left, top, right and bottom, in pixels."""

_MARGIN: Final = 0.15
"""Of the board's width and height, around it: pieces stand above it, and hands come from outside."""

_MOVED: Final = 0.04
"""Of the board's width: by so much it is moved before another part of the pictures is kept."""

_WIDTH: Final = 900
"""Pixels across: a square of a board of six has 115 of them, and signs are plain."""

_QUALITIES: Final = (75, 60, 45, 30)
"""Of a JPEG of 100, for pictures that take too much room otherwise: noise in the dark, a patterned cloth."""

_ROOM_TO_SPARE: Final = 0.6
"""Of what a shot may take: below that the next ones may be better."""


@dataclass(frozen=True, slots=True)
class Shot:
    t: Seconds
    moving: bool
    """A hand is over the board."""
    jpeg: bytes
    picture: tuple[int, int]
    """Width and height of the picture that it was cut out of."""
    box: Box
    """The part of it that this is."""
    marks: tuple[Mark, ...] = ()
    """What was read last: places from 0 to 1 across and down this shot."""

    @property
    def ms(self) -> int:
        """By which it is asked for."""
        return milliseconds(self.t)


def milliseconds(t: float) -> int:
    return round(t * 1000)


class Crop:
    """Which part of the pictures is kept: the board and what was read around it. It stays as it is while the
    board lies where it was, so that nothing jumps while people look."""

    def __init__(self) -> None:
        self._board: Outline | None = None
        self._box: Box | None = None

    def of(self, marked: Marked, picture: tuple[int, int]) -> Box:
        """`marked` is in pixels of that picture."""
        left, top, right, bottom = _around([marked.board])
        if self._board is None or _farthest(self._board, marked.board) > _MOVED * (right - left):
            self._board, self._box = marked.board, None
        across, down = _MARGIN * (right - left), _MARGIN * (bottom - top)
        board = ((left - across, top - down), (right + across, bottom + down))
        left, top, right, bottom = _around([board, *(each.outline for each in marked.marks)])
        wide, high = picture
        box = max(0, round(left)), max(0, round(top)), min(wide, round(right)), min(high, round(bottom))
        if self._box is not None:
            (w, x, y, z), (a, b, c, d) = self._box, box
            box = min(w, a), min(x, b), max(y, c), max(z, d)
        self._box = box
        return box


def _around(outlines: Iterable[Outline]) -> tuple[float, float, float, float]:
    points = [point for outline in outlines for point in outline]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _farthest(one: Outline, other: Outline) -> float:
    pairs = zip(one, other, strict=True)
    return max(abs(a - b) for first, second in pairs for a, b in zip(first, second, strict=True))


def in_picture(marked: Marked, picture: tuple[int, int]) -> Marked:
    """The same in pixels of a picture of that size."""
    if marked.size is None or marked.size == picture:
        return marked
    across, down = picture[0] / marked.size[0], picture[1] / marked.size[1]
    return Marked(
        picture,
        tuple((x * across, y * down) for x, y in marked.board),
        tuple(replace(m, outline=tuple((x * across, y * down) for x, y in m.outline)) for m in marked.marks),
    )


def in_box(marked: Marked, box: Box) -> tuple[Mark, ...]:
    """Places from 0 to 1 across and down the box; the board first, without a word."""
    left, top, right, bottom = box
    wide, high = max(1, right - left), max(1, bottom - top)

    def within(outline: Outline) -> Outline:
        return tuple((round((x - left) / wide, 4), round((y - top) / high, 4)) for x, y in outline)

    board = Mark(within(marked.board), "", sure=True)
    return (board, *(replace(each, outline=within(each.outline)) for each in marked.marks))


class Packing:
    """JPEGs that take no more room than they may, one after the other."""

    def __init__(self, most: float) -> None:
        """Bytes of one, over many."""
        self._most = most
        self._step = 0

    def pack(self, image: Image, box: Box) -> bytes:
        left, top, right, bottom = box
        data = packed(image[top:bottom, left:right], _WIDTH, _QUALITIES[self._step])
        if len(data) > self._most and self._step < len(_QUALITIES) - 1:
            self._step += 1
        elif len(data) < _ROOM_TO_SPARE * self._most and self._step > 0:
            self._step -= 1
        return data
