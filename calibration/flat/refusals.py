"""Why flat pieces are not learnt, in one line: which picture, which piece, what to do.

FlatError
├── NoBoard          nothing in the picture looks like one
├── OtherSize        one picture is larger or smaller than the first
├── NoPieces         no outlines of one size
├── NoCards          the same, where the cards themselves say how the camera stands
├── OtherPieces      they are smaller or larger than those of the other pictures
├── TooFewSeen, TooManySeen
└── PilesMissing     of the piles before a game
"""

from collections.abc import Mapping
from typing import ClassVar, Final


class FlatError(ValueError):
    """Something is not seen, or looks like something else."""

    code: ClassVar[str]
    """For catalogues of texts in other languages."""
    text: ClassVar[str]

    def __init__(self, name: str, **told: object) -> None:
        """`name` is the picture's, for people who gave several."""
        self.told = told
        """What the text speaks of, by name."""
        self.sentence = self.text.format(**told)
        super().__init__(f"{name}: {self.sentence}")


class NoBoard(FlatError):
    code = "no-board"
    text = (
        "no board of {columns} by {rows} squares is seen: show all of it, with nothing on it, in even light"
    )


class OtherSize(FlatError):
    code = "other-size"
    text = "it is of another size than the first picture: take all with the same camera, unmoved"


class NoPieces(FlatError):
    code = "no-pieces"
    text = (
        "no pieces of one size are seen: lay them apart, flat, in rows, on a cloth or paper that is unlike"
        " their borders, and take it again"
    )


class NoCards(FlatError):
    code = "no-cards"
    text = "no cards of one size are seen: lay them apart, flat, in rows, and take it again"


class OtherPieces(FlatError):
    code = "other-pieces"
    text = "no pieces as large as in the other pictures are seen: take all with the same camera, unmoved"


class TooFewSeen(FlatError):
    code = "too-few"
    text = (
        "{seen} of {count} pieces are seen: lay them apart on a table that is unlike their borders, and take"
        " it again"
    )

    def __init__(self, name: str, seen: int, count: int) -> None:
        super().__init__(name, seen=seen, count=count)
        self.seen = seen


class TooManySeen(FlatError):
    code = "too-many"
    text = (
        "{seen} pieces are seen where {count} are to lie: take away what does not belong, and take it again"
    )


class PilesMissing(FlatError):
    code = "piles-missing"
    text = (
        "{seen} of {count} piles are seen, {missing} is missing: lay all piles in a row, each with its first"
        " card face up, and take it again"
    )


STEPS: Final[Mapping[str, str]] = {
    "order": "take the pictures one after the other: first the one before it",
    "board-first": "say where the board is first",
    "corners": "the four corners do not span a board: drag each onto a corner of the board",
    "names": "each piece of this picture has one name: take the picture again",
    "size-changed": "the camera's picture has another size now: begin again with the first picture",
    "untouched": "the same pieces lie there as in the picture before: lay out the others",
    "nothing-taken": "there is nothing to learn from yet: take the pictures first",
}
"""Why a step cannot be taken now, by code."""

ENGLISH: Final[Mapping[str, str]] = {
    **{f"learning-{each.code}": each.text for each in FlatError.__subclasses__()},
    **{f"learning-{code}": said for code, said in STEPS.items()},
    "camera-silent": "the camera has given no picture since: wait a moment, then try again",
}
"""What games with printed pieces say while these are learnt, by code."""
