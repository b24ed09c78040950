"""A running table and a friend's: what she plays is announced here, what is played here is told her.

What is lost on the way comes again: each table says every few seconds all that stands, and makes of what it
hears what is lacking. Nothing is changed in silence: where the two stand otherwise, both are shown.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion import games
from companion.broker.link import Link
from companion.broker.messages.friendly import Hello
from companion.friend import agreeing
from companion.friend.agreeing import Agreed, AskedBack, AsksBack, Behind, Parted, compared
from companion.friend.channel import Channel, NotHers
from companion.friend.game import game_name, game_of
from companion.friend.hers import Hers
from companion.friend.invitation import other
from companion.friend.kept import Keeping
from companion.friend.noting import Noting
from companion.friend.standing import Difference, Standing
from companion.friend.telling import Telling
from companion.games import decisions
from companion.games.friendly import Ended, Friendly, Shared
from companion.store import StoreError
from companion.table import GameDecided, Table

_log = logging.getLogger(__name__)

_LOOK_EVERY: Final = 0.25
"""Seconds at most until what happened at the table is looked at."""
_CLOCKS_APART: Final = 0.5
"""Seconds by which the friend's clock may stand otherwise here than at her own table."""


class Playing:
    def __init__(
        self,
        table: Table,
        keeping: Keeping,
        *,
        clock: Callable[[], float] = time.monotonic,
        link: Callable[..., Link] = Link,
    ) -> None:
        self._table, self._keeping, self._clock = table, keeping, clock
        self._invitation = keeping.kept.invitation
        self._of = games.of_settings(self._invitation.game)
        self._friendly: Friendly = games.part(self._of, "friendly")
        self._lock = threading.RLock()
        self._stop, self._news = threading.Event(), threading.Event()
        self.channel = Channel(keeping, self._news.set, clock, link)
        self._hers = Hers()
        self._telling = Telling(self.channel)
        self._noting = Noting(table.notices, clock())
        self._shared = Shared()
        self._before: tuple[str, ...] | None = None
        """The moves here when they were looked at last."""
        self._restoring: tuple[str, ...] = ()
        """Moves that were taken back here, and stand at her table."""
        self._difference: Difference | None = None
        self._told_difference: Difference | None = None
        self._verdict: agreeing.Verdict = Agreed()
        self._stood = self._standing()
        self._thread = threading.Thread(target=self._run, name="friend", daemon=True)

    # Lifetime

    def start(self) -> None:
        self.channel.start()
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._news.set()
        self._thread.join(timeout=5)
        self.channel.stop()
        self._noting.take_down()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._news.wait(_LOOK_EVERY)
            self._news.clear()
            try:
                self.step()
            except StoreError as fault:
                # The table says what is wrong with its store; here it is tried again.
                _log.info("%s", fault)
            except Exception:  # noqa: BLE001 -- whatever it is, the game here goes on
                _log.exception("the friend's table could not be dealt with")
                self._stop.wait(1.0)

    # One round: what was heard, what it means, what is said

    def step(self) -> None:
        with self._lock:
            self._hear()
            if self._playing:
                self._look()
                self._telling.tell(self._keeping.kept, self._shared, self._difference, self._clock())
            self._stood = self._standing()
            unsided = self._shared.unsided if self._playing else ""
            self._noting.put_up(self._stood, unsided, str(self._invitation.account()), self._clock())

    @property
    def name(self) -> str:
        """Of the game that both play."""
        return game_name(self._invitation.channel, self._keeping.kept.round)

    @property
    def _playing(self) -> bool:
        game = self._table.game()
        return bool(game.of == self._of and game.shared == self.name)

    @property
    def _her_side(self) -> str:
        return other(self._keeping.kept.side)

    def _hear(self) -> None:
        while True:
            try:
                message = self.channel.take()
            except NotHers as fault:
                self._noting.refuse(fault.code, self._clock())
                continue
            if message is None:
                return
            if isinstance(message, Hello):
                self._greeted(message)
            elif message.round in (0, self._keeping.kept.round):
                self._hers.told_move(message, self._before or ())

    def _greeted(self, hello: Hello) -> None:
        self._hers.greeted(hello, self._clock())
        if hello.round > self._keeping.kept.round and self._playing and self._shared.ended is not None:
            self.begin(hello.round)
        if hello.round == self._keeping.kept.round:
            self._hers.told_all(hello)

    def _look(self) -> None:
        shared = self._consulted()
        mine = tuple(step.move for step in shared.steps)
        self._notice_take_back(mine)
        hello = self._hers.hello_of(self._keeping.kept.round)
        if hello is not None:
            self._answered(hello)
        if not self._hers.heard:
            self._verdict = Agreed()
            return
        kept = self._keeping.kept
        she_back = self._hers.back_of(kept.round, kept.took)
        self._verdict = verdict = compared(
            mine,
            self._hers.moves,
            i_back=None if kept.back is None else kept.back[1],
            she_back=None if she_back is None else she_back.to,
        )
        if she_back is not None and not isinstance(verdict, AskedBack):
            self._keeping.put(took=she_back.id, agreed=True)
        self._difference = None
        match verdict:
            case Behind(move):
                self._go_on(shared, mine, move)
            case Parted(after):
                self._difference = Difference(after, shared.position, self._hers.position)
            case Agreed():
                self._both_alike(shared, mine)
            case _:
                pass
        if shared.announced is not None and self._hers.moves[len(mine) :][:1] != [shared.announced]:
            self._decide(self._friendly.unsaid())

    def _consulted(self) -> Shared:
        shared: Shared = self._table.consult(self._friendly.shared_of)
        self._shared = shared
        return shared

    # Take-backs

    def _notice_take_back(self, mine: tuple[str, ...]) -> None:
        before, self._before = self._before, mine
        if before is None:
            self._telling.knows(len(mine))
            return
        common = agreeing.in_common(mine, before)
        if common == len(before):
            return
        kept = self._keeping.kept
        self._telling.took_back(common)
        to = common if kept.back is None else min(common, kept.back[1])
        cut = (*before[common:], *(kept.cut if kept.back is not None else ()))
        self._keeping.put(back=(kept.backs + 1, to), backs=kept.backs + 1, cut=cut)

    def _answered(self, hello: Hello) -> None:
        """Whether she has taken back as well, or would rather not."""
        kept = self._keeping.kept
        if kept.back is None or hello.took < kept.back[0]:
            return
        self._restoring = () if hello.agreed else kept.cut
        self._keeping.put(back=None, cut=())

    def take_back_too(self) -> None:
        """What she has taken back is taken back here."""
        with self._lock:
            self.step()
            kept = self._keeping.kept
            back = self._hers.back_of(kept.round, kept.took)
            if back is None or not isinstance(self._verdict, AskedBack):
                return
            self._back_to(self._verdict.to)
            self._before = tuple(step.move for step in self._consulted().steps)
            self._telling.took_back(len(self._before))
            self._keeping.put(took=back.id, agreed=True)
        self._news.set()

    def keep_moves(self) -> None:
        """What she has taken back stands all the same."""
        with self._lock:
            kept = self._keeping.kept
            back = self._hers.back_of(kept.round, kept.took)
            if back is not None:
                self._keeping.put(took=back.id, agreed=False)
        self._news.set()

    def back_to_common(self) -> None:
        """Where the two tables stand otherwise: back to what both have played, which she is asked for too."""
        with self._lock:
            if (found := self._differs) is not None:
                self._back_to(found.after)
        self._news.set()

    def _back_to(self, count: int) -> None:
        while len(self._consulted().steps) > count:
            before = len(self._shared.steps)
            self._table.decide(self._friendly.undone())
            if len(self._consulted().steps) >= before:
                return

    # What she has played

    def _go_on(self, shared: Shared, mine: tuple[str, ...], move: str) -> None:
        if shared.turn[:1] != self._her_side:
            self._replay_own(mine, move)
        elif shared.asked is not None:
            self._announce(shared, mine, move)

    def _replay_own(self, mine: tuple[str, ...], move: str) -> None:
        """Only what was taken back here and stays at her table: nobody else plays this table's moves."""
        if self._restoring[:1] == (move,):
            self._decide(self._friendly.said(move))
            self._restoring = self._restoring[1:]
            # It may be taken back again before the next look.
            self._before = tuple(step.move for step in self._consulted().steps)
        elif self._shared.calm and self._shared.turn:
            self._difference = Difference(len(mine), self._shared.position, self._hers.position)

    def _announce(self, shared: Shared, mine: tuple[str, ...], move: str) -> None:
        at = len(mine) + 1
        said = self._hers.positions.get(at)
        try:
            told = self._friendly.told(shared.asked, move, self.her_name)
        except decisions.Refused as fault:
            _log.info("the friend's move is refused: %s", fault)
            self._is_off(Difference(at - 1, shared.position, said or ""))
            return
        if said is not None and not self._friendly.alike(told.position, said):
            self._is_off(Difference(at - 1, told.position, said))
            return
        self._put_clock(at)
        self._decide(told.decision)
        self._restoring = self._restoring[1:] if self._restoring[:1] == (move,) else ()

    def _is_off(self, found: Difference) -> None:
        """Counted once for each message that does not fit."""
        if self._told_difference != found:
            self._noting.refuse("friend-off", self._clock())
        self._told_difference = self._difference = found

    def _both_alike(self, shared: Shared, mine: tuple[str, ...]) -> None:
        hello = self._hers.hello_of(self._keeping.kept.round)
        if hello is None or hello.moves != mine:
            return
        if hello.position and shared.position and not self._friendly.alike(shared.position, hello.position):
            self._difference = Difference(len(mine), shared.position, hello.position)
            return
        if hello.ended is not None and shared.ended is None:
            ending = self._friendly.over(Ended(*hello.ended), self._her_side)
            if ending is not None:
                self._decide(ending)
        elif shared.turn[:1] == self._her_side and shared.ended is None:
            self._put_clock(len(mine))

    def _put_clock(self, at: int) -> None:
        """Her time is counted where she sits."""
        times, mine = self._hers.times.get(at), self._shared.clock
        if times is None or mine is None:
            return
        side = "wb".index(self._her_side)
        if abs(times[side] - mine[side]) > _CLOCKS_APART:
            self._decide(self._friendly.time_left(self._her_side, times[side]))

    def _decide(self, decision: Any) -> None:
        try:
            self._table.decide(decision)
        except decisions.Refused as fault:
            _log.info("the game has gone on meanwhile: %s", fault)

    # What people see

    @property
    def _asked_back(self) -> tuple[str, ...]:
        if not isinstance(self._verdict, AskedBack):
            return ()
        return tuple(step.move for step in self._shared.steps[self._verdict.to :])

    @property
    def _differs(self) -> Difference | None:
        """What was found here, or at her table: it is shown at both."""
        hello = self._hers.hello_of(self._keeping.kept.round)
        if self._difference is not None or hello is None or hello.differs is None:
            return self._difference
        found = hello.differs
        return (
            Difference(found.after, found.there, found.here)
            if found.after <= len(self._shared.steps)
            else None
        )

    @property
    def _there(self) -> bool:
        return self.channel.up and not self._hers.is_away(self._clock()) and not self.channel.said_gone

    @property
    def her_name(self) -> str:
        said = "" if self._hers.hello is None else self._hers.hello.name
        return said or ("" if self._keeping.kept.side != self._invitation.side else self._invitation.host)

    def standing(self) -> Standing:
        """As of the last round: whoever looks waits for nobody."""
        return self._stood

    def _standing(self) -> Standing:
        kept, hello, playing, ended = self._keeping.kept, self._hers.hello, self._playing, self._shared.ended
        return Standing(
            name=self.her_name,
            side=kept.side,
            there=self._there,
            ever=hello is not None,
            broker=self.channel.up,
            playing=playing,
            asked_back=self._asked_back if playing else (),
            asks_back=playing and isinstance(self._verdict, AsksBack),
            difference=self._differs if playing else None,
            waits=playing and self._shared.turn[:1] == self._her_side and ended is None,
            calm=hello is None or hello.calm,
            another=hello is not None and hello.round > kept.round,
            over=ended is not None,
            refused=dict(self._noting.counts),
        )

    # Games with her

    def play_on(self) -> None:
        """The game with her goes on where another one was played meanwhile; else the next one begins."""
        with self._lock:
            if self._playing:
                self.begin()
                return
            kept = next((each for each in self._table.store.games() if self._is_hers(each.settings)), None)
            try:
                if kept is None:
                    self._table.new_game(game_of(self._keeping))
                else:
                    self._table.play_on(kept.id)
            except GameDecided:
                self.begin()
            self._before = None
        self._news.set()

    def _is_hers(self, settings: Any) -> bool:
        return games.of_settings(settings) == self._of and settings.get("shared") == self.name

    def begin(self, number: int | None = None) -> None:
        """The next game with her, or the one of that number."""
        with self._lock:
            wanted = self._keeping.kept.round + 1 if number is None else number
            self._keeping.put(round=wanted, back=None, cut=(), took=0, backs=0)
            self._hers.began()
            self._telling.began()
            self._before, self._shared, self._verdict = None, Shared(), Agreed()
            self._difference, self._restoring = None, ()
            self._table.new_game(game_of(self._keeping))
        self._news.set()
