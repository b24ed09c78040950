"""A challenge as TOML text (FORMATS 6), such as `rules.challenge` reads."""

from collections.abc import Iterable

from companion.games.himiki.mindlock.compose import Made
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.variant import Edition
from companion.games.himiki.rules.written.position_text import position_text


def challenge_text(made: Made) -> str:
    challenge = made.challenge
    start = challenge.start
    chaos = start.chaos
    lines = [
        f"# {made.grade}.",
        f'name = "{challenge.name}"',
        f'title = "{challenge.title}"',
        f'category = "{challenge.category.value}"',
        f"par = {challenge.par}",
        f'position = "{position_text(start).split(" ")[0]}"',
    ]
    if chaos.land:
        lines.append(f"land = {_list(f'{name_of(square)}.{tile.value}' for square, tile in chaos.land)}")
    if chaos.hands[Colour.WHITE].known:
        lines.append(f"events = {_list(tile.value for tile in chaos.hands[Colour.WHITE].known)}")
    if start.variant.in_play:
        lines.append(f"influences = {_list(element.letter for element in sorted(start.variant.in_play))}")
    if start.variant.edition is Edition.FIRST:
        lines.append('edition = "first"')
    if challenge.solution is not None:
        lines.append(f'solution = "{challenge.solution}"')
    return "\n".join(lines) + "\n"


def _list(values: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{value}"' for value in values) + "]"
