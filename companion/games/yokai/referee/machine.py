"""The referee: holds what a game can be, and explains each clear sighting (RULES Y9, FORMATS-YOKAI F5)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.games.events import Event, Uncertain
from companion.games.yokai.referee.events import (
    Corrected,
    Move,
    Over,
    Ready,
    Restored,
    Todo,
    Turn,
    Violation,
)
from companion.games.yokai.referee.events import End as Ended
from companion.games.yokai.referee.explaining import MOST_CARDS, MOST_WAYS, Explanation, explanations
from companion.games.yokai.referee.guesses import possible
from companion.games.yokai.referee.sightings import Sighting
from companion.games.yokai.referee.steps import Step, Table, Taken, done, laid, left_to_do, steps_of, unlike
from companion.games.yokai.referee.todo import step_text
from companion.games.yokai.referee.violations import violation
from companion.games.yokai.rules.cards import colour_of
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.moves import End, Lay, Pass, Reveal
from companion.games.yokai.rules.play import Played, carried_out
from companion.games.yokai.rules.position import (
    Phase,
    Pile,
    Player,
    Position,
    due,
    start_position,
    unseen_yokai,
)
from companion.games.yokai.rules.written.notation import annotated, bare
from companion.games.yokai.rules.written.position_text import position_text

MODE: Final = "yokai"
MOST_CASES: Final = 6
"""Readings of a game that are kept side by side (Y9.3): an ability that may yet be used makes up to five."""

PATIENCE: Final = 6.0
"""Seconds in which nothing changes, until it is asked whether an ability is left: longer than hands rest on
their way, short of what people take for a referee that has gone to sleep."""


@dataclass(frozen=True, slots=True)
class Case:
    """One reading of the game."""

    position: Position
    start: Table
    """How the table lay when the last card had just been laid."""
    pending: tuple[Step, ...] = ()
    """All that is done for that card."""
    left: tuple[Step, ...] = ()
    """Of it, what was not done yet in the last picture."""
    moves: tuple[Played, ...] = ()
    turns: int = 0

    @property
    def last_card(self) -> Played | None:
        return next((each for each in reversed(self.moves) if isinstance(each.move, Lay)), None)


class Referee:
    """Sightings in, events out. No clock: times are those of the sightings."""

    def __init__(self, near: Player | None = None, house: House = HOUSE, deed: float = 0.0) -> None:
        """`deed`: seconds that hands need for each thing they do, at least."""
        self._deed = deed
        self._clear_at: float | None = None
        """When there was a clear picture last, and how long before that one before."""
        self._gap = 0.0
        self._house = house
        self._near = near
        self._cases: list[Case] = []
        """The one that is believed first."""
        self._open: list[Case] = []
        """All that the last card could be when it was laid: what speaks against one may be taken back."""
        self._former: list[Case] = []
        """Those that were believed before a card that was told from what it has cleared, and never seen."""
        self._told: tuple[Played, ...] = ()
        """Moves that events have told."""
        self._unseen: list[str] = []
        """Of them, those of chance since the last one that had an event."""
        self._todo: tuple[str, ...] = ()
        self._asked = False
        self._broken: str | None = None
        self._waiting: float | None = None
        """Since when a card lies whose ability may yet be used."""
        self._told_case: Case | None = None
        """What was told last."""
        self.puzzled = False
        """Whether the last picture follows from nothing, and breaks no rule as far as it can be read."""
        self._draws: int | None = 0
        """Seen since the last card; None where the deck was out of view for a while."""

    @property
    def near(self) -> Player | None:
        return self._near

    @property
    def asks(self) -> bool:
        """Whether what was played is still open, and was asked about."""
        return self._asked

    @property
    def position(self) -> Position | None:
        return self._cases[0].position if self._cases else None

    @property
    def moves(self) -> tuple[Played, ...]:
        """All moves of the game as it is believed, those of chance too."""
        return self._cases[0].moves if self._cases else ()

    def see(self, sighting: Sighting) -> list[Event]:
        if not sighting.clear:
            return []
        self._gap = 0.0 if self._clear_at is None else sighting.t - self._clear_at
        self._clear_at = sighting.t
        if not self._cases:
            return self._begun(sighting)
        # A draw that was counted before the deck was out of view does not say how many there were.
        self._draws = None if sighting.draws is None or self._draws is None else self._draws + sighting.draws
        return [*self._followed(sighting)]

    def ended(self, t: float) -> list[Event]:
        """What was held back, and the closing line."""
        if not self._cases:
            return [Ended(t=t, points=(0, 0), moves=0, position=None)]
        told = [*self._tell(t, self._cases[0])]
        position = self._cases[0].position
        cards = sum(isinstance(each.move, Lay) for each in self._cases[0].moves)
        points = score(position, self._house).points
        return [*told, Ended(t=t, points=points, moves=cards, position=position_text(position, self._house))]

    def stand(self, moves: tuple[Played, ...], position: Position) -> None:
        """People said so: what is seen next has to follow from there."""
        known = all(pile.yokai[:1] != (None,) for pile in position.piles) or len(moves) > len(position.piles)
        case = Case(position, position.piles, moves=moves)
        if moves and isinstance(moves[-1].move, Lay):
            # Hands do it after it was said.
            pending = steps_of(moves[-1], self._house)
            case = replace(case, start=laid(moves[-1], self._house.cards), pending=pending, left=pending)
        self._cases, self._former, self._told_case = [case] if known else [], [], case
        self._open = []
        self._told, self._unseen = moves, []
        self._asked, self._waiting, self._broken, self._draws = False, None, None, None

    def answer(self, option: str, t: float) -> list[Event]:
        """One of the options of the question."""
        chosen = [case for case in self._cases if _last_text(case) == option]
        if not chosen:
            return []
        self._cases, self._asked, self._waiting = chosen[:1], False, None
        return [*self._tell(t, chosen[0])]

    # The beginning

    def _begun(self, sighting: Sighting) -> list[Event]:
        cards = self._house.cards
        tops = [sighting.piles.get(colour) for colour in cards.colours]
        position = start_position(cards)
        moves: list[Played] = []
        for colour, seen in zip(cards.colours, tops, strict=True):
            if seen is None or seen.top is None or colour_of(seen.top) != colour:
                return []
            moves.append(carried_out(position, Reveal(seen.top), self._house))
            position = moves[-1].after
        self._cases = [Case(position, position.piles, moves=tuple(moves))]
        self._told, self._told_case = tuple(moves), self._cases[0]
        near = self._near.letter if self._near is not None else None
        text = position_text(position, self._house)
        ready = Ready(t=sighting.t, mode=MODE, near=near, position=text)
        return [ready, Turn(t=sighting.t, turn="a"), *self._followed(sighting)]

    # Following

    def _followed(self, sighting: Sighting) -> Iterator[Event]:
        self.puzzled = False
        if self._near is None:
            side = _first_side(sighting)
            if side is None:
                yield from self._begun_anew(sighting)
                return
            # Whoever begins has four cards and has to play one (Y3.5): the first sketch is a's.
            self._near = side
        same = self._fitting(self._cases, sighting)
        if same:
            if all(any(map(_of_ability, case.left)) for case in same):
                # What had been done for its ability is not done any more: it may be used otherwise.
                same = self._fitting(self._open, sighting) or same
            yield from self._mended(sighting)
            self._cases = self._with_draws_in_mind(same)
            yield from self._settled(sighting)
            return
        found = self._explained(sighting)
        if found:
            yield from self._mended(sighting)
            self._former = [] if self._shows_card(found[0], sighting) else self._cases
            self._cases = self._open = found
            self._draws = 0
            yield from self._settled(sighting)
            return
        if back := self._gone_back(sighting):
            # What was taken for a card has been put back, or was never one (Y9.3).
            yield from self._mended(sighting)
            self._former, self._cases, self._draws = [], back, None
            self._open = []
            yield from self._settled(sighting)
            return
        yield from self._broke(sighting)

    def go_on(self, t: float) -> list[Event]:
        """People say what comes next: what hands have not done for the last card they leave (Y4.3)."""
        decided = [case for case in self._cases if not any(map(_of_ability, case.left))]
        if not self._cases or not decided or decided[0].moves == self._told:
            return []
        self._cases, self._asked, self._waiting = decided, False, None
        return [*self._tell(t, decided[0])]

    def _begun_anew(self, sighting: Sighting) -> list[Event]:
        """Nobody has laid a card yet: piles that lie otherwise were shuffled once more."""
        lies = list(unlike(self._cases[0].position, sighting, Player.A, self._house.cards))
        return self._begun(sighting) if lies and _is_start(sighting) else []

    def _fitting(self, cases: list[Case], sighting: Sighting) -> list[Case]:
        return [now for case in cases if (now := self._same(case, sighting)) is not None]

    def _same(self, case: Case, sighting: Sighting) -> Case | None:
        near = self._side()
        left = left_to_do(case.start, case.pending, case.position, sighting, near, self._house)
        return None if left is None else self._revealed(replace(case, left=left), sighting)

    def _with_draws_in_mind(self, cases: list[Case]) -> list[Case]:
        """Whoever draws has seen the card before it settled: an ability that shows nowhere was not used."""
        if self._draws:
            done = [case for case in cases if not any(_of_ability(step) for step in case.left)]
            return done or cases
        return cases

    def _revealed(self, case: Case, sighting: Sighting) -> Case:
        """With what has come to light (Y5.5)."""
        cards = self._house.cards
        while (at := due(case.position)) is not None:
            colour = cards.colours[at]
            seen = sighting.piles.get(colour)
            waiting = any(isinstance(step, Taken) and step.pile == colour for step in case.left)
            if seen is None or seen.top is None or waiting:
                break
            if seen.top not in unseen_yokai(case.position, colour, cards):
                break
            played = carried_out(case.position, Reveal(seen.top), self._house)
            start = list(case.start)
            yokai = list(start[at].yokai)
            if None in yokai:
                yokai[yokai.index(None)] = seen.top
            start[at] = Pile(tuple(yokai), start[at].rows)
            case = replace(case, position=played.after, start=tuple(start), moves=(*case.moves, played))
        return case

    def _shows_card(self, case: Case, sighting: Sighting) -> bool:
        """Whether the last card lies in its row, or is known by what it did alone."""
        card = case.last_card
        if card is None or not isinstance(card.move, Lay):
            return True
        seen = sighting.piles.get(card.move.pile)
        if seen is None:
            return False
        before = card.before.piles[self._house.cards.index[card.move.pile]].rows[card.before.turn]
        row = seen.near if card.before.turn is self._near else seen.far
        return len(row) > len(before)

    def _gone_back(self, sighting: Sighting) -> list[Case]:
        """What was believed before a card that nobody saw, or that is not told yet, where the table lies as
        it did then."""
        told = [] if self._told_case is None or self._cases[0].moves == self._told else [self._told_case]
        return self._fitting([*self._former, *told], sighting)

    def _explained(self, sighting: Sighting) -> list[Case]:
        near = self._side()
        # However many cases are open, a picture that nothing explains costs as much as with one.
        most_ways = max(1, MOST_WAYS // len(self._cases))
        searches = [
            (case, explanations(case.position, sighting, near, self._draws, self._house, most_ways))
            for case in self._cases
        ]
        for _ in range(MOST_CARDS):
            found = [
                self._revealed(_then(case, way), sighting)
                for case, search in searches
                for way in next(search)
                if self._can_be_done(way)
            ]
            if can_be := [*islice(self._possible(found), MOST_CASES)]:
                return can_be
        return []

    def _possible(self, cases: list[Case]) -> Iterator[Case]:
        """Those with the fewest turns first."""
        for case in sorted(cases, key=lambda each: each.turns):
            moves = possible(case.moves, case.position, self._house)
            if moves is not None:
                yield replace(case, moves=moves)

    def _can_be_done(self, way: Explanation) -> bool:
        """Whether hands had the time for it: three cards that are laid, win and are cleared away look like a
        Yokai that was just taken."""
        if self._draws is not None or len(way.cards) < 2:
            return True
        deeds = sum(1 + len(steps_of(each, self._house)) for each in way.cards) - len(way.left)
        return (deeds - 1) * self._deed <= self._gap

    # Telling

    def _settled(self, sighting: Sighting) -> Iterator[Event]:
        first = self._cases[0]
        rivals = [case for case in self._cases if case.turns == first.turns]
        rulings = {_ruling(case) for case in rivals}
        if len(rulings) > 1:
            # What hands do next mostly tells: a card that may yet be used is waited for.
            if any(any(map(_of_ability, case.left)) for case in rivals):
                self._waiting = sighting.t if self._waiting is None else self._waiting
                return
            yield from self._ask(sighting.t, rivals)
            return
        self._asked, self._waiting = False, None
        yield from self._tell(sighting.t, first)
        todo = tuple(step_text(step) for step in first.left)
        if todo != self._todo:
            self._todo = todo
            yield Todo(t=sighting.t, todo=todo)

    def _ask(self, t: float, rivals: list[Case]) -> Iterator[Event]:
        options = tuple(dict.fromkeys(_last_text(case) for case in rivals))
        if not self._asked and len(options) > 1:
            yield Uncertain(t=t, question="What was played?", options=options, code="what-played")
        self._asked = True

    def still(self, t: float) -> list[Event]:
        """Nothing has changed since: whoever is to use a card's ability, or to leave it, has had the time."""
        if self._waiting is None or t - self._waiting < PATIENCE:
            return []
        self._waiting = None
        rivals = [case for case in self._cases if case.turns == self._cases[0].turns]
        return [*self._ask(t, rivals)]

    def _tell(self, t: float, case: Case) -> Iterator[Event]:
        if not _begins_with(case.moves, self._told):
            cards = tuple(annotated(each) for each in case.moves if isinstance(each.move, Lay))
            yield Corrected(
                t=t,
                moves=cards,
                position=position_text(case.position, self._house),
                whole=tuple(bare(each.move) for each in case.moves),
            )
            self._told, self._unseen, self._told_case = case.moves, [], case
            return
        for played in case.moves[len(self._told) :]:
            after = played.after
            if isinstance(played.move, (Lay, Pass)):
                yield Move(
                    t=t,
                    by=Player(played.before.turn).letter,
                    move=annotated(played),
                    points=score(after, self._house).points,
                    position=position_text(after, self._house),
                    unseen=tuple(self._unseen),
                )
                self._unseen = []
            elif not isinstance(played.move, End):
                # An end has its own event: the other's turn.
                self._unseen.append(bare(played.move))
            if after.phase is Phase.OVER:
                end = score(after, self._house)
                winner = end.winner.letter if end.winner is not None else None
                yield Over(t=t, winner=winner, points=end.points)
            elif after.turn is not played.before.turn:
                yield Turn(t=t, turn=Player(after.turn).letter)
        self._told, self._told_case = case.moves, case

    # What no rule explains

    def _broke(self, sighting: Sighting) -> Iterator[Event]:
        first = self._cases[0]
        # As it lay in the last picture that was right: what is left to do is not what is wrong.
        lying = first.start
        for step in first.pending:
            if step not in first.left:
                lying = done(lying, step, self._house.cards)
        found = violation(
            first.position._replace(piles=lying),
            first.last_card,
            first.left,
            sighting,
            self._side(),
            self._draws,
            self._house,
        )
        self.puzzled = found is None
        if found is None or found.code == self._broken:
            return
        self._broken = found.code
        yield Violation(
            t=sighting.t,
            rule=found.rule,
            text=str(found),
            restore=found.restore,
            code=found.code,
            values=found.values,
        )

    def _mended(self, sighting: Sighting) -> Iterator[Event]:
        if self._broken is not None:
            self._broken = None
            yield Restored(t=sighting.t, position=position_text(self._cases[0].position, self._house))

    def _side(self) -> Player:
        assert self._near is not None
        return self._near


def _is_start(sighting: Sighting) -> bool:
    """Four piles, and nothing else."""
    return all(seen.top is not None and not seen.near and not seen.far for seen in sighting.piles.values())


def _first_side(sighting: Sighting) -> Player | None:
    near = any(seen.near for seen in sighting.piles.values())
    far = any(seen.far for seen in sighting.piles.values())
    if near == far:
        return None
    return Player.A if near else Player.B


def _then(case: Case, way: Explanation) -> Case:
    return Case(
        way.after, way.start, way.pending, way.left, (*case.moves, *way.steps), case.turns + way.turns
    )


def _begins_with(moves: tuple[Played, ...], told: tuple[Played, ...]) -> bool:
    return moves[: len(told)] == told


def _of_ability(step: Step) -> bool:
    return hasattr(step, "goal")


def _ruling(case: Case) -> tuple[object, ...]:
    """What depends on a reading: all but which kind of card it was, where that cannot be seen."""
    last = case.last_card
    if last is None or not isinstance(last.move, Lay):
        return ()
    return last.move.pile, last.move.ability, last.counts, case.position.won


def _last_text(case: Case) -> str:
    last = case.last_card
    return annotated(last) if last is not None else ""
