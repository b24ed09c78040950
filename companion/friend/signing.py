"""What is sent to a friend's table is signed: whoever owns the broker can read it, and change nothing.

A signed payload is the JSON object itself with one member more, its last: `"signature"`, HMAC-SHA-256 of the
object without it, in hexadecimal digits.
"""

import hashlib
import hmac
import re
from typing import Final

_SIGNATURE: Final = re.compile(rb',"signature":"([0-9a-f]{64})"\}\Z')


class Unsigned(ValueError):
    """Without a signature, or with one that is not of this invitation."""


def signed(payload: bytes, secret: str) -> bytes:
    """`payload` is an object that is not empty."""
    return b'%s,"signature":"%s"}' % (payload[:-1], _of(payload, secret).encode())


def checked(signed_: bytes, secret: str) -> bytes:
    """What was signed; raises `Unsigned`."""
    found = _SIGNATURE.search(signed_)
    if found is None:
        raise Unsigned("it carries no signature")
    payload = signed_[: found.start()] + b"}"
    if not hmac.compare_digest(found[1].decode(), _of(payload, secret)):
        raise Unsigned("its signature is another one")
    return payload


def _of(payload: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), payload, hashlib.sha256).hexdigest()
