"""What is fetched from the system's archive; programs that know a few packages stand in for apt and dpkg."""

import os
import stat
from pathlib import Path

import pytest

from companion.appliance.packages import NEEDED, OF_A_PI, InstallPackages
from companion.appliance.steps import StepError

LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 811 (apt-get)"

APT_GET = """#!/bin/sh
echo "$@" >>"$MACHINE/asked"
if [ "$1" = update ] && [ -s "$MACHINE/faults" ]; then
    head -1 "$MACHINE/faults" >&2
    echo "E: Unable to lock directory /var/lib/apt/lists/" >&2
    sed -i 1d "$MACHINE/faults"
    exit 100
fi
case "$1" in
update) touch "$MACHINE/lists/archive_Packages"; cp "$MACHINE/archive" "$MACHINE/offered" ;;
install) for package in "$@"; do echo "$package" >>"$MACHINE/installed"; done ;;
esac
"""
APT_CACHE = """#!/bin/sh
for package in "$@"; do :; done
grep -qx "$package" "$MACHINE/offered" && echo "Package: $package"
"""
DPKG_QUERY = """#!/bin/sh
for package in "$@"; do :; done
grep -qx "$package" "$MACHINE/installed" && printf installed
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("bin", "lists"):
        (tmp_path / folder).mkdir()
    for name, text in (("apt-get", APT_GET), ("apt-cache", APT_CACHE), ("dpkg-query", DPKG_QUERY)):
        (tmp_path / "bin" / name).write_text(text, encoding="utf-8")
        (tmp_path / "bin" / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("MACHINE", str(tmp_path))
    monkeypatch.setattr("companion.appliance.packages.LISTS", tmp_path / "lists")
    return tmp_path


def has(machine: Path, *, offered: tuple[str, ...], installed: tuple[str, ...], lists: bool = True) -> None:
    (machine / "archive").write_text("\n".join(offered) + "\n", encoding="utf-8")
    (machine / "offered").write_text("\n".join(offered if lists else ()) + "\n", encoding="utf-8")
    (machine / "installed").write_text("\n".join(installed) + "\n", encoding="utf-8")
    if lists:
        (machine / "lists" / "archive_Packages").touch()


def fetched(machine: Path) -> list[str]:
    """The packages that apt-get was asked for, after its options."""
    asked = (machine / "asked").read_text(encoding="utf-8").splitlines()
    return [word for line in asked if line.startswith("install") for word in line.split()[5:]]


def test_an_image_that_brings_picamera2_gets_the_opencv_that_goes_with_it(machine: Path) -> None:
    has(machine, offered=(*NEEDED, *OF_A_PI), installed=(*NEEDED, "python3-picamera2", "python3-numpy"))
    assert InstallPackages().do()
    assert fetched(machine) == ["python3-opencv", "python3-lgpio"]
    assert not InstallPackages().do()


def test_a_card_that_was_just_written_is_asked_only_after_it_knows_its_archive(machine: Path) -> None:
    has(machine, offered=(*NEEDED, *OF_A_PI), installed=NEEDED, lists=False)
    assert InstallPackages().do()
    assert fetched(machine) == [*OF_A_PI]


def test_where_picamera2_is_not_offered_the_libraries_come_from_elsewhere(machine: Path) -> None:
    has(machine, offered=(*NEEDED, "python3-opencv", "python3-numpy"), installed=("python3",))
    assert InstallPackages().do()
    assert fetched(machine) == ["python3-venv", "avahi-daemon"]


def test_where_everything_is_there_nothing_is_fetched(machine: Path) -> None:
    has(machine, offered=(*NEEDED, *OF_A_PI), installed=(*NEEDED, *OF_A_PI))
    assert not InstallPackages().do()
    assert not (machine / "asked").exists()


class Time:
    """Goes on while somebody sleeps, and not otherwise."""

    def __init__(self) -> None:
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def updates_fail(machine: Path, *faults: str) -> None:
    has(machine, offered=(*NEEDED, *OF_A_PI), installed=NEEDED, lists=False)
    (machine / "faults").write_text("".join(f"{fault}\n" for fault in faults), encoding="utf-8")


def test_a_fresh_system_that_updates_itself_is_waited_for(machine: Path) -> None:
    updates_fail(machine, *[LOCKED] * 4)
    time = Time()
    assert InstallPackages(time.clock, time.sleep).do()
    assert fetched(machine) == [*OF_A_PI]
    assert 0 < time.now < 60


def test_after_ten_minutes_it_says_who_keeps_the_lists(machine: Path) -> None:
    updates_fail(machine, *[LOCKED] * 1000)
    time = Time()
    with pytest.raises(StepError, match="held by process 811"):
        InstallPackages(time.clock, time.sleep).do()
    assert time.now == pytest.approx(600, abs=10)


def test_an_archive_that_is_not_reached_is_said_at_once(machine: Path) -> None:
    updates_fail(machine, "E: Temporary failure resolving 'archive.example'")
    time = Time()
    with pytest.raises(StepError, match="Temporary failure resolving"):
        InstallPackages(time.clock, time.sleep).do()
    assert time.now == 0
