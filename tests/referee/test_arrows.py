"""In the referee's rooms whoever looks knows nothing of judging, and so on: arrows go one way."""

import ast
from itertools import pairwise
from pathlib import Path

import pytest

REFEREE = Path(__file__).parents[2] / "companion/games/himiki/referee"
NAME = "companion.games.himiki.referee"

ROOMS = ("look", "judgement", "setup", "said")
"""Each may use those before it."""


def used(source: str) -> set[str]:
    """The referee's rooms that it imports from."""
    modules = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    return {room for room in ROOMS for module in modules if module.startswith(f"{NAME}.{room}.")}


def test_each_room_uses_only_those_before_it() -> None:
    for number, room in enumerate(ROOMS):
        for path in (REFEREE / room).glob("*.py"):
            assert used(path.read_text(encoding="utf-8")) <= set(ROOMS[: number + 1]), path


@pytest.mark.parametrize(("one", "other"), list(pairwise(ROOMS)))
def test_an_arrow_backwards_is_seen(one: str, other: str) -> None:
    assert used(f"def f() -> None:\n    from {NAME}.{other}.it import that\n") - {one} == {other}
