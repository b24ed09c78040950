"""How often in a row the table did not come up: after three times it starts without what may be to blame."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from vision.files import replace_file

_log = logging.getLogger(__name__)

FAILED_STARTS: Final = 3
"""In a row, from which on nothing is opened that is not needed for a page."""
_WITHOUT_A_WORD: Final = "it ended without a word"
_LONGEST: Final = 300
"""Characters that are kept of why a start failed."""


class Starts:
    """Around one run of the program: `safe` tells how it is to start, `up` is called once pages answer.

    A start that ended before that has failed, in whatever way it ended; not so one that was asked for
    something wrong (`slip`), or was stopped by somebody.
    """

    def __init__(self, path: Path, *, slip: Callable[[BaseException], bool] = lambda fault: False) -> None:
        self._path, self._slip = path, slip
        self.failed, self.why = self._read()

    @property
    def safe(self) -> bool:
        return self.failed >= FAILED_STARTS

    def __enter__(self) -> Self:
        # Should this start be cut off, it is found counted.
        self._keep(self.failed + 1, self.why if self.safe else _WITHOUT_A_WORD)
        return self

    def up(self) -> None:
        """One more failure leads back to where a safe start came from."""
        self._up = True
        self._keep(FAILED_STARTS - 1 if self.safe else 0, self.why if self.safe else "")

    def as_usual(self) -> None:
        """The next start is tried as if none had failed."""
        self._keep(0, "")

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._up:
            return
        if fault is None or not isinstance(fault, Exception) or self._slip(fault):
            self._keep(self.failed, self.why)
        else:
            self._keep(self.failed + 1, str(fault) or type(fault).__name__)

    _up = False

    def _read(self) -> tuple[int, str]:
        try:
            told = json.loads(self._path.read_text(encoding="utf-8"))
            return max(0, int(told["failed"])), str(told["why"])
        except FileNotFoundError:
            return 0, ""
        except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError) as fault:
            _log.info("how earlier starts went is not known: %s", fault)
            return 0, ""

    def _keep(self, failed: int, why: str) -> None:
        told = json.dumps({"failed": failed, "why": " ".join(why.split())[:_LONGEST]})
        try:
            replace_file(self._path, told + "\n", sync=False)
        except OSError as fault:
            _log.info("how this start goes is not kept: %s", fault)
