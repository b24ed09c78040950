"""What seeing costs, and that the bars are told."""

import pytest

from calibration.bench.pace import EyePace, bench_vision, measured, pace_lines
from tests import learning
from vision.virtual import LOOKS

pytestmark = pytest.mark.pace


def test_every_figure_stands_beside_its_bar() -> None:
    pace = measured("workshop", learning.drawn(LOOKS["workshop"]), frames=12)
    lines = [line for line, _ in pace_lines(pace)]
    assert len(lines) == 6
    assert all("<=" in line or ">=" in line for line in lines)
    assert all(("MISSED" in line) is not held for line, held in pace_lines(pace))


@pytest.fixture(scope="module")
def pace() -> EyePace:
    return measured("study", learning.drawn(LOOKS["study"]), frames=24)


def test_looking_costs_little_beside_reading(pace: EyePace) -> None:
    """Loose, for tests run on busy machines: `himiki bench vision` has the bars."""
    assert sum(pace.attention) / len(pace.attention) < sum(pace.floor) / len(pace.floor)
    assert sum(pace.attention) / len(pace.attention) < 0.5 * sum(pace.reading) / len(pace.reading)


def test_the_board_is_found_within_a_second(pace: EyePace) -> None:
    assert max(pace.finding) < 1000


@pytest.mark.slow
def test_the_whole_bench_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_vision(frames=200) in (0, 1)
    assert "peak" in capsys.readouterr().out
