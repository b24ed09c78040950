"""Whole games: what was played is what the referee says, however the table is seen."""

import json
import random
from pathlib import Path

import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import Corrected, Move
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.board import square_named
from companion.games.himiki.rules.cubes import Colour, colour_lettered, element_lettered
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from tests.referee.eye import CORNERS, Eye
from tests.referee.random_tables import RandomTable, without_trailing
from vision.cubes.seen import CubeSighting, SeenCube
from vision.frames import Seconds

PICTURES, CAMERA = 1 / 3, 1 / 15

VARIANTS = [
    Variant(mode, edition, chaos=chaos)
    for mode in (Mode.DUEL, Mode.TEAMS)
    for edition in Edition
    for chaos in (False, True)
] + [Variant(Mode.MUK_YAN, edition, human=human) for edition in Edition for human in Colour]


def called(variant: Variant) -> str:
    chaos = "-chaos" if variant.chaos else ""
    return f"{variant.mode.value}-{variant.edition.value}{chaos}-{variant.human.letter}"


def check(table: RandomTable) -> None:
    assert table.doubts == []
    assert without_trailing(table.told) == without_trailing(table.truth)
    assert table.referee.status(Seconds(0)).score == table.position.score


@pytest.mark.parametrize("every", [PICTURES, CAMERA], ids=["pictures", "camera"])
@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_a_game_is_followed_move_by_move(variant: Variant, every: float) -> None:
    table = RandomTable(variant, 5, Eye(5, every=every, sloppy=12, jitter=6))
    table.play(40)
    check(table)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAMS], ids=lambda mode: mode.value)
def test_sides_that_nobody_sees_are_found_out_by_headings_and_tilts(mode: Mode, seed: int) -> None:
    table = RandomTable(Variant(mode), seed, Eye(seed, sides=False, sloppy=12, jitter=6))
    assert "?" in table.referee.status(Seconds(0)).position
    table.play(50)
    check(table)


@pytest.mark.parametrize("seed", range(6))
def test_replays_before_the_hand_goes_are_found_out(seed: int) -> None:
    """RULES 3.6. Which of two cubes went first is not to be seen; when it matters, it is asked."""
    table = RandomTable(Variant(), seed, Eye(seed), at_once=0.5)
    table.play(40)
    told, truth = without_trailing(table.told), without_trailing(table.truth)
    asked = any(event.name == "uncertain" for event in table.events)
    same_turns = sorted(_bodies(told)) == sorted(_bodies(truth))
    assert same_turns or asked
    if not asked:
        assert table.referee.status(Seconds(0)).score == table.position.score


def _bodies(moves: list[str]) -> list[str]:
    return [move.removeprefix("R-") for move in moves]


def test_a_set_without_signs_shows_rotations_by_what_follows() -> None:
    """RULES 3.3: nobody saw it, but the other side played as if a turn had been taken."""
    right = 0
    for seed in range(12):
        table = RandomTable(Variant(), seed, Eye(seed, sides=False, headings=False), start_given=True)
        table.play(30)
        assert not any(event.name == "uncertain" for event in table.events)
        right += table.referee.status(Seconds(0)).score == table.position.score
    assert right >= 10


SCRIPTS = sorted((Path(__file__).parents[1] / "data/referee").glob("*.jsonl"))


def sighting(line: dict[str, object], sides: bool, chance: random.Random) -> CubeSighting:
    told = line["cubes"]
    cubes = []
    for text in str(told).split() if told is not None else ():
        square = square_named(text[:2])
        assert square is not None
        cubes.append(
            SeenCube(
                square,
                colour_lettered(text[2]),
                element_lettered(text[3]),
                element_lettered(text[4]) if sides else None,
                (float(text[5:]) + chance.uniform(-8, 8)) % 180,
                0.95,
            )
        )
    t = line["t"]
    assert isinstance(t, float)
    return CubeSighting(Seconds(t), CORNERS, told is not None, tuple(cubes))


@pytest.mark.parametrize("sides", [True, False], ids=["sides", "headings"])
@pytest.mark.parametrize("start_given", [True, False], ids=["start", "set-up"])
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.stem))
def test_a_game_that_was_pictured_is_recovered_exactly(script: Path, start_given: bool, sides: bool) -> None:
    truth, *lines = [json.loads(line) for line in script.read_text(encoding="utf-8").splitlines()]
    variant = Variant(Mode(truth["mode"]))
    start = parse_position(truth["start"], variant)
    referee = Referee(Game(variant, start=start if start_given else None))
    chance = random.Random(1)
    events = [event for line in lines for event in referee.see(sighting(line, sides, chance))]
    moves = [event.move for event in events if isinstance(event, Move)]
    assert [move for move in moves if move != "stop"] == truth["moves"]
    assert list(referee.end(Seconds(0))[0].as_json()["score"]) == truth["score"]


def test_there_are_three_such_games() -> None:
    assert len(SCRIPTS) == 3


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_many_games_are_followed_move_by_move(variant: Variant) -> None:
    wrong = []
    for seed in range(60):
        every = CAMERA if seed % 2 else PICTURES
        eye = Eye(seed, every=every, sloppy=12, jitter=6)
        table = RandomTable(variant, seed, eye, start_given=seed % 3 == 0, answers=True)
        table.play(60)
        if without_trailing(table.told) != without_trailing(table.truth):
            wrong.append(seed)
    assert wrong == []


def test_a_move_taken_back_on_the_board_is_taken_back_in_the_game() -> None:
    table = RandomTable(Variant(), 3, Eye(3), start_given=True)
    table.play(1)
    start = table.game.start
    assert start is not None
    if table.position.phase.replay:
        pytest.fail("the first move of this game ends its turn")
    table.position = start
    table.hand()
    table.looks()
    taken = [event for event in table.events if isinstance(event, Corrected)]
    assert [(event.reason, event.back) for event in taken] == [("takeback", 1)]
    assert table.referee.status(Seconds(0)).position == position_text(start)
