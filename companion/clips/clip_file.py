"""A clip as a file: one line of JSON, and after it the pictures. Written once, and never changed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final

from companion.clips.moments import Moment
from companion.clips.shots import Shot
from vision.frames import Seconds
from vision.marked import Mark

FORMAT: Final = "himiki-clip/1"
_LONGEST_HEAD: Final = 4 * 1024**2
"""Bytes of the line at most: longer, it is none of ours."""


class ClipDamaged(ValueError):
    """A file that is no clip, or only part of one."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Of a shot without its picture: that lies there in the file."""

    shot: Shot
    begin: int
    size: int


@dataclass(frozen=True, slots=True)
class Clip:
    path: Path
    moments: tuple[Moment, ...]
    places: tuple[_Place, ...]

    def picture(self, ms: int) -> bytes | None:
        place = next((each for each in self.places if each.shot.ms == ms), None)
        if place is None:
            return None
        with self.path.open("rb") as file:
            return _bytes(file, place)

    @property
    def shots(self) -> tuple[Shot, ...]:
        """Without their pictures."""
        return tuple(each.shot for each in self.places)

    def with_pictures(self) -> tuple[Shot, ...]:
        """Raises `ClipDamaged` or OSError."""
        with self.path.open("rb") as file:
            return tuple(replace(each.shot, jpeg=_bytes(file, each)) for each in self.places)


def _bytes(file: IO[bytes], place: _Place) -> bytes:
    file.seek(place.begin)
    data = file.read(place.size)
    if len(data) < place.size:
        raise ClipDamaged("it is cut off")
    return data


def clip_bytes(moments: Sequence[Moment], shots: Sequence[Shot]) -> bytes:
    readings: dict[tuple[Mark, ...], int] = {}
    told = []
    for shot in shots:
        read = readings.setdefault(shot.marks, len(readings))
        told.append(
            {
                "t": shot.t,
                "moving": shot.moving,
                "bytes": len(shot.jpeg),
                "picture": shot.picture,
                "box": shot.box,
                "read": read,
            }
        )
    head = {
        "format": FORMAT,
        "moments": [
            {
                "t": each.t,
                "event": each.event,
                "since": each.since,
                "until": each.until,
                "came": each.came,
            }
            for each in moments
        ],
        "readings": [[mark_as_json(mark) for mark in marks] for marks in readings],
        "shots": told,
    }
    line = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    return line + b"".join(shot.jpeg for shot in shots)


def mark_as_json(mark: Mark) -> dict[str, Any]:
    return {"outline": [list(point) for point in mark.outline], "words": mark.words, "sure": mark.sure}


@lru_cache(maxsize=512)
def moments_in(path: Path) -> tuple[Moment, ...]:
    """As `read_clip`, for lists: of all else nothing is held in memory."""
    return read_clip.__wrapped__(path).moments


@lru_cache(maxsize=16)
def read_clip(path: Path) -> Clip:
    """Raises `ClipDamaged`, or OSError where it cannot be read."""
    with path.open("rb") as file:
        line = file.readline(_LONGEST_HEAD)
        whole = path.stat().st_size
    try:
        head = json.loads(line)
        if head["format"] != FORMAT:
            raise ClipDamaged(f"{path.name} is of another kind")
        readings = [tuple(map(_mark, marks)) for marks in head["readings"]]
        moments = tuple(
            Moment(m["t"], m["event"], m["since"], m["until"], m["came"]) for m in head["moments"]
        )
        places, at = [], len(line)
        for each in head["shots"]:
            wide, high = each["picture"]
            left, top, right, bottom = each["box"]
            marks = readings[each["read"]]
            shot = Shot(
                Seconds(each["t"]), bool(each["moving"]), b"", (wide, high), (left, top, right, bottom), marks
            )
            places.append(_Place(shot, at, int(each["bytes"])))
            at += int(each["bytes"])
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as fault:
        raise ClipDamaged(f"{path.name} cannot be read: {fault}") from None
    if at != whole:
        raise ClipDamaged(f"{path.name} is cut off")
    return Clip(path, moments, tuple(places))


def forget_read() -> None:
    """A file was replaced by another of the same name."""
    read_clip.cache_clear()
    moments_in.cache_clear()


def _mark(told: dict[str, Any]) -> Mark:
    return Mark(tuple((x, y) for x, y in told["outline"]), str(told["words"]), bool(told["sure"]))
