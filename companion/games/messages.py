"""What is said in one game's words: a code and values. The sentence is looked up last, to be translated."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class Message:
    """One thing to say. `values` are already words of the game: squares, names of pieces, counts."""

    english: ClassVar[Mapping[str, str]]
    """English sentence for every code; each kind of message has its own."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, code: str, **values: object) -> Self:
        return cls(code, values)

    def __str__(self) -> str:
        return self.english[self.code].format_map(dict(self.values))
