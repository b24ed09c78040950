"""The least number of moves of a challenge, found by trying everything.

Nothing is left out for being hopeless, and nothing of the solver's is used: only what may be played, and what
comes of it. Positions are the same where the cubes' places and faces, what is left to take, and the running
turn are the same.
"""

from collections import Counter
from collections.abc import Iterator

from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Decline, KeepYokai, Rotate, Stop, Tilt
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.position_text import parse_position, position_text


def is_free(position: Position) -> bool:
    """RULES 7.2 and 7.4: a replay costs nothing, nor does what a tile does."""
    return position.phase.replay or bool(position.chaos.due)


def following(position: Position) -> Iterator[tuple[int, Position]]:
    """Every move's price, and the position after it."""
    for move in legal_moves(position):
        acts = isinstance(move, Tilt | Rotate) and not is_free(position)
        yield int(acts), play(position, move).after


def with_sides(start: Position) -> Position:
    """Some sides for the black cubes: nobody looks at them (RULES 7.1), and the rules are quicker so."""
    cubes, rest = position_text(start).split(" ", 1)
    for element, sides in (("H", "MK"), ("M", "KH"), ("K", "HM")):
        cubes = cubes.replace(f"b{element}??", f"b{element}{sides}")
    return parse_position(f"{cubes} {rest}", start.variant)


def fewest_moves(start: Position, most: int) -> int | None:
    """Layer by layer; None where `most` moves do not do it."""
    start = with_sides(start)
    seen = {start}
    layer = [start]
    for moves in range(most + 1):
        after_one_more: list[Position] = []
        at = 0
        while at < len(layer):
            position = layer[at]
            at += 1
            if position.over:
                return moves
            for price, after in following(position):
                if price == 0 and after not in seen:
                    seen.add(after)
                    layer.append(after)
                elif price == 1 and moves < most:
                    after_one_more.append(after)
        layer = [position for position in dict.fromkeys(after_one_more) if position not in seen]
        seen.update(layer)
    return None


Doing = frozenset[tuple[str, int]]
"""What is done and how often, in whatever order."""


def all_doings(start: Position, moves: int) -> set[Doing]:
    """Of every solution with that many moves in which no position comes twice. For small challenges."""
    found: set[Doing] = set()

    def go_on(position: Position, left: int, done: tuple[str, ...], path: frozenset[Position]) -> None:
        if position.over:
            found.add(frozenset(Counter(done).items()))
            return
        for move in legal_moves(position):
            price = int(isinstance(move, Tilt | Rotate) and not is_free(position))
            after = play(position, move).after
            if price <= left and after not in path:
                idle = isinstance(move, Stop | Decline | KeepYokai)
                text = () if idle else (bare(position, move).removeprefix("R-"),)
                go_on(after, left - price, done + text, path | {after})

    go_on(start, moves, (), frozenset([start]))
    return found
