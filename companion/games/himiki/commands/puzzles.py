"""`himiki puzzles`: the challenges that ship, and which one is today's."""

import argparse
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from companion.config.place import state_folder
from companion.games.himiki.mindlock.scroll import challenges, daily
from companion.games.himiki.rules.written.challenge import Challenge
from companion.games.himiki.solved import solved_challenges
from companion.games.people.progress import daily_streak
from companion.store import StoreError

# How the command ends.
DONE: Final = 0
FAILED: Final = 1

_GAMES: Final = "games.sqlite"
"""In a state folder: the table itself would be long to load for a list."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--daily",
        nargs="?",
        const="today",
        type=_day,
        metavar="DATE",
        help="only today's challenge, or that of a day such as 2026-12-24; it is the same everywhere",
    )
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="the table's state folder, for the days in a row"
    )


def run(options: argparse.Namespace) -> int:
    shipped = challenges()
    if options.daily is None:
        for each in shipped:
            print(_line(each))
        return DONE
    print(f"{options.daily:%A} {options.daily}  {_line(daily(options.daily, shipped))}")
    if options.daily == _today():
        try:
            print(_told(shipped, options.daily, (options.state or state_folder()) / _GAMES))
        except StoreError as fault:
            print(f"himiki puzzles: {fault}", file=sys.stderr)
            return FAILED
    return DONE


def _line(each: Challenge) -> str:
    return f"{each.name}  PAR {each.par}  {each.title}"


def _told(shipped: list[Challenge], today: date, games: Path) -> str:
    solved = {
        day
        for name, started in solved_challenges(games)
        if daily(day := datetime.fromtimestamp(started, UTC).astimezone().date(), shipped).name == name
    }
    streak = daily_streak(solved, today)
    days = f"{streak.now} day{'s' * (streak.now != 1)} in a row (best {streak.best})"
    return f"{'solved' if streak.today else 'not solved yet'}, {days}"


def _today() -> date:
    return datetime.now(UTC).astimezone().date()


def _day(text: str) -> date:
    if text == "today":
        return _today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no day such as 2026-12-24") from None
