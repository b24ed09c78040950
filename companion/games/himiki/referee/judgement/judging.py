"""What a stable look means: every explanation is tried, the likelier ones first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.games.himiki.referee.judgement.explain import (
    DEEPEST,
    TURNS,
    Explanation,
    Only,
    explanations,
    outcomes,
)
from companion.games.himiki.referee.judgement.findings import (
    Agreed,
    Broken,
    Explained,
    Open,
    TakenBack,
    Verdict,
    Waits,
)
from companion.games.himiki.referee.judgement.guidance import changes, restoring
from companion.games.himiki.referee.judgement.trail import Way, longer_ways, returns
from companion.games.himiki.referee.judgement.unseen import with_unseen_rotation
from companion.games.himiki.referee.judgement.violations import beaten_stays, just_left, named
from companion.games.himiki.referee.ledger import REMEMBERED, Ledger
from companion.games.himiki.referee.look.reading import SeenCubes, SquareCodes, agrees, read, wrong_squares
from companion.games.himiki.referee.phrases import phrase
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.messages import RuleMessage
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode
from companion.games.settling import Patience

_ASKED_AT_MOST: Final = 4
"""Long ways that somebody can be asked to choose from."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One of several explanations, with the headings that the cubes then have."""

    explanation: Explanation
    headings: Mapping[Square, float]


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that a look is judged by."""

    ledger: Ledger
    position: Position
    """The ledger's, with the sides that were seen since."""
    look: SeenCubes
    headings: Mapping[Square, float]
    reading: SquareCodes
    lag: SquareCodes | None = None
    """How the board looked when it was left behind the game, while it still may look so."""
    only: Only | None = None
    otherwise: tuple[str, RuleMessage] | None = None
    """The rule and the words for anything else than what was said beforehand."""
    beaten: tuple[Square, ...] = ()
    """Squares whose cubes have to leave the board first."""
    branches: tuple[Branch, ...] = ()
    """What may have been played, where that is an open question."""
    over: bool = False
    """Won, given up, out of time or out of moves."""
    ways: tuple[Way, ...] = ()
    """What may have been played unjudged, glimpsed on the way, the best supported first."""
    whole: tuple[SeenCubes, ...] = ()
    """Looks to which no rule led."""
    turns: int = TURNS
    """How many turns can have been played: more where people have played on unseen, or unheard."""
    soon: bool = False
    """The change came right after the last move, as when a second cube of a rotation is turned."""
    doubtful: frozenset[Square] = frozenset()
    """Squares of which the look says nothing; only while they are weighed."""

    def read(self, board: bytes, headings: Mapping[Square, float]) -> SquareCodes:
        """What is seen, against another board."""
        return read(self.look, board, headings, self.doubtful)

    def about(self, look: SeenCubes, doubtful: frozenset[Square] = frozenset()) -> "Case":
        """The same game with another look."""
        reading = read(look, self.position.board, self.headings, doubtful)
        return replace(self, look=look, doubtful=doubtful, reading=reading)

    @property
    def bound(self) -> Only | None:
        """Elsewhere than in the game as it stands, nothing was said beforehand."""
        return None if self.only is None else replace(self.only, move=None, stops=False)


def judge(case: Case) -> Verdict:
    if case.branches:
        return _judge_branches(case)
    return _judge(case)


def _judge_branches(case: Case) -> Verdict:
    """While it is open what was played, the game goes on in every way that is possible."""
    if not wrong_squares(case.reading, case.position.board):
        return Agreed()
    longer: list[Explanation] = []
    for branch in case.branches:
        after = branch.explanation.after
        reading = case.read(after.board, branch.headings)
        if not wrong_squares(reading, after.board):
            longer.append(branch.explanation)
            continue
        more = explanations(after, reading, only=case.bound)
        longer += [branch.explanation.then(each) for each in more]
    different = outcomes(longer)
    if len(different) == 1:
        return Explained(different[0])
    return Open(tuple(different)) if different else _judge(case)


def _judge(case: Case) -> Verdict:
    reading, position = case.reading, case.position
    wrong = wrong_squares(reading, position.board)
    if not wrong:
        return Agreed()
    if case.lag is not None and all(reading[square] == case.lag[square] for square in wrong):
        return Waits()
    found = [] if case.over else explanations(position, reading, deepest=1, only=case.only)
    back = None if found else earlier(case)
    if back is not None:
        found = _sooner(case, back)
        if not found:
            return _back(case, back)
    if case.over:
        return _after_the_end(case)
    if not found:
        found = instead(case)
        if found:
            return Explained(found[0], back=1)
        found = explanations(position, reading, only=case.only)
        # A detour that the other side's turn hides in would let anybody play twice.
        found = [each for each in found if each.turns == 1 or not returns(each)]
    different = outcomes(found)
    if len(different) == 1:
        return Explained(different[0])
    if different:
        return Open(tuple(different))
    found = with_unseen_rotation(position, case.look, case.headings, case.only)
    different = outcomes(found)
    if different:
        return Explained(different[0]) if len(different) == 1 else Open(tuple(different))
    different = _by_glimpses(case)
    if different:
        return Explained(different[0]) if len(different) == 1 else Open(tuple(different))
    if case.turns > TURNS and case.only is None:
        different = outcomes(longer_ways(position, case.look, case.headings, case.whole, case.turns))
        if len(different) == 1:
            return Explained(different[0], long=True)
        if 1 < len(different) <= _ASKED_AT_MOST:
            return Open(tuple(different))
    for square in case.beaten:
        if reading[square]:
            return beaten_stays(position, reading, square)
    return named(position, reading, otherwise=case.otherwise)


def _by_glimpses(case: Case) -> list[Explanation]:
    """Moves that go on from what was glimpsed since the last look that was judged."""
    found: list[Explanation] = []
    glimpses = 0
    for way in case.ways:
        if found and way.glimpses < glimpses:
            break
        reading = case.read(way.position.board, way.headings)
        if wrong_squares(reading, way.position.board):
            more = [way.on(each) for each in explanations(way.position, reading, only=case.bound)]
        else:
            more = [] if way.explanation is None else [way.explanation]
        found += more
        glimpses = way.glimpses
    return outcomes(found)


def earlier(case: Case) -> int | None:
    """How many entries ago the board looked like this."""
    headings: Mapping[Square, float] = case.headings
    for back, entry in enumerate(reversed(case.ledger.entries[-REMEMBERED:]), 1):
        headings = entry.headings_before(headings)
        if entry.before.phase.setup:
            return None
        # A rotated cube whose sides nobody knows is the same on the board, yet lies another way.
        if entry.before.board != entry.after.board or entry.rotated:
            board = entry.before.board
            if not wrong_squares(case.read(board, headings), board):
                return back
    start, entries = case.ledger.start, case.ledger.entries
    if case.position.variant.mode is not Mode.MINDLOCK or start is None or not entries:
        return None
    return None if wrong_squares(case.read(start.board, {}), start.board) else len(entries)


def _sooner(case: Case, back: int) -> list[Explanation]:
    """Moves that lead there too, fewer of them than would be taken back: a game can come to a board again."""
    acts = sum(entry.acts for entry in case.ledger.entries[-back:])
    if case.over or acts < 3 or case.position.variant.mode is Mode.MINDLOCK:
        return []
    found = explanations(case.position, case.reading, deepest=min(acts - 1, DEEPEST), only=case.only)
    return [each for each in found if each.turns == 1]


def _back(case: Case, back: int) -> Verdict:
    position = case.position
    last = case.ledger.entries[-1].tilt
    replaying = position.phase.replay and not position.chaos.due
    if back == 1 and replaying and last is not None and position.variant.mode is not Mode.MINDLOCK:
        return just_left(position, case.reading, last.target, last.source)
    again = position.variant.mode is Mode.MINDLOCK and back == len(case.ledger.entries)
    return TakenBack(back, restarts=again)


def instead(case: Case) -> list[Explanation]:
    """Another move in place of the last one: a mind changed, or a rotation's next cube turned.

    A second rotation only right after the first: later it is somebody turning what is not theirs.
    """
    if not case.ledger.entries:
        return []
    entry = case.ledger.entries[-1]
    if not entry.acts or entry.before.phase.setup or (entry.rotated and not case.soon):
        return []
    headings = entry.headings_before(case.headings)
    before = entry.before
    if before.seat is before.variant.muk_yan or (case.only is not None and before.seat in case.only.seats):
        return []
    reading = case.read(before.board, headings)
    found = outcomes(explanations(before, reading, deepest=1, only=case.bound))
    if len(found) != 1 or len(found[0].steps) != 1:
        return []
    return [] if found[0].steps[0].move == entry.move else found


def _after_the_end(case: Case) -> Verdict:
    """RULES 3.13. Cubes that leave the board are cleared away, not played."""
    found = changes(case.position.board, case.reading)
    if found.gone or found.added or found.reset or len(found.moved) > 1:
        return Waits()
    return Broken("3.13", phrase("game-over"), restoring(case.position.board, case.reading))


def patience(case: Case, finding: Verdict) -> Patience:
    """How long the look has to last before the finding is acted on."""
    match finding:
        case Agreed() | Waits():
            return Patience.MOVE
        case Explained(long=True):
            return Patience.CATCHING_UP
        case Explained(explanation, back):
            sure = all(
                seen.confidence >= 0.8
                for square, seen in case.look.items()
                if not agrees(case.reading[square], case.position.board[square])
            )
            if not sure:
                return Patience.UNSURE
            return Patience.MOVE if explanation.turns == 1 and not back else Patience.UNUSUAL
        case TakenBack():
            return Patience.UNUSUAL
        case Open() if case.branches:
            return Patience.UNUSUAL
        case Broken(why=why) if why.code == "cube-gone":
            return Patience.GONE
        case Open() | Broken():
            return Patience.WRONG
