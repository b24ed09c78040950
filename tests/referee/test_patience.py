"""What the referee's page says of its patience is what the code has."""

import re
from pathlib import Path

from companion.games.settling import Patience

BOOK = Path(__file__).parents[2] / "docs" / "referee.md"
_ROW = re.compile(r"\| [^|]+ \| ([\d.]+) s \| (\d+) looks?(?:, ([\d.]+) s)? \| `([A-Z_]+)` \|")


def test_every_patience_is_told_with_its_seconds_and_looks() -> None:
    told = {
        match[4]: (float(match[1]), int(match[2]), float(match[3] or 0))
        for match in _ROW.finditer(BOOK.read_text(encoding="utf-8"))
    }
    # NONE waits for nothing, so there is nothing to tell.
    assert told == {each.name: each.value for each in Patience if each is not Patience.NONE}
