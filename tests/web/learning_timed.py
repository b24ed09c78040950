"""`python -m tests.web.learning_timed`: how long a person takes to have RR's tiles learnt, of a drawn table.

A script taps what stands out, as a person does who reads each step first; what the table makes them wait for
is counted with it.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import expect

from companion.testing import chromium
from tests.web.browsing import Phone, browser, phone
from tests.web.tables import running

_WAIT: Final = 180_000.0
"""Milliseconds for which a step is waited for."""

TAPS: Final = (
    "Set up the camera",
    "Clear the drawn board",
    "The board is empty: take the picture",
    "The corners are right",
    "Lay the drawn tiles like this",
    "They lie like this: take the picture",
    "The names are right",
    "Lay the drawn tiles like this",
    "They lie like this: take the picture",
    "The names are right",
    "Lay drawn tiles on the board",
    "It sees what I do: done",
    "Begin a game",
)


def tapped(held: Phone, name: str) -> None:
    filled = held.page.locator("main :is(button, a):is(.main, .big):visible")
    expect(filled).to_have_text(name, timeout=_WAIT)
    expect(filled).to_be_enabled(timeout=_WAIT)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reading", type=float, default=4.0, help="seconds of reading before each tap (4)")
    options = parser.parse_args()
    found = chromium()
    if found is None:
        print("there is no Chromium here", file=sys.stderr)
        return 2
    with (
        tempfile.TemporaryDirectory() as folder,
        browser(found) as chrome,
        running(Path(folder), None, of="rr") as table,
        phone(chrome, table, has_touch=True) as held,
    ):
        held.enter().open("/camera")
        began, waited = time.monotonic(), 0.0
        for name in TAPS:
            asked = time.monotonic()
            tapped(held, name)
            wait = time.monotonic() - asked
            waited += wait
            print(f"{wait:6.1f} s until one may tap: {name}")
            held.page.wait_for_timeout(1000 * options.reading)
            held.page.locator("main :is(button, a):is(.main, .big):visible").tap()
        whole = time.monotonic() - began
        print(f"{whole:6.1f} s in all, {waited:.1f} of them waiting, {len(TAPS)} taps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
