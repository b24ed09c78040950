"""A value as a code that is read off a screen or a printed sheet, sent or read out."""

import base64
import json
from collections.abc import Mapping
from typing import Any, Final

_LONGEST: Final = 2000
"""Letters: more than these no code that a phone reads can hold."""


def coded(prefix: str, told: Mapping[str, Any]) -> str:
    packed = json.dumps(told, separators=(",", ":")).encode()
    return prefix + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def is_coded(prefix: str, code: str) -> bool:
    text = _bare(code)
    return text.startswith(prefix) and len(text) <= _LONGEST


def decoded(prefix: str, code: str) -> dict[str, Any]:
    """Raises `ValueError` where it is damaged."""
    packed = _bare(code).removeprefix(prefix)
    try:
        told = json.loads(base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(told, dict):
        raise ValueError("it is no object")
    return told


def _bare(code: str) -> str:
    """Without the spaces and lines that copying brings."""
    return "".join(code.split())
