"""Games kept in a real SQLite file: nothing announced is lost, nothing damaged is thrown away."""

import json
import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.clockwork import Clock
from companion.games.himiki.agreed import Game
from companion.games.himiki.importing import imported
from companion.games.himiki.referee.events import Corrected, Event, Move, Over, Ready, Turn, Violation
from companion.games.himiki.rules.cubes import Colour, Element
from companion.games.himiki.rules.errors import NotationError
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.games.himiki.rules.written.record import replay
from companion.games.himiki.rules.written.record_text import parse_record
from companion.store import SettingsError, Store, StoreError, StoreTooNew, game_from, settings_of
from companion.store.schema import MIGRATIONS

START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"
DUEL = Variant()
GAME = Game(DUEL, parse_position(START, DUEL), players={"w": "Ada", "b": "Bo"}, seed=7)


def move(t: float, text: str = "B5>BB4") -> Move:
    return Move(t=t, move=text, by="w", points=1, influence=("H",), score=(2, 0), position=START)


SAID: tuple[Event, ...] = (
    Ready(t=0.5, mode="duel", edition="second", position=START),
    Turn(t=0.5, turn="w"),
    move(2.0),
    Violation(t=3.0, rule="3.2", text="diagonal", restore=(), code="diagonal", values={"square": "B5"}),
    Corrected(t=4.0, reason="undo", score=(0, 0), position=START, back=1),
)


def store_in(folder: Path, **more: object) -> Store:
    return Store(folder / "games.sqlite", **more)  # type: ignore[arg-type]


def in_file(path: Path) -> list[dict[str, object]]:
    """What another program finds in the file, whatever this one still has in its memory."""
    with closing(sqlite3.connect(path)) as connection:
        return [json.loads(told) for (told,) in connection.execute("SELECT told FROM events ORDER BY id")]


def test_a_game_comes_back_as_it_was_agreed_on_and_said(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        store.append(number, SAID)
    with store_in(tmp_path) as store:
        assert store.going_on() == number
        kept = store.load(number)
        assert kept is not None
        assert kept.game == GAME
        assert kept.events == SAID


def test_an_event_is_in_the_file_before_append_returns(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        stored = store.append(number, SAID[:1])
        assert in_file(store.path) == [SAID[0].as_json()]
        assert [json.loads(each.text) for each in stored] == [SAID[0].as_json()]


def test_every_write_waits_for_the_disk(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        writer = store._writer  # noqa: SLF001
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_numbers_grow_over_all_games_and_are_never_given_twice(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        first = store.begin(GAME)
        store.append(first, SAID[:2])
        second = store.begin(GAME)
        store.append(second, SAID[:2])
        assert [each.id for each in store.between(0, store.newest())] == [1, 2, 3, 4]
        store.delete(second)
        third = store.begin(GAME)
        assert third > second
        assert [each.id for each in store.append(third, SAID[:1])] == [5]


def test_catching_up_goes_on_behind_the_number_given(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        for count in range(1200):
            store.append(number, [move(count)])
        assert [each.id for each in store.between(3, 1200)] == list(range(4, 1201))
        assert next(store.between(700, 1200)).told == move(700)


def test_a_new_game_ends_the_one_that_was_going_on(tmp_path: Path) -> None:
    times = iter([100.0, 200.0, 300.0])
    with store_in(tmp_path, wall=lambda: next(times)) as store:
        first = store.begin(GAME)
        second = store.begin(GAME)
        assert store.going_on() == second
        listed = {each.id: each for each in store.games()}
        assert (listed[first].started, listed[first].ended) == (100.0, 200.0)
        assert listed[second].ended is None


def test_a_clock_that_jumps_back_changes_no_order(tmp_path: Path) -> None:
    times = iter([1e9, 5.0, 4e9, 3.0])
    with store_in(tmp_path, wall=lambda: next(times)) as store:
        number = store.begin(GAME)
        for event in SAID[:3]:
            store.append(number, [event])
        kept = store.load(number)
        assert kept is not None
        assert kept.events == SAID[:3]
        assert [each.told for each in store.between(0, 9)] == list(SAID[:3])


def test_the_list_shows_the_newest_first_with_its_score(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.begin(GAME)
        number = store.begin(GAME)
        store.append(number, [*SAID[:3], Over(t=9, winner="w", score=(5, 2))])
        first, second = store.games()
        assert (first.id, first.moves, first.settings["players"]) == (number, 1, {"w": "Ada", "b": "Bo"})
        assert first.last is not None
        assert first.last["winner"] == "w"
        assert second.last is None


def test_deleting_takes_the_events_along_and_leaves_other_games(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        first, second = store.begin(GAME), store.begin(GAME)
        store.append(first, SAID)
        store.append(second, SAID[:1])
        assert store.delete(first)
        assert not store.delete(first)
        assert store.load(first) is None
        assert len(in_file(store.path)) == 1


def test_a_game_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        with pytest.raises(StoreError, match="cannot be written"):
            store.append(number + 1, SAID)
        assert store.newest() == 0
        store.append(number, SAID)
        assert store.newest() == len(SAID)


def test_threads_read_while_one_writes(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        seen: list[list[int]] = []

        def read() -> None:
            while store.newest() < 60:
                seen.append([each.id for each in store.between(0, store.newest())])

        readers = [threading.Thread(target=read) for _ in range(4)]
        for reader in readers:
            reader.start()
        for count in range(60):
            store.append(number, [move(count)])
        for reader in readers:
            reader.join(timeout=20)
        assert seen
        assert all(ids == list(range(1, len(ids) + 1)) for ids in seen)


# Damage


def filled(folder: Path, events: int = 400) -> Path:
    with store_in(folder) as store:
        for _ in range(4):
            number = store.begin(GAME)
            for count in range(events // 4):
                store.append(number, [move(count)])
        return store.path


def test_a_page_of_rubbish_costs_no_more_than_that_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = filled(tmp_path)
    rubbish = bytearray(path.read_bytes())
    pages = len(rubbish) // 4096
    middle = 4096 * (pages // 2)
    rubbish[middle : middle + 4096] = b"\xa5" * 4096
    path.write_bytes(rubbish)
    with caplog.at_level(logging.WARNING), store_in(tmp_path) as store:
        assert store.damage is not None
        assert store.damage.kept.read_bytes() == bytes(rubbish)
        assert "kept as" in caplog.text
        found = [store.load(each.id) for each in store.games()]
        told = [event for kept in found if kept is not None for event in kept.events]
        assert 100 <= len(told) < 400
        assert all(isinstance(event, Move) for event in told)
        number = store.begin(GAME)
        assert store.append(number, SAID[:1])[0].id > 400


def test_a_file_that_is_no_database_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"a poem, not a database" * 400)
    with store_in(tmp_path) as store:
        assert store.damage is not None
        assert store.damage.kept.read_bytes().startswith(b"a poem")
        assert store.games() == ()
        store.append(store.begin(GAME), SAID)


def test_a_file_cut_short_is_kept_aside_and_what_is_left_comes_over(tmp_path: Path) -> None:
    path = filled(tmp_path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with store_in(tmp_path) as store:
        assert store.damage is not None
        assert store.damage.games == len(store.games())
        assert store.damage.kept.exists()


def test_files_kept_aside_never_replace_each_other(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    for word in (b"first", b"second", b"third"):
        path.write_bytes(word * 2000)
        store_in(tmp_path, wall=lambda: 1e9).close()
        path.unlink()
    kept = sorted(each.read_bytes()[:5] for each in tmp_path.glob("games.damaged-*.sqlite"))
    assert kept == [b"first", b"secon", b"third"]


def test_a_hole_in_a_game_is_not_passed_over(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        store.append(number, SAID)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("DELETE FROM events WHERE number = 2")
        connection.commit()
    with store_in(tmp_path) as store, pytest.raises(StoreError, match="hole"):
        store.load(number)


def test_damage_that_shows_in_use_is_repaired_in_use(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        store.append(number, SAID)
        damage = store.repair("for once")
        assert (damage.games, damage.events, damage.lost_events) == (1, len(SAID), 0)
        kept = store.load(number)
        assert kept is not None
        assert kept.events == SAID
        assert store.append(number, SAID[:1])[0].id == len(SAID) + 1


# Versions


def test_a_file_of_version_1_is_lifted_and_a_copy_of_it_kept(tmp_path: Path) -> None:
    dump = (Path(__file__).parents[1] / "data/store/version-1.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.executescript(dump)
    notes = "ALTER TABLE games ADD COLUMN note TEXT NOT NULL DEFAULT '';"
    with store_in(tmp_path, migrations=(*MIGRATIONS, notes)) as store:
        assert store.damage is None
        kept = store.load(1)
        assert kept is not None
        assert [event.name for event in kept.events] == ["ready", "turn", "move"]
        assert kept.game.players == {"w": "Ada", "b": "Bo"}
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
        assert connection.execute("SELECT note FROM games").fetchall() == [("",)]
    with closing(sqlite3.connect(tmp_path / "games.version-1.sqlite")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (3,)


def test_a_file_of_version_1_is_read_by_this_program(tmp_path: Path) -> None:
    dump = (Path(__file__).parents[1] / "data/store/version-1.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.executescript(dump)
    with store_in(tmp_path) as store:
        kept = store.load(1)
        assert kept is not None
        assert kept.game.start is not None
        assert position_text(kept.game.start) == START


def test_a_lifting_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.append(store.begin(GAME), SAID)
    broken = "ALTER TABLE games ADD COLUMN note TEXT; ALTER TABLE nothing ADD COLUMN x;"
    with pytest.raises(StoreError):
        store_in(tmp_path, migrations=(*MIGRATIONS, broken))
    with store_in(tmp_path) as store:
        kept = store.load(1)
        assert kept is not None
        assert kept.events == SAID


def test_a_file_of_a_later_program_is_left_alone(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.begin(GAME)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = (tmp_path / "games.sqlite").read_bytes()
    with pytest.raises(StoreTooNew, match="update it"):
        store_in(tmp_path)
    assert (tmp_path / "games.sqlite").read_bytes() == before


# What is agreed on


@pytest.mark.parametrize(
    "game",
    [
        Game(DUEL),
        GAME,
        Game(Variant(Mode.TEAMS, Edition.FIRST, chaos=True), players={"wl": "Ada"}, clock=Clock(15, 10)),
        Game(Variant(Mode.MUK_YAN, human=Colour.BLACK), seed=3, own_dice=False),
        Game(DUEL, free=True),
        Game(
            Variant(Mode.MINDLOCK, in_play=frozenset({Element.FIRE})),
            parse_position(
                "B3bK??,B4wHMK w 0-0 --- -", Variant(Mode.MINDLOCK, in_play=frozenset({Element.FIRE}))
            ),
            challenge="F01",
            par=3,
        ),
    ],
    ids=lambda game: game.mode,
)
def test_settings_come_back_as_they_were(game: Game) -> None:
    assert game_from(json.loads(json.dumps(settings_of(game)))) == game


def test_all_faults_of_settings_are_named_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        game_from({"mode": "chess", "chaos": "yes", "players": {"x": 1}, "start": "B5w", "colour": 1})
    assert len(caught.value.faults) == 5


def test_chaos_is_refused_where_it_does_not_belong() -> None:
    with pytest.raises(SettingsError, match="not for mukyan"):
        game_from({"mode": "mukyan", "chaos": True})


# Records from elsewhere

RECORD = f"""# mode: duel
# w: Ada
# start: {START}

B5►BB4
C2►BC3*
"""


def test_a_record_from_elsewhere_becomes_a_game_of_the_list(tmp_path: Path) -> None:
    record = parse_record(RECORD.replace("C2►BC3*", "C2►BC3"))
    with store_in(tmp_path) as store:
        going_on = store.begin(GAME)
        number = store.bring(*imported(record))
        assert store.going_on() == going_on
        kept = store.load(number)
        assert kept is not None
        moves = [event for event in kept.events if isinstance(event, Move)]
        assert [each.move for each in moves] == ["B5>BB4", "C2>BC3"]
        assert moves[-1].position == position_text(replay(record).end(record.start))
        assert kept.game.players == {"w": "Ada"}


def test_a_record_with_a_set_up_brings_its_placements() -> None:
    record = parse_record("# mode: duel\n# start: - w 0-0 --- setup\n\nwHMK@B5\n")
    _, events = imported(record)
    assert [event.name for event in events] == ["ready", "placed"]


def test_a_record_that_cannot_be_replayed_is_refused_with_its_place() -> None:
    with pytest.raises(NotationError, match="entry 2"):
        imported(parse_record(RECORD.replace("C2►BC3*", "C5►BC4")))
