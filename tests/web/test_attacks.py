"""What strangers do to a running table, and that the family's phones do not notice (docs/security.md)."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import patient
from tests.web.attacking import ATTACKS, Attacked, Figures, asked, attacked, measured, part, request

pytestmark = [pytest.mark.slow, pytest.mark.pace]

STATE_SECONDS = 0.3
LIVE_SECONDS = 0.4
"""p99 that a phone which was let in waits for what stands, and for what was decided: both are hardly
noticed."""
MEGABYTES = 250
BACK_SECONDS = 5.0
LOGGED_A_SECOND = 1.0
SECONDS = 8.0


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    with attacked(tmp_path_factory.mktemp("attacked")) as started:
        yield started


@pytest.fixture(scope="module")
def undisturbed(table: Attacked) -> Figures:
    """What this machine does to the same phone while nobody attacks."""
    return asyncio.run(measured(table, "nobody", SECONDS))


def in_time(figures: Figures, undisturbed: Figures) -> bool:
    return (
        part(figures.state, 0.99) <= patient(STATE_SECONDS) + part(undisturbed.state, 0.99)
        and part(figures.heard, 0.99) <= patient(LIVE_SECONDS) + part(undisturbed.heard, 0.99)
        and figures.back <= patient(BACK_SECONDS)
    )


def hardly_noticed(table: Attacked, undisturbed: Figures, name: str, seconds: float = SECONDS) -> Figures:
    """Where other programs take this machine, it is seen once more what they do to that phone."""
    figures = asyncio.run(measured(table, name, seconds))
    print(figures)
    if not in_time(figures, undisturbed):
        meanwhile = asyncio.run(measured(table, "nobody", seconds))
        print("nobody:", meanwhile)
        assert in_time(figures, meanwhile)
    assert figures.state
    assert figures.memory <= MEGABYTES
    assert figures.complaints <= LOGGED_A_SECOND * seconds
    return figures


@pytest.mark.parametrize("name", [name for name in ATTACKS if name not in ("nobody", "handshakes")])
def test_the_familys_phones_hardly_notice(table: Attacked, undisturbed: Figures, name: str) -> None:
    hardly_noticed(table, undisturbed, name)


@pytest.mark.parametrize("name", ["handshakes", "burst"])
def test_nor_do_they_behind_tls(tmp_path: Path, undisturbed: Figures, name: str) -> None:
    """Handshakes that never end cost no thread, and are over in seconds."""
    with attacked(tmp_path, tls=True) as behind:
        figures = hardly_noticed(behind, undisturbed, name)
        assert figures.threads <= undisturbed.threads + 2


def test_nor_where_the_table_may_open_few_files(tmp_path: Path, undisturbed: Figures) -> None:
    """It would have 700 connections; the system allows 256 files in all."""
    with attacked(tmp_path, files=256) as poor:
        hardly_noticed(poor, undisturbed, "idle-from-many")


def test_the_pin_gets_longer_and_a_phone_of_the_family_gets_in_with_it(tmp_path: Path) -> None:
    """2,500 guesses from 2,500 addresses: thirty of them are judged by six digits, and none of them locks
    anybody out."""
    with attacked(tmp_path) as guessed:
        short = guessed.pin
        asyncio.run(measured(guessed, "pins", SECONDS))
        longer = guessed.pin
        assert longer.startswith(short)
        assert len(longer) == 12
        assert asyncio.run(enters(guessed, "127.0.4.4", short)) == 401
        assert asyncio.run(enters(guessed, "127.0.4.4", longer)) == 200


async def enters(table: Attacked, address: str, pin: str) -> int:
    status, _, _ = await asked(table, address, request("POST", "/api/v1/session", {"pin": pin}))
    return status
