"""A tournament as JSON: how it is kept, and what its page and other programs read."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from companion.hall.tournaments.standings import Line, standings, team_standings
from companion.hall.tournaments.tournament import (
    LONGEST_NAME,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Pairing,
    Player,
    Result,
    System,
    Tournament,
    TournamentError,
)


def kept(tournament: Tournament) -> dict[str, Any]:
    """What `read` reads."""
    return {
        "name": tournament.name,
        "system": tournament.system.value,
        "rounds": tournament.rounds,
        "players": [asdict(each) for each in tournament.players],
        "tables": list(tournament.tables),
        "game": dict(tournament.game),
        "pairings": [_pairing(each) for each in tournament.pairings],
    }


def read(told: dict[str, Any]) -> Tournament:
    return Tournament(
        told["name"],
        System(told["system"]),
        told["rounds"],
        tuple(Player(**each) for each in told["players"]),
        tuple(told["tables"]),
        told["game"],
        tuple(_pairing_from(each) for each in told["pairings"]),
    )


def copied(told: dict[str, Any]) -> Tournament:
    """What another hall wrote with `kept`: its open games begin at the tables of this one. Raises
    `TournamentError`."""
    refused = TournamentError("this is no tournament that a hall has written, or not the whole of it")
    try:
        found = read(told)
        if not _holds_together(found):
            raise refused
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise refused from None
    return replace(
        found,
        pairings=tuple(
            replace(each, table=None, game=None, after=0) if each.result is None else replace(each, after=0)
            for each in found.pairings
        ),
    )


def _holds_together(found: Any) -> bool:
    """Of a tournament whose values somebody else wrote: they may be of any kind."""
    texts = (found.name, *found.tables, *(each.name for each in found.players))
    numbers = [each.id for each in found.players]
    counts = [found.rounds, *numbers, *(each.rating for each in found.players)]
    counts += [each.since for each in found.players]
    counts += [number for each in found.pairings for number in (each.round, each.board)]
    places = [(each.round, each.board) for each in found.pairings]
    seats = [(each.round, player) for each in found.pairings for player in (each.white, each.black) if player]
    return (
        all(isinstance(each, str) and 0 < len(each) <= LONGEST_NAME for each in texts)
        and all(type(each) is int and each >= 0 for each in counts)
        and all(isinstance(each.team, str) and len(each.team) <= LONGEST_NAME for each in found.players)
        and isinstance(found.game, Mapping)
        and 2 <= len(numbers) <= MOST_PLAYERS
        and 1 <= found.rounds <= MOST_ROUNDS
        and found.round <= found.rounds
        and len(set(numbers)) == len(numbers)
        and len(set(places)) == len(places)
        and len(set(seats)) == len(seats)
        and {player for _, player in seats} <= set(numbers)
        and all(type(each.gone) is bool for each in found.players)
        and all((each.black is None) == (each.result is Result.BYE) for each in found.pairings)
    )


def shown(id_: int, tournament: Tournament) -> dict[str, Any]:
    """For people and programs: with names, results by round, and the standings."""
    names = {each.id: each.name for each in tournament.players}
    lines = standings(tournament)
    return {
        "id": id_,
        **kept(tournament),
        "round": tournament.round,
        "over": tournament.over,
        "pairings": [
            _pairing(each)
            | {
                "white_name": names[each.white],
                "black_name": None if each.black is None else names[each.black],
            }
            for each in tournament.pairings
        ],
        "results": [
            [None if each.result is None else each.result.value for each in tournament.of_round(number)]
            for number in range(1, tournament.round + 1)
        ],
        "standings": [_line(each) for each in lines],
        "teams": [asdict(each) for each in team_standings(lines)],
    }


def _pairing(each: Pairing) -> dict[str, Any]:
    result = None if each.result is None else each.result.value
    return asdict(each) | {"result": result, "score": None if each.score is None else list(each.score)}


def _pairing_from(told: dict[str, Any]) -> Pairing:
    result = None if told["result"] is None else Result(told["result"])
    score = None if told["score"] is None else (int(told["score"][0]), int(told["score"][1]))
    return Pairing(**(told | {"result": result, "score": score}))


def _line(each: Line) -> dict[str, Any]:
    player = each.player
    told = {"player": player.id, "name": player.name, "gone": player.gone, "team": player.team}
    return {**asdict(each), **told}
