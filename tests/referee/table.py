"""A table at which tests play: people move cubes on it, legally or not, and the referee watches."""

from collections.abc import Sequence
from typing import TypeVar

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import decision_from
from companion.games.himiki.referee.events import Event, Move
from companion.games.himiki.referee.status import Status
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.board import Square, square_named
from companion.games.himiki.rules.cubes import ROTATED, Cube
from companion.games.himiki.rules.moves import Rotate, Tilt
from companion.games.himiki.rules.options import tilted
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import parse_move
from companion.games.himiki.rules.written.position_text import parse_cubes, parse_position
from tests.referee.eye import Eye
from vision.frames import Seconds

AnyEvent = TypeVar("AnyEvent", bound=Event)

DUEL = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"


def at(name: str) -> Square:
    square = square_named(name)
    assert square is not None, name
    return square


class Table:
    """Starts with the board as `cubes` says, or as the game's start has it."""

    def __init__(
        self,
        game: Game,
        *,
        cubes: str | None = None,
        board: bytes | None = None,
        eye: Eye | None = None,
        looks: int = 3,
        events: Sequence[Event] | None = None,
    ) -> None:
        self.game = game
        self.eye = eye or Eye()
        self.looks = looks
        self.referee = Referee(game) if events is None else Referee.resumed(game, events)
        self.events: list[Event] = list(events or ())
        if board is not None:
            self.board = board
        elif cubes is not None:
            self.board = parse_cubes(cubes)
        else:
            self.board = bytes(30) if game.start is None else game.start.board
        self.look()

    # What people do

    def look(self, looks: int | None = None) -> list[Event]:
        """The board lies there for all to see; the events that this brings."""
        said: list[Event] = []
        for sighting in self.eye.looks(self.board, looks or self.looks):
            said += self.referee.see(sighting)
        self.events += said
        return said

    def hand(self) -> list[Event]:
        said: list[Event] = []
        for sighting in self.eye.hands():
            said += self.referee.see(sighting)
        self.events += said
        return said

    def lay(self, board: bytes) -> list[Event]:
        """A hand comes, changes the board to this, and goes."""
        for square in range(30):
            if board[square] != self.board[square]:
                self.eye.lift(Square(square))
        self.board = bytes(board)
        return self.hand() + self.look()

    def play(self, *moves: str) -> list[Event]:
        """Tilts and rotations, by the hand's own work alone, legal or not; each with a look after it."""
        said: list[Event] = []
        for move in moves:
            said += self.lay(self.after(move))
        return said

    def play_at_once(self, *moves: str) -> list[Event]:
        """Several, before the hand goes."""
        board = self.board
        for move in moves:
            board = self.after(move, board)
        return self.lay(board)

    def after(self, move: str, board: bytes | None = None) -> bytes:
        board = self.board if board is None else board
        match parse_move(move).move:
            case Tilt(source, target):
                return bytes(tilted(board, source, target))
            case Rotate(squares):
                turned = bytearray(board)
                for square in squares:
                    turned[square] = ROTATED[turned[square]]
                return bytes(turned)
        raise AssertionError(move)

    def carry(self, source: str, target: str | None) -> list[Event]:
        """A cube is carried elsewhere, its faces unchanged, or off the board."""
        board = bytearray(self.board)
        cube, board[at(source)] = board[at(source)], 0
        if target is not None:
            board[at(target)] = cube
        return self.lay(bytes(board))

    def put(self, text: str) -> list[Event]:
        """`B5wHMK`: that cube now stands there, whatever stood there."""
        added = parse_cubes(text)
        return self.lay(bytes(new or old for new, old in zip(added, self.board, strict=True)))

    def turn(self, *names: str) -> list[Event]:
        board = bytearray(self.board)
        for name in names:
            board[at(name)] = ROTATED[board[at(name)]]
        return self.lay(bytes(board))

    def decide(self, name: str, **values: object) -> list[Event]:
        said = [*self.referee.decide(decision_from({"decision": name, **values}), Seconds(self.eye.t))]
        self.events += said
        return said

    # What the referee makes of it

    @property
    def status(self) -> Status:
        return self.referee.status(Seconds(self.eye.t))

    @property
    def moves(self) -> list[str]:
        return [event.move for event in self.events if isinstance(event, Move)]

    def all(self, kind: type[AnyEvent]) -> list[AnyEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def cube(self, name: str) -> Cube:
        return Cube(self.board[at(name)])


def duel(start: str = DUEL, **others: object) -> Table:
    return table(Variant(), start, **others)


def table(variant: Variant, start: str | None, **others: object) -> Table:
    """A table with a game that starts there; `eye` and `looks` are the table's, the rest the game's."""
    mine = {key: others.pop(key) for key in ("eye", "looks", "cubes") if key in others}
    position = None if start is None else parse_position(start, variant)
    return Table(Game(variant, start=position, **others), **mine)  # type: ignore[arg-type]


def names(events: Sequence[Event]) -> list[str]:
    return [event.name for event in events]


def only(events: Sequence[Event], kind: type[AnyEvent]) -> AnyEvent:
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, names(events)
    return found[0]
