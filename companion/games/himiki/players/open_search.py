"""Alpha-beta by the rules' own functions: for set-up and for games with Chaos tiles."""

from collections.abc import Callable
from random import Random

from companion.games.himiki.players.evaluation import WIN, worth
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.legal import decider, legal_moves
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import NO_TILES

PackedValue = Callable[[Position, int, int, int], int]


def chooser(position: Position) -> Colour:
    """Which side chooses the next action."""
    due = position.chaos.due
    return decider(position, due[0]) if due else position.seat.colour


def is_plain(position: Position) -> bool:
    """Whether `packed` can hold it."""
    return position.chaos is NO_TILES and not (position.phase.setup or position.over)


def gain(played: Played) -> int:
    """How much a move changed the score for the side that made it: for ordering."""
    mover = chooser(played.before)
    before, after = played.before.score, played.after.score
    return after[mover] - before[mover] - after[mover.other] + before[mover.other]


def ordered(position: Position, chance: Random | None = None) -> list[Played]:
    """What gains most first; equal ones in the order of the rules, or as `chance` has it."""
    moves = legal_moves(position)
    if chance is not None:
        chance.shuffle(moves)
    return sorted((play(position, move) for move in moves), key=gain, reverse=True)


class OpenSearch:
    """Positions that are plain are handed on."""

    def __init__(self, plain_value: PackedValue, count: Callable[[], None]) -> None:
        self._plain_value = plain_value
        self._count = count

    def value(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """For the side that chooses there."""
        if is_plain(position):
            return self._plain_value(position, depth, alpha, beta)
        self._count()
        mover = chooser(position)
        if position.over:
            return WIN + depth if worth(position, mover) > 0 else -WIN - depth
        if depth == 0:
            return worth(position, mover)
        best = -4 * WIN
        for played in ordered(position):
            after = played.after
            if chooser(after) is mover:
                value = self.value(after, depth - 1, alpha, beta)
            else:
                value = -self.value(after, depth - 1, -beta, -alpha)
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best
