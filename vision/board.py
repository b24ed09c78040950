"""A board of squares, whatever is played on it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Board:
    """So many squares, which are numbered from 0 row by row, each row from its first column on."""

    rows: int
    columns: int

    @property
    def squares(self) -> int:
        return self.rows * self.columns
