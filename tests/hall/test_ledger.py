"""What a hall keeps, the same in SQLite and in PostgreSQL."""

import sqlite3
from pathlib import Path

import pytest

from companion.broker.messages.availability import Availability
from companion.broker.messages.happening import TableEvent
from companion.hall.database import MIGRATIONS, DatabaseError
from companion.hall.ledger import Known, Ledger
from companion.hall.opening import opened

MOVE = TableEvent(1, 4, {"event": "move", "t": 1.5, "move": "B5>BB4", "text": "Öl 'und' % ?"})
BACK = TableEvent(2, 4, {"event": "corrected", "t": 2.0, "back": 1}, revises=1)


def test_what_is_kept_is_there_after_a_new_start(place: str) -> None:
    database = opened(place)
    table = Known("t1", Availability.ONLINE, {"score": [1, 0], "name": "<b>"}, 2)
    kept = Ledger(database, wall=lambda: 7.0).keep([("t1", MOVE), ("t1", BACK)], [table])
    assert [each.id for each in kept] == [1, 2]
    database.close()
    again = opened(place)
    ledger = Ledger(again)
    assert ledger.newest == 2
    assert ledger.tables() == [table]
    assert ledger.events("t1", 0, 10) == [MOVE, BACK]
    assert ledger.events("t1", 1, 10) == [BACK]
    assert [each.id for each in ledger.since(1, 10)] == [2]
    again.close()


def test_a_table_is_known_as_it_was_last_told(place: str) -> None:
    database = opened(place)
    ledger = Ledger(database)
    ledger.keep([], [Known("t1", Availability.ONLINE, None, 0)])
    ledger.keep([], [Known("t1", Availability.STOPPED, {"moves": 3}, 9)])
    assert ledger.tables() == [Known("t1", Availability.STOPPED, {"moves": 3}, 9)]
    database.close()


def test_an_event_is_never_kept_twice_and_with_it_nothing_else_is(place: str) -> None:
    database = opened(place)
    ledger = Ledger(database)
    ledger.keep([("t1", MOVE)], [])
    with pytest.raises(DatabaseError):
        ledger.keep([("t2", MOVE), ("t1", MOVE)], [Known("t2", Availability.ONLINE, None, 1)])
    assert ledger.events("t2", 0, 10) == []
    assert ledger.tables() == []
    ledger.keep([("t2", MOVE)], [])
    assert [each.id for each in ledger.since(0, 10)] == [1, 2]
    database.close()


def test_what_an_arbiter_did_is_written_down(place: str) -> None:
    database = opened(place)
    ledger = Ledger(database, wall=lambda: 12.5)
    ledger.note_act("t1", {"command": "decision", "decision": "undo", "error": None})
    assert ledger.acts("t1") == [{"at": 12.5, "command": "decision", "decision": "undo", "error": None}]
    assert ledger.acts("t2") == []
    database.close()


def test_a_file_of_a_later_program_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "hall.db"
    opened(str(place)).close()
    with sqlite3.connect(place) as connection:
        connection.execute("INSERT INTO hall_version VALUES (?)", (len(MIGRATIONS) + 1,))
    with pytest.raises(DatabaseError, match="newer version"):
        opened(str(place))


def test_a_database_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(DatabaseError, match="another file"):
        opened(str(tmp_path / "file" / "hall.db"))
    with pytest.raises(DatabaseError, match="cannot be reached"):
        opened("postgresql://nobody:secret@127.0.0.1:1/nothing")
