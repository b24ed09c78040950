"""HI MI KI: everything that knows cubes and tilts."""

from typing import Final

TITLE: Final = "HI MI KI"
"""What it is called, in every language."""
