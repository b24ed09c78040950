"""How cameras are named: a word, or a word, a colon and which one. Files and folders go by their path."""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class SourceKind:
    word: str
    module: str
    """In `vision.sources`: its `named(which, clock)` makes the source, not yet opened."""
    which: str = ""
    """A pattern of what may follow after a colon; empty: nothing does."""
    example: str = ""
    """As a person writes it; empty: the word alone."""

    @property
    def shown(self) -> str:
        return self.example or self.word

    def names(self, text: str) -> bool:
        return re.fullmatch(f"{self.word}:(?:{self.which})" if self.which else self.word, text) is not None


CAMERAS: Final = (
    SourceKind("picamera", "picamera"),
    SourceKind("usb", "usb", which="[0-9]+", example="usb:0"),
)
"""A new kind is a line here, and a module."""

SIM: Final = "sim"
"""A table that is drawn: `sim`, or `sim:LOOK`."""

NONE: Final = "none"
"""No camera: what happens at the table is told by phone."""

CAMERAS_TEXT: Final = ", ".join(kind.shown for kind in CAMERAS)


def kind_named(text: str) -> SourceKind | None:
    """Whatever follows: what cannot be is told by who makes the source."""
    return next((kind for kind in CAMERAS if kind.word == text.partition(":")[0]), None)
