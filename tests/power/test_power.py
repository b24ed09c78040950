"""A power cut at any moment, and writes cut off: what was announced is there, and the next start answers."""

from pathlib import Path

import pytest

from tests.power.lives import ALL


def test_a_power_cut_is_tried_while_a_table_plays_learns_is_updated_and_starts() -> None:
    assert set(ALL) == {"playing", "learning", "updating", "starting"}


@pytest.mark.long
@pytest.mark.parametrize("what", ALL)
def test_what_was_announced_is_there(tmp_path: Path, what: str) -> None:
    tally = ALL[what](tmp_path, 3, 2, 1)
    assert not tally.faults, str(tally)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "kills", "cuts"),
    [("playing", 80, 20), ("learning", 60, 20), ("updating", 40, 10), ("starting", 20, 0)],
)
def test_what_was_announced_is_there_after_two_hundred_kills_and_fifty_cuts(
    tmp_path: Path, what: str, kills: int, cuts: int
) -> None:
    tally = ALL[what](tmp_path, kills, cuts, 2)
    assert not tally.faults, str(tally)
    assert tally.announced > 0
    assert tally.refused > 0 or not cuts
