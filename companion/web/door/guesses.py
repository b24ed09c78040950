"""Wrong PINs: each who guesses waits longer and longer, and strangers have so many guesses all together.

A stranger may have a thousand addresses, and the family's new phone may stand in the same network as they do.
So what all strangers have together ends in no waiting, which would lock the family out, but in a longer PIN,
which needs none. Phones that were let in before have guesses of their own.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

FREE: Final = 4
"""Wrong ones, then each who guesses waits."""
LONGEST: Final = 300.0
"""Seconds to wait at most."""
STRANGERS: Final = 30
"""Wrong ones of all strangers together at a PIN of six digits, before it gets longer."""
_ANOTHER_AFTER: Final = 300.0
"""Seconds after which they have one more: half of a million takes them four years and nine months."""
_MOST_REMEMBERED: Final = 2000


@dataclass(slots=True)
class _Guesser:
    wrong: int = 0
    wait_until: float = 0.0


@dataclass(slots=True)
class Guesses:
    """May be asked from any thread."""

    clock: Callable[[], float] = time.monotonic
    _by: OrderedDict[str, _Guesser] = field(default_factory=OrderedDict)
    _left: float = STRANGERS
    _counted: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def seconds_to_wait(self, who: str) -> float:
        """0 where a guess may be made now; `who` is an address, or a phone that was let in before."""
        with self._lock:
            guesser = self._by.get(who)
            return max(0.0, guesser.wait_until - self.clock()) if guesser else 0.0

    def wrong(self, who: str, *, stranger: bool) -> bool:
        """Whether strangers have used up what they had."""
        now = self.clock()
        with self._lock:
            guesser = self._by.setdefault(who, _Guesser())
            self._by.move_to_end(who)
            while len(self._by) > _MOST_REMEMBERED:
                self._by.popitem(last=False)
            guesser.wrong += 1
            over = guesser.wrong - FREE
            if over >= 0:
                guesser.wait_until = now + min(LONGEST, 2.0 ** min(over, 20))
            if not stranger:
                return False
            self._left = min(STRANGERS, self._left + (now - self._counted) / _ANOTHER_AFTER) - 1
            self._counted = now
            return self._left < 0

    def right(self, who: str) -> None:
        with self._lock:
            self._by.pop(who, None)

    def begin_anew(self) -> None:
        """There is a new PIN to be guessed."""
        with self._lock:
            self._left, self._counted = STRANGERS, self.clock()
