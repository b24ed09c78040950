"""The steps of installing and of removing, from what the machine is like. Nothing is done here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.appliance.layout import (
    ANNOUNCEMENT,
    COMMAND,
    CONFIGURATION,
    CURRENT,
    ENABLED,
    HOME,
    OLD_NAME,
    RELEASES,
    STATE,
    UNIT_NAMES,
    UNITS,
    USER,
)
from companion.appliance.machine import Machine
from companion.appliance.packages import InstallPackages
from companion.appliance.steps import CopyRelease, Link, NameTable, Remove, Run, Step, Write

KNOWN_SYSTEMS: Final = ("bookworm", "trixie")

_ANNOUNCEMENT: Final = """<?xml version="1.0" standalone='no'?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">HI MI KI on %h</name>
  <service>
    <type>_http._tcp</type>
    <port>{port}</port>
  </service>
</service-group>
"""


def objections(machine: Machine) -> Iterator[str]:
    """Why it cannot be installed here, each with what to do."""
    if not machine.root:
        yield "installing needs the rights of root: start it with sudo"
    if machine.debian not in KNOWN_SYSTEMS:
        yield (
            f"this is {machine.system}: the companion installs itself on Raspberry Pi OS or Debian "
            f"{' and '.join(KNOWN_SYSTEMS)}; elsewhere start it with ./himiki serve"
        )


def install_steps(machine: Machine, source: Path, release: str, name: str, port: int) -> list[Step]:
    """`source` is the folder this program lies in, `release` the name of its new folder."""
    target = RELEASES / release
    configuration = CONFIGURATION / "himiki.toml"
    example = (source / "docs" / "himiki.toml").read_text(encoding="utf-8")
    steps = [
        Step("Packages of the system", (InstallPackages(),)),
        Step("A user of its own, without a password", tuple(_user(machine))),
        Step(
            "The program",
            (
                CopyRelease(source, target),
                Run((str(target / "himiki"), "config", "path")),
                Run(("python3", "-m", "compileall", "-q", str(target)), may_fail=True),
                Link(CURRENT, target),
                Link(COMMAND, CURRENT / "himiki"),
            ),
        ),
        Step("The configuration", (Write(configuration, example, keep=True), NameTable(configuration, name))),
        Step(
            f"Its name on the network: {name}.local",
            (
                Write(OLD_NAME, machine.hostname + "\n", keep=True),
                *_naming(machine.hostname, name),
                Write(ANNOUNCEMENT, _ANNOUNCEMENT.format(port=port)),
            ),
        ),
        Step("Started with the machine", (*_units(source), *_started(machine))),
    ]
    if machine.systemd:
        steps.append(Step("A look at what is there", (Run((str(COMMAND), "doctor"), may_fail=True),)))
    return steps


def _user(machine: Machine) -> Iterator[Run]:
    create = ("useradd", "--system", "--home-dir", str(STATE), "--shell", "/usr/sbin/nologin", USER)
    yield Run(create, needed=lambda: not machine.user)
    if machine.groups:
        yield Run(("usermod", "--append", "--groups", ",".join(machine.groups), USER))
    yield Run(("install", "-d", "-o", USER, "-g", USER, "-m", "0700", str(STATE)))
    yield Run(("chown", "-R", f"{USER}:{USER}", str(STATE)))


def _naming(before: str, name: str) -> Iterator[Run | Write]:
    if before == name:
        return
    hosts = Path("/etc/hosts")
    yield Write(Path("/etc/hostname"), name + "\n")
    if hosts.exists():
        lines = [line for line in hosts.read_text(encoding="utf-8").splitlines() if "127.0.1.1" not in line]
        yield Write(hosts, "\n".join([*lines, f"127.0.1.1\t{name}"]) + "\n")
    yield Run(("hostname", name), may_fail=True)


def _units(source: Path) -> Iterator[Write]:
    for unit in UNIT_NAMES:
        yield Write(UNITS / unit, (source / "systemd" / unit).read_text(encoding="utf-8"))


def _started(machine: Machine) -> Iterator[Run]:
    if not machine.systemd:
        yield Run(("systemctl", "enable", *ENABLED))
        return
    yield Run(("systemctl", "daemon-reload"))
    yield Run(("systemctl", "enable", *ENABLED))
    yield Run(("systemctl", "restart", *ENABLED))
    yield Run(("systemctl", "try-reload-or-restart", "avahi-daemon.service"), may_fail=True)


def uninstall_steps(machine: Machine, *, games_too: bool) -> list[Step]:
    stopped = [Run(("systemctl", "disable", *ENABLED), may_fail=True)]
    if machine.systemd:
        stopped.insert(0, Run(("systemctl", "stop", *UNIT_NAMES), may_fail=True))
    units = tuple(Remove(UNITS / unit) for unit in UNIT_NAMES)
    reload = (Run(("systemctl", "daemon-reload"), may_fail=True),) if machine.systemd else ()
    steps = [
        Step("Stopped, and no longer started", (*stopped, *units, *reload)),
        Step("Its name on the network", (*_unnaming(machine.hostname), Remove(ANNOUNCEMENT))),
        Step("The program and its configuration", (Remove(COMMAND), Remove(HOME), Remove(CONFIGURATION))),
    ]
    if games_too:
        gone = (Remove(STATE), Run(("userdel", USER), needed=lambda: machine.user))
        steps.append(Step("The games, the profile and the user", gone))
    return steps


def _unnaming(now: str) -> Iterator[Run | Write]:
    if OLD_NAME.exists():
        yield from _naming(now, OLD_NAME.read_text(encoding="utf-8").strip())
