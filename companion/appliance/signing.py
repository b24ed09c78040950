"""Who a release is from: Ed25519 signatures as minisign writes them, of the keys that this machine trusts.

`python -m companion.appliance.signing key DIR` makes a pair of keys, `… sign ARCHIVE --key FILE` signs.
minisign's own program makes and reads the same public keys and signatures.
"""

import argparse
import binascii
import hashlib
import secrets
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable
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

    @classmethod
    def of_secret(cls, path: Path) -> Self:
        """Its public half; raises `SignatureError`."""
        key, number = _secret(path)
        return cls(number, key.public_key().public_bytes_raw())

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


def sign(archive: Path, secret: Path, comment: str) -> Path:
    """Writes the signature beside it; raises `SignatureError`."""
    key, told = _secret(secret)
    signed = key.sign(_hash(archive))
    lines = [
        f"{_UNTRUSTED}signature of {archive.name}",
        b64encode(_OF_HASHED + told + signed).decode(),
        f"{_TRUSTED}{comment}",
        b64encode(key.sign(signed + comment.encode())).decode(),
    ]
    path = archive.with_name(archive.name + SIGNATURE)
    replace_file(path, "\n".join(lines) + "\n")
    return path


def _secret(path: Path) -> tuple["Ed25519PrivateKey", bytes]:
    """And its number; raises `SignatureError`."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    number, _, pem = path.read_bytes().partition(b"\n")
    try:
        key = load_pem_private_key(pem, None)
        told = bytes.fromhex(number.decode("ascii"))
    except (ValueError, TypeError) as fault:
        raise SignatureError(f"{path} is no secret key of ours: {fault}") from None
    if not isinstance(key, Ed25519PrivateKey) or len(told) != _ID:
        raise SignatureError(f"{path} is no secret key of ours")
    return key, told


def make_keys(folder: Path) -> tuple[Path, Path]:
    """The secret one, for its owner alone, and the public one."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
    )

    key, number = Ed25519PrivateKey.generate(), secrets.token_bytes(_ID)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = PublicKey(number, key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
    folder.mkdir(parents=True, exist_ok=True)
    secret, shown = folder / "release.key", folder / "release.pub"
    if secret.exists():
        raise SignatureError(f"{secret} is there already: what it signed would not be trusted any more")
    replace_file(secret, number.hex().encode() + b"\n" + pem, mode=0o600)
    replace_file(shown, public.text())
    return secret, shown


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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.appliance.signing", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("key").add_argument("folder", type=Path)
    signing = commands.add_parser("sign")
    signing.add_argument("archive", type=Path)
    signing.add_argument("--key", type=Path, required=True)
    options = parser.parse_args()
    try:
        if options.command == "key":
            print(*make_keys(options.folder), sep="\n")
        else:
            day = time.strftime("%Y-%m-%d", time.gmtime())
            print(sign(options.archive, options.key, f"{options.archive.name} {day}"))
            if PublicKey.of_secret(options.key) not in trusted_keys((SHIPPED_KEYS,)):
                print(
                    f"but {SHIPPED_KEYS} holds no such key: tables take it only where its .pub file lies in "
                    f"their {OWN_KEYS}",
                    file=sys.stderr,
                )
    except (SignatureError, OSError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
