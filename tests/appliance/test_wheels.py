"""What a Raspberry Pi has to fetch is there ready-made: nothing is compiled on it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]

GLIBC = {"3.11": 36, "3.13": 41}
"""Of each Raspberry Pi OS, bookworm and trixie, by its Python: a wheel may ask for that much or less."""


def needs() -> list[str]:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    return [*project["build-system"]["requires"], *project["project"]["dependencies"]]


def fetched(folder: Path, python: str, *packages: str) -> subprocess.CompletedProcess[str]:
    platforms = [f"--platform=manylinux_2_{glibc}_aarch64" for glibc in range(17, GLIBC[python] + 1)]
    options = ["--implementation=cp", f"--python-version={python}", "--only-binary=:all:", "--quiet"]
    return subprocess.run(
        [sys.executable, "-m", "pip", "download", "--dest", folder, *options, *platforms, *packages],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("python", GLIBC)
def test_everything_comes_as_wheels_for_a_raspberry_pi(tmp_path: Path, python: str) -> None:
    answer = fetched(tmp_path, python, *needs())
    assert answer.returncode == 0, answer.stderr
    wheels = sorted(path.name for path in tmp_path.iterdir())
    print(f"\nPython {python}: " + " ".join(wheels))
    assert all(name.endswith(("aarch64.whl", "-any.whl")) for name in wheels)
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
