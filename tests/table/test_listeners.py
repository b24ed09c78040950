"""Listeners: who stops taking is let go, nobody else notices."""

import threading

from companion.games.himiki.referee.events import Turn
from companion.table.listeners import Listeners


def said(number: int) -> list[tuple[int, Turn]]:
    return [(number, Turn(t=float(number), turn="w"))]


def test_events_come_in_order_and_once() -> None:
    listeners = Listeners()
    listening = listeners.add()
    for number in range(5):
        listeners.tell(said(number))
    assert [number for number, _ in listening.take(0)] == [0, 1, 2, 3, 4]
    assert listening.take(0) == []


def test_one_that_stops_taking_is_let_go_and_the_others_go_on() -> None:
    listeners = Listeners(most_waiting=10)
    asleep, awake = listeners.add(), listeners.add()
    heard = []
    for number in range(50):
        listeners.tell(said(number))
        heard += awake.take(0)
    assert asleep.closed
    assert len(listeners) == 1
    assert [number for number, _ in heard] == list(range(50))


def test_what_was_missed_does_not_count_against_a_listener() -> None:
    listeners = Listeners(most_waiting=3)
    listening = listeners.add(missed=[each for number in range(100) for each in said(number)])
    listeners.tell(said(100))
    assert not listening.closed
    assert len(listening.take(0)) == 101


def test_taking_waits_for_news() -> None:
    listeners = Listeners()
    listening = listeners.add()
    taken: list[int] = []
    taking = threading.Thread(target=lambda: taken.extend(n for n, _ in listening.take(20)))
    taking.start()
    listeners.tell(said(7))
    taking.join(timeout=20)
    assert taken == [7]


def test_closing_wakes_who_waits() -> None:
    listeners = Listeners()
    listening = listeners.add()
    waiting = threading.Thread(target=listening.take, args=(60,))
    waiting.start()
    listeners.close()
    waiting.join(timeout=20)
    assert not waiting.is_alive()
    assert len(listeners) == 0
