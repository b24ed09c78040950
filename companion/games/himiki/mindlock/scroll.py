"""The scroll: the challenges that ship with the companion, and reading one from anywhere."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Final

from companion.games.himiki.rules.written.challenge import (
    Category,
    Challenge,
    ChallengeError,
    parse_challenge,
)

_SCROLL: Final = Path(__file__).parents[1] / "challenges"
_CATEGORY_ORDER: Final = "FMDE"

_WEEK: Final = (
    *(Category.EASY, Category.EASY, Category.MEDIUM, Category.MEDIUM),
    *(Category.HARD, Category.HARD, Category.EXPERT),
)
"""From Monday on: a week gets harder."""


class ChallengeNotFound(LookupError):
    """No file and no challenge of that name."""


def challenges() -> list[Challenge]:
    """All that ship, easy ones first."""
    found = [parse_challenge(path.read_text(encoding="utf-8")) for path in _SCROLL.glob("*.toml")]
    return sorted(found, key=lambda each: (_CATEGORY_ORDER.index(each.category.value), each.name))


def challenge(name_or_file: str) -> Challenge:
    """A shipped challenge by its name, or one from a file; raises ChallengeNotFound or ChallengeError."""
    shipped = {each.stem: each for each in _SCROLL.glob("*.toml")}
    path = shipped.get(name_or_file.upper(), Path(name_or_file))
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, OSError) as fault:
        reason = "no such file" if isinstance(fault, FileNotFoundError) else fault.strerror
        raise ChallengeNotFound(
            f"'{name_or_file}' is no challenge that 'himiki puzzles' lists, and no file ({reason})"
        ) from None
    except UnicodeDecodeError:
        raise ChallengeError(["no UTF-8 text"]) from None
    return parse_challenge(text)


def daily(day: date, among: Sequence[Challenge]) -> Challenge:
    """That day's challenge, the same for everybody; none comes again before its whole category has been."""
    category = _WEEK[day.weekday()]
    pool = sorted((each for each in among if each.category is category), key=lambda each: each.name)
    pool = pool or sorted(among, key=lambda each: each.name)
    days_a_week = _WEEK.count(category)
    number = (day.toordinal() - 1) // len(_WEEK) * days_a_week + (day.weekday() - _WEEK.index(category))
    cycle, place = divmod(number, len(pool))
    Random(f"{category.value}.{cycle}").shuffle(pool)
    return pool[place]
