"""A certificate of this device's own, for `--tls`: phones warn once, and then the page can be installed."""

import datetime as dt
import ipaddress
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.web.server import Certificate

if TYPE_CHECKING:
    from cryptography.x509 import GeneralName

_DAYS: Final = 820
"""Phones refuse certificates that are good for longer."""
_RENEW_DAYS: Final = 30


def certificate(folder: Path, names: Iterable[str]) -> Certificate:
    """Made where there is none, where it ends soon, or where the device has got another name or address."""
    made = Certificate(folder / "tls-certificate.pem", folder / "tls-key.pem")
    wanted = sorted(set(names))
    if not _still_good(made, wanted):
        _make(made, wanted)
    return made


def _still_good(made: Certificate, names: list[str]) -> bool:
    from cryptography import x509

    try:
        read = x509.load_pem_x509_certificate(made.certificate.read_bytes())
        told = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    if not made.key.is_file():
        return False
    left = read.not_valid_after_utc - dt.datetime.now(dt.UTC)
    have = {str(name.value) for name in told}
    return left.days > _RENEW_DAYS and have >= set(names)


def _make(made: Certificate, names: list[str]) -> None:
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
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName([_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    made.certificate.parent.mkdir(parents=True, exist_ok=True)
    _write(made.key, secret, 0o600)
    _write(made.certificate, built.public_bytes(serialization.Encoding.PEM), 0o644)


def _name(text: str) -> "GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _write(path: Path, content: bytes, mode: int) -> None:
    fresh = path.with_name(path.name + ".new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        file.write(content)
    fresh.replace(path)
