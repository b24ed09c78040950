"""Hours in which nothing sounds."""

from dataclasses import dataclass
from datetime import time


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From the first time of day until the second, past midnight where that is the earlier one."""

    begin: time
    end: time

    def at(self, now: time) -> bool:
        if self.begin <= self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end
