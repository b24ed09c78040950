"""The stable part of the API, as other programs drive it (FORMATS 7)."""

import threading
from typing import Any

import pytest

from tests.web.tables import PATIENCE, START, Running

STABLE = {
    *("mode", "edition", "position", "score", "turn", "influences", "players", "must_tilt", "replay"),
    *("violation", "question", "board", "clear", "moves", "last_event"),
}


def test_the_state_has_every_field_that_programs_rely_on(table: Running) -> None:
    state = table.client().state()
    assert set(state) >= STABLE
    assert (state["mode"], state["score"], state["influences"]) == ("duel", [0, 0], "---")


@pytest.mark.long
def test_a_duel_is_set_up_and_played_on_the_drawn_table(table: Running) -> None:
    player = table.player()
    state = player.begin()
    assert state["position"] == f"{START} w 0-0 --- -"
    player.play("B5>BB4")
    state = player.until(lambda state: state["moves"] == 1, "the move")
    assert state["turn"] == "b"
    assert state["position"].startswith("B2bMHK,B4wMHK,")


@pytest.mark.long
def test_an_undo_gives_the_move_back_and_the_turn_to_who_had_it(table: Running) -> None:
    player = table.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    assert player.decide("undo").status == 200
    state = player.state()
    assert (state["turn"], state["moves"]) == ("w", 0)


def test_a_decision_that_makes_no_sense_now_is_refused_and_changes_nothing(table: Running) -> None:
    player = table.player()
    player.begin()
    before = player.state()
    refused = player.decide("answer", option="yes")
    assert refused.status == 409
    assert refused.json["error"]
    assert player.state()["position"] == before["position"]


@pytest.mark.long
def test_a_state_is_of_one_game_whatever_is_begun_while_it_is_asked_for(table: Running) -> None:
    sides = ({"w": "Ada", "b": "Bo"}, {"w": "Bo", "b": "Ada"})
    player, begun, torn = table.player(), threading.Event(), []
    first = player.post("/api/v1/games", {"mode": "duel", "players": sides[0]}).json["id"]

    def watch() -> None:
        client = table.client()
        while not begun.is_set():
            state = client.state()
            if state["agreed"]["players"] != sides[(state["game"] - first) % 2]:
                torn.append(state["game"])

    watching = threading.Thread(target=watch)
    watching.start()
    for turn in range(1, 40):
        assert player.post("/api/v1/games", {"mode": "duel", "players": sides[turn % 2]}).status == 200
    begun.set()
    watching.join(PATIENCE)
    assert torn == []


DECISIONS = (
    "undo, takeback, accept, end_turn, position, move, claim, unclaim, roll, answer, resign, pause or seen"
)


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"decision": "dance"}, f"'decision' is \"dance\": it has to be {DECISIONS}"),
        ({"decision": "claim"}, "'side' is missing: it has to be w or b"),
        ({"decision": "claim", "side": 3}, "'side' is 3: it has to be w or b"),
        ({"decision": "roll", "black": "X", "white": "H"}, "'black' is \"X\": it has to be H, M or K"),
        ({"decision": "answer"}, "'option' is missing: it has to be a text, 1 to 200 characters"),
        ([], "the body is a list of 0: it has to be an object"),
        (7, "the body is 7: it has to be an object"),
        ({}, f"'decision' is missing: it has to be {DECISIONS}"),
    ],
)
@pytest.mark.long
def test_a_decision_that_is_none_is_refused_in_a_sentence(table: Running, body: Any, sentence: str) -> None:
    refused = table.player().post("/api/v1/decisions", body)
    assert (refused.status, refused.json["error"]) == (400, sentence)


def test_a_game_is_started_as_it_was_asked_for(table: Running) -> None:
    player = table.player()
    asked = {
        "mode": "teams",
        "edition": "first",
        "chaos": True,
        "players": {"wl": "Ada", "bd": "Bo"},
        "start": None,
    }
    assert player.post("/api/v1/games", asked).status == 200
    state = player.state()
    assert (state["mode"], state["edition"], state["players"]) == (
        "teams",
        "first",
        {"wl": "Ada", "bd": "Bo"},
    )


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"mode": "chess"}, "'mode' is \"chess\": it has to be duel, teams, mukyan, mindlock or free"),
        ({"mode": "duel", "start": "B5wHMK"}, "not a position"),
        ({"mode": "mukyan", "chaos": True}, "Chaos tiles are for duel and teams"),
        ({"mode": "mindlock"}, "start"),
        (
            {"mode": "duel", "players": {"x": "Who"}},
            "'players' has no field 'x': there are w, b, wl, bl, wd and bd",
        ),
        (
            {"mode": "duel", "clock": {"minutes": 0}},
            "'clock.minutes' is 0: it has to be a number, more than 0, at most 600",
        ),
    ],
)
@pytest.mark.long
def test_a_game_that_cannot_be_is_refused_with_its_reason(
    table: Running, body: dict[str, Any], reason: str
) -> None:
    refused = table.player().post("/api/v1/games", body)
    assert refused.status == 400
    assert reason in refused.json["error"]


def test_the_drawn_table_takes_every_kind_of_verb(table: Running) -> None:
    player = table.player()
    player.lay("B5wHMK,C5wHMK")
    for body in (
        {"move": "B5>PB5"},
        {"move": {"lift": "C5"}},
        {"move": "bKHM@C2"},
        {"move": {"hand": True}},
        {"hand": False},
        {"lift": "C2"},
    ):
        assert player.post("/api/v1/sim/moves", body).status == 200, body
    assert player.get("/api/v1/sim").json == {"there": True, "cubes": "B5wHKM"}


def test_a_verb_that_the_drawn_table_cannot_do_is_refused_with_its_reason(table: Running) -> None:
    refused = table.player().post("/api/v1/sim/moves", {"move": "A1>BA2"})
    assert refused.status == 400
    assert "A1" in refused.json["error"]


@pytest.mark.long
def test_a_hand_over_the_table_makes_it_unclear_until_it_goes(table: Running) -> None:
    player = table.player()
    player.begin()
    player.post("/api/v1/sim/moves", {"hand": True})
    player.until(lambda state: not state["clear"], "the hand")
    player.post("/api/v1/sim/moves", {"hand": False})
    player.until(lambda state: state["clear"], "a clear table")


def test_legal_moves_are_those_of_the_rules(table: Running) -> None:
    player = table.player()
    player.begin()
    told = player.get("/api/v1/legal").json
    assert told["known"]
    assert {"B5>BB4", "B5>PB5+C5>PC5"} <= set(told["moves"])
    assert "B2>BB3" not in told["moves"]


@pytest.mark.long
def test_games_are_listed_looked_through_and_handed_on(table: Running) -> None:
    player = table.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    newest = player.get("/api/v1/games").json[0]
    assert (newest["moves"], newest["going_on"]) == (1, True)
    steps = player.get(f"/api/v1/games/{newest['id']}").json["steps"]
    assert [step["event"] for step in steps] == ["ready", *["placed"] * 6, "move"]
    record = player.get(f"/api/v1/games/{newest['id']}/record")
    assert record.json["format"] == "himiki-record/1"
    assert "B5►BB4" in player.get(f"/api/v1/games/{newest['id']}/record?form=text").body.decode()
    assert "attachment" in record.headers["content-disposition"]


@pytest.mark.long
def test_what_was_taken_back_is_not_among_the_steps(table: Running) -> None:
    player = table.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    player.decide("undo")
    steps = player.get("/api/v1/steps").json["steps"]
    assert [step["event"] for step in steps] == ["ready", *["placed"] * 6]


@pytest.mark.long
def test_a_kept_game_can_be_deleted_but_not_the_one_being_played(table: Running) -> None:
    player = table.player()
    player.begin()
    first = player.get("/api/v1/games").json[0]["id"]
    assert player.post(f"/api/v1/games/{first}/delete").status == 409
    player.begin()
    assert player.post(f"/api/v1/games/{first}/delete").status == 200
    assert player.get(f"/api/v1/games/{first}").status == 404


def test_a_challenge_is_started_by_its_name_and_its_next_move_is_known(table: Running) -> None:
    player = table.player()
    player.lay("-")
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
    puzzle = player.get("/api/v1/puzzles/F01").json
    assert player.state()["par"] == puzzle["par"] == 3
    assert player.get("/api/v1/hint").json["move"].startswith("C4►B")
    assert len(player.get("/api/v1/puzzles/f01/solution").json["moves"]) == 3
    assert player.get("/api/v1/puzzles/F99/solution").status == 404


def test_a_challenge_is_never_a_file(table: Running) -> None:
    player = table.player()
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "/etc/passwd"}).status == 404
