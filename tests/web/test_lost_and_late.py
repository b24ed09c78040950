"""Of what a page asks for while it comes one thing is lost, or late: the page is whole all the same.

Each page of each game, each request: `./himiki test -m slow tests/web/test_lost_and_late.py`.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Request, Route

from companion.games import play_of
from tests.patience import patient
from tests.rr.served import running as running_rr
from tests.web.browsing import NAMES, PHONE, Phone, phone
from tests.web.tables import Running, running
from tests.yokai.served import drawn_table
from tests.yokai.serving import by_phone
from vision.cubes.profile import Profile

pytestmark = [pytest.mark.browser, pytest.mark.long]

LATE: Final = 2.0
"""Seconds that one answer takes while all others are there at once."""
SETTLED: Final = 1.2
"""Seconds without a change after which a page is as it stays, mostly."""
SURELY: Final = 6.0
"""And on a machine that does much else."""

OTHERS: Final = ("", "new", "right", "games", "players", "settings", "devices", "rules", "more")
"""Pages of the games that have fewer."""

PAGES: Final = (
    *(("himiki", name) for name in (*NAMES, "overlay", "board")),
    *(("rr", name) for name in OTHERS),
    *(("yokai", name) for name in OTHERS),
    *(("dealt", name) for name in ("", "right")),
)

STANDS: Final = """() => {
  const count = (kind) => document.querySelectorAll(`main ${kind}`).length;
  const counted = [".cube", ".playable", "button", "button:disabled", "input", "img", "li", "tr", "option"];
  // What is measured varies; what is said of it does not.
  const said = (each) => (each?.innerText ?? "").replace(/\\d+([.,:]\\d+)*/g, "#");
  return JSON.stringify({
    said: said(document.querySelector("main")),
    above: said(document.querySelector("header")),
    counted: counted.map((kind) => `${kind} ${count(kind)}`),
    styled: getComputedStyle(document.querySelector("main") ?? document.body).outlineStyle,
  });
}"""
"""What somebody sees of a page."""


def himiki(folder: Path, profile: Profile, closing: ExitStack) -> Running:
    table = closing.enter_context(running(folder, profile))
    player = table.player()
    player.begin(players={"w": "Ada", "b": "Bo"})
    player.played("B5>BB4")
    assert player.decide("resign", side="b").status == 200
    player.begin(players={"w": "Ada", "b": "Bo"})
    player.played("B5>BB4")
    return table


def rr(folder: Path, _: Profile, closing: ExitStack) -> Running:
    table = closing.enter_context(running_rr(folder, play_of("rr").usual()))
    table.player().until(lambda state: state["clear"], "the first look")
    return table


def yokai(folder: Path, _: Profile, closing: ExitStack) -> Running:
    return closing.enter_context(drawn_table(folder, play_of("yokai").usual()))


def dealt(folder: Path, _: Profile, closing: ExitStack) -> Running:
    """Hands on phones, and no camera."""
    return closing.enter_context(by_phone(folder, play_of("yokai").usual()))


MADE: Final[dict[str, Callable[[Path, Profile, ExitStack], Running]]] = {
    "himiki": himiki,
    "rr": rr,
    "yokai": yokai,
    "dealt": dealt,
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Callable[[str], Running]]:
    """Each made once, when somebody asks for it."""
    with ExitStack() as closing:
        made: dict[str, Running] = {}

        def of(game: str) -> Running:
            if game not in made:
                made[game] = MADE[game](tmp_path_factory.mktemp(game), profile, closing)
            return made[game]

        yield of


def part_of(request: Request) -> str | None:
    """What is asked for, without what differs each time; None for the page itself and what can be missing."""
    if not request.url.startswith("http"):
        return None
    path = "/" + request.url.split("/", 3)[3].split("?")[0]
    if request.is_navigation_request() or path.endswith((".svg", ".png", ".webm", ".webmanifest", ".woff2")):
        return None
    return path


def settled(held: Phone, quiet: float) -> str:
    """How it stands once nothing has come for so long."""
    end = time.monotonic() + patient(60)
    stood, since = "", time.monotonic()
    while time.monotonic() < end:
        held.page.wait_for_timeout(150)
        now: str = held.page.evaluate(STANDS)
        if now != stood:
            stood, since = now, time.monotonic()
        if time.monotonic() - since > quiet:
            return stood
    raise AssertionError(f"the page does not settle: {stood}")


def comes_to(held: Phone, stands: str) -> str:
    """Nothing, or what it shows instead, once somebody has waited long enough."""
    end = time.monotonic() + patient(40)
    now = ""
    while time.monotonic() < end:
        held.page.wait_for_timeout(150)
        try:
            now = held.page.evaluate(STANDS)
        except Exception:  # noqa: BLE001 - it is being loaded anew
            continue
        if now == stands:
            return ""
    return now


def of_the_game(asked: list[str], page: str) -> list[str]:
    """What is the same on all pages is tried on the first one; of modules the first and the page's own."""
    own = [each for each in asked if "/static/" not in each and "/messages/" not in each]
    if page:
        return own
    modules = [each for each in asked if each.endswith("/app.js") or "/js/pages/" in each]
    return [*own, *(each for each in asked if each not in own and not each.endswith(".js")), *modules]


EXPECTED: Final = ("ERR_FAILED", "was preloaded using link preload but not used")
"""What a browser says of something lost, and of a page that waits for it."""


@contextmanager
def disturbed(
    chrome: Browser, table: Running, page: str, part: str, how: str, cookies: Any
) -> Iterator[Phone]:
    """The page, of which that part is lost or late once."""
    with phone(chrome, table, size=PHONE, has_touch=True, storage_state=cookies) as held:
        met: list[Route] = []

        def once(route: Route) -> None:
            if met:
                route.continue_()
                return
            met.append(route)
            if how == "lost":
                route.abort()

        held.page.route(re.compile(rf"^https?://[^/]+{re.escape(part)}(\?|$)"), once)
        held.page.goto(f"{table.address}/{page}", wait_until="commit")
        end = time.monotonic() + patient(60)
        while not met and time.monotonic() < end:
            held.page.wait_for_timeout(50)
        assert met, f"nobody asked for {part}"
        if how == "late":
            held.page.wait_for_timeout(1000 * LATE)
            met[0].continue_()
        yield held
        held.complaints[:] = [
            each for each in held.complaints if not any(expected in each for expected in EXPECTED)
        ]


@pytest.mark.few(2)
@pytest.mark.parametrize("how", ["lost", "late"])
@pytest.mark.parametrize(("game", "page"), PAGES, ids=[f"{game}-{page or 'home'}" for game, page in PAGES])
def test_a_page_is_whole_though_one_of_its_requests_is(
    chrome: Browser, tables: Callable[[str], Running], game: str, page: str, how: str
) -> None:
    table = tables(game)
    asked: list[str] = []

    def undisturbed(quiet: float) -> str:
        with phone(chrome, table, size=PHONE, has_touch=True, storage_state=cookies) as held:
            held.page.on("request", lambda request: asked.append(part_of(request) or ""))
            held.open(f"/{page}")
            return settled(held, quiet)

    with phone(chrome, table) as held:
        cookies: Any = held.enter().page.context.storage_state()
    stands = undisturbed(SETTLED)
    found: dict[str, str] = {}
    for part in of_the_game([*dict.fromkeys(each for each in asked if each)], page):
        with disturbed(chrome, table, page, part, how, cookies) as held:
            instead = comes_to(held, stands)
        # What the whole page was may have been looked at too early, or be otherwise by now.
        if instead and instead != (stands := undisturbed(SURELY)):
            found[part] = instead
    assert not found, "\n\n".join(
        [f"whole: {stands}", *(f"{how}: {part}: {each}" for part, each in found.items())]
    )
