"""`himiki engine` and its two games (FORMATS 3, FORMATS-RR F3)."""

import io
import resource
import subprocess
import sys

import pytest

from companion.games.engine import run

DUEL = "- w 0-0 --- setup"
START = "- r ca.ci.ge.ki.mi.pr.qu.wi/bi.cd.hi.mo.pa.sa.te br.ni.pe.sh.sm - citizen"


def spoken(*lines: str, game: str | None = None) -> list[str]:
    sink = io.BytesIO()
    run(io.BytesIO("\n".join(lines).encode()), sink, game)
    return sink.getvalue().decode().splitlines()


def test_new_rr_changes_the_game_and_new_duel_changes_it_back() -> None:
    said = spoken("show", "new rr", "show", "position startpos", "new duel", "show", f"position {START}")
    assert said[:6] == [DUEL, "ok", START, "ok", "ok", DUEL]
    assert said[6].startswith("error ")


def test_either_game_may_stand_before_any_new() -> None:
    assert spoken("show", game="rr") == [START]
    assert spoken("show", "new teams", game="rr") == [START, "ok"]
    assert spoken("show", game="himiki") == [DUEL]


def test_a_new_that_is_refused_changes_nothing() -> None:
    for bad in ("new rr basic", "new chess", "new", "new rr r=br.ni", "new rr old neutral=br.ni.pe.sh.sm"):
        said = spoken("new rr draft", "play +br", "show", bad, "show")
        assert said[3].startswith("error ")
        assert said[2] == said[4]


@pytest.mark.parametrize(
    "line",
    [
        "new rr first=w",
        "new rr first=r first=b",
        "new rr old draft",
        "new rr neutral=br.ni.pe.sh",
        "new rr neutral=br.ni.pe.sh.ci",
        "new rr neutral=br.ni.pe.sh.br",
        "new rr neutral=br.ni.pe.sh.?1",
        "new rr random r=br",
        "new rr random r=br.ki",
        "new rr random r=?1.br",
        "new rr random r=br.ni b=ni.pe",
        "new rr secretdraft neutral=br.ni.pe.sh.sm",
        "mukyan H H",
        "go depth 1",
        "result now",
        "perft -1",
        "position startpos moves ki@b2",
        "play",
    ],
)
def test_what_does_not_belong_there_is_an_error_and_changes_nothing(line: str) -> None:
    said = spoken(line, "show", game="rr")
    assert said[0].startswith("error ")
    assert said[1] == START


def test_a_game_is_played_shown_and_judged() -> None:
    said = spoken(
        "new rr first=b",
        "play ci@b2",
        "play ge@b1!b2",
        "result",
        "position startpos moves CI@B2 ge@b1xb2",
        "show",
        "perft 1",
        game="rr",
    )
    assert said[1].startswith("ok ci@b2 b2cib r ")
    assert said[2].startswith("ok ge@b1xb2 b1ger,b2cixr b ")
    assert said[3] == "result - - 1-0 -"
    assert said[5].startswith("b1ger,b2cixr b ")
    assert int(said[6].split()[2]) > 100


def test_a_finished_game_has_nothing_to_play() -> None:
    over = "a1der,a2kib b te/- - - -"
    said = spoken(f"position {over}", "legal", "perft 3", "result", "play te@a3", game="rr")
    assert said[1:4] == ["legal", "perft 3 1", "result r tiles 1-1 1-0"]
    assert said[4].startswith("error ")


ENGINE = (sys.executable, "-c", "from companion.cli import main; raise SystemExit(main(['engine', 'rr']))")


@pytest.mark.pace
def test_the_first_answer_takes_300_ms_of_a_core_from_the_start() -> None:
    def first_answer() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = used.ru_utime + used.ru_stime
        answer = subprocess.run(ENGINE, input=b"new rr\nshow\n", stdout=subprocess.PIPE, check=True).stdout
        assert answer.decode().splitlines() == ["ok", START]
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime - began

    assert min(first_answer() for _ in range(5)) < 0.3
