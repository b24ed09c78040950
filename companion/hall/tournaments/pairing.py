"""Who meets whom in the next round."""

from dataclasses import replace
from itertools import permutations
from typing import Any, Final

from caissify_pairings import generate_pairings

from companion.hall.tournaments.tournament import (
    Pairing,
    Player,
    Result,
    System,
    Tournament,
    TournamentError,
)

_ENGINES: Final = {System.SWISS: "dutch", System.ROUND_ROBIN: "round_robin"}


def paired(tournament: Tournament) -> Tournament:
    """With its next round; raises `TournamentError`."""
    number = tournament.round + 1
    if tournament.open():
        raise TournamentError(
            f"round {tournament.round} is not over: {len(tournament.open())} results are missing"
        )
    if number > tournament.rounds:
        raise TournamentError(f"all {tournament.rounds} rounds are played")
    if tournament.system is System.KNOCKOUT:
        made = _knocked_out(tournament, number)
    else:
        made = _by_engine(tournament, number)
    return replace(tournament, pairings=(*tournament.pairings, *made))


def _by_engine(tournament: Tournament, number: int) -> list[Pairing]:
    playing = [
        each for each in tournament.players if not each.gone or tournament.system is System.ROUND_ROBIN
    ]
    if len(playing) < 2:
        raise TournamentError("fewer than two players are left")
    met = {(each.white, each.black) for each in tournament.met() if each.black is not None}
    apart = _of_one_team(playing) if tournament.system is System.SWISS else set()
    made = _made(tournament, playing, met | apart, number)
    free = sum(each["black_id"] is None for each in made)
    if free > len(playing) % 2 or any((each["white_id"], each["black_id"]) in apart for each in made):
        made = _made(tournament, playing, met, number)  # They have to meet: by the system alone.
    made.sort(key=lambda each: (each["black_id"] is None, each["table"]))
    found = [
        Pairing(number, board, each["white_id"], each["black_id"]) for board, each in enumerate(made, start=1)
    ]
    return [_without_play(tournament, each) for each in found]


def _made(
    tournament: Tournament, playing: list[Player], met: set[tuple[int, int]], number: int
) -> list[dict[str, Any]]:
    engine = _ENGINES[tournament.system]
    asked = [_as_engine_has_it(tournament, each) for each in playing]
    found: list[dict[str, Any]] = generate_pairings(engine, asked, met, number, tournament.rounds)
    return found


def _of_one_team(players: list[Player]) -> set[tuple[int, int]]:
    """For a pairing system that is as if they had met."""
    pairs = permutations((each for each in players if each.team), 2)
    return {(one.id, other.id) for one, other in pairs if one.team == other.team}


def _without_play(tournament: Tournament, pairing: Pairing) -> Pairing:
    """A bye, and whoever has left a round robin, which goes by its table all the same."""
    if pairing.black is None:
        return replace(pairing, result=Result.BYE)
    white, black = tournament.player(pairing.white).gone, tournament.player(pairing.black).gone
    if white and black:
        return replace(pairing, result=Result.NOBODY)
    if white or black:
        return replace(pairing, result=Result.BLACK_FORFEIT if white else Result.WHITE_FORFEIT)
    return pairing


def _as_engine_has_it(tournament: Tournament, player: Player) -> dict[str, Any]:
    """What a pairing system asks of a player: score, colours and floats, round by round."""
    colours, floats, byes, forfeits = [], [], 0, 0
    for number in range(1, tournament.round + 1):
        own = next(
            (each for each in tournament.of_round(number) if player.id in (each.white, each.black)), None
        )
        if own is None or own.black is None or own.result is None or not own.result.played:
            colours.append("none")
            floats.append("down" if own is not None and own.result is not None else "none")
            byes += own is not None and own.black is None
            forfeits += own is not None and own.black is not None and _points(own, player.id) > 0
            continue
        other = own.black if own.white == player.id else own.white
        colours.append("white" if own.white == player.id else "black")
        before = _before(tournament, number)
        lead = before[player.id] - before[other]
        floats.append("down" if lead > 0 else "up" if lead < 0 else "none")
    return {
        "id": player.id,
        "name": player.name,
        "score": scores(tournament)[player.id],
        "rating": player.rating,
        "starting_number": player.id,
        "color_hist": colours,
        "float_history": floats,
        "bye_count": byes,
        "forfeit_win_count": forfeits,
    }


def scores(tournament: Tournament) -> dict[int, float]:
    """Points by player."""
    found = dict.fromkeys((each.id for each in tournament.players), 0.0)
    for each in tournament.pairings:
        found[each.white] += _points(each, each.white)
        if each.black is not None:
            found[each.black] += _points(each, each.black)
    return found


def _points(pairing: Pairing, player: int) -> float:
    if pairing.result is None:
        return 0.0
    white, black = pairing.result.points
    return white if pairing.white == player else black


def _before(tournament: Tournament, number: int) -> dict[int, float]:
    """The points that everybody had when that round began."""
    earlier = tuple(each for each in tournament.pairings if each.round < number)
    return scores(replace(tournament, pairings=earlier))


def _knocked_out(tournament: Tournament, number: int) -> list[Pairing]:
    """The first round by seeds, so that the two strongest can only meet in the last; then the winners, in
    the order of their boards. Who was black more often is white."""
    if number == 1:
        order: list[int | None] = [
            seed if seed <= len(tournament.players) else None for seed in _seeds(tournament.rounds)
        ]
    else:
        order = [_winner(each) for each in tournament.of_round(number - 1)]
    made = []
    for board, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        white, black = (one, other) if one is not None else (other, one)
        if white is None:
            raise TournamentError("nobody is left on one side of the draw")
        if black is not None and _whites(tournament, white) > _whites(tournament, black):
            white, black = black, white
        made.append(_without_play(tournament, Pairing(number, board, white, black)))
    return made


def _seeds(rounds: int) -> list[int]:
    order = [1]
    for _ in range(rounds):
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    return order


def _winner(pairing: Pairing) -> int | None:
    if pairing.result is None or pairing.result is Result.NOBODY:
        return None
    return pairing.white if pairing.result.points[0] > pairing.result.points[1] else pairing.black


def _whites(tournament: Tournament, player: int) -> int:
    return sum(each.white == player for each in tournament.met())
