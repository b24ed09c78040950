"""A tournament for other programs: the report that FIDE's programs read, a table for spreadsheets, and lists
of players that come from such files."""

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any, Final

from caissify_pairings.trf import TRFError, parse_trf, write_trf

from companion.hall.tournaments.standings import standings
from companion.hall.tournaments.tournament import (
    LONGEST_NAME,
    MOST_PLAYERS,
    Entry,
    Pairing,
    Player,
    Result,
    Tournament,
    TournamentError,
)

_MOST_RATING: Final = 4000
_SEPARATORS: Final = (";", "\t", ",")
_MARKS: Final = {
    Result.WHITE: "10",
    Result.BLACK: "01",
    Result.DRAW: "==",
    Result.WHITE_FORFEIT: "+-",
    Result.BLACK_FORFEIT: "-+",
    Result.NOBODY: "--",
}
"""White's and black's in a report."""
_BYE: Final = "U"
"""A free round that the pairing gave, with its point."""
_ABSENT: Final = "Z"
"""Not paired: came later or had left."""


def report(tournament: Tournament) -> str:
    """As TRF16."""
    lines = standings(tournament)
    places = {line.player.id: (line.points, at) for at, line in enumerate(lines, start=1)}
    players = []
    for each in tournament.players:
        points, rank = places[each.id]
        players.append(
            {
                "starting_number": each.id,
                "name": each.name,
                "rating": each.rating,
                "score": points,
                "rank": rank,
                "results": {
                    number: _in_report(tournament, each, number) for number in range(1, tournament.round + 1)
                },
            }
        )
    return str(write_trf({"name": tournament.name}, players, tournament.rounds)) + "\n"


def _in_report(tournament: Tournament, player: Player, number: int) -> dict[str, Any]:
    own = _own(tournament, player, number)
    if own is None or own.black is None:
        return {"opponent": None, "color": None, "result": _ABSENT if own is None else _BYE}
    white = own.white == player.id
    mark = "" if own.result is None else _MARKS[own.result][0 if white else 1]
    return {"opponent": own.black if white else own.white, "color": "w" if white else "b", "result": mark}


def sheet(tournament: Tournament) -> str:
    """The standings with everybody's rounds, as CSV: `12w1` has beaten number 12 with white."""
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";")
    rounds = range(1, tournament.round + 1)
    head = ("place", "number", "name", "rating", "team", *(f"round {each}" for each in rounds))
    rows.writerow((*head, "points", "direct", "buchholz", "sonneborn", "wins", "difference"))
    for line in standings(tournament):
        each = line.player
        played = (_in_sheet(tournament, each, number) for number in rounds)
        ties = (line.points, line.direct, line.buchholz, line.sonneborn, line.wins, line.difference)
        rows.writerow((line.place, each.id, each.name, each.rating, each.team, *played, *ties))
    return out.getvalue()


def _in_sheet(tournament: Tournament, player: Player, number: int) -> str:
    told = _in_report(tournament, player, number)
    return (
        told["result"] if told["opponent"] is None else f"{told['opponent']}{told['color']}{told['result']}"
    )


def _own(tournament: Tournament, player: Player, number: int) -> Pairing | None:
    return next((each for each in tournament.of_round(number) if player.id in (each.white, each.black)), None)


def players_in(text: str) -> list[Entry]:
    """Out of a report, of what `sheet` writes, or of lines such as `Ada; 1850; Kings`, the last of them a
    team. Raises `TournamentError`."""
    is_report = any(line.startswith("001 ") for line in text.splitlines())
    found = list((_of_report if is_report else _of_lines)(text))
    if not found:
        raise TournamentError("there is no player in it: one a line, such as Ada; 1850")
    if len(found) > MOST_PLAYERS:
        raise TournamentError(f"a tournament has at most {MOST_PLAYERS} players, and these are {len(found)}")
    return found


def _of_report(text: str) -> Iterator[Entry]:
    try:
        for each in parse_trf(text)["players"]:
            yield _player(str(each["name"]), str(each["rating"]))
    except TRFError as fault:
        raise TournamentError(f"the report cannot be read: {fault}") from None


def _of_lines(text: str) -> Iterator[Entry]:
    lines = [each for each in text.splitlines() if each.strip()]
    separator = next((each for each in _SEPARATORS if lines and each in lines[0]), _SEPARATORS[0])
    rows = [[field.strip() for field in row] for row in csv.reader(lines, delimiter=separator)]
    at = {"name": 0, "rating": 1, "team": 2}
    if rows and "name" in (head := [field.lower() for field in rows[0]]):
        at, rows = {field: number for number, field in enumerate(head)}, rows[1:]
    for row in rows:
        told = {field: row[number] for field, number in at.items() if number < len(row)}
        if told.get("name"):
            yield _player(told["name"], told.get("rating", ""), told.get("team", ""))


def _player(name: str, rating: str, team: str = "") -> Entry:
    told = int(rating) if rating.isascii() and rating.isdecimal() and len(rating) < 6 else 0
    return Entry(" ".join(name.split())[:LONGEST_NAME], min(told, _MOST_RATING), team[:LONGEST_NAME])


WRITTEN: Final[dict[str, tuple[Callable[[Tournament], str], str]]] = {
    "csv": (sheet, "text/csv"),
    "trf": (report, "text/plain"),
}
"""By the ending of a file: who writes it, and what kind of file it is."""
