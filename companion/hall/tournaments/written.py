"""A tournament as JSON: how it is kept, and what its page and other programs read."""

from dataclasses import asdict
from typing import Any

from companion.hall.tournaments.standings import Line, standings
from companion.hall.tournaments.tournament import Pairing, Player, Result, System, Tournament


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


def shown(id_: int, tournament: Tournament) -> dict[str, Any]:
    """For people and programs: with names, results by round, and the standings."""
    names = {each.id: each.name for each in tournament.players}
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
        "standings": [_line(each) for each in standings(tournament)],
    }


def _pairing(each: Pairing) -> dict[str, Any]:
    result = None if each.result is None else each.result.value
    return asdict(each) | {"result": result, "score": None if each.score is None else list(each.score)}


def _pairing_from(told: dict[str, Any]) -> Pairing:
    result = None if told["result"] is None else Result(told["result"])
    score = None if told["score"] is None else (int(told["score"][0]), int(told["score"][1]))
    return Pairing(**(told | {"result": result, "score": score}))


def _line(each: Line) -> dict[str, Any]:
    return {**asdict(each), "player": each.player.id, "name": each.player.name, "gone": each.player.gone}
