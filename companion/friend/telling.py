"""What is said to a friend: each move as it is played, and every few seconds all that stands."""

from dataclasses import replace
from typing import Final

from companion.broker.messages.friendly import Back, Differs, Hello, Played
from companion.friend.channel import Channel
from companion.friend.kept import Kept
from companion.friend.standing import Difference
from companion.games.friendly import Shared

_HELLO_EVERY: Final = 3.0
"""Seconds between two greetings."""
_HELLO_SOONEST: Final = 0.3
"""Likewise, where there is news."""


class Telling:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._told = 0
        """How many moves were told as such."""
        self._said: Hello | None = None
        self._said_at = 0.0
        self._joined = 0

    def knows(self, count: int) -> None:
        """Of so many moves no more has to be told: they were there before, or the others were taken back."""
        self._told = count

    def took_back(self, count: int) -> None:
        self._told = min(self._told, count)

    def began(self) -> None:
        """Another game."""
        self._told, self._said = 0, None

    def tell(self, kept: Kept, shared: Shared, differs: Difference | None, now: float) -> None:
        """`differs` is what was found here."""
        if not self._channel.up:
            return
        self._tell_moves(kept, shared)
        hello = _hello(kept, shared, differs, max(1, self._channel.joined))
        anew = self._joined != self._channel.joined
        # Clocks run all the time: that alone is no news.
        news = self._said is None or replace(hello, clock=self._said.clock) != self._said
        since = now - self._said_at
        due = anew or since > _HELLO_EVERY or (news and since > _HELLO_SOONEST)
        if due and self._channel.say(hello):
            self._said, self._said_at, self._joined = hello, now, hello.joined

    def _tell_moves(self, kept: Kept, shared: Shared) -> None:
        for at, step in enumerate(shared.steps[self._told :], self._told + 1):
            own = step.by[:1] == kept.side
            if own and not self._channel.say(
                Played(1, step.by, step.move, step.position, at, kept.round, shared.clock)
            ):
                return
            self._told = at


def _hello(kept: Kept, shared: Shared, differs: Difference | None, joined: int) -> Hello:
    """The channel puts its number in."""
    return Hello(
        n=1,
        by=kept.side,
        round=kept.round,
        moves=tuple(step.move for step in shared.steps),
        position=shared.position,
        name=kept.name,
        joined=joined,
        back=None if kept.back is None else Back(*kept.back),
        took=kept.took,
        agreed=kept.agreed,
        ended=None if shared.ended is None else (shared.ended.winner, shared.ended.reason),
        clock=shared.clock,
        calm=shared.calm,
        differs=None if differs is None else Differs(differs.after, differs.mine, differs.hers),
    )
