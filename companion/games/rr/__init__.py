"""RR, Regality vs. Religion: nine squares, and a tile's direction is its allegiance."""

from typing import Final

TITLE: Final = "RR"
"""What it is called, in every language."""
