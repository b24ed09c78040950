"""Every numbered rule is named by a test."""

import ast
import re
from collections import Counter
from pathlib import Path

LAST_OF_SECTION = {1: 3, 2: 4, 3: 6, 4: 4, 5: 6, 6: 6, 7: 5, 8: 5, 9: 3}
NUMBERS = [f"Y{section}.{item}" for section, last in LAST_OF_SECTION.items() for item in range(1, last + 1)]


def test_every_numbered_rule_is_named_by_a_test() -> None:
    named: Counter[str] = Counter()
    for module in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named.update(re.findall(r"Y[1-9]\.[0-9]+", ast.get_docstring(node) or ""))
    assert [number for number in NUMBERS if not named[number]] == [], "rules that no test names"
    assert sorted(set(named) - set(NUMBERS)) == [], "rules that there are none of"


RULE_BOOKS = sorted((Path(__file__).parents[2] / "docs" / "yokai").glob("rules*.md"))


def test_the_rule_books_of_six_languages_have_every_rule_once_with_the_same_rulings() -> None:
    assert len(RULE_BOOKS) == 6
    marks = {re.findall(r"\*\*(\w+)\.\*\*", book.read_text(encoding="utf-8"))[0] for book in RULE_BOOKS}
    assert len(marks) == len(RULE_BOOKS), "each language has its own word for a ruling"
    outlines = set()
    for book in RULE_BOOKS:
        _, *rules = re.split(r"^### ", book.read_text(encoding="utf-8"), flags=re.MULTILINE)
        numbers = [rule.split("\n")[0] for rule in rules]
        assert numbers == NUMBERS, book
        outlines.add(tuple(len(re.findall(r"\*\*\w+\.\*\*", rule)) for rule in rules))
    assert len(outlines) == 1
