"""The launcher installs what the lock names, and nothing else under its name."""

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

import pytest

from tests.test_launcher import PYPROJECT, environment, plant, start

pytestmark = pytest.mark.long


def wheel(folder: Path, version: str) -> str:
    """Of a library with nothing but its version; its hash."""
    path = folder / f"tiny-{version}-py3-none-any.whl"
    info = f"tiny-{version}.dist-info"
    files = {
        "tiny.py": f"VERSION = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(path, "w") as out:
        lines = []
        for name, text in files.items():
            out.writestr(name, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(text)}\n")
        out.writestr(f"{info}/RECORD", "".join([*lines, f"{info}/RECORD,,\n"]))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def locked(home: Path, version: str, digest: str) -> None:
    (home / "lock").mkdir(exist_ok=True)
    name = f"python-{sys.version_info.major}.{sys.version_info.minor}.txt"
    (home / "lock" / name).write_text(f"tiny=={version} \\\n    --hash=sha256:{digest}\n", encoding="ascii")
    text = PYPROJECT.replace("dependencies = []", 'dependencies = ["tiny>=1"]')
    (home / "pyproject.toml").write_text(f'{text}\n[tool.himiki]\nlock = "{digest}"\n', encoding="utf-8")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return plant(tmp_path / "home").parent


def installed(home: Path) -> list[str]:
    found = home.glob(".venv/lib/python3*/site-packages/tiny-*.dist-info")
    return [each.name.split("-")[1].removesuffix(".dist") for each in found]


def test_the_locked_version_is_installed_and_not_a_newer_one(home: Path, tmp_path: Path) -> None:
    digest = wheel(tmp_path, "1.0")
    wheel(tmp_path, "2.0")
    locked(home, "1.0", digest)
    env = environment(HIMIKI_PYTHON="", PIP_FIND_LINKS=str(tmp_path), PIP_NO_INDEX="1")
    ran = start(home / "himiki", env=env)
    assert ran.status == 0, ran.err
    assert installed(home) == ["1.0"]


def test_a_library_that_was_changed_on_its_way_is_not_installed(home: Path, tmp_path: Path) -> None:
    digest = wheel(tmp_path, "1.0")
    locked(home, "1.0", digest.replace(digest[0], "0" if digest[0] != "0" else "1"))
    env = environment(HIMIKI_PYTHON="", PIP_FIND_LINKS=str(tmp_path), PIP_NO_INDEX="1")
    ran = start(home / "himiki", env=env)
    assert ran.status == 1
    assert "HASHES" in ran.err
    assert installed(home) == []


def test_without_a_network_what_is_here_goes_on(home: Path, tmp_path: Path) -> None:
    locked(home, "1.0", wheel(tmp_path, "1.0"))
    env = environment(HIMIKI_PYTHON="", PIP_FIND_LINKS=str(tmp_path), PIP_NO_INDEX="1")
    assert start(home / "himiki", env=env).status == 0
    locked(home, "2.0", "0" * 64)
    ran = start(home / "himiki")
    assert ran.status == 0, ran.err
    assert "the libraries that are here stay" in ran.err
    assert installed(home) == ["1.0"]
