"""Somebody opens the page for the first time and is told nothing: how long until a legal move is played."""

import time
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import phone
from tests.web.tables import PIN, Running
from tests.web.touching import finger

pytestmark = [pytest.mark.browser, pytest.mark.pace]

_MOST_TAPS: Final = 8
_MOST_SECONDS: Final = 30.0

_LARGEST: Final = """() => {
  const seen = (each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return null;
    const over = document.elementFromPoint(x, y);
    const free = over && (over === each || each.contains(over) || over.matches(".tap"));
    return free ? { x, y, size: box.width * box.height } : null;
  };
  // What stands out: a filled button; else a place to go that is marked; else a cube that is marked.
  for (const kind of ["main :is(button.main, button.big)", ".board .target", ".board .playable"]) {
    const shown = [...document.querySelectorAll(kind)].filter((each) => each.checkVisibility());
    const found = shown.map(seen).filter(Boolean);
    if (found.length) return found.sort((one, other) => other.size - one.size)[0];
  }
  return null;
}"""


_STANDS: Final = "() => document.querySelector('main').innerText"


@pytest.mark.parametrize(
    "size", [(390, 844), (320, 640), (844, 390), (1280, 800)], ids=lambda each: str(each[0])
)
def test_a_first_visit_plays_a_legal_move_by_what_stands_out_alone(
    chrome: Browser, table: Running, size: tuple[int, int]
) -> None:
    """With the link that the table shows when it starts, as a code for the phone's camera."""
    began = time.monotonic()
    with phone(chrome, table, size={"width": size[0], "height": size[1]}, has_touch=True) as held:
        held.open(f"/#pin={PIN}")
        with finger(held) as one:
            taps = 0
            while table.table.status().moves == 0:
                assert taps < _MOST_TAPS
                assert time.monotonic() - began < _MOST_SECONDS
                there: dict[str, Any] | None = held.page.evaluate(_LARGEST)
                if there is None:
                    held.page.wait_for_timeout(100)
                    continue
                shown = held.page.evaluate(_STANDS)
                one.tap_at(there["x"], there["y"])
                taps += 1
                for _ in range(30):
                    # Nobody taps again before the page has said something to it.
                    held.page.wait_for_timeout(100)
                    if held.page.evaluate(_STANDS) != shown:
                        break
                held.page.wait_for_timeout(300)
        took = time.monotonic() - began
    status = table.table.status()
    print(f"{taps} taps, {took:.1f} s")
    assert status.violation is None
    assert taps <= _MOST_TAPS
    assert took <= _MOST_SECONDS
