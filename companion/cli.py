"""The `himiki` command: one small function for each of its commands.

What a command needs is imported when it runs, so that `himiki engine` answers at once.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, NoReturn

# Before any command loads OpenCV, which reads then what it may decode.
import vision  # noqa: F401
from companion import streams
from companion.games import RULED, part

DONE: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2

_TEST: Final = "test"
_ELSEWHERE: Final = {
    "replay": ("companion.games.replaying", "show a recorded game, position by position"),
    "config": ("companion.config.command", "check, show or find the configuration"),
    "doctor": (
        "companion.doctor.command",
        "look at everything an evening depends on, and say how to mend it",
    ),
    "panel": ("companion.commands.panel", "try every light, tune and button, or draw their wiring"),
    "install": ("companion.appliance.command", "make this Raspberry Pi a table's companion"),
    "uninstall": ("companion.appliance.command", "take the companion off this machine"),
    "update": ("companion.appliance.update_command", "another release; back again if it does not start"),
    "release": (
        "companion.appliance.releasing",
        "for maintainers: keys, and a signed archive of what is committed",
    ),
    "puzzles": ("companion.games.himiki.commands.puzzles", "list the challenges that ship, or name today's"),
    "analyse": (
        "companion.games.himiki.commands.analyse",
        "say of a recorded game where it was decided, and what was better",
    ),
    "advise": (
        "companion.games.himiki.commands.advise",
        "say what a level would play in a position, and why",
    ),
    "match": ("companion.games.himiki.commands.match", "let two opponents play a repeatable match"),
    "generate": ("companion.games.himiki.commands.generate", "make new challenges with a proved PAR"),
    "calibrate": ("calibration.cubes.command", "learn a table from four pictures of it"),
    "learn": ("calibration.flat.command", "learn another game's printed pieces from pictures of them"),
    "markers": ("calibration.cubes.markers", "print four markers for boards or light that need them, as PDF"),
    "watch": ("companion.commands.watch", "referee the frames of a source and print its events as JSON"),
    "serve": ("companion.commands.serve", "the table: camera, referee, and the page for every phone"),
    "backup": ("companion.commands.backup", "write the whole table into one file, without secrets"),
    "restore": ("companion.commands.restore", "bring the file of a whole table to this one"),
    "club": ("companion.commands.club", "several tables at one broker, and a page for all of them"),
    "invite": ("companion.commands.invite", "play with a friend's table in another house"),
    "hall": ("companion.commands.hall", "every table of a club on one page"),
    "pin": ("companion.commands.pin", "print the PIN that changing anything on the page needs"),
    "camera": (
        "companion.games.himiki.commands.camera",
        "list cameras, take a picture, plan where one is mounted",
    ),
    "read": ("companion.commands.read", "say what stands on the board in pictures, as JSON"),
}
"""Commands whose arguments are described where their work is done: it is loaded only for them."""


_OF_GAMES: Final = ("advise", "match")
"""Commands that a later game has of its own, under its word: `himiki match rr …`."""


class _Parser(argparse.ArgumentParser):
    """One line on stderr says what is wrong and what to do."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"{self.prog}: {_with_meant(message)} (see '{self.prog} --help')\n")


def _with_meant(message: str) -> str:
    """A slip of the fingers does not need the list of all that there is."""
    import re
    from difflib import get_close_matches

    slip = re.search(r"invalid choice: '([^']+)' \(choose from (.*)\)", message)
    near = get_close_matches(slip[1], re.findall(r"[\w-]+", slip[2]), n=1) if slip else []
    return f"there is no '{slip[1]}': did you mean {near[0]}?" if slip and near else message


def main(argv: Sequence[str] | None = None) -> int:
    streams.prepare()
    try:
        try:
            return _run(list(sys.argv[1:] if argv is None else argv))
        finally:
            streams.flush()
    except BrokenPipeError:
        # The reader (head, less) has seen enough; nothing more must be written, not even at exit.
        streams.silence()
        return DONE
    except KeyboardInterrupt:
        return 130
    except OSError as fault:
        streams.silence()
        where = f"'{fault.filename}'" if fault.filename else "the answer"
        return _complain(
            f"{where} cannot be read or written ({fault.strerror or fault}): name another place", WRONG_USAGE
        )


def _run(arguments: list[str]) -> int:
    if not arguments:
        _parser().print_help()
        return DONE
    if arguments and arguments[0] == _TEST:
        from companion.testing import test_command

        return test_command(arguments[1:])
    if len(arguments) > 1 and arguments[0] in _OF_GAMES and arguments[1] in RULED[1:]:
        command, game, *rest = arguments
        return _run_in(part(game, f"commands.{command}"), f"{command} {game}", None, rest)
    if arguments and arguments[0] in _ELSEWHERE:
        module, summary = _ELSEWHERE[arguments[0]]
        return _run_in(import_module(module), arguments[0], summary, arguments[1:])
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _run_in(work: ModuleType, command: str, summary: str | None, arguments: list[str]) -> int:
    parser = _Parser(prog=f"himiki {command}", description=summary or work.__doc__)
    work.add_arguments(parser)
    status: int = work.run(parser.parse_args(arguments))
    return status


def _parser() -> _Parser:
    parser = _Parser(prog="himiki", description="The HI MI KI companion: a referee that sees the board.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary)
        added.set_defaults(run=run)
        return added

    added = command(
        "engine", _engine, "serve the rules to other programs: a line protocol on stdin and stdout"
    )
    added.add_argument("game", nargs="?", choices=RULED, help="which game stands before any 'new' (himiki)")

    added = command("solve", _solve, "prove the shortest solution of a challenge")
    added.add_argument(
        "challenge", metavar="FILE|NAME", help="a challenge file, or the name of one that ships"
    )
    added.add_argument("--max", type=_moves, default=12, metavar="N", help="give up after N moves (12)")
    added.add_argument("--behind", action="store_true", help="stand behind other programs of this machine")

    added = command("bench", _bench, "measure on this machine, beside something known")
    added.add_argument(
        "subject",
        choices=[
            "rules",
            "search",
            "players",
            "read",
            "vision",
            "evening",
            "aruco",
            "phones",
            "referee",
            "silence",
        ],
        help="rules: lines of play per second, beside python-chess; search: positions per second, and how"
        " deep; players: matches of levels, Muk Yan and a greedy player; read: pictures with known truth,"
        " beside the least that a reading costs; vision: time and memory of seeing, with the bars; evening:"
        " drifting light, lamps, pushes on every virtual table; aruco: beside OpenCV's detector and tags"
        " glued on the cubes; phones: how soon 500 phones hear of an event, and what the server takes;"
        " referee: sightings per second, and whether it grows; silence: the longest time in which a table is"
        " not as the referee thinks and it says nothing, on drawn tables that play by themselves and in games"
        " of dataset folders",
    )
    added.add_argument(
        "folders", nargs="*", type=Path, metavar="DIR", help="for read and silence: dataset folders"
    )
    added.add_argument("--games", type=int, default=100, metavar="N", help="for players: of each match (100)")
    added.add_argument("--seed", type=int, default=1, metavar="N", help="for players: of set-ups (1)")
    added.add_argument(
        "--share", type=float, default=1.0, metavar="S", help="for players: of each level's nodes (1)"
    )

    added.add_argument("--phones", type=_phones, default=None, metavar="N", help="for phones: how many (500)")
    added.add_argument(
        "--hours", type=float, metavar="H", help="for silence: of drawn play (0.5; none with folders)"
    )
    added.add_argument(
        "--look",
        action="append",
        metavar="NAME",
        help="for silence: of this drawn table (study, study-leaves)",
    )

    for name, (_, summary) in _ELSEWHERE.items():
        commands.add_parser(name, help=summary)
    commands.add_parser(_TEST, help="run the tests, fetching what they need")
    return parser


def _moves(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of moves from 1 to 100")
    return int(text)


def _phones(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 600:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of phones from 1 to 600")
    return int(text)


def _complain(text: object, status: int) -> int:
    print(f"himiki: {text}", file=sys.stderr)
    return status


def _engine(options: argparse.Namespace) -> int:
    from companion.games.engine import engine_command

    return engine_command(options.game)


def _solve(options: argparse.Namespace) -> int:
    from companion.apart import stand_behind
    from companion.games.himiki.mindlock.scroll import ChallengeNotFound, challenge
    from companion.games.himiki.rules.solver import solve
    from companion.games.himiki.rules.written.challenge import ChallengeError, check_solution
    from companion.games.himiki.rules.written.solution import line_text

    try:
        asked = challenge(options.challenge)
    except (ChallengeError, ChallengeNotFound) as fault:
        return _complain(fault, WRONG_USAGE)
    if options.behind:
        stand_behind()
    if wrong := check_solution(asked):
        _complain(f"'{options.challenge}': {wrong}", DONE)
    solution = solve(asked.start, options.max)
    if solution is None:
        print(f"no solution within {options.max}")
        return FAILED
    print(line_text(solution.line))
    print(f"PAR {solution.par}")
    if asked.solution is None and solution.par != asked.par:
        _complain(f"'{options.challenge}' has par = {asked.par}", DONE)
    return DONE


def _bench(options: argparse.Namespace) -> int:
    match options.subject:
        case "rules":
            from companion.bench.rules import bench_rules

            try:
                print(bench_rules())
            except ModuleNotFoundError as fault:
                what = f"{fault.name} is missing: './himiki test' fetches what comparisons need"
                return _complain(what, FAILED)
            return DONE
        case "search":
            from companion.bench.rules import bench_search

            print(bench_search())
            return DONE
        case "players":
            from companion.games.himiki.players.contests import bench_players

            if options.games < 1 or options.share <= 0:
                return _complain("bench players wants --games and --share above 0", WRONG_USAGE)
            for line in bench_players(options.games, options.seed, options.share):
                print(line, flush=True)
            return DONE
        case "read":
            from calibration.bench.report import report

            missing = [folder for folder in options.folders if not (folder / "truth.jsonl").is_file()]
            if missing or not options.folders:
                what = f"'{missing[0]}' is none: it has no truth.jsonl" if missing else "there is none"
                return _complain(f"bench read wants dataset folders; {what}", WRONG_USAGE)
            return report(options.folders)
        case "vision":
            from calibration.bench.pace import bench_vision

            return bench_vision()
        case "evening":
            from calibration.bench.evening import evening_report

            return evening_report()
        case "referee":
            from companion.bench.referee import bench_referee

            print(bench_referee())
            return DONE
        case "silence":
            return _bench_silence(options)
        case "phones":
            from companion.bench.phones import PHONES, bench_phones

            print(bench_phones(options.phones or PHONES))
            return DONE
        case _:
            from calibration.bench.beside_aruco import bench_aruco

            print(bench_aruco())
            return DONE


def _bench_silence(options: argparse.Namespace) -> int:
    from companion.bench.silence import HOURS, USUAL_LOOKS, bench_silence
    from vision.virtual.harder import look_named

    try:
        for name in options.look or ():
            look_named(name)
    except ValueError as fault:
        return _complain(fault, WRONG_USAGE)
    missing = [folder for folder in options.folders if not any(folder.glob("games/*/frames.jsonl"))]
    if missing:
        return _complain(f"'{missing[0]}' has no games/*/frames.jsonl: name a dataset folder", WRONG_USAGE)
    usual = 0.0 if options.folders else HOURS
    hours = usual if options.hours is None else options.hours
    return bench_silence(options.folders, options.look or USUAL_LOOKS, hours, options.seed)


if __name__ == "__main__":
    sys.exit(main())
