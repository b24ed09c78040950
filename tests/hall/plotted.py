"""The table in docs/scale.md as a drawing beside it: `python -m tests.hall.plotted`."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "scale.md"
DRAWING: Final = DOCUMENT.with_suffix(".svg")

_ROW: Final = re.compile(
    r"^\| ([\d,]+) \| (\w+) \| [\d,]+ \| [\d,]+ \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE
)
_LEFT, _TOP, _WIDTH, _HEIGHT = 60, 46, 620, 250
_TABLES: Final = (100, 3000)
_LINES: Final = {
    "p50": ("#2f6b3a", "half of all events, ms"),
    "p99": ("#9b1c1c", "99 of 100, ms"),
    "MB": ("#3b5b8c", "memory of the hall, MB"),
}
_MOST: Final = 1000
"""Milliseconds and megabytes at the upper edge."""
_DASHES: Final = {"SQLite": "", "PostgreSQL": ' stroke-dasharray="7 5"'}


def rows(text: str) -> list[tuple[int, str, dict[str, int]]]:
    return [
        (int(tables.replace(",", "")), store, {"p50": int(p50), "p99": int(p99), "MB": int(held)})
        for tables, store, p50, p99, held in _ROW.findall(text)
    ]


def drawn(text: str) -> str:
    return "\n".join(_parts(rows(text))) + "\n"


def _parts(found: list[tuple[int, str, dict[str, int]]]) -> Iterator[str]:
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 360" font-family="Georgia, serif"'
        ' font-size="13"><title>Event to page, and memory, by the number of tables</title>'
    )
    yield '<rect width="720" height="360" fill="#fffdf8"/>'
    for value in (1, 10, 100, _MOST):
        y = _y(value)
        yield f'<path d="M{_LEFT} {y:.0f}H{_LEFT + _WIDTH}" stroke="#d9cdb9"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{value}</text>'
    for tables in sorted({tables for tables, _, _ in found}):
        yield f'<text x="{_x(tables):.0f}" y="{_TOP + _HEIGHT + 20}" text-anchor="middle">{tables}</text>'
    yield f'<text x="{_LEFT + _WIDTH / 2}" y="{_TOP + _HEIGHT + 42}" text-anchor="middle">tables</text>'
    for at, (name, (colour, label)) in enumerate(_LINES.items()):
        yield f'<text x="{_LEFT + 215 * at}" y="22" fill="{colour}">■ {label}</text>'
        for store, dashes in _DASHES.items():
            points = [(_x(tables), _y(told[name])) for tables, its, told in found if its == store]
            path = "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5"{dashes}/>'
            for x, y in points:
                yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="{colour}"/>'
    yield f'<text x="{_LEFT}" y="{_TOP + _HEIGHT + 42}">whole line: SQLite, dashes: PostgreSQL</text></svg>'


def _x(tables: int) -> float:
    least, most = map(math.log, _TABLES)
    return _LEFT + _WIDTH * (math.log(tables) - least) / (most - least)


def _y(value: int) -> float:
    return _TOP + _HEIGHT * (1 - math.log10(max(value, 1)) / math.log10(_MOST))


if __name__ == "__main__":
    DRAWING.write_text(drawn(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
