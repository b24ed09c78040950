"""The drawn table of Terres de Yokai that people play on through its page: what lies on it outlives a
restart.

Real cards, as far as a drawing can be: a deck that was shuffled, piles of which nobody knows what lies
below, and two hands that are held, not laid.
"""

import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from companion.games.decisions import Refused
from companion.games.drawn import LyingFile
from companion.games.yokai.drawing import HEIGHT, WIDTH, back_shapes, sketch_shapes, yokai_shapes
from companion.games.yokai.lesson import A_ROW, BACK_SKETCH, BACK_YOKAI, SETS
from companion.games.yokai.lying import SIDES, Lying, LyingError, lying_as
from companion.games.yokai.rules.cards import CARDS, Colour, Sketch, Yokai, colour_of
from companion.games.yokai.rules.position import start_position
from companion.games.yokai.rules.written.position_text import position_text
from vision.frames import Image, Seconds
from vision.virtual.flat.painter import FlatPainter
from vision.virtual.flat.raster import raster
from vision.virtual.flat.scene import FlatLook, FlatScene, FlatThing
from vision.virtual.flat.shapes import Shape
from vision.virtual.flat.table import FlatStep, FlatTable
from vision.virtual.scenes.looks import Sensor, TableLook
from vision.virtual.scenes.optics import CameraPlace
from vision.virtual.scenes.scene import DrawnHand

PIECE: Final = (1.0, HEIGHT / WIDTH)
"""Of a card: its width is the table's measure."""

_MOVED: Final = 0.02
"""Of a card's width: nobody pushes a card by less."""

_APART: Final = 1.75
"""From one pile to the next."""
_FIRST: Final = 0.97
"""Of a card's length, from a pile to the first card of a row."""
_NEXT: Final = 0.69
"""From one card to the next: each is slid under the one before, so that both its halves are read."""
_LAST: Final = 3.54
"""To the outermost that the picture has room for. Where a row gets that long, those that were read before are
pushed together."""

DECK: Final = (4.75, 0.85)
"""Its middle, from that of the piles in widths of a card: beside them, out of the rows' way."""
DISCARD: Final = (4.75, -0.85)
"""The same, on the other side of the deck."""

_TOP_LAYER: Final = 100
"""Of a pile's uppermost card: what is called there lies higher, what is put below lower."""
_BIG: Final = 3.0
"""Pixels to a unit of the drawing: more than any camera shows."""

LOOKS: Final = {
    look.name: look
    for look in (
        FlatLook(
            "veranda",
            CameraPlace(field=52, above=15.6, tilt=4, side=180, roll=-1, aim=(0.6, 0.0), k1=0.01),
            PIECE,
            table=TableLook("cloth", "#4a5a50", "#3c4a42", 20),
        ),
        FlatLook(
            "cafe",
            CameraPlace(field=58, above=13.6, tilt=9, side=180, roll=2, aim=(0.6, -0.1), k1=-0.03),
            PIECE,
            table=TableLook("marble", "#8f8a86", "#6d6966", 30),
            sensor=Sensor(noise=0.008, shot=0.03, vignette=0.3),
            skin="brown",
            sleeve="grey",
        ),
    )
}
USUAL_LOOK: Final = next(iter(LOOKS))

START: Final = position_text(start_position(CARDS))

_CARD: Final = r"([A-Z]{2}[a-z]?)"
_YOKAI: Final = r"([A-Z][0-9])"
_VERBS: Final = {
    name: re.compile(pattern)
    for name, pattern in {
        "draw": "draw ([ab])",
        "lay": f"lay ([ab]) {_CARD} ([A-Z])",
        "back": "back ([A-Z]) ([ab])",
        "call": f"call {_YOKAI} ([A-Z])>([A-Z])",
        "move": f"move {_CARD} ([A-Z])>([A-Z])",
        "below": f"below {_YOKAI} ([A-Z])",
        "take": f"take {_YOKAI} ([A-Z]) ([ab])",
        "clear": "clear ([A-Z]) ([ab])(?: .*)?",
    }.items()
}
_SENSE: Final = (
    "draw a, lay a FW F, back F a, call E4 E>F, move FW F>W, below F5 F, take F5 F a, clear F a, hand,"
    " no hand"
)
"""What hands do here; but for the first three as what is to be done is told (`referee/todo.py`)."""


class DrawnError(Refused, ValueError):
    """Nothing that can be done on this table; the text says what can."""


class DrawnTable:
    def __init__(
        self,
        table: FlatTable,
        clock: Callable[[], Seconds],
        kept: Path | None = None,
        chance: Random | None = None,
    ) -> None:
        self.table = table
        self._clock = clock
        self._file = LyingFile(kept)
        self._chance = chance or Random()
        self._lock = threading.RLock()
        self._laid_by = "a"
        self._copy = 0
        self._shows_others = False
        self.stirred = 0.0
        self._lies, self.fresh = self._restored()
        self._things: dict[tuple[object, ...], list[FlatThing]] = {}
        self._put_down()

    def do(self, action: str | Mapping[str, object]) -> float:
        """Does that, legal or not; raises `DrawnError`. Several verbs are separated by `;`."""
        text = str(action.get("move", "")) if isinstance(action, Mapping) else action
        self.stirred = time.monotonic()
        with self._lock:
            now = self._clock()
            if text in ("hand", "no hand"):
                self.table.rest_hand(_RESTING if text == "hand" else None, now)
                return 0.0
            if self._shows_others:
                self.show(None)
            before = self._lies.copied()
            things = {place: list(each) for place, each in self._things.items()}
            steps: list[FlatStep] = []
            verbs = [verb for verb in (each.strip() for each in text.split(";")) if verb]
            try:
                for verb in verbs:
                    steps += self._verb(verb)
                if not steps:
                    raise DrawnError(f"{text[:60]!r} is nothing to do here: {_SENSE}")
            except DrawnError:
                self._lies, self._things = before, things
                raise
            self.table.do(steps, now, 0.0 if self._laid_by == "b" else 180.0)
            self._keep()
            until = self.table.busy_until()
            return 0.0 if until is None else max(0.0, until - now)

    def lay(self, lies: str) -> None:
        """A position, or what `standing` told: cards that it does not name stay where they are, as far as
        that goes; those of a new game are shuffled."""
        self.stirred = time.monotonic()
        with self._lock:
            try:
                self._lies = lying_as(lies, self._lies, self._chance)
            except LyingError as fault:
                raise DrawnError(str(fault)) from None
            self._put_down()
            self._keep()

    def show(self, things: Sequence[FlatThing] | None) -> None:
        """Others for a while, instead of what lies there; None: that again."""
        with self._lock:
            self._shows_others = things is not None
            self.table.lay(
                [each for there in self._things.values() for each in there] if things is None else things
            )

    def standing(self) -> str:
        """A position without turn and phase. Hands are in it: who plays on a drawn table plays both."""
        with self._lock:
            return self._lies.text(all_of_it=False)

    def hand(self, side: str) -> tuple[Sketch, ...]:
        with self._lock:
            return tuple(sorted(self._lies.hands[side]))

    def tops(self) -> list[Yokai | None]:
        with self._lock:
            return [next(iter(self._lies.piles[colour]), None) for colour in CARDS.colours]

    @property
    def busy(self) -> bool:
        self.table.scene_at(self._clock())
        return self.table.busy_until() is not None

    # Verbs

    def _verb(self, verb: str) -> list[FlatStep]:
        for name, pattern in _VERBS.items():
            found = pattern.fullmatch(verb)
            if found and all(
                each in CARDS.index for each in found.groups() if each.isupper() and len(each) == 1
            ):
                return list(getattr(self, f"_{name}")(*found.groups()))
        raise DrawnError(f"{verb[:60]!r} is nothing to do here: {_SENSE}")

    def _draw(self, side: str) -> list[FlatStep]:
        lies, steps = self._lies, []
        self._laid_by = side
        if not lies.deck:
            if not lies.discard:
                raise DrawnError("there is no card to draw")
            # Shuffled, the discard is the deck (Y3.3).
            lies.deck, lies.discard = lies.discard, []
            self._chance.shuffle(lies.deck)
            steps += [FlatStep(thing, None) for thing in self._things.pop(("discard",), [])]
            steps += [FlatStep(None, thing) for thing in self._deck_things()]
        lies.hands[side].append(lies.deck.pop())
        steps.append(FlatStep(self._thing(BACK_SKETCH, DECK, 0.0, 1), None))
        if not lies.deck:
            steps += [FlatStep(thing, None) for thing in self._things.pop(("deck",), [])]
        return steps

    def _lay(self, side: str, sketch: str, pile: str) -> list[FlatStep]:
        hand = self._lies.hands[side]
        if sketch not in hand:
            raise DrawnError(f"{side} has no {sketch} in hand")
        hand.remove(Sketch(sketch))
        self._laid_by = side
        return [*self._pushed(Colour(pile), side), FlatStep(None, self._into_row(pile, side, sketch))]

    def _back(self, pile: str, side: str) -> list[FlatStep]:
        """The outermost card into the hand that laid it."""
        sketch, thing = self._outermost(Colour(pile), side)
        self._lies.hands[side].append(sketch)
        return [FlatStep(thing, None)]

    def _call(self, yokai: str, source: str, goal: str) -> list[FlatStep]:
        thing = self._off_pile(Yokai(yokai), Colour(source))
        self._lies.piles[Colour(goal)].insert(0, Yokai(yokai))
        there = self._things[("pile", goal)]
        layer = max((each.layer for each in there), default=_TOP_LAYER) + 1
        after = self._thing(yokai, _pile_at(Colour(goal)), 0.0, layer)
        there.insert(0, after)
        return [FlatStep(thing, after)]

    def _move(self, sketch: str, source: str, goal: str) -> list[FlatStep]:
        sides = ("b", "a") if self._laid_by == "a" else ("a", "b")
        for side in sides:
            row = self._lies.rows[Colour(source), side]
            if row and row[-1] == sketch:
                _, thing = self._outermost(Colour(source), side)
                pushed = self._pushed(Colour(goal), side)
                return [*pushed, FlatStep(thing, self._into_row(goal, side, sketch))]
        raise DrawnError(f"no outermost card of {source} is {sketch}")

    def _below(self, yokai: str, pile: str) -> list[FlatStep]:
        thing = self._off_pile(Yokai(yokai), Colour(pile))
        self._lies.piles[Colour(pile)].append(Yokai(yokai))
        there = self._things[("pile", pile)]
        layer = min((each.layer for each in there), default=_TOP_LAYER) - 1
        after = self._thing(yokai, _pile_at(Colour(pile)), 0.0, layer)
        there.append(after)
        return [FlatStep(thing, after)]

    def _take(self, yokai: str, pile: str, side: str) -> list[FlatStep]:
        thing = self._off_pile(Yokai(yokai), Colour(pile))
        self._lies.won[side].append(yokai + ("" if colour_of(Yokai(yokai)) == pile else pile))
        self._lies.won[side].sort()
        return [FlatStep(thing, None)]

    def _clear(self, pile: str, side: str) -> list[FlatStep]:
        place = (Colour(pile), side)
        if not self._lies.rows[place]:
            raise DrawnError(f"{side} has no card at {pile}")
        steps: list[FlatStep] = []
        while row := self._lies.rows[place]:
            sketch, thing = self._outermost(*place)
            self._lies.discard.append(sketch)
            before = self._things.pop(("discard",), [])
            last = not row[:-1]
            if last:
                top = self._thing(sketch, DISCARD, 0.0, 1)
                self._things[("discard",)] = [top]
                steps.append(FlatStep(thing, top))
                # What lies under it is covered all over.
                steps += [FlatStep(each, None) for each in before]
            else:
                self._things[("discard",)] = before
                steps.append(FlatStep(thing, None))
        return steps

    def _off_pile(self, yokai: Yokai, pile: Colour) -> FlatThing:
        lying = self._lies.piles[pile]
        if not lying or lying[0] != yokai:
            raise DrawnError(f"{yokai} does not lie on top of {pile}")
        lying.pop(0)
        return self._things[("pile", pile)].pop(0)

    def _outermost(self, pile: Colour, side: str) -> tuple[Sketch, FlatThing]:
        row = self._lies.rows[pile, side]
        if not row:
            raise DrawnError(f"{side} has no card at {pile}")
        return row.pop(), self._things[("row", pile, side)].pop()

    def _pushed(self, pile: Colour, side: str) -> list[FlatStep]:
        """Together, as far as another card needs it."""
        there = self._things[("row", pile, side)]
        steps = []
        for at, (thing, away) in enumerate(zip(there, _places(len(there) + 1), strict=False)):
            y = away if side == "b" else -away
            if abs(thing.y - y) > _MOVED:
                there[at] = replace(thing, y=y)
                steps.append(FlatStep(thing, there[at]))
        return steps

    def _into_row(self, pile: str, side: str, sketch: str) -> FlatThing:
        self._lies.rows[Colour(pile), side].append(Sketch(sketch))
        there = self._things[("row", pile, side)]
        x, _ = _pile_at(Colour(pile))
        away = _places(len(there) + 1)[-1]
        # The half that counts lies outwards.
        outer_is_first = sketch[0] == pile
        turn = 0.0 if outer_is_first == (side == "b") else 180.0
        thing = self._thing(sketch, (x, away if side == "b" else -away), turn, -len(there))
        there.append(thing)
        return thing

    # Where it is seen

    def _thing(self, code: str, place: tuple[float, float], turn: float, layer: int) -> FlatThing:
        self._copy += 1
        return FlatThing(f"{code} {self._copy}", code, *place, turn, layer=layer)

    def _deck_things(self) -> list[FlatThing]:
        self._things[("deck",)] = [self._thing(BACK_SKETCH, DECK, 0.0, 0)] if self._lies.deck else []
        return self._things[("deck",)]

    def _put_down(self) -> None:
        lies, self._things = self._lies, {}
        self._shows_others = False
        rows = {place: list(row) for place, row in lies.rows.items()}
        for colour in CARDS.colours:
            self._things["pile", colour] = [
                self._thing(yokai, _pile_at(colour), 0.0, _TOP_LAYER - at)
                for at, yokai in enumerate(lies.piles[colour])
            ]
            for side in SIDES:
                self._things["row", colour, side] = []
                lies.rows[colour, side] = []
                for sketch in rows[colour, side]:
                    self._pushed(colour, side)
                    self._into_row(colour, side, sketch)
        self._deck_things()
        top = lies.discard[-1:]
        self._things[("discard",)] = [self._thing(each, DISCARD, 0.0, 1) for each in top]
        self.table.lay([thing for things in self._things.values() for thing in things])

    # What is kept

    def _keep(self) -> None:
        self._file.keep(self._lies.text(all_of_it=True))

    def _restored(self) -> tuple[Lying, bool]:
        """What lies there, and whether nothing was kept."""
        kept = self._file.read(lambda text: lying_as(text, None, self._chance))
        return (lying_as(START, None, self._chance), True) if kept is None else (kept, False)


_RESTING: Final = DrawnHand(0.0, 0.5, comes_from=180.0, pinching=False)


def _places(count: int) -> list[float]:
    """From the pile outwards."""
    if _FIRST + (count - 1) * _NEXT <= _LAST:
        return [(_FIRST + at * _NEXT) * PIECE[1] for at in range(count)]
    closer = (_LAST - _NEXT - _FIRST) / (count - 2)
    return [*((_FIRST + at * closer) * PIECE[1] for at in range(count - 1)), _LAST * PIECE[1]]


def _pile_at(colour: Colour) -> tuple[float, float]:
    return (CARDS.index[colour] - (len(CARDS.colours) - 1) / 2) * _APART, 0.0


# Faces


@cache
def faces() -> dict[str, Image]:
    drawn: dict[str, Iterator[Shape]] = {yokai: yokai_shapes(yokai) for yokai in CARDS.yokai}
    drawn |= {kind: sketch_shapes(kind) for kind in CARDS.kinds}
    drawn |= {BACK_SKETCH: back_shapes(of_sketches=True), BACK_YOKAI: back_shapes(of_sketches=False)}
    return {code: raster(shapes, WIDTH, HEIGHT, _BIG) for code, shapes in drawn.items()}


@cache
def painter_of(look: str) -> FlatPainter:
    return FlatPainter(LOOKS[look], faces(), faces()[BACK_YOKAI])


def sheet() -> tuple[FlatThing, ...]:
    """All cards, laid out in rows as one reads."""
    codes = (*CARDS.yokai, *CARDS.kinds, BACK_SKETCH, BACK_YOKAI)
    return tuple(
        FlatThing(code, code, 0.6 + 1.12 * (at % _A_ROW - (_A_ROW - 1) / 2), 2.4 - 1.6 * (at // _A_ROW))
        for at, code in enumerate(codes)
    )


_A_ROW: Final = 10


def bare_piles() -> FlatScene:
    """As a table lies before a game, with nothing but piles."""
    tops = [CARDS.of_colour[colour][0] for colour in CARDS.colours]
    return FlatScene(
        tuple(FlatThing(top, top, *_pile_at(colour)) for colour, top in zip(CARDS.colours, tops, strict=True))
    )


def scenes() -> Mapping[str, tuple[FlatThing, ...]]:
    """What lies on a drawn table for each picture that is learnt from, and for a trial afterwards."""
    sets = {f"set-{number}": _in_rows(codes) for number, codes in enumerate(SETS, 1)}
    away = _places(1)[0]
    (fire, _), (earth, _) = _pile_at(Colour("F")), _pile_at(Colour("E"))
    tried = FlatThing("FW", "FW", fire, -away, 180.0), FlatThing("EA", "EA", earth, away, 0.0)
    return {"start": bare_piles().things, **sets, "trial": (*bare_piles().things, *tried)}


def _in_rows(codes: Iterable[str]) -> tuple[FlatThing, ...]:
    return tuple(
        FlatThing(code, code, 0.6 + 1.25 * (at % A_ROW - (A_ROW - 1) / 2), 2.6 - 1.75 * (at // A_ROW))
        for at, code in enumerate(codes)
    )
