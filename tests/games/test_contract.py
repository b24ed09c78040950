"""What the table asks of a game, of every game there is; and of a toy, which shows that a game is one folder
and one word.

A new game is held to it by a line in `SAMPLES`.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.commands import asking
from companion.games import kept as kept_games
from companion.games.decisions import DecisionError, Refused, SayMove, Undo
from companion.games.events import BoardFound, BoardLost, Doubtful, Event, EventError, Uncertain
from companion.games.himiki import play as himiki_play
from companion.games.himiki import seeing as himiki_seeing
from companion.games.himiki import showing as himiki_showing
from companion.games.play import Play, Search, SettingsError, Unplayable
from companion.games.rr import play as rr_play
from companion.games.rr import seeing as rr_seeing
from companion.games.rr import showing as rr_showing
from companion.games.rr.drawn import USUAL_LOOK
from companion.games.seeing import Seeing
from companion.games.showing import Showing
from companion.games.status import Status
from companion.games.yokai import play as yokai_play
from companion.games.yokai import seeing as yokai_seeing
from companion.games.yokai import showing as yokai_showing
from companion.games.yokai.drawn import USUAL_LOOK as CARDS_LOOK
from companion.store import Store
from companion.table import Fitted, OtherGame, OwnClock, StateFolder, Table, TableCamera, opened, waited_for
from companion.web.app import create_app
from companion.web.entrance.access import Access
from companion.words.languages import LANGUAGES
from hardware.buttons import Press
from hardware.lights import Lights
from hardware.tunes import TUNES
from tests import kept_state, learning
from tests.games.toy import brought
from tests.games.toy import play as toy_play
from tests.games.toy import seeing as toy_seeing
from tests.games.toy import showing as toy_showing
from tests.games.toy.events import Begun, PutBack, Taken, Won
from tests.games.toy.events import End as ToyEnd
from tests.games.toy.rules import Toy
from tests.patience import patient
from tests.rr import samples as rr
from tests.test_telling import ONE_OF_EACH
from tests.yokai import samples as yokai_samples
from vision.frames import Seconds
from vision.virtual.gallery import LOOKS

PLAYS: tuple[Play, ...] = (himiki_play, rr_play, yokai_play, toy_play)
SEEN: tuple[Seeing, ...] = (himiki_seeing, rr_seeing, yokai_seeing, toy_seeing)
SHOWN: tuple[Showing, ...] = (himiki_showing, rr_showing, yokai_showing, toy_showing)
"""Shapes that a type checker holds them to."""

COMMON: tuple[Event, ...] = (
    Uncertain(t=1, question="?", options=("yes", "no")),
    Doubtful(t=1, squares=("C2",), reasons=("covered",), since=0.5),
    BoardLost(t=1, reason="a hand"),
    BoardFound(t=1),
)


@dataclass(frozen=True)
class Kept:
    """A game as a store keeps it."""

    settings: dict[str, Any]
    events: list[dict[str, Any]]


@dataclass(frozen=True)
class Sample:
    kept: Callable[[], list[Kept]]
    refused: tuple[object, ...]
    """Settings of no game."""
    decisions: tuple[dict[str, Any], ...]
    """One of each kind that people send."""
    unreadable: tuple[object, ...]
    events: tuple[Event, ...]
    """One of each kind that is said."""
    profile: Callable[[Path], Any] = field(default=lambda folder: None)


def _of_the_kept_state() -> list[Kept]:
    told = json.loads((kept_state.HOME / "told.json").read_text(encoding="utf-8"))
    return [Kept(each["settings"], each["events"]) for each in told["export"]["games"]]


def _heaps() -> list[Kept]:
    return [
        Kept(
            {"game": "toy", "heap": 3, "machine": None, "seed": 4},
            [
                {"t": 0.5, "event": "ready", "position": "3"},
                {"t": 2.0, "event": "move", "by": "w", "move": "1", "position": "2"},
                {"t": 3.0, "event": "move", "by": "b", "move": "2", "position": "0"},
                {"t": 3.0, "event": "over", "winner": "b"},
            ],
        ),
        Kept(
            {"game": "toy", "heap": 5, "machine": "b", "seed": 0},
            [{"t": 0.5, "event": "ready", "position": "5"}],
        ),
    ]


def _of_cards() -> list[Kept]:
    return [Kept(each.settings, each.events) for each in yokai_samples.kept()]


SAMPLES = {
    "himiki": Sample(
        _of_the_kept_state,
        refused=({"mode": "chess"}, {"mode": "duel", "colour": 1}, {"mode": "mindlock"}, [], None, "duel"),
        decisions=(
            *({"decision": name} for name in ("undo", "takeback", "accept", "end_turn")),
            {"decision": "position", "position": "- w 0-0 --- setup"},
            {"decision": "move", "move": "B5>BB4"},
            *({"decision": name, "side": "w"} for name in ("claim", "unclaim", "resign")),
            {"decision": "roll", "black": "H", "white": "M"},
            {"decision": "answer", "option": "yes"},
            {"decision": "seen", "squares": ["C2"], "cubes": "C2bH??"},
        ),
        unreadable=({"decision": "sing"}, {"decision": "move"}, {}, [], "undo"),
        events=(*ONE_OF_EACH, *COMMON),
        profile=lambda folder: learning.played_on(LOOKS["kitchen"], folder),
    ),
    "rr": Sample(
        lambda: [Kept(*each) for each in rr.kept()],
        refused=rr.REFUSED,
        decisions=rr.DECISIONS,
        unreadable=rr.UNREADABLE,
        events=(*rr.EVENTS, *COMMON),
        profile=lambda folder: rr_seeing.drawn_profile(USUAL_LOOK, folder),
    ),
    "yokai": Sample(
        _of_cards,
        refused=(
            {"game": "yokai", "hands": "open"},
            {"game": "yokai", "levels": {"a": "adept", "b": "adept"}},
            {"game": "yokai", "levels": {"a": "adept"}, "hands": "own"},
            {"game": "yokai", "colour": 1},
            [],
        ),
        decisions=(
            {"decision": "undo"},
            {"decision": "position", "position": yokai_samples.POSITION},
            {"decision": "move", "move": "FW>F"},
            {"decision": "answer", "option": "FW►F"},
        ),
        unreadable=({"decision": "sing"}, {"decision": "move"}, {}, [], "undo"),
        events=(*yokai_samples.EVENTS, *COMMON),
        profile=lambda folder: yokai_seeing.drawn_profile(CARDS_LOOK, folder),
    ),
    "toy": Sample(
        _heaps,
        refused=({"game": "toy", "heap": 99}, {"game": "toy", "colour": 1}, {"game": "toy", "machine": "x"}),
        decisions=(
            {"decision": "undo"},
            {"decision": "move", "move": "1"},
            {"decision": "answer", "option": "one"},
        ),
        unreadable=({"decision": "sing"}, {"decision": "move"}, {}, [], "undo"),
        events=(
            Begun(t=1, position="5"),
            Taken(t=2, by="w", move="2", position="3"),
            PutBack(t=3, position="5"),
            Won(t=4, winner="w"),
            ToyEnd(t=5, position="0"),
            *COMMON,
        ),
    ),
}


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    brought(monkeypatch)


@pytest.fixture(params=[*games.GAMES, "toy"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def sample(name: str) -> Sample:
    return SAMPLES[name]


def events_of(name: str, kept: Kept) -> tuple[Event, ...]:
    return tuple(kept_games.event_from(name, each) for each in kept.events)


def stands(referee: Any) -> Any:
    return referee.status(Seconds(1e6)).as_json()


def test_every_game_has_its_sample() -> None:
    assert set(SAMPLES) == {*games.GAMES}


# What is agreed on


def test_settings_make_a_game_and_are_made_of_it(name: str, sample: Sample) -> None:
    play = games.play_of(name)
    agreed = [play.usual(), *(kept_games.game_from(each.settings) for each in sample.kept())]
    assert len({game.mode for game in agreed}) >= 1
    for game in agreed:
        told = json.loads(json.dumps(kept_games.settings_of(game)))
        assert game.of == games.named_in(told) == name
        assert kept_games.game_from(told) == game
        assert play.alike(game, play.again(game, seed=7))
        assert isinstance(game.mode, str)
        assert all(isinstance(each, str) for each in dict(game.names).values())


def test_what_is_no_game_is_refused_with_every_fault(sample: Sample, name: str) -> None:
    for told in sample.refused:
        with pytest.raises(SettingsError) as refused:
            games.play_of(name).game_from(told)
        assert refused.value.faults
    with pytest.raises(SettingsError, match="no game is called"):
        kept_games.game_from({"game": "chess"})


def test_the_options_of_a_command_name_every_game() -> None:
    parser = argparse.ArgumentParser()
    asking.add_arguments(parser)
    assert asking.game_asked(parser.parse_args([]), {}) is None
    assert asking.game_asked(parser.parse_args(["--mode", "toy"]), {}) == Toy()
    assert asking.game_asked(parser.parse_args(["--mode", "toy", "--heap", "3"]), {}) == Toy(3)
    assert asking.game_asked(parser.parse_args(["--mode", "teams"]), {}).of == "himiki"


def test_options_of_a_command_that_say_nothing_make_no_game(name: str) -> None:
    play = games.play_of(name)
    parser = argparse.ArgumentParser()
    games.options_of(name).add_arguments(parser)
    assert play.game_asked(parser.parse_args([]), {}) is None


# What is kept


def test_events_are_appended_and_the_game_is_resumed(name: str, sample: Sample, tmp_path: Path) -> None:
    play = games.play_of(name)
    for each in sample.kept():
        game, events = kept_games.game_from(each.settings), events_of(name, each)
        with Store(tmp_path / "games.sqlite") as store:
            number = store.begin(game)
            stored = store.append(number, events)
            assert [one.told for one in stored] == list(events)
            assert [one.told for one in store.between(stored[0].id - 1, stored[-1].id)] == list(events)
            assert store.going_on_of() == name
        with Store(tmp_path / "games.sqlite") as store:
            kept = store.load(number)
            assert kept is not None
            assert (kept.game, kept.events) == (game, events)
            listed = store.games()[0]
            assert (listed.id, listed.settings) == (number, kept_games.settings_of(game))
        referee = play.resumed(kept.game, kept.events)
        assert referee.game == game
        assert stands(referee) == stands(play.resumed(game, events))
        assert referee.record() == play.record_of(game, events)


def test_a_game_stands_after_every_event_as_it_was_told(name: str, sample: Sample) -> None:
    play = games.play_of(name)
    for each in sample.kept():
        game, events = kept_games.game_from(each.settings), events_of(name, each)
        for count in range(1, len(events) + 1):
            told = stands(play.resumed(game, events[:count]))
            if "position" in each.events[count - 1]:
                assert told["position"] == each.events[count - 1]["position"]
        assert stands(play.resumed(game, events))["over"] == any(e["event"] == "over" for e in each.events)


def test_events_that_are_no_game_are_refused(name: str, sample: Sample) -> None:
    play = games.play_of(name)
    (one, *_) = sample.kept()
    game, events = kept_games.game_from(one.settings), events_of(name, one)
    with pytest.raises(Unplayable):
        play.resumed(game, [event for event in events if event.name not in ("ready", "placed")])
    nothing: tuple[dict[str, Any], ...] = ({}, {"event": "sang"}, {**one.events[0], "colour": 1})
    for told in nothing:
        with pytest.raises(EventError):
            play.event_from(told)


def test_every_event_is_json_and_reads_again(name: str, sample: Sample) -> None:
    for event in sample.events:
        told = json.loads(json.dumps(event.as_json()))
        assert list(told)[:2] == ["t", "event"] or told["event"] == "end"
        assert games.play_of(name).event_from(told).as_json() == told


def test_a_status_says_what_all_games_say(name: str, sample: Sample) -> None:
    play = games.play_of(name)
    for each in sample.kept():
        game = kept_games.game_from(each.settings)
        status = play.resumed(game, events_of(name, each)).status(Seconds(1e6))
        assert isinstance(status, Status)
        told = json.loads(json.dumps(status.as_json()))
        assert (told["mode"], told["position"], told["turn"]) == (game.mode, status.position, status.turn)
        assert (told["players"], told["moves"], told["over"]) == (game.names, status.moves, status.over)
        assert {"question", "board", "clear", "last_event", "winner"} <= set(told)


# What is decided


def test_decisions_are_read_and_told_again(name: str, sample: Sample) -> None:
    play = games.play_of(name)
    for told in sample.decisions:
        assert play.as_told(play.decision_from(told)) == told
    for unreadable in sample.unreadable:
        with pytest.raises(DecisionError):
            play.decision_from(unreadable)
    assert play.decision_from({"decision": "undo"}) == Undo()
    assert play.decision_from({"decision": "move", "move": "1"}) == SayMove("1")


def test_what_makes_no_sense_now_is_refused_and_changes_nothing(name: str) -> None:
    play = games.play_of(name)
    referee = play.referee(play.usual())
    before = stands(referee)
    for decision in (Undo(), SayMove("1"), SayMove("nonsense")):
        with pytest.raises(Refused):
            referee.decide(decision, Seconds(1.0))
    assert stands(referee) == before
    assert referee.asked is None
    assert not referee.told


# What is handed on


@pytest.mark.parametrize("plain", [False, True])
def test_a_game_is_exported_and_comes_in_again(name: str, sample: Sample, plain: bool) -> None:
    play = games.play_of(name)
    handed = 0
    for each in sample.kept():
        record = play.record_of(kept_games.game_from(each.settings), events_of(name, each))
        text = play.record_text(record, plain=plain)
        game, events = play.imported(text)
        assert game.of == name
        assert play.record_text(play.record_of(game, events), plain=plain) == text
        handed += len(events) > 1
    assert handed


def test_what_is_no_record_is_refused(name: str) -> None:
    for text in ("", "nonsense", "{}", '{"format": "himiki-record/1"}'):
        with pytest.raises(Unplayable):
            games.play_of(name).imported(text)


# What is shown


def test_every_event_has_its_sentence_its_tune_and_its_lights(name: str, sample: Sample) -> None:
    showing, play = games.showing_of(name), games.play_of(name)
    game = play.usual()
    for language in LANGUAGES:
        telling = showing.telling(language)
        said = [telling.tell(game, event) for event in sample.events]
        assert any(said)
        assert all(each is None or (each and "{" not in each) for each in said)
        assert telling.answer(game, "one")
    for event in sample.events:
        assert showing.tune_of(event, game) in (None, *TUNES)
        assert showing.at_once(event) in (True, False)
    assert any(showing.tune_of(event, game) for event in sample.events)
    assert showing.at_once(COMMON[0])


def test_lights_and_buttons_know_what_stands(name: str, sample: Sample) -> None:
    showing, play = games.showing_of(name), games.play_of(name)
    for each in sample.kept():
        status = play.resumed(kept_games.game_from(each.settings), events_of(name, each)).status(Seconds(1e6))
        assert isinstance(showing.lights_of(status), Lights)
        for press in Press:
            decision = showing.meaning(press, status, None)
            assert decision is None or play.as_told(decision)
        assert showing.meaning(Press.UNDO, status, None) == Undo()


# At the table


"""Games that have a drawn table."""


@pytest.fixture(params=[*games.GAMES, "toy"])
def drawn(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A drawn table of that game, seen by the game's own eye."""
    name = str(request.param)
    sample = SAMPLES[name]
    with Store(tmp_path / "games.sqlite") as store:
        clock = OwnClock()
        camera = opened("sim", clock, tmp_path / "drawn.json", of=name)
        game, profile = games.play_of(name).usual(), sample.profile(tmp_path / "profile")
        table = Table(camera, profile, store, clock=clock, state_folder=tmp_path, game=game)
        yield table
        table.stop()
        camera.source.close()


@pytest.mark.parametrize("name", games.GAMES)
def test_what_lies_on_a_drawn_table_is_kept_where_nothing_was_kept_before(name: str, tmp_path: Path) -> None:
    with StateFolder(tmp_path / "state") as folder:
        place = folder.shelf(name).drawn
        for fresh in (True, False):
            camera = opened("sim", OwnClock(), place, of=name)
            assert camera.drawn is not None
            assert camera.drawn.fresh is fresh
            standing = games.play_of(name).laid_out(games.play_of(name).usual())
            camera.drawn.lay(standing or camera.drawn.standing())
            camera.source.close()


@pytest.mark.long
def test_a_game_is_played_on_a_drawn_table_and_goes_on_after_a_power_cut(
    drawn: Table, tmp_path: Path
) -> None:
    game = drawn.game()
    play = games.play_of(game.of)
    player = play.autoplay(drawn)
    with drawn.events.subscribe() as listening:
        drawn.start()
        assert drawn.wait_for_sight(patient(20))
        drawn.new_game(play.again(game, seed=3))
        player.start()
        said: list[Event] = []
        while sum(event.name == "move" for event in said) < 2:
            heard = listening.take(patient(30))
            assert heard, said
            said += [event for _, event in heard]
        player.stop()
    drawn.stop()
    before = drawn.status()
    assert not any(event.name == "violation" for event in said), said
    assert before.moves >= 2
    assert drawn.view.picture() is not None
    assert drawn.view.picture(drawn.sight.over_picture) is not None
    assert json.dumps(drawn.sight.told())
    assert (tmp_path / "frames" / "readings.jsonl").exists()
    with Store(tmp_path / "games.sqlite") as store:
        clock = OwnClock(store.latest_time())
        camera = opened("sim", clock, tmp_path / "drawn.json", of=game.of)
        again = Table(camera, None, store, clock=clock, state_folder=tmp_path)
        after = again.status()
        assert (again.game_id, after.moves, after.position) == (drawn.game_id, before.moves, before.position)
        camera.source.close()


def test_a_table_without_a_camera_keeps_its_game_and_says_what_is_missing(name: str, tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        clock = OwnClock()
        game = games.play_of(name).usual()
        table = Table(waited_for("usb:93", clock), None, store, clock=clock, state_folder=tmp_path, game=game)
        with table.events.subscribe() as listening:
            table.start()
            heard: list[Event] = []
            while not heard or heard[-1].name != "board_lost":
                told = listening.take(patient(20))
                assert told, heard
                heard += [event for _, event in told]
        assert not table.status().board
        assert not table.status().camera
        table.stop()


def test_a_table_plays_the_game_that_it_is_set_up_for(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        clock = OwnClock()
        camera = waited_for("usb:93", clock)
        table = Table(camera, None, store, clock=clock, state_folder=tmp_path, game=Toy())
        with pytest.raises(OtherGame):
            table.new_game(games.play_of("himiki").usual())
        assert table.game() == Toy()
        table.stop()


def test_a_table_changes_over_to_another_game_and_back(tmp_path: Path) -> None:
    clock = OwnClock()

    def fitting(of: str, before: TableCamera) -> Fitted:
        assert before is table.view.camera
        if of == "himiki":
            return Fitted(waited_for("usb:93", clock), None)
        return Fitted(opened("sim", clock, tmp_path / "drawn.json", of=of), None)

    himiki = games.play_of("himiki").usual()
    with Store(tmp_path / "games.sqlite") as store:
        table = Table(
            waited_for("usb:93", clock),
            None,
            store,
            clock=clock,
            state_folder=tmp_path,
            game=himiki,
            fitting=fitting,
        )
        table.start()
        first = table.game_id
        table.new_game(Toy())
        assert table.wait_for_sight(patient(20))
        player = toy_play.autoplay(table)
        with table.events.subscribe() as listening:
            player.start()
            said: list[str] = []
            while "move" not in said:
                heard = listening.take(patient(30))
                assert heard, said
                said += [event.name for _, event in heard]
        player.stop()
        assert table.status().board
        assert table.view.camera.is_drawn
        kept = table.game_id
        assert table.play_on(first) > kept
        assert table.game() == himiki
        assert table.view.camera.drawn is None
        assert table.view.frame() is None
        assert {event.name for _, event in table.events.since(0)} <= {"board_lost", "ready"}
        table.play_on(kept)
        assert table.game() == Toy()
        assert table.status().moves >= 1
        table.view.camera.source.close()
        table.stop()


def test_what_the_machine_plays_is_thought_over_here_or_by_a_program_of_its_own() -> None:
    play = games.play_of("toy")
    for heap, apart in ((5, False), (9, True)):
        game = Toy(heap, machine="w")
        asked = play.resumed(game, [Begun(t=1, position=str(heap))]).asked
        found = play.thought(asked)
        assert isinstance(found, Search) == apart
        if isinstance(found, Search):
            found = found.read(
                subprocess.run(found.command, capture_output=True, text=True, check=True).stdout
            )
        assert found == play.answered(asked)


# On the pages


def test_pages_and_api_are_those_of_the_game_that_is_played(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = OwnClock()

    def fitting(of: str, before: TableCamera) -> Fitted:
        return Fitted(before, None)

    with Store(tmp_path / "games.sqlite") as store:
        table = Table(
            waited_for("usb:93", clock),
            None,
            store,
            clock=clock,
            state_folder=tmp_path,
            game=games.play_of("himiki").usual(),
            fitting=fitting,
        )
        app = create_app(table, Access("271828", b"secret"))
        page = app.test_client()

        def get(path: str) -> Any:
            return page.get(path).json

        assert page.post("/api/v1/session", json={"pin": "271828"}).status_code == 200
        assert "of" not in get("/api/v1/state")
        first = page.get("/").text
        assert page.get("/api/v1/toy/most").status_code == 409
        assert page.post("/api/v1/games", json={"game": "chess"}).status_code == 400
        assert page.post("/api/v1/games", json={"game": "toy", "heap": "many"}).status_code == 400
        began = page.post("/api/v1/games", json={"game": "toy", "heap": 3})
        assert began.status_code == 200
        assert (began.json or {})["state"] == {**get("/api/v1/state"), "of": "toy"}
        assert get("/api/v1/toy/most") == {"most": 9}
        assert page.get("/api/v1/legal").status_code == 409
        assert page.get("/").text != first
        assert page.post("/api/v1/decisions", json={"decision": "move", "move": "2"}).status_code in (
            200,
            409,
        )
        assert page.post("/api/v1/decisions", json={"decision": "roll"}).status_code == 400
        rows = get("/api/v1/games")
        assert [each.get("game", "himiki") for each in rows] == ["toy", "himiki"]
        for each in rows:
            assert get(f"/api/v1/games/{each['id']}")["id"] == each["id"]
        assert page.get(f"/api/v1/games/{rows[0]['id']}/analysis").status_code == 404
        taken = Taken(t=1, by="w", move="1", position="0")
        store.append(rows[0]["id"], [Begun(t=1, position="1"), taken, Won(t=2, winner="w")])
        assert get("/api/v1/players")["players"] == []
        assert "is not counted" not in caplog.text
        assert page.post("/api/v1/games", json={"mode": "duel"}).status_code == 200
        assert page.get("/").text == first
        told = get("/api/openapi.json")["paths"]["/api/v1/decisions"]["post"]["requestBody"]
        bodies = told["content"]["application/json"]["schema"]["anyOf"]
        named = [each["$ref"].rpartition("/")[2] for each in bodies]
        assert (named[0], named[-1], len(named)) == ("DecisionBody", "ToyDecisionBody", len(games.GAMES))
        table.stop()


def got(page: FlaskClient, path: str) -> Any:
    told = page.get(path)
    assert told.status_code == 200, told.text
    return told.json


def _pages(store: Store, tmp_path: Path, game: Any) -> tuple[Table, FlaskClient]:
    clock = OwnClock()
    camera = waited_for("usb:93", clock)
    table = Table(camera, None, store, clock=clock, state_folder=tmp_path, game=game)
    page = create_app(table, Access("271828", b"secret")).test_client()
    assert page.post("/api/v1/session", json={"pin": "271828"}).status_code == 200
    return table, page


def test_kept_games_are_listed_handed_on_and_brought(name: str, sample: Sample, tmp_path: Path) -> None:
    play = games.play_of(name)
    whole: list[int] = []
    with Store(tmp_path / "here.sqlite") as here, Store(tmp_path / "there.sqlite") as there:
        for each in sample.kept():
            events = events_of(name, each)
            number = here.bring(kept_games.game_from(each.settings), events, 5.0 + len(whole), 99.0)
            if any(event.name in ("move", "placed") for event in events):
                whole.append(number)
        assert whole
        table, page = _pages(here, tmp_path / "one", play.usual())
        rows = {each["id"]: each for each in got(page, "/api/v1/games")}
        for number in whole:
            assert {"players", "started", "moves", "over", "winner"} <= set(rows[number])
            told = got(page, f"/api/v1/games/{number}")
            assert told["steps"]
            assert (told["over"], told["winner"]) == (rows[number]["over"], rows[number]["winner"])
        exported = got(page, "/api/v1/export")
        assert exported["format"] == "himiki-games/1"
        assert len(exported["games"]) == len(whole)
        records = [page.get(f"/api/v1/games/{number}/record").text for number in whole]
        table.stop()
        table, page = _pages(there, tmp_path / "other", games.play_of("himiki").usual())
        for again in (False, True):
            answers = [page.post("/api/v1/import", json=each) for each in exported["games"]]
            assert [each.status_code for each in answers] == [200] * len(whole)
            assert [(each.json or {})["new"] for each in answers] == [not again] * len(whole)
        by_time = {each.started: each.id for each in there.games()}
        for number in whole:
            kept, brought = here.load(number), there.load(by_time[5.0 + whole.index(number)])
            assert kept is not None
            assert brought is not None
            assert brought.game == kept.game
            assert play.record_of(brought.game, brought.events) == play.record_of(kept.game, kept.events)
        for text in records:
            told = page.post("/api/v1/import/record", json={"record": text})
            assert told.status_code == 200, told.text
        assert [each.settings.get("game", "himiki") for each in there.games()].count(name) >= len(whole)
        deleted = [each.id for each in there.games() if each.id != table.game_id]
        for number in deleted:
            assert page.post(f"/api/v1/games/{number}/delete").status_code == 200
        assert [each.id for each in there.games()] == [table.game_id]
        table.stop()


def test_a_game_has_results_of_its_own_and_names_can_be_put_right(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        numbers = [
            store.bring(
                Toy(2, players={"w": white, "b": "Bo"}),
                (
                    Begun(t=1 + count, position="2"),
                    Taken(t=2 + count, by="w", move="2", position="0"),
                    Won(t=3 + count, winner="w"),
                ),
                7.0 + count,
                9.0,
            )
            for count, white in enumerate(("Ada", "Adda"))
        ]
        table, page = _pages(store, tmp_path, games.play_of("himiki").usual())

        def won(of: str) -> dict[str, int]:
            told = got(page, f"/api/v1/players?game={of}")
            return {each["name"]: each["won"] for each in told["players"]}

        assert won("toy") == {"Ada": 1, "Adda": 1, "Bo": 0}
        named = page.post(f"/api/v1/games/{numbers[1]}/players", json={"players": {"w": "Ada", "b": "Bo"}})
        assert (named.json or {})["players"] == {"w": "Ada", "b": "Bo"}
        assert (
            page.post(f"/api/v1/games/{numbers[1]}/players", json={"players": {"x": "?"}}).status_code == 400
        )
        assert won("toy") == {"Ada": 2, "Bo": 0}
        assert won("himiki") == {}
        assert got(page, "/api/v1/players")["players"] == []
        assert page.get("/api/v1/players?game=chess").status_code == 404
        profile = got(page, "/api/v1/profile?game=toy&player=ada")
        assert [(each["game"], each["won"], each["against"]) for each in profile["results"]] == [
            (numbers[0], True, ["Bo"]),
            (numbers[1], True, ["Bo"]),
        ]
        exported = got(page, "/api/v1/export")
        assert exported["players"]["players"] == []
        assert len(exported["results"]["toy"]["players"]) == 2
        table.stop()


# One folder and one word


def test_without_its_word_there_is_no_such_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", tuple(each for each in games.GAMES if each != "toy"))
    for finding in (games.play_of, games.seeing_of, games.showing_of):
        with pytest.raises(games.NoSuchRules):
            finding("toy")
    with pytest.raises(SettingsError):
        kept_games.game_from({"game": "toy"})


def test_a_game_is_imported_when_it_is_needed() -> None:
    code = (
        "import sys, companion.table, companion.games.kept;"
        "parts = ('play', 'seeing', 'showing', 'referee.machine');"
        "sys.exit(any(f'companion.games.himiki.{part}' in sys.modules for part in parts))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_game_is_a_module_for_each_of_its_parts(name: str) -> None:
    for finding in (games.play_of, games.seeing_of, games.showing_of):
        assert isinstance(finding(name), ModuleType)
