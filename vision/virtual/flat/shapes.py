"""What is printed on a piece, as shapes: one drawing for a page and for a drawn table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    """`#rrggbb`; None: nothing."""
    stroke: str | None = None
    line: float = 1.0


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[tuple[float, float], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text, in the middle of its place."""

    x: float
    y: float
    """Of the line on which letters stand."""
    text: str
    size: float
    fill: str
    room: float | None = None
    """Width that it may take at most: longer text is written smaller."""

    @property
    def fitted(self) -> float:
        """The size in which it fits."""
        wide = _WIDE * self.size * len(self.text)
        return self.size if self.room is None or wide <= self.room else self.size * self.room / wide


_WIDE = 0.56
"""Of its size, what a letter takes on average."""

Shape = Box | Polygon | Words


def as_svg(shapes: Iterable[Shape], width: float, height: float, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img" aria-label="{escape(label)}">{"".join(_elements(shapes))}</svg>\n'
    )


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Box(x, y, width, height, fill, stroke, line):
                edge = f' stroke="{stroke}" stroke-width="{line:g}"' if stroke else ""
                yield (
                    f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
                    f' fill="{fill or "none"}"{edge}/>'
                )
            case Polygon(points, fill):
                yield f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" fill="{fill}"/>'
            case Words(x, y, text, _, fill):
                yield (
                    f'<text x="{x:g}" y="{y:g}" font-size="{shape.fitted:.3g}" font-family="sans-serif"'
                    f' text-anchor="middle" fill="{fill}">{escape(text)}</text>'
                )
