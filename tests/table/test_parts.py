"""The smaller parts of a running table."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.autoplay import Clear, Physical, Player, next_step
from companion.games.himiki.drawn import DrawnTable
from companion.games.himiki.referee.decisions import (
    Accept,
    Answer,
    DecisionError,
    EndTurn,
    Roll,
    SayMove,
    SetPosition,
    Undo,
    decision_from,
)
from companion.games.himiki.referee.events import MukYan, Restore, Uncertain, Violation
from companion.games.himiki.referee.status import SetUp, Status
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.notation import bare, play_text
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.table.camera import cameras
from companion.table.camera.cameras import AUTO, waited_for
from companion.table.decisions_file import AsTheyCome, Conversation, InOrder, TimedDecision, read_file
from companion.table.ownclock import OwnClock
from companion.table.piped import AllThere
from companion.table.state.folder import FolderError, StateFolder
from tests.patience import patient
from vision.frames import Frame, Seconds
from vision.sources import Source, SourceAbsent
from vision.virtual.gallery import LOOKS
from vision.virtual.table import VirtualTable

START = "B2bMHK,B5wHKM,C2bHKM,C5wKMH,D2bKMH,D5wHKM w 0-0 --- -"
CUBES = START.split(" ", 1)[0]
DUEL = Game(Variant(Mode.DUEL))


def status(**changes: object) -> Status:
    usual: dict[str, object] = {
        "mode": "duel",
        "edition": "second",
        "position": START,
        "score": (0, 0),
        "turn": "w",
        "influences": (None, None, None),
        "players": {},
        "must_tilt": False,
        "replay": False,
        "violation": None,
        "question": None,
        "board": True,
        "clear": True,
        "moves": 0,
        "last_event": None,
    }
    return Status(**(usual | changes))  # type: ignore[arg-type]


# The camera


class Plugged(Source):
    live = True

    def __init__(self, name: str) -> None:
        self.name, self.opened = name, 0
        self.anew: list[bool] = []

    def open(self) -> None:
        if self.name == "picamera":
            raise SourceAbsent("no Pi camera is connected")
        self.opened += 1

    def look_anew(self, *, to_be_sharp: bool = False) -> None:
        self.anew.append(to_be_sharp)

    def take(self) -> Frame:
        return Frame(np.zeros((4, 4, 3), np.uint8), Seconds(float(self.opened)))

    def close(self) -> None:
        pass


def test_the_camera_that_was_found_is_opened_again_and_no_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its driver may still hold it, its focus is known, and what was learnt is about it."""
    made: list[Plugged] = []

    def named(name: str, clock: object) -> Source:
        made.append(Plugged(name))
        return made[-1]

    monkeypatch.setattr(cameras, "source_named", named)
    monkeypatch.setattr(cameras, "usb_cameras", list)
    camera = waited_for(AUTO, OwnClock())
    assert (camera.name, camera.missing) == (AUTO, "no Pi camera is connected")
    camera.source.look_anew()
    monkeypatch.setattr(cameras, "usb_cameras", lambda: [3])
    camera.source.open()
    found = made[-1]
    camera.source.close()
    monkeypatch.setattr(cameras, "usb_cameras", lambda: [1, 3])
    camera.source.open()
    assert (camera.name, made[-1], camera.source.take().t) == ("usb:3", found, 2.0)
    camera.source.look_anew(to_be_sharp=True)
    assert found.anew == [True]


# The player of the virtual table


def test_it_plays_nothing_but_legal_moves() -> None:
    legal = {
        bare(position, move)
        for position in [parse_position(START, DUEL.variant)]
        for move in legal_moves(position)
    }
    for seed in range(60):
        step = next_step(status(), DUEL, CUBES, Random(seed))
        assert isinstance(step, Physical)
        assert set(step.actions) <= legal


def test_it_waits_while_the_board_is_covered_or_gone() -> None:
    assert next_step(status(clear=False), DUEL, CUBES, Random(1)) is None
    assert next_step(status(board=False), DUEL, CUBES, Random(1)) is None


def test_it_places_what_set_up_waits_for() -> None:
    waiting = SetUp(missing=(Restore(None, "B5", "w???"),))
    step = next_step(status(setup=waiting), DUEL, "-", Random(1))
    assert step == Physical(("w???@B5",))


def test_it_puts_right_what_is_wrong_one_cube_at_a_time() -> None:
    restore = Restore("C4", "C5", "wKMH")
    told = Violation(t=1.0, rule="3.2", text="", restore=(restore,))
    at_c4 = CUBES.replace("C5w", "C4w")
    step = next_step(status(violation=told, to_restore=restore), DUEL, at_c4, Random(1))
    assert step == Physical(({"lift": "C4"}, "wKMH@C5"))


def test_it_answers_with_what_really_lies_there() -> None:
    asked = Uncertain(t=1.0, question="?", options=("the board is right", "the record is right"))
    at_c4 = CUBES.replace("C5w", "C4w")
    assert next_step(status(question=asked), DUEL, CUBES, Random(1)) == Answer("the record is right")
    assert next_step(status(question=asked), DUEL, at_c4, Random(1)) == Answer("the board is right")
    side = Uncertain(
        t=1.0,
        question="?",
        options=("fire", "wood"),
        code="which-side",
        values={"square": "C5", "roll": "HM"},
    )
    assert next_step(status(question=side), DUEL, "C5wMKH", Random(1)) == Answer("wood")
    assert next_step(status(question=side), DUEL, "C5wMHK", Random(1)) == Answer("fire")


def test_it_says_which_of_several_ways_was_played() -> None:
    boards = [CUBES, CUBES]
    asked = Uncertain(
        t=1.0, question="?", options=("B5>BB4", "D5>BD4"), code="which-moves", values={"boards": boards}
    )
    tilted = play_text(parse_position(START, DUEL.variant), "D5>BD4").after
    lies = position_text(tilted).split(" ")[0]
    assert next_step(status(question=asked), DUEL, lies, Random(1)) == Answer("D5>BD4")
    # None of them: it says how the board stands.
    other = next_step(status(question=asked), DUEL, "A1wHMK", Random(1))
    assert isinstance(other, SetPosition)
    assert other.position.startswith("A1wHMK ")


@pytest.mark.parametrize(
    ("options", "cube", "answer"),
    [
        (("-", "wH??", "bH??"), "wHMK", "wH??"),
        (("-", "wH??", "bH??"), None, "-"),
        (("white fire", "white wood", "nothing"), "wKHM", "white wood"),
        (("white fire", "white wood", "nothing"), None, "nothing"),
        (("wMHK", "wMKH"), "wMKH", "wMKH"),
    ],
)
def test_it_says_what_lies_on_a_square(options: tuple[str, ...], cube: str | None, answer: str) -> None:
    asked = Uncertain(t=1.0, question="?", options=options, code="what-lies", values={"square": "C3"})
    lies = CUBES if cube is None else f"{CUBES},C3{cube}"
    assert next_step(status(question=asked), DUEL, lies, Random(1)) == Answer(answer)


def test_it_rolls_and_carries_out() -> None:
    assert isinstance(next_step(status(awaits_roll=True), DUEL, CUBES, Random(1)), Roll)
    told = MukYan(t=1.0, roll=("H", "M"), action=2, move="B2>BB3", text="")
    assert next_step(status(muk_yan=told), DUEL, CUBES, Random(1)) == Physical(("B2>BB3",))
    passes = MukYan(t=1.0, roll=("H", "M"), action=0, move="pass", text="")
    assert next_step(status(muk_yan=passes), DUEL, CUBES, Random(1)) == EndTurn()


def test_it_does_not_move_again_before_its_move_was_understood() -> None:
    lies = CUBES.replace("B5w", "B4w")
    assert next_step(status(), DUEL, lies, Random(1)) is None
    again = next_step(status(), DUEL, lies, Random(1), stuck=1)
    cube = lies[lies.index("B4w") + 2 :][:4]
    assert again == Physical(({"lift": "B4"}, f"{cube}@B4"))
    assert next_step(status(), DUEL, lies, Random(1), stuck=3, played="B5>BB4") == SayMove("B5>BB4")
    said = next_step(status(), DUEL, lies, Random(1), stuck=4)
    assert isinstance(said, SetPosition)
    assert said.position == " ".join([lies, *START.split(" ")[1:]])


def test_it_never_waits_for_ever() -> None:
    """Whatever the referee does not understand, or has misread: after half a minute another game begins."""
    unread = (
        status(clear=False),
        status(setup=SetUp(missing=(Restore(None, "B5", "w???"),))),
        status(to_remove=("B4",)),
        status(violation=Violation(t=1.0, rule="3.2", text="", restore=(Restore("A1", "B5", "w???"),))),
        status(muk_yan=MukYan(t=1.0, roll=("H", "M"), action=2, move="A1>BA2", text="")),
    )
    for stands in unread:
        player = Player(Random(2))
        steps = [player.step(stands, DUEL, CUBES, 0.5 * number) for number in range(60)]
        first = next(number for number, step in enumerate(steps) if step is not None)
        assert first * 0.5 <= 5
        assert Clear() in steps


def test_a_hand_that_is_busy_is_let_finish() -> None:
    player = Player(Random(2))
    assert all(player.step(status(), DUEL, CUBES, float(number), busy=True) is None for number in range(99))
    assert player.step(status(), DUEL, CUBES, 100.0) is not None
    assert player.step(status(), DUEL, CUBES, 101.0) is None


def test_after_the_end_it_clears_the_table() -> None:
    assert next_step(status(over=True), DUEL, CUBES, Random(1)) == Clear()


# The drawn table


def test_verbs_are_kept_where_they_will_end(tmp_path: Path) -> None:
    kept = tmp_path / "virtual-table.json"
    drawn = DrawnTable(VirtualTable(LOOKS["kitchen"]), lambda: Seconds(1.0), kept)
    assert drawn.fresh
    drawn.lay(START)
    assert drawn.do({"move": "C5>BC6"}) > 0
    assert "C6w" in drawn.standing()
    assert "C5w" not in drawn.standing()
    again = DrawnTable(VirtualTable(LOOKS["kitchen"]), lambda: Seconds(1.0), kept)
    assert not again.fresh
    assert again.standing() == drawn.standing()
    assert len(again.table.scene_at(1.0).pieces) == 6


def test_a_file_of_cubes_that_cannot_be_read_leaves_an_empty_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = tmp_path / "virtual-table.json"
    kept.write_text('{"pieces": [[1, "w"]]}')
    assert DrawnTable(VirtualTable(LOOKS["kitchen"]), lambda: Seconds(1.0), kept).standing() == "-"
    assert "cannot be read" in caplog.text


# Time


def test_a_tables_own_time_goes_on_after_a_restart_and_never_back() -> None:
    ticks = iter([50.0, 51.0, 40.0, 60.0])
    clock = OwnClock(1000.0, ticking=lambda: next(ticks))
    assert [clock(), clock(), clock()] == [1001.0, 1001.0, 1010.0]


# The state folder


def test_only_one_program_at_a_time_uses_a_state_folder(tmp_path: Path) -> None:
    with StateFolder(tmp_path) as first:
        first.lock()
        with StateFolder(tmp_path) as second, pytest.raises(FolderError, match="another himiki"):
            second.lock()
    with StateFolder(tmp_path) as third:
        third.lock()


def test_a_pin_that_was_spoilt_is_made_anew(tmp_path: Path) -> None:
    with StateFolder(tmp_path) as folder:
        (tmp_path / "pin").write_text("12")
        pin = folder.pin()
        assert len(pin) == 6
        assert folder.pin() == pin


# Decisions in files


def test_decisions_of_a_file_come_in_the_order_of_their_times(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"t": 5, "decision": "undo"}\n\n{"t": 2, "decision": "end_turn"}\n')
    assert read_file(path, decision_from) == [
        TimedDecision(EndTurn(), Seconds(2.0)),
        TimedDecision(Undo(), Seconds(5.0)),
    ]


@pytest.mark.parametrize(
    "line", ["nothing", '{"decision": "undo"}', '{"t": 1, "decision": "sing"}', "[]", "[" * 9999]
)
def test_a_line_that_is_no_decision_is_named_by_its_number(line: str, tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"t": 1, "decision": "undo"}\n' + line)
    with pytest.raises(DecisionError, match="line 2"):
        read_file(path, decision_from)


def test_a_decision_at_the_time_of_a_frame_comes_after_it() -> None:
    decisions = InOrder([TimedDecision(Undo(), Seconds(2.0)), TimedDecision(EndTurn(), Seconds(3.0))])
    assert list(decisions.before(Seconds(2.0))) == []
    assert [told.decision for told in decisions.before(Seconds(2.5))] == [Undo()]
    assert [told.decision for told in decisions.rest()] == [EndTurn()]


def test_lines_beside_a_recording_count_in_their_time() -> None:
    complaints: list[DecisionError] = []
    lines = AllThere(
        '{"t": 9, "decision": "undo"}\n{"t": 1, "decision": "undo"}\n\nnonsense\n{"decision": "accept"}'
    )
    decisions = Conversation(lines, complaints.append, decision_from)
    assert [(told.t, type(told.decision)) for told in decisions.until(Seconds(3.0))] == [
        (1.0, Undo),
        (3.0, Accept),
    ]
    assert [*decisions.before(Seconds(9.0))] == []
    assert [told.t for told in decisions.before(Seconds(9.1))] == [9.0]
    assert [str(each) for each in complaints] == [str(complaints[0])]
    assert "line 4" in str(complaints[0])


def test_decisions_of_somebody_typing_are_taken_as_they_come() -> None:
    read = threading.Event()

    def lines() -> Iterator[str]:
        yield json.dumps({"decision": "undo"})
        yield "nonsense"
        read.set()

    complaints: list[DecisionError] = []
    decisions = AsTheyCome(lines(), lambda: Seconds(4.0), complaints.append, decision_from)
    assert read.wait(patient(10))
    assert [told.t for told in decisions.before(Seconds(5.0))] == [4.0]
    assert len(complaints) == 1
