"""Who stands where, and by what: points first, then each tie-break in its turn."""

from dataclasses import dataclass, replace
from itertools import groupby

from companion.hall.tournaments.pairing import scores
from companion.hall.tournaments.tournament import Pairing, Player, Result, System, Tournament


@dataclass(frozen=True, slots=True)
class Line:
    """Everything that its place follows from."""

    place: int
    """The same for those whom nothing tells apart."""
    player: Player
    points: float
    round: int
    """Of a knockout: how far it came."""
    direct: float
    """Points against those with as many, where all of them have met."""
    buchholz: float
    """Points of the opponents, the lowest left out: who met stronger ones stands higher."""
    sonneborn: float
    """Points of those who were beaten, and half of those it drew with."""
    wins: int
    difference: int
    """Points of the games, own less the others'."""


def standings(tournament: Tournament) -> list[Line]:
    """In their order: points, direct encounter, Buchholz cut 1, Sonneborn-Berger, wins, difference."""
    points = scores(tournament)
    lines = [_line(tournament, points, each) for each in tournament.players]
    lines.sort(key=_order)
    found: list[Line] = []
    for _, alike in groupby(lines, key=_order):
        place = len(found) + 1
        found += [_placed(each, place) for each in sorted(alike, key=lambda each: each.player.id)]
    return found


@dataclass(frozen=True, slots=True)
class TeamLine:
    place: int
    team: str
    points: float
    """Of all its players."""
    buchholz: float
    wins: int
    players: int


def team_standings(lines: list[Line]) -> list[TeamLine]:
    """Who plays for a team, together: points, then Buchholz cut 1, then wins."""
    own: dict[str, list[Line]] = {}
    for each in lines:
        if each.player.team:
            own.setdefault(each.player.team, []).append(each)
    found = [
        TeamLine(
            0,
            team,
            sum(each.points for each in members),
            sum(each.buchholz for each in members),
            sum(each.wins for each in members),
            len(members),
        )
        for team, members in own.items()
    ]
    found.sort(key=lambda each: each.team)
    found.sort(key=_team_order)
    places = [_team_order(each) for each in found]
    return [replace(each, place=places.index(_team_order(each)) + 1) for each in found]


def _team_order(line: TeamLine) -> tuple[float, ...]:
    return -line.points, -line.buchholz, -line.wins


def _order(line: Line) -> tuple[float, ...]:
    told = (line.round, line.points, line.direct, line.buchholz, line.sonneborn, line.wins, line.difference)
    return tuple(-each for each in told)


def _placed(line: Line, place: int) -> Line:
    values = {name: getattr(line, name) for name in line.__slots__}
    return Line(**(values | {"place": place}))


def _line(tournament: Tournament, points: dict[int, float], player: Player) -> Line:
    own = [each for each in tournament.met() if player.id in (each.white, each.black)]
    # Who did not come is no opponent that says how strong one is.
    met = [each for each in own if each.result is not None and each.result.played]
    of_others = sorted(points[_other(each, player.id)] for each in met)
    return Line(
        place=0,
        player=player,
        points=points[player.id],
        round=_reached(tournament, player) if tournament.system is System.KNOCKOUT else 0,
        direct=_direct(tournament, points, player),
        buchholz=sum(of_others[1:]),
        sonneborn=sum(_gained(each, player.id) * points[_other(each, player.id)] for each in met),
        wins=sum(_gained(each, player.id) == 1.0 for each in own),
        difference=sum(_difference(each, player.id) for each in met),
    )


def _direct(tournament: Tournament, points: dict[int, float], player: Player) -> float:
    tied = {number for number, each in points.items() if each == points[player.id]}
    among = [each for each in tournament.met() if each.white in tied and each.black in tied]
    pairs = {frozenset((each.white, each.black)) for each in among}
    if len(tied) < 2 or len(pairs) < len(tied) * (len(tied) - 1) // 2:
        return 0.0
    return sum(_gained(each, player.id) for each in among if player.id in (each.white, each.black))


def _other(pairing: Pairing, player: int) -> int:
    other = pairing.black if pairing.white == player else pairing.white
    assert other is not None  # only pairings of two are asked
    return other


def _gained(pairing: Pairing, player: int) -> float:
    if pairing.result is None:
        return 0.0
    return pairing.result.points[0 if pairing.white == player else 1]


def _difference(pairing: Pairing, player: int) -> int:
    if pairing.score is None:
        return 0
    white, black = pairing.score
    return white - black if pairing.white == player else black - white


def _reached(tournament: Tournament, player: Player) -> int:
    """The last round that it was in, one further for who won it."""
    own = [each for each in tournament.pairings if player.id in (each.white, each.black)]
    if not own:
        return 0
    last = max(own, key=lambda each: each.round)
    won = last.result is Result.BYE or _gained(last, player.id) == 1.0
    return last.round + won
