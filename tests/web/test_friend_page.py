"""A friend far away, on the pages of two tables: invited, joined, played with, taken back with, left."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import segno
from playwright.sync_api import Browser, expect

from companion.friend.desk import Desk
from companion.friend.invitation import Invitation
from companion.web.exchange.running import Extras
from companion.words.languages import LANGUAGES
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.patience import until
from tests.web.browsing import phone
from tests.web.tables import Client, Running, running
from vision.cubes.profile import Profile

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.long]

SET_UP = ("wHMK@B5", "bHMK@B2", "bKHM@C2", "wMKH@C5", "wHMK@D5", "bMHK@D2")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with broker_in(tmp_path / "broker") as found:
        yield found


@pytest.fixture
def tables(tmp_path: Path, profile: Profile) -> Iterator[tuple[Running, Running]]:
    with ExitStack() as closing:
        made = []
        for name in ("ada", "bea"):
            extras = Extras()
            found = closing.enter_context(running(tmp_path / name, profile, extras=extras))
            desk = Desk(found.table, tmp_path / name / "friend", None)
            closing.callback(desk.stop)
            extras.friends = desk
            made.append(found)
        yield made[0], made[1]


def friend(client: Client) -> Any:
    return client.get("/api/v1/friend").json


def invites(table: Running, broker: Mosquitto, **game: Any) -> str:
    asked = {"broker": broker.url, "colour": "w", "name": "Ada", "game": {"mode": "duel", **game}}
    told = table.player().post("/api/v1/friend/invite", asked)
    assert told.status == 200, told.body
    return str(told.json["code"])


def joins(table: Running, code: str) -> None:
    told = table.player().post("/api/v1/friend/join", {"code": code, "name": "Bea"})
    assert told.status == 200, told.body


def moves(table: Running) -> int:
    told = table.client().get("/api/v1/steps").json["steps"]
    return sum(each["event"] in ("move", "placed") for each in told)


def played(ada: Running, bea: Running, *told: str) -> None:
    for move in told:
        own, other = (ada, bea) if ada.client().state()["turn"][0] == "w" else (bea, ada)
        count = moves(own)
        own.player().play(move)
        assert until(lambda own=own, count=count: moves(own) > count)  # type: ignore[misc]
        due = other.client().until(lambda state: state["opponent"], f"{move} at the other table")
        other.player().play(due["opponent"]["move"])
        assert until(lambda count=count: moves(ada) == moves(bea) == count + 1)  # type: ignore[misc]


def test_who_has_never_seen_a_terminal_invites_and_is_joined_by_a_picture_of_the_code(
    chrome: Browser, tables: tuple[Running, Running], broker: Mosquitto, tmp_path: Path
) -> None:
    ada, bea = tables
    with phone(chrome, ada) as hers, phone(chrome, bea) as theirs:
        hers.enter().open("/new")
        hers.page.get_by_role("link", name="Invite your friend, or take an invitation").click()
        hers.page.get_by_label("Your name").nth(1).fill("Ada")
        hers.page.get_by_label("Broker").fill(broker.url)
        hers.shot("friend-invite")
        assert hers.axe() == []
        hers.page.get_by_role("button", name="Invite", exact=True).click()
        hers.says("Waiting for your friend's table.")
        code = hers.page.locator("textarea.code").input_value()
        assert Invitation.read(code).host == "Ada"
        hers.shot("friend-waiting")
        assert hers.axe() == []
        picture = tmp_path / "code.png"
        # A photograph has no bar of the page over it.
        segno.make(code, micro=False, error="m").save(str(picture), scale=5, border=4)
        theirs.enter().open("/friend")
        theirs.page.get_by_label("Your name").first.fill("Bea")
        theirs.page.locator("#friend-picture").set_input_files(picture)
        expect(theirs.page.get_by_label("Your friend's code")).to_have_value(code)
        theirs.shot("friend-join")
        theirs.page.get_by_role("button", name="Play", exact=True).click()
        for held in (hers, theirs):
            held.says("Connected: your friend's table is there.")
        theirs.shot("friend-connected")
        assert theirs.axe() == []
        ada.player().play("wHMK@B5")
        theirs.page.get_by_role("link", name="To the table").click()
        theirs.says("Ada: white cube on B5")
        theirs.by_hand()
        theirs.shot("friend-told")


def test_a_take_back_is_asked_and_answered_and_two_boards_that_differ_are_shown(
    chrome: Browser, tables: tuple[Running, Running], broker: Mosquitto
) -> None:
    ada, bea = tables
    joins(bea, invites(ada, broker))
    played(ada, bea, *SET_UP[:2])
    with phone(chrome, ada) as hers:
        hers.by_hand()
        hers.enter().open("/")
        assert bea.player().decide("undo").status == 200
        bea.player().lay(bea.client().state()["position"].split(" ")[0])
        hers.says("Bea has taken back")
        hers.shot("friend-asked-back")
        assert hers.axe() == []
        hers.page.get_by_role("button", name="Take it back too").click()
        assert until(lambda: moves(ada) == moves(bea) == 1)
        ada.player().lay(ada.client().state()["position"].split(" ")[0])
        hers.says("plays at the other table")
        state = ada.client().state()
        state["friend"]["difference"] = {
            "after": 1,
            "mine": state["position"],
            "hers": "B5wMKH b 0-0 --- setup",
        }
        hers.shown(state, "/friend")
        hers.says("The two tables differ")
        hers.shot("friend-differs")
        assert hers.axe() == []


def test_a_game_with_a_friend_goes_on_after_another_one(
    tables: tuple[Running, Running], broker: Mosquitto
) -> None:
    ada, bea = tables
    joins(bea, invites(ada, broker))
    played(ada, bea, *SET_UP[:2])
    player = ada.player()
    assert player.post("/api/v1/games", {"mode": "duel"}).status == 200
    player.until(lambda state: not state["friend"]["playing"], "the other game")
    assert player.post("/api/v1/friend/play_on").status == 200
    player.until(lambda state: state["friend"]["playing"], "the friend's game")
    assert moves(ada) == 2
    played(ada, bea, SET_UP[2])


def test_who_leaves_plays_with_nobody_and_keeps_no_code(
    tables: tuple[Running, Running], broker: Mosquitto
) -> None:
    ada, _ = tables
    invites(ada, broker)
    assert ada.client().get("/api/v1/friend").status == 401
    player = ada.player()
    assert friend(player)["friend"]["side"] == "w"
    assert ada.client().state()["friend"]["ever"] is False
    assert player.post("/api/v1/friend/leave").json["friend"] is None
    assert friend(player)["code"] is None
    assert "friend" not in ada.client().state()
    assert not (ada.folder / "friend").exists()


@pytest.mark.parametrize(
    ("route", "asked", "code"),
    [
        ("join", {"code": "himiki1:e30"}, "friend-bad-code"),
        ("invite", {"broker": "http://h", "colour": "w"}, "friend-bad-broker"),
        ("invite", {"broker": "mqtt://h", "colour": "w", "game": {"mode": "mukyan"}}, "friend-no-mode"),
        ("back", {"agree": True}, "friend-none-here"),
        ("play_on", {}, "friend-none-here"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    route: str, asked: dict[str, Any], code: str, tables: tuple[Running, Running]
) -> None:
    told = tables[0].player().post(f"/api/v1/friend/{route}", asked)
    assert (told.status, told.json["code"]) == (409, code)


def test_a_picture_without_a_code_is_said(tables: tuple[Running, Running]) -> None:
    for picture in (b"", b"no picture", b"\xff\xd8\xff\xe0" + b"x" * 100_000):
        told = tables[0].player().send("POST", "/api/v1/friend/code", raw=picture)
        assert (told.status, told.json["code"]) == (400, "friend-no-picture")


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out_in_any_language(
    chrome: Browser, tables: tuple[Running, Running], broker: Mosquitto, language: str
) -> None:
    with phone(chrome, tables[0], locale=language) as held:
        held.enter().open("/friend")
        held.page.locator("input[inputmode=url]").wait_for()
        held.shot(f"friend-{language}")
        assert held.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        invites(tables[0], broker)
        held.page.locator("img.qr").wait_for()
        assert held.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert held.axe() == []
