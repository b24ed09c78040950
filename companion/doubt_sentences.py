"""Doubts as sentences that people can act on: by their right name and place, in one language."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from vision.sighting import Reason

SENTENCES: Final[Mapping[str, str]] = {
    Reason.COVERED.value: "I cannot see {squares}: something is in the way. Take it away.",
    Reason.BETWEEN.value: "A cube lies between two squares ({squares}). Push it onto one of them.",
    Reason.TIPPED.value: "A cube does not lie flat ({squares}). Put it down flat.",
    Reason.GLARE.value: "I cannot read {squares}: a reflection. Move the lamp.",
    Reason.DARK.value: "I cannot read {squares}: too dark. Switch a lamp on.",
    Reason.UNLIKE.value: "I cannot read {squares}: it looks like nothing I know.",
}

ALOUD: Final = frozenset(reason.value for reason in Reason if reason.unseats)
"""Said without being asked for: of what people have to put right. Of the rest a question speaks."""

_MOST: Final = 4
"""Squares named in one sentence; who hears more of them remembers none."""

Say = Callable[..., str]
"""A message in one language, its values filled in."""


def doubt_sentences(doubts: Iterable[tuple[str, str]], say: Say) -> list[str]:
    """Of squares with their reasons: a sentence for each reason."""
    squares: dict[str, list[str]] = {}
    for square, reason in doubts:
        squares.setdefault(reason, []).append(square)
    return [
        say(sentence, squares=_named(squares[reason], say))
        for reason, sentence in SENTENCES.items()
        if reason in squares
    ]


def _named(squares: list[str], say: Say) -> str:
    if len(squares) <= _MOST:
        return ", ".join(squares)
    named = squares[: _MOST - 1]
    return say("{squares} and {count} more", squares=", ".join(named), count=len(squares) - len(named))
