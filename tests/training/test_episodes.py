"""What the witness learns from: squares of tables by chance, with what is really on them."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.games.himiki.rules.board import SQUARES
from companion.games.himiki.rules.cubes import Colour
from training.episodes import IGNORED, Episode, episode
from training.figures import Figures
from training.looks import look_by_chance
from vision.cubes.profile import KINDS
from vision.cubes.seen import NOTHING, SOMETHING_ELSE
from vision.virtual import LOOKS


def test_the_same_number_is_the_same_look_and_another_is_another() -> None:
    assert look_by_chance(7) == look_by_chance(7)
    assert look_by_chance(7).learnt.cubes != look_by_chance(8).learnt.cubes


def test_each_hard_light_comes_in_turn() -> None:
    names = [look_by_chance(seed).read[1].name.partition("-")[2] for seed in range(5)]
    assert names == ["leaves", "bars", "glare", "dim", ""]


def test_no_look_is_one_that_the_program_is_tested_on() -> None:
    cubes = {look.cubes for look in LOOKS.values()}
    assert not cubes & {look_by_chance(seed).learnt.cubes for seed in range(20)}


@pytest.mark.long
def test_an_episode_has_every_kind_to_go_by_and_squares_of_all_sorts() -> None:
    one = episode(3)
    assert sorted(set(one.kinds.tolist())) == list(range(len(KINDS)))
    assert len(one.samples) == 8 * 3
    assert len(one.seen) == len(one.labels) == len(one.lights) == len(one.squares) == 8 * len(SQUARES)
    assert {NOTHING, SOMETHING_ELSE} <= set(one.labels.tolist())
    assert set(one.labels.tolist()) <= {IGNORED, *range(SOMETHING_ELSE + 1)}
    # As a rule white cubes are lighter than black ones, or the kinds would be exchanged.
    level: dict[Colour, list[float]] = {colour: [] for colour in Colour}
    for sample, kind in zip(one.samples, one.kinds, strict=True):
        level[KINDS[kind][0]].append(float(np.median(sample)))
    assert np.mean(level[Colour.WHITE]) > np.mean(level[Colour.BLACK]) + 10


@pytest.mark.long
def test_an_episode_is_kept_and_read_again(tmp_path: Path) -> None:
    one = episode(4)
    one.save(tmp_path / "4.npz")
    again = Episode.load(tmp_path / "4.npz")
    assert all(
        np.array_equal(getattr(one, name), getattr(again, name)) for name in Episode.__dataclass_fields__
    )


def test_figures_tell_whether_a_witness_is_as_right_as_it_says() -> None:
    """One that is right in nine of ten says so, and lacks no temperature; one that claims more does."""
    dice = Random(1)
    labels = np.array([dice.randrange(1, 7) for _ in range(4000)], np.int8)

    def odds(sure: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        rows = np.full((len(labels), SOMETHING_ELSE + 1), (1 - sure) / 7, np.float32)
        said = [int(at) if dice.random() < 0.9 else int(at) % 6 + 1 for at in labels]
        rows[np.arange(len(labels)), said] = sure
        return np.log(rows)

    honest, proud = Figures(), Figures()
    honest.add(odds(0.9), labels)
    proud.add(odds(0.999), labels)
    assert 0.8 < honest.temperature() < 1.25
    assert proud.temperature() > 2
    assert "4000 squares, right 0.8940" in honest.text()
