"""What was read of a picture, as outlines with a word each: for who draws them over it."""

from dataclasses import dataclass

from vision.sighting import Point

Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    outline: Outline
    words: str
    sure: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """Places are in pixels of pictures of that `size`."""

    size: tuple[int, int] | None
    """Width and height; None: of the pictures as the camera gives them."""
    board: Outline
    """Where it lies."""
    marks: tuple[Mark, ...] = ()
