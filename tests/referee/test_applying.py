"""What an event does to a game is written once: playing and resuming come to the very same."""

import ast
import json
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import reduce
from pathlib import Path

import pytest

from companion.games.clockwork import Clock
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import Event, MukYan, Violation, event_from
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.ledger import Ledger, apply
from companion.games.himiki.referee.status import Status
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.variant import Mode, Variant
from tests.referee.eye import Eye
from tests.referee.random_tables import RandomTable
from tests.referee.table import DUEL, Table, only, table
from vision.frames import Seconds

HIMIKI = Path(__file__).parents[2] / "companion/games/himiki"

MODES = [Variant(), Variant(chaos=True), Variant(Mode.TEAMS), Variant(Mode.MUK_YAN)]


def kept(events: Sequence[Event]) -> list[Event]:
    """As a store gives them back."""
    return [event_from(json.loads(json.dumps(event.as_json()))) for event in events]


def folded(game: Game, events: Sequence[Event]) -> Ledger:
    return reduce(lambda ledger, event: apply(ledger, event, game.variant), kept(events), Ledger())


def stands(referee: Referee) -> Status:
    """All of it but what only the last sighting, and the time since, can tell."""
    status = replace(referee.status(Seconds(0)), board=True, clear=True, to_restore=None, setup=None)
    return replace(status, doubts=(), dice=None, clock=None, clock_runs=None)


def plain(ledger: Ledger) -> list[object]:
    """Field by field, with events as they are kept."""
    values = [getattr(ledger, each.name) for each in fields(ledger)]
    entries = [(entry.event.as_json(), entry.before, entry.after) for entry in ledger.entries]
    return [
        *(kept([one]) if isinstance(one, Event) else one for one in values if one != ledger.entries),
        entries,
    ]


def same_when_resumed(game: Game, referee: Referee, events: Sequence[Event]) -> bool:
    assert plain(folded(game, events)) == plain(referee.ledger)
    resumed = Referee.resumed(game, kept(events))
    assert plain(resumed.ledger) == plain(referee.ledger)
    return stands(resumed) == stands(referee)


@pytest.mark.parametrize("variant", MODES, ids=lambda each: each.mode.value + "-chaos" * each.chaos)
def test_after_all_that_happens_the_game_is_what_its_events_make_of_it(variant: Variant) -> None:
    def watch(here: RandomTable) -> None:
        assert same_when_resumed(here.game, here.referee, here.events)

    for seed in (3, 4, 5):
        here = RandomTable(variant, seed, Eye(seed), at_once=0.3, clock=Clock(5.0, 3.0))
        here.watch = watch
        here.play(24)
        assert len(here.events) > 15


def test_corrections_and_violations_come_to_the_same() -> None:
    here = table(Variant(), DUEL, clock=Clock(5.0))
    here.play("B5>BB4")
    here.play("B4>BB3")
    assert same_when_resumed(here.game, here.referee, here.events)
    for name, values in (
        ("position", {"position": DUEL}),
        ("move", {"move": "B5>BB4"}),
        ("takeback", {}),
        ("resign", {"side": "w"}),
        ("undo", {}),
    ):
        here.decide(name, **values)
        assert same_when_resumed(here.game, here.referee, here.events)


def test_claims_come_to_the_same() -> None:
    start = "A2wHMK,A5bHMK,B1wMKH,B6bMKH,D1bKHM,D6wKHM,E2bHKM,E5wHKM wl 1-1 --- -"
    here = table(Variant(Mode.TEAMS), start)
    for name in ("claim", "unclaim", "claim", "undo"):
        here.decide(name, **({} if name == "undo" else {"side": "w"}))
        assert same_when_resumed(here.game, here.referee, here.events)


def test_words_taken_back_leave_what_muk_yan_is_to_do() -> None:
    here = table(Variant(Mode.MUK_YAN), DUEL, seed=1)
    told = only(here.play("B5>BB4"), MukYan)
    here.decide("seen", squares=["E6"], cubes="-")
    here.decide("undo")
    assert here.status.muk_yan == told
    assert same_when_resumed(here.game, here.referee, here.events)


def test_a_cube_placed_beside_one_that_stands_wrong_does_not_put_that_right() -> None:
    here = Table(table(Variant(), None).game)
    here.put("B5wHMK")
    here.put("E1wHMK")
    assert isinstance(here.status.violation, Violation)
    here.put("B2bHMK")
    assert here.status.violation is not None
    assert same_when_resumed(here.game, here.referee, here.events)


# Nothing else changes a game


def _assigned(source: str) -> list[tuple[str, str]]:
    """Every attribute that is assigned to, with the function where that is."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.append((function.name, node.attr))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
                found.append((function.name, "setattr"))
    return found


OF_THE_GAME = {each.name for each in fields(Ledger)} | {"ledger", "position", "started", "over", "setattr"}


def second_writers(source: str) -> list[tuple[str, str]]:
    return [(where, name) for where, name in _assigned(source) if name in OF_THE_GAME]


def test_only_what_is_said_changes_a_game() -> None:
    found = {
        (path.name, *each)
        for path in HIMIKI.glob("referee/**/*.py")
        for each in second_writers(path.read_text())
    }
    assert found == {("course.py", "__init__", "ledger"), ("course.py", "_apply", "ledger")}


@pytest.mark.parametrize(
    "line",
    ["course.violation = None", "self.ledger.entries += (one,)", "course.ledger, t = before, 1"],
)
def test_a_second_writer_is_found(line: str) -> None:
    assert second_writers(f"def put(self, course):\n    {line}\n")


def test_a_ledger_cannot_be_written_to() -> None:
    with pytest.raises(AttributeError):
        Ledger().violation = None  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Course(Game(Variant())).violation = None  # type: ignore[misc]
