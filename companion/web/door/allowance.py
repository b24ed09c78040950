"""How often somebody may ask: in a burst as often as a page needs, and then at a pace that leaves others
theirs."""

from collections import OrderedDict
from typing import Final

_MOST_REMEMBERED: Final = 2000


class Allowance:
    """For each client by itself, by a clock that is asked from outside. For one thread."""

    def __init__(self, *, at_once: int, a_second: float) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._due: OrderedDict[str, float] = OrderedDict()
        """When all that was asked for would have been due at that pace."""

    def delay(self, client: str, now: float) -> float:
        """Takes one; the seconds after which it is due."""
        longest_ago = now - self._at_once / self._a_second
        due = max(self._due.get(client, longest_ago), longest_ago) + 1 / self._a_second
        self._due[client] = due
        self._due.move_to_end(client)
        if len(self._due) > _MOST_REMEMBERED:
            self._due.popitem(last=False)
        return max(0.0, due - now)

    def give_back(self, client: str) -> None:
        """One that was taken and did not come about."""
        if client in self._due:
            self._due[client] -= 1 / self._a_second
