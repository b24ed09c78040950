"""What can be wrong by the rules of any game, one class per kind of fault.

RulesError
├── NotationError      text that is no move, position or record (ValueError)
├── PositionError      a position with faults, all of them named (ValueError)
├── IllegalMove        a well-formed move that a rule forbids here
└── MarkError          a move that says of itself what it does not do (ValueError)
"""

from collections.abc import Mapping
from typing import ClassVar, Protocol

from companion.games.decisions import Refused
from companion.games.quoting import quoted


class RuleWhy(Protocol):
    """A code and values in the words of one game, and as `str` its English sentence."""

    @property
    def code(self) -> str: ...

    @property
    def values(self) -> Mapping[str, object]: ...


class RulesError(Refused):
    """Anything the rules refuse. `str()` is a sentence for people."""


class NotationError(RulesError, ValueError):
    """Text that cannot be read."""

    none: ClassVar[str] = "no"

    def __init__(self, kind: str, text: str, why: str) -> None:
        self.kind = kind
        self.text = text
        self.why = why
        super().__init__(f"{self.none} {kind}: '{quoted(text)}' ({why})")


class PositionError(RulesError, ValueError):
    """A position that can be read but cannot be; carries every fault."""

    def __init__(self, faults: tuple[RuleWhy, ...]) -> None:
        self.faults = faults
        self.why = faults[0]
        super().__init__("impossible position: " + "; ".join(map(str, faults)))


class IllegalMove(RulesError):
    """A move that breaks a rule: which one, and why, in a form that can be translated."""

    def __init__(self, rule: str, why: RuleWhy) -> None:
        self.rule = rule
        self.why = why
        super().__init__(f"{why} (rule {rule})")


class MarkError(RulesError, ValueError):
    """A prefix, a sign, a count or an end that is not what the move does."""

    def __init__(self, why: RuleWhy) -> None:
        self.why = why
        super().__init__(str(why))
