"""A finished game, looked at turn by turn: what was better, who stood better, where it turned."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from companion.games.himiki.players.evaluation import WIN
from companion.games.himiki.players.open_search import chooser
from companion.games.himiki.players.search import FoundMove, Limits, Searcher
from companion.games.himiki.players.why import Why, why, why_instead
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.moves import Move, Place
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import annotated
from companion.games.himiki.rules.written.record import Record, replay

LIMITS: Final = Limits(nodes=20_000)
"""Of the search for each move: between the two strongest levels."""
CHAOS_LIMITS: Final = Limits(nodes=2_000)
"""Every tile on the table multiplies what can be played, and its search is slower."""

MOST: Final = 1_000
"""A won game stands at ten points: the curve has to end somewhere."""

_STEEPNESS: Final = 150
"""Centipoints that make the one side about three times as likely to win as the other."""

TURNING: Final = 0.15
"""A turn that moves the chances by this much can decide a game: what throws a whole point away where both
stand alike does."""

_WORST: Final = 100
"""Centipoints from which on the worst turn is a turning point, however the chances stood."""

MOST_TURNING: Final = 5
"""More turning points than these tell nothing."""

_BEST_WITHIN: Final = 5
"""Centipoints: what is this close to the best is as good."""


class NotAnalysed(RulesError):
    """A record that has no two sides to compare, or breaks the rules."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    number: int
    by: str
    """Turn code."""
    played: tuple[str, ...]
    best: tuple[str, ...]
    """What should have been played from where the turn left the best way, up to its end."""
    why: Why | None
    lost: int
    """In centipoints, against the best."""
    before: int
    after: int
    """How white stood, in centipoints; a decided game stands at ten points."""
    rolled: bool
    """Muk Yan's dice chose, so there is nothing to do better."""
    departs: int = 0
    """How many of its actions were played before it left the best way."""

    @property
    def was_best(self) -> bool:
        return self.rolled or self.lost <= _BEST_WITHIN

    @property
    def swing(self) -> float:
        """By how much it moved white's chances: by what it lost, or by what the dice brought."""
        end = self.after if self.rolled else self.before - self._sign * (0 if self.was_best else self.lost)
        return chances(_within(end)) - chances(self.before)

    @property
    def decided(self) -> bool:
        """Before or after it: a difference in points says nothing then."""
        return max(abs(self.before), abs(self.after)) >= MOST

    @property
    def _sign(self) -> int:
        return 1 if self.by[0] == Colour.WHITE.letter else -1


@dataclass(frozen=True, slots=True)
class Analysis:
    turns: tuple[JudgedTurn, ...]

    @property
    def curve(self) -> tuple[float, ...]:
        """White's chances before the first turn, and after each one."""
        first = (chances(self.turns[0].before),) if self.turns else ()
        return (*first, *(chances(turn.after) for turn in self.turns))

    @property
    def turning_points(self) -> tuple[JudgedTurn, ...]:
        """The turns that moved the chances most, in the order of the game; the worst one is among them."""
        open_yet = [turn for turn in self.turns if not turn.decided and turn.lost >= _WORST]
        worst = max(open_yet, key=lambda turn: turn.lost, default=None)
        decisive = [turn for turn in self.turns if abs(turn.swing) >= TURNING or turn is worst]
        most = sorted(decisive, key=lambda turn: (turn is not worst, -abs(turn.swing)))[:MOST_TURNING]
        return tuple(sorted(most, key=lambda turn: turn.number))


def limits_of(nodes: int | None) -> Limits | None:
    """So many positions for each action; None leaves it at what suits the game."""
    return None if nodes is None else Limits(nodes=nodes)


def chances(standing: int) -> float:
    """White's, from 0 to 1."""
    return 1 / (1 + exp(-standing / _STEEPNESS))


def analyse(
    record: Record,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> Analysis:
    """Tells `progress` how many turns are done, of how many; raises `NotAnalysed`."""
    variant = record.start.variant
    if variant.mode is Mode.MINDLOCK:
        raise NotAnalysed("a challenge has one side only: 'himiki solve' shows what was best")
    replayed = replay(record)
    if replayed.fault is not None:
        raise NotAnalysed(f"move {len(replayed.steps) + 1}: {replayed.fault}")
    if limits is None:
        limits = CHAOS_LIMITS if variant.chaos else LIMITS
    grouped = list(_turns([played for step in replayed.steps for played in step.played]))
    reviews = []
    for done, actions in enumerate(grouped):
        progress(done, len(grouped))
        reviews.append(_reviewed(actions, limits))
    standings = _settled(reviews, [_standing(grouped[-1][-1].after, limits)] if grouped else [])
    turns = []
    for index, (actions, review) in enumerate(zip(grouped, reviews, strict=True)):
        turns.append(
            JudgedTurn(
                number=index + 1,
                by=actions[0].before.seat.value,
                played=tuple(annotated(played) for played in actions),
                best=review.best,
                why=review.why,
                lost=review.lost,
                before=standings[index],
                after=standings[index + 1],
                rolled=review.rolled,
                departs=review.departs,
            )
        )
    return Analysis(tuple(turns))


def _turns(line: Sequence[Played]) -> Iterator[list[Played]]:
    turn: list[Played] = []
    for played in line:
        if isinstance(played.move, Place):
            continue
        turn.append(played)
        after = played.after
        if after.over or not (after.phase.replay or after.chaos.due):
            yield turn
            turn = []
    if turn:
        yield turn


@dataclass(frozen=True, slots=True)
class _Review:
    by: Colour
    before: int
    """As the search tells it, which thinks better of whoever is on turn."""
    best: tuple[str, ...]
    why: Why | None
    lost: int
    rolled: bool
    departs: int = 0


def _settled(reviews: "Sequence[_Review]", end: list[int]) -> list[int]:
    """How white stood before each turn, and at the end, whoever was on turn.

    Before a turn the search flatters the one side, after it the other. Less what the turn lost, both tell of
    the same standing: the middle between them does not swing with the turn. What is decided is so exactly.
    """
    told = [*(review.before for review in reviews), *end]
    settled = []
    for review, before, after in zip(reviews, told, told[1:], strict=False):
        if review.rolled or abs(before) >= MOST:
            settled.append(before)
            continue
        lost = review.lost if review.by is Colour.WHITE else -review.lost
        settled.append((before + _within(after + lost)) // 2)
    return [*settled, *end]


def _reviewed(actions: list[Played], limits: Limits) -> _Review:
    """Action by action: the first one that was not best is where the turn could have gone better."""
    start = actions[0].before
    if start.seat is start.variant.muk_yan:
        return _Review(start.seat.colour, _standing(start, limits), (), None, 0, rolled=True)
    before: int | None = None
    best: tuple[str, ...] = ()
    reason: Why | None = None
    lost = departs = 0
    for index, played in enumerate(actions):
        searcher = Searcher(played.before, limits)
        found = searcher.best()
        if before is None:
            before = _for_white(played.before, found.score)
            best, reason = _told(played.before, found), why(played.before, found)
        if played.move != found.move:
            loss = _within(found.score) - _within(searcher.value_of(played.move))
            if loss > max(lost, _BEST_WITHIN):
                departs, lost, best, reason = (
                    index,
                    loss,
                    _told(played.before, found),
                    why_instead(played.before, found, played.move),
                )
    assert before is not None
    return _Review(start.seat.colour, before, best, reason, lost, rolled=False, departs=departs)


def _told(position: Position, found: FoundMove) -> tuple[str, ...]:
    """The expected play as far as this turn goes."""
    told: list[str] = []
    line: tuple[Move, ...] = found.line or (found.move,)
    mover = chooser(position)
    for move in line:
        played = play(position, move)
        told.append(annotated(played))
        position = played.after
        if (
            position.over
            or chooser(position) is not mover
            or not (position.phase.replay or position.chaos.due)
        ):
            break
    return tuple(told)


def _standing(position: Position, limits: Limits) -> int:
    if position.over:
        return MOST if position.winner is Colour.WHITE else -MOST
    return _for_white(position, Searcher(position, limits).best().score)


def _for_white(position: Position, score: int) -> int:
    score = _within(score)
    return score if chooser(position) is Colour.WHITE else -score


def _within(score: int) -> int:
    if abs(score) > WIN // 2:
        return MOST if score > 0 else -MOST
    return max(-MOST, min(MOST, score))
