"""A small part of `python -m tests.end_to_end`: whole games drawn, seen and refereed."""

from pathlib import Path

import pytest

from companion.games.himiki.rules.variant import Edition, Mode, Variant
from tests.end_to_end.__main__ import main
from tests.end_to_end.drawn_games import Habits
from tests.end_to_end.measuring import KINDS, watched
from tests.end_to_end.outcomes import Outcome, kept_in
from vision.virtual.harder import HARDER


@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        (Variant(Mode.DUEL), 11),
        (Variant(Mode.TEAMS, Edition.FIRST), 12),
        (Variant(Mode.MUK_YAN), 13),
    ],
    ids=lambda value: value.mode.value if isinstance(value, Variant) else "",
)
def test_a_drawn_game_is_understood_move_by_move(variant: Variant, seed: int) -> None:
    one = watched(variant, "kitchen", seed, Habits(moves=6, bump=0))
    assert one.game.truth.stuck is None
    assert one.understood == one.game.truth.moves
    assert one.score_right
    assert one.false_moves == 0
    assert one.false_violations == []


@pytest.mark.few(2)
@pytest.mark.long
@pytest.mark.parametrize("kind", ["wrong face", "cube gone", "opponent's cube"])
def test_a_planted_violation_is_named_and_the_game_goes_on_once_it_is_put_back(kind: str) -> None:
    one = watched(Variant(Mode.DUEL), "kitchen", 21, Habits(moves=8, bump=0, back=0, violation=kind))
    assert one.game.truth.planted is not None
    assert one.rightly_named
    assert one.put_back
    assert one.understood == one.game.truth.moves


@pytest.mark.few(2)
@pytest.mark.long
@pytest.mark.parametrize("light", HARDER)
def test_in_hard_light_nothing_is_told_that_was_not_played(light: str) -> None:
    one = watched(Variant(Mode.DUEL), "kitchen", 31, Habits(moves=5, bump=0, set_up=0), light)
    assert one.game.truth.played >= 4
    assert one.false_moves == 0
    assert one.false_violations == []


@pytest.mark.slow
def test_games_watched_on_several_cores_are_the_same_as_one_after_the_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for processes in ("1", "2"):
        arguments = "--games 2 --violations 2 --moves 3 --looks kitchen --harder 0.5 --processes"
        monkeypatch.setattr("sys.argv", ["end_to_end", *arguments.split(), processes])
        assert main() == 0
        told.append([line.rpartition(" ")[0].rstrip() for line in capsys.readouterr().out.splitlines()])
    assert told[0] == told[1]
    said = "\n".join(told[0])
    for wanted in (
        "light leaves",
        "light usual",
        "questions: ",
        "longest silence: ",
        "violations: 2 planted",
    ):
        assert wanted in said


def test_games_that_a_broken_off_run_has_kept_are_not_played_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = [outcome_of(seed) for seed in (1000, 1001, 501_000, 501_001)]
    path = tmp_path / "kept"
    lines = [one.line() for one in kept]
    path.write_text("\n".join([*lines, lines[0][:40]]), encoding="utf-8")
    assert kept_in(path) == kept
    monkeypatch.setattr("sys.argv", ["end_to_end", "--games", "2", "--violations", "2", "--keep", str(path)])
    assert main() == 0
    told = capsys.readouterr().out
    assert "questions: 2 in 4 games, 0.50 a game" in told
    assert "longest silence: 1.5 s" in told
    assert "violations: 2 planted, 2 found, 1 rightly named" in told


def outcome_of(seed: int) -> Outcome:
    planted = seed > 500_000
    return Outcome(
        seed=seed,
        name="duel-second",
        look="kitchen",
        light="leaves" if seed % 2 else None,
        moves=20,
        right=20,
        false_moves=0,
        false_violations=0,
        questions=seed % 2,
        score_right=True,
        stuck=False,
        frames=300,
        seeing=9.0,
        silence=1.5 if seed == 1001 else 0.0,
        silent="1.5 s",
        fine=True,
        meant_to_break=planted,
        planted="wrong face" if planted else None,
        detected=planted,
        named=seed == 501_000,
        put_back=planted,
        explained=("what was said",) if seed == 501_001 else (),
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(KINDS)))
def test_whole_games_in_every_mode(number: int) -> None:
    one = watched(KINDS[number], "study", 300 + number, Habits(tiles=False))
    assert one.right >= 0.95 * len(one.game.truth.moves)
    assert one.false_moves == 0


@pytest.mark.slow
def test_a_cube_that_was_taken_off_may_come_back_either_way_round() -> None:
    """On a set whose signs do not all stand alike, the same faces can lie a quarter turned: no rotation."""
    habits = Habits(moves=14, bump=0, back=0, violation="cube gone")
    one = watched(Variant(Mode.DUEL, Edition.FIRST), "workshop", 506_019, habits)
    assert one.put_back
    assert one.understood == one.game.truth.moves
