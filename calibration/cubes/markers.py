"""`himiki markers`: a sheet with four markers, true to scale, to be laid at the grid's corners."""

import argparse
import sys
from io import BytesIO
from pathlib import Path
from typing import Final

import pydyf

from companion.games.himiki.rules.board import NAMES
from vision.finding.markers import BORDER, IDS
from vision.virtual.painting.markers import marker

SIDE: Final = 30.0
"""Millimetres of a marker's black square; around it BORDER of that stay white."""

_PAGE: Final = (210.0, 297.0)
"""Millimetres of an A4 page across and down."""
_POINTS: Final = 72 / 25.4
"""Of print, to a millimetre."""
_MODULES: Final = 6
"""Black or white fields of a marker along its side."""
_PAPER: Final = SIDE * (1 + 2 * BORDER)
"""Millimetres of a marker's paper along its side, with its border."""
_BAR: Final = 100
"""Millimetres of the bar by which a print is measured."""
_PLACES: Final = ((30.0, 60.0), (120.0, 60.0), (120.0, 125.0), (30.0, 125.0))
"""Millimetres from the upper left of the page to each paper's."""

_CORNERS: Final = ("A1", "A6", "E6", "E1")
_SQUARE: Final = 7.0
_BOARD: Final = (84.0, 205.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FILE.pdf", help="where the sheet goes (A4)"
    )


def run(options: argparse.Namespace) -> int:
    try:
        options.out.write_bytes(sheet())
    except OSError as error:
        why = f"{options.out} cannot be written ({error.strerror}): name another file"
        print(f"himiki markers: {why}", file=sys.stderr)
        return 2
    print(f"{options.out}: print it at 100 %, the bar on it is {_BAR} mm long")
    return 0


def sheet() -> bytes:
    """One page of A4 as PDF."""
    page = _Page()
    page.text(20, 20, 16, "HI MI KI: markers for the corners of the board")
    lines = (
        "Print this page at 100 % (not 'fit to page') on matt paper. Cut the four papers out along the",
        "dashed lines. Lay each one outside the grid, so that one corner of the PAPER touches the grid's",
        "outer corner that is named below it. Which corner of the paper that is does not matter.",
    )
    for number, line in enumerate(lines):
        page.text(20, 29 + 5.5 * number, 9.5, line)
    for number, (x, y), name in zip(IDS, _PLACES, _CORNERS, strict=True):
        page.paper(number, x, y)
        page.text(x, y + _PAPER + 6, 11, f"marker {number}: corner {name}")
    _board(page)
    _ruler(page)
    return page.as_pdf()


def _board(page: "_Page") -> None:
    """Where each paper lies, drawn small."""
    left, top = _BOARD
    page.text(20, top + 10, 10, "So they lie, seen with row A")
    page.text(20, top + 15, 10, "nearest to you:")
    columns = sorted({name[1] for name in NAMES})
    rows = sorted({name[0] for name in NAMES}, reverse=True)
    for index, row in enumerate(rows):
        for across, column in enumerate(columns):
            x, y = left + across * _SQUARE, top + index * _SQUARE
            page.box(x, y, _SQUARE, _SQUARE, filled=False)
            page.text(x + 1.6, y + 4.8, 7, row + column)
    wide, high = len(columns) * _SQUARE, len(rows) * _SQUARE
    small = _SQUARE * 1.1
    for number, x, y in (
        (0, left - small, top + high),
        (1, left + wide, top + high),
        (2, left + wide, top - small),
        (3, left - small, top - small),
    ):
        page.box(x, y, small, small, filled=False)
        page.text(x + 2.8, y + 5.4, 9, str(number))


def _ruler(page: "_Page") -> None:
    left, y = (_PAGE[0] - _BAR) / 2, 268.0
    page.box(left, y, _BAR, 2.0, filled=True)
    for step in range(0, _BAR + 1, 10):
        page.line(left + step, y - 2.5, left + step, y)
    page.text(left, y + 8, 9.5, f"This bar is {_BAR} mm long. If it is not, print again at 100 %.")


class _Page:
    """Draws in millimetres from the upper left of the page."""

    def __init__(self) -> None:
        self._stream = pydyf.Stream()
        self._stream.set_line_width(0.5)

    def box(self, x: float, y: float, width: float, height: float, *, filled: bool) -> None:
        self._stream.rectangle(*self._at(x, y + height), width * _POINTS, height * _POINTS)
        if filled:
            self._stream.fill()
        else:
            self._stream.stroke()

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self._stream.move_to(*self._at(x, y))
        self._stream.line_to(*self._at(to_x, to_y))
        self._stream.stroke()

    def text(self, x: float, y: float, size: float, text: str) -> None:
        self._stream.begin_text()
        self._stream.set_font_size("F1", size)
        self._stream.set_text_matrix(1, 0, 0, 1, *self._at(x, y))
        self._stream.show_text_string(text)
        self._stream.end_text()

    def paper(self, number: int, x: float, y: float) -> None:
        """A marker with its white border, and the line along which it is cut out."""
        self._stream.set_dash([3, 3], 0)
        self.box(x, y, _PAPER, _PAPER, filled=False)
        self._stream.set_dash([], 0)
        module = SIDE / _MODULES
        inset = SIDE * BORDER
        bits = marker(number, _MODULES)
        for row in range(_MODULES):
            # Neighbours are drawn as one: between two boxes a renderer may leave a hair of white.
            start = None
            for column in range(_MODULES + 1):
                black = column < _MODULES and bits[row, column] == 0
                if black and start is None:
                    start = column
                elif not black and start is not None:
                    wide = (column - start) * module
                    below = 0.05 if row + 1 < _MODULES else 0.0
                    place = x + inset + start * module, y + inset + row * module
                    self.box(*place, wide, module + below, filled=True)
                    start = None

    def as_pdf(self) -> bytes:
        pdf = pydyf.PDF()
        font = pydyf.Dictionary({"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Helvetica"})
        for one in (font, self._stream):
            pdf.add_object(one)
        width, height = (side * _POINTS for side in _PAGE)
        fonts = pydyf.Dictionary({"F1": font.reference})
        pdf.add_page(
            pydyf.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": pdf.pages.reference,
                    "MediaBox": pydyf.Array([0, 0, round(width, 3), round(height, 3)]),
                    "Contents": self._stream.reference,
                    "Resources": pydyf.Dictionary({"Font": fonts}),
                }
            )
        )
        buffer = BytesIO()
        pdf.write(buffer)
        return buffer.getvalue()

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return round(x * _POINTS, 3), round((_PAGE[1] - y) * _POINTS, 3)
