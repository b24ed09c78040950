"""A whole table goes out as one file and comes back, and what is damaged costs itself alone."""

import io
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.himiki.referee.events import Over
from companion.store import Store
from companion.table.state import backup
from companion.table.state.backup import (
    ABOUT,
    FORMAT,
    GAMES,
    KEPT,
    NoBackup,
    NoFolder,
    Restored,
    daily,
    pack,
    restore,
    write_backup,
)
from companion.table.state.folder import StateFolder
from tests.store.test_store import GAME, SAID, move

LEARNT = Path(__file__).parents[1] / "data/state/folder/virtual-profile"
SETTINGS = '[table]\nname = "club"\n'


def table(folder: Path, games: int = 3) -> StateFolder:
    kept = StateFolder(folder)
    with Store(kept.games, wall=lambda: 1000.0) as store:
        for number in range(games):
            game = replace(GAME, players={"w": f"Ada {number}", "b": "Bo"})
            store.bring(game, (*SAID, Over(t=9.0, winner="w", score=(5, 0))), 100.0 + number, 200.0)
    return kept


def packed(folder: StateFolder) -> io.BytesIO:
    file = io.BytesIO()
    pack(file, folder, SETTINGS, "club")
    file.seek(0)
    return file


def brought(file: io.BytesIO, folder: Path) -> Restored:
    kept = StateFolder(folder)
    with Store(kept.games) as store:
        return restore(file, kept, store)


def told(folder: StateFolder) -> list[object]:
    with Store(folder.games) as store:
        numbers = [each.id for each in reversed(store.games())]
        found = [store.load(number) for number in numbers]
    return [(each.game, each.started, each.ended, each.events) for each in found if each is not None]


def test_a_table_comes_back_whole_on_a_new_card(tmp_path: Path) -> None:
    old = table(tmp_path / "old")
    shutil.copytree(LEARNT, old.profile)
    came = brought(packed(old), tmp_path / "new")
    assert came == Restored(3, 0, 0, ("himiki",), SETTINGS)
    new = StateFolder(tmp_path / "new")
    assert told(new) == told(old)
    assert {each.name for each in new.profile.iterdir()} == {each.name for each in LEARNT.iterdir()}
    assert brought(packed(old), tmp_path / "new") == Restored(0, 3, 0, (), SETTINGS)
    assert told(new) == told(old)


def test_nothing_secret_goes_out(tmp_path: Path) -> None:
    kept = table(tmp_path / "old")
    for name in ("pin", "cookie-secret", "tls-key.pem", "tls-certificate.pem"):
        (kept.path / name).write_text("of nobody else", encoding="ascii")
    kept.profile.mkdir()
    (kept.profile / "a.txt").symlink_to(kept.path / "pin")
    with zipfile.ZipFile(packed(kept)) as inside:
        assert {ABOUT, GAMES, "himiki.toml"} == set(inside.namelist())
        assert not [name for name in inside.namelist() if b"of nobody else" in inside.read(name)]


def test_a_game_of_any_length_comes_back(tmp_path: Path) -> None:
    kept = table(tmp_path / "old", games=0)
    events = (*SAID, *(move(10.0 + count) for count in range(20_000)))
    with Store(kept.games) as store:
        store.bring(GAME, events, 100.0, 200.0)
    assert brought(packed(kept), tmp_path / "new").games == 1
    assert told(StateFolder(tmp_path / "new")) == told(kept)


SPOILT: dict[str, Callable[[sqlite3.Connection], object]] = {
    "no JSON": lambda c: c.execute("UPDATE games SET settings = '{' WHERE id = 2"),
    "no settings": lambda c: c.execute("UPDATE games SET settings = '[1]' WHERE id = 2"),
    "another game's": lambda c: c.execute("""UPDATE games SET settings = '{"game": "chess"}' WHERE id = 2"""),
    "no text": lambda c: c.execute("UPDATE games SET settings = 7 WHERE id = 2"),
    "no time": lambda c: c.execute("UPDATE games SET started = 'then' WHERE id = 2"),
    "no event": lambda c: c.execute("UPDATE events SET told = '{' WHERE game = 2 AND number = 3"),
    "no name": lambda c: c.execute("UPDATE events SET told = '[]' WHERE game = 2 AND number = 6"),
    "a hole": lambda c: c.execute("DELETE FROM events WHERE game = 2 AND number = 2"),
    "half a letter": lambda c: c.execute("UPDATE events SET told = CAST(x'7bff22' AS TEXT) WHERE game = 2"),
    "a half name": lambda c: c.execute("UPDATE games SET settings = CAST(x'7bff' AS TEXT) WHERE id = 2"),
}


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_damaged_row_costs_that_row_and_not_the_list(tmp_path: Path, spoil: str) -> None:
    kept = table(tmp_path / "old")
    with closing(sqlite3.connect(kept.games)) as connection, connection:
        SPOILT[spoil](connection)
    with Store(kept.games) as store:
        assert {1, 3} <= {each.id for each in store.games()}
        assert {each.game for each in store.between(0, store.newest())} >= {1, 3}
        assert store.latest_time() >= 9.0
    came = brought(packed(kept), tmp_path / "new")
    assert (came.games, came.unreadable) == (2, 0)
    assert [each[1] for each in told(StateFolder(tmp_path / "new"))] == [100.0, 102.0]  # type: ignore[index]


def test_a_line_that_is_damaged_costs_that_game(tmp_path: Path) -> None:
    with zipfile.ZipFile(packed(table(tmp_path / "old"))) as inside:
        lines = inside.read(GAMES).splitlines(keepends=True)
        about = inside.read(ABOUT)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as out:
        out.writestr(ABOUT, about)
        out.writestr(GAMES, lines[0] + lines[1][:100] + b"\n" + lines[2])
    came = brought(file, tmp_path / "new")
    assert (came.games, came.unreadable, came.settings) == (2, 1, None)


def no_backup(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in members.items():
            out.writestr(name, content)
    return file.getvalue()


ABOUT_ONE = json.dumps({"format": FORMAT}).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no archive at all",
        no_backup(other=b""),
        no_backup(**{ABOUT: b"{", GAMES: b""}),
        no_backup(**{ABOUT: b'{"format": "himiki-backup/9"}', GAMES: b""}),
        no_backup(**{ABOUT: ABOUT_ONE, GAMES: b" " * (17 * 1024**2)}),
        no_backup(**{ABOUT: ABOUT_ONE, GAMES: b"", "himiki.toml": b"#" * (33 * 1024**2)}),
        no_backup(**{ABOUT: ABOUT_ONE, GAMES: b""}, **{f"profile/{each}": b"" for each in range(300)}),
        no_backup(**{ABOUT: ABOUT_ONE, GAMES: b""})[:-30],
        no_backup(**{ABOUT: ABOUT_ONE, GAMES: b"\n" * 50_000}),
    ],
)
def test_what_is_no_back_up_is_refused_and_changes_nothing(tmp_path: Path, content: bytes) -> None:
    kept = table(tmp_path / "here")
    before = told(kept)
    with pytest.raises(NoBackup):
        brought(io.BytesIO(content), kept.path)
    assert told(kept) == before
    assert not kept.profile.exists()


def test_what_would_fill_the_card_is_refused_before_any_of_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ZIP of thirty megabytes may hold thirty gigabytes."""
    monkeypatch.setattr(backup, "_MOST_UNPACKED", 1024**2)
    pictures = {f"profile/himiki/{number}.png": bytes(200 * 1024) for number in range(6)}
    content = no_backup(**{ABOUT: ABOUT_ONE, GAMES: b""}, **pictures)
    assert len(content) < 10 * 1024
    with pytest.raises(NoBackup, match="unpack to more"):
        brought(io.BytesIO(content), tmp_path / "here")


def test_a_profile_that_cannot_be_used_is_left_and_one_that_is_here_stays(tmp_path: Path) -> None:
    old = table(tmp_path / "old")
    shutil.copytree(LEARNT, old.profile)
    (old.profile / "profile.json").write_text("{", encoding="ascii")
    assert brought(packed(old), tmp_path / "new").profiles == ()
    assert sorted(each.name for each in (tmp_path / "new").iterdir()) == ["games.sqlite"]
    own = StateFolder(tmp_path / "third")
    own.profile.mkdir()
    (old.profile / "profile.json").write_bytes((LEARNT / "profile.json").read_bytes())
    assert brought(packed(old), tmp_path / "third").profiles == ()


def test_the_names_in_a_back_up_lead_nowhere_else(tmp_path: Path) -> None:
    members = {
        ABOUT: ABOUT_ONE,
        GAMES: b"",
        "profile/himiki/../../../pin.txt": b"1",
        "profile/himiki/x.sh": b"2",
    }
    brought(io.BytesIO(no_backup(**members)), tmp_path / "deep" / "new")
    assert {each.name for each in tmp_path.rglob("*")} == {"deep", "new", "games.sqlite"}


def test_seven_daily_back_ups_stay(tmp_path: Path) -> None:
    kept = table(tmp_path / "old", games=1)
    place = tmp_path / "stick"
    with pytest.raises(NoFolder):
        daily(place, lambda path: None, "club")
    place.mkdir()
    (place / "holiday.jpg").touch()
    made = []
    for day in range(10):
        moment = 1e9 + 86400.0 * day

        def write(path: Path, moment: float = moment) -> None:
            write_backup(path, kept, SETTINGS, "club")
            os.utime(path, (moment, moment))

        made.append(daily(place, write, "club", now=lambda moment=moment: moment))  # type: ignore[misc]
        assert daily(place, write, "club", now=lambda moment=moment: moment + 3600) is None  # type: ignore[misc]
    assert all(made)
    assert len(set(made)) == 10
    there = sorted(each for each in place.iterdir() if each.suffix == ".zip")
    assert there == sorted(made)[-KEPT:]  # type: ignore[type-var]
    assert (place / "holiday.jpg").exists()
    assert all(each.stat().st_mode & 0o077 == 0 for each in there)


def test_a_full_stick_keeps_the_back_ups_that_are_there(tmp_path: Path) -> None:
    def fails(path: Path) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "club-20010101-000000.himiki.zip").touch()
    with pytest.raises(OSError, match="No space"):
        daily(tmp_path, fails, "club", now=lambda: 4e9)
    assert [each.name for each in tmp_path.iterdir()] == ["club-20010101-000000.himiki.zip"]
