"""Who is inside: so many in all, so many of one client, and places that no stranger can take."""

from collections.abc import Callable
from typing import Generic, TypeVar

Guest = TypeVar("Guest")


class Full(Exception):
    """There is no place for this one now."""


class Crowd(Generic[Guest]):
    """Of connections, or of whatever else clients hold. For one thread.

    Where all places are taken, the client who has the most gives its oldest one up to whoever has fewer: so a
    stranger with hundreds of connections keeps nobody else out.
    """

    def __init__(
        self, most: int, each: int, *, kept: int = 0, is_known: Callable[[str], bool] = lambda _: False
    ) -> None:
        """`kept` of the places are for clients that are known."""
        self._most = most
        self._each = each
        self._kept = kept
        self.is_known = is_known
        self._of: dict[str, dict[Guest, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, client: str, guest: Guest) -> Guest | None:
        """Counts it at once. Who has to leave for it, or None; raises `Full`."""
        own = len(self._of.get(client, ()))
        known = self.is_known(client)
        if own >= self._each:
            raise Full
        leaving: Guest | None = None
        if self._count >= (self._most if known else self._most - self._kept):
            greediest = self.greediest()
            if greediest is None or (not known and len(self._of[greediest]) <= own + 1):
                raise Full
            leaving = next(iter(self._of[greediest]))
            self.leave(greediest, leaving)
        self._of.setdefault(client, {})[guest] = None
        self._count += 1
        return leaving

    def leave(self, client: str, guest: Guest) -> None:
        """Whoever has left already leaves no second time."""
        own = self._of.get(client)
        if own is None or guest not in own:
            return
        del own[guest]
        self._count -= 1
        if not own:
            del self._of[client]

    def greediest(self) -> str | None:
        """Of the strangers; None where there are none."""
        strangers = (client for client in self._of if not self.is_known(client))
        return max(strangers, key=lambda client: len(self._of[client]), default=None)

    def oldest_of(self, client: str) -> Guest:
        return next(iter(self._of[client]))
