"""A walk through every light that is wired, one after another."""

from collections.abc import Iterator
from typing import Final

from hardware.bar import lamps_of
from hardware.lights import ALL_DARK, POINTS, Lights, Signal
from hardware.wiring import Layout, Wiring

PAUSE: Final = 0.6
"""Seconds for each light."""

_ELEMENTS: Final = ("fire", "water", "wood")
_SQUARES: Final = tuple(row + column for row in "ABCDE" for column in "123456")


def walk(wiring: Wiring) -> Iterator[tuple[str, Lights]]:
    """What should be seen, in words, and the lights that show it; dark at the end."""
    for points in range(1, POINTS + 1):
        if wiring.white_score:
            yield f"white has {points}", Lights(white_score=points)
    for points in range(1, POINTS + 1):
        if wiring.black_score:
            yield f"black has {points}", Lights(black_score=points)
    if wiring.white_turn is not None:
        yield "white's turn", Lights(white_turn=True)
    if wiring.black_turn is not None:
        yield "black's turn", Lights(black_turn=True)
    for index, element in enumerate(_ELEMENTS):
        if getattr(wiring, element):
            for side, name in (("w", "white"), ("b", "black")):
                holders: list[str | None] = [None, None, None]
                holders[index] = side
                yield f"{name} holds {element}", Lights(influences=(holders[0], holders[1], holders[2]))
    if wiring.referee:
        for signal in Signal:
            if signal is not Signal.DARK:
                yield f"referee: {signal.value}", Lights(referee=signal)
    if wiring.bar is not None:
        for square in _bar_squares(wiring.bar.layout):
            yield f"bar: {square}", Lights(referee=Signal.FAIR, squares=(square,))
    yield "all dark", ALL_DARK


def _bar_squares(layout: Layout) -> tuple[str, ...]:
    """As few as light every lamp."""
    lit: set[int] = set()
    chosen = []
    for square in _SQUARES:
        if not lit.issuperset(lamps_of(square, layout)):
            lit.update(lamps_of(square, layout))
            chosen.append(square)
    return tuple(chosen)
