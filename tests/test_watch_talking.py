"""`himiki watch --decisions -` as a process that another program talks to, line by line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.patience import patient
from tests.test_watch import DATA, OAK, OAK_MOVES, moves_in, profiles

__all__ = ["profiles"]

HOME = Path(__file__).parents[1]
WRONG = OAK.replace("D5wKMH", "D5wHKM")
"""Another start than the one that lies there: it is asked which of both is right."""
STILL = 9
"""Frames of a still table before the first move, so that there is time to ask."""


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """The recorded game, with a table that stands still for three seconds before it."""
    source = DATA / "attention/oak"
    rows = [line.split(",") for line in (source / "times.csv").read_text().splitlines()[1:]]
    times = [(f"still{number}.jpg", rows[0][0], number / 3) for number in range(STILL)]
    times += [(name, name, 3 + float(t)) for name, t in rows]
    folder = tmp_path / "frames"
    folder.mkdir()
    for name, picture, _ in times:
        (folder / name).symlink_to(source / picture)
    (folder / "times.csv").write_text(
        "file,seconds\n" + "".join(f"{name},{t:.3f}\n" for name, _, t in times), encoding="utf-8"
    )
    return folder


class Program:
    """Reads events and writes decisions, as other programs do."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def events(self) -> Iterator[dict[str, Any]]:
        """As they are told, until it ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield json.loads(line)

    def until(self, name: str) -> dict[str, Any]:
        return next(event for event in self.events() if event["event"] == name)

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.writelines(f"{line}\n" for line in lines)
        self.process.stdin.flush()

    def decide(self, decision: str, **fields: object) -> None:
        self.say(json.dumps({"decision": decision, **fields}))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def complaints(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()


Talking = Callable[..., Any]


@pytest.fixture
def talking(frames: Path, profiles: Callable[[str], Path]) -> Talking:
    @contextmanager
    def start(*arguments: str) -> Iterator[Program]:
        with subprocess.Popen(
            [
                *(sys.executable, "-m", "companion.cli", "watch", str(frames), "--profile"),
                *(str(profiles("oak")), "--decisions", "-", *arguments),
            ],
            cwd=HOME,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(HOME)},
        ) as process:
            try:
                yield Program(process)
                process.wait(patient(60))
            finally:
                if process.poll() is None:
                    process.kill()

    return start


def test_frames_wait_for_a_program_that_answers_on_the_fly(talking: Talking) -> None:
    with talking("--start", WRONG) as program:
        heard = []
        for event in program.events():
            heard.append(event)
            if event["event"] == "uncertain":
                program.decide("answer", option="the board is right")
        asked, ready = heard[0], heard[1]
        assert (asked["event"], ready["event"]) == ("uncertain", "ready")
        assert ready["t"] == asked["t"]
        assert ready["position"] == OAK
        assert moves_in(heard) == list(OAK_MOVES)
        assert program.complaints() == ""


def test_a_game_that_was_answered_is_the_same_every_time(talking: Talking) -> None:
    told = []
    for _ in range(2):
        with talking("--start", WRONG) as program:
            heard = []
            for event in program.events():
                heard.append(event)
                if event["event"] == "uncertain":
                    program.say(
                        '{"decision": "answer", "option": "the board is right"}',
                        '{"t": 6.2, "decision": "undo"}',
                    )
            told.append(heard)
    assert told[0] == told[1]
    assert [event["t"] for event in told[0] if event["event"] == "corrected"] == [6.2]


def test_without_a_question_no_frame_waits(talking: Talking) -> None:
    """Nothing is said, and the input stays open."""
    with talking("--start", OAK) as program:
        assert moves_in(list(program.events())) == list(OAK_MOVES)


def test_whoever_closes_the_input_answers_nothing_any_more(talking: Talking) -> None:
    with talking("--start", WRONG) as program:
        program.close()
        heard = [event["event"] for event in program.events()]
        assert (heard[0], heard[-1]) == ("uncertain", "end")
        assert "ready" not in heard


def test_frames_wait_until_the_input_ends(talking: Talking) -> None:
    with talking("--start", WRONG) as program:
        program.until("uncertain")
        with pytest.raises(subprocess.TimeoutExpired):
            program.process.wait(3)
        program.close()
        assert program.until("end")["position"] is None


def test_a_program_that_is_waited_for_can_be_stopped(talking: Talking) -> None:
    with talking("--start", WRONG) as program:
        program.until("uncertain")
        program.process.send_signal(signal.SIGTERM)
        assert program.until("end")["moves"] == 0


@pytest.mark.few(2)
@pytest.mark.parametrize("line", ["no JSON", "{}", "\N{BLACK CHESS KING}", '{"decision": "fly"}'])
def test_rubbish_is_complained_about_and_the_game_goes_on(talking: Talking, line: str) -> None:
    with talking("--start", WRONG) as program:
        program.until("uncertain")
        program.say(line, json.dumps({"decision": "answer", "option": "the board is right"}))
        assert moves_in(list(program.events())) == list(OAK_MOVES)
        assert "line 1 of the decisions" in program.complaints()


def test_nobody_waits_for_more_than_one_line_to_a_question(talking: Talking) -> None:
    """One that is no answer is refused; whoever sent it hears what comes next without a word."""
    with talking("--start", WRONG) as program:
        program.until("uncertain")
        program.decide("answer", option="neither")
        assert program.until("end")["moves"] == 0
        assert "does not answer the question" in program.complaints()


def test_an_answer_may_be_there_before_the_question(talking: Talking) -> None:
    with talking("--start", WRONG) as program:
        program.say('{"t": 2.0, "decision": "answer", "option": "the board is right"}')
        heard = list(program.events())
        assert next(event["t"] for event in heard if event["event"] == "ready") == 2.0
        assert moves_in(heard) == list(OAK_MOVES)


def test_the_last_line_needs_no_end(talking: Talking) -> None:
    with talking("--start", WRONG) as program:
        program.until("uncertain")
        assert program.process.stdin is not None
        program.process.stdin.write('{"decision": "answer", "option": "the board is right"}')
        program.close()
        assert moves_in(list(program.events())) == list(OAK_MOVES)
