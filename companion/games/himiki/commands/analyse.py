"""`himiki analyse`: a recorded game as a table of its turns, or as JSON."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, Final

from companion.apart import stand_behind
from companion.games.himiki.record_file import RecordUnreadable, record_in
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.written.record import Record
from companion.games.himiki.study.analysis import (
    Analysis,
    JudgedTurn,
    NotAnalysed,
    analyse,
    chances,
    limits_of,
)

DONE: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2
_BAR: Final = 20
_POINT: Final = 100
_LAST: Final = 19


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a record, as JSON or as text; - for standard input")
    parser.add_argument("--json", action="store_true", help="for programs: one JSON object")
    parser.add_argument(
        "--nodes",
        type=_nodes,
        metavar="N",
        help="positions to look at for each action: more is slower, surer",
    )
    parser.add_argument(
        "--behind",
        action="store_true",
        help="stand behind every other program of this machine; say on stderr how far it is",
    )


def run(options: argparse.Namespace) -> int:
    try:
        record = record_in(options.record)
    except RecordUnreadable as fault:
        return _complain(str(fault), WRONG_USAGE)
    if options.behind:
        stand_behind(_LAST)
    try:
        analysis = analyse(record, limits_of(options.nodes), _say if options.behind else _say_nothing)
    except (NotAnalysed, RulesError) as fault:
        return _complain(str(fault), FAILED)
    print(json.dumps(as_table(record, analysis), ensure_ascii=False) if options.json else told(analysis))
    return DONE


def as_table(record: Record, analysis: Analysis) -> dict[str, Any]:
    """For JSON; standings and losses in centipoints, chances of white from 0 to 1."""
    return {
        "mode": record.start.variant.mode.value,
        "players": dict(record.players),
        "turns": [_turn_table(turn) for turn in analysis.turns],
        "curve": [round(chance, 3) for chance in analysis.curve],
        "turning_points": [turn.number for turn in analysis.turning_points],
    }


def _turn_table(turn: JudgedTurn) -> dict[str, Any]:
    reason = turn.why
    return {
        "number": turn.number,
        "by": turn.by,
        "played": list(turn.played),
        "best": list(turn.best),
        "was_best": turn.was_best,
        "why": None if reason is None else {"code": reason.code, "text": str(reason), **reason.values},
        "lost": turn.lost,
        "before": turn.before,
        "after": turn.after,
        "chances": round(chances(turn.after), 3),
        "swing": round(turn.swing, 3),
        "rolled": turn.rolled,
        "departs": turn.departs,
    }


def told(analysis: Analysis) -> str:
    return "\n".join(_lines(analysis))


def _lines(analysis: Analysis) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [("", "by", "played", "white", "", "lost", "better")]
    points = analysis.turning_points
    rows += [_row(turn, "!" if turn in points else "") for turn in analysis.turns]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    if not points:
        yield "No single turn decided it."
    for turn in points:
        side = "white" if turn.swing > 0 else "black"
        before = chances(turn.before)
        moved = f"{before:.0%} to {before + turn.swing:.0%}"
        yield f"Turn {turn.number} turned it towards {side}: white's chances went from {moved}."


def _row(turn: JudgedTurn, mark: str) -> tuple[str, ...]:
    better = ""
    if not turn.was_best:
        better = f"{' '.join(turn.best)}  {turn.why}"
    bar = ("#" * round(chances(turn.after) * _BAR)).ljust(_BAR, ".")
    lost = "" if turn.was_best else f"{turn.lost / _POINT:.1f}"
    return (
        f"{turn.number}.{mark}",
        turn.by,
        " ".join(turn.played),
        f"{turn.after / _POINT:+.1f}",
        bar,
        lost,
        better,
    )


def _say(done: int, of: int) -> None:
    print(f"{done} of {of}", file=sys.stderr, flush=True)


def _say_nothing(done: int, of: int) -> None:
    pass


def _nodes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10**9:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of positions from 1 to 1000000000")
    return int(text)


def _complain(text: str, status: int) -> int:
    print(f"himiki analyse: {text}", file=sys.stderr)
    return status
