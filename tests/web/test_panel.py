"""Without a Raspberry Pi the same panel is on the page: light for light what hangs on the pins elsewhere."""

from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.panel.table_panel import TablePanel
from hardware.panel import Panel
from hardware.wiring import PROPOSED
from tests.patience import until
from tests.web.browsing import Phone, browser, phone
from tests.web.tables import Client, Running

START = "B2bMHK,B5wHMK,C2bHKM,C4wHMK,D2bHMK,D5wHKM w 2-3 w-b -"
"""A tilt of C4 to C3 brings a point."""

pytestmark = pytest.mark.browser

ROWS = {
    "White": PROPOSED.white_score,
    "Black": PROPOSED.black_score,
    "Turn": (PROPOSED.white_turn, PROPOSED.black_turn),
    "Fire": PROPOSED.fire,
    "Water": PROPOSED.water,
    "Wood": PROPOSED.wood,
}
RED, GREEN, BLUE = PROPOSED.referee
WORDS = {"fair": (GREEN,), "waiting": (RED, GREEN), "violation": (RED,)}


@pytest.fixture
def wired(table: Running) -> Iterator[MockFactory]:
    """The same table with everything on its pins."""
    pins = MockFactory(pin_class=MockPWMPin)
    lights = Panel(PROPOSED, rhythm=False, pin_factory=pins)
    panel = TablePanel(table.table, [lights])
    panel.start()
    yield pins
    panel.stop()
    lights.close()
    pins.reset()


def on_the_pins(pins: MockFactory) -> dict[str, list[bool]]:
    return {name: [bool(pins.pin(pin).state) for pin in row] for name, row in ROWS.items()}


def on_the_page(held: Phone) -> dict[str, list[bool]]:
    rows: list[tuple[str, list[bool]]] = held.page.evaluate(
        "[...document.querySelectorAll('.lamps[role=img]')].map(row =>"
        " [row.firstChild.textContent.split(':')[0],"
        "  [...row.querySelectorAll('i')].map(each => each.classList.contains('lit'))])"
    )
    return dict(rows)


def signal_on_the_pins(pins: MockFactory) -> str:
    lit = tuple(pin for pin in PROPOSED.referee if pins.pin(pin).state)
    return next(word for word, shown in WORDS.items() if shown == lit)


def test_the_page_shows_light_for_light_what_hangs_on_the_pins(
    table: Running, wired: MockFactory, chromium: str
) -> None:
    """Through a point, a violation and its end, and an undo."""
    player = table.player()
    begun = player.post("/api/v1/games", {"mode": "duel", "start": START})
    assert begun.status == 200, begun.body
    player.until(lambda state: state["setup"] is None and state["clear"], "the board")
    with browser(chromium) as started, phone(started, table) as held:
        held.open("/settings")
        held.page.wait_for_selector(".lamps .signal")

        def same() -> bool:
            word = held.page.locator(".lamps", has=held.page.locator(".signal")).inner_text()
            return on_the_page(held) == on_the_pins(wired) and signal_on_the_pins(wired) in word

        for step in (lambda: None, *steps(player)):
            step()
            assert until(same), (on_the_page(held), on_the_pins(wired))
            if player.state()["violation"]:
                held.page.locator(".lamps").first.scroll_into_view_if_needed()
                held.shot("panel")
        assert any(on_the_page(held)["Turn"])


def steps(player: Client) -> Iterator[Callable[[], None]]:
    yield lambda: seen(player, "C4>BC3", lambda state: state["moves"] == 1)
    yield lambda: seen(player, "D5>TA6", lambda state: state["violation"])
    yield lambda: seen(player, "A6>TD5", lambda state: not state["violation"])
    yield lambda: undone(player)


def seen(player: Client, move: str, holds: Callable[[dict[str, object]], object]) -> None:
    player.play(move)
    player.until(holds, f"what {move} brings")


def undone(player: Client) -> None:
    assert player.decide("undo").status == 200
    player.until(lambda state: state["moves"] == 0, "the undo")
