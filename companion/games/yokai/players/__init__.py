"""Who plays Terres de Yokai without being a person."""

from typing import Final

NAMES: Final = ("novice", "adept", "master")
"""Of the levels, the weakest first."""
