"""What a Raspberry Pi has to fetch is there ready-made: nothing is compiled on it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from companion.appliance import locking
from companion.appliance.locking import GLIBC

HOME = Path(__file__).parents[2]
FOUND = HOME / "tests/data/wheels"

every_python = pytest.mark.parametrize("python", GLIBC)


def needs() -> list[str]:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    return [*project["build-system"]["requires"], *project["project"]["dependencies"]]


def platforms(python: str) -> list[str]:
    return locking.platforms("aarch64", GLIBC[python])


def tags(python: str) -> set[Tag]:
    """Of the wheels that a Raspberry Pi takes."""
    version = tuple(int(part) for part in python.split("."))
    taken = platforms(python)
    return {*cpython_tags(version, platforms=taken), *compatible_tags(version, platforms=taken)}


def fetched(folder: Path, python: str, *packages: str) -> subprocess.CompletedProcess[str]:
    options = ["--implementation=cp", f"--python-version={python}", "--only-binary=:all:", "--quiet"]
    options += [f"--platform={platform}" for platform in platforms(python)]
    return subprocess.run(
        [sys.executable, "-m", "pip", "download", "--dest", folder, *options, *packages],
        capture_output=True,
        text=True,
        check=False,
    )


@every_python
def test_for_every_library_a_wheel_for_a_raspberry_pi_was_found(python: str) -> None:
    """A library that is added, or asked for anew, has to be looked for: the slow test below says how."""
    found = (FOUND / f"python-{python}.txt").read_text(encoding="utf-8").split()
    wheels = {name: (version, its) for name, version, _, its in map(parse_wheel_filename, found)}
    assert not [name for name, (_, its) in wheels.items() if not its & tags(python)]
    for need in map(Requirement, needs()):
        version, _ = wheels[canonicalize_name(need.name)]
        assert version in need.specifier, need


@pytest.mark.slow
@every_python
def test_everything_comes_as_wheels_for_a_raspberry_pi(tmp_path: Path, python: str) -> None:
    """What it prints goes into `tests/data/wheels`; newer versions of the same need no change there."""
    answer = fetched(tmp_path, python, *needs())
    assert answer.returncode == 0, answer.stderr
    wheels = sorted(path.name for path in tmp_path.iterdir())
    print(f"\nPython {python}:", *wheels, sep="\n")
    assert not [name for name in wheels if not parse_wheel_filename(name)[3] & tags(python)]
    before = (FOUND / f"python-{python}.txt").read_text(encoding="utf-8").split()
    assert {parse_wheel_filename(name)[0] for name in wheels} == {
        parse_wheel_filename(name)[0] for name in before
    }
    for compiled in ("numpy", "opencv_python_headless", "cryptography"):
        assert any(name.startswith(f"{compiled}-") and "aarch64" in name for name in wheels)


@pytest.mark.slow
def test_lgpio_has_no_wheel_for_trixie_so_it_comes_from_the_system(tmp_path: Path) -> None:
    """When this fails, docs/platforms.md and `himiki install` may take it from PyPI as well."""
    from companion.appliance.packages import OF_A_PI

    assert fetched(tmp_path, "3.11", "lgpio>=0.2").returncode == 0
    assert fetched(tmp_path, "3.13", "lgpio>=0.2").returncode != 0
    assert "python3-lgpio" in OF_A_PI
    assert not any(need.startswith("lgpio") for need in needs())
