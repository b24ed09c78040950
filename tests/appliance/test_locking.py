"""What a release runs on, in one version each: complete, of the right bounds, and seen by the launcher."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from companion.appliance.locking import GLIBC, HOME, LockError, kept_texts, mark_of, with_mark
from companion.installing import LOCKED_EXTRA, beside_system_opencv, needs_of, of_extra

FOUND = Path(__file__).parents[1] / "data/wheels"
PYPROJECT = (HOME / "pyproject.toml").read_text(encoding="utf-8")

every_python = pytest.mark.parametrize("python", GLIBC)


def pins(python: str) -> dict[str, tuple[str, int]]:
    """Version and number of hashes, by name."""
    return pins_in(kept_texts()[f"python-{python}"])


def pins_in(text: str) -> dict[str, tuple[str, int]]:
    return {
        name: (version, len(re.findall(r"--hash=sha256:[0-9a-f]{64}", rest)))
        for name, version, rest in re.findall(
            r"^([a-z0-9-]+)==(\S+)((?: \\\n    \S+)+)\n", text, re.MULTILINE
        )
    }


@every_python
def test_every_need_has_its_version_within_its_bounds(python: str) -> None:
    """After a change of pyproject.toml: `python -m companion.appliance.locking`."""
    found = pins(python)
    for need in map(Requirement, needs_of(PYPROJECT)):
        version, hashes = found[canonicalize_name(need.name)]
        assert version in need.specifier
        assert hashes


@every_python
def test_it_is_all_that_is_installed(python: str) -> None:
    wheels = (FOUND / f"python-{python}.txt").read_text(encoding="utf-8").split()
    assert set(pins(python)) == {parse_wheel_filename(name)[0] for name in wheels}


@every_python
def test_what_is_compiled_is_there_for_every_machine(python: str) -> None:
    found = pins(python)
    assert all(found[name][1] >= 2 for name in ("numpy", "opencv-python-headless", "cryptography", "cffi"))


@every_python
def test_a_pis_own_opencv_and_numpy_stay(python: str) -> None:
    """Its picamera2 is built for them."""
    whole = kept_texts()[f"python-{python}"]
    beside = beside_system_opencv(whole)
    dropped = {"numpy", "opencv-python-headless"}
    assert set(pins_in(whole)) - set(pins_in(beside)) == dropped
    assert {name: pin for name, pin in pins_in(whole).items() if name not in dropped} == pins_in(beside)


@every_python
def test_what_a_hall_has_besides_is_locked_too_and_nothing_twice(python: str) -> None:
    found = pins_in(kept_texts()[f"{LOCKED_EXTRA}-{python}"])
    for need in map(Requirement, of_extra(PYPROJECT, LOCKED_EXTRA)):
        version, hashes = found[canonicalize_name(need.name)]
        assert version in need.specifier
        assert hashes
    # Its driver is compiled: for a Raspberry Pi and for a PC.
    assert found["psycopg-binary"][1] >= 2
    assert not found.keys() & pins(python).keys()


@pytest.mark.parametrize("name", kept_texts())
def test_it_says_nothing_of_where_they_come_from(name: str) -> None:
    text = kept_texts()[name]
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)


def test_the_launcher_sees_another_lock() -> None:
    assert f'\nlock = "{mark_of(kept_texts())}"\n' in PYPROJECT
    changed = with_mark(PYPROJECT, "0" * 16)
    assert changed != PYPROJECT
    with pytest.raises(LockError):
        with_mark("[project]\n", "0")
