"""`--tls`: a certificate made once per device, and pages behind it."""

import ssl
import urllib.request
from pathlib import Path

from cryptography import x509

from companion.web.keys.certificate import certificate
from tests.patience import patient


def test_a_certificate_is_made_once_and_kept(tmp_path: Path) -> None:
    first = certificate(tmp_path, ["himiki.local", "192.0.2.7"])
    made = first.certificate.read_bytes()
    assert certificate(tmp_path, ["himiki.local"]).certificate.read_bytes() == made


def test_another_name_of_the_device_makes_another_one(tmp_path: Path) -> None:
    made = certificate(tmp_path, ["himiki.local"]).certificate.read_bytes()
    assert certificate(tmp_path, ["club.local"]).certificate.read_bytes() != made


def test_it_speaks_for_the_devices_names_and_addresses(tmp_path: Path) -> None:
    read = x509.load_pem_x509_certificate(
        certificate(tmp_path, ["himiki.local", "192.0.2.7"]).certificate.read_bytes()
    )
    told = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in told} == {"himiki.local", "192.0.2.7"}


def test_only_the_owner_may_read_the_key(tmp_path: Path) -> None:
    made = certificate(tmp_path, ["himiki.local"])
    assert made.key.stat().st_mode & 0o077 == 0


def test_a_damaged_one_is_made_anew(tmp_path: Path) -> None:
    made = certificate(tmp_path, ["himiki.local"])
    made.certificate.write_text("nonsense")
    again = certificate(tmp_path, ["himiki.local"])
    assert x509.load_pem_x509_certificate(again.certificate.read_bytes()).subject


def test_pages_are_served_behind_it(tmp_path: Path) -> None:
    import threading

    from flask import Flask

    from companion.web.exchange.live import Live
    from companion.web.front import Front
    from companion.web.server import Server

    made = certificate(tmp_path, ["localhost", "127.0.0.1"])
    app = Flask("behind")
    app.add_url_rule("/", view_func=lambda: "here")

    class Silence:
        def take(self, timeout: float) -> list[tuple[int, dict[str, object]]]:
            return []

        def since(self, number: int, most: int) -> list[tuple[int, dict[str, object]]]:
            return []

        def state(self) -> dict[str, object]:
            return {}

        def newest(self) -> int:
            return 0

    server = Server(Front(app, Live(Silence())), "127.0.0.1", 0, made)
    ready = threading.Event()
    serving = threading.Thread(target=server.run, args=(ready.set,))
    serving.start()
    try:
        assert ready.wait(patient(20))
        trusting = ssl.create_default_context(cafile=str(made.certificate))
        with urllib.request.urlopen(f"https://localhost:{server.port}/", context=trusting) as told:
            assert told.read() == b"here"
    finally:
        server.stop()
        serving.join()
