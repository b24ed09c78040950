"""Challenges: which there are, the next move, the solution."""

import subprocess
import tempfile
import threading
from functools import lru_cache
from typing import Any, Final

from flask import Blueprint, Response

from companion import apart
from companion.rules.challenge import Challenge
from companion.rules.errors import RulesError
from companion.rules.mindlock import play_line
from companion.rules.notation import annotated
from companion.rules.position import Position
from companion.rules.position_text import position_text
from companion.scroll import challenges
from companion.web import play
from companion.web.answers import Refusal, answer

blueprint = Blueprint("challenges", __name__)

_SOLVER_SECONDS: Final = 25
"""Less than a page waits for any answer. A small Pi may not come to an end in them."""
_MOST_MOVES: Final = 12
_solving = threading.Lock()


class _TooLong(Exception):
    """Nothing is known of a solution, not even that there is none."""


def _named(name: str) -> Challenge:
    """By name only: what comes from the network names no file."""
    for each in challenges():
        if each.name == name.upper():
            return each
    raise Refusal(404, "no challenge has that name: GET /api/v1/puzzles lists them")


def with_challenge(told: dict[str, Any]) -> dict[str, Any]:
    """Settings of a new game, where they name a challenge completed with what belongs to it."""
    name = told.get("challenge")
    if name is None:
        return told
    found = _named(name)
    variant = found.start.variant
    return {
        **told,
        "mode": variant.mode.value,
        "edition": variant.edition.value,
        "chaos": False,
        "challenge": found.name,
        "start": position_text(found.start),
        "influences": [element.letter for element in sorted(variant.in_play)],
        "par": found.par,
    }


@blueprint.get("/api/v1/puzzles")
def listed() -> Response:
    return answer([_told(each) for each in challenges()])


@blueprint.get("/api/v1/puzzles/<name>")
def one(name: str) -> Response:
    return answer(_told(_named(name)))


@blueprint.get("/api/v1/puzzles/<name>/solution")
def solution(name: str) -> Response:
    found = _named(name)
    line = found.solution or solved_from(found, found.start)
    if line is None:
        raise Refusal(404, "it has no solution that is short enough")
    return answer({"moves": line.split(), "par": found.par})


@blueprint.post("/api/v1/puzzles/<name>/solution")
def show_solution(name: str) -> Response:
    """The same; where that challenge is being played it is noted that its solution is known from now on."""
    told = solution(name)
    play.table().solution_shown(_named(name).name)
    return told


@blueprint.get("/api/v1/hint")
def hint() -> Response:
    """The next move of a shortest solution, from the position that stands; none where there is no way."""
    game, position = play.table().game(), play.standing()
    if position is None or game.challenge is None:
        raise Refusal(409, "a hint is for a challenge that is being played: start one first")
    found = _named(game.challenge)
    known = _on_the_way(found, position)
    line = known or solved_from(found, position)
    return answer({"move": line.split()[0] if line else None})


def _told(each: Challenge) -> dict[str, Any]:
    variant = each.start.variant
    return {
        "name": each.name,
        "title": each.title,
        "category": each.category.value,
        "par": each.par,
        "edition": variant.edition.value,
        "influences": [element.letter for element in sorted(variant.in_play)],
        "position": position_text(each.start),
    }


def _on_the_way(found: Challenge, position: Position) -> str | None:
    """The rest of the solution that the challenge comes with, where the position lies on it."""
    if found.solution is None:
        return None
    try:
        line = play_line(found.start, found.solution)
    except RulesError:
        return None
    for index, step in enumerate(line):
        if step.before.board == position.board and step.before.influences == position.influences:
            return " ".join(annotated(each) for each in line[index:])
    return None


def solved_from(found: Challenge, position: Position) -> str | None:
    """One at a time: looking for a solution takes a core, and anybody at home may ask."""
    if not _solving.acquire(blocking=False):
        raise Refusal(409, "a solution is being looked for already: ask again in a moment")
    try:
        return by_solver(_as_file(found, position))
    except _TooLong:
        raise Refusal(409, "from here this machine looks too long for a solution: take a move back") from None
    finally:
        _solving.release()


@lru_cache(maxsize=64)
def by_solver(text: str) -> str | None:
    """In a process of its own: it may take long, and the game must not wait for it.

    None: it was proved that there is none. Raises `_TooLong`, and is tried anew when it is asked for again.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run(
                apart.command("solve", file.name, "--max", str(_MOST_MOVES)),
                capture_output=True,
                text=True,
                timeout=_SOLVER_SECONDS,
                check=False,
                cwd=apart.HOME,
            )
        except subprocess.TimeoutExpired:
            raise _TooLong from None
    lines = done.stdout.splitlines()
    return lines[0] if done.returncode == 0 and lines else None


def _as_file(found: Challenge, position: Position) -> str:
    variant, chaos = position.variant, position.chaos
    wanted = [e.letter for e in sorted(variant.in_play) if position.influences[e] is None]
    cubes, _, _, _, state = position_text(position).split(" ")
    land = next((token[5:] for token in state.split(";") if token.startswith("land:")), "")
    held = [tile.value for tile in chaos.hands[0].known]
    lists = {"land": land.split("+") if land else [], "events": held, "influences": wanted}
    told = [f'name = "{found.name}"', f'category = "{found.category.value}"', f"par = {found.par}"]
    told += [f'position = "{cubes}"', f'edition = "{variant.edition.value}"']
    told += [
        f"{key} = [{', '.join(f'{chr(34)}{each}{chr(34)}' for each in values)}]"
        for key, values in lists.items()
        if values
    ]
    return "\n".join(told) + "\n"
