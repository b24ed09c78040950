"""A running table and a friend's: what she plays is announced here, what is played here is told her.

What is lost on the way comes again: each table says every few seconds all that stands, and makes of what it
hears what is lacking. Nothing is changed in silence: where the two stand otherwise, both are shown.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion import games
from companion.broker.link import Link
from companion.broker.messages.friendly import Back, Hello, Played
from companion.friend import agreeing
from companion.friend.agreeing import Agreed, AskedBack, AsksBack, Behind, Parted, compared
from companion.friend.channel import Channel, NotHers
from companion.friend.invitation import other
from companion.friend.kept import Keeping
from companion.games import decisions
from companion.games.friendly import Agreement, Ended, Friendly, Shared
from companion.store import StoreError
from companion.table import Table

_log = logging.getLogger(__name__)

_LOOK_EVERY: Final = 0.25
"""Seconds at most until what happened at the table is looked at."""
_HELLO_EVERY: Final = 3.0
"""Seconds between two greetings."""
_HELLO_SOONEST: Final = 0.3
"""Likewise, where there is news."""
_AWAY_AFTER: Final = 12.0
"""Seconds without a greeting after which a friend is away."""
_REFUSED_FOR: Final = 300.0
"""Seconds for which it is said that a message was refused."""
_CLOCKS_APART: Final = 0.5
"""Seconds by which the friend's clock may stand otherwise here than at her own table."""

NOTICES: Final = ("friend-away", "friend-no-broker", "friend-differs", "friend-asks-back", "friend-side")
REFUSALS: Final = ("friend-forged", "friend-copied", "friend-unreadable", "friend-off")


@dataclass(frozen=True, slots=True)
class Difference:
    """Both tables have so many moves in common, and then stand otherwise."""

    after: int
    mine: str
    hers: str
    """What stands at each, as far as it is known."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a page shows of the friend."""

    name: str
    side: str
    """Of this table."""
    there: bool = False
    ever: bool = False
    """Whether she has been there since this table runs."""
    broker: bool = False
    playing: bool = True
    """Whether the game with her is the one on the table."""
    asked_back: tuple[str, ...] = ()
    """The moves that she wants taken back here."""
    asks_back: bool = False
    """Whether a take-back here waits for hers."""
    difference: Difference | None = None
    waits: bool = False
    """Whether it is her turn."""
    calm: bool = True
    """Nothing has to be put right at her table."""
    another: bool = False
    """She has begun another game."""
    refused: dict[str, int] = field(default_factory=dict)
    """How many messages were, by the code of why."""


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
        self._hello: Hello | None = None
        self._hello_at = 0.0
        self._hers: list[str] = []
        self._hers_known = False
        self._positions: dict[int, str] = {}
        """What stands at her table after so many moves, as far as she has said."""
        self._times: dict[int, tuple[float, float]] = {}
        self._before: tuple[str, ...] | None = None
        self._told = 0
        """How many moves were told as such."""
        self._said: Hello | None = None
        self._said_at = 0.0
        self._restoring: tuple[str, ...] = ()
        self._difference: Difference | None = None
        self._verdict: agreeing.Verdict = Agreed()
        self._shared = Shared()
        self._joined = 0
        self._refused: dict[str, int] = {}
        self._refused_at: dict[str, float] = {}
        self._broker_since = clock()
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
        self._table.notices.take_down(*NOTICES, *REFUSALS)

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
                self._tell()
            self._put_up()

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

    @property
    def _her_position(self) -> str:
        return self._positions.get(len(self._hers), "")

    def _hear(self) -> None:
        while True:
            try:
                message = self.channel.take()
            except NotHers as fault:
                self._refuse(fault.code)
                continue
            if message is None:
                return
            if isinstance(message, Hello):
                self._greeted(message)
            elif message.round in (0, self._keeping.kept.round):
                self._told_move(message)

    def _greeted(self, hello: Hello) -> None:
        self._hello, self._hello_at = hello, self._clock()
        if hello.round > self._keeping.kept.round and self._shared.ended is not None:
            self.begin(hello.round)
        if hello.round != self._keeping.kept.round:
            return
        self._hers, self._hers_known = list(hello.moves), True
        self._positions = {at: told for at, told in self._positions.items() if at <= len(self._hers)}
        if hello.position:
            self._positions[len(self._hers)] = hello.position
        if hello.clock is not None:
            self._times[len(self._hers)] = hello.clock

    def _told_move(self, played: Played) -> None:
        mine = self._before or ()
        at = played.at or len(mine) + 1
        if at == len(mine) + 1 and len(self._hers) < len(mine):
            # She has heard of what was played here, and goes on from it.
            self._hers = list(mine)
        if at > len(self._hers) + 1:
            return  # There is a hole before it: her next greeting has all.
        self._hers[at - 1 :] = [played.move]
        self._positions[at] = played.position
        if played.clock is not None:
            self._times[at] = played.clock

    def _look(self) -> None:
        shared = self._consulted()
        mine = tuple(step.move for step in shared.steps)
        kept, hello = self._keeping.kept, self._hello
        self._notice_take_back(mine)
        if hello is not None and hello.round == kept.round:
            self._answered(hello)
        kept = self._keeping.kept
        if not self._hers_known and not self._hers:
            self._verdict = Agreed()
            return
        she_back = self._open_back(hello)
        self._verdict = verdict = compared(
            mine,
            self._hers,
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
                self._difference = Difference(after, shared.position, self._her_position)
            case Agreed():
                self._both_alike(shared, mine)
            case _:
                pass
        if shared.announced is not None and self._hers[len(mine) :][:1] != [shared.announced]:
            self._decide(self._friendly.unsaid())

    def _consulted(self) -> Shared:
        shared: Shared = self._table.consult(self._friendly.shared_of)
        self._shared = shared
        return shared

    def _notice_take_back(self, mine: tuple[str, ...]) -> None:
        before, self._before = self._before, mine
        if before is None:
            self._told = len(mine)
            return
        common = agreeing.in_common(mine, before)
        if common == len(before):
            return
        kept = self._keeping.kept
        self._told = min(self._told, common)
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

    def _open_back(self, hello: Hello | None) -> Back | None:
        kept = self._keeping.kept
        if hello is None or hello.round != kept.round or hello.back is None or hello.back.id <= kept.took:
            return None
        return hello.back

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
            self._difference = Difference(len(mine), self._shared.position, self._her_position)

    def _announce(self, shared: Shared, mine: tuple[str, ...], move: str) -> None:
        at = len(mine) + 1
        said = self._positions.get(at)
        try:
            told = self._friendly.told(shared.asked, move, self.her_name)
        except decisions.Refused as fault:
            _log.info("the friend's move is refused: %s", fault)
            self._differs("friend-off", at - 1, shared.position, said or "")
            return
        if said is not None and not self._friendly.alike(told.position, said):
            self._differs("friend-off", at - 1, told.position, said)
            return
        self._put_clock(at)
        self._decide(told.decision)
        self._restoring = self._restoring[1:] if self._restoring[:1] == (move,) else ()

    def _differs(self, code: str, after: int, mine: str, hers: str) -> None:
        """Said once for each message that does not fit."""
        found = Difference(after, mine, hers)
        if (self._told_difference, code) != (found, code):
            self._refuse(code)
        self._told_difference = found
        self._difference = found

    _told_difference: Difference | None = None

    def _both_alike(self, shared: Shared, mine: tuple[str, ...]) -> None:
        hello = self._hello
        if hello is None or hello.round != self._keeping.kept.round or hello.moves != mine:
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
        times, mine = self._times.get(at), self._shared.clock
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

    # Said

    def _tell(self) -> None:
        if not self.channel.up:
            return
        self._tell_moves()
        now = self._clock()
        hello = self._hello_now()
        anew = self._joined != self.channel.joined
        news = self._said is None or replace(hello, clock=self._said.clock) != self._said
        since = now - self._said_at
        due = anew or since > _HELLO_EVERY or (news and since > _HELLO_SOONEST)
        if due and self.channel.say(hello):
            self._said, self._said_at, self._joined = hello, now, hello.joined

    def _tell_moves(self) -> None:
        steps, side = self._shared.steps, self._keeping.kept.side
        for at, step in enumerate(steps[self._told :], self._told + 1):
            if step.by[:1] == side and not self.channel.say(
                Played(1, step.by, step.move, step.position, at, self._keeping.kept.round, self._shared.clock)
            ):
                return
            self._told = at

    def _hello_now(self) -> Hello:
        kept, shared = self._keeping.kept, self._shared
        back = kept.back
        return Hello(
            n=1,
            by=kept.side,
            round=kept.round,
            moves=tuple(step.move for step in shared.steps),
            position=shared.position,
            name=kept.name,
            joined=max(1, self.channel.joined),
            back=None if back is None else Back(*back),
            took=kept.took,
            agreed=kept.agreed,
            ended=None if shared.ended is None else (shared.ended.winner, shared.ended.reason),
            clock=shared.clock,
            calm=shared.calm,
        )

    # What people see and decide

    def _refuse(self, code: str) -> None:
        count = self._refused[code] = self._refused.get(code, 0) + 1
        self._refused_at[code] = self._clock()
        notices = self._table.notices
        match code:
            case "friend-forged":
                notices.put_up("friend-forged", count=count)
            case "friend-copied":
                notices.put_up("friend-copied", count=count)
            case "friend-unreadable":
                notices.put_up("friend-unreadable", count=count)
            case _:
                notices.put_up("friend-off", count=count)

    def _put_up(self) -> None:
        now, notices, up = self._clock(), self._table.notices, self.channel.up
        for code, at in list(self._refused_at.items()):
            if now - at > _REFUSED_FOR:
                del self._refused_at[code]
                notices.take_down(code)
        if up:
            self._broker_since = now
        gone = set(NOTICES)
        if not up and now - self._broker_since > _AWAY_AFTER:
            notices.put_up("friend-no-broker", broker=str(self._invitation.account()))
            gone.remove("friend-no-broker")
        if up and self._hello is not None and not self._there:
            notices.put_up("friend-away")
            gone.remove("friend-away")
        if (found := self._difference) is not None:
            notices.put_up("friend-differs", number=found.after, mine=found.mine, hers=found.hers or "?")
            gone.remove("friend-differs")
        moves = tuple(step.move for step in self._shared.steps)
        if self._playing and isinstance(self._verdict, AskedBack):
            notices.put_up("friend-asks-back", moves=", ".join(moves[self._verdict.to :]))
            gone.remove("friend-asks-back")
        if self._playing and self._shared.unsided:
            notices.put_up("friend-side", square=self._shared.unsided)
            gone.remove("friend-side")
        notices.take_down(*gone)

    @property
    def _there(self) -> bool:
        heard = self._hello is not None and self._clock() - self._hello_at < _AWAY_AFTER
        return self.channel.up and heard and not self.channel.said_gone

    @property
    def her_name(self) -> str:
        said = "" if self._hello is None else self._hello.name
        return said or ("" if self._keeping.kept.side != self._invitation.side else self._invitation.host)

    def standing(self) -> Standing:
        with self._lock:
            kept, hello, verdict = self._keeping.kept, self._hello, self._verdict
            mine = self._before or ()
            return Standing(
                name=self.her_name,
                side=kept.side,
                there=self._there,
                ever=hello is not None,
                broker=self.channel.up,
                playing=self._playing,
                asked_back=mine[verdict.to :] if isinstance(verdict, AskedBack) else (),
                asks_back=isinstance(verdict, AsksBack),
                difference=self._difference,
                waits=self._shared.turn[:1] == self._her_side and self._shared.ended is None,
                calm=hello is None or hello.calm,
                another=hello is not None and hello.round > kept.round,
                refused=dict(self._refused),
            )

    def take_back_too(self) -> None:
        """What she has taken back is taken back here."""
        with self._lock:
            self.step()
            back = self._open_back(self._hello)
            if back is None or not isinstance(self._verdict, AskedBack):
                return
            self._back_to(self._verdict.to)
            self._before = tuple(step.move for step in self._consulted().steps)
            self._told = min(self._told, len(self._before))
            self._keeping.put(took=back.id, agreed=True)
        self._news.set()

    def keep_moves(self) -> None:
        """What she has taken back stands all the same."""
        with self._lock:
            back = self._open_back(self._hello)
            if back is not None:
                self._keeping.put(took=back.id, agreed=False)
        self._news.set()

    def back_to_common(self) -> None:
        """Where the two tables stand otherwise: back to what both have played, which she is asked for too."""
        with self._lock:
            if self._difference is not None:
                self._back_to(self._difference.after)
        self._news.set()

    def _back_to(self, count: int) -> None:
        while len(self._consulted().steps) > count:
            before = len(self._shared.steps)
            self._table.decide(self._friendly.undone())
            if len(self._consulted().steps) >= before:
                return

    def begin(self, number: int | None = None) -> None:
        """The next game with her, or the one of that number."""
        with self._lock:
            wanted = self._keeping.kept.round + 1 if number is None else number
            self._keeping.put(round=wanted, back=None, cut=(), took=0, backs=0)
            self._hers, self._hers_known, self._before, self._told = [], False, None, 0
            self._positions, self._times, self._said = {}, {}, None
            self._difference, self._restoring = None, ()
            self._table.new_game(game_of(self._keeping))
        self._news.set()


def game_name(channel: str, number: int) -> str:
    return f"{channel}.{number}"


def game_of(keeping: Keeping) -> Any:
    """The game as it is played at this table; raises `companion.games.friendly.NotShared`."""
    kept, invitation = keeping.kept, keeping.kept.invitation
    friendly: Friendly = games.part(games.of_settings(invitation.game), "friendly")
    hosts = other(invitation.side)
    names = {kept.side: kept.name}
    if kept.side != hosts:
        names[hosts] = invitation.host
    return friendly.game_of(
        Agreement(invitation.game, kept.side, game_name(invitation.channel, kept.round), names)
    )
