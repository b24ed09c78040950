"""What turns were worth: who gives a won game away is told."""

import pytest

from companion.games.rr.rules.written.position_text import parse_position
from companion.games.rr.rules.written.record import Entry, Record
from companion.games.rr.study import studied


@pytest.mark.long
def test_a_win_that_is_given_away_is_a_turning_point() -> None:
    start = parse_position("a1cir,a2smr,a3nib,b2kib,b3sab,c1qur,c2der,c3bir r mi.ca/te - - -")
    (turn,) = studied(Record(start, (Entry("ca@b1", start.turn, 1.0),), {}))
    assert turn.as_json()["turned"]
    assert turn.best != turn.move
    assert (turn.best, round(turn.before, 6), round(turn.after, 6)) == ("mi@b1!c2", 1.0, 0.0)
