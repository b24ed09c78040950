"""A position in the making: one move's consequences, step by step, where tiles or a challenge have a say.

`play` handles plain tilts and rotations by itself, because they must be fast; everything else goes
through a draft, which can do those too (the tests hold the two against each other).
"""

from companion.games.himiki.rules.board import MIRRORS, Square
from companion.games.himiki.rules.conflicts import completed, meetings, opposing, tally
from companion.games.himiki.rules.cubes import OWNED, ROTATED, Colour, Cube, Element, Meeting, colour_of
from companion.games.himiki.rules.options import slide_targets, swap_targets, tilted, yokai_targets
from companion.games.himiki.rules.position import FRESH, OVER, Phase, Position, Score
from companion.games.himiki.rules.tiles import (
    JUST_USED,
    NO_TILES,
    Chaos,
    Due,
    ImpulseDue,
    SlideDue,
    SwapDue,
    Tile,
    UseDue,
    YokaiDue,
)
from companion.games.himiki.rules.variant import Edition, Mode

_CHANCES = (2, 3, 4)
"""Scores that let their owner use a tile (RULES 5.2)."""


class Draft:
    def __init__(self, position: Position) -> None:
        chaos = position.chaos
        self._variant = position.variant
        self._seat = position.seat
        self.board = bytearray(position.board)
        self._score = position.score
        self._influences = position.influences
        self._replay = position.phase.replay
        self._bans = dict(position.phase.bans)
        self._over = False
        self._must_tilt = False
        self._hands = list(chaos.hands)
        self._land = dict(chaos.land)
        self._used = set(chaos.used)
        self._armed = chaos.armed
        self._confused = chaos.confused
        self._due: list[Due] = list(chaos.due)
        self.won = 0
        self.influence: Element | None = None

    # Tilts and what they land on

    def tilt(self, mover: Colour, source: Square, target: Square) -> None:
        self.board = tilted(bytes(self.board), source, target)
        self._carry(source, target)
        if mover is self._seat.colour:
            self._bans[target] = source
            self._replay = True  # until the resolution decides, the bans have to be kept
        self.land_on(mover, target)

    def _carry(self, source: Square, target: Square) -> None:
        """A cube takes its ban along wherever it goes (RULES 3.7)."""
        if source in self._bans:
            self._bans[target] = self._bans.pop(source)

    def land_on(self, mover: Colour, square: Square) -> None:
        """RULES 5.7: terrain comes before conflicts, influence and replay."""
        match self._land.get(square):
            case Tile.GATE_OF_HELL:
                self._discard_terrain(square)
                self.board[square] = 0
                self._bans.pop(square, None)
                if mover is self._seat.colour:
                    self._end_turn()
            case Tile.IMPULSE:
                self._discard_terrain(square)
                self._due.insert(0, ImpulseDue(square))
            case Tile.TELEPORTATION if slide_targets(self.board, square):
                self._discard_terrain(square)
                self._due.insert(0, SlideDue(square))
            case Tile.TRANSFER if swap_targets(self.board, square):
                self._discard_terrain(square)
                self._due.insert(0, SwapDue(square))
            case Tile.MIRROR if not self.board[MIRRORS[square]]:
                self._discard_terrain(square)
                self.slide(mover, square, MIRRORS[square])
            case Tile.VORTEX:
                self._discard_terrain(square)
                self.rotate(square)
                self._stand(mover, square)
            case _:
                self._stand(mover, square)

    def _discard_terrain(self, square: Square) -> None:
        self._used.add(self._land.pop(square))

    def rotate(self, square: Square) -> None:
        self.board[square] = ROTATED[self.board[square]]

    def slide(self, mover: Colour, source: Square, target: Square) -> None:
        """The tilted cube goes elsewhere, faces unchanged: no tilt, so it triggers nothing (RULES 5.7)."""
        self.board[target], self.board[source] = self.board[source], 0
        self._carry(source, target)
        self._stand(mover, target)

    def swap(self, mover: Colour, source: Square, other: Square) -> None:
        board, bans = self.board, self._bans
        board[source], board[other] = board[other], board[source]
        moved = {source: bans.pop(other, None), other: bans.pop(source, None)}
        bans.update({at: left for at, left in moved.items() if left is not None})
        self._stand(mover, other, source)

    # Resolution

    def _stand(self, mover: Colour, square: Square, other: Square | None = None) -> None:
        """The tilted cube has come to rest: an armed yokai may be spent before it is resolved (RULES 5.5)."""
        asked = self._variant.edition is Edition.SECOND and self._armed is mover
        if asked and yokai_targets(self.board, square):
            self._due.insert(0, YokaiDue(square, other))
        else:
            self.resolve(mover, square, other)

    def spend_yokai(self) -> None:
        self._armed = None
        self._used.add(Tile.MAJOR_YOKAI)

    def resolve(
        self, mover: Colour, square: Square, other: Square | None, reached: Square | None = None
    ) -> None:
        """Conflicts, influence and replay; `other` changed places with the tilted cube (RULES 5.11)."""
        board = self.board
        also = () if reached is None else (reached,)
        met = meetings(board, square, also)
        won, lost = met.won, met.lost
        if self._spends_yokai_by_itself(mover) and lost:
            beaten_after_all = [opposing(board, square, Meeting.LOST)[0]]
            self.spend_yokai()
            won, lost = won + 1, lost - 1
        else:
            beaten_after_all = []
        conflict, alike = won + lost > 0, met.alike
        removed = set(opposing(board, square, Meeting.WON, also) + beaten_after_all)
        won_against_mover = 0
        if other is not None and self._variant.edition is Edition.SECOND:
            also = (square,) if reached == other else ()
            theirs = meetings(board, other, also)
            if colour_of(Cube(board[other])) is mover:
                won += theirs.won
                conflict = conflict or theirs.won + theirs.lost > 0
                alike = alike or theirs.alike
                removed.update(opposing(board, other, Meeting.WON, also))
            elif self._variant.mode is not Mode.MINDLOCK:
                won_against_mover = theirs.won
        element = completed(board, square, self._variant.influence_count)
        if self._variant.mode is Mode.MINDLOCK:
            self.remove(removed, element)
        else:
            self._count(mover, won, won_against_mover, element)
        if mover is self._seat.colour:
            self._replay = alike and not conflict
            if not self._replay:
                self._end_turn()

    def _spends_yokai_by_itself(self, mover: Colour) -> bool:
        return self._armed is mover and self._variant.edition is Edition.FIRST

    def _count(self, mover: Colour, won: int, won_against_mover: int, element: Element | None) -> None:
        before = self._score
        counted = tally(before, self._influences, mover, won, won_against_mover, element)
        self.won = won + won_against_mover
        self._score, self._influences, self.influence, self._over = counted
        self._due = [*self.chances(before), *self._due]

    def chances(self, before: Score) -> list[Due]:
        """RULES 5.2: the side on turn first, one for every value that its score passed."""
        return [
            UseDue(colour)
            for colour in (self._seat.colour, self._seat.colour.other)
            if len(self._hands[colour])
            for value in _CHANCES
            if before[colour] < value <= self._score[colour]
        ]

    def remove(self, beaten: set[Square], element: Element | None) -> None:
        """A challenge: losers leave, after the influence has been counted (RULES 7.1, 7.3)."""
        self.won = len(beaten)
        if element in self._variant.in_play and self._influences[element] is None:
            self.influence = element
            holders = list(self._influences)
            holders[element] = Colour.WHITE
            self._influences = (holders[0], holders[1], holders[2])
        for square in beaten:
            self.board[square] = 0
        any_black = any(self.board.translate(OWNED[Colour.BLACK]))
        self._over = not any_black and all(self._influences[e] is Colour.WHITE for e in self._variant.in_play)

    def _end_turn(self) -> None:
        self._replay = False
        self._bans.clear()

    # Actions that are no tilts

    def stop(self) -> None:
        self._end_turn()

    def end_with_rotation(self) -> None:
        self._end_turn()
        self._must_tilt = self._variant.mode is not Mode.MINDLOCK  # RULES 3.3, 7.2

    # Tiles

    def answered(self) -> None:
        """The first waiting decision is made."""
        self._due.pop(0)

    def use(self, colour: Colour, tile: Tile) -> None:
        """A tile leaves that hand; with the last one its owner's chances go (RULES 5.2)."""
        self._hands[colour] = self._hands[colour].without(tile)
        if not len(self._hands[colour]):
            self._due = [due for due in self._due if due != UseDue(colour)]

    def discard(self, tile: Tile) -> None:
        self._used.add(tile)

    def await_first(self, due: Due) -> None:
        self._due.insert(0, due)

    def arm(self, colour: Colour) -> None:
        self._armed = colour

    def confuse(self) -> None:
        self._confused = JUST_USED

    def put(self, square: Square, tile: Tile) -> None:
        self._land[square] = tile

    # The position that comes of it

    def position(self) -> Position:
        seat, due, confused = self._seat, tuple(self._due), self._confused
        if self._over:
            phase, due, confused = OVER, (), 0
        elif due or self._replay:
            phase = Phase(replay=self._replay, bans=tuple(sorted(self._bans.items())))
        else:
            phase = Phase(must_tilt=True) if self._must_tilt else FRESH
            if self._variant.mode is not Mode.MINDLOCK:
                seat = seat.next
            confused = max(0, confused - 1)
        chaos = Chaos(
            hands=(self._hands[0], self._hands[1]),
            land=tuple(sorted(self._land.items())),
            used=tuple(sorted(self._used)),
            armed=self._armed,
            confused=confused,
            due=due,
        )
        return Position(
            variant=self._variant,
            board=bytes(self.board),
            seat=seat,
            phase=phase,
            score=self._score,
            influences=self._influences,
            chaos=NO_TILES if chaos == NO_TILES else chaos,
        )
