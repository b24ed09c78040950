"""`himiki engine` after `new yokai` (FORMATS-YOKAI F3)."""

import io
import random

import pytest

from companion.games.engine import run
from companion.games.yokai.commands.engine import Engine
from tests.yokai import naive
from tests.yokai.games import any_position
from tests.yokai.tables import table

START = "F:?????:-:- W:?????:-:- E:?????:-:- A:?????:-:- a draw ?3/?3 ?30 - -/-"
OVER = table("F:-:FA:-", phase="over", hands="?3/?2", won="F3.F4.F5.W3/F6.F7")


def spoken(*lines: str, game: str | None = None) -> list[str]:
    sink = io.BytesIO()
    run(io.BytesIO("\n".join(lines).encode()), sink, game)
    return sink.getvalue().decode().splitlines()


def yokai(*lines: str) -> list[str]:
    return spoken("new yokai", *lines)[1:]


def test_new_yokai_changes_the_game() -> None:
    assert spoken("new yokai", "show", "new duel", "show") == ["ok", START, "ok", "- w 0-0 --- setup"]
    assert spoken("show", game="yokai") == [START]


def test_an_open_game_is_dealt_and_the_same_seed_deals_the_same() -> None:
    one, same, other = (yokai(f"new yokai open seed={seed}", "show")[1] for seed in (7, 7, 8))
    assert one == same != other
    assert "?" not in one
    assert naive.read(one).open
    again = yokai("new yokai open seed=7", "play draw", "position startpos", "show")
    assert again[3] == one


def test_the_engine_deals_what_chance_brings() -> None:
    said = yokai("new yokai seed=3", *["play reveal"] * 4, "play draw", "show")
    assert [each.split(" ")[1].split(".")[0] for each in said[1:6]] == ["reveal"] * 4 + ["draw"]
    assert said[5].startswith("ok draw.? ")
    assert said[5].split(" ", 2)[2] == said[6]
    assert said == yokai("new yokai seed=3", *["play reveal"] * 4, "play draw", "show")
    opened = yokai("new yokai open seed=3", "play draw", "show")
    assert opened[1].split(" ")[1] != "draw.?"


@pytest.mark.parametrize(
    "line",
    [
        "new yokai closed",
        "new yokai open open",
        "new yokai seed=1 seed=2",
        "new yokai seed=",
        "new yokai seed=-1",
        "new yokai seed=x",
        "new yokai open=1",
        "position startpos moves draw.?",
        "position startpos moves reveal",
        "position",
        "play",
        "play draw",
        "play draw.?",
        "play reveal reveal",
        "play FW>F",
        "legal now",
        "show me",
        "score all",
        "perft",
        "perft -1",
        "perft 10",
        "perft 01",
        "perft \u0663",
        "result",
        "mukyan H H",
        "go depth 1",
    ],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(line: str) -> None:
    said = yokai(line, "show")
    assert len(said) == 2
    assert said[0].startswith("error ")
    assert said[1] == START


def test_a_refusal_names_its_rule() -> None:
    play = f"position {table()}"
    assert yokai(play, "play pass")[1].endswith("(rule Y3.5)")
    assert yokai(play, "play FW>E")[1].endswith("(rule Y4.1)")
    assert yokai(play, "play reveal")[1].endswith("(rule Y5.5)")
    assert yokai(play, "play draw")[1].endswith("(rule Y3.2)")
    assert yokai("play draw")[0].endswith("(rule Y5.5)")


def test_play_answers_the_annotated_move_and_the_position() -> None:
    before = table("F:5:FE.FE:FA", "E:43:-:-")
    said = yokai(f"position {before}", "play WFc->F!E", "show")
    assert said[1] == f"ok FWc►F!E(E4)+aE4 {said[2]}"
    assert yokai(f"position   {before.replace(' ', '  ')}   moves  FWc>F!E", " show ")[1] == said[2]


def test_points_are_told_while_it_goes_on_and_at_the_end() -> None:
    assert yokai("score") == ["score 0-0 colours 0-0 winner -"]
    assert yokai(f"position {OVER}", "score")[1] == "score 15-13 colours 2-1 winner a"
    drawn = OVER.replace("F3.F4.F5.W3/F6.F7", "F3.F4.F5.W4/F6.F7.W3").replace("W:7???", "W:7??")
    assert yokai(f"position {drawn}", "score")[1] == "score 16-16 colours 2-2 winner draw"


def test_a_finished_game_has_nothing_to_play() -> None:
    said = yokai(f"position {OVER}", "legal", "play FW>F", "play draw", "play reveal", "perft 3", "perft 0")
    assert said[1] == "legal"
    assert all(each.endswith("(rule Y6.1)") for each in said[2:5])
    assert said[5:] == ["perft 3 1", "perft 0 1"]


def test_lines_are_counted_with_chance() -> None:
    assert yokai("perft 0", "perft 1", "perft 2", "perft 4", "perft 5") == [
        "perft 0 1",
        "perft 1 5",
        "perft 2 25",
        "perft 4 625",
        "perft 5 11875",
    ]


@pytest.mark.long
def test_what_the_engine_says_is_what_is_read_a_second_time() -> None:
    engine, chance = Engine(), random.Random(11)
    for _ in range(60):
        text = any_position(chance)
        try:
            known = naive.read(text)
        except naive.Bad:
            assert engine.answer(f"position {text}").startswith("error impossible position: ")
            continue
        assert engine.answer(f"position {text}") == "ok"
        assert engine.answer("legal") == " ".join(["legal", *naive.legal(known)])
        assert engine.answer("score") == naive.points(known)
        if moves := naive.legal(known):
            after, told = naive.play(known, move := chance.choice(moves))
            assert engine.answer(f"play {move}") == f"ok {told} {naive.show(after)}"
