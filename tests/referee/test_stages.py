"""The table of stages is what games really go through, and the documentation shows that table."""

from pathlib import Path

import pytest

from companion.games.himiki.referee.decisions import decision_from
from companion.games.himiki.referee.game.stages import TABLE, Stage, diagram
from companion.games.himiki.rules.variant import Mode, Variant
from tests.referee.eye import Eye
from tests.referee.random_tables import RandomTable
from tests.referee.table import DUEL, Table, duel, table
from vision.frames import Seconds

DOCUMENT = Path(__file__).parents[2] / "docs/referee.md"


class Seen(set[tuple[Stage, Stage]]):
    """Every change of stage that was watched."""

    def __init__(self) -> None:
        super().__init__()
        self._last = Stage.WAITING

    def begin(self, stage: Stage = Stage.WAITING) -> None:
        self._last = stage

    def note(self, stage: Stage) -> None:
        if stage is not self._last:
            self.add((self._last, stage))
        self._last = stage


def unlisted(seen: Seen) -> set[tuple[Stage, Stage]]:
    return {(one, other) for one, other in seen if other not in TABLE[one]}


@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN], ids=lambda mode: mode.value)
def test_every_change_in_random_games_is_in_the_table(mode: Mode) -> None:
    seen = Seen()
    for seed in range(4):
        here = RandomTable(Variant(mode, chaos=mode is Mode.DUEL), seed, Eye(seed, sides=False), at_once=0.3)
        seen.begin(here.referee.stage)
        here.watch = lambda table: seen.note(table.referee.stage)
        here.play(30)
    assert unlisted(seen) == set()


def note_all(here: Table, seen: Seen) -> None:
    seen.note(here.referee.stage)


def test_violations_corrections_and_questions_are_in_the_table() -> None:
    seen = Seen()
    here = table(Variant(), None)
    note_all(here, seen)
    for cube in ("A1wHMK", "B5wHMK"):
        here.put(cube)
        note_all(here, seen)
    here.carry("A1", None)
    note_all(here, seen)
    for cube in DUEL.split(" ", maxsplit=1)[0].split(","):
        here.put(cube)
        note_all(here, seen)
    for name, values in (
        ("move", {"move": "B5>BB4"}),
        ("undo", {}),
        ("resign", {"side": "w"}),
        ("undo", {}),
        ("position", {"position": DUEL}),
    ):
        here.referee.decide(decision_from({"decision": name, **values}), Seconds(here.eye.t))
        note_all(here, seen)
    here.play("B2>BB3")
    note_all(here, seen)
    here.carry("B3", None)
    here.put("B2bHMK")
    note_all(here, seen)
    asked = duel("B2bHMK,B6wKMH,C2bHMK,C5wHMK,B4bMHK,D5wHKM w 0-0 --- -")
    seen.begin(Stage.PLAYING)
    asked.play_at_once("B6>BC6", "C5>BC4")
    note_all(asked, seen)
    asked.decide("answer", option="C5>BC4 R-B6>BC6")
    note_all(asked, seen)
    assert unlisted(seen) == set()
    assert {
        (Stage.WAITING, Stage.PLACING),
        (Stage.PLACING, Stage.MISPLACED),
        (Stage.PLAYING, Stage.OVER),
    } <= seen
    assert (Stage.PLAYING, Stage.ASKED) in seen
    assert (Stage.ASKED, Stage.PLAYING) in seen


def test_every_stage_has_its_line() -> None:
    assert set(TABLE) == set(Stage)
    assert all(source is not target for source, targets in TABLE.items() for target in targets)


def test_the_documentation_shows_this_very_table() -> None:
    assert diagram() in DOCUMENT.read_text(encoding="utf-8")
