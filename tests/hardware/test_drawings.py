"""The drawings as a browser draws them: every word is wholly on the sheet, and none lies over another."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Page

from hardware.drawing import drawing_of
from hardware.wiring import PROPOSED, Bar, Wiring
from tests.web.browsing import browser

pytestmark = pytest.mark.browser

DOCS = Path(__file__).parents[2] / "docs"
WITH_BAR = replace(PROPOSED, fire=(), water=(), wood=(), done=25, referee=(), bar=Bar(), lit_when_low=True)
BOXES = """() => {
  const sheet = document.querySelector("svg").getBoundingClientRect();
  return [...document.querySelectorAll("text")].map((each) => {
    const box = each.getBoundingClientRect();
    return [each.textContent, box.left - sheet.left, box.top - sheet.top, box.right - sheet.left,
            box.bottom - sheet.top, sheet.width, sheet.height];
  });
}"""


@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param((DOCS / "wiring.svg").read_text(encoding="utf-8"), id="wiring"),
        pytest.param((DOCS / "mounting.svg").read_text(encoding="utf-8"), id="mounting"),
        pytest.param(drawing_of(WITH_BAR), id="bar"),
        pytest.param(drawing_of(Wiring(bar=Bar("/dev/spidev1.0"))), id="second bus"),
    ],
)
def test_every_word_can_be_read(drawing: str, chromium: str) -> None:
    with browser(chromium) as started:
        page: Page = started.new_page(viewport={"width": 900, "height": 900})
        page.set_content(drawing)
        found = page.evaluate(BOXES)
    assert len(found) > 5
    for text, left, top, right, bottom, width, height in found:
        assert 0 <= left < right <= width, text
        assert 0 <= top < bottom <= height, text
    for (one, *a, _, _), (other, *b, _, _) in combinations(found, 2):
        apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 2 or b[3] <= a[1] + 2
        assert apart, (one, other)
