"""What came of the games that were finished: by player, from events that are open to all."""

from collections import Counter
from typing import Any, Final

from flask import Blueprint, Response

from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.course import Course
from companion.games.yokai.referee.umpire import resumed
from companion.games.yokai.rules.cards import CARDS, colour_of, value_of
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.moves import Lay
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import Player
from companion.store import GameInStore
from companion.web.exchange.answers import answer
from companion.web.exchange.running import table
from companion.web.kept.counting import Counting

blueprint = Blueprint("yokai_results", __name__)

COUNTING: Final = Counting(
    sides=("a", "b"), levels={"novice": 900, "adept": 1300, "master": 1700}, draws=True
)
"""Strengths by hand, in steps that their matches bear out (`python -m tests.yokai.contest`)."""


@blueprint.get("/api/v1/yokai/results")
def results() -> Response:
    """Every finished game, the newest first, and what each name has brought together."""
    store = table().store
    told = []
    for each in store.games():
        if each.settings.get("game") != Agreed.of or (each.last or {}).get("event") != "over":
            continue
        kept = store.load(each.id)
        if kept is not None:
            told.append(result_of(kept))
    return answer({"games": told, "players": _players(told)})


def result_of(kept: GameInStore) -> dict[str, Any]:
    game: Agreed = kept.game
    course = resumed(game, kept.events).course
    status = course.position
    names = game.names
    sides = {}
    for player in Player:
        won = status.won[player]
        points = Counter(dict.fromkeys(CARDS.colours, 0))
        for each in won:
            points[colour_of(each.yokai)] += value_of(each.yokai)
        sides[player.letter] = {
            "name": names.get(player.letter),
            "level": game.levels.get(player.letter),
            "points": sum(points.values()),
            "of_colour": dict(points),
            "yokai": len(won),
            "cards": _cards(course, player),
            "turns": _turns(course, player),
            "frightened": _frightened(course, player),
        }
    winner = score(status).winner
    return {
        "id": kept.id,
        "started": kept.started,
        "winner": None if winner is None else winner.letter,
        "sides": sides,
    }


def _cards(course: Course, player: Player) -> int:
    return sum(isinstance(each.move, Lay) for each in _own(course, player))


def _own(course: Course, player: Player) -> list[Played]:
    return [each for each in course.steps if each.before.turn is player]


def _turns(course: Course, player: Player) -> int:
    """Those that were finished, and the last one."""
    ended = sum(each.after.turn is not player for each in _own(course, player))
    return ended + (course.position.turn is player)


def _frightened(course: Course, player: Player) -> int:
    """By a card of this player."""
    counts = [counted for each in _own(course, player) for counted in each.counts]
    return sum(counted.winner is None for counted in counts)


def _players(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for game in games:
        for letter, side in game["sides"].items():
            if not side["name"]:
                continue
            own = found.setdefault(
                side["name"],
                {
                    "name": side["name"],
                    "level": side["level"],
                    "games": 0,
                    "won": 0,
                    "points": 0,
                    "of_colour": dict.fromkeys(CARDS.colours, 0),
                    "cards": 0,
                    "turns": 0,
                    "frightened": 0,
                },
            )
            own["games"] += 1
            own["won"] += game["winner"] == letter
            for name in ("points", "cards", "turns", "frightened"):
                own[name] += side[name]
            for colour, points in side["of_colour"].items():
                own["of_colour"][colour] += points
    return sorted(found.values(), key=lambda each: (-each["won"], -each["games"], each["name"]))
