"""`himiki watch`: referees the frames of a source and prints one JSON event per line."""

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.commands import asking
from companion.commands.record_place import RecordUnwritable, expect_place, write_record
from companion.commands.watching import Watching
from companion.doctor.replaying import ReplayError, is_bundle, replay
from companion.games.decisions import Refused
from companion.games.events import Event
from companion.games.play import OptionError, Referee
from companion.table.camera.cameras import TableCamera, opened
from companion.table.decisions_file import AsTheyCome, Conversation, Decisions, InOrder, Read, read_file
from companion.table.ownclock import OwnClock
from companion.table.piped import piped
from vision.cores import one_core
from vision.frames import Seconds
from vision.sources import SOURCES_TEXT, SourceError

_DONE, _NO_BOARD, _REFUSED = 0, 1, 2
_SIGHTINGS = ".jsonl"
"""What a camera has said of a table already, a line a picture."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help=f"{SOURCES_TEXT}, a file of sightings (.jsonl, with --mode),"
        " or what `himiki doctor --bundle` packed, which brings its game along",
    )
    asking.add_arguments(parser)
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
    if options.source.endswith(_SIGHTINGS) and options.mode in games.RULED[1:]:
        watched: int = games.part(options.mode, "commands.watch").watch_sightings(
            Path(options.source), options.record
        )
        return watched
    try:
        if options.record is not None:
            expect_place(options.record)
        asked = asking.game_asked(options, {})
        if not is_bundle(options.source):
            game = asked or games.play_of(games.usual()).usual()
            return _watch(options, games.play_of(game.of).referee(game))
        if asked is not None:
            return _refused(f"{options.source} has its own game: leave out the options that say another")
        with replay(options.source) as again:
            options.source = str(again.frames)
            options.profile = options.profile or again.profile
            options.decisions = options.decisions or again.decisions
            return _watch(options, again.referee, sparse=again.until)
    except (OptionError, ReplayError, RecordUnwritable, Refused) as fault:
        return _refused(fault)


def _watch(options: argparse.Namespace, referee: Referee, *, sparse: float | None = None) -> int:
    clock = OwnClock()
    game = referee.game
    play, seeing = games.play_of(game.of), games.seeing_of(game.of)
    try:
        camera = opened(options.source, clock, of=game.of)
        decisions = _decisions(options.decisions, camera, clock, play.decision_from)
        profile = seeing.profile_for(options.profile, camera.drawn)
    except (SourceError, ValueError) as fault:
        return _refused(fault)
    if profile is None:
        _complain("no profile given, so the board is read less surely: make one with `himiki calibrate`")
    standing = play.laid_out(game)
    if camera.drawn is not None and standing is not None:
        camera.drawn.lay(standing)
    watching = Watching(
        camera.source,
        seeing.eye_for(profile),
        referee,
        _print,
        decisions=decisions,
        sparse=sparse,
        complain=_complain,
    )
    with _signals(watching.stop):
        watching.run()
    if options.record is not None:
        write_record(play, watching.following.referee.record(), options.record)
    if not watching.frames:
        return _refused(f"{options.source} gave no frames")
    if not watching.following.ever_seen:
        _complain("no board was seen: check the profile (--profile), and where the camera looks")
        return _NO_BOARD
    return _DONE


def _decisions(
    name: str | Path | None, camera: TableCamera, clock: Callable[[], Seconds], read: Read
) -> Decisions:
    """Raises `DecisionError` for a file that cannot be read."""
    if name is None:
        return InOrder()
    if name != "-":
        return InOrder(read_file(Path(name), read))
    if camera.source.live:
        return AsTheyCome(sys.stdin, clock, _complain, read)
    return Conversation(piped(sys.stdin), _complain, read)


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
