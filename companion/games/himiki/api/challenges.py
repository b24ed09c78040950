"""Challenges: which there are, the next move, the solution."""

import tempfile
import threading
from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint, Response

from companion import apart
from companion.games.himiki.agreed import Game
from companion.games.himiki.api.in_words import in_words
from companion.games.himiki.api.standing import standing
from companion.games.himiki.mindlock.scroll import challenges
from companion.games.himiki.referee.events import SolutionShown
from companion.games.himiki.referee.status import Status
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.challenge import Challenge
from companion.games.himiki.rules.written.notation import annotated
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.himiki.rules.written.solution import play_line
from companion.games.himiki.sentences import say
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import gone, table
from companion.web.share import only_in
from vision.frames import Seconds

blueprint = Blueprint("challenges", __name__)

_require_this_game = only_in(Game.of)
"""Challenges are looked at whatever is played; the one that is played is one of this game."""

_SOLVER_SECONDS: Final = 25
"""Less than a page waits for any answer. A small Pi may not come to an end in them."""
_MOST_MOVES: Final = 12
_solving = threading.Lock()
_MOST_SOLVED: Final = 64
SOLVED: Final[dict[str, str | None]] = {}
"""By what was asked: None where there is no way."""


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
    line = found.solution or solved_from(found, found.start, gone())
    if line is None:
        raise Refusal(404, say("solution-none"))
    return answer(in_words({"moves": line.split(), "par": found.par}))


@blueprint.post("/api/v1/puzzles/<name>/solution")
def show_solution(name: str) -> Response:
    """The same; where that challenge is being played it is noted that its solution is known from now on."""
    told = solution(name)
    played = _named(name).name

    def noted(game: object, status: Status, t: Seconds) -> SolutionShown | None:
        shown = isinstance(game, Game) and game.challenge == played and not status.over
        return SolutionShown(t=t, challenge=played) if shown else None

    table().note(noted)
    return told


@blueprint.get("/api/v1/hint")
def hint() -> Response:
    """The next move of a shortest solution, from the position that stands; none where there is no way."""
    _require_this_game()
    game, position = table().game(), standing()
    if position is None or game.challenge is None:
        raise Refusal(409, say("hint-of-challenge"))
    if table().status().over:
        raise Refusal(409, say("hint-in-a-game"))
    found = _named(game.challenge)
    known = _on_the_way(found, position)
    line = known or solved_from(found, position, gone())
    return answer(in_words({"move": line.split()[0] if line else None}))


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


def solved_from(found: Challenge, position: Position, gone: Callable[[], bool] = lambda: False) -> str | None:
    """One at a time: looking for a solution takes a core, and anybody at home may ask."""
    if not _solving.acquire(blocking=False):
        raise Refusal(409, say("solution-sought"))
    try:
        return by_solver(_as_file(found, position), gone)
    except _TooLong:
        raise Refusal(409, say("solution-too-far")) from None
    finally:
        _solving.release()


def by_solver(text: str, gone: Callable[[], bool] = lambda: False) -> str | None:
    """In a process of its own: it may take long, and the game must not wait for it.

    None: it was proved that there is none. Raises `_TooLong`, also where whoever asked is `gone`, and is
    tried anew when it is asked for again.
    """
    if text in SOLVED:
        return SOLVED[text]
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        command = apart.command("solve", file.name, "--max", str(_MOST_MOVES))
        done = apart.answered(command, _SOLVER_SECONDS, gone)
    if done is None:
        raise _TooLong
    lines = done.stdout.splitlines()
    line = lines[0] if done.returncode == 0 and lines else None
    while len(SOLVED) >= _MOST_SOLVED:
        del SOLVED[next(iter(SOLVED))]
    SOLVED[text] = line
    return line


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
