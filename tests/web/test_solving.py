"""A way through a challenge from off its printed solution: found, or not in the time there is."""

import pytest

from companion.games.himiki.api import challenges
from companion.games.himiki.mindlock.scroll import challenge
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Tilt
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.notation import bare
from companion.web.exchange.answers import Refusal

F01 = challenge("F01")


def after(move: str) -> Position:
    (found,) = (each for each in legal_moves(F01.start) if bare(F01.start, each) == move)
    return play(F01.start, found).after


def off_the_line() -> Position:
    """The first tilt that the solution does not begin with."""
    tilts = [bare(F01.start, each) for each in legal_moves(F01.start) if isinstance(each, Tilt)]
    return after(next(each for each in tilts if each != "C4>BC3"))


def test_from_off_the_line_the_way_is_found_by_looking() -> None:
    line = challenges.solved_from(F01, off_the_line())
    assert line is not None
    assert line.endswith("*")


def test_a_machine_too_slow_to_find_it_does_not_say_that_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And when it is asked again, with less to do beside it, it looks again."""
    challenges.SOLVED.clear()
    with monkeypatch.context() as slow:
        slow.setattr(challenges, "_SOLVER_SECONDS", 0.01)
        with pytest.raises(Refusal, match="too long") as refused:
            challenges.solved_from(F01, off_the_line())
    assert refused.value.status == 409
    assert challenges.solved_from(F01, off_the_line()) is not None
