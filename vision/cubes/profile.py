"""A profile: one board, one set of cubes and one camera place, as calibration learnt them."""

import contextlib
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import SQUARES, Square, name_of, square_named
from companion.games.himiki.rules.cubes import Colour, Element
from vision.board import Board
from vision.cubes.tops import FINE
from vision.cubes.tray import Tray
from vision.files import replace_file
from vision.finding.grid import BOARD
from vision.frames import Image
from vision.pictures import as_png, of_size
from vision.plane.camera import Lens
from vision.plane.profile import BoardProfile
from vision.plane.relocate import moved
from vision.sighting import Corners

VERSION: Final = 1
FORMAT: Final = "himiki-profile"
_VALUES: Final = "profile.json"
_EMPTY: Final = "empty"
_FACES: Final = "faces"
_SAMPLES: Final = "samples"
_PICTURES: Final = (_EMPTY, _FACES, _SAMPLES)

_HASH: Final = 16
"""Digits that tell one picture from all others."""

KINDS: Final = tuple((colour, element) for colour in Colour for element in Element)
"""The order of everything that is kept per kind."""

_OTHER_SIDES: Final = 2.0
"""Squares that the camera is elsewhere over the board, from which on it sees cubes from another side."""

FACES: Final = ("6", "1", "E", "A")
"""The four directions that a side looks to, by the column or row there."""


class ProfileError(ValueError):
    """A folder that holds no profile for this program; the message says what to do."""

    damaged = False
    """It held one once: what is left of it is of no use to any program."""


@dataclass(frozen=True, slots=True)
class Print:
    """What one kind's sign tells."""

    upright: Element | None
    """The element along the row while the sign stands as in the faces picture; None: it does not tell."""
    heading: bool
    """Whether the sign has a direction at all."""


@dataclass(frozen=True, slots=True)
class Margin:
    """How well one kind was told from the others while learning it."""

    own: float
    """Worst misfit of its own samples."""
    rival: float
    """Least misfit of another kind's template with its samples."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One cube of the faces pictures against looks that were learnt without it."""

    kind: int
    square: Square
    own: float
    """Misfit of its own kind's look."""
    alike: float
    """Correlation with that look."""
    rival: int
    """The other kind whose look fits it best."""
    rivals: float
    """The misfit of that look."""

    @property
    def lead(self) -> float:
        """How much worse the other kind fits; below 0 it was taken for that one."""
        return self.rivals - self.own

    @property
    def score(self) -> float:
        """As the reader reckons it."""
        return self.alike - 2 * self.own


@dataclass(frozen=True, slots=True)
class Bare:
    """How like one kind a square looks that is empty."""

    misfit: float
    alike: float
    """Correlation with that kind's look."""


@dataclass(frozen=True, slots=True)
class SideLook:
    kind: int
    face: int
    gains: tuple[float, float, float]
    """How bright this kind's sign is there, against the top."""


@dataclass(frozen=True, slots=True)
class SideLead:
    """How well two elements were told apart on the sides of one colour that look to one direction."""

    colour: Colour
    face: int
    elements: frozenset[Element]
    lead: float


@dataclass(frozen=True, slots=True)
class Sides:
    """What is known of side faces; nothing, where the camera sees none."""

    looks: tuple[SideLook, ...] = ()
    leads: tuple[SideLead, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Profile(BoardProfile):
    """A board and its cubes."""

    edge: float
    """Of a cube, in squares."""
    noise: float
    looks: NDArray[np.float32]
    """Look x FINE x FINE x 3: what tops look like, in the light of the empty picture."""
    kinds: tuple[int, ...]
    """The kind of each look: a kind whose cubes are not printed alike has several."""
    mirrors: bool
    """Whether white on a dark cube is a lamp's image: nothing printed there is white."""
    prints: tuple[Print, ...]
    margins: tuple[Margin, ...]
    sides: Sides = Sides()
    tray: Tray | None = None
    """Where the spare cubes are thrown, if that was marked."""
    allowance: float | None = None
    """Share of the usual noise with which tops are held against looks, for `Matcher`: as sharp as faint
    prints need, and as wide as this set's own cubes, left out in turn, need to be seen as their own kind.
    None in a profile of an older program: then the prints alone say."""
    left_out: tuple[LeftOut, ...] = ()
    """What each cube scored with looks that were learnt without it; none in a profile of an older program,
    and none of a kind whose cubes are all printed differently."""

    bare: tuple[tuple[Bare, ...], ...] = ()
    """By square and kind; nothing in a profile of an older program."""
    samples: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, FINE, FINE, 3), np.float32))
    """The cubes that the looks were learnt from, by kind and square, upright, n x FINE x FINE x 3: what a
    lesson must leave what it is. None in a profile of an older program."""
    sample_kinds: tuple[int, ...] = ()
    """The kind of each of these."""
    taught: tuple[int, ...] = ()
    """The last so many looks were taught by answers, oldest first (see `vision.cubes.following.teaching`):
    their numbers."""
    mended: tuple[Square, ...] = ()
    """Squares of the empty picture that were taught by answers."""
    board: Board = field(default=BOARD, kw_only=True)

    def moved_to(self, corners: Corners) -> Self:
        """The same cubes, with the board elsewhere in the picture.

        Where the camera looks from another direction it sees other sides of them.
        """
        elsewhere = moved(self, corners)
        way = np.linalg.norm(elsewhere.camera().centre()[:2] - self.camera().centre()[:2])
        return replace(elsewhere, sides=Sides()) if way > _OTHER_SIDES else elsewhere

    def save(self, folder: Path) -> None:
        """An OSError leaves the profile that was there; so does a power cut, or it leaves this one."""
        folder.mkdir(parents=True, exist_ok=True)
        learnt = len(self.kinds) - len(self.taught)
        pictures = {_EMPTY: self.empty, _FACES: _strip(self.looks[:learnt])}
        if len(self.samples):
            pictures[_SAMPLES] = _strip(self.samples)
        names, fresh = {}, []
        try:
            for what, picture in pictures.items():
                content = as_png(picture)
                names[what] = f"{what}-{sha256(content).hexdigest()[:_HASH]}.png"
                if not (folder / names[what]).exists():
                    fresh.append(folder / names[what])
                    replace_file(fresh[-1], content)
            replace_file(folder / _VALUES, json.dumps(self._values(names), indent=1) + "\n")
        except OSError:
            for path in fresh:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            raise
        _tidy(folder, names.values())

    def _values(self, pictures: dict[str, str]) -> dict[str, Any]:
        learnt = len(self.kinds) - len(self.taught)
        values: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "pictures": pictures,
            "size": self.size,
            "corners": self.corners,
            "lens": [self.lens.first, self.lens.second],
            "focus": self.focus,
            "edge": self.edge,
            "noise": self.noise,
            "looks": self.kinds[:learnt],
            "mirrors": self.mirrors,
            "kinds": {
                f"{colour.name.lower()} {element.name.lower()}": {
                    "upright": None if told.upright is None else told.upright.name.lower(),
                    "heading": told.heading,
                    "own": round(margin.own, 4),
                    "rival": round(margin.rival, 4),
                }
                for (colour, element), told, margin in zip(KINDS, self.prints, self.margins, strict=True)
            },
            "sides": _sides_as_json(self.sides),
        }
        if self.allowance is not None:
            values["allowance"] = self.allowance
        if self.left_out:
            values["left out"] = [_left_out_as_json(one) for one in self.left_out]
        if self.bare:
            values["bare squares"] = {
                name_of(square): [[one.misfit, one.alike] for one in kinds]
                for square, kinds in zip(SQUARES, self.bare, strict=True)
            }
        if len(self.samples):
            values["samples"] = self.sample_kinds
        if self.taught:
            # In one file with the rest, so that no power cut leaves looks under other kinds' names.
            values["taught"] = [
                {"number": number, "kind": _name_of_kind(kind), "look": _as_text(look)}
                for number, kind, look in zip(
                    self.taught, self.kinds[learnt:], self.looks[learnt:], strict=True
                )
            ]
        if self.mended:
            values["mended"] = [name_of(square) for square in self.mended]
        if self.tray is not None:
            values["tray"] = self.tray.corners
        return values


def _tidy(folder: Path, named: Iterable[str]) -> None:
    """Without the pictures of profiles that were there before, or were never finished."""
    named = set(named)
    for what in _PICTURES:
        for path in (folder / f"{what}.png", *folder.glob(f"{what}-*.png*")):
            if path.name not in named:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)


def mark_tray(folder: Path, tray: Tray | None) -> None:
    """Another tray, or none any more, in a profile that was saved; raises `ProfileError`, or an OSError."""
    load_profile(folder)
    path = folder / _VALUES
    values = json.loads(path.read_text(encoding="utf-8"))
    values.pop("tray", None)
    if tray is not None:
        values["tray"] = tray.corners
    replace_file(path, json.dumps(values, indent=1) + "\n")


def load_profile(folder: Path) -> Profile:
    """Reads what `Profile.save` wrote; a `ProfileError` says what is wrong with a folder."""
    try:
        return _loaded(folder)
    except ProfileError:
        # Another one was being put in its place meanwhile, and the pictures of the first are gone.
        return _loaded(folder)


def _loaded(folder: Path) -> Profile:
    again = "make it again with `himiki calibrate`"
    try:
        values = json.loads((folder / _VALUES).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ProfileError(f"{folder} holds no profile ({_VALUES} is missing): {again}") from None
    except OSError as error:
        raise ProfileError(f"{folder / _VALUES} cannot be read ({error}): {again}") from None
    except (ValueError, RecursionError) as error:
        raise _damaged(f"{folder / _VALUES} cannot be read ({error}): {again}") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise _damaged(f"{folder / _VALUES} is no profile: {again}")
    if values.get("version") != VERSION:
        raise ProfileError(
            f"the profile in {folder} has version {values.get('version')}, "
            f"this program reads {VERSION}: {again}"
        )
    try:
        return _profile(folder, values)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, cv2.error) as error:
        raise _damaged(f"the profile in {folder} is damaged ({error}): {again}") from None


def _damaged(why: str) -> ProfileError:
    error = ProfileError(why)
    error.damaged = True
    return error


def _profile(folder: Path, values: dict[str, Any]) -> Profile:
    # Those of an older program have the same names in every profile.
    named = values.get("pictures", {})
    pictures = {what: Path(str(named.get(what, f"{what}.png"))).name for what in _PICTURES}
    width, height = (int(side) for side in values["size"])
    empty = _picture(folder / pictures[_EMPTY], width, height)
    kinds = tuple(int(kind) for kind in values["looks"])
    if set(kinds) != set(range(len(KINDS))):
        raise ValueError("a kind of cube is missing")
    strip = _picture(folder / pictures[_FACES], FINE * len(kinds), FINE)
    corners = tuple((float(x), float(y)) for x, y in values["corners"])
    if len(corners) != 4:
        raise ValueError("there are not four corners")
    taught = [
        (int(one["number"]), _kind_named(one["kind"]), _look_from(one["look"]))
        for one in values.get("taught", ())
    ]
    told = [values["kinds"][f"{colour.name.lower()} {element.name.lower()}"] for colour, element in KINDS]
    return Profile(
        (width, height),
        corners,
        Lens(*(float(part) for part in values["lens"])),
        float(values["focus"]),
        np.asarray(empty, np.uint8),
        float(values["edge"]),
        float(values["noise"]),
        np.stack([*np.split(strip.astype(np.float32), len(kinds), axis=1), *(look for _, _, look in taught)]),
        kinds + tuple(kind for _, kind, _ in taught),
        bool(values["mirrors"]),
        tuple(
            Print(
                None if kind["upright"] is None else Element[kind["upright"].upper()],
                bool(kind["heading"]),
            )
            for kind in told
        ),
        tuple(Margin(float(kind["own"]), float(kind["rival"])) for kind in told),
        _sides_from(values.get("sides", {"looks": [], "leads": []})),
        Tray.of(values["tray"]) if values.get("tray") is not None else None,
        float(values["allowance"]) if values.get("allowance") is not None else None,
        tuple(_left_out_from(one) for one in values.get("left out", ())),
        _bare_from(values.get("bare squares", {})),
        _samples(folder / pictures[_SAMPLES], len(values.get("samples", ()))),
        tuple(int(kind) for kind in values.get("samples", ())),
        tuple(number for number, _, _ in taught),
        tuple(_square_named(name) for name in values.get("mended", ())),
    )


def _strip(patches: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(np.rint(np.concatenate(list(patches), axis=1)), 0, 255), np.uint8)


def _as_text(look: NDArray[np.float32]) -> str:
    return b64encode(_strip(look[None]).tobytes()).decode("ascii")


def _picture(path: Path, width: int, height: int) -> Image:
    """Raises ValueError; a profile comes out of back-ups too, and those from anywhere."""
    try:
        return of_size(path.read_bytes(), (width, height))
    except (OSError, ValueError) as fault:
        raise ValueError(f"{path.name} is missing or no picture of its size ({fault})") from None


def _look_from(text: str) -> NDArray[np.float32]:
    levels = np.frombuffer(b64decode(text, validate=True), np.uint8)
    return levels.reshape(FINE, FINE, 3).astype(np.float32)


def _samples(path: Path, count: int) -> NDArray[np.float32]:
    if not count:
        return np.zeros((0, FINE, FINE, 3), np.float32)
    strip = _picture(path, FINE * count, FINE)
    return np.stack(np.split(strip.astype(np.float32), count, axis=1))


def _square_named(name: str) -> Square:
    square = square_named(name)
    if square is None:
        raise ValueError(f"{name} is no square")
    return square


def _kind_named(name: str) -> int:
    colour, element = name.split()
    return KINDS.index((Colour[colour.upper()], Element[element.upper()]))


def _name_of_kind(kind: int) -> str:
    return " ".join(part.name.lower() for part in KINDS[kind])


def _bare_from(values: dict[str, Any]) -> tuple[tuple[Bare, ...], ...]:
    squares = [values[name_of(square)] for square in SQUARES] if values else []
    found = tuple(tuple(Bare(float(off), float(alike)) for off, alike in kinds) for kinds in squares)
    if any(len(kinds) != len(KINDS) for kinds in found):
        raise ValueError("a bare square lacks a kind")
    return found


def _left_out_as_json(one: LeftOut) -> dict[str, Any]:
    return {
        "kind": _name_of_kind(one.kind),
        "square": name_of(one.square),
        "own": one.own,
        "alike": one.alike,
        "rival": _name_of_kind(one.rival),
        "rivals": one.rivals,
    }


def _left_out_from(values: dict[str, Any]) -> LeftOut:
    square = _square_named(values["square"])
    own, alike, rivals = (float(values[name]) for name in ("own", "alike", "rivals"))
    return LeftOut(_kind_named(values["kind"]), square, own, alike, _kind_named(values["rival"]), rivals)


def _sides_as_json(sides: Sides) -> dict[str, Any]:
    return {
        "looks": [
            {"kind": one.kind, "face": FACES[one.face], "gains": [round(gain, 4) for gain in one.gains]}
            for one in sides.looks
        ],
        "leads": [
            {
                "colour": one.colour.name.lower(),
                "face": FACES[one.face],
                "elements": sorted(element.name.lower() for element in one.elements),
                "lead": round(one.lead, 3),
            }
            for one in sides.leads
        ],
    }


def _sides_from(values: dict[str, Any]) -> Sides:
    looks = []
    for one in values["looks"]:
        blue, green, red = (float(gain) for gain in one["gains"])
        looks.append(SideLook(int(one["kind"]), FACES.index(one["face"]), (blue, green, red)))
    leads = tuple(
        SideLead(
            Colour[one["colour"].upper()],
            FACES.index(one["face"]),
            frozenset(Element[name.upper()] for name in one["elements"]),
            float(one["lead"]),
        )
        for one in values["leads"]
    )
    return Sides(tuple(looks), leads)
