"""Games through the page, with fingers on two phones and on one."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.games.yokai.agreed import Agreed
from companion.games.yokai.rules.written.position_text import parse_position
from tests.patience import patient
from tests.web.browsing import Phone, browser, phone
from tests.web.tables import Running
from tests.yokai.serving import by_phone

DEALT = Agreed({"a": "Ada", "b": "Bo"}, hands="dealt", seed=21)
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
MOST_CARDS = 200


@pytest.fixture(scope="module")
def chrome(chromium_path: str) -> Iterator[Browser]:
    with browser(chromium_path) as started:
        yield started


@pytest.fixture(scope="module")
def chromium_path() -> str:
    from companion import testing

    found = testing.chromium()
    assert found is not None, "a test that uses Chromium is to be marked `browser`"
    return found


def tap(held: Phone, key: str) -> None:
    held.page.locator(f'[data-key="{key}"]').first.tap()


def there(held: Phone, key: str) -> bool:
    return held.page.locator(f'[data-key="{key}"]').count() > 0


def settled(held: Phone, state: dict[str, Any]) -> None:
    """The hand that the page shows is the one of now, and may be played."""
    count = parse_position(state["position"]).hand.size
    held.page.wait_for_function(
        "(count) => document.querySelectorAll('.hand .kind:not([disabled])').length === count",
        arg=count,
        timeout=patient(20) * 1000,
    )


def lay_a_card(held: Phone, table: Running) -> None:
    """The first card of the hand that can go to the fullest pile; what it can do is used now and then."""
    state = table.client().state()
    before = state["moves"]
    tap(held, f"hand-{before % 2}" if there(held, "hand-1") else "hand-0")
    piles = held.page.locator("button.top")
    assert piles.count() == 2
    piles.first.tap()
    if there(held, "use") and before % 3:
        tap(held, "use")
        if held.page.locator(".kinds [data-key^='from-']").count():
            held.page.locator(".kinds [data-key^='from-']").first.tap()
    elif there(held, "without"):
        tap(held, "without")
    table.client().until(lambda now: now["moves"] > before, "the card")


@pytest.mark.browser
@pytest.mark.long
def test_a_whole_game_is_played_on_two_phones_each_with_its_own_hand(chrome: Browser, tmp_path: Path) -> None:
    with ExitStack() as opened:
        table = opened.enter_context(by_phone(tmp_path, DEALT))
        ada = opened.enter_context(phone(chrome, table, **TOUCH)).enter()
        bo = opened.enter_context(phone(chrome, table, **TOUCH)).enter()
        for held, side in ((ada, "a"), (bo, "b")):
            held.open("/")
            tap(held, f"sit-{side}")
            held.page.locator("section.hand").wait_for()
        assert ada.page.locator("section.hand .kind").count() == 4
        assert bo.page.locator("section.hand .kind").count() == 3
        ada.shot("yokai-two-phones-a")
        phones = {"a": ada, "b": bo}
        for number in range(MOST_CARDS):
            state = table.client().state()
            if state["over"]:
                break
            held = phones[state["turn"]]
            settled(held, state)
            lay_a_card(held, table)
            if number == 20:
                held.shot("yokai-in-the-middle")
                assert held.axe() == []
        state = table.client().state()
        assert state["over"], state["position"]
        for held in phones.values():
            held.says("Same again")
        ada.shot("yokai-over")
        assert ada.axe() == []
        points = " ".join(ada.page.locator(".points").all_inner_texts())
        assert points == " ".join(map(str, state["points"]))


@pytest.mark.browser
@pytest.mark.long
def test_real_cards_are_told_with_two_taps_and_guided_step_by_step(chrome: Browser, tmp_path: Path) -> None:
    """One phone lies on the table: what comes up, a card, a Call, a Distract, what is won, what is undone."""
    with by_phone(tmp_path, Agreed({"a": "Ada", "b": "Bo"})) as table, phone(chrome, table, **TOUCH) as held:
        held.enter().open("/")

        def moved(key: str, moves: int | None = None, contains: str = "") -> None:
            tap(held, key)
            state = table.client().until(
                lambda state: contains in state["position"] and moves in (None, state["moves"]), key
            )
            # What is tapped next moves until the page shows that, too.
            shown = held.page.locator("main")
            expect(shown).to_have_attribute("data-shows", state["position"], timeout=patient(20) * 1000)

        for code in ("F3", "W3", "E4", "A7"):
            held.says({"F": "Fire", "W": "Water", "E": "Earth", "A": "Wind"}[code[0]] + ". Which one")
            moved(code, contains=f"{code[0]}:{code[1]}")
        for card in ("FW", "FE"):
            tap(held, "pile-F")
            moved(card, contains=card)
        tap(held, "pile-F")
        moved("FA", 3)
        held.says("Ada wins Fire 3")
        held.says("on the discard")
        moved("F5", contains="F:5")
        tap(held, "pile-E")
        tap(held, "FEc")
        held.says("Call a Yokai?")
        tap(held, "use")
        moved("from-W", 4, "E:W34")
        moved("W6", contains="W:6")
        moved("end", contains=" a draw")
        held.says("Ada draws a card")
        tap(held, "pile-E")
        tap(held, "FEd")
        held.says("Distract a Yokai?")
        held.shot("yokai-distract")
        moved("use", 5, "F:5")
        before = table.client().state()["position"]
        moved("undo", 4)
        assert table.client().state()["position"] != before
        held.open("/right")
        held.page.get_by_text("Say what lies there").tap()
        held.page.get_by_text("So it lies").wait_for()
        held.shot("yokai-right")
        assert held.axe() == []
        held.page.get_by_text("So it lies").tap()
        table.client().until(
            lambda state: (state["last_event"] or {}).get("reason") == "position", "the position"
        )
        held.open("/games")
        held.shot("yokai-games")
        assert held.axe() == []
