"""The measure of silence: a table that is not as the referee thinks, and nothing said about it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import cli
from companion.bench.films import FilmedEvening, game_of, recorded, tops_of
from companion.bench.stillness import BAR, Listening, Shown, differing, listened
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.table.following import Following
from tests import learning
from tests.table.helpers import GAME, START
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile
from vision.frames import Frame, Image, Seconds
from vision.virtual.dataset import SAMPLE_GAME, write_game
from vision.virtual.gallery import LOOKS
from vision.virtual.painting.renderer import Renderer
from vision.virtual.table import VirtualTable

LOOK = LOOKS["kitchen"]
EVERY = 1 / 3


def film(seconds: float, moves: dict[float, str], *, blind_from: float | None = None) -> Iterator[Shown]:
    """What happens on a table; from that time on, the camera gives the same picture again and again."""
    table, renderer = VirtualTable(LOOK, seed=4), Renderer(LOOK)
    table.lay(START.split(" ")[0])
    due = dict(moves)
    frozen: Image | None = None
    for number in range(round(seconds / EVERY)):
        t = number * EVERY
        for when in [when for when in due if when <= t]:
            table.do(due.pop(when), t)
        image, truth = renderer.render(replace(table.scene_at(t), noise=number))
        if blind_from is not None and t >= blind_from:
            frozen = np.asarray(image) if frozen is None else frozen
            image = frozen
        yield Shown(Frame(image, Seconds(t)), tops_of(truth), table.busy_until() is None)


def heard(shown: Iterator[Shown], game: Game = GAME) -> Listening:
    listening, following = Listening(), Following(Referee(game))
    for _ in listened(shown, Eye(learning.drawn(LOOK)), following, listening):
        pass
    return listening


def test_a_game_that_is_followed_knows_only_the_silence_of_looking_twice() -> None:
    listening = heard(film(14, {2.0: "C5>BC6", 7.0: "D2>BE2"}))
    assert listening.longest.seconds < 2.5


def test_a_camera_that_shows_what_was_is_caught_with_time_and_squares() -> None:
    """Seen by the real eye, of which nothing is taken away: it cannot know."""
    listening = heard(film(22, {2.0: "C5>BC6", 7.0: "D2>BE2"}, blind_from=6.0))
    assert listening.longest.seconds > BAR
    assert listening.longest.squares == ("D2", "E2")
    assert listening.longest.cubes[0] == "-"
    assert listening.longest.cubes[1].startswith("b")
    assert "D2:- E2:b" in str(listening.longest)


def test_hands_that_come_and_go_do_not_end_a_silence() -> None:
    waving: dict[float, str] = {2.0: "C5>BC6", 9.0: "D5>BD6", 16.0: "D6>BD5"}
    listening = heard(film(23, waving, blind_from=1.0))
    assert listening.longest.seconds > 13
    assert listening.longest.until > 22


def test_what_stands_open_and_was_said_is_no_silence() -> None:
    """A cube is gone: that is told, and then people have to bring it back."""
    table, renderer = VirtualTable(LOOK, seed=4), Renderer(LOOK)
    table.lay(START.split(" ")[0])
    listening, following, eye = Listening(), Following(Referee(GAME)), Eye(learning.drawn(LOOK))

    def frames() -> Iterator[Shown]:
        for number in range(66):
            t = number * EVERY
            if number == 6:
                table.do({"lift": "C5"}, t)
            image, truth = renderer.render(replace(table.scene_at(t), noise=number))
            yield Shown(Frame(image, Seconds(t)), tops_of(truth), table.busy_until() is None)

    names = [event.name for _, said in listened(frames(), eye, following, listening) for event in said]
    assert "violation" in names
    assert listening.longest.seconds < BAR


def test_a_board_that_has_to_follow_the_game_waits_for_hands_and_not_for_the_referee() -> None:
    status = Referee(GAME).status(Seconds(0.0))
    lies = {"B2": "bM", "B5": "wH", "C2": "bH", "C5": "wK", "D2": "bK", "D5": "wH"}
    assert differing(lies, status) == ()
    without = {square: cube for square, cube in lies.items() if square != "D5"}
    assert differing(without, status) == ("D5",)
    assert differing(lies, replace(status, to_remove=("D5",))) == ("D5",)
    assert differing(without, replace(status, to_remove=("B5",))) == ()


def test_a_game_of_a_dataset_folder_is_followed_frame_by_frame(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "duel"
    folder.mkdir(parents=True)
    game = replace(SAMPLE_GAME, moves=SAMPLE_GAME.moves[:2])
    write_game(LOOK, folder, game)
    assert game_of(folder) == Game(Variant(), parse_position(game.start, Variant()))
    shown = list(recorded(folder))
    lingers = [each for each in shown if each.frame.name == shown[-1].frame.name]
    assert lingers[-1].frame.t - lingers[0].frame.t == pytest.approx(12, abs=0.5)
    assert not all(each.still for each in shown)
    assert heard(iter(shown), game_of(folder)).longest.seconds < 3


@pytest.mark.long
def test_an_evening_on_a_drawn_table_goes_by_without_a_stall() -> None:
    evening = FilmedEvening(LOOK, learning.drawn(LOOK), seed=3)
    evening.play(60)
    assert evening.moves >= 5
    assert evening.stalls == evening.given_up == []
    assert evening.listening.longest.seconds < BAR


def unlike(profile: Profile) -> Profile:
    """Of another set: nothing that stands on this table was learnt."""
    return replace(profile, looks=learning.drawn(LOOKS["garden"]).looks)


@pytest.mark.long
def test_with_cubes_that_nobody_learnt_the_player_does_not_wait_for_ever() -> None:
    evening = FilmedEvening(LOOK, unlike(learning.drawn(LOOK)), seed=3)
    evening.play(120)
    assert evening.games + evening.moves + evening.questions > 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--look", "atelier"], "no virtual table is called atelier"),
        (["/nowhere"], "has no games/*/frames.jsonl"),
    ],
)
def test_what_cannot_be_listened_to_is_said(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", "silence", *arguments]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.slow
def test_the_bench_names_the_worst_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "silence", "--look", "kitchen", "--hours", "0.02"]) == 0
    said = capsys.readouterr().out
    assert "kitchen drawn, seed 1" in said
    assert "worst: kitchen drawn" in said
