"""A phone's browser on a running table."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.patience import patient
from tests.web.tables import PIN, Running

NAMES: Final = (
    "",
    "table",
    "new",
    "mukyan",
    "puzzles",
    "right",
    "games",
    "players",
    "friend",
    "camera",
    "settings",
    "devices",
    "rules",
    "welcome",
    "more",
)
"""Every page of the frame, written down here too: one that is lost is missed."""

PHONE: Final = {"width": 390, "height": 844}
SCREENSHOTS: Final = Path(__file__).parents[2] / "screenshots"
"""Left out of git; looked at by people."""

_AXE: Final = Path(__file__).parents[1] / "data" / "axe.min.js.gz"
"""axe-core 4.14.0 as npm has it, MPL-2.0."""


@dataclass
class Phone:
    """One page in one browser; what it complains about is kept."""

    page: Page
    table: Running
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> None:
        self.page.goto(self.table.address + path)
        self.page.wait_for_selector("main > *", state="attached")

    def enter(self) -> "Phone":
        """The cookie of the PIN, as a phone has it that was used here before."""
        told = self.page.request.post(f"{self.table.address}/api/v1/session", data={"pin": PIN})
        assert told.ok
        return self

    def shown(self, state: dict[str, Any], path: str = "/") -> None:
        """The page of a table that says this of itself, and nothing new."""
        body = f"event: state\ndata: {json.dumps(state)}\n\n"
        self.page.route(
            "**/api/v1/events*", lambda route: route.fulfill(content_type="text/event-stream", body=body)
        )
        self.open(path)

    def by_hand(self) -> None:
        """What a level says on a drawn table is left to people, as at a real one."""
        self.page.add_init_script("localStorage.setItem('himiki-carrying', 'off')")

    def shot(self, name: str) -> None:
        SCREENSHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    def axe(self) -> list[str]:
        return faults_of(self.page)

    def says(self, text: str, *, seconds: float = 40) -> None:
        self.page.get_by_text(text, exact=False).first.wait_for(timeout=patient(seconds) * 1000)


def faults_of(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it is."""
    # Through the debugger, for the page's own policy lets nothing foreign in.
    page.evaluate(gzip.decompress(_AXE.read_bytes()).decode() + ";0")
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((told) => told.violations)")
    return [
        f"{each['id']}: {each['help']} ({node['target']}: {node.get('failureSummary', '')})"
        for each in found
        for node in each["nodes"]
    ]


_SHIFTS: Final = """() => {
  window.shifted = [];
  new PerformanceObserver((list) => {
    const board = document.querySelector(".board");
    for (const entry of list.getEntries())
      for (const { node } of entry.sources ?? [])
        if (board && node && (node.contains(board) || board.contains(node))) window.shifted.push(entry.value);
  }).observe({ type: "layout-shift", buffered: true });
}"""
"""The browser names the outermost element that was shifted: that may have the board in it."""


def watch_shifts(held: Phone) -> None:
    held.page.evaluate(_SHIFTS)


def board_shifts(held: Phone) -> list[float]:
    """How far the board was shifted, each time, since the page was loaded."""
    told: list[float] = held.page.evaluate("window.shifted")
    return told


@contextmanager
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        try:
            yield started
        finally:
            started.close()


@contextmanager
def phone(
    started: Browser, table: Running, *, size: dict[str, int] | None = None, **options: Any
) -> Iterator[Phone]:
    """Whatever its page complains about fails the test."""
    context: BrowserContext = started.new_context(viewport=size or PHONE, **options)  # type: ignore[arg-type]
    context.set_default_timeout(patient(30) * 1000)
    expect.set_options(timeout=patient(15) * 1000)
    page = context.new_page()
    held = Phone(page, table)
    page.on("pageerror", lambda fault: held.complaints.append(str(fault)))
    page.on(
        "console",
        lambda told: held.complaints.append(told.text) if told.type in ("error", "warning") else None,
    )
    try:
        yield held
        assert not held.complaints, held.complaints
    except BaseException:
        # A test that failed on another machine has nothing else to be understood by.
        print(held.complaints, page.url, page.evaluate("document.body?.innerText"), sep="\n")
        raise
    finally:
        context.close()
