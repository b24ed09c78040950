"""Every numbered rule is named by a test, and by the rule book that players read."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parent
RULE_BOOK = HERE.parents[1] / "docs" / "rules.md"

LAST_OF_SECTION = {1: 4, 2: 4, 3: 13, 4: 6, 5: 12, 6: 10, 7: 6}
NUMBERS = [f"{section}.{item}" for section, last in LAST_OF_SECTION.items() for item in range(1, last + 1)]

_NUMBER = r"[1-7]\.[0-9]{1,2}"
_JOINT = ", | and | to "
_NAMED = re.compile(rf"RULES ({_NUMBER}(?:(?:{_JOINT}){_NUMBER})*)")
_ITEM = re.compile(rf"\s*(?:#+|[-*])\s+(?:\*\*)?({_NUMBER})(?![0-9])")


def numbers_named(text: str) -> Iterator[str]:
    """`RULES 3.4` names one rule, `RULES 3.4, 3.5 and 3.9 to 3.11` six."""
    for match in _NAMED.finditer(text):
        names = re.split(_JOINT, match[1])
        yield names[0]
        for joint, (start, end) in zip(re.findall(_JOINT, match[1]), pairwise(names), strict=True):
            if joint == " to ":
                yield from NUMBERS[NUMBERS.index(start) + 1 : NUMBERS.index(end)]
            yield end


def named_by_tests(source: str) -> Iterator[str]:
    """The rules that test functions name, in their docstrings or anywhere else in them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from numbers_named(ast.get_source_segment(source, node) or "")


def test_every_numbered_rule_is_named_by_a_test() -> None:
    named: Counter[str] = Counter()
    for module in HERE.glob("test_*.py"):
        if module.name != Path(__file__).name:
            named.update(named_by_tests(module.read_text(encoding="utf-8")))
    assert [number for number in NUMBERS if not named[number]] == [], "rules that no test names"
    assert sorted(set(named) - set(NUMBERS)) == [], "rules that there are none of"


def test_the_rule_book_has_every_rule_once() -> None:
    items = Counter(
        match[1]
        for line in RULE_BOOK.read_text(encoding="utf-8").splitlines()
        if (match := _ITEM.match(line))
    )
    assert {number: items[number] for number in NUMBERS if items[number] != 1} == {}
    assert sorted(set(items) - set(NUMBERS)) == [], "rules that there are none of"


def test_names_of_rules_are_found() -> None:
    assert list(numbers_named("RULES 3.4: and so on, as RULES 5.11 says. See 3.9")) == ["3.4", "5.11"]
    assert list(numbers_named("RULES 3.4, 3.6 and 3.9 to 3.11.")) == ["3.4", "3.6", "3.9", "3.10", "3.11"]


def test_only_test_functions_count() -> None:
    source = '"""RULES 1.1."""\ndef helper():\n    """RULES 1.2."""\ndef test_a():\n    """RULES 1.3."""\n'
    assert list(named_by_tests(source)) == ["1.3"]
