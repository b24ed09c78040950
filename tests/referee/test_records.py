"""The record of a game in which people corrected something on the way (FORMATS 5, 7)."""

import json

import pytest

from companion.games.himiki.importing import imported
from companion.games.himiki.rules.errors import NotationError
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.himiki.rules.written.record import Record, replay
from companion.games.himiki.rules.written.record_text import parse_record, record_json, record_plain
from tests.referee.eye import Eye
from tests.referee.table import DUEL, Table, duel, table

GIVEN = "B2bHMK,B4wMHK,C2bMKH,C5wMKH,D2bKHM,D5wKHM b 2-1 w-- -"


def accepted() -> Table:
    """A move, a violation that people let stand, and a move from there."""
    here = duel()
    here.play("B5>BB4")
    here.carry("C2", "C3")
    here.decide("accept")
    here.play("D5>BD4")
    return here


def moves_of(record: Record) -> list[list[str]]:
    return [[getattr(entry, "move", "claim") for entry in part.entries] for part in record.parts]


def test_what_was_played_before_a_board_was_accepted_is_kept_in_the_record() -> None:
    here = accepted()
    record = here.referee.record()
    assert moves_of(record) == [["B5>BB4"], ["D5>BD4"]]
    assert [each.then for each in record.earlier] == ["accept"]
    first, last = record.parts
    assert position_text(first.start) == DUEL
    assert position_text(replay(last).end(last.start)) == here.status.position


def test_start_and_moves_alone_can_be_replayed_by_whoever_knows_nothing_of_corrections() -> None:
    told = json.loads(record_json(accepted().referee.record()))
    del told["earlier"]
    record = parse_record(json.dumps(told))
    assert replay(record).fault is None
    assert moves_of(record) == [["D5>BD4"]]


def test_every_part_is_a_game_by_the_rules() -> None:
    for part in accepted().referee.record().parts:
        assert replay(part).fault is None


@pytest.mark.parametrize("written", [record_json, record_plain])
def test_both_forms_are_read_back_with_all_their_parts(written: object) -> None:
    here = accepted()
    here.decide("position", position=GIVEN)
    here.decide("move", move="C2>BC1")
    record = here.referee.record()
    assert [each.then for each in record.earlier] == ["accept", "position"]
    text = record_json(record) if written is record_json else record_plain(record)
    told = parse_record(text)
    assert [position_text(part.start) for part in told.parts] == [
        position_text(part.start) for part in record.parts
    ]
    assert [len(part.entries) for part in told.parts] == [1, 1, 1]
    assert [each.then for each in told.earlier] == ["accept", "position"]
    assert (record_json if written is record_json else record_plain)(told) == text


def test_a_game_that_nobody_corrected_has_no_earlier_part() -> None:
    here = duel()
    here.play("B5>BB4")
    record = here.referee.record()
    assert record.earlier == ()
    assert "earlier" not in record_json(record)
    assert "earlier" not in record_plain(record)


def test_a_correction_before_the_first_move_only_gives_another_start() -> None:
    here = duel()
    here.decide("position", position=GIVEN)
    here.play("B5>BB4")
    here.play("C2>BC1")
    record = here.referee.record()
    assert record.earlier == ()
    assert position_text(record.start) == GIVEN


def test_a_corrected_game_can_be_exported_imported_and_exported_again() -> None:
    record = accepted().referee.record()
    game, events = imported(parse_record(record_json(record)))
    again = Table(game, board=bytes(30), events=events).referee.record()
    assert moves_of(again) == moves_of(record)
    assert [position_text(part.start) for part in again.parts] == [
        position_text(part.start) for part in record.parts
    ]


def test_a_side_that_somebody_tells_is_no_correction_of_the_game() -> None:
    """RULES 2.1: what is learnt of a cube was true from the beginning."""
    hidden = "B2bH??,B5wHMK,C2bM??,C5wMKH,D2bK??,D5wKHM w 0-0 --- -"
    cubes = DUEL.split(" ", maxsplit=1)[0]
    told = 0
    for seed in range(30):
        here = table(Variant(Mode.MUK_YAN), hidden, cubes=cubes, eye=Eye(sides=False), seed=seed)
        here.play("B5>BB4")
        while (question := here.status.question) is not None:
            told += 1
            square = str(question.values["square"])
            side = {"H": "fire", "M": "water", "K": "wood"}[DUEL[DUEL.index(square) + 4]]
            here.decide("answer", option=side)
            record = here.referee.record()
            assert record.earlier == ()
            assert moves_of(record)[0][0] == "B5>BB4"
            assert position_text(record.start)[: len(cubes)].count(f"{square}b") == 1
            assert DUEL[DUEL.index(square) :][:6] in position_text(record.start)
    assert told


def test_an_earlier_part_has_to_say_what_ended_it() -> None:
    told = json.loads(record_json(accepted().referee.record()))
    told["earlier"][0]["then"] = "magic"
    with pytest.raises(NotationError, match="accept, position"):
        parse_record(json.dumps(told))
    plain = record_plain(accepted().referee.record()).replace("# then: accept\n", "")
    with pytest.raises(NotationError, match="accept, position"):
        parse_record(plain)
