"""A record as text, JSON or plain (FORMATS 5)."""

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from companion.games.himiki.rules.cubes import LETTERS, Colour, Element, colour_lettered, element_lettered
from companion.games.himiki.rules.errors import NotationError
from companion.games.himiki.rules.variant import Edition, Mode, Seat, Variant
from companion.games.himiki.rules.written.notation import annotated
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.games.himiki.rules.written.record import (
    CORRECTING,
    ClaimEntry,
    Earlier,
    Entry,
    MoveEntry,
    Record,
    Result,
    replay,
)

FORMAT: Final = "himiki-record/1"
_SEATS: Final = tuple(seat.value for seat in Seat)
_HEADER: Final = re.compile(r"#\s*([a-z]+)\s*:\s*(.*)")
_CLAIM: Final = re.compile(r"(claim|unclaim) ([wb])")
_EARLIER: Final = "#>"
"""Before a line of what was played before the board was corrected."""


# JSON


def record_json(record: Record) -> str:
    variant = record.start.variant
    table: dict[str, Any] = {"format": FORMAT, "mode": variant.mode.value, "edition": variant.edition.value}
    if variant.mode is Mode.MUK_YAN:
        table["human"] = variant.human.letter
    if variant.mode is Mode.MINDLOCK:
        table["influences"] = [element.letter for element in sorted(variant.in_play)]
    table["players"] = dict(record.players)
    table["start"] = position_text(record.start)
    table["moves"] = [_entry_table(entry) for entry in record.entries]
    result = record.result
    table["result"] = None
    if result is not None:
        winner = None if result.winner is None else result.winner.letter
        table["result"] = {"winner": winner, "score": list(result.score)}
    if record.earlier:
        table["earlier"] = [
            {
                "start": position_text(each.start),
                "moves": [_entry_table(entry) for entry in each.entries],
                "then": each.then,
            }
            for each in record.earlier
        ]
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def _entry_table(entry: Entry) -> dict[str, Any]:
    if isinstance(entry, ClaimEntry):
        return {"unclaim" if entry.undone else "claim": entry.colour.letter}
    table: dict[str, Any] = {"move": entry.move}
    if entry.by is not None:
        table["by"] = entry.by
    if entry.t is not None:
        table["t"] = entry.t
    if entry.roll is not None:
        table["roll"] = [element.letter for element in entry.roll]
    return table


def parse_record(text: str) -> Record:
    """Reads either form; raises `NotationError` or `PositionError`."""
    stripped = text.lstrip("\ufeff \t\r\n")
    return _parse_json(stripped) if stripped.startswith("{") else _parse_plain(stripped)


def _bad(text: object, why: str) -> NotationError:
    shown = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
    return NotationError("record", shown, why)


def _parse_json(text: str) -> Record:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise _bad(text, f"no JSON: {fault}") from None
    if table.get("format") != FORMAT:
        raise _bad(table.get("format"), f"format is {FORMAT}")
    start = table.get("start")
    moves = table.get("moves")
    players = table.get("players", {})
    if not isinstance(start, str) or not isinstance(moves, list):
        raise _bad(text, "start is a position string and moves a list")
    if not isinstance(players, dict) or not all(
        key in _SEATS and isinstance(name, str) for key, name in players.items()
    ):
        raise _bad(players, f"players are names by {', '.join(_SEATS)}")
    variant = _variant(table.get("mode"), table.get("edition"), table.get("human"), table.get("influences"))
    earlier = table.get("earlier", [])
    if not isinstance(earlier, list):
        raise _bad(earlier, "earlier is a list")
    return Record(
        parse_position(start, variant),
        tuple(_entry(item) for item in moves),
        players,
        _result(table.get("result")),
        tuple(_earlier(item, variant) for item in earlier),
    )


def _earlier(item: object, variant: Variant) -> Earlier:
    start, moves, then = (
        item.get(key) if isinstance(item, dict) else None for key in ("start", "moves", "then")
    )
    if not isinstance(start, str) or not isinstance(moves, list) or then not in CORRECTING:
        raise _bad(item, f"an earlier part has start, moves, and then: one of {', '.join(CORRECTING)}")
    return Earlier(parse_position(start, variant), tuple(_entry(move) for move in moves), str(then))


def _variant(mode: object, edition: object, human: object, influences: object) -> Variant:
    modes = {each.value: each for each in Mode}
    editions = {each.value: each for each in Edition}
    colours = {each.letter: each for each in Colour}
    if not isinstance(mode, str) or mode not in modes:
        raise _bad(mode, f"mode is one of {', '.join(modes)}")
    edition = "second" if edition is None else edition
    if not isinstance(edition, str) or edition not in editions:
        raise _bad(edition, f"edition is one of {', '.join(editions)}")
    human = "w" if human is None else human
    if not isinstance(human, str) or human not in colours:
        raise _bad(human, "human is w or b")
    in_play = frozenset(Element)
    if modes[mode] is Mode.MINDLOCK:
        letters = [] if influences is None else influences
        if not isinstance(letters, list) or any(letter not in list(LETTERS) for letter in letters):
            raise _bad(influences, "influences are a list of H, M, K")
        in_play = frozenset(element_lettered(letter) for letter in letters)
    return Variant(modes[mode], editions[edition], human=colours[human], in_play=in_play)


def _entry(item: object) -> Entry:
    if not isinstance(item, dict):
        raise _bad(item, "a move is an object")
    for key in ("claim", "unclaim"):
        if key in item:
            if item[key] not in ("w", "b"):
                raise _bad(item[key], f"{key} is w or b")
            return ClaimEntry(colour_lettered(item[key]), undone=key == "unclaim")
    move, by, t, roll = (item.get(key) for key in ("move", "by", "t", "roll"))
    if not isinstance(move, str):
        raise _bad(item, "a move has its text")
    if by is not None and by not in _SEATS:
        raise _bad(by, f"by is one of {', '.join(_SEATS)}")
    if t is not None and (isinstance(t, bool) or not isinstance(t, (int, float)) or not isfinite(t)):
        raise _bad(t, "t is a number of seconds")
    dice = None
    if roll is not None:
        if (
            not isinstance(roll, (list, str))
            or len(roll) != 2
            or any(die not in list(LETTERS) for die in roll)
        ):
            raise _bad(roll, "roll is two of H, M, K")
        black, white = (element_lettered(die) for die in roll)
        dice = black, white
    return MoveEntry(move, by, t, dice)


def _result(item: object) -> Result | None:
    if item is None:
        return None
    score = item.get("score") if isinstance(item, dict) else None
    winner = item.get("winner") if isinstance(item, dict) else None
    numbers = isinstance(score, list) and len(score) == 2 and all(type(points) is int for points in score)
    if not numbers or winner not in (None, "w", "b"):
        raise _bad(item, 'result is null or such as {"winner": "w", "score": [5, 3]}')
    assert isinstance(score, list)
    return Result(None if winner is None else colour_lettered(winner), (score[0], score[1]))


# Plain text


def record_plain(record: Record, *, ascii_signs: bool = False) -> str:
    """Headers, then a line per turn, as far as the record can be replayed. Times and rolls are left out."""
    lines = [*_headers(record), *_earlier_lines(record, ascii_signs), ""]
    return "\n".join([*lines, *_turn_lines(record, ascii_signs)]) + "\n"


def _earlier_lines(record: Record, ascii_signs: bool) -> Iterator[str]:
    for part, each in zip(record.parts, record.earlier, strict=False):
        yield f"# earlier: {position_text(each.start)}"
        for line in _turn_lines(part, ascii_signs):
            yield f"{_EARLIER} {line}"
        yield f"# then: {each.then}"


def _headers(record: Record) -> Iterator[str]:
    variant, result = record.start.variant, record.result
    yield f"# format: {FORMAT}"
    yield f"# mode: {variant.mode.value}"
    yield f"# edition: {variant.edition.value}"
    if variant.mode is Mode.MUK_YAN:
        yield f"# human: {variant.human.letter}"
    if variant.mode is Mode.MINDLOCK:
        yield f"# influences: {''.join(element.letter for element in sorted(variant.in_play))}"
    for seat, name in record.players.items():
        yield f"# {seat}: {' '.join(name.split())}"
    yield f"# start: {position_text(record.start)}"
    if result is not None:
        winner = "-" if result.winner is None else result.winner.letter
        yield f"# result: {winner} {result.score[0]}-{result.score[1]}"


def _turn_lines(record: Record, ascii_signs: bool) -> Iterator[str]:
    turn: list[str] = []
    for step in replay(record).steps:
        if isinstance(step.entry, ClaimEntry):
            if turn:
                yield " ".join(turn)
                turn = []
            yield f"{'unclaim' if step.entry.undone else 'claim'} {step.entry.colour.letter}"
            continue
        turn += [annotated(played, ascii_signs=ascii_signs) for played in step.played]
        after = step.after
        if after.over or not (after.phase.replay or after.chaos.due):
            yield " ".join(turn)
            turn = []
    if turn:
        yield " ".join(turn)


def _parse_plain(text: str) -> Record:
    headers: dict[str, str] = {}
    entries: list[Entry] = []
    parts: list[tuple[str, list[Entry], list[str]]] = []
    for line in map(str.strip, text.splitlines()):
        if header := _HEADER.fullmatch(line):
            key, value = header[1], header[2].strip()
            if key == "earlier":
                parts.append((value, [], []))
            elif key == "then" and parts:
                parts[-1][2].append(value)
            else:
                headers[key] = value
        elif line.startswith(_EARLIER) and parts:
            parts[-1][1].extend(_line_entries(line.removeprefix(_EARLIER).strip()))
        elif not line.startswith("#"):
            entries += _line_entries(line)
    if "start" not in headers or "mode" not in headers:
        raise _bad(text, "neither JSON nor text with '# mode:' and '# start:' lines")
    variant = _variant(
        headers["mode"], headers.get("edition"), headers.get("human"), list(headers.get("influences", ""))
    )
    result = None
    if "result" in headers:
        told = re.fullmatch(r"([wb-]) ([0-5])-([0-5])", headers["result"])
        if told is None:
            raise _bad(headers["result"], "result is such as w 5-3")
        winner = None if told[1] == "-" else colour_lettered(told[1])
        result = Result(winner, (int(told[2]), int(told[3])))
    players = {seat: headers[seat] for seat in _SEATS if seat in headers}
    start = parse_position(headers["start"], variant)
    earlier = tuple(_earlier_told(part, variant) for part in parts)
    return Record(start, tuple(entries), players, result, earlier)


def _line_entries(line: str) -> list[Entry]:
    if claim := _CLAIM.fullmatch(line):
        return [ClaimEntry(colour_lettered(claim[2]), undone=claim[1] == "unclaim")]
    return [MoveEntry(word) for word in line.split()]


def _earlier_told(part: tuple[str, list[Entry], list[str]], variant: Variant) -> Earlier:
    start, entries, then = part
    if len(then) != 1 or then[0] not in CORRECTING:
        raise _bad(start, f"an earlier part ends with '# then:' and one of {', '.join(CORRECTING)}")
    return Earlier(parse_position(start, variant), tuple(entries), then[0])
