"""Terres de Yokai."""

from typing import Final

TITLE: Final = "Terres de Yokai"
"""What it is called, in every language."""
