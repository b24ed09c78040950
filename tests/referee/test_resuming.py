"""A power cut: the events that were said bring the very same game back, and the board is compared."""

import json
from dataclasses import replace

import pytest

from companion.games.himiki.referee.events import Event, Uncertain, event_from
from companion.games.himiki.referee.status import Status
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.rules.written.record import replay
from companion.games.himiki.rules.written.record_text import parse_record, record_json
from tests.referee.eye import Eye
from tests.referee.random_tables import RandomTable
from tests.referee.table import DUEL, Table, duel, names, only
from vision.frames import Seconds


def kept(events: list[Event]) -> list[Event]:
    """As a store gives them back."""
    return [event_from(json.loads(json.dumps(event.as_json()))) for event in events]


def stands(status: Status) -> Status:
    """All of it but what is said of the last sighting."""
    return replace(status, last_event=None, board=True, clear=True, to_restore=None, setup=None)


@pytest.mark.parametrize("sides", [True, False], ids=["sides", "headings"])
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN], ids=lambda mode: mode.value)
def test_the_resumed_referee_is_the_one_that_was_there(mode: Mode, sides: bool) -> None:
    table = RandomTable(Variant(mode), 11, Eye(11, sides=sides))
    cuts: list[tuple[int, Status, bytes]] = []

    def note(here: RandomTable) -> None:
        status = here.referee.status(Seconds(0))
        cuts.append((len(here.events), status, here.position.board))

    table.watch = note
    table.play(20)
    assert len(cuts) > 3
    for count, status, board in cuts:
        if status.question is not None:
            continue
        resumed = Referee.resumed(table.game, kept(table.events[:count]))
        said = [event for look in Eye(1, sides=sides, t=500.0).looks(board, 3) for event in resumed.see(look)]
        assert said == []
        assert stands(resumed.status(Seconds(0))) == stands(status)


def test_the_record_of_a_game_replays_to_where_it_stands() -> None:
    for seed in range(6):
        table = RandomTable(Variant(), seed, Eye(seed, sides=False))
        table.play(30)
        record = parse_record(record_json(table.referee.record()))
        replayed = replay(record)
        assert replayed.fault is None
        now = parse_position(table.referee.status(Seconds(0)).position, table.variant)
        assert replayed.end(record.start).score == now.score
        assert replayed.end(record.start).seat is now.seat


def again(before: Table, board: bytes) -> tuple[Table, list[Event]]:
    """The power is back, and the board lies like this."""
    here = Table(before.game, board=board, eye=Eye(t=900.0), events=kept(before.events))
    return here, here.events[len(before.events) :]


def test_a_move_made_during_the_power_cut_is_a_move() -> None:
    before = duel()
    before.play("B5>BB4")
    here, said = again(before, before.after("B2>BB1"))
    assert names(said) == ["move", "turn"]
    assert here.moves == ["B5>BB4", "B2>BB1"]


def jumbled(before: Table) -> bytes:
    board = bytearray(before.board)
    board[0], board[16] = board[16], 0
    return bytes(board)


def test_a_board_that_nothing_explains_is_asked_about_and_the_board_can_be_right() -> None:
    before = duel()
    here, said = again(before, jumbled(before))
    asked = only(said, Uncertain)
    assert asked.options == ("the board is right", "the record is right")
    here.decide("answer", option="the board is right")
    assert here.status.position.startswith("A1wMKH,B2bHMK,")


def test_or_the_record_can_be_right() -> None:
    before = duel()
    here, _ = again(before, jumbled(before))
    assert names(here.decide("answer", option="the record is right")) == ["restored"]
    assert here.look() == []
    assert here.carry("A1", "C5") == []
    assert here.status.position == DUEL
    assert names(here.play("B5>BB4")) == ["move", "turn"]


def test_a_board_put_back_needs_no_answer() -> None:
    before = duel()
    here, _ = again(before, jumbled(before))
    assert names(here.carry("A1", "C5")) == ["restored"]


def test_an_undone_move_is_not_played_again_by_a_board_that_still_shows_it() -> None:
    before = duel()
    before.play("B5>BB4")
    before.decide("undo")
    here, said = again(before, before.board)
    assert said == []
    assert here.status.position == DUEL
    here.carry("B4", None)
    assert here.put("B5wHMK") == []


def test_an_open_question_is_open_again() -> None:
    before = duel("B2bHMK,B6wKMH,C2bHMK,C5wHMK,B4bMHK,D5wHKM w 0-0 --- -")
    before.play_at_once("B6>BC6", "C5>BC4")
    asked = only(before.events, Uncertain)
    here, _ = again(before, before.board)
    assert here.status.question == kept([asked])[0]
    here.decide("answer", option=asked.options[0])
    assert " ".join(here.moves) == asked.options[0]
