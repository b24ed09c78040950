"""A game looked at again: what was better, who stood better, where it turned."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.himiki.commands.analyse import told
from companion.games.himiki.players.search import Limits, Searcher
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.moves import Place
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.record import MoveEntry, Record, Result
from companion.games.himiki.rules.written.record_text import record_json
from companion.games.himiki.study.analysis import (
    MOST_TURNING,
    TURNING,
    Analysis,
    JudgedTurn,
    NotAnalysed,
    analyse,
    chances,
)
from tests.rules.games import RandomGame
from tests.rules.tables import DUEL, MUK_YAN, at, mindlock

QUICK = Limits(nodes=600)
MISSED = "B2bHMK,B4wHMK,E1bHMK,E6wHMK w 4-4 --- -"
"""White wins at once by B4 to B3, and so does nobody else."""
EVEN = "B2bMHK,B5wHMK,C2bKHM,C5wMKH,D2bHMK,D5wKHM w 0-0 --- -"


def record_of(start: Position, *moves: str) -> Record:
    return Record(start, tuple(MoveEntry(move) for move in moves))


def random_record(variant: Variant, seed: int, most: int = 60) -> Record:
    played = list(RandomGame(variant, seed))[:most]
    return Record(played[0].before, tuple(MoveEntry(bare(each.before, each.move)) for each in played))


def told_moves(analysis: Analysis) -> list[str]:
    return [" ".join(turn.played) for turn in analysis.turns]


def test_a_missed_win_is_the_turning_point_and_the_better_move_is_named() -> None:
    analysis = analyse(record_of(at(MISSED), "E6>BE5"), QUICK)
    (turn,) = analysis.turns
    assert turn.best == ("B4►BB3*",)
    assert turn.why is not None
    assert turn.why.code == "why-wins"
    assert turn.lost >= 500
    assert not turn.was_best
    assert analysis.turning_points == (turn,)
    assert turn.swing < 0


def test_the_best_move_costs_nothing() -> None:
    analysis = analyse(record_of(at(MISSED), "B4>BB3"), QUICK)
    (turn,) = analysis.turns
    assert turn.was_best
    assert turn.lost == 0
    assert turn.best == turn.played
    assert turn.after == 1000


def test_black_is_judged_from_blacks_side_and_told_from_whites() -> None:
    position = at("B2bHMK,B4wHMK,E1wHMK,E6bMHK b 4-4 --- -")
    analysis = analyse(record_of(position, "B2>BB3"), QUICK)
    (turn,) = analysis.turns
    assert turn.by == "b"
    assert turn.was_best
    assert (turn.before, turn.after) == (-1000, -1000)


def test_the_actions_of_a_turn_with_replays_are_one_row() -> None:
    """RULES 3.6."""
    game = random_record(DUEL, 3, 200)
    analysis = analyse(game, QUICK)
    several = [turn for turn in analysis.turns if len(turn.played) > 1]
    assert several
    for turn in several:
        assert all(move.startswith("R-") or move == "stop" for move in turn.played[1:])


def test_every_action_of_the_record_but_set_up_is_in_some_row() -> None:
    game = random_record(DUEL, 4)
    analysis = analyse(game, QUICK)
    rows = " ".join(told_moves(analysis)).replace("►", ">").replace("*", "").split()
    entries = [entry.move for entry in game.entries if isinstance(entry, MoveEntry) and "@" not in entry.move]
    assert [row.rstrip("🔥💧🌲") for row in rows] == entries


def test_every_turn_starts_where_the_one_before_ended() -> None:
    analysis = analyse(random_record(DUEL, 5), QUICK)
    for turn, following in zip(analysis.turns, analysis.turns[1:], strict=False):
        assert turn.after == following.before
    assert len(analysis.curve) == len(analysis.turns) + 1


def test_turning_points_are_the_biggest_swings_in_the_order_of_the_game() -> None:
    analysis = analyse(random_record(DUEL, 6, 200), QUICK)
    points = analysis.turning_points
    assert 0 < len(points) <= MOST_TURNING
    assert [turn.number for turn in points] == sorted(turn.number for turn in points)
    assert all(abs(turn.swing) >= TURNING for turn in points)
    others = [abs(turn.swing) for turn in analysis.turns if turn not in points]
    assert len(points) < MOST_TURNING or max(others) <= min(abs(turn.swing) for turn in points)


def turn_of(number: int, before: int, after: int, lost: int, by: str = "w") -> JudgedTurn:
    return JudgedTurn(number, by, ("B5►BB4",), ("C5►BC4",), None, lost, before, after, rolled=False)


def test_a_turn_that_lost_nothing_is_no_turning_point_and_the_worst_one_is() -> None:
    """Also where the chances hardly moved, for one side was nearly through."""
    nothing = turn_of(1, 200, -200, 10)
    worst = turn_of(2, 950, 160, 790)
    assert Analysis((nothing, worst)).turning_points == (worst,)
    assert worst.swing < 0
    assert turn_of(3, 0, 400, 400, "b").swing > 0


def test_who_stands_better_does_not_swing_with_the_turn() -> None:
    """Both sides play what they think best: whoever is on turn must not look better for it every time."""
    position, entries = at(EVEN), list[str]()
    while len(entries) < 14 and not position.over:
        move = Searcher(position, QUICK).best().move
        entries.append(bare(position, move))
        position = play(position, move).after
    curve = analyse(record_of(at(EVEN), *entries), QUICK).curve
    steps = [after - before for before, after in pairwise(curve)]
    back_and_forth = sum(abs(one) + abs(other) for one, other in pairwise(steps) if one * other < 0)
    assert back_and_forth < 0.05 * len(steps), curve


def test_what_the_dice_chose_for_muk_yan_is_no_fault_of_his() -> None:
    analysis = analyse(random_record(MUK_YAN, 7), QUICK)
    his = [turn for turn in analysis.turns if turn.by == "b"]
    assert his
    assert all(turn.rolled and turn.was_best and not turn.best for turn in his)
    assert not any(turn.rolled for turn in analysis.turns if turn.by == "w")


@pytest.mark.parametrize("variant", [Variant(Mode.TEAMS), Variant(chaos=True)], ids=["teams", "chaos"])
def test_teams_and_chaos_are_analysed_too(variant: Variant) -> None:
    analysis = analyse(random_record(variant, 8, 40), Limits(nodes=100))
    assert analysis.turns
    assert all(turn.lost >= 0 for turn in analysis.turns)


def test_the_same_record_gets_the_same_analysis() -> None:
    game = random_record(DUEL, 9, 30)
    assert analyse(game, QUICK) == analyse(game, QUICK)


def test_chances_are_even_when_nobody_stands_better() -> None:
    assert chances(0) == 0.5
    assert chances(100) == pytest.approx(1 - chances(-100))
    assert chances(1000) > 0.99


def test_a_challenge_has_no_two_sides() -> None:
    with pytest.raises(NotAnalysed, match="one side only"):
        analyse(Record(at("C2bH??,C4wHMK w 0-0 --- -", mindlock())))


def test_a_record_that_breaks_a_rule_is_named_where_it_does() -> None:
    with pytest.raises(NotAnalysed, match=r"move 2: .*3\.2"):
        analyse(record_of(at(MISSED), "E6>BE5", "E5>BE6"), QUICK)


def test_a_record_of_set_up_alone_has_no_turns() -> None:
    game = random_record(DUEL, 1, 3)
    analysis = analyse(game, QUICK)
    assert (analysis.turns, analysis.curve, analysis.turning_points) == ((), (), ())
    assert "No single turn" in told(analysis)
    assert all(isinstance(each.move, Place) for each in list(RandomGame(DUEL, 1))[:3])


# The command


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    out, err = capsys.readouterr()
    return status, out, err


def saved(folder: Path, record: Record) -> str:
    path = folder / "game.himiki.json"
    path.write_text(record_json(record), encoding="utf-8")
    return str(path)


def test_the_table_names_turn_move_standing_loss_and_what_was_better(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = saved(tmp_path, record_of(at(MISSED), "E6>BE5"))
    status, out, err = answered(capsys, "analyse", path, "--nodes", "500")
    assert (status, err) == (0, "")
    row = out.splitlines()[1]
    for part in ("1.!", "E6►BE5", "B4►BB3*", "It makes the winning point."):
        assert part in row
    assert "Turn 1 turned it towards black" in out


def test_json_has_turns_curve_and_turning_points(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    win = record_of(at(MISSED), "B4>BB3")
    finished = Record(win.start, win.entries, {"w": "Ada"}, Result(Colour.WHITE, (5, 4)))
    status, out, _ = answered(capsys, "analyse", saved(tmp_path, finished), "--json", "--nodes", "500")
    table = json.loads(out)
    assert status == 0
    assert table["players"] == {"w": "Ada"}
    assert len(table["curve"]) == 2
    (turn,) = table["turns"]
    assert turn["played"] == turn["best"] == ["B4►BB3*"]
    assert turn["was_best"] is True
    assert turn["why"]["text"] == "It makes the winning point."


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["analyse"], 2),
        (["analyse", "/nowhere"], 2),
        (["analyse", "."], 2),
        (["analyse", "/nowhere", "--nodes", "none"], 2),
    ],
)
def test_wrong_usage_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int
) -> None:
    code, out, err = answered(capsys, *arguments)
    assert (code, out, err.count("\n")) == (status, "", 1)


def test_a_faulty_record_is_status_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = saved(tmp_path, record_of(at(MISSED), "E6>BE4"))
    status, out, err = answered(capsys, "analyse", path)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "move 1" in err
