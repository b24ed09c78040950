"""What can be wrong, one class per kind of fault.

RulesError
├── NotationError      text that is no move, position, record or challenge (ValueError)
├── PositionError      a position with faults, all of them named (ValueError)
├── IllegalMove        a well-formed move that a rule forbids here
├── MarkError          a move whose prefix, stars or signs are not true here (ValueError)
└── HiddenFaces        the rules need a face that is not known
"""

from companion.rules.messages import Message, message

_QUOTED = 60


def quoted(text: str) -> str:
    """Text of unknown length and content, fit for a one-line message."""
    shown = text if len(text) <= _QUOTED else text[:_QUOTED] + "…"
    return "".join(c if c.isprintable() else " " if c.isspace() else "�" for c in shown)


class RulesError(Exception):
    """Anything the rules refuse. `str()` is a sentence for people."""


class NotationError(RulesError, ValueError):
    """Text that cannot be read."""

    def __init__(self, kind: str, text: str, why: str) -> None:
        self.kind = kind
        self.text = text
        self.why = why
        super().__init__(f"not a {kind}: '{quoted(text)}' ({why})")


class PositionError(RulesError, ValueError):
    """A position that can be read but cannot be; carries every fault."""

    def __init__(self, faults: tuple[Message, ...]) -> None:
        self.faults = faults
        super().__init__("impossible position: " + "; ".join(map(str, faults)))


class IllegalMove(RulesError):
    """A move that breaks a rule: which one, and why, in a form that can be translated."""

    def __init__(self, rule: str, why: Message) -> None:
        self.rule = rule
        self.why = why
        super().__init__(f"{why} (rule {rule})")


class MarkError(RulesError, ValueError):
    """A prefix or mark that says something untrue of the move."""

    def __init__(self, why: Message) -> None:
        self.why = why
        super().__init__(str(why))


class HiddenFaces(RulesError):
    """The position has faces that the rules would need and nobody knows."""

    def __init__(self, squares: tuple[str, ...]) -> None:
        self.squares = squares
        super().__init__(str(message("hidden-faces", squares=", ".join(squares))))
