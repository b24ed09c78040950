"""Tests with many cases of one kind: which of them stand for all in the usual run."""

from itertools import pairwise

import pytest


def leave_few(items: list[pytest.Item]) -> None:
    """Of a test marked `few` as many of the collected cases stay as it says; the others are slow."""
    cases: dict[str, list[pytest.Item]] = {}
    wanted: dict[str, int] = {}
    for item in items:
        if (mark := item.get_closest_marker("few")) is not None:
            name = item.nodeid.partition("[")[0]
            cases.setdefault(name, []).append(item)
            (wanted[name],) = mark.args
    for name, each in cases.items():
        staying = spread(len(each), wanted[name])
        for number, item in enumerate(each):
            if number not in staying:
                item.add_marker(pytest.mark.slow)


def spread(cases: int, wanted: int) -> list[int]:
    """One of each of as many parts as are wanted: the first of the first, the second of the second and so on,
    or of two things that vary together the inner one would be the same in all."""
    parts = pairwise(cases * part // wanted for part in range(wanted + 1))
    return [begin + part % (end - begin) for part, (begin, end) in enumerate(parts) if end > begin]
