"""Searches stand behind the table's own program."""

import subprocess
import sys


def test_a_search_gives_way_where_time_or_memory_is_short() -> None:
    """When memory ends, the kernel ends it first, and not the game."""
    asked = "from companion.apart import stand_behind; import os; stand_behind(); print(os.nice(0))"
    told = "print(open('/proc/self/oom_score_adj').read())"
    answer = subprocess.run(
        [sys.executable, "-c", f"{asked}; {told}"], capture_output=True, text=True, check=True
    )
    nice, sacrificed = map(int, answer.stdout.split())
    assert nice >= 10
    assert sacrificed == 500
