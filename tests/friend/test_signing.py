"""Messages and invitations: what is read is what was written, and nothing that was changed on the way."""

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.broker.messages.friendly import Hello, Played, read
from companion.friend.invitation import BadInvitation, Invitation
from companion.friend.signing import Unsigned, checked, signed

SECRET = "a-secret-of-this-invitation"
PLAYED = Played(17, "w", "B5>BB4", "B2bMHK,B4wKHM b 1-0 --- -")
INVITED = Invitation.made("mqtt://10.0.0.2:1883", "b", {"mode": "teams", "edition": "first"}, host="Zoë")


def test_a_move_says_what_the_formats_say() -> None:
    told = json.loads(signed(PLAYED.payload(), SECRET))
    assert {name: told[name] for name in ("v", "n", "by", "move", "position")} == {
        "v": 1,
        "n": 17,
        "by": "w",
        "move": "B5>BB4",
        "position": "B2bMHK,B4wKHM b 1-0 --- -",
    }


def test_the_signature_is_hmac_sha_256_of_the_object_without_it() -> None:
    payload = PLAYED.payload()
    signature = json.loads(signed(payload, SECRET))["signature"]
    assert signature == hmac.new(SECRET.encode(), payload, hashlib.sha256).hexdigest()


def test_what_is_signed_is_read_again() -> None:
    for message in (PLAYED, Hello(1, "b", 1, ("bHMK@B2",), name="Bea")):
        assert read(checked(signed(message.payload(), SECRET), SECRET)) == message


@given(st.data())
def test_no_byte_of_a_message_can_be_changed(data: st.DataObject) -> None:
    right = signed(PLAYED.payload(), SECRET)
    at = data.draw(st.integers(0, len(right) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda value: value != right[at]))
    changed = right[:at] + bytes([other]) + right[at + 1 :]
    with pytest.raises(Unsigned):
        checked(changed, SECRET)


@given(st.binary(max_size=200))
def test_whatever_comes_is_refused_and_never_a_crash(payload: bytes) -> None:
    with pytest.raises(Unsigned):
        checked(payload, SECRET)


def test_another_invitations_secret_signs_nothing_here() -> None:
    with pytest.raises(Unsigned):
        checked(signed(PLAYED.payload(), SECRET + "x"), SECRET)


def test_an_invitation_reads_what_it_wrote_also_out_of_several_lines() -> None:
    code = INVITED.code()
    assert code.startswith("himiki1:")
    assert Invitation.read(code) == INVITED
    assert Invitation.read(f" {code[:40]}\n{code[40:]} ") == INVITED


def test_no_two_invitations_are_alike() -> None:
    other = Invitation.made(INVITED.url, "b", INVITED.game)
    assert other.channel != INVITED.channel
    assert other.secret != INVITED.secret


@pytest.mark.parametrize(
    "code",
    [
        "",
        "himiki-club1:e30",
        INVITED.code()[:-4],
        INVITED.code() + "x",
        "himiki1:e30",
        "himiki1:" + "A" * 5000,
        Invitation("http://h", "0123456789ab", "s" * 32, "b").code(),
        Invitation("mqtt://h", "0123/4567/89", "s" * 32, "b").code(),
        Invitation("mqtt://h", "0123456789ab", "short", "b").code(),
        Invitation("mqtt://h", "0123456789ab", "s" * 32, "x").code(),
    ],
)
def test_half_an_invitation_is_refused_with_what_to_do(code: str) -> None:
    with pytest.raises(BadInvitation, match=r"copied whole|copy it once more|cannot be used"):
        Invitation.read(code)
