"""Challenges with Chaos tiles as a maze, by the rules' own functions."""

from companion.games.himiki.mindlock.line import played
from companion.games.himiki.mindlock.plain import PlainMaze
from companion.games.himiki.rules.cubes import Colour, Orientation, colour_of, faces_of, is_known, oriented
from companion.games.himiki.rules.errors import IllegalMove
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.mindlock import cost
from companion.games.himiki.rules.moves import Move, Rotate
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import Tile


class TiledMaze:
    def __init__(self, start: Position) -> None:
        self.start = start
        self.root = _with_sides(start)
        land = {tile for _, tile in start.chaos.land}
        # A Transfer carries black cubes about, and lets two cubes win at once (RULES 5.11).
        self._bound = None if Tile.TRANSFER in land else PlainMaze(start)
        # An event can spare a turn: by a tilt that is free, or by letting one cube go with any others.
        self._spared = len(start.chaos.hands[Colour.WHITE])

    def solved(self, node: Position) -> bool:
        return node.over

    def at_least(self, node: Position) -> int:
        if self._bound is None:
            return 0
        free_action = bool(node.phase.replay or node.chaos.due)
        return max(0, self._bound.turns_needed(node.board) - self._spared - free_action)

    def steps(self, node: Position) -> tuple[list[tuple[Move, Position]], list[tuple[Move, Position]]]:
        free: list[tuple[Move, Position]] = []
        counted: list[tuple[Move, Position]] = []
        for move in legal_moves(node):
            found = counted if cost(node, move) else free
            found.append((move, play(node, move).after))
        return free, counted

    def line(self, actions: list[Move]) -> list[Played] | None:
        """None where a rotation turns a cube for nothing: the way without that is another one."""
        line = played(self.start, actions)
        for index, move in enumerate(actions):
            if isinstance(move, Rotate) and len(move.squares) > 1:
                for square in move.squares:
                    fewer = Rotate(tuple(kept for kept in move.squares if kept != square))
                    if self._solves([*actions[:index], fewer, *actions[index + 1 :]]):
                        return None
        return line

    def _solves(self, actions: list[Move]) -> bool:
        try:
            return played(self.start, actions)[-1].after.over
        except IllegalMove:
            return False


def _with_sides(start: Position) -> Position:
    """Black cubes get some sides: nobody looks at them (RULES 7.1), but known cubes are played faster."""
    board = bytearray(start.board)
    for square, cube in start.cubes:
        if not is_known(cube):
            board[square] = next(
                oriented(colour_of(cube), orientation)
                for orientation in Orientation
                if orientation.value[0] == faces_of(cube)[0]
            )
    return start._replace(board=bytes(board))
