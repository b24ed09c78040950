"""Every page in every window, by day and by night, in the languages with the longest words.

A cut through them is looked at always, all of them by
`./himiki test -m slow tests/web/test_every_window.py`.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import NAMES, SCREENSHOTS, Phone, board_shifts, phone, watch_shifts
from tests.web.dazzling import dazzled
from tests.web.tables import START, Client, Running, running
from vision.cubes.profile import Profile
from vision.sighting import Reason

pytestmark = pytest.mark.browser

SIZES: Final = ((320, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080))
ALONE: Final = ("overlay", "board")
PAGES: Final = (*NAMES, *ALONE)
LANGUAGES: Final = ("fr", "de")
LIGHTS: Final = ("light", "dark")
CUT_THROUGH: Final = (((320, 640), "de", "dark"), ((1920, 1080), "fr", "light"))
"""Where words are longest for the window, and where there is most of it."""

CUT_OFF: Final = """() => [...document.querySelectorAll("body *")].filter((each) => {
  if (!each.checkVisibility() || each.matches("input, select, textarea")) return false;
  if (each.closest(".hidden, svg, .aside, .options input, .skip")) return false;
  const box = each.getBoundingClientRect();
  const scrolled = each.closest(".wide, .book pre, .book table");
  const hides = ["hidden", "clip"].includes(getComputedStyle(each).overflowX);
  return (
    (!scrolled && box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)) ||
    (hides && each.scrollWidth > each.clientWidth + 1)
  );
}).map((each) => `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 60)}`)"""
"""What sticks out of the window, and words that end before their end."""

OVERLAPPING: Final = """() => {
  const text = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
  const short = (each) => each.textContent.trim().slice(0, 30);
  // What stays in reach lies over what is scrolled away beneath it.
  const elsewhere = ".hidden, svg, .aside, .flag, .low, .awake, .begin";
  const shown = [...document.querySelectorAll("main *")].filter(
    (each) => [...each.childNodes].some(text) && each.checkVisibility() && !each.closest(elsewhere),
  );
  const boxes = shown.map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  });
  const found = [];
  for (let one = 0; one < shown.length; one++)
    for (let other = one + 1; other < shown.length; other++) {
      if (shown[one].contains(shown[other])) continue;
      const [a, b] = [boxes[one], boxes[other]];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Lines may touch; digits have room above them that is empty.
      if (across > 3 && down > 0.35 * Math.min(a.height, b.height))
        found.push(`${short(shown[one])} over ${short(shown[other])}`);
    }
  return found;
}"""
"""Words that lie on each other."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """A game that is over, one that goes on, and names that people have."""
    with running(tmp_path_factory.mktemp("windows"), profile) as started:
        player = started.player()
        names = {"w": "Annemarie", "b": "Bartholomäus"}
        player.begin(players=names)
        for move in ("B5>BB4", "B2>BB1"):
            player.played(move)
        assert player.decide("resign", side="w").status == 200
        player.begin(players=names)
        for move in ("B5>BB4", "C2>BC3"):
            player.played(move)
        yield started


def window(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def faults(held: Phone) -> list[str]:
    wide: int = held.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    cut: list[str] = held.page.evaluate(CUT_OFF)
    over: list[str] = held.page.evaluate(OVERLAPPING)
    return [*([f"{wide} px too wide"] if wide > 0 else []), *cut, *over, *held.axe()]


def told_of(found: dict[str, list[str]]) -> str:
    return "\n".join(f"{name}: {each}" for name, all_ in found.items() for each in all_)


def looked_over(
    chrome: Browser, table: Running, names: tuple[str, ...], size: tuple[int, int], language: str, light: Any
) -> str:
    """What is wrong, page by page."""
    found: dict[str, list[str]] = {}
    with phone(chrome, table, size=window(size), locale=language, color_scheme=light) as held:
        held.enter()
        for name in names:
            held.open(f"/{name}")
            held.page.wait_for_timeout(500)
            held.shot(f"{name or 'home'}-{size[0]}-{language}-{light}")
            found[name] = faults(held)
    return told_of(found)


@pytest.mark.parametrize(
    ("size", "language", "light"),
    CUT_THROUGH,
    ids=[f"{size[0]}-{language}" for size, language, _ in CUT_THROUGH],
)
def test_every_page_fits_its_window_and_axe_finds_nothing(
    chrome: Browser, shared: Running, size: tuple[int, int], language: str, light: str
) -> None:
    assert looked_over(chrome, shared, PAGES, size, language, light) == ""


@pytest.mark.slow
@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_every_page_fits_every_window_by_day_and_by_night(
    chrome: Browser, shared: Running, size: tuple[int, int], language: str, light: str
) -> None:
    assert looked_over(chrome, shared, PAGES, size, language, light) == ""


# What the table's page says, one thing after the other


def a_duel(player: Client, **more: Any) -> None:
    player.begin(players={"w": "Annemarie", "b": "Bartholomäus"}, **more)


def asked_for(player: Client, position: str, **more: Any) -> None:
    player.lay(position.split(maxsplit=1)[0])
    told = player.post("/api/v1/games", {"mode": "duel", "start": position, **more})
    assert told.status == 200, told.body
    player.until(lambda state: state["setup"] is None and state["clear"], "the board as it was asked for")


def set_up(player: Client) -> None:
    player.lay("-")
    assert player.post("/api/v1/games", {"mode": "duel"}).status == 200
    player.until(lambda state: state["setup"], "the set-up")


def a_violation(player: Client) -> None:
    a_duel(player, clock={"minutes": 20, "increment": 5})
    player.play("B5>TA1")
    player.until(lambda state: state["violation"], "the violation")


def all_influences_and_a_clock(player: Client) -> None:
    names = {"w": "Annemarie", "b": "Bartholomäus"}
    asked_for(player, f"{START} w 4-4 www -", players=names, clock={"minutes": 90})


def a_replay(player: Client) -> None:
    a_duel(player)
    for move in ("D5>BD4", "D2>BD3"):
        player.played(move)
    player.until(lambda state: state["replay"], "the question whether to play again")


def a_tile_to_use(player: Client) -> None:
    asked_for(player, f"{START} w 2-1 --- hands:w.?3/b.?3;due:use.w", chaos=True)


def a_level(player: Client) -> None:
    a_duel(player, levels={"b": "apprentice"})
    player.played("B5>BB4")
    player.until(lambda state: state["opponent"], "what the level plays")


def muk_yan(player: Client) -> None:
    asked_for(player, f"{START} b 0-0 --- -", mode="mukyan", seed=7)
    player.until(lambda state: state["muk_yan"], "what Muk Yan does")


def a_challenge(player: Client) -> None:
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")


def an_end(player: Client) -> None:
    asked_for(player, f"{START} w 4-0 --- -", players={"w": "Annemarie", "b": "Bartholomäus"})
    assert player.decide("resign", side="b").status == 200


TOLD: Final = (
    set_up,
    a_duel,
    a_violation,
    all_influences_and_a_clock,
    a_replay,
    a_tile_to_use,
    a_level,
    muk_yan,
    a_challenge,
    an_end,
)

COVERED: Final = """() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const low = document.querySelector(".low").getBoundingClientRect();
  const down = Math.min(board.bottom, low.bottom) - Math.max(board.top, low.top);
  const across = Math.min(board.right, low.right) - Math.max(board.left, low.left);
  return down > 0 && across > 0 ? down / board.height : 0;
}"""
_MOST_COVERED: Final = 0.34
"""As much of the board as a sheet may hide by itself."""


def said_in_turn(
    chrome: Browser, table: Running, size: tuple[int, int], language: str, light: Any
) -> dict[str, list[str]]:
    """What is wrong with the table's page, by what it says."""
    found: dict[str, list[str]] = {}
    options: dict[str, Any] = {"locale": language, "color_scheme": light}
    with phone(chrome, table, size=window(size), has_touch=True, **options) as held:
        held.enter()
        for told in TOLD:
            told(table.player())
            held.open("/")
            held.page.wait_for_selector(".score, .finish")
            held.page.wait_for_timeout(700)
            watch_shifts(held)
            name = told.__name__
            held.page.screenshot(path=SCREENSHOTS / f"told-{name}-{size[0]}-{language}-{light}.png")
            found[name] = faults(held)
            if (covered := held.page.evaluate(COVERED)) > _MOST_COVERED:
                found[name].append(f"{covered:.0%} of the board covered")
            if shifted := board_shifts(held):
                found[name].append(f"the board moved while the page came: {shifted}")
    return found


def test_whatever_is_said_on_the_smallest_phone_the_board_is_seen_with_it(
    chrome: Browser, shared: Running
) -> None:
    found = told_of(said_in_turn(chrome, shared, (320, 640), "de", "dark"))
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_whatever_is_said_the_board_is_seen_with_it_and_stays(
    chrome: Browser, shared: Running, size: tuple[int, int], language: str, light: str
) -> None:
    found = told_of(said_in_turn(chrome, shared, size, language, light))
    assert not found, found


@pytest.mark.parametrize("size", [(320, 640), (390, 844)], ids=["320", "390"])
def test_a_question_about_a_square_leaves_the_board_in_sight(
    chrome: Browser, table: Running, size: tuple[int, int]
) -> None:
    player, eye = table.player(), dazzled(table)
    player.begin()
    with phone(chrome, table, size=window(size), has_touch=True, locale="de") as held:
        held.enter().open("/")
        eye.spoil(Reason.GLARE, "A5", "B4")
        player.play("B5>BB4")
        held.page.locator(".cutout img").wait_for()
        held.page.wait_for_timeout(300)
        held.page.screenshot(path=SCREENSHOTS / f"told-question-{size[0]}.png")
        assert held.page.evaluate(COVERED) <= _MOST_COVERED
        assert held.page.locator(".stands.large").count() == 3
        assert faults(held) == []


def out_of_turn(player: Client) -> None:
    a_duel(player)
    player.play("B2>BB1")
    player.until(lambda state: state["violation"], "the violation")


UNSEEN: Final = """() => {
  const low = document.querySelector(".low").getBoundingClientRect();
  const parts = document.querySelectorAll(".card.bad > p:not(.hint), .card.bad .buttons > button");
  return [...parts].filter((each) => {
    const box = each.getBoundingClientRect();
    return !box.height || box.bottom > low.bottom + 1 || box.right > innerWidth || box.top < low.top;
  }).map((each) => each.textContent);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_and_what_to_do_are_read_on_the_smallest_phone(
    chrome: Browser, shared: Running, language: str
) -> None:
    with phone(chrome, shared, size=window((320, 640)), has_touch=True, locale=language) as held:
        held.enter()
        for told in (a_violation, out_of_turn):
            told(shared.player())
            held.open("/")
            held.page.locator(".card.bad").wait_for()
            held.page.wait_for_timeout(500)
            held.page.screenshot(path=SCREENSHOTS / f"wrong-{told.__name__}-{language}.png")
            assert held.page.locator(".card.bad > p").count() >= 2
            assert held.page.evaluate(UNSEEN) == []
            assert held.page.evaluate(COVERED) <= _MOST_COVERED
            assert faults(held) == []
