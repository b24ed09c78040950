"""Whatever was damaged meanwhile, the table starts: without it, saying so, and healed where that can be."""

import json
import os
import shutil
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion.games.himiki.seeing import USUAL_LOOK, drawn_profile
from companion.table.state.starts import FAILED_STARTS
from tests.patience import patient
from tests.test_serve import HOME, asked, serving
from vision.virtual.gallery import LOOKS


def notices(address: str) -> dict[str, dict[str, Any]]:
    state, _ = asked(address, "/api/v1/state")
    return {each["code"]: each["values"] for each in state["notices"]}


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The drawn table's own profile, learnt once."""
    folder = tmp_path_factory.mktemp("learnt")
    drawn_profile(LOOKS[USUAL_LOOK], folder)
    return folder


@pytest.fixture(autouse=True)
def known(tmp_path: Path, learnt: Path) -> None:
    shutil.copytree(learnt, tmp_path / "virtual-profile")


@pytest.mark.long
def test_a_damaged_profile_is_kept_aside_and_the_table_starts_without(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "profile.json").write_text('{"format": "himiki-profile", "versi', encoding="ascii")
    with serving(tmp_path, camera=()) as (process, address):
        standing = notices(address)
        assert set(standing) == {"profile-damaged"}
        kept = tmp_path / standing["profile-damaged"]["name"]
        assert (kept / "profile.json").read_text(encoding="ascii").endswith("versi")
        assert not profile.exists()
        process.terminate()
        assert process.stderr is not None
        assert "What was learnt of this table was damaged and is kept aside" in process.stderr.read()


@pytest.mark.long
@pytest.mark.parametrize("left", ["", "-----BEGIN PRIVATE KEY-----\nMIG", None, "of another"])
def test_a_damaged_key_is_made_anew(tmp_path: Path, left: str | None) -> None:
    from companion.web.keys.certificate import certificate

    certificate(tmp_path, ["here"])
    key = tmp_path / "tls-key.pem"
    if left is None:
        key.unlink()
    elif left == "of another":
        (tmp_path / "other").mkdir()
        key.write_bytes(certificate(tmp_path / "other", ["here"]).key.read_bytes())
    else:
        key.write_text(left, encoding="ascii")
    before = key.read_bytes() if key.exists() else None
    with serving(tmp_path, "--tls") as (_, address):
        assert address.startswith("https://")
        trusting = ssl.create_default_context(cafile=str(tmp_path / "tls-certificate.pem"))
        trusting.check_hostname = False
        with urllib.request.urlopen(f"{address}/api/v1/state", timeout=20, context=trusting) as answer:
            told = json.loads(answer.read())
        assert [each["code"] for each in told["notices"]] == ["key-damaged"]
        if before is not None:
            assert (tmp_path / "tls-key.pem.damaged").read_bytes() == before


@pytest.mark.long
def test_where_there_can_be_no_certificate_the_pages_answer_without(tmp_path: Path) -> None:
    (tmp_path / "tls-certificate.pem.new").mkdir()
    with serving(tmp_path, "--tls") as (_, address):
        assert address.startswith("http://")
        assert set(notices(address)) == {"not-encrypted"}


@pytest.mark.long
def test_what_phones_are_known_by_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "cookie-secret").write_bytes(b"half")
    with serving(tmp_path) as (_, address):
        assert set(notices(address)) == {"phones-forgotten"}
    assert len((tmp_path / "cookie-secret").read_bytes()) == 32


@pytest.mark.long
def test_after_three_failed_starts_the_page_is_up_and_says_why(tmp_path: Path) -> None:
    config = tmp_path / "none.toml"
    config.write_text("[table]\nlanguage = 7\n", encoding="ascii")
    for _ in range(FAILED_STARTS):
        started = subprocess.run(
            [sys.executable, "-m", "companion.cli", "serve", "--state", str(tmp_path), "--port", "0"],
            cwd=HOME,
            env={**os.environ, "PYTHONPATH": str(HOME), "HIMIKI_CONFIG": str(config)},
            capture_output=True,
            timeout=patient(60),
            check=False,
        )
        assert started.returncode == 2
    with serving(tmp_path) as (process, address):
        state, _ = asked(address, "/api/v1/state")
        standing = {each["code"]: each["values"] for each in state["notices"]}
        assert set(standing) == {"safe-mode", "settings-unread"}
        assert "language" in standing["safe-mode"]["why"]
        assert asked(address, "/api/v1/health")[0]["source"] == "off"
        assert not state["camera"]
        _, cookie = asked(address, "/api/v1/session", {"pin": (tmp_path / "pin").read_text().strip()})
        config.write_text("", encoding="ascii")
        assert asked(address, "/api/v1/settings/start_again", {}, cookie)[0] == {"done": True}
        assert process.wait(timeout=patient(20)) == 0
    with serving(tmp_path) as (_, address):
        assert notices(address) == {}
        assert asked(address, "/api/v1/health")[0]["source"] == "sim"


@pytest.mark.long
def test_a_new_card_asks_for_a_back_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    with serving(tmp_path) as (_, address):
        assert set(notices(address)) == {"new-table"}
        _, cookie = asked(address, "/api/v1/session", {"pin": (tmp_path / "pin").read_text().strip()})
        asked(address, "/api/v1/games", {"mode": "duel"}, cookie)
        assert notices(address) == {}


FULL = """
mount -t tmpfs -o size=4M tmpfs "$1" && cp -r "$2" "$1/virtual-profile" || exit 9
while head -c 4096 /dev/zero >>"$1/filled" 2>/dev/null; do :; done
exec "${@:3}"
"""


@pytest.mark.long
def test_with_a_full_disk_the_page_is_up_and_says_that_nothing_is_kept(tmp_path: Path, learnt: Path) -> None:
    state = tmp_path / "full"
    state.mkdir()
    alone = ["unshare", *(["-m"] if os.geteuid() == 0 else ["-Urm"]), "bash", "-c", FULL, "bash"]
    with subprocess.Popen(
        [
            *(*alone, str(state), str(learnt), sys.executable, "-m", "companion.cli", "serve"),
            *("--host", "127.0.0.1", "--port", "0", "--camera", "sim", "--state", str(state)),
        ],
        cwd=HOME,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HOME), "HIMIKI_CONFIG": str(tmp_path / "none.toml")},
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            word, _, address = process.stdout.readline().strip().partition(" ")
            assert word == "ready", process.stderr.read()
            assert "games-elsewhere" in notices(address)
            state_now, _ = asked(address, "/api/v1/state")
            assert state_now["camera"]
        finally:
            process.kill()
