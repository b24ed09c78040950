"""Set-up as it is done at the table: cube by cube, over the cubes of an earlier game, or laid again."""

from collections.abc import Callable, Iterable

from companion.games.himiki.referee.game import opponent
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.game.following import go_on
from companion.games.himiki.referee.judgement.explain import explanations
from companion.games.himiki.referee.judgement.findings import Broken
from companion.games.himiki.referee.judgement.guidance import restoring
from companion.games.himiki.referee.judgement.weighing import LEAD, LEAST_LEAD
from companion.games.himiki.referee.look.reading import SeenCubes, SquareCodes, known_by, read, topped
from companion.games.himiki.referee.look.stands import DoubtsBySquare
from companion.games.himiki.referee.setup.clearing import OldCubes, missing_cubes, none_astray
from companion.games.himiki.referee.setup.setup import Followed, Placing, Told, adjusted, astray, follow
from companion.games.himiki.rules.board import Square, square_named
from companion.games.himiki.rules.cubes import HIDDEN, Colour, Element, colour_of
from companion.games.himiki.rules.moves import Place
from companion.games.himiki.rules.position import FRESH, Position
from companion.games.settling import Patience
from vision.cubes.seen import CubeDoubt
from vision.frames import Seconds
from vision.sighting import CLAIM


class SettingUp:
    def __init__(
        self,
        course: Course,
        lasts: Callable[[Patience, Seconds], bool],
        tell: Callable[[Broken, Seconds], None],
    ) -> None:
        self._course = course
        self._lasts = lasts
        self._tell = tell
        self._old = OldCubes()
        self.unread: Square | None = None
        """A home that has to be read first: it may have the cube that seems not to have been placed."""
        self.unsided: Square | None = None
        """Where a cube lies that a friend can only be told of once it is seen how."""
        self._hardly_seen: dict[Square, CubeDoubt] = {}
        """What was seen last of homes that were never plain."""

    @property
    def _look(self) -> SeenCubes:
        look = self._course.board.look
        assert look is not None  # it is being judged
        return look

    @property
    def _placing(self) -> Patience:
        sure = all(seen.confidence >= CLAIM for seen in self._look.values())
        return Patience.MOVE if sure else Patience.UNSURE

    @property
    def _told(self) -> Told | None:
        move, said = opponent.announced_move(self._course), opponent.otherwise(self._course)
        return Told(move, *said) if isinstance(move, Place) and said is not None else None

    def follow(self, reading: SquareCodes, t: Seconds) -> None:
        """RULES 3.1, 4.1, 6.1."""
        course, board = self._course, self._course.board
        self._hardly_seen.update(self._doubts)
        if board.lag is not None:
            if reading == board.lag:
                return
            board.lag = None
        if self._lasts(Patience.MOVE, t):
            self._old.looked(self._look, course.position)
        shared = course.game.shared is not None
        # Two tables play: once one of them has placed a cube, none that lies about is an earlier game's.
        old = OldCubes() if shared and any(course.position.board) else self._old
        followed = follow(course.position, reading, old.squares, self._told, fixed=shared)
        early = self._before_told(followed, reading) if shared else None
        followed = followed if early is None else Followed(fault=early)
        self.unsided = self._without_side(followed) if shared else None
        if self.unsided is not None:
            return
        if followed.anew or followed.fault is not None:
            begun = None if shared else self._begun(reading)
            if begun is not None:
                if self._lasts(Patience.UNSURE, t):
                    self._place(follow(course.position, tuple(begun.board)).placed, t)
                return
        if old.in_the_way(course.game.variant) and not followed.finished:
            # Once people have begun to clear the board, and then do nothing more for long, they are told.
            if old.touched:
                self._tell_late(follow(course.position, reading).fault, t)
            return
        if followed.placed and not self._lasts(self._placing, t):
            return
        if followed.anew and not followed.finished:
            if self._lasts(Patience.GONE, t):
                self._from_the_beginning(t)
            return
        self.unread = None if followed.fault is None else self._unread_home(followed)
        if self.unread is not None:
            return
        if followed.fault is not None:
            self._tell(followed.fault, t)
        elif course.violation is not None:
            if not self._lasts(Patience.MOVE, t):
                return
            course.restored(t)
        if followed.placed:
            self._place(followed.placed, t)
        elif followed.fault is None:
            course.agreed()

    def _place(self, placed: Iterable[Placing], t: Seconds) -> None:
        course = self._course
        finished = [course.place(each.text, each.by.value, each.after, t) for each in placed]
        if any(finished):
            # Whatever else is not as it was placed has been played already.
            course.board.lag = None
            go_on(course, t)

    def _begun(self, reading: SquareCodes) -> Position | None:
        """The finished set-up from which what is seen was played, with the homes that were hardly seen."""
        course, doubts = self._course, self._doubts
        board, hardly = bytearray(course.position.board), False
        for seat in dict.fromkeys(course.game.variant.placing_order):
            for home in course.game.variant.homes(seat):
                if board[home]:
                    continue
                code = reading[home]
                if code and colour_of(known_by(code)) is seat.colour:
                    board[home] = known_by(code)
                elif home in self._hardly_seen and (top := _likeliest(self._hardly_seen[home], seat.colour)):
                    board[home] = topped(*top)
                    hardly = True
                else:
                    return None
        if not hardly:
            return None
        full = course.position._replace(board=bytes(board), seat=course.game.variant.first, phase=FRESH)
        plain = {square: seen for square, seen in self._look.items() if square not in doubts}
        return full if explanations(full, read(plain, full.board, course.board.headings, doubts)) else None

    @property
    def _doubts(self) -> DoubtsBySquare:
        return {} if self._course.sight is None else self._course.sight[1]

    def _before_told(self, followed: Followed, reading: SquareCodes) -> Broken | None:
        """A cube of a friend's that she has not placed yet."""
        course, said = self._course, opponent.otherwise(self._course)
        hers = [each for each in followed.placed if each.by.value in course.game.levels]
        if not hers or said is None or self._told is not None:
            return None
        return Broken(*said, restoring(course.position.board, reading))

    def _without_side(self, followed: Followed) -> Square | None:
        """Of one's own cubes: how a friend's lie, she has said."""
        own = (each for each in followed.placed if each.by.value not in self._course.game.levels)
        return next((square_named(each.text.partition("@")[2]) for each in own if HIDDEN in each.text), None)

    def _unread_home(self, followed: Followed) -> Square | None:
        """Of whoever is to place next, where nothing else is wrong than that others have placed since."""
        course, variant = self._course, self._course.game.variant
        if followed.fault is None or followed.fault.why.code != "set-up-colour" or course.sight is None:
            return None
        position = followed.placed[-1].after if followed.placed else course.position
        _, doubts = course.sight
        for home in variant.homes(position.seat):
            if home in doubts and not position.board[home] and not course.truths.tells(home):
                return home
        return None

    def _from_the_beginning(self, t: Seconds) -> None:
        course = self._course
        assert course.ledger.start is not None  # a set-up is being followed
        self._old = OldCubes()
        self._hardly_seen.clear()
        self._end_violation(t)
        course.begin(course.ledger.start, t)
        self.follow(course.reading(self._look), t)

    def again(self, reading: SquareCodes, t: Seconds) -> bool:
        """Before the first move cubes may leave the board and come back as people like.

        False where what is seen is to be judged as in a game.
        """
        course, position, look = self._course, self._course.position, self._look
        missing, at_home = missing_cubes(position, look), none_astray(position, reading)
        if missing > 1 or (missing and (at_home or course.off)):
            if self._lasts(Patience.MOVE if course.off else Patience.GONE, t):
                if at_home:
                    self._end_violation(t)
                    self.adjust(t)
                course.take_off(frozenset(square for square, _ in position.cubes if square not in look), t)
                self._tell_late(astray(position, reading), t)
            return True
        if not course.off or not at_home:
            return False
        if self._lasts(self._placing, t):
            self._end_violation(t)
            self.adjust(t)
            course.off = frozenset()
            course.agreed()
            go_on(course, t)
        return True

    def adjust(self, t: Seconds) -> bool:
        """Whether a cube at home was given another face, or turned; one that came back is read anew."""
        course = self._course
        board = bytearray(course.position.board)
        for square in course.off:
            board[square] = 0
        placed = adjusted(course.position, read(self._look, bytes(board), course.board.headings))
        for each in placed:
            course.place(each.text, each.by.value, each.after, t)
        if placed and course.off:
            course.board.lag = None
        return bool(placed)

    def _tell_late(self, fault: Broken | None, t: Seconds) -> None:
        if fault is not None and self._lasts(Patience.LEFT, t):
            self._tell(fault, t)

    def _end_violation(self, t: Seconds) -> None:
        if self._course.violation is not None:
            self._course.restored(t)


def _likeliest(doubt: CubeDoubt, colour: Colour) -> tuple[Colour, Element] | None:
    """What stands there, where a cube of that colour may; None where two are about as likely."""
    best, other = sorted(Element, key=lambda top: -doubt.of(colour, top))[:2]
    bare = doubt.of(None) - doubt.of(colour, best) >= LEAD
    told = doubt.of(colour, best) - doubt.of(colour, other) >= LEAST_LEAD
    return (colour, best) if told and not bare else None
