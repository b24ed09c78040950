"""Who a release is from: Ed25519 signatures as minisign writes them, of the keys that this machine trusts.

minisign's own program makes and reads the same public keys and signatures.
"""

import binascii
import hashlib
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from companion.appliance.layout import CONFIGURATION
from vision.files import replace_file

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNATURE: Final = ".minisig"
"""Behind the name of what is signed."""
SHIPPED_KEYS: Final = Path(__file__).parent / "keys"
"""Those of whoever makes this program: the running release trusts them for the next one. Its README says who
holds them."""
OWN_KEYS: Final = CONFIGURATION / "keys"
"""Those that an administrator trusts besides, each a file `*.pub`."""

_OF_KEYS, _OF_HASHED, _OF_WHOLE = b"Ed", b"ED", b"Ed"
"""The algorithms as minisign marks them: keys, signatures of a file's hash, older ones of the file itself."""
_ID: Final = 8
_SIGNATURE_BYTES: Final = 64
_KEY_BYTES: Final = 32
_UNTRUSTED: Final = "untrusted comment: "
_TRUSTED: Final = "trusted comment: "
_LARGEST: Final = 8 * 1024
"""Bytes of a key's or signature's file."""
_LOCKED: Final = b"ENCRYPTED PRIVATE KEY"
"""How a PEM begins that needs a password."""


class SignatureError(Exception):
    """Not signed by anybody who is trusted here; the text says what to do."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    number: bytes
    key: bytes

    @classmethod
    def read(cls, path: Path) -> Self:
        """Raises `SignatureError`."""
        lines = _lines(path)
        kind, number, key = _parted(lines[1] if len(lines) > 1 else "", path)
        if kind != _OF_KEYS or len(key) != _KEY_BYTES:
            raise SignatureError(f"{path} is no public key: make it anew, or take it away")
        return cls(number, key)

    @property
    def name(self) -> str:
        """As minisign shows it."""
        return self.number[::-1].hex().upper()

    def text(self) -> str:
        packed = b64encode(_OF_KEYS + self.number + self.key).decode()
        return f"{_UNTRUSTED}minisign public key {self.name}\n{packed}\n"


def trusted_keys(folders: Iterable[Path] = (SHIPPED_KEYS, OWN_KEYS)) -> list[PublicKey]:
    """Raises `SignatureError` of one that cannot be read."""
    return [PublicKey.read(path) for folder in folders for path in sorted(folder.glob("*.pub"))]


def verify(archive: Path, signature: Path, keys: Iterable[PublicKey]) -> str:
    """What its maker says of it; raises `SignatureError` where nobody trusted has signed exactly that."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    lines = _lines(signature)
    if len(lines) < 4 or not lines[2].startswith(_TRUSTED):
        raise SignatureError(f"{signature} is no signature: get it anew from where the release is")
    kind, number, signed = _parted(lines[1], signature)
    if kind != _OF_HASHED or len(signed) != _SIGNATURE_BYTES:
        raise SignatureError(f"{signature} is no signature of a kind that is known here")
    trusted = list(keys)
    key = next((each for each in trusted if each.number == number), None)
    shown = number[::-1].hex().upper()
    if not trusted:
        raise SignatureError(
            f"{signature.name} is by the key {shown}, and no key is trusted here: the release that runs came "
            f"without one of its makers. Put the .pub file of whoever you trust into {OWN_KEYS}"
        )
    if key is None:
        raise SignatureError(
            f"{signature.name} is by the key {shown}, which this table does not trust: put its .pub file "
            f"into {OWN_KEYS} if you do"
        )
    comment = lines[2].removeprefix(_TRUSTED)
    public = Ed25519PublicKey.from_public_bytes(key.key)
    try:
        public.verify(signed, _hash(archive))
        public.verify(_decoded(lines[3], signature), signed + comment.encode())
    except InvalidSignature:
        raise SignatureError(
            f"{signature.name} is no signature of this archive: it was changed or damaged on its way, get it "
            "anew"
        ) from None
    return comment


@dataclass(frozen=True, slots=True)
class SecretKey:
    number: bytes
    key: "Ed25519PrivateKey"

    @classmethod
    def read(cls, path: Path, password: Callable[[], str]) -> Self:
        """Asks for the password where there is one; raises `SignatureError`."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        number, _, pem = path.read_bytes().partition(b"\n")
        told = password().encode() if _LOCKED in pem else None
        try:
            key = load_pem_private_key(pem, told)
            read = bytes.fromhex(number.decode("ascii"))
        except (ValueError, TypeError) as fault:
            why = "that is not its password" if told is not None else fault
            raise SignatureError(f"{path} cannot be read as a secret key of ours: {why}") from None
        if not isinstance(key, Ed25519PrivateKey) or len(read) != _ID:
            raise SignatureError(f"{path} is no secret key of ours")
        return cls(read, key)

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.number, self.key.public_key().public_bytes_raw())

    def sign(self, archive: Path, comment: str) -> Path:
        """Writes the signature beside it."""
        signed = self.key.sign(_hash(archive))
        lines = [
            f"{_UNTRUSTED}signature of {archive.name}",
            b64encode(_OF_HASHED + self.number + signed).decode(),
            f"{_TRUSTED}{comment}",
            b64encode(self.key.sign(signed + comment.encode())).decode(),
        ]
        path = signature_of(archive)
        replace_file(path, "\n".join(lines) + "\n")
        return path


def make_keys(folder: Path, password: str = "") -> tuple[Path, PublicKey]:
    """The secret one in a file there, for its owner alone and locked by the password, and the public one;
    raises `SignatureError`."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    made = SecretKey(secrets.token_bytes(_ID), Ed25519PrivateKey.generate())
    locked = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    pem = made.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked)
    secret = folder / "release.key"
    if secret.exists():
        raise SignatureError(f"{secret} is there already: what it signed would not be trusted any more")
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(secret, made.number.hex().encode() + b"\n" + pem, mode=0o600)
    return secret, made.public


def signature_of(archive: Path) -> Path:
    return archive.with_name(archive.name + SIGNATURE)


def _hash(archive: Path) -> bytes:
    with archive.open("rb") as file:
        return hashlib.file_digest(file, hashlib.blake2b).digest()


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST).decode().splitlines()
    except FileNotFoundError:
        raise SignatureError(f"{path} is missing: it is beside every release") from None
    except (OSError, UnicodeDecodeError) as fault:
        raise SignatureError(f"{path} cannot be read ({fault})") from None


def _parted(text: str, path: Path) -> tuple[bytes, bytes, bytes]:
    content = _decoded(text, path)
    return content[:2], content[2 : 2 + _ID], content[2 + _ID :]


def _decoded(text: str, path: Path) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise SignatureError(f"{path} cannot be read: it is no key or signature") from None
