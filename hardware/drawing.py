"""The wiring drawn as SVG: the header as it lies on the board, and what hangs on each pin."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from hardware.wiring import BUTTONS, PROPOSED, Wiring

PHYSICAL: Final[Mapping[int, int]] = {
    2: 3,
    3: 5,
    4: 7,
    14: 8,
    15: 10,
    17: 11,
    18: 12,
    27: 13,
    22: 15,
    23: 16,
    24: 18,
    10: 19,
    9: 21,
    25: 22,
    11: 23,
    8: 24,
    7: 26,
    5: 29,
    6: 31,
    12: 32,
    13: 33,
    19: 35,
    16: 36,
    26: 37,
    20: 38,
    21: 40,
}
"""Place on the header of each GPIO."""

_SUPPLY: Final = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}
_FOR_HATS: Final = (27, 28)
_GROUND: Final = (6, 9, 14, 20, 25, 30, 34, 39)

_ROW, _TOP, _WIDTH = 30, 76, 860
_HEADER_LEFT, _HEADER_RIGHT = 400, 460
_PART_LEFT, _PART_RIGHT = 236, 624

_LABELS: Final = {
    "white_turn": "white's turn",
    "black_turn": "black's turn",
    "buzzer": "buzzer",
    "done": "button: yes, done",
    "undo": "button: no, undo",
    "roll": "button: roll / power",
    "fire[0]": "fire: white",
    "fire[1]": "fire: black",
    "water[0]": "water: white",
    "water[1]": "water: black",
    "wood[0]": "wood: white",
    "wood[1]": "wood: black",
    "referee[0]": "referee: red",
    "referee[1]": "referee: green",
    "referee[2]": "referee: blue",
    "bar": "bar: data in (WS2812)",
}


def label_of(name: str) -> str:
    """`white_score[2]` is white's third point."""
    if name in _LABELS:
        return _LABELS[name]
    side, _, index = name.partition("_score[")
    return f"{side}: point {int(index.rstrip(']')) + 1}"


def resistor_of(name: str) -> str:
    """In series. A game lights at most fifteen at once: below 40 mA, which every Pi gives."""
    if name in BUTTONS:
        return ""
    if name == "bar":
        return "330 Ω"
    return "100 Ω" if name in ("buzzer", "referee[1]", "referee[2]") else "680 Ω"


def drawing_of(wiring: Wiring) -> str:
    used = {PHYSICAL[pin]: (name, pin) for name, pin in wiring.pins()}
    if wiring.bar is not None and (line := wiring.bar.data_pin) is not None:
        used[PHYSICAL[line]] = ("bar", line)
    notes = tuple(_notes(wiring))
    height = _TOP + 20 * _ROW + 36 + 20 * len(notes)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"'
        ' font-family="sans-serif" font-size="13">',
        "<title>Wiring of the panel</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffdf8"/>',
        f'<text x="{_WIDTH / 2}" y="30" text-anchor="middle" font-size="18" fill="#222">'
        "The header of a Raspberry Pi, seen from above</text>",
        f'<text x="{_WIDTH / 2}" y="52" text-anchor="middle" fill="#555">'
        "SD card at the top, header on the right: pin 1 is the square one, even numbers lie at the edge"
        "</text>",
        f'<rect x="{_HEADER_LEFT - 14}" y="{_TOP - 8}" width="{_HEADER_RIGHT - _HEADER_LEFT + 28}"'
        f' height="{20 * _ROW + 8}" rx="6" fill="#1d5b3a"/>',
    ]
    for place in range(1, 41):
        lines += _pin(place, used.get(place), wiring)
    for at, note in enumerate(notes):
        y = _TOP + 20 * _ROW + 34 + 20 * at
        lines.append(f'<text x="{_WIDTH / 2}" y="{y}" text-anchor="middle" fill="#222">{note}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _notes(wiring: Wiring) -> Iterator[str]:
    ground = "plus (3.3 V)" if wiring.lit_when_low else "ground"
    yield f"Every light goes on through its resistor to {ground}, every button and the buzzer to ground."
    if wiring.bar is not None:
        yield "The bar has a 5 V supply of its own, whose ground is joined to one of the Pi's."


def _pin(place: int, used: tuple[str, int] | None, wiring: Wiring) -> Iterator[str]:
    left = place % 2 == 1
    x = _HEADER_LEFT + 8 if left else _HEADER_RIGHT - 8
    y = _TOP + (place - 1) // 2 * _ROW + _ROW // 2
    colour = "#c9a227"
    for places, other in ((_GROUND, "#222"), (_SUPPLY, "#b3261e"), (_FOR_HATS, "#777")):
        colour = other if place in places else colour
    corner = 1 if place == 1 else 9
    yield f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" rx="{corner}" fill="{colour}"/>'
    yield f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="10" fill="#fff">{place}</text>'
    end = _HEADER_LEFT - 22 if left else _HEADER_RIGHT + 22
    anchor = "end" if left else "start"
    if used is None:
        told = _SUPPLY.get(place, "ground" if place in _GROUND else "for HATs" if place in _FOR_HATS else "")
        if told:
            yield f'<text x="{end}" y="{y + 4}" text-anchor="{anchor}" fill="#888">{told}</text>'
        return
    yield from _part(used, left=left, y=y, anchor=anchor, end=end, reversed_=wiring.lit_when_low)


def _part(
    used: tuple[str, int], *, left: bool, y: int, anchor: str, end: int, reversed_: bool
) -> Iterator[str]:
    name, pin = used
    away = -1 if left else 1
    middle = _PART_LEFT if left else _PART_RIGHT
    yield f'<text x="{end}" y="{y + 4}" text-anchor="{anchor}" fill="#222">GPIO {pin}</text>'
    start = end + away * 58
    yield f'<path d="M{start} {y}H{middle - away * 14}" stroke="#222" fill="none"/>'
    text = label_of(name)
    if resistance := resistor_of(name):
        x = (start + middle - away * 14) / 2
        yield f'<rect x="{x - 24}" y="{y - 8}" width="48" height="16" fill="#fffdf8" stroke="#222"/>'
        yield f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="#222">{resistance}</text>'
    yield from _symbol(name, middle, y, away=-away if reversed_ else away)
    yield (
        f'<text x="{middle + away * 20}" y="{y + 4}" text-anchor="{anchor}" fill="#222">{escape(text)}</text>'
    )


def _symbol(name: str, x: int, y: int, *, away: int) -> Iterator[str]:
    """An LED's triangle points the way that the current flows."""
    if name in (*BUTTONS, "buzzer", "bar"):
        yield f'<circle cx="{x}" cy="{y}" r="9" fill="#e7ddc8" stroke="#222"/>'
        return
    back, front = x - away * 9, x + away * 9
    yield (
        f'<path d="M{back} {y - 8}L{front} {y}L{back} {y + 8}ZM{front} {y - 8}V{y + 8}"'
        ' fill="#e8c547" stroke="#222"/>'
    )


def table_of(wiring: Wiring = PROPOSED) -> str:
    """The same as a table in Markdown."""
    rows = ["| place | GPIO | what | in series |", "|---|---|---|---|"]
    for name, pin in sorted(wiring.pins(), key=lambda each: PHYSICAL[each[1]]):
        rows.append(f"| {PHYSICAL[pin]} | {pin} | {label_of(name)} | {resistor_of(name) or 'none'} |")
    return "\n".join(rows)
