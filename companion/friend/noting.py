"""What the table says of a friend's: how she does, what she asks, and messages that were refused."""

from typing import Final

from companion.friend.standing import Standing
from companion.table.notices import Notices

_NO_BROKER_AFTER: Final = 12.0
"""Seconds without a broker after which it is said: as long as it takes to notice that a friend is away."""
_SAID_FOR: Final = 300.0
"""Seconds for which it is said that a message was refused."""

_STANDING: Final = ("friend-away", "friend-no-broker", "friend-differs", "friend-asks-back", "friend-side")
_REFUSED: Final = ("friend-forged", "friend-copied", "friend-unreadable", "friend-off")


class Noting:
    def __init__(self, notices: Notices, now: float) -> None:
        self._notices = notices
        self.counts: dict[str, int] = {}
        """How many messages were refused, by the code of why."""
        self._at: dict[str, float] = {}
        self._broker_since = now

    def refuse(self, code: str, now: float) -> None:
        count = self.counts[code] = self.counts.get(code, 0) + 1
        self._at[code] = now
        match code:
            case "friend-forged":
                self._notices.put_up("friend-forged", count=count)
            case "friend-copied":
                self._notices.put_up("friend-copied", count=count)
            case "friend-unreadable":
                self._notices.put_up("friend-unreadable", count=count)
            case _:
                self._notices.put_up("friend-off", count=count)

    def put_up(self, stands: Standing, unsided: str, broker: str, now: float) -> None:
        """`unsided` is a square of which she cannot be told yet, `broker` where both meet."""
        self._fade(now)
        if stands.broker:
            self._broker_since = now
        notices = self._notices
        gone = set(_STANDING)
        if not stands.broker and now - self._broker_since > _NO_BROKER_AFTER:
            notices.put_up("friend-no-broker", broker=broker)
            gone.remove("friend-no-broker")
        if stands.broker and stands.ever and not stands.there:
            notices.put_up("friend-away")
            gone.remove("friend-away")
        if (found := stands.difference) is not None:
            notices.put_up("friend-differs", number=found.after, mine=found.mine, hers=found.hers or "?")
            gone.remove("friend-differs")
        if stands.asked_back:
            notices.put_up("friend-asks-back", moves=", ".join(stands.asked_back))
            gone.remove("friend-asks-back")
        if unsided:
            notices.put_up("friend-side", square=unsided)
            gone.remove("friend-side")
        notices.take_down(*gone)

    def take_down(self) -> None:
        self._notices.take_down(*_STANDING, *_REFUSED)

    def _fade(self, now: float) -> None:
        for code in [code for code, at in self._at.items() if now - at > _SAID_FOR]:
            del self._at[code]
            self._notices.take_down(code)
