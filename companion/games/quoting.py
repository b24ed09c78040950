"""What somebody wrote, inside of a sentence of ours."""

from typing import Final

_LONGEST: Final = 60
"""Characters of it: enough to know it again, and a message stays one line."""


def quoted(text: str) -> str:
    """Text of unknown length and content, fit for a one-line message."""
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return "".join(c if c.isprintable() else " " if c.isspace() else "�" for c in shown)
