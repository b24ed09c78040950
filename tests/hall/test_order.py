"""A table's events in the hall: each once, in order, whatever the broker brings twice, late or never."""

from hypothesis import given
from hypothesis import strategies as st

from companion.broker.messages.happening import TableEvent
from companion.hall.order import ASK_EVERY, PATIENCE, Order


def event(n: int) -> TableEvent:
    return TableEvent(n, 1, {"event": "move", "t": float(n)})


def numbers(events: list[TableEvent]) -> list[int]:
    return [each.n for each in events]


@given(st.lists(st.integers(1, 30), max_size=120))
def test_whatever_comes_each_goes_out_once_and_in_order(came: list[int]) -> None:
    order = Order()
    out = [each for n in came for each in numbers(order.hear(event(n)))]
    assert out == list(range(1, len(out) + 1))
    assert order.last == len(out)
    missing = set(range(1, order.last + 2)) - set(came)
    assert order.last + 1 in missing


@given(st.permutations(range(1, 25)))
def test_nothing_is_missing_once_all_have_come(came: list[int]) -> None:
    order = Order()
    assert [each for n in came for each in numbers(order.hear(event(n)))] == list(range(1, 25))
    assert order.wanted(0.0) is None
    assert order.wanted(1000.0) is None


def test_a_hole_is_asked_for_and_not_too_often() -> None:
    order = Order()
    order.hear(event(1))
    order.hear(event(3))
    assert order.wanted(0.0) is None
    assert order.wanted(ASK_EVERY) == 1
    assert order.wanted(ASK_EVERY + 0.1) is None
    assert order.wanted(2 * ASK_EVERY + 0.1) == 1
    assert numbers(order.hear(event(2))) == [2, 3]
    assert order.wanted(100.0) is None


def test_what_the_state_tells_of_is_asked_for_too() -> None:
    order = Order(last=4)
    order.expect(6)
    order.wanted(0.0)
    assert order.wanted(ASK_EVERY) == 4


def test_what_the_table_has_no_more_holds_nothing_up_for_ever() -> None:
    order = Order()
    order.hear(event(7))
    order.hear(event(8))
    order.wanted(0.0)
    assert order.give_up(PATIENCE - 1) == []
    assert numbers(order.give_up(PATIENCE)) == [7, 8]
    assert numbers(order.hear(event(9))) == [9]
