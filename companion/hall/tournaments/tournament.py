"""A tournament as it stands: immutable values, and what may happen to it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, NamedTuple

MOST_PLAYERS: Final = 400
"""A page and a pairing of so many still come at once."""
MOST_ROUNDS: Final = 99
"""As many as two figures hold in the reports of other programs."""
LONGEST_NAME: Final = 60
"""Letters, of a player, a team and a tournament."""


class TournamentError(ValueError):
    """Something that a tournament does not allow now; the text says what, and what would."""


class System(Enum):
    SWISS = "swiss"
    ROUND_ROBIN = "roundrobin"
    KNOCKOUT = "knockout"


class Result(Enum):
    """Of one pairing; what the arbiter gives without play counts in the standings as the same."""

    WHITE = "1-0"
    BLACK = "0-1"
    DRAW = "=-="
    WHITE_FORFEIT = "+--"
    """Black did not come."""
    BLACK_FORFEIT = "--+"
    NOBODY = "---"
    """Neither came."""
    BYE = "bye"
    """No opponent was left."""

    @property
    def played(self) -> bool:
        return self in (Result.WHITE, Result.BLACK, Result.DRAW)

    @property
    def points(self) -> tuple[float, float]:
        """White's and black's."""
        return _POINTS[self]


_POINTS: Final[Mapping[Result, tuple[float, float]]] = {
    Result.WHITE: (1.0, 0.0),
    Result.BLACK: (0.0, 1.0),
    Result.DRAW: (0.5, 0.5),
    Result.WHITE_FORFEIT: (1.0, 0.0),
    Result.BLACK_FORFEIT: (0.0, 1.0),
    Result.NOBODY: (0.0, 0.0),
    Result.BYE: (1.0, 0.0),
}


class Entry(NamedTuple):
    """Who wants to play."""

    name: str
    rating: int = 0
    team: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    id: int
    """From 1 on, in the order of strength: as pairing systems number them."""
    name: str
    rating: int = 0
    since: int = 1
    """The first round of a late entry."""
    gone: bool = False
    team: str = ""
    """For which it collects points, and whose others it does not meet if that can be; empty: for itself."""


@dataclass(frozen=True, slots=True)
class Pairing:
    round: int
    board: int
    """From 1 on in its round."""
    white: int
    black: int | None
    """None: a bye."""
    result: Result | None = None
    score: tuple[int, int] | None = None
    """Of the game, white's and black's."""
    table: str | None = None
    game: int | None = None
    """At its table, once it has begun."""
    after: int = 0
    """What the hall had heard, by its own numbers, when the table was asked to begin."""


@dataclass(frozen=True, slots=True)
class Tournament:
    name: str
    system: System
    rounds: int
    players: tuple[Player, ...]
    tables: tuple[str, ...] = ()
    game: Mapping[str, Any] = field(default_factory=dict)
    """What is asked of a table for each game, besides the names."""
    pairings: tuple[Pairing, ...] = ()

    @property
    def round(self) -> int:
        """The last one that was paired, 0 before the first."""
        return max((each.round for each in self.pairings), default=0)

    @property
    def over(self) -> bool:
        return self.round >= self.rounds and not self.open()

    def open(self) -> tuple[Pairing, ...]:
        """Those without a result."""
        return tuple(each for each in self.pairings if each.result is None)

    def of_round(self, number: int) -> tuple[Pairing, ...]:
        return tuple(each for each in self.pairings if each.round == number)

    def player(self, number: int) -> Player:
        """Raises `TournamentError`."""
        for each in self.players:
            if each.id == number:
                return each
        raise TournamentError(f"there is no player {number}")

    def met(self) -> Iterator[Pairing]:
        """Pairings of two people that have a result."""
        return (each for each in self.pairings if each.black is not None and each.result is not None)

    def with_pairing(self, changed: Pairing) -> "Tournament":
        """In the place of the one of that round and board; raises `TournamentError`."""
        places = [(each.round, each.board) for each in self.pairings]
        if (changed.round, changed.board) not in places:
            raise TournamentError(f"round {changed.round} has no board {changed.board}")
        at = places.index((changed.round, changed.board))
        return replace(self, pairings=(*self.pairings[:at], changed, *self.pairings[at + 1 :]))

    def told(
        self, number: int, board: int, result: Result | None, score: tuple[int, int] | None = None
    ) -> "Tournament":
        """A result comes, or is corrected by an arbiter; None takes it back."""
        found = next((each for each in self.of_round(number) if each.board == board), None)
        if found is None:
            raise TournamentError(f"round {number} has no board {board}")
        if (found.black is None) != (result is Result.BYE):
            raise TournamentError("a bye is a bye, and two people who meet have another result")
        if self.system is System.KNOCKOUT:
            if number < self.round:
                raise TournamentError("the next round of a knockout was paired from this result")
            if result is Result.DRAW:
                raise TournamentError("a knockout needs a winner: play on, or let the arbiter name one")
        return self.with_pairing(replace(found, result=result, score=score))

    def entered(self, name: str, rating: int = 0, team: str = "") -> "Tournament":
        """Late: from the next round on."""
        if self.system is not System.SWISS and self.round:
            raise TournamentError("only a Swiss tournament takes players after its first round")
        if len(self.players) >= MOST_PLAYERS:
            raise TournamentError(f"a tournament has {MOST_PLAYERS} players at most")
        name = _one_line(name)
        if any(each.name == name for each in self.players):
            raise TournamentError("two players have the same name: tell them apart")
        number = max((each.id for each in self.players), default=0) + 1
        late = Player(number, name, rating, self.round + 1, team=_one_line(team))
        return replace(self, players=(*self.players, late))

    def left(self, number: int) -> "Tournament":
        """Withdrawn: is not paired any more; what was played stays, what is open is a forfeit."""
        player = self.player(number)
        others = tuple(replace(each, gone=True) if each is player else each for each in self.players)
        changed = replace(self, players=others)
        for each in changed.open():
            if number in (each.white, each.black) and each.black is not None:
                given = Result.BLACK_FORFEIT if each.white == number else Result.WHITE_FORFEIT
                changed = changed.with_pairing(replace(each, result=given))
        return changed


def begun(
    name: str,
    system: System,
    rounds: int,
    players: Sequence[tuple[str, int] | Entry],
    tables: tuple[str, ...] = (),
    game: Mapping[str, Any] | None = None,
) -> Tournament:
    """Players get their numbers by strength; raises `TournamentError`."""
    entries = [Entry(*each) for each in players]
    entries = [Entry(_one_line(each.name), each.rating, _one_line(each.team)) for each in entries]
    if not 2 <= len(entries) <= MOST_PLAYERS:
        raise TournamentError(f"a tournament has 2 to {MOST_PLAYERS} players")
    if len({each.name for each in entries}) < len(entries):
        raise TournamentError("two players have the same name: tell them apart")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise TournamentError(f"a tournament has 1 to {MOST_ROUNDS} rounds")
    strongest = sorted(entries, key=lambda each: -each.rating)
    numbered = tuple(
        Player(number, each.name, each.rating, team=each.team)
        for number, each in enumerate(strongest, start=1)
    )
    most = _rounds(system, rounds, len(entries))
    return Tournament(_one_line(name), system, most, numbered, tables, game or {})


def _one_line(name: str) -> str:
    """As files of other programs have it: a line is somebody."""
    return " ".join(name.split())


def _rounds(system: System, asked: int, players: int) -> int:
    """As many as were asked for, or as the system has with so many."""
    match system:
        case System.SWISS:
            return asked
        case System.ROUND_ROBIN:
            return min(asked, players - 1 + players % 2)
        case System.KNOCKOUT:
            return (players - 1).bit_length()
