"""A power cut at any moment, and writes cut off: what was announced is there, and the next start answers."""

from pathlib import Path

import pytest

from tests.power.__main__ import lots
from tests.power.lives import ALL


def test_a_power_cut_is_tried_while_a_table_plays_learns_is_updated_and_starts() -> None:
    assert set(ALL) == set(lots(0, 0)) == {"playing", "learning", "updating", "starting"}


@pytest.mark.parametrize(("kills", "cuts"), [(200, 50), (20, 5), (7, 3), (0, 1)])
def test_as_many_are_killed_and_cut_as_were_asked_for(kills: int, cuts: int) -> None:
    assert sum(kills for kills, _ in lots(kills, cuts).values()) == kills
    assert sum(cuts for _, cuts in lots(kills, cuts).values()) == cuts


@pytest.mark.few(1)
@pytest.mark.long
@pytest.mark.parametrize("what", ALL)
def test_what_was_announced_is_there(tmp_path: Path, what: str) -> None:
    tally = ALL[what](tmp_path, 3, 2, 1)
    assert not tally.faults, str(tally)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "kills", "cuts"),
    [(what, kills, cuts) for what, (kills, cuts) in lots(200, 50).items()],
)
def test_what_was_announced_is_there_after_two_hundred_kills_and_fifty_cuts(
    tmp_path: Path, what: str, kills: int, cuts: int
) -> None:
    tally = ALL[what](tmp_path, kills, cuts, 2)
    assert not tally.faults, str(tally)
    assert tally.announced > 0
    assert tally.refused > 0 or not cuts
