"""Every numbered rule is named by a test."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
LAST_OF_SECTION = {1: 4, 2: 3, 3: 3, 4: 6, 5: 6, 6: 24, 8: 4, 9: 3, 10: 6}
NUMBERS = ["R7"] + [
    f"R{part}.{item}" for part, last in LAST_OF_SECTION.items() for item in range(1, last + 1)
]


def test_every_numbered_rule_is_named_by_a_test() -> None:
    named: set[str] = set()
    for module in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named.update(re.findall(r"\bR[0-9]+(?:\.[0-9]+)?\b", ast.get_docstring(node) or ""))
    assert sorted(set(NUMBERS) - named) == [], "rules that no test names"
    assert sorted(named - set(NUMBERS)) == [], "rules that there are none of"
