"""The challenge of the day, and on how many days in a row it was solved."""

from collections.abc import Mapping

from flask import Blueprint, Response, request

from companion.games.himiki.agreed import Game
from companion.games.himiki.mindlock.scroll import challenges, daily
from companion.games.people.progress import Progress, Solved, daily_streak, key_of
from companion.web.exchange.answers import answer
from companion.web.people import register, solved_told, today

blueprint = Blueprint("daily", __name__)


@blueprint.get("/api/v1/daily")
def of_the_day() -> Response:
    """With the days in a row on which it was solved: by somebody at this table, or by `player`."""
    day = today()
    shipped = challenges()
    who = key_of(request.args.get("player", ""))
    found, games = register(Game.of).look(day)
    solved = {
        game.day
        for game in games
        if game.challenge is not None
        and game.solved
        and (not who or who in map(key_of, game.sides[0].people))
        and daily(game.day, shipped).name == game.challenge
    }
    streak = daily_streak(solved, day)
    return answer(
        {
            "date": day.isoformat(),
            "challenge": daily(day, shipped).name,
            "solved": streak.today,
            "streak": streak.now,
            "best_streak": streak.best,
            "challenges": {name: solved_told(each) for name, each in sorted(_tried_by(who, found).items())},
        }
    )


def _tried_by(who: str, found: Progress) -> Mapping[str, Solved]:
    """By that person, or by everybody: the table knows who is the same person, however a name is typed."""
    if not who:
        return found.challenges
    return next((each.challenges for each in found.players if key_of(each.name) == who), {})
