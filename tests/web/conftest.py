from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.testing import chromium
from tests.web.browsing import Phone, browser, phone
from tests.web.tables import Running, drawn_profile_once, running
from vision.cubes.profile import Profile


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    """Of the virtual table, learnt once for all tests."""
    return drawn_profile_once(tmp_path_factory.mktemp("profile"))


@pytest.fixture
def table(tmp_path: Path, profile: Profile) -> Iterator[Running]:
    """A virtual table that the camera really sees, with its pages; moves on it take no time."""
    with running(tmp_path, profile) as started:
        yield started


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """As `chromium`, for a browser that a whole module of tests shares."""
    found = chromium()
    assert found is not None, "a test that uses Chromium is to be marked `browser`"
    return found


@pytest.fixture(scope="module")
def chrome(chromium_path: str) -> Iterator[Browser]:
    with browser(chromium_path) as started:
        yield started


@pytest.fixture
def held(chrome: Browser, table: Running) -> Iterator[Phone]:
    """A phone that may change things."""
    with phone(chrome, table) as opened:
        yield opened.enter()
