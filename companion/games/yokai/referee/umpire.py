"""The referee of a table, with a camera or without: sightings, decisions and time in; events out."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from companion.games.asking import Announce, Asked
from companion.games.decisions import Answer, DecisionError, SayMove, SetPosition, Undo
from companion.games.events import BoardFound, BoardLost, Doubtful, Event, Uncertain
from companion.games.play import Unplayable
from companion.games.rule_errors import RulesError
from companion.games.yokai.agreed import NAME, Agreed
from companion.games.yokai.referee.course import Course, Steps
from companion.games.yokai.referee.dealer import Hands, NotDealt
from companion.games.yokai.referee.decisions import FromHand
from companion.games.yokai.referee.events import (
    Corrected,
    End,
    Move,
    Over,
    Ready,
    Restored,
    Revealed,
    Todo,
    Turn,
    Violation,
)
from companion.games.yokai.referee.machine import Referee as Follower
from companion.games.yokai.referee.phrases import phrase
from companion.games.yokai.referee.sightings import Sighting
from companion.games.yokai.referee.status import YokaiStatus
from companion.games.yokai.referee.steps import steps_of
from companion.games.yokai.referee.todo import step_text
from companion.games.yokai.referee.unread import Unread
from companion.games.yokai.rules import moves
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.position import Phase, Player, Position, due, known_yokai
from companion.games.yokai.rules.written.notation import annotated, bare, parse_move
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from companion.games.yokai.rules.written.record import Record

_DEED: Final = 0.8
"""Seconds: the quickest hands lay a card in one, and are out of the picture again."""


class NotBegun(ValueError):
    """A card before all four piles were seen, told or dealt."""

    def __init__(self) -> None:
        super().__init__("the game has not begun")


class Umpire:
    def __init__(self, game: Agreed) -> None:
        self.game = game
        self.course = Course(game)
        self._follower = Follower(deed=_DEED)
        self._said: list[Event] = []
        self._last: Event | None = None
        self._question: Uncertain | None = None
        self._violation: Violation | None = None
        self._todo: tuple[str, ...] = ()
        self._lost = False
        self._ready = False
        self._sighting: Sighting | None = None
        self._seen = False
        self._unread = Unread(self.course.house.cards)
        self._held: Sighting | None = None
        """What was seen when people last said something."""

    # What comes in

    def see(self, sighting: Sighting) -> tuple[Event, ...]:
        stood, self._sighting = self._sighting, sighting
        self._presence(sighting)
        if not sighting.board or self.game.is_dealt:
            # Cards that were dealt lie on no table.
            return self._told()
        self._seen = self._seen or bool(sighting.piles)
        if (
            stood is None
            and not self._ready
            and any(each.near or each.far for each in sighting.piles.values())
        ):
            # These may be cards of the last game: what becomes of them tells.
            self._held = sighting
        # An eye's last sighting holds until another comes; where draws are counted each is told once.
        if sighting.draws is not None or stood is None or replace(stood, t=0.0) != replace(sighting, t=0.0):
            self._follow(sighting)
        elif sighting.clear and self._ready:
            for event in self._follower.still(sighting.t):
                self._say(event)
        self._doubt(sighting)
        return self._told()

    def _doubt(self, sighting: Sighting) -> None:
        if self.course.position.phase is Phase.OVER:
            return
        stands = self._follower
        found = self._unread.of(sighting, begun=stands.position is not None, puzzled=stands.puzzled)
        if found is not None:
            self._say(found)

    def _follow(self, sighting: Sighting) -> None:
        if self._said_of(sighting):
            return
        for event in self._follower.see(sighting):
            self._say(event)
        if sighting.clear and not self._follower.asks:
            # What was asked about has been taken back, or the table has answered.
            self._question = None
        known = self._follower.position
        while known is not None and (at := due(self.course.position)) is not None:
            top = known.piles[at].yokai[0]
            if top is None or top in known_yokai(self.course.position):
                return
            move = moves.Reveal(top)
            (played,) = self.course.tried([bare(move)])
            self._say(Revealed(t=sighting.t, yokai=top, position=position_text(played.after)))

    def _said_of(self, sighting: Sighting) -> bool:
        """Whether it only shows what was there when people said something: hands still have to do it."""
        held = self._held
        if held is not None and sighting.clear:
            if dict(held.piles) == dict(sighting.piles):
                return True
            self._held = None
        return False

    def tick(self, t: float) -> tuple[Event, ...]:
        if self.game.is_dealt and not self._ready:
            # Nobody has to lay anything out: it is all there.
            self._begin(t)
        return self._told()

    def decide(self, decision: object, t: float) -> tuple[Event, ...]:
        if self.game.is_dealt and not self._ready:
            self._begin(t)
        match decision:
            case Undo():
                self._undo(t)
            case SayMove(text):
                self._say_move(text, t)
            case FromHand(side, text):
                self._from_hand(side, text, t)
            case Announce() if decision.asked == self.asked:
                self._play(decision.move, t)
            case SetPosition(text):
                self._set_position(text, t)
            case Answer(option) if self._question is not None:
                self._answer(option, t)
            case _:
                raise DecisionError(phrase("senseless"))
        return self._told()

    def end(self, t: float) -> tuple[Event, ...]:
        for event in () if self.game.is_dealt else self._follower.ended(t):
            # What was held back, for nothing had told yet whether it was so.
            if not isinstance(event, End):
                self._say(event)
        position = self.course.position
        points = score(position).points
        self._say(End(t=t, points=points, moves=self.course.moves, position=position_text(position)))
        return self._told()

    # What an event does to the game, said now or kept

    def apply(self, event: Event) -> None:
        self._last = event
        course = self.course
        match event:
            case Ready():
                if self._ready and not course.last_card:
                    course.take_back(course.entries)
                self._ready = True
                if not course.steps and not self.game.is_dealt:
                    tops = [pile.yokai[0] for pile in parse_position(event.position).piles]
                    course.carry_on([f"reveal.{top}" for top in tops if top])
            case Revealed(dealt=False):
                course.carry_on([f"reveal.{event.yokai}"])
            case Move() if not self._ready:
                raise NotBegun
            case Move():
                seen = {f"reveal.{yokai}" for yokai in known_yokai(course.position)}
                course.carry_on([*(each for each in event.unseen if each not in seen), event.move])
                self._question = None
                self._todo = ()
            case Turn() if event.turn != course.position.turn.letter:
                course.carry_on(["end"])
            case Todo():
                self._todo = event.todo
            case Violation():
                self._violation = event
            case Restored():
                self._violation = None
            case Uncertain():
                self._question = event
            case Corrected():
                self._correct(event)
            case Doubtful():
                self._unread.told = dict(zip(event.squares, event.reasons, strict=True))
            case BoardLost() | BoardFound():
                self._lost = isinstance(event, BoardLost)

    def _correct(self, event: Corrected) -> None:
        self._question = self._violation = None
        self._todo = ()
        match event.reason:
            case "undo":
                self.course.take_back(event.back)
            case "position":
                self._ready = True
                self.course.stand_as(parse_position(event.position))
            case _:
                self.course.stand_as(self.course.start, event.whole)

    def _say(self, event: Event) -> None:
        self.apply(event)
        self._said.append(event)

    def _told(self) -> tuple[Event, ...]:
        said, self._said = tuple(self._said), []
        return said

    # What people say

    def _say_move(self, text: str, t: float) -> None:
        move = parse_move(text)
        if self.game.is_dealt:
            raise DecisionError(phrase("hand-is-secret"))
        if isinstance(move, moves.Draw):
            raise DecisionError(phrase("draws-go-unsaid"))
        if isinstance(move, moves.Reveal):
            self._reveal(move, t)
        else:
            self._play(move, t)

    def _from_hand(self, side: str, text: str, t: float) -> None:
        move = parse_move(text)
        turn = self.course.position.turn
        if not self.game.is_dealt or isinstance(move, (moves.Draw, moves.Reveal)):
            raise DecisionError(phrase("senseless"))
        if side != turn.letter or self.game.is_level(turn):
            raise DecisionError(phrase("other-turn"))
        self._play(move, t)

    def _play(self, move: moves.Move, t: float) -> None:
        for option in () if self._question is None else self._question.options:
            if parse_move(option) == move:
                # What was asked is said, whether on that card of the page or another.
                self._answer(option, t)
                return
        for event in self._follower.go_on(t) if self._seen else ():
            self._say(event)
        unseen = self.course.drawn_before(move)
        try:
            steps = self.course.tried([*unseen, bare(move)])
        except NotDealt:
            raise DecisionError(phrase("hand-lacks", sketch=getattr(move, "sketch", ""))) from None
        self._told_of(steps, unseen, t)

    def _told_of(self, steps: Steps, unseen: list[str], t: float) -> None:
        played = next(each for each in steps if not isinstance(each.move, moves.Draw))
        after = played.after
        self._say(
            Move(
                t=t,
                by=Player(played.before.turn).letter,
                move=annotated(played),
                points=score(after).points,
                position=position_text(steps[-1].after),
                unseen=tuple(unseen),
            )
        )
        for dealt in steps:
            if isinstance(dealt.move, moves.Reveal):
                text = position_text(steps[-1].after)
                self._say(Revealed(t=t, yokai=dealt.move.yokai, position=text, dealt=True))
        if played.over:
            self._say(_over(self.course, t))
        elif after.turn is not played.before.turn:
            self._say(Turn(t=t, turn=after.turn.letter))
        self._follow_on()

    def _reveal(self, move: moves.Reveal, t: float) -> None:
        (played,) = self.course.tried([bare(move)])
        self._say(Revealed(t=t, yokai=move.yokai, position=position_text(played.after)))
        if not self._ready and due(self.course.position) is None:
            self._begin(t)
        self._follow_on()

    def _begin(self, t: float) -> None:
        self._say(Ready(t=t, mode=NAME, near=None, position=position_text(self.course.position)))
        self._say(Turn(t=t, turn=self.course.position.turn.letter))

    def _undo(self, t: float) -> None:
        back = self.course.entries_to_undo()
        if not back:
            raise DecisionError(phrase("nothing-to-undo"))
        start, steps = self.course.before(back)
        position = steps[-1].after if steps else start
        self._say(
            Corrected(
                t=t,
                moves=tuple(annotated(each) for each in steps if isinstance(each.move, moves.Lay)),
                position=position_text(position),
                reason="undo",
                back=back,
            )
        )
        self._follow_on()

    def _set_position(self, text: str, t: float) -> None:
        if self.game.is_dealt:
            raise DecisionError(phrase("dealt-stays"))
        position = parse_position(text)
        self._say(Corrected(t=t, moves=(), position=position_text(position), reason="position"))
        self._follow_on()

    def _answer(self, option: str, t: float) -> None:
        assert self._question is not None
        if option not in self._question.options:
            raise DecisionError(phrase("senseless"))
        for event in self._follower.answer(option, t):
            self._say(event)

    def _follow_on(self) -> None:
        """A camera's follower begins from what was said."""
        self._follower.stand(self.course.steps, self.course.position)
        self._held = self._sighting

    def resume(self) -> None:
        """After the events that were kept."""
        self._follow_on()

    # What is seen of the table

    def _presence(self, sighting: Sighting) -> None:
        if sighting.board == self._lost:
            lost = BoardLost(t=sighting.t, reason=sighting.why)
            self._say(BoardFound(t=sighting.t) if sighting.board else lost)

    # What stands

    def _guide(self) -> tuple[str, ...]:
        """With real cards and nobody who looks: what hands do for the last one."""
        steps = self.course.steps
        if self.game.is_dealt or not steps:
            return ()
        return tuple(map(step_text, steps_of(steps[-1], self.course.house)))

    @property
    def unjudged(self) -> bool:
        return False

    @property
    def silences(self) -> int:
        return 0

    @property
    def told(self) -> Sequence[Hashable]:
        return ()

    @property
    def hands(self) -> Hands | None:
        """Secret: for the phones that hold them, and for nobody else."""
        return self.course.hands()

    @property
    def asked(self) -> Asked[Position] | None:
        course = self.course
        player = course.position.turn
        if not course.playing or not self.game.is_level(player):
            return None
        if not self._ready or self._violation is not None or self._todo:
            return None
        level = self.game.levels[player.letter]
        return Asked(player.letter, level, course.as_known_to(player), len(course.steps), self.game.seed)

    def record(self) -> Record:
        return self.course.record(self._follower.near)

    def status(self, t: float) -> YokaiStatus:
        position, seen = self.course.position, self._sighting
        now = score(position)
        broken = self._violation
        return YokaiStatus(
            mode=self.game.mode,
            position=position_text(position),
            turn=position.turn.letter,
            players=self.game.names,
            points=now.points,
            colours=now.colours,
            hands=self.game.hands,
            levels=dict(self.game.levels),
            todo=self._todo if self._seen else self._guide(),
            violation=None if broken is None else broken.text,
            rule=None if broken is None else broken.rule,
            broken=broken,
            restore=() if broken is None else broken.restore,
            seen=self._seen,
            question=self._question,
            board=seen is not None and seen.board,
            clear=seen is not None and seen.board and seen.clear,
            moves=self.course.moves,
            last_event=self._last,
            over=position.phase is Phase.OVER,
            winner=None if now.winner is None else now.winner.letter,
            doubts=tuple(self._unread.told.items()),
        )


def _over(course: Course, t: float) -> Over:
    end = score(course.position)
    return Over(t=t, winner=None if end.winner is None else end.winner.letter, points=end.points)


def resumed(game: Agreed, events: Iterable[Event]) -> Umpire:
    """Goes on after the events that it said before; raises `Unplayable`."""
    umpire = Umpire(game)
    try:
        for event in events:
            umpire.apply(event)
    except (RulesError, NotBegun, NotDealt, IndexError) as fault:
        raise Unplayable(str(fault)) from fault
    umpire.resume()
    return umpire
