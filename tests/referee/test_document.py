"""The documentation has a line for every module of the referee."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
REFEREE = ROOT / "companion/games/himiki/referee"


def test_every_module_has_one_line() -> None:
    text = (
        (ROOT / "docs/referee.md").read_text(encoding="utf-8").partition("## For those who read the code")[2]
    )
    listed = re.findall(r"^\| `([\w.]+)` \| \S", text, re.MULTILINE)
    modules = [path.relative_to(REFEREE).with_suffix("") for path in REFEREE.rglob("*.py")]
    there = [".".join(module.parts) for module in modules if module.name != "__init__"]
    assert sorted(listed) == sorted(there)
