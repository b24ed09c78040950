"""A clear look at the board: what it means at this stage of the game, and what is done about it."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from companion.games.himiki.referee.events import Standing
from companion.games.himiki.referee.game import opponent
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.game.following import go_on
from companion.games.himiki.referee.game.stages import Stage, stage_of
from companion.games.himiki.referee.game.telling import asked_moves
from companion.games.himiki.referee.judgement.explain import TURNS, Only, explanations
from companion.games.himiki.referee.judgement.findings import (
    Agreed,
    Broken,
    Explained,
    Open,
    TakenBack,
    Verdict,
    Waits,
)
from companion.games.himiki.referee.judgement.judging import Case, judge, patience
from companion.games.himiki.referee.judgement.trail import Trail
from companion.games.himiki.referee.judgement.weighing import likeliest
from companion.games.himiki.referee.look.doubting import Doubting
from companion.games.himiki.referee.look.reading import (
    SeenCubes,
    SquareCodes,
    as_board,
    known_by,
    with_gaps,
    wrong_squares,
)
from companion.games.himiki.referee.look.stands import DoubtsBySquare
from companion.games.himiki.referee.setup.settingup import SettingUp
from companion.games.himiki.referee.watch.attending import Attending
from companion.games.himiki.referee.watch.inferring import Inferring, Unsettled
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Colour, colour_of
from companion.games.himiki.rules.position import EMPTY_BOARD, FRESH, Position, start_position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.settling import Patience, Settling
from vision.frames import Seconds
from vision.sighting import CLAIM, Reason

AT_ONCE: Final = 0.5
"""Seconds after a rotation in which a hand that comes back turns another cube of the same rotation."""


_A_TURN: Final = 3.0
"""Seconds in which somebody plays a turn: for so long must nothing have been seen, to believe one more."""
_MOST_TURNS: Final = 6
"""Turns that are sought where nothing was seen for long, or where people play on after a violation."""
_UNHEARD: Final = 3
"""Times that a violation is told while people play on; then they are asked whether the board is right."""
_GAPS: Final = 2
"""Cubes of a given start that may not be seen at all once somebody has begun to play from it."""


class Umpire:
    def __init__(self, course: Course) -> None:
        self.course = course
        self.settling = Settling()
        self._beside = Settling()
        """Of looks in which something else lies on the board too."""
        game = course.game
        self._trail = Trail(Only(None, seats=game.by_levels) if game.levels else None)
        self.standing = position_text(Position(game.variant, EMPTY_BOARD, game.variant.first, FRESH))
        """In free play: what stands on the board."""
        self._reading: SquareCodes = ()
        self._judged: tuple[int, Seconds] | None = None
        """How many changes the game had, and when: time that passes without any is judged once."""
        self._setting_up = SettingUp(course, self._lasts, self._tell)
        self._doubting = Doubting()
        self._inferring = Inferring(course, self._case)
        self._attending = Attending(course, self._inferring, self._doubting, self.settling)
        self._least = Patience.NONE
        """How long the look has to last at the least."""
        self._open: Unsettled | None = None
        """What nothing settles in it."""
        self._told_now = False
        self._played_before = False
        """Whether anything moved over the board before the game began."""
        self._found: tuple[object, Verdict] | None = None
        self._wrong: Mapping[Square, int] = {}
        """What was wrong, square by square, when a violation was told last."""
        self._told = 0
        """How often one violation was told, with more wrong every time."""
        self._moved_at: Seconds | None = None
        self._unseen = 0.0
        """Seconds, at the longest, without a clear look since the board last agreed."""
        self._looked_at = self._calm_until = Seconds(0.0)
        """The last clear look, and the last one before a hand came."""

    def see(self, look: SeenCubes, doubts: DoubtsBySquare, t: Seconds) -> None:
        """A table where nothing moves. `doubts` are of squares that are not plain."""
        self.course.sight = look, doubts
        self._infer(t)
        self._doubting.looked(self._inferring.doubtful, t)

    def reconsider(self, t: Seconds) -> None:
        """Somebody has said what stands there: nothing has to last."""
        if self.course.sight is not None and self._doubting.still:
            self._told_now = True
            self._infer(t)
            self._told_now = False

    def _infer(self, t: Seconds) -> None:
        inferred = self._inferring.infer()
        self._open, self._least = inferred.open, inferred.least
        if inferred.settled:
            self.look(inferred.look, t)
        else:
            self._not_judged(inferred.look, t)

    def _not_judged(self, look: SeenCubes, t: Seconds) -> None:
        """Something in it is open; what is plain in it may tell more than one move later."""
        self._calm_until = self._looked_at
        self.settling.disturbed()
        if self.course.started:
            self._trail.glimpse(look, self.course.position, self.course.board.headings, t)

    def attend(self, t: Seconds) -> None:
        """What stands in the way is told, and what nothing settles is asked."""
        self._attending.attend(self._open or self._unread, t, stirred=self._played_before)

    @property
    def _unread(self) -> Unsettled | None:
        """What set-up waits for."""
        square, sight = self._setting_up.unread, self.course.sight
        placing = self.course.started and self.course.position.phase.setup
        if square is None or sight is None or square not in sight[1] or not placing:
            return None
        return Unsettled(square, likeliest(sight[1][square]))

    @property
    def unsided(self) -> Square | None:
        """In set-up with a friend: where it has to be seen first how a cube lies."""
        setting_up = self.course.started and self.course.position.phase.setup
        return self._setting_up.unsided if setting_up else None

    @property
    def doubts(self) -> tuple[tuple[Square, Reason], ...]:
        """Those that last."""
        return self._doubting.lasting

    @property
    def silences(self) -> int:
        """How often nothing but the watch over silence had anything to say: faults of this program."""
        return self._attending.silences

    @property
    def counts(self) -> bool:
        """Whether the last look is one to be judged, and lasts."""
        return self.settling.since is not None

    def look(self, look: SeenCubes, t: Seconds) -> None:
        if self.course.board.look is not None:
            self._unseen = max(self._unseen, t - self._looked_at)
        self._looked_at = t
        self.course.board.look = look
        if self.course.violation is not None or self.course.off:
            self.course.board.lifted()
        reading = self.course.reading(look)
        self.settling.looked(reading, t)
        self._judge(reading, t)

    def sighted(self, t: Seconds) -> None:
        """Whatever it shows."""
        self.settling.sighted(t)
        self._beside.sighted(t)
        self._trail.sighted(t)

    def glimpse(self, look: SeenCubes, t: Seconds) -> None:
        """Nothing moves, yet something is in the way or a cube is not properly on its square.

        Where every cube of the game is plainly seen all the same, what lies there for long hides nothing:
        a tile that a cube half covers, somebody's cup.
        """
        if self._sees_every_cube(look):
            self._beside.looked(self.course.reading(look), t)
            if self._beside.lasts(Patience.BESIDE, t):
                self.look(look, t)
                return
        else:
            self._beside.disturbed()
        self._not_judged(look, t)

    def disturbed(self) -> None:
        """A hand, or no board."""
        self._calm_until = self._looked_at
        self.settling.disturbed()
        self._beside.disturbed()
        self._trail.disturbed()
        self._doubting.moving()
        self.course.truths.touched()
        self._open = None
        self._played_before = self.course.sight is not None and not self.course.started

    def _sees_every_cube(self, look: SeenCubes) -> bool:
        course = self.course
        position = course.position if course.started else course.game.start
        if position is None or position.phase.setup or course.game.free:
            return False
        seen = Counter(each.colour for each in look.values() if each.confidence >= CLAIM)
        due = Counter(colour_of(cube) for _, cube in position.cubes)
        return seen.total() == len(look) and all(seen[colour] >= due[colour] for colour in Colour)

    def judge(self, t: Seconds) -> None:
        """What the last look means, now that it has stayed the same until `t`."""
        look = self.course.board.look
        if look is not None and self._judged != (self.course.changes, t):
            self._judge(self.course.reading(look), t)

    def _judge(self, reading: SquareCodes, t: Seconds) -> None:
        self._reading, self._judged = reading, (self.course.changes, t)
        _ON_LOOK[stage_of(self.course)](self, t)

    def _lasts(self, wanted: Patience, t: Seconds) -> bool:
        longer = max(wanted, self._least, key=lambda patience: patience.dense)
        return self._told_now or self.settling.lasts(longer, t)

    def last_word(self, t: Seconds) -> None:
        """Nothing more will be seen: a legal move that stands there need not last."""
        course = self.course
        stands = course.started and not course.position.phase.setup and self.settling.since is not None
        if not stands or course.board.look is None or course.game.free or course.board.lag is not None:
            return
        finding = self._finding(self._case(course.board.look, course.reading(course.board.look)))
        if isinstance(finding, Explained) and not finding.back and not finding.long:
            self._act(finding, t)

    # Before the game, and without one

    def follow_freely(self, t: Seconds) -> None:
        variant = self.course.game.variant
        board = bytes(known_by(code) for code in self._reading)
        text = position_text(Position(variant, board, variant.first, FRESH))
        if text != self.standing and self._lasts(Patience.MOVE, t):
            self.standing = text
            self.course.say(Standing(t=t, position=text))

    def await_start(self, t: Seconds) -> None:
        start, course = self.course.game.start, self.course
        if start is None:
            if self._lasts(Patience.MOVE, t):
                course.begin(start_position(course.game.variant), t)
                self.judge(t)
        elif not wrong_squares(self._reading, start.board):
            # One clear look is enough: a board that is as it was said to be is no accident.
            if self._lasts(Patience.NONE, t):
                course.begin(start, t)
                course.agreed()
                go_on(course, t)
        elif not start.phase.setup and self._is_meant(start, t):
            course.begin(start, t)
            self.judge(t)

    def _is_meant(self, start: Position, t: Seconds) -> bool:
        """Whether somebody has begun to play from it already. A challenge is laid out exactly."""
        if start.variant.mode is Mode.MINDLOCK:
            return False
        reading = self._reading
        if not self._lasts(Patience.GONE, t):
            return False
        if explanations(start, reading):
            return True
        gaps = with_gaps(reading, start.board)
        missing = sum(map(bool, start.board)) - sum(map(bool, reading))
        return self._played_before and missing <= _GAPS and bool(explanations(start, gaps))

    def follow_set_up(self, t: Seconds) -> None:
        self._setting_up.follow(self._reading, t)
        if stage_of(self.course) is Stage.PLAYING:
            # What was played already has lasted as long.
            self.reconsider(t)

    # In the game

    def referee(self, t: Seconds) -> None:
        course = self.course
        if course.adjustable and self._setting_up.again(self._reading, t):
            self._trail.forget()
            return
        if course.board_behind and self._lasts(Patience.MOVE, t):
            course.lies_behind(self._reading)
        assert course.board.look is not None  # it is being judged
        case = self._case(course.board.look, self._reading)
        finding = self._finding(case)
        if isinstance(finding, Agreed) and course.violation is None and not self._asked_about_board:
            if self._lasts(Patience.NONE, t):
                self._agreed(t)
            return
        wanted = patience(case, finding)
        if isinstance(finding, Explained) and self._half_put_back:
            wanted = Patience.HALFWAY
        if not isinstance(finding, Waits) and self._lasts(wanted, t):
            self._act(finding, t)

    def _agreed(self, t: Seconds) -> None:
        """After a power cut the clock waits for the board; otherwise it runs already."""
        self._inferring.agreed()
        self._trail.forget()
        self._unseen = 0.0
        resumed = self.course.resuming
        self.course.agreed()
        if resumed:
            self.course.start_clock(t)

    def _act(self, finding: Verdict, t: Seconds) -> None:
        course = self.course
        match finding:
            case Agreed():
                course.restored(t)
                self._agreed(t)
            case Explained(explanation, back, _):
                self._end_violation(t)
                if back:
                    course.take_back(back, "takeback", t)
                course.played(explanation, t)
                go_on(course, t)
                self._moved_at = t
                self._unseen = 0.0
            case TakenBack(back, restarts):
                self._end_violation(t)
                start = course.ledger.start
                course.take_back(back, "takeback", t)
                if restarts and start is not None:
                    course.begin(start, t)
                go_on(course, t)
            case Open(explanations):
                if not course.branches:
                    course.ask(*asked_moves(explanations), t)
                if explanations != tuple(each.explanation for each in course.branches):
                    course.branch_into(explanations)
            case Broken():
                board = course.board
                assert board.look is not None  # it was judged
                self._inferring.lying = as_board(self._reading)
                self._trail.broken(board.look, course.position, board.headings)
                self._broken(finding, t)
            case Waits():
                pass

    def _end_violation(self, t: Seconds) -> None:
        if self.course.violation is not None:
            self.course.restored(t)

    def _broken(self, fault: Broken, t: Seconds) -> None:
        course = self.course
        if course.adjustable and self._setting_up.adjust(t):
            return
        if not course.resuming:
            self._tell(fault, t)
        elif course.question is None:
            self._attending.ask_which_is_right(t)

    def _tell(self, fault: Broken, t: Seconds) -> None:
        """Once told, a violation is told again only when more than before is wrong."""
        wrong = self._wrong_now()
        if self.course.violation is not None and wrong.keys() <= self._wrong.keys():
            return
        if not self._lasts(Patience.WRONG, t):
            return
        self._wrong = wrong
        self._told = 1 if self.course.violation is None else self._told + 1
        if self._told <= _UNHEARD:
            self.course.broken(fault, t)
        elif not self._asked_about_board:
            self._attending.ask_which_is_right(t)

    def _wrong_now(self) -> dict[Square, int]:
        wrong = wrong_squares(self._reading, self.course.position.board)
        return {square: self._reading[square] for square in wrong}

    @property
    def _half_put_back(self) -> bool:
        """One of the cubes of a violation is back and the others lie as they did: a move or half the way."""
        told = self.course.violation
        if told is None or told.code == "beaten-stays":
            return False
        return self._wrong_now().items() < self._wrong.items()

    @property
    def _turns(self) -> int:
        """Where more was done since a violation was told than putting back, people have played on."""
        if self.course.violation is not None:
            return TURNS if self._wrong_now().items() <= self._wrong.items() else _MOST_TURNS
        return min(_MOST_TURNS, TURNS + int(self._unseen / _A_TURN))

    @property
    def _asked_about_board(self) -> bool:
        question = self.course.question
        return question is not None and question.code != "which-side"

    def _finding(self, case: Case) -> Verdict:
        key = (self.course.changes, case.reading, case.lag, self._trail.version, case.turns)
        if self._found is None or self._found[0] != key:
            self._found = key, judge(case)
        return self._found[1]

    def _case(self, look: SeenCubes, reading: SquareCodes = ()) -> Case:
        course, board = self.course, self.course.board
        return Case(
            ledger=course.ledger,
            position=course.position,
            look=look,
            headings=board.headings,
            reading=reading,
            lag=board.lag,
            only=opponent.only(course),
            otherwise=opponent.otherwise(course),
            beaten=course.beaten,
            branches=course.branches,
            ways=self._trail.ways,
            whole=self._trail.whole,
            turns=self._turns,
            soon=self._moved_at is not None and self._calm_until - self._moved_at <= AT_ONCE,
            over=course.over,
        )


_ON_LOOK: Final[Mapping[Stage, Callable[[Umpire, Seconds], None]]] = {
    Stage.FREE: Umpire.follow_freely,
    Stage.WAITING: Umpire.await_start,
    Stage.PLACING: Umpire.follow_set_up,
    Stage.MISPLACED: Umpire.follow_set_up,
    Stage.PLAYING: Umpire.referee,
    Stage.CATCHING_UP: Umpire.referee,
    Stage.BROKEN: Umpire.referee,
    Stage.ASKED: Umpire.referee,
    Stage.OVER: Umpire.referee,
}
