"""Who gets in, how many of them, and whose turn it is: without any server."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from companion.web.door.allowance import Allowance
from companion.web.door.clients import client_of
from companion.web.door.crowd import Crowd, Full
from companion.web.door.guesses import FREE, LONGEST, STRANGERS, Guesses
from companion.web.door.lanes import Busy, Lane


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("::FFFF:c0a8:107", "192.168.1.7"),
        ("fe80::1%wlan0", "fe80::1"),
        ("2001:0db8::0001", "2001:db8::1"),
        ("", ""),
        (None, ""),
    ],
)
def test_an_address_is_one_client_however_it_is_written(address: str | None, client: str) -> None:
    assert client_of(address) == client


# Crowds


def test_one_client_has_so_many_places_and_no_more() -> None:
    crowd: Crowd[int] = Crowd(10, 3)
    for guest in range(3):
        assert crowd.enter("a", guest) is None
    with pytest.raises(Full):
        crowd.enter("a", 3)
    crowd.leave("a", 0)
    assert crowd.enter("a", 3) is None
    assert len(crowd) == 3


def test_in_a_full_crowd_the_greediest_gives_up_its_oldest_to_whoever_has_fewer() -> None:
    crowd: Crowd[str] = Crowd(6, 6)
    for number in range(5):
        crowd.enter("greedy", f"g{number}")
    crowd.enter("modest", "m0")
    assert crowd.enter("late", "l0") == "g0"
    assert crowd.enter("late", "l1") == "g1"
    with pytest.raises(Full):
        crowd.enter("greedy", "g9")
    assert len(crowd) == 6


def test_strangers_with_an_address_each_leave_places_for_phones_that_were_let_in() -> None:
    crowd: Crowd[int] = Crowd(10, 4, kept=2, is_known=lambda client: client == "family")
    for number in range(8):
        crowd.enter(f"stranger {number}", number)
    with pytest.raises(Full):
        crowd.enter("stranger 9", 9)
    assert [crowd.enter("family", number) for number in (20, 21)] == [None, None]
    assert crowd.enter("family", 22) == 0
    assert len(crowd) == 10


def test_who_leaves_twice_is_counted_once() -> None:
    crowd: Crowd[int] = Crowd(2, 2)
    crowd.enter("a", 1)
    crowd.leave("a", 1)
    crowd.leave("a", 1)
    assert len(crowd) == 0
    assert crowd.greediest() is None


# Turns


def in_turn(work: Callable[[Lane, list[str]], Awaitable[None]], lane: Lane) -> list[str]:
    done: list[str] = []

    async def run() -> None:
        async with asyncio.timeout(5):
            await work(lane, done)

    asyncio.run(run())
    return done


async def served(lane: Lane, client: str, done: list[str]) -> None:
    async with lane.place(client):
        await asyncio.sleep(0)
        done.append(client)


def test_who_asks_once_waits_for_one_of_another_clients_and_not_for_all() -> None:
    async def work(lane: Lane, done: list[str]) -> None:
        many = [asyncio.create_task(served(lane, "many", done)) for _ in range(9)]
        await asyncio.sleep(0)
        await served(lane, "once", done)
        await asyncio.gather(*many)

    assert in_turn(work, Lane(1, each=10, most=20)).index("once") <= 2


def test_one_client_and_all_together_are_told_apart_when_they_ask_too_much() -> None:
    async def work(lane: Lane, done: list[str]) -> None:
        tasks = [asyncio.create_task(served(lane, client, done)) for client in ("a", "a", "b")]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as own:
            await served(lane, "a", done)
        with pytest.raises(Busy) as all_:
            await served(lane, "c", done)
        assert (own.value.own, all_.value.own) == (True, False)
        await asyncio.gather(*tasks)
        await served(lane, "c", done)

    assert in_turn(work, Lane(1, each=2, most=3)) == ["a", "a", "b", "c"]


@pytest.mark.parametrize("gone", [(0,), (1,), (0, 1), (1, 2), (0, 1, 2, 3)])
def test_who_leaves_while_waiting_stands_in_nobodys_way(gone: tuple[int, ...]) -> None:
    async def work(lane: Lane, done: list[str]) -> None:
        tasks = [asyncio.create_task(served(lane, f"{number % 2}", done)) for number in range(5)]
        await asyncio.sleep(0)
        for number in gone:
            tasks[number].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert len(done) == 5 - len(gone)
        async with lane.place("x"), lane.place("y"):
            done.append("both places are free")

    assert in_turn(work, Lane(2, each=9, most=9))[-1] == "both places are free"


def test_a_place_given_to_somebody_who_leaves_at_that_moment_goes_to_the_next() -> None:
    async def work(lane: Lane, done: list[str]) -> None:
        async with lane.place("first"):
            leaving = asyncio.create_task(served(lane, "leaving", done))
            staying = asyncio.create_task(served(lane, "staying", done))
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, staying, return_exceptions=True)

    assert in_turn(work, Lane(1, each=2, most=4)) == ["staying"]


# Paces and guesses


def test_a_burst_is_at_once_and_what_comes_after_it_has_a_pace() -> None:
    allowance = Allowance(at_once=10, a_second=5.0)
    assert [allowance.delay("a", 100.0) for _ in range(10)] == [pytest.approx(0.0, abs=1e-9)] * 10
    assert allowance.delay("a", 100.0) == pytest.approx(0.2)
    assert allowance.delay("b", 100.0) == 0.0
    assert allowance.delay("a", 200.0) == 0.0


def test_what_did_not_come_about_is_not_paid_for() -> None:
    allowance = Allowance(at_once=1, a_second=1.0)
    allowance.delay("a", 0.0)
    for _ in range(5):
        assert allowance.delay("a", 0.0) == pytest.approx(1.0)
        allowance.give_back("a")


def test_each_who_guesses_wrong_waits_longer_and_longer() -> None:
    now = [0.0]
    guesses = Guesses(clock=lambda: now[0])
    waits = []
    for _ in range(FREE + 12):
        guesses.wrong("192.0.2.7", stranger=True)
        waits.append(guesses.seconds_to_wait("192.0.2.7"))
    assert waits[: FREE - 1] == [0.0] * (FREE - 1)
    assert waits[FREE - 1 :] == sorted(waits[FREE - 1 :])
    assert waits[-1] == LONGEST


def test_nobodys_wrong_guesses_make_another_address_wait() -> None:
    """A whole home is one /64: ten wrong ones of one phone there refused another's first right one."""
    guesses = Guesses(clock=lambda: 0.0)
    for number in range(3000):
        guesses.wrong(f"2001:db8::{number % 500:x}", stranger=True)
    assert guesses.seconds_to_wait("2001:db8::ffff") == 0.0


def test_fresh_addresses_use_up_what_all_strangers_have_together() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    told = [guesses.wrong(f"192.0.2.{number}", stranger=True) for number in range(STRANGERS + 1)]
    assert told == [False] * STRANGERS + [True]


def test_a_phone_that_was_let_in_before_uses_up_nothing_of_theirs() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    assert not any(guesses.wrong("a phone", stranger=False) for _ in range(500))
    assert not guesses.wrong("192.0.2.1", stranger=True)


def test_strangers_have_one_guess_more_after_a_while() -> None:
    now = [0.0]
    guesses = Guesses(clock=lambda: now[0])
    for number in range(STRANGERS):
        guesses.wrong(f"192.0.2.{number}", stranger=True)
    now[0] = 301.0
    assert not guesses.wrong("198.51.100.1", stranger=True)
    assert guesses.wrong("198.51.100.2", stranger=True)
