"""What goes over the broker: a class for each kind of message, a module for each subject."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Protocol, Self

VERSION: Final = 1
"""`v` of every object."""

LONGEST: Final = 1_000_000
"""Bytes of a payload that are read at all; a state with a long game has a few thousand."""

_LARGEST: Final = 2**53 - 1
"""Of whole numbers: every program that reads JSON can tell it from the next one, every database keeps it."""


class MessageError(ValueError):
    """A payload that is none of ours; the text says what is wrong with it."""


class Message(Protocol):
    """Immutable; what it does not know of a payload it leaves out."""

    part: ClassVar[str]
    """The last part of its topic."""
    retained: ClassVar[bool]

    def payload(self) -> bytes: ...

    @classmethod
    def read(cls, payload: bytes) -> Self:
        """Raises `MessageError`."""


def written(told: Mapping[str, Any]) -> bytes:
    return json.dumps({"v": VERSION, **told}, ensure_ascii=False, separators=(",", ":")).encode()


def members(payload: bytes) -> dict[str, Any]:
    """Raises `MessageError`."""
    if len(payload) > LONGEST:
        raise MessageError(f"{len(payload)} bytes are more than {LONGEST}")
    try:
        told = json.loads(payload.decode(), parse_constant=_no_constant)
        # Half of a character can be written in JSON, and neither kept nor told to anybody.
        json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as fault:
        raise MessageError(f"it is no JSON: {fault}") from None
    if not isinstance(told, dict):
        raise MessageError("it is no object")
    if told.get("v") != VERSION:
        raise MessageError(f"its version is {told.get('v')!r}, not {VERSION}")
    return told


def whole(told: dict[str, Any], name: str, *, least: int = 0) -> int:
    """A member that is a whole number; raises `MessageError`."""
    value = told.get(name)
    if type(value) is not int or not least <= value <= _LARGEST:
        raise MessageError(f"{name} is a whole number from {least} to {_LARGEST}")
    return value


def text(told: dict[str, Any], name: str, *, most: int = 200) -> str:
    """Raises `MessageError`."""
    value = told.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= most:
        raise MessageError(f"{name} is a text of 1 to {most} letters")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
