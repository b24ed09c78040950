"""The units, as systemd itself judges them, and what the service tells systemd."""

import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.appliance.machine import GROUPS
from companion.appliance.notifying import Notifier, Watchdog
from companion.appliance.units import systemd_version, understood
from companion.web.server import MOST_CONNECTIONS, OTHER_FILES

UNITS = Path(__file__).parents[2] / "systemd"


@pytest.mark.systemd
@pytest.mark.parametrize(
    ("unit", "most"),
    [
        ("himiki.service", 2.0),
        ("himiki-hall.service", 1.4),
        ("himiki-power-off.service", 0.7),
        ("himiki-go-back.service", 1.4),
    ],
)
def test_a_unit_is_hardened(unit: str, most: float) -> None:
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNITS / unit)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    level = re.search(r"Overall exposure level for .*: ([0-9.]+)", told)
    assert level is not None
    assert float(level[1]) <= most


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.glob("*.service")))
def test_a_unit_is_bounded(unit: str) -> None:
    """By what a Zero 2 W has: 512 MB."""
    told = (UNITS / unit).read_text(encoding="utf-8")
    limits = dict(re.findall(r"^(LimitNOFILE|TasksMax|MemoryHigh)=(\d+)M?$", told, re.MULTILINE))
    assert limits.keys() == {"LimitNOFILE", "TasksMax", "MemoryHigh"}
    assert int(limits["MemoryHigh"]) <= 400


def test_the_service_may_open_as_many_files_as_its_door_lets_in_connections() -> None:
    told = (UNITS / "himiki.service").read_text(encoding="utf-8")
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", told, re.MULTILINE)
    assert int(files) >= MOST_CONNECTIONS + OTHER_FILES


@pytest.mark.systemd
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    """The program is named where it will be installed, so something that can run stands in its place."""
    for unit in UNITS.iterdir():
        text = understood(unit.read_text(encoding="utf-8"), systemd_version())
        text = re.sub("/opt/himiki/(current|previous)/himiki", "/bin/true", text)
        text = re.sub(r"^Documentation=.*\n", "", text, flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    about_ours = [line for line in told.stderr.splitlines() if "himiki" in line]
    assert about_ours == []


def test_the_service_is_started_again_for_ever_and_ever_more_slowly() -> None:
    lines = (UNITS / "himiki.service").read_text(encoding="utf-8").splitlines()
    restarts = ["Restart=always", "RestartSec=3", "RestartSteps=4", "RestartMaxDelaySec=20"]
    assert [line for line in lines if line.startswith("Restart") and "Directory" not in line] == restarts
    assert "StartLimitIntervalSec=0" in lines
    assert not any(line.startswith("StartLimitBurst") for line in lines)


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.iterdir()))
def test_an_older_systemd_gets_a_unit_without_the_two_lines_that_it_does_not_know(unit: str) -> None:
    text = (UNITS / unit).read_text(encoding="utf-8")
    assert understood(text, 254) == text
    left_out = set(text.splitlines()) - set(understood(text, 253).splitlines())
    back_off = {"RestartSteps=4", "RestartMaxDelaySec=20"}
    assert left_out == (back_off if unit == "himiki.service" else set())
    assert understood(text, 0) == understood(text, 253)


def test_a_systemd_that_is_not_there_is_taken_for_an_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert systemd_version() == 0
    (tmp_path / "systemctl").write_text("#!/bin/sh\necho 'systemd 257 (257.8-1~deb13u2)'\n", encoding="utf-8")
    (tmp_path / "systemctl").chmod(0o755)
    assert systemd_version() == 257


def test_every_relaxation_is_justified() -> None:
    """What usual hardening would set, and this unit cannot: the unit says why."""
    text = (UNITS / "himiki.service").read_text(encoding="utf-8")
    for left_out in ("MemoryDenyWriteExecute", "PrivateDevices=yes", "ProcSubset=pid"):
        assert f"# Not `{left_out}" in text


def test_camera_pins_bar_and_loudspeaker_are_let_in_and_nothing_else() -> None:
    lines = (UNITS / "himiki.service").read_text(encoding="utf-8").splitlines()
    assert "DevicePolicy=closed" in lines
    let_in = {
        line.removeprefix("DeviceAllow=").split()[0] for line in lines if line.startswith("DeviceAllow=")
    }
    camera = {"char-video4linux", "char-media", "char-dma_heap", "char-usb_device"}
    assert let_in == camera | {"char-gpiochip", "char-spi", "char-alsa"}
    assert {"video", "gpio", "spi", "audio"} <= set(GROUPS)


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(5)
        yield listener


def heard(systemd: socket.socket) -> str:
    return systemd.recv(1000).decode()


def test_systemd_is_told_when_the_page_answers(systemd: socket.socket) -> None:
    Notifier({"NOTIFY_SOCKET": systemd.getsockname()}).ready("http://himiki.local:8080")
    assert heard(systemd) == "READY=1\nSTATUS=http://himiki.local:8080"


def test_systemd_is_asked_for_more_time(systemd: socket.socket) -> None:
    Notifier({"NOTIFY_SOCKET": systemd.getsockname()}).takes(90, "learning")
    assert heard(systemd) == "EXTEND_TIMEOUT_USEC=90000000\nSTATUS=learning"


def test_without_systemd_nothing_is_told_and_nothing_fails(tmp_path: Path) -> None:
    Notifier({}).ready("x")
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "none")}).ready("x")
    assert Notifier({}).watchdog_seconds is None


def test_the_watchdog_is_fed_by_progress_only(systemd: socket.socket) -> None:
    environment = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "30000000"}
    notifier = Notifier(environment)
    assert notifier.watchdog_seconds == 30
    now, seen = 100.0, 90.0
    watchdog = Watchdog(notifier, lambda: seen, clock=lambda: now)
    assert watchdog.feed()
    assert heard(systemd) == "WATCHDOG=1"
    now = 106.0
    assert not watchdog.feed()


def test_a_watchdog_meant_for_another_process_is_left_alone() -> None:
    assert Notifier({"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"}).watchdog_seconds is None


def test_the_watchdog_feeds_until_it_is_stopped(systemd: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "30000"})
    watchdog = Watchdog(notifier, lambda: 0.0, clock=lambda: 0.0)
    watchdog.start()
    assert [heard(systemd), heard(systemd)] == ["WATCHDOG=1"] * 2
    watchdog.stop()
