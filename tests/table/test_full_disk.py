"""A full disk: the game goes on, everybody is told that nothing is being kept, and nothing is told twice."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.rules.variant import Variant
from companion.store import NotKept, Store
from companion.table.lastframes import LEAST_FREE, LastFrames
from companion.table.notices import Notices
from companion.table.saying import Saying
from tests.store.test_store import SAID, move


def filled(store: Store) -> None:
    """No page more: SQLite itself refuses as it does where the disk has none."""
    writer = store._writer  # noqa: SLF001
    (pages,) = writer.execute("PRAGMA page_count").fetchone()
    writer.execute(f"PRAGMA max_page_count = {pages}")


def emptied(store: Store) -> None:
    store._writer.execute("PRAGMA max_page_count = 100000")  # noqa: SLF001


LONG = tuple(move(10.0 + count) for count in range(200))
"""More than the last page has room for."""


def test_what_cannot_be_kept_waits_and_is_said_to_be_at_risk(tmp_path: Path) -> None:
    notices, asked = Notices(), []

    def make_room() -> bool:
        asked.append("frames")
        return len(asked) == 1

    with Store(tmp_path / "games.sqlite") as store:
        number = store.begin(Game(Variant()))
        saying = Saying(store, notices, make_room)
        listening = saying.listeners.add()
        saying.say(number, SAID)
        assert notices.standing() == ()
        filled(store)
        saying.say(number, LONG)
        assert asked, "frames are given up first"
        assert [each.code for each in notices.standing()] == ["disk-full"]
        assert saying.waiting == len(LONG)
        assert [event for _, event in listening.take(0)] == list(SAID)
        emptied(store)
        saying.say(number, [])
        assert notices.standing() == ()
        assert [event for _, event in listening.take(0)] == list(LONG)
        kept = store.load(number)
        assert kept is not None
        assert kept.events == (*SAID, *LONG)


def test_a_game_that_cannot_be_kept_does_not_begin_and_ends_no_other(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        number = store.begin(Game(Variant()))
        filled(store)
        with pytest.raises(NotKept) as refused:
            store.begin(Game(Variant()), LONG)
        assert refused.value.full
        assert store.going_on() == number
        emptied(store)
        assert store.begin(Game(Variant()), LONG) == number + 1


def test_a_file_that_another_program_holds_is_no_full_disk(tmp_path: Path) -> None:
    notices = Notices()
    with Store(tmp_path / "games.sqlite") as store:
        number = store.begin(Game(Variant()))
        store._writer.execute("PRAGMA busy_timeout = 0")  # noqa: SLF001
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            saying = Saying(store, notices)
            saying.say(number, SAID)
            (notice,) = notices.standing()
            assert notice.code == "not-kept"
            assert "locked" in str(notice.values["why"])
            other.execute("ROLLBACK")
        saying.say(number, [])
        assert notices.standing() == ()


def test_frames_leave_the_last_room_to_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    import numpy as np

    from vision.frames import Frame, Seconds

    free = [LEAST_FREE]
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free[0]))
    last = LastFrames(tmp_path / "frames", beside_games=True)

    def look(t: float) -> int:
        last.look(Frame(np.zeros((30, 40, 3), np.uint8), Seconds(t)), told=True)
        return len(list((tmp_path / "frames").glob("*.jpg")))

    assert look(1.0) == 1
    assert last.give_up()
    assert not last.give_up()
    assert look(2.0) == 0
    free[0] = LEAST_FREE - 1
    assert look(90.0) == 0
    free[0] = 2 * LEAST_FREE
    assert look(120.0) == 1
