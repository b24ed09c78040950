"""The course of one game as it was told: moves, what was taken back, and what was dealt for them."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.dealer import Dealer, Hands
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.moves import Draw, Lay, Move, Pass, Reveal
from companion.games.yokai.rules.play import Played, play
from companion.games.yokai.rules.position import (
    PLAYING,
    Holding,
    Phase,
    Player,
    Position,
    due,
    start_position,
)
from companion.games.yokai.rules.written.notation import annotated, play_text
from companion.games.yokai.rules.written.record import Entry, Record, by_of, result_text

Steps = tuple[Played, ...]


class Course:
    def __init__(self, game: Agreed, house: House = HOUSE) -> None:
        self.game = game
        self.house = house
        self.start = start_position(house.cards)
        self.steps: Steps = ()
        self._dealer = Dealer(game.seed, house.cards) if game.is_dealt else None
        self._before: list[tuple[Position, Steps]] = []
        """How it stood before each entry that can be taken back."""
        self.steps = self._with_dealt(())

    @property
    def position(self) -> Position:
        return self.steps[-1].after if self.steps else self.start

    @property
    def entries(self) -> int:
        return len(self._before)

    @property
    def moves(self) -> int:
        """Cards, and turns without one."""
        return sum(isinstance(each.move, (Lay, Pass)) for each in self.steps)

    @property
    def last_card(self) -> Played | None:
        return next((each for each in reversed(self.steps) if isinstance(each.move, Lay)), None)

    # What happens

    def tried(self, texts: Iterable[str]) -> Steps:
        """What these moves bring, with what is dealt for them; raises `RulesError` or `NotDealt`."""
        return self._with_dealt(self._after(self.position, self.steps, texts))[len(self.steps) :]

    def carry_on(self, texts: Iterable[str]) -> None:
        """An entry: raises `RulesError` or `NotDealt`, and nothing has changed then."""
        steps = (*self.steps, *self.tried(texts))
        self._before.append((self.start, self.steps))
        self.steps = steps

    def _after(self, position: Position, steps: Steps, texts: Iterable[str]) -> Steps:
        for text in texts:
            steps = (*steps, play_text(position, text, self.house))
            position = steps[-1].after
        return steps

    def stand_as(self, start: Position, texts: Iterable[str] = ()) -> None:
        """The game is another one from here on; raises `RulesError`."""
        steps = self._with_dealt(self._after(start, (), texts))
        self._before.append((self.start, self.steps))
        self.start, self.steps = start, steps

    def take_back(self, entries: int) -> None:
        for _ in range(entries):
            self.start, self.steps = self._before.pop()

    def entries_to_undo(self) -> int:
        """The last one, with what levels have played since: none where there is nothing to take back."""
        for count, (start, steps) in enumerate(reversed(self._before), start=1):
            standing = steps[-1].after if steps else start
            if not self.game.is_level(standing.turn):
                return count
        return 0

    def before(self, entries: int) -> tuple[Position, Steps]:
        """How it stood so many entries ago."""
        return self._before[-entries]

    # What is dealt

    def _with_dealt(self, steps: Steps) -> Steps:
        """And whatever chance owes then, where the companion deals; nobody sees a card that is drawn."""
        if self._dealer is None:
            return steps
        self._dealer.hands(steps)
        while (move := self._owed(self._dealer, steps[-1].after if steps else self.start)) is not None:
            steps = (*steps, play(steps[-1].after if steps else self.start, move, self.house))
        return steps

    def _owed(self, dealer: Dealer, position: Position) -> Move | None:
        if position.phase is Phase.OVER:
            return None
        if (at := due(position)) is not None:
            return Reveal(dealer.comes_up(position, self.house.cards.colours[at]))
        return Draw(None) if position.phase is Phase.DRAW else None

    def hands(self) -> Hands | None:
        """What was dealt, for whoever keeps it secret; None where real cards are drawn."""
        return None if self._dealer is None else self._dealer.hands(self.steps)

    def as_known_to(self, player: Player) -> Position:
        hands = self.hands()
        assert hands is not None
        own = Holding(tuple(sorted(hands[player])))
        held = self.position.hands
        return self.position._replace(hands=(own, held[1]) if player is Player.A else (held[0], own))

    # What may be said

    def drawn_before(self, move: Move) -> list[str]:
        """A card is drawn before anything else of a turn (Y3.2): who says what was played says that too."""
        waits = self.position.phase is Phase.DRAW and due(self.position) is None
        return ["draw.?"] if waits and isinstance(move, (Lay, Pass)) else []

    @property
    def playing(self) -> bool:
        return self.position.phase in PLAYING and due(self.position) is None

    def record(self, near: Player | None) -> Record:
        """Without a last draw, which nobody saw: nothing has come of it yet."""
        steps = list(self.steps)
        while steps and isinstance(steps[-1].move, Draw):
            steps.pop()
        entries = tuple(Entry(annotated(each), by_of(each)[0]) for each in steps)
        record = Record(self.start, entries, dict(self.game.names), (near or Player.A).letter)
        return replace(record, result=result_text(score(self.position, self.house)))
