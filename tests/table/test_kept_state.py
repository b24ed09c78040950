"""What an earlier version kept opens, goes on and is handed on as it was there.

`tests/data/state/folder` was left by a table from which the power was taken in the middle of a game,
`told.json` is what that version itself told of it. Both stay as they are, whatever is written from now on.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.store import Store
from companion.table import GameDecided, OwnClock, Table, opened
from tests.kept_state import HOME, told_of, unpacked
from tests.patience import patient
from vision.cubes.profile import load_profile

TOLD: dict[str, Any] = json.loads((HOME / "told.json").read_text(encoding="utf-8"))
COPIED = ("Fay", "Gus")
"""They played no game but the copy of another one: since then only one of such two counts."""
for _told in (TOLD["players"], TOLD["export"]["players"]):
    _told["players"] = [each for each in _told["players"] if each["name"] not in COPIED]
GOING_ON = 11
MARKED = [[1003.3, 383.5], [1231.3, 351.3], [1171.3, 87.6], [952.1, 119.4]]
"""Where the tray was marked, in pixels."""


THEN = datetime.fromtimestamp(max(game["started"] for game in TOLD["games"])).astimezone().date()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Opened on the day on which it was kept: whoever has not played for a while is known less well."""
    monkeypatch.setattr("companion.web.people.today", lambda: THEN)
    return unpacked(tmp_path)


def test_games_are_listed_resumed_and_handed_on_as_before(folder: Path) -> None:
    told = told_of(folder)
    assert sorted(told) == sorted(TOLD)
    assert list(otherwise(told, TOLD)) == []
    for what, before in TOLD.items():
        if what == "export":
            assert told[what] == before
        elif what.startswith("game "):
            assert (told[what]["record"], told[what]["text"]) == (before["record"], before["text"])


def otherwise(now: Any, before: Any, place: str = "") -> Iterator[str]:
    """Where a program that read the answers of then finds something else, besides what came to them."""
    if isinstance(now, dict) and isinstance(before, dict):
        for key, value in before.items():
            if key in now:
                yield from otherwise(now[key], value, f"{place}/{key}")
            else:
                yield f"{place}/{key} is gone"
    elif isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        for number, (one, other) in enumerate(zip(now, before, strict=True)):
            yield from otherwise(one, other, f"{place}/{number}")
    elif now != before:
        yield f"{place} is {now!r}, not {before!r}"


def test_there_is_a_game_of_every_kind_among_them() -> None:
    kinds = {(game["mode"], game["edition"], bool(game["levels"]), game["over"]) for game in TOLD["games"]}
    assert {mode for mode, *_ in kinds} == {"duel", "teams", "mukyan", "mindlock", "free"}
    assert {"first", "second"} == {edition for _, edition, *_ in kinds}
    assert any(levels for *_, levels, _ in kinds)
    assert {over for *_, over in kinds} == {True, False}
    assert any("hands:" in step["position"] for step in TOLD["game 4"]["steps"]["steps"]), "with Chaos tiles"


@pytest.fixture
def table(folder: Path) -> Iterator[Table]:
    store = Store(folder / "games.sqlite")
    camera = opened("sim", OwnClock(store.latest_time()), folder / "virtual-table.json")
    assert camera.drawn is not None
    camera.drawn.table.pace = 0.0
    profile = load_profile(folder / "virtual-profile")
    table = Table(camera, profile, store, clock=OwnClock(store.latest_time()), state_folder=folder)
    yield table
    table.stop()
    store.close()
    camera.source.close()


@pytest.mark.long
def test_the_game_goes_on_with_what_was_learnt_on_the_board_as_it_lay(table: Table) -> None:
    assert (table.game_id, table.status().moves) == (GOING_ON, TOLD["state"]["moves"])
    with table.events.subscribe() as listening:
        table.start()
        assert table.wait_for_sight(patient(20))
        table.drawn.do("B5>BB4")
        said: list[str] = []
        while "move" not in said:
            heard = listening.take(patient(20))
            assert heard, said
            said += [event.name for _, event in heard]
    assert not {"violation", "uncertain", "corrected"} & set(said)
    assert table.status().moves == TOLD["state"]["moves"] + 1


def test_every_game_that_is_not_over_is_played_on_from_where_it_stood(table: Table) -> None:
    for game in TOLD["games"]:
        last = TOLD[f"game {game['id']}"]["steps"]["steps"][-1:]
        if game["over"]:
            with pytest.raises(GameDecided):
                table.play_on(game["id"])
            continue
        table.play_on(game["id"])
        status = table.status()
        assert status.mode == game["mode"]
        assert [status.position] == [each["position"] for each in last] or status.mode == "free"


def test_the_profile_is_read_with_the_tray_where_it_was_marked(table: Table) -> None:
    told = table.sight.tray()
    assert told["size"] == [1280, 960]
    assert told["tray"] == MARKED
