"""A certificate of this device's own, for `--tls`: phones warn once, and then the page can be installed."""

import datetime as dt
import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.files import replace_file

if TYPE_CHECKING:
    from cryptography.x509 import GeneralName

_DAYS: Final = 820
"""Phones refuse certificates that are good for longer."""
_RENEW_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Certificate:
    """Of this device, for `--tls`."""

    certificate: Path
    key: Path


def certificate(
    folder: Path, names: Iterable[str], damaged: Callable[[], object] = lambda: None
) -> Certificate:
    """Made where there is none, where it ends soon, or where the device has got another name or address.
    Where it was `damaged`, its files are kept aside."""
    made = Certificate(folder / "tls-certificate.pem", folder / "tls-key.pem")
    wanted = sorted(set(names))
    if not _is_whole(made):
        for part in (made.certificate, made.key):
            if part.exists():
                part.replace(part.with_name(f"{part.name}.damaged"))
        damaged()
    if not _still_good(made, wanted):
        _make(made, wanted)
    return made


def _is_whole(made: Certificate) -> bool:
    """Whether the one belongs to the other; also where neither is there yet."""
    from cryptography import x509
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not made.certificate.exists() and not made.key.exists():
        return True
    try:
        key = load_pem_private_key(made.key.read_bytes(), None)
        read = x509.load_pem_x509_certificate(made.certificate.read_bytes())
        return key.public_key() == read.public_key()
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        return False


def _still_good(made: Certificate, names: list[str]) -> bool:
    from cryptography import x509

    try:
        content = made.certificate.read_bytes()
        read = x509.load_pem_x509_certificate(content)
        have = names_in(content)
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    left = read.not_valid_after_utc - dt.datetime.now(dt.UTC)
    return left.days > _RENEW_DAYS and have >= set(names)


def names_in(certificate: bytes) -> set[str]:
    """Of whom it is, out of its PEM."""
    from cryptography import x509

    read = x509.load_pem_x509_certificate(certificate)
    told = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in told}


def _make(made: Certificate, names: list[str]) -> None:
    certificate, secret = self_signed(names, _DAYS)
    made.certificate.parent.mkdir(parents=True, exist_ok=True)
    replace_file(made.key, secret, mode=0o600)
    replace_file(made.certificate, certificate)


def self_signed(names: Iterable[str], days: int, *, before: int = 1) -> tuple[bytes, bytes]:
    """A certificate and its key, as PEM; good for so many days from now, and since so many `before`."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "HI MI KI companion")])
    now = dt.datetime.now(dt.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=before))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return built.public_bytes(serialization.Encoding.PEM), secret


def _name(text: str) -> "GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)
