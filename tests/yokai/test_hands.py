"""Hands that were dealt: the phone that holds a seat gets its cards, and nobody else is told of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.yokai.agreed import Agreed
from companion.games.yokai.play import autoplay
from companion.games.yokai.rules.cards import CARDS
from tests.web.tables import Client, Running
from tests.yokai.serving import by_phone

GAME = Agreed({"a": "Ada", "b": "Bo"}, hands="dealt", seed=1234567891234)
OPEN = (
    "/api/v1/state",
    "/api/v1/steps",
    "/api/v1/games",
    "/api/v1/games/{game}",
    "/api/v1/games/{game}/record",
    "/api/v1/games/{game}/record?form=text",
    "/api/v1/yokai/seats",
    "/api/v1/yokai/results",
    "/api/v1/health",
    "/api/v1/settings",
    "/api/v1/export",
    "/api/v1/players",
)
"""What anybody may read, at this table or after it."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Running]:
    with by_phone(tmp_path, GAME) as found:
        yield found


def seated(table: Running, side: str) -> Client:
    phone = table.player()
    assert phone.post("/api/v1/yokai/seats", {"side": side, "hold": True}).status == 200
    return phone


def hand(phone: Client) -> dict[str, list[str]]:
    told: dict[str, list[str]] = phone.get("/api/v1/yokai/hand").json["hands"]
    return told


def legal(card: str) -> str:
    return f"{card}>{card[0]}"


def test_each_phone_is_told_its_own_hand_and_a_stranger_none(table: Running) -> None:
    ada, bo, third = seated(table, "a"), seated(table, "b"), table.player()
    assert {side: len(cards) for side, cards in hand(ada).items()} == {"a": 4}
    assert {side: len(cards) for side, cards in hand(bo).items()} == {"b": 3}
    assert hand(third) == {}
    assert table.client().get("/api/v1/yokai/hand").status == 401
    assert table.client().get("/api/v1/yokai/seats").json["seats"] == {"a": "held", "b": "held"}


def test_a_hand_that_is_held_is_given_to_nobody_until_it_is_given_up(table: Running) -> None:
    ada, bo = seated(table, "a"), table.player()
    assert bo.post("/api/v1/yokai/seats", {"side": "a", "hold": True}).status == 409
    bo.post("/api/v1/yokai/seats", {"side": "a", "hold": False})
    assert hand(ada)
    ada.post("/api/v1/yokai/seats", {"side": "a", "hold": False})
    assert bo.post("/api/v1/yokai/seats", {"side": "a", "hold": True}).status == 200
    assert hand(bo)
    assert hand(ada) == {}


def test_a_phone_that_was_forgotten_holds_nothing(table: Running) -> None:
    ada, bo = seated(table, "a"), table.player()
    devices = bo.get("/api/v1/devices").json["devices"]
    for each in devices:
        if not each["own"]:
            assert bo.post(f"/api/v1/devices/{each['id']}/forget").status == 200
    assert ada.get("/api/v1/yokai/hand").status == 401
    assert bo.get("/api/v1/yokai/seats").json["seats"]["a"] == "free"


def test_only_whoever_holds_a_hand_plays_from_it(table: Running) -> None:
    ada, bo = seated(table, "a"), seated(table, "b")
    cards = hand(ada)["a"]
    told = {"side": "a", "move": legal(cards[0])}
    assert bo.post("/api/v1/yokai/lay", told).status == 409
    assert bo.decide("move", move=legal(cards[0])).status == 409
    # Whether a card is in that hand makes no difference to what is answered.
    lacking = next(kind for kind in CARDS.kinds if kind not in cards)
    answers = {
        bo.post("/api/v1/yokai/lay", {"side": "a", "move": legal(each)}).body for each in (lacking, cards[0])
    }
    assert len(answers) == 1
    assert ada.post("/api/v1/yokai/lay", told).status == 200
    assert len(hand(ada)["a"]) == 3
    assert table.client().state()["moves"] == 1


@pytest.mark.long
def test_no_answer_event_record_or_list_says_what_a_hand_holds(table: Running) -> None:
    """Everything that can be read is read while cards are held; then the same hands are dealt otherwise, and
    it says the same: nothing of it depends on what is hidden."""
    ada, bo = seated(table, "a"), seated(table, "b")
    secret = {json.dumps(hand(ada)["a"]), json.dumps(hand(bo)["b"])}
    listening = table.table.events.subscribe(0)
    game = table.client().state()["game"]
    ada.post("/api/v1/yokai/lay", {"side": "a", "move": legal(hand(ada)["a"][0])})
    ada.post("/api/v1/yokai/lay", {"side": "a", "move": "end"})
    laid = {each["move"][:3].rstrip("►>") for each in bo.get("/api/v1/steps").json["steps"] if "move" in each}
    held = [*hand(ada)["a"], *hand(bo)["b"]]
    texts = [event.as_json() for _, event in listening.take(1.0)]
    told = [json.dumps(texts)]
    for path in OPEN:
        read = path.format(game=game)
        told += [phone.get(read).body.decode() for phone in (table.client(), bo)]
    for text in told:
        assert str(GAME.seed) not in text
        assert not any(each in text for each in secret)
        for card in set(held) - laid:
            assert f'"{card}"' not in text
            assert f"draw.{card}" not in text
    positions = list(_positions(json.loads(told[1])))
    assert positions
    for position in positions:
        assert set(position.split()[6].split("/")) <= {"?1", "?2", "?3", "?4", "-"}


def _positions(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        for name, value in told.items():
            if name == "position" and isinstance(value, str):
                yield value
            yield from _positions(value)
    elif isinstance(told, list):
        for each in told:
            yield from _positions(each)


def test_a_game_goes_on_with_the_same_hands_after_a_power_cut(tmp_path: Path) -> None:
    with by_phone(tmp_path, GAME) as table:
        ada = seated(table, "a")
        ada.post("/api/v1/yokai/lay", {"side": "a", "move": legal(hand(ada)["a"][1])})
        before, cookie, state = hand(ada), ada.cookie, ada.state()
    with by_phone(tmp_path) as table:
        again = table.client()
        again.cookie = cookie
        assert hand(again) == before
        assert again.state()["position"] == state["position"]


def test_whoever_begins_a_game_does_not_choose_what_is_dealt(table: Running) -> None:
    ada = table.player()
    assert ada.post("/api/v1/games", {"game": "yokai", "hands": "dealt", "seed": 1}).status == 400
    assert ada.post("/api/v1/games", {"game": "yokai", "hands": "dealt"}).status == 200
    assert table.table.game().seed != GAME.seed
    assert ada.get("/api/v1/yokai/seats").json["seats"] == {"a": "free", "b": "free"}


def test_a_level_holds_its_hand_itself(table: Running) -> None:
    ada = table.player()
    told = {"game": "yokai", "levels": {"b": "adept"}}
    assert ada.post("/api/v1/games", told).status == 200
    assert ada.post("/api/v1/yokai/seats", {"side": "b", "hold": True}).status == 409
    ada.post("/api/v1/yokai/seats", {"side": "a", "hold": True})
    ada.post("/api/v1/yokai/lay", {"side": "a", "move": legal(hand(ada)["a"][0])})
    ada.post("/api/v1/yokai/lay", {"side": "a", "move": "end"})
    ada.until(lambda state: state["turn"] == "a", "the level's turn")
    assert set(hand(ada)) == {"a"}


@pytest.mark.long
@pytest.mark.parametrize("hands", ["own", "dealt"])
def test_a_table_without_a_camera_plays_by_itself(tmp_path: Path, hands: str) -> None:
    with by_phone(tmp_path, Agreed(hands=hands, seed=3)) as table:
        player = autoplay(table.table)
        player.start()
        table.client().until(lambda state: state["moves"] > 3, "some cards")
        player.stop()
        assert not table.client().state()["violation"]


@pytest.mark.long
def test_a_game_that_is_not_over_is_handed_on_without_what_was_dealt(table: Running) -> None:
    """It goes on elsewhere with real cards; here its hands are as they were."""
    ada = seated(table, "a")
    number = ada.state()["game"]
    ada.post("/api/v1/yokai/lay", {"side": "a", "move": legal(hand(ada)["a"][0])})
    position = ada.state()["position"].split()
    assert ada.post("/api/v1/games", {"game": "yokai"}).status == 200
    told = table.client().get("/api/v1/export").body.decode()
    assert str(GAME.seed) not in told
    (game,) = json.loads(told)["games"]
    assert game["settings"]["hands"] == "own"
    brought = ada.post("/api/v1/import", game).json
    assert brought["new"]
    ada.post(f"/api/v1/games/{brought['id']}/play_on")
    assert ada.state()["hands"] == "own"
    assert ada.state()["position"].split()[:4] == position[:4]
    ada.post(f"/api/v1/games/{number}/play_on")
    ada.post("/api/v1/yokai/seats", {"side": "a", "hold": True})
    assert ada.state()["position"].split() == position
    assert len(hand(ada)["a"]) == 3
