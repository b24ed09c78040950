"""In which order pieces are laid out for learning: a picture a line, a row after the other, as one reads."""

from typing import Final

ORDERS: Final = {
    "rr": (
        "ki qu pr mi ge wi ca hi cd sa bi pa mo te back\n"
        "ci sm ni br pe sh so sg wt ft fa as hm pt dr to de blank\n"
    ),
    "yokai": (
        "F3 F4 F5 F6 F7 W3 W4 W5 W6 W7 E3 E4 E5 E6 E7 A3 A4 A5 A6 A7\n"
        "FW FWc FWd FE FEc FEd FA FAc FAd WE WEc WEd WA WAc WAd EA EAc EAd back-sketch back-yokai\n"
    ),
}
"""By game."""

BOARDS: Final = {"rr": (3, 3)}
"""Columns and rows of the boards on which pieces are laid."""


PILED: Final = {"yokai": tuple(ORDERS["yokai"].splitlines()[0].split())}
"""Of games whose cards are laid beside piles: what lies on these, by the piles' letters."""


class OrderError(ValueError):
    """An order that nobody can lay out; the message says what to do."""


def order_in(text: str, game: str, pictures: int) -> list[list[str]]:
    """The codes of each picture; every piece of the game is there once, and `-` stands for what is none."""
    lines = [line.split() for line in text.splitlines() if line.split()]
    if len(lines) != pictures:
        raise OrderError(f"{len(lines)} lines for {pictures} pictures: give a line for each picture")
    known = ORDERS[game].split()
    there: set[str] = set()
    for code in (code for line in lines for code in line if code != "-"):
        if code not in known:
            raise OrderError(f"'{code}' is no piece of {game}: use {' '.join(known)}, and - for what is none")
        if code in there:
            raise OrderError(f"'{code}' is there twice: name each piece once")
        there.add(code)
    if missing := [code for code in known if code not in there and code != "blank"]:
        raise OrderError(f"{' '.join(missing[:5])} missing: lay out all pieces of {game}")
    return lines
