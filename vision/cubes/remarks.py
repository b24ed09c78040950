"""What can be said of a profile: each remark a sentence by its code, with what stands in it.

For other languages the sentences, and the sides and helps in them, have codes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

TEXTS: Final = {
    "hard_to_tell": "{one} and {other} are hard to tell on {colour} cubes in this light: {help}",
    "colours_alike": "{one} on white cubes and {other} on black ones are hard to tell in this light: {help}",
    "hard_to_see": "{one} on {colour} cubes is hard to see in this light: {help}",
    "spoilt_picture": (
        "the {colour} cube on {square} looked unlike the others in the {picture} picture: {help}"
    ),
    "too_dark": "there is little light on the board: {help}",
    "one_coloured": "the light has nearly one colour: use a whiter lamp, or {help}",
    "one_sided": "the {side} of the board gets much less light: {help}",
    "darker_than_learnt": "it is much darker than when the cubes were learnt: {help}, or learn them again",
    "other_light": "the light has another colour than when the cubes were learnt: learn them again in it",
}

SIDES: Final[Mapping[str, str]] = {"left": "left", "right": "right", "far": "far side", "near": "near side"}
"""Of the picture, by code."""

ADD_LIGHT: Final = "add light"
FROM: Final = {side: f"add light from the {side}" for side in SIDES.values()}
WHITER: Final = "use a whiter lamp"
SHADE: Final = "move or shade the lamp that shines on them"
STRONGER: Final = "give them a stronger print"
AGAIN: Final = "learn them again, in the light that you play in"
RETAKE: Final = "take that picture again, with no shadow or reflection on it"

HELPS: Final[Mapping[str, str]] = {
    "light": ADD_LIGHT,
    **{f"light-{code}": FROM[side] for code, side in SIDES.items()},
    "whiter": WHITER,
    "shade": SHADE,
    "stronger": STRONGER,
    "again": AGAIN,
    "retake": RETAKE,
}
"""What would help, by code."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A message and what stands in it: for the page to say in its own words and language."""

    code: str
    """One of those that have texts."""
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return TEXTS[self.code].format(**self.parameters)

    def as_json(self) -> dict[str, Any]:
        return {"code": f"advice-{self.code}", "values": dict(self.parameters), "text": self.text}
