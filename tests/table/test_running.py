"""The running table: what is seen, decided and said comes in one order, is kept, and reaches who listens."""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.himiki import play
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Claim, DecisionError, Resign, SayMove, Undo
from companion.games.himiki.referee.events import Corrected, Event, Move
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.errors import IllegalMove, RulesError
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.games.himiki.rules.written.record_text import record_plain
from companion.table import NoSuchGame
from tests.patience import patient, until
from tests.table.helpers import GAME, START, Rig, rig
from vision.cubes.profile import Profile
from vision.frames import Frame
from vision.virtual.placing import TableError

JPEG = b"\xff\xd8"


@pytest.fixture
def running(tmp_path: Path, profile: Profile) -> Iterator[Rig]:
    made = rig(tmp_path, profile)
    made.table.start()
    yield made
    made.end()


def cubes_of(status_position: str) -> str:
    return status_position.split(" ", 1)[0]


def test_a_picture_that_is_asked_for_was_taken_after_that(running: Rig) -> None:
    running.until_name("ready")
    for _ in range(5):
        asked = running.table.now()
        frame = running.table.view.next_frame(10)
        assert frame is not None
        assert frame.t > asked


@pytest.mark.long
def test_nobody_waits_for_what_is_written_down_of_a_decision(running: Rig, tmp_path: Path) -> None:
    """A card may take seconds for it; the table is looked at and played on meanwhile."""
    running.until_name("ready")
    assert until((tmp_path / "frames" / "times.csv").exists)
    with running.table._last_frames._lock:  # noqa: SLF001 -- as a card that takes its time holds it
        deciding = threading.Thread(target=running.table.decide, args=(Resign(Colour.WHITE),))
        deciding.start()
        running.until_name("over")
        asking = threading.Thread(target=running.table.status, daemon=True)
        asking.start()
        asking.join(patient(10))
        waited = asking.is_alive()
    deciding.join()
    assert not waited
    assert "resign" in (tmp_path / "frames" / "decisions.jsonl").read_text(encoding="utf-8")


def test_where_no_picture_comes_any_more_none_is_taken(running: Rig) -> None:
    running.until_name("ready")
    running.source.unplugged = True
    assert running.table.view.next_frame(0.5) is None


@pytest.mark.long
def test_what_is_seen_after_the_end_is_not_said(running: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look may take longer than anybody waits for it, and what keeps the games is closed by then."""
    running.until_name("ready")
    said, ended, take, still = running.table.events.newest(), threading.Event(), running.source.take, 0

    def last() -> Frame:
        nonlocal still
        frame = take()
        still += not running.drawn.busy
        if still == 1:
            running.ticking.now += 5
        elif still == 2:
            running.table.stop()
            ended.set()
        return frame

    running.table.drawn.do("C5>BC6")
    monkeypatch.setattr(running.source, "take", last)
    assert ended.wait(patient(40))
    assert until(lambda: "table" not in {thread.name for thread in threading.enumerate()})
    assert running.table.events.newest() == said


@pytest.mark.long
def test_a_move_done_on_the_drawn_table_is_seen_and_told(running: Rig) -> None:
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    told = running.until_name("move")
    assert isinstance(told, Move)
    assert (told.move, told.by) == ("C5>BC6", "w")
    assert running.table.status().turn == "b"


@pytest.mark.long
def test_what_listeners_hear_is_what_the_store_has_with_the_same_numbers(running: Rig) -> None:
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    running.until_name("move")
    running.until_name("turn")
    heard = running.heard
    stored = [(each.id, each.told) for each in running.store.between(0, heard[-1][0])]
    assert stored == heard
    assert [number for number, _ in heard] == sorted({number for number, _ in heard})


@pytest.mark.long
def test_who_comes_later_gets_what_was_missed_once_and_then_what_comes(running: Rig) -> None:
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    running.until_name("move")
    with running.table.events.subscribe(after=1) as late:
        running.table.decide(Undo())
        corrected = running.until_name("corrected")
        assert isinstance(corrected, Corrected)
        heard: list[tuple[int, Event]] = []
        while not any(event.name == "corrected" for _, event in heard):
            taken = late.take(patient(20.0))
            assert taken
            heard += taken
        numbers = [number for number, _ in heard]
        assert numbers == list(range(2, numbers[-1] + 1))


def test_a_decision_that_makes_no_sense_changes_nothing(running: Rig) -> None:
    running.until_name("ready")
    before = running.table.events.newest()
    with pytest.raises((DecisionError, RulesError)):
        running.table.decide(Claim(GAME.variant.human))
    with pytest.raises((DecisionError, RulesError, IllegalMove)):
        running.table.decide(SayMove("A1>BA2"))
    assert running.table.events.newest() == before


def test_decisions_of_many_threads_come_in_one_order(running: Rig) -> None:
    running.until_name("ready")
    running.table.decide(SayMove("C5>BC6"))

    def back_and_forth() -> None:
        for _ in range(5):
            for decision in (Undo(), SayMove("C5>BC6")):
                try:
                    running.table.decide(decision)
                except (DecisionError, RulesError):
                    continue

    threads = [threading.Thread(target=back_and_forth) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=patient(30))
    numbers = [each.id for each in running.store.between(0, running.store.newest())]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.long
def test_a_new_game_begins_with_what_stands_there_now(running: Rig) -> None:
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    running.until_name("move")
    after = position_text(parse_position(running.table.status().position, GAME.variant))
    fresh = Game(Variant(), parse_position(f"{cubes_of(after)} w 0-0 --- -", Variant()))
    number = running.table.new_game(fresh)
    assert running.table.game_id == number
    running.until_name("ready")
    assert running.table.status().moves == 0
    listed = running.store.games()
    assert [each.id for each in listed] == [number, number - 1]
    assert listed[1].ended is not None


@pytest.mark.long
def test_the_game_goes_on_where_it_was_after_a_restart(tmp_path: Path, profile: Profile) -> None:
    first = rig(tmp_path, profile)
    first.table.start()
    first.until_name("ready")
    first.table.drawn.do("C5>BC6")
    first.until_name("move")
    before = first.table.status()
    first.end()
    second = rig(tmp_path, profile, game=None)
    second.table.start()
    try:
        status = second.table.status()
        assert (status.position, status.moves, status.turn) == (before.position, 1, "b")
        second.table.drawn.do("D2>BE2")
        told = second.until_name("move")
        assert isinstance(told, Move)
        assert (told.move, told.by) == ("D2>BE2", "b")
        assert told.t > before.last_event.t if before.last_event else True
        assert not any(event.name in ("violation", "uncertain") for _, event in second.heard)
    finally:
        second.end()


@pytest.mark.long
def test_a_board_that_changed_while_it_was_off_is_asked_about(tmp_path: Path, profile: Profile) -> None:
    first = rig(tmp_path, profile)
    first.table.start()
    first.until_name("ready")
    first.table.drawn.do("C5>BC6")
    first.until_name("move")
    first.end()
    second = rig(tmp_path, profile, game=None)
    second.table.drawn.lay("A1bMHK,B5wHKM,C2bHKM,C6wKMH,D2bKMH,E5wHKM")
    second.table.start()
    try:
        asked = second.until_name("uncertain")
        assert "the board is right" in asked.as_json()["options"]
        assert "the record is right" in asked.as_json()["options"]
    finally:
        second.end()


def test_another_game_asked_for_at_start_is_a_new_one(tmp_path: Path, profile: Profile) -> None:
    rig(tmp_path, profile).end()
    second = rig(tmp_path, profile, game=Game(Variant(Mode.TEAMS)))
    assert second.table.game().mode == "teams"
    assert len(second.store.games()) == 2
    second.end()


def test_a_game_that_cannot_be_read_any_more_is_kept_and_a_new_one_begins(
    tmp_path: Path, profile: Profile, caplog: pytest.LogCaptureFixture
) -> None:
    first = rig(tmp_path, profile)
    first.table.start()
    first.until_name("ready")
    first.end()
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("UPDATE events SET told = '{}' WHERE number = 1")
        connection.commit()
    with caplog.at_level(logging.WARNING):
        second = rig(tmp_path, profile, game=None)
    assert "cannot go on" in caplog.text
    assert second.table.game_id == 2
    assert len(second.store.games()) == 2
    second.end()


@pytest.mark.long
def test_a_camera_that_is_pulled_out_is_told_and_the_game_waits_for_it(running: Rig) -> None:
    running.until_name("ready")
    running.source.unplugged = True
    lost = running.until_name("board_lost")
    assert "unplugged" in lost.as_json()["reason"]
    status = running.table.status()
    assert (status.board, status.camera) == (False, False)
    running.source.unplugged = False
    running.until_name("board_found")
    assert running.table.status().camera
    running.table.drawn.do("C5>BC6")
    assert running.until_name("move").as_json()["move"] == "C5>BC6"


def test_what_cannot_be_kept_is_not_told_until_it_can(running: Rig) -> None:
    running.until_name("ready")
    heard = len(running.heard)
    with closing(sqlite3.connect(running.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        running.store._writer.execute("PRAGMA busy_timeout = 10")  # noqa: SLF001
        running.table.decide(SayMove("C5>BC6"))
        assert [each.code for each in running.table.notices.standing()] == ["not-kept"]
        assert running.listening.take(0.2) == []
        other.execute("ROLLBACK")
    running.until_name("move")
    assert running.table.notices.standing() == ()
    numbers = [number for number, _ in running.heard]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(running.heard) > heard


def test_pictures_are_made_when_asked_for(running: Rig) -> None:
    running.until_name("ready")
    plain, drawn = (
        running.table.view.picture(),
        running.table.view.picture(running.table.sight.over_picture, 400),
    )
    assert plain is not None
    assert drawn is not None
    assert plain.startswith(JPEG)
    assert drawn.startswith(JPEG)
    assert len(drawn) < len(plain)


def test_what_it_sees_is_told_square_by_square(running: Rig) -> None:
    running.until_name("ready")
    sight = running.table.sight.told()
    assert sight["board"]
    assert {cube["square"] for cube in sight["cubes"]} == {"B2", "B5", "C2", "C5", "D2", "D5"}
    assert running.table.health()["calibrated"]


@pytest.mark.long
def test_a_table_that_was_never_learnt_still_shows_its_picture(tmp_path: Path, profile: Profile) -> None:
    made = rig(tmp_path, None)
    made.table.start()
    try:
        frame = made.table.view.frame()
        for _ in range(round(patient(200))):
            if frame is not None:
                break
            threading.Event().wait(0.02)
            frame = made.table.view.frame()
        assert made.table.view.picture() is not None
        assert made.table.sight.profile is None
        assert not made.table.health()["calibrated"]
        made.table.sight.use(profile)
        assert made.table.health()["calibrated"]
        made.until_name("ready")
    finally:
        made.end()


@pytest.mark.long
def test_a_kept_game_can_be_played_on_and_deleted(running: Rig) -> None:
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    running.until_name("move")
    running.until_name("turn")
    kept = running.table.game_id
    events = running.table.kept.events_of(kept)
    running.table.new_game(Game(Variant()))
    again = running.table.play_on(kept)
    assert running.table.kept.events_of(again)[: len(events)] == events
    assert running.table.status().moves == 1
    running.table.delete_game(kept)
    with pytest.raises(NoSuchGame):
        running.table.kept.record_of(kept)


def test_deleting_the_game_on_the_table_begins_it_anew(running: Rig) -> None:
    running.until_name("ready")
    first = running.table.game_id
    running.table.delete_game(first)
    assert running.table.game_id > first
    assert running.table.game().players == {"w": "Ada", "b": "Bo"}


@pytest.mark.long
def test_a_record_comes_out_and_goes_in_again(running: Rig) -> None:
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    running.until_name("move")
    text = record_plain(running.table.record())
    assert "C5►BC6" in text
    number = running.store.bring(*play.imported(text))
    assert record_plain(running.table.kept.record_of(number)) == text
    assert running.table.game_id != number


def test_the_drawn_table_refuses_what_real_cubes_cannot_do(running: Rig) -> None:
    with pytest.raises(TableError):
        running.table.drawn.do("A1>BA2")
    with pytest.raises(TableError):
        running.table.drawn.lay("B5wXYZ")


def test_cubes_of_the_drawn_table_lie_where_they_lay_after_a_restart(
    tmp_path: Path, profile: Profile
) -> None:
    first = rig(tmp_path, profile)
    first.table.start()
    first.until_name("ready")
    first.table.drawn.do("C5>BC6")
    cubes = first.table.drawn.standing()
    assert "C6wMKH" in cubes or "C6w" in cubes
    first.end()
    second = rig(tmp_path, profile, game=None)
    assert second.table.drawn.standing() == cubes
    second.end()


def test_start_position_text_of_these_tests_is_one() -> None:
    assert position_text(parse_position(START, Variant())) == START
