"""The arrows between rooms, drawn: every one leads down."""

from collections import defaultdict
from collections.abc import Mapping, Set
from html import escape

_WIDE, _HIGH, _ACROSS, _DOWN, _EDGE = 190, 34, 24, 74, 20
"""Of a room's box and of the space between two, in the drawing's units: to be read on a page's width."""


def layers(graph: Mapping[str, Set[str]]) -> list[list[str]]:
    """Rooms in rows, such that every arrow leads down."""
    depth: dict[str, int] = {}

    def below(node: str) -> int:
        if node not in depth:
            depth[node] = 1 + max((below(other) for other in graph[node]), default=-1)
        return depth[node]

    rows = defaultdict(list)
    for node in graph:
        rows[below(node)].append(node)
    return [rows[row] for row in sorted(rows, reverse=True)]


def needed(graph: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """Without the arrows that lead where others lead already: the drawing is of what follows from what."""

    def reached(node: str) -> set[str]:
        return set(graph[node]).union(*(reached(other) for other in graph[node]))

    return {
        node: {other for other in others if not any(other in reached(via) for via in others - {other})}
        for node, others in ((node, set(others)) for node, others in graph.items())
    }


def drawing(graph: Mapping[str, Set[str]]) -> str:
    rows = _ordered(layers(graph), needed(graph))
    width = max(len(row) for row in rows) * (_WIDE + _ACROSS) + 2 * _EDGE
    height = len(rows) * (_HIGH + _DOWN) - _DOWN + 2 * _EDGE
    place: dict[str, tuple[float, float]] = {}
    for down, row in enumerate(rows):
        left = (width - len(row) * (_WIDE + _ACROSS) + _ACROSS) / 2
        for across, room in enumerate(row):
            place[room] = left + across * (_WIDE + _ACROSS), _EDGE + down * (_HIGH + _DOWN)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#567"/></marker>',
    ]
    for room, others in needed(graph).items():
        for other in sorted(others):
            (x, y), (to_x, to_y) = place[room], place[other]
            start, end = (x + _WIDE / 2, y + _HIGH), (to_x + _WIDE / 2, to_y)
            half = (end[1] - start[1]) / 2
            lines.append(
                f'<path d="M{start[0]:g} {start[1]:g}C{start[0]:g} {start[1] + half:g} {end[0]:g} '
                f'{end[1] - half:g} {end[0]:g} {end[1]:g}" fill="none" stroke="#567" marker-end="url(#tip)"/>'
            )
    for room, (x, y) in place.items():
        lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{_WIDE}" height="{_HIGH}" rx="6" fill="#eef" stroke="#567"/>'
        )
        lines.append(
            f'<text x="{x + _WIDE / 2:g}" y="{y + _HIGH / 2 + 4:g}" text-anchor="middle">'
            f"{escape(room.removeprefix('companion.'))}</text>"
        )
    return "\n".join([*lines, "</svg>", ""])


def _ordered(rows: list[list[str]], graph: Mapping[str, Set[str]]) -> list[list[str]]:
    """Each row in the order of what leads to it, so that few arrows cross."""
    at: dict[str, float] = {}
    for row in rows:
        above = {room: [at[other] for other in at if room in graph[other]] for room in row}
        row.sort(key=lambda room: (sum(above[room]) / len(above[room]) if above[room] else 0.5, room))
        for number, room in enumerate(row):
            at[room] = (number + 0.5) / len(row)
    return rows
