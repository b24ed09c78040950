"""What two lists of moves say of each other: nothing here knows a game, a clock or a broker."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both have played the same."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Here more was played; the other table is told."""


@dataclass(frozen=True, slots=True)
class Behind:
    """There more was played: this comes next."""

    move: str


@dataclass(frozen=True, slots=True)
class AskedBack:
    """There moves were taken back that stand here; `to` are left."""

    to: int


@dataclass(frozen=True, slots=True)
class AsksBack:
    """Here moves were taken back that stand there."""

    to: int


@dataclass(frozen=True, slots=True)
class Parted:
    """After so many moves the two tables have played otherwise: nobody may go on in silence."""

    after: int


Verdict = Agreed | Ahead | Behind | AskedBack | AsksBack | Parted


def in_common(mine: Sequence[str], hers: Sequence[str]) -> int:
    """How many moves from the beginning are the same."""
    count = 0
    for ours, theirs in zip(mine, hers, strict=False):
        if ours != theirs:
            break
        count += 1
    return count


def compared(
    mine: Sequence[str], hers: Sequence[str], *, i_back: int | None = None, she_back: int | None = None
) -> Verdict:
    """`i_back` and `she_back` are how many moves were left by a take-back that the other has not answered."""
    common = in_common(mine, hers)
    if common == len(mine) == len(hers):
        return Agreed()
    if she_back is not None and common < len(mine) and she_back <= common:
        return AskedBack(common)
    if i_back is not None and common < len(hers) and i_back <= common:
        return AsksBack(common)
    if common == len(mine):
        return Behind(hers[common])
    return Ahead() if common == len(hers) else Parted(common)
