"""The list of rulings and the rule book agree."""

import re
from pathlib import Path

from companion.games.himiki.rulings import RULINGS

RULE_BOOK = Path(__file__).parents[2] / "docs" / "rules.md"


def test_every_ruling_of_the_rule_book_names_the_place_where_it_is_decided() -> None:
    number, in_book = "", []
    for line in RULE_BOOK.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"### (\d\.\d+) ", line):
            number = heading[1]
        elif line.startswith("> **Ruling.**"):
            in_book.append(number)
    assert list(RULINGS) == in_book
    assert all(RULINGS.values())
