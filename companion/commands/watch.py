"""`himiki watch`: referees the frames of a source and prints one JSON event per line."""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.doctor.replaying import ReplayError, is_bundle, replay
from companion.record_file import RecordUnwritable, expect_place_for_record, write_record
from companion.referee.decisions import DecisionError
from companion.referee.events import Event
from companion.referee.game import Game
from companion.referee.machine import Referee
from companion.rules.errors import RulesError
from companion.rules.position_text import position_text
from companion.rules.variant import Variant
from companion.table.cameras import Camera, opened
from companion.table.eyes import eye_for, profile_for
from companion.table.options import OptionError, add_game_arguments, game_asked
from companion.table.ownclock import OwnClock
from companion.table.piped import piped
from companion.table.told import AsTheyCome, Conversation, Decisions, InOrder, read_file
from companion.table.watching import Watching
from vision.cores import one_core
from vision.frames import Seconds
from vision.profile import ProfileError
from vision.sources import SOURCES_TEXT, SourceError

_DONE, _NO_BOARD, _REFUSED = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help=f"{SOURCES_TEXT}, or what `himiki doctor --bundle` packed, which brings its game along",
    )
    add_game_arguments(parser)
    parser.add_argument(
        "--decisions",
        metavar="FILE|-",
        help='what people decide, a line of JSON each, such as {"t": 12.5, "decision": "undo"};'
        " - for standard input, where a line may come without its time, and recorded frames wait for one"
        " while a question is open",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="the game's record: .json or .txt")


def run(options: argparse.Namespace) -> int:
    one_core()
    try:
        if options.record is not None:
            expect_place_for_record(options.record)
        asked = game_asked(options)
        if not is_bundle(options.source):
            return _watch(options, Referee(asked or Game(Variant())))
        if asked is not None:
            return _refused(f"{options.source} has its own game: leave out the options that say another")
        with replay(options.source) as again:
            options.source = str(again.frames)
            options.profile = options.profile or again.profile
            options.decisions = options.decisions or again.decisions
            return _watch(options, again.referee, sparse=again.until)
    except (OptionError, ReplayError, RecordUnwritable, RulesError) as fault:
        return _refused(fault)


def _watch(options: argparse.Namespace, referee: Referee, *, sparse: float | None = None) -> int:
    clock = OwnClock()
    game = referee.game
    try:
        camera = opened(options.source, clock)
        decisions = _decisions(options.decisions, camera, clock)
        profile = profile_for(options.profile, camera)
    except (SourceError, DecisionError, ProfileError) as fault:
        return _refused(fault)
    if profile is None:
        _complain("no profile given, so the board is read less surely: make one with `himiki calibrate`")
    if camera.drawn is not None and game.start is not None:
        camera.drawn.lay(position_text(game.start))
    watching = Watching(
        camera.source,
        eye_for(profile),
        referee,
        _print,
        decisions=decisions,
        sparse=sparse,
        complain=_complain,
    )
    with _signals(watching.stop):
        watching.run()
    if options.record is not None:
        write_record(watching.following.referee.record(), options.record)
    if not watching.frames:
        return _refused(f"{options.source} gave no frames")
    if not watching.following.ever_seen:
        _complain("no board was seen: check the profile (--profile), and where the camera looks")
        return _NO_BOARD
    return _DONE


def _decisions(name: str | Path | None, camera: Camera, clock: Callable[[], Seconds]) -> Decisions:
    """Raises `DecisionError` for a file that cannot be read."""
    if name is None:
        return InOrder()
    if name != "-":
        return InOrder(read_file(Path(name)))
    if camera.source.live:
        return AsTheyCome(sys.stdin, clock, _complain)
    return Conversation(piped(sys.stdin), _complain)


def _print(event: Event) -> None:
    print(json.dumps(event.as_json(), ensure_ascii=False), flush=True)


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """The first SIGINT or SIGTERM ends the game with its last line; another one ends the program."""

    def on_signal(number: int, _frame: object) -> None:
        signal.signal(number, before[signal.Signals(number)])
        stop()

    before = {each: signal.signal(each, on_signal) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _complain(text: object) -> None:
    print("himiki watch: " + " ".join(str(text).split()), file=sys.stderr, flush=True)


def _refused(text: object) -> int:
    _complain(text)
    return _REFUSED
