"""`himiki engine`, line by line (FORMATS 3)."""

import io
import random
import re
import resource
import subprocess
import sys
from collections.abc import Iterator

import pytest

from companion.games.engine import run
from companion.games.himiki.commands.engine import Engine
from tests.patience import patient

HOMES = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM"
DUEL = f"{HOMES} w 0-0 --- -"
FINISHED = f"{HOMES} w 5-2 --- -"


def asked(*lines: str) -> list[str]:
    engine = Engine()
    return [engine.answer(line) for line in lines]


def last(*lines: str) -> str:
    return asked(*lines)[-1]


def test_it_stands_as_after_new_duel_before_any_new() -> None:
    assert asked("show") == ["- w 0-0 --- setup"]


def test_new_answers_ok_and_sets_the_start_position() -> None:
    assert asked("new teams", "show") == ["ok", "- wl 0-0 --- setup"]


def test_options_of_new_come_in_any_order() -> None:
    for options in ("chaos edition=first", "edition=first chaos"):
        assert last(f"new duel {options}", "show") == "- w 0-0 --- setup;hands:w.?3/b.?3"


def test_in_teams_each_player_draws_three_tiles() -> None:
    assert last("new teams chaos", "show") == "- wl 0-0 --- setup;hands:w.?6/b.?6"


def test_the_person_against_muk_yan_may_take_black() -> None:
    assert last("new mukyan human=b", "show") == "- b 0-0 --- setup"
    assert last("new mukyan human=b", "play bHMK@B5").startswith("ok bHMK@B5 B5bHMK b ")


@pytest.mark.parametrize(
    "line",
    [
        "new",
        "new mindlock",
        "new Duel",
        "new duel human=w",
        "new mukyan chaos",
        "new mukyan human=x",
        "new duel edition=third",
        "new duel edition",
        "new duel chaos chaos",
        "new duel edition=first edition=second",
        "new duel chaos=yes",
        "new duel lots",
    ],
)
def test_an_option_that_does_not_belong_to_the_mode_is_an_error_and_changes_nothing(line: str) -> None:
    answers = asked("new teams", line, "show")
    assert answers[1].startswith("error ")
    assert answers[2] == "- wl 0-0 --- setup"


def test_legal_lists_bare_moves_sorted_as_text() -> None:
    answer = last(f"position {DUEL}", "legal")
    moves = answer.split(" ")[1:]
    assert answer.startswith("legal B5>BA5 B5>BB4 B5>BB6 B5>PB5 ")
    assert moves == sorted(moves)
    assert len(moves) == 15


def test_play_answers_the_annotated_move_and_the_position() -> None:
    assert last(f"position {DUEL}", "play b5->bb4") == (
        "ok B5►BB4 B2bHMK,B4wMHK,C2bMKH,C5wMKH,D2bKHM,D5wKHM b 0-0 --- -"
    )


def test_position_plays_the_moves_that_follow_it() -> None:
    assert last("position startpos moves wHMK@B5 bHMK@B2", "show") == "B2bHMK,B5wHMK b 0-0 --- setup"


def test_a_position_with_a_wrong_move_changes_nothing() -> None:
    answers = asked(f"position {DUEL}", "position startpos moves wHMK@B5 wHMK@C5", "show")
    assert answers[1].startswith("error ")
    assert "3.1" in answers[1]
    assert answers[2] == DUEL


def test_a_wrong_move_behind_a_position_is_named_by_its_place() -> None:
    wrong = last("position startpos moves wHMK@B5 bHMK@B2 wHMK@C5")
    assert wrong.startswith("error move 3 (wHMK@C5): ")
    assert "rule 3.1" in wrong


def test_quit_with_more_behind_it_does_not_end_the_program() -> None:
    assert asked("quit now", "show") == ["error usage: quit", "- w 0-0 --- setup"]


def test_an_edition_that_does_not_exist_names_those_that_do() -> None:
    assert last("new duel edition=third") == "error edition is second or first, not 'third'"


def test_a_finished_game_has_no_legal_action() -> None:
    assert asked(f"position {FINISHED}", "legal", "perft 3")[1:] == ["legal", "perft 3 1"]
    assert last(f"position {FINISHED}", "play B5>BB4").startswith("error The game is over")
    assert last(f"position {FINISHED}", "go depth 1").startswith("error ")


def test_perft_counts_lines_of_actions() -> None:
    assert asked(f"position {DUEL}", "perft 0", "perft 1", "perft 2", "perft 3")[1:] == [
        "perft 0 1",
        "perft 1 15",
        "perft 2 176",
        "perft 3 2470",
    ]


def test_muk_yan_answers_on_his_turn_only() -> None:
    position = f"position {HOMES} b 0-0 --- -"
    assert last("new mukyan", position, "mukyan H M").startswith("mukyan ")
    assert last("new mukyan", f"position {HOMES} w 0-0 --- -", "mukyan H M").startswith("error ")
    assert last("new mukyan", "mukyan H M").startswith("error ")
    assert last(position, "mukyan H M").startswith("error ")


def test_muk_yans_move_can_be_played() -> None:
    engine = Engine()
    engine.answer("new mukyan")
    engine.answer(f"position {HOMES} b 0-0 --- -")
    action, move = engine.answer("mukyan K K").split(" ")[1:]
    assert action in "123456789"
    assert engine.answer(f"play {move}").startswith("ok ")


def test_go_names_a_legal_move() -> None:
    for limit in ("depth 2", "nodes 300", "movetime 50"):
        engine = Engine()
        engine.answer(f"position {DUEL}")
        words = engine.answer(f"go {limit}").split(" ")
        assert words[0] == "bestmove"
        assert words[1] in engine.answer("legal").split(" ")
        assert words[2::2] == ["score", "depth", "nodes"]


def test_go_takes_the_point_that_lies_there() -> None:
    words = last("position B2bHMK,B4wHMK w 0-0 --- -", "go depth 1").split(" ")
    assert words[:2] == ["bestmove", "B4>BB3"]
    assert 90 <= int(words[3]) <= 110
    assert words[4:6] == ["depth", "1"]


def test_hidden_faces_round_trip_but_nothing_can_be_played() -> None:
    position = "B2bH??,B5wHMK w 0-0 --- -"
    assert asked(f"position {position}", "show") == ["ok", position]
    for line in ("legal", "play B5>BB4", "perft 1", "go depth 1"):
        assert last(f"position {position}", line).startswith("error "), line
    assert last("new mukyan", "position B2bH??,B5wHMK b 0-0 --- -", "mukyan H H").startswith("error ")


def test_all_faults_of_a_position_are_named_in_one_line() -> None:
    answer = last("position B2bHMK,B2wHMK,A1xHMK wl 7-0 w-q tilt;tilt;nonsense")
    assert "\n" not in answer
    for part in ("two cubes on B2", "A1xHMK", "wl", "a score above 5", "w-q", "tilt", "nonsense"):
        assert part in answer


def spoken(data: bytes) -> list[str]:
    sink = io.BytesIO()
    run(io.BytesIO(data), sink)
    return sink.getvalue().decode().splitlines()


def test_an_empty_line_is_ignored_and_quit_ends() -> None:
    assert spoken(b"\n\r\n  \nshow\r\nquit\nshow\n") == ["- w 0-0 --- setup"]


def test_the_end_of_input_ends_too_and_a_last_line_may_lack_its_end() -> None:
    assert spoken(b"show") == ["- w 0-0 --- setup"]


def test_a_line_of_many_megabytes_answers_one_error() -> None:
    answers = spoken(b"play " + b"*" * 5_000_000 + b"\nshow\n")
    assert len(answers) == 2
    assert answers[0].startswith("error ")


TAKES_LONG = re.compile(r"\s*(perft|go \w+)\s+([4-9]|\d\d)")
"""What is right, and only deep."""


def broken_lines(seed: int, count: int) -> Iterator[bytes]:
    """Garbage, and lines that were right until something was done to them."""
    chance = random.Random(seed)
    right = [
        f"position {DUEL}",
        f"position {HOMES} b 3-4 w-b tilt;hands:w.mh.cj/b.?3;used:mi.vx",
        f"position {HOMES} w 2-2 --- again:C5!B5;land:C3.mi+D4.vx;hands:w.?2/b.?3;due:use.w,use.b",
        "position startpos moves wHMK@B5 bMKH@B2",
        "play B5>BB4",
        "play wHMK@B5",
        "new duel edition=first chaos",
        "mukyan H K",
        "perft 1",
        "go depth 1",
        "legal",
    ]
    planted = [
        "position B5wHMK,B5bHMK w 0-0 --- -",
        "position B1wHMK,B2wHMK,B3wHMK,B4wHMK w 0-0 --- -",
        "position - w 0-0 --- hands:w.zz/b.?3",
        "position - w 0-0 --- hands:w.?9/b.?3",
        "position - w 6-0 --- -",
        "position - w 5-5 --- -",
        "perft \u0663",
        "perft -1",
        "perft 1e3",
        "go nodes 0",
        "mukyan Q Q",
        "play " + "B5>PB5+" * 50_000,
        "position " + "B5wHMK," * 140_000 + " w 0-0 --- -",
        "position - w 0-0 --- " + "tilt;" * 100_000,
        "legal " + "x" * 1_000_000,
    ]
    for _ in range(count):
        kind = chance.random()
        if kind < 0.25:
            length = chance.randrange(1, 200)
            yield bytes(chance.randrange(256) for _ in range(length)).replace(b"\n", b"\0")
        elif kind < 0.28:
            yield chance.choice(planted).encode()
        else:
            line = list(chance.choice(right))
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(line))
                match chance.randrange(4):
                    case 0:
                        del line[at:]
                    case 1:
                        line[at] = chr(chance.randrange(33, 0x2600))
                    case 2:
                        line.insert(at, chance.choice("wbHMK?-:;,>BP@1256ABEF*🔥 "))
                    case _:
                        line[at : at + 1] = line[at : at + 1] * 2
                if not line:
                    line = ["?"]
            broken = "".join(line)
            if not TAKES_LONG.match(broken):
                yield broken.encode("utf-8", errors="replace")


def test_ten_thousand_broken_lines_never_hurt() -> None:
    """An `error` answers whatever is wrong, what is still right is answered as usual, memory stays flat."""
    engine = Engine()
    errors = 0
    warm, grown = 0, 0
    for number, raw in enumerate(broken_lines(seed=5, count=10_000)):
        line = raw.decode("utf-8", errors="replace").strip(" \r\n")
        if not line:
            continue
        before = engine.answer("show")
        answer = engine.answer(line)
        assert "\n" not in answer
        assert len(answer) < 20_000
        if answer.startswith("error "):
            errors += 1
            assert engine.answer("show") == before
        elif engine.answer("show") != before:
            engine.answer("new duel")
        if number == 2_000:
            warm = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert errors > 7_000
    assert grown - warm < 16_000


ENGINE = (sys.executable, "-c", "from companion.cli import main; raise SystemExit(main(['engine']))")


def taken_by_children() -> float:
    """Seconds of a core: however busy the machine is."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def engine_process() -> subprocess.Popen[bytes]:
    return subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.pace
def test_the_first_answer_takes_300_ms_of_a_core_from_the_start() -> None:
    def first_answer() -> float:
        began = taken_by_children()
        answer = subprocess.run(ENGINE, input=b"show\n", stdout=subprocess.PIPE, check=True).stdout
        assert answer == b"- w 0-0 --- setup\n"
        return taken_by_children() - began

    assert min(first_answer() for _ in range(5)) < 0.3


def test_starting_the_engine_loads_neither_vision_nor_the_web() -> None:
    unwanted = {"cv2", "numpy", "flask", "companion.games.himiki.players.search"}
    code = (
        "import sys; from companion.cli import main; main(['engine']);"
        f"sys.exit(bool({unwanted} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], input=b"legal\n", check=False).returncode == 0


def test_a_reader_that_goes_away_causes_no_traceback() -> None:
    with engine_process() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            for _ in range(200):
                process.stdin.write(b"legal\n" * 50)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(patient(10)) == 0
        assert process.stderr.read() == b""
