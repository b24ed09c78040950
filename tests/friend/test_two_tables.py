"""Two drawn tables at one game, over a real Mosquitto."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.broker.messages.friendly import Hello, Played
from companion.friend.invitation import Invitation
from companion.friend.signing import signed
from tests.broker.listening import Ear, ear_at
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.friend.two import House, invitation, two_houses, until
from tests.web.tables import drawn_profile_once

pytestmark = [pytest.mark.long, pytest.mark.broker]

SET_UP = ("wHMK@B5", "bHMK@B2", "bKHM@C2", "wMKH@C5", "wHMK@D5", "bMHK@D2")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with broker_in(tmp_path / "broker") as found:
        yield found


@pytest.fixture
def invited(broker: Mosquitto) -> Invitation:
    return invitation(broker.url)


@pytest.fixture
def houses(tmp_path: Path, invited: Invitation) -> Iterator[tuple[House, House]]:
    with two_houses(tmp_path, drawn_profile_once(tmp_path), invited) as (ada, bea):
        yield ada.open(), bea.open()


def played(houses: tuple[House, House], *moves: str) -> None:
    """Each by the hands of whose turn it is, and then at the other table."""
    for move in moves:
        own, other = houses if houses[0].status.turn[0] == houses[0].side else houses[::-1]
        _played(own, other, move)


def _played(own: House, other: House, move: str) -> None:
    count = len(own.moves)
    own.do(move)
    until(lambda: len(own.moves) > count, f"{move} where it is played")
    until(lambda: other.status.opponent is not None, f"{move} at the friend's table")
    other.do(other.status.opponent.move)
    until(lambda: own.moves == other.moves, f"{move} at both")


def test_what_is_played_at_one_table_is_announced_at_the_other_and_checked_there(
    houses: tuple[House, House],
) -> None:
    ada, bea = houses
    played(houses, *SET_UP, "B5>BB4")
    assert ada.steps == bea.steps
    assert not ada.notices | bea.notices
    # Another cube than hers: that is a violation here, and no news there.
    until(lambda: ada.status.turn == "b" and bea.status.turn == "b", "black's turn")
    bea.do("B2>BB3")
    until(lambda: ada.status.opponent is not None, "her move")
    assert str(ada.status.opponent.text).startswith("Bea: black cube B2 to B3")
    ada.do("C2>BC3")
    until(lambda: ada.status.violation is not None, "the violation")
    assert len(bea.moves) == len(ada.moves) + 1
    ada.do({"lift": "C3"})
    ada.do("bKHM@C2")
    until(lambda: ada.status.violation is None, "the end of the violation")
    ada.do("B2>BB3")
    until(lambda: ada.steps == bea.steps, "the same at both")


def told(ear: Ear, invited: Invitation, message: Played | Hello, *, secret: str = "") -> bytes:
    payload = signed(message.payload(), secret or invited.secret)
    ear.say(invited.place_of("b").topic("friend"), payload)
    return payload


def test_a_table_that_lies_is_noticed_and_changes_nothing(
    broker: Mosquitto, invited: Invitation, tmp_path: Path
) -> None:
    """Bea's side is played by a program that knows the secret, or does not."""
    stands = "B2bHMK,B5wHMK b 0-0 --- setup"
    with two_houses(tmp_path, drawn_profile_once(tmp_path), invited) as (ada, _), ear_at(broker) as ear:
        ada.open()
        until(lambda: ada.playing.channel.up, "the channel")
        ada.do("wHMK@B5")
        until(lambda: ada.moves == ["wHMK@B5"], "the first cube")
        right = Played(10, "b", "bHMK@B2", stands)
        told(ear, invited, right, secret="a-secret-of-somebody-else")
        until(lambda: "friend-forged" in ada.notices, "the forged message")
        ear.say(invited.place_of("b").topic("friend"), b"nonsense")
        until(lambda: ada.playing.standing().refused == {"friend-forged": 2}, "what is no message at all")
        ear.say(invited.place_of("b").topic("friend"), b"x" * 300_000)
        until(lambda: "friend-unreadable" in ada.notices, "the one that is too long")
        reflected = ear.on(invited.place_of("w").topic("friend"))[-1]
        ear.say(invited.place_of("b").topic("friend"), reflected)
        until(lambda: "friend-copied" in ada.notices, "her own message turned round")
        told(ear, invited, Played(11, "b", "bHMK@B2", "B2bMKH,B5wHMK b 0-0 --- setup"))
        until(lambda: "friend-differs" in ada.notices, "another position")
        difference = ada.playing.standing().difference
        assert difference is not None
        assert (difference.mine, difference.hers) == (stands, "B2bMKH,B5wHMK b 0-0 --- setup")
        assert ada.status.opponent is None
        told(ear, invited, Played(12, "b", "bHMK@B5", stands))
        until(lambda: ada.playing.standing().refused["friend-off"] == 2, "a cube on another one")
        assert ada.moves == ["wHMK@B5"]
        copy = told(ear, invited, Played(13, "b", "bHMK@B2", stands))
        until(lambda: ada.status.opponent is not None, "the right one at last")
        until(lambda: ada.playing.standing().difference is None, "the end of the difference")
        count = ada.playing.standing().refused["friend-copied"]
        ada.close()
        ada.open()
        until(lambda: ada.playing.channel.up, "the channel after a restart")
        ear.say(invited.place_of("b").topic("friend"), copy)
        until(lambda: ada.playing.standing().refused.get("friend-copied"), "the copy after a restart")
        assert count
        assert ada.moves == ["wHMK@B5"]


def test_the_game_waits_for_a_broker_that_is_away_and_outlives_restarts(
    houses: tuple[House, House], broker: Mosquitto
) -> None:
    ada, bea = houses
    played(houses, *SET_UP[:2])
    broker.kill()
    until(lambda: not bea.playing.channel.up and not ada.playing.channel.up, "the broker's death")
    bea.do(SET_UP[2])
    until(lambda: len(bea.moves) == 3, "what is played without a broker")
    bea.close()
    broker.start()
    bea.open()
    until(lambda: ada.status.opponent is not None, "what was played meanwhile")
    ada.close()
    ada.open()
    until(lambda: ada.status.opponent is not None, "what was announced before")
    ada.do(ada.status.opponent.move)
    until(lambda: ada.steps == bea.steps, "the same at both")
    played(houses, *SET_UP[3:])


def test_a_take_back_counts_when_both_tables_have_taken_back(houses: tuple[House, House]) -> None:
    ada, bea = houses
    undo = ada.playing._friendly.undone()  # noqa: SLF001 -- as the page's button does
    played(houses, *SET_UP, "B5>BB4")
    ada.table.decide(undo)
    ada.table.drawn.lay(ada.status.position.split(" ")[0])
    until(lambda: bea.playing.standing().asked_back == ("B5>BB4",), "her being asked")
    until(lambda: ada.playing.standing().asks_back, "its being waited for")
    assert len(bea.moves) == 7
    bea.playing.keep_moves()
    until(lambda: ada.moves == bea.moves, "the move's coming back, for she would rather not")
    ada.table.drawn.lay(ada.status.position.split(" ")[0])
    until(lambda: ada.status.clear and not ada.status.to_restore, "the board's following")
    ada.table.decide(undo)
    ada.table.drawn.lay(ada.status.position.split(" ")[0])
    until(lambda: bea.playing.standing().asked_back == ("B5>BB4",), "her being asked again")
    bea.playing.take_back_too()
    bea.table.drawn.lay(bea.status.position.split(" ")[0])
    until(lambda: ada.moves == bea.moves and len(bea.moves) == 6, "both without it")
    until(lambda: not ada.playing.standing().asks_back, "the end of it")
    played(houses, "C5>BC4")
