"""A table without a camera: boards are laid out as text, and the referee is told what would be seen."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.decisions import Answer
from companion.games.events import Event, Uncertain
from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.look import DOWN, FREE, Cell, Cells, plain_look
from companion.games.rr.referee.machine import Referee
from companion.games.rr.rules.board import NAMES
from companion.games.rr.rules.play import Played
from companion.games.rr.rules.written.notation import bare
from vision.flat.seen import BACK, FlatPiece, FlatSighting, LooseFlat
from vision.frames import Seconds

CORNERS = ((0.0, 0.0), (0.0, 900.0), (600.0, 900.0), (600.0, 0.0))


def look(text: str) -> Cells:
    """`b2kir,c1x` as squares."""
    cells = dict.fromkeys(NAMES, FREE)
    for part in [] if text == "-" else text.split(","):
        cells[part[:2]] = Cell(part[2:])
    return tuple(cells.values())


PLACES = {"r": (0.0, -1.0), "b": (0.0, 4.0), "neutral": (-1.0, 0.0)}


def beside(rows: Mapping[str, str]) -> tuple[LooseFlat, ...]:
    """`{"r": "ki.qu", "b": "hi.?"}`: what lies open around the board, `?` for what is not plain."""
    return tuple(
        LooseFlat(
            None if code == "?" else code,
            0.0,
            False,
            (PLACES[row][0] + 0.5 * at, PLACES[row][1]),
            0.3 if code == "?" else 0.95,
            CORNERS,
        )
        for row, codes in rows.items()
        for at, code in enumerate(codes.split("."))
    )


def sighting(
    cells: Cells,
    t: float,
    *,
    clear: bool = True,
    confidence: float = 0.95,
    rows: Mapping[str, str] | None = None,
) -> FlatSighting:
    pieces = tuple(
        FlatPiece(
            at,
            None if cell == DOWN else cell[:2],
            None if cell == DOWN else 3.0 if cell[2:] == "r" else 181.0,
            cell == DOWN,
            confidence,
            CORNERS,
        )
        for at, cell in enumerate(cells)
        if cell != FREE
    )
    return FlatSighting(Seconds(t), CORNERS, clear, pieces, kinds=(BACK,), beside=beside(rows or {}))


@dataclass
class Tabletop:
    game: Agreed = field(default_factory=Agreed)
    t: float = 0.0
    cells: Cells = (FREE,) * 9
    rows: dict[str, str] = field(default_factory=dict)
    """In view; none where empty."""

    def __post_init__(self) -> None:
        self.referee = Referee(self.game)
        self.said: list[Event] = []

    def lies(self, text: str | Cells, seconds: float = 1.0) -> list[Event]:
        """A hand, and then the board like that for a while; what is said meanwhile."""
        before = len(self.said)
        self.said += self.referee.see(sighting(self.cells, self.t + 0.1, clear=False))
        self.cells = look(text) if isinstance(text, str) else text
        end = self.t + 0.2 + seconds
        self.t += 0.2
        while self.t < end:
            self.said += self.referee.see(sighting(self.cells, self.t, rows=self.rows))
            self.t += 0.1
        return self.said[before:]

    def decide(self, decision: object) -> list[Event]:
        told = list(self.referee.decide(decision, Seconds(self.t)))
        self.said += told
        return told

    @property
    def moves(self) -> list[str]:
        return [entry.move for entry in self.referee.record().entries]

    @property
    def names(self) -> list[str]:
        return [event.name for event in self.said]

    @property
    def question(self) -> Uncertain | None:
        return self.referee.status(Seconds(self.t)).question


def stages(cells: Cells, played: Played, chance: random.Random) -> list[Cells]:
    """What the board looks like after each thing that hands do in a turn, in any order that they may."""
    done = list(cells)
    shown = []
    for at, lying in enumerate(played.before.board):
        if lying is None and done[at] == DOWN:
            done[at] = FREE  # what was destroyed is taken away first
    if tuple(done) != cells:
        shown.append(tuple(done))
    move = played.move
    end = list(plain_look(played.after.board))
    for at, lying in enumerate(played.before.board):
        if lying is not None and lying.down:
            end[at] = DOWN  # it leaves in the next turn
    done[move.square] = Cell(move.tile + played.before.turn.letter)  # type: ignore[union-attr]
    shown.append(tuple(done))
    steps = [at for at in range(9) if done[at] != end[at]]
    chance.shuffle(steps)
    if sorted(done) == sorted(end):
        steps.sort(key=lambda at: end[at] != FREE)  # a tile that is moved lies nowhere twice
    for at in steps:
        done[at] = end[at]
        shown.append(tuple(done))
    return shown


def carried_out(table: Tabletop, played: Played, chance: random.Random) -> None:
    """A turn by hands and, where it is asked for, by a word."""
    for shown in stages(table.cells, played, chance):
        table.lies(shown)
    question = table.question
    if question is not None and bare(played.move) in question.options:
        table.decide(Answer(bare(played.move)))
