"""The steps of installing and of removing, from what the machine is like. Nothing is done here."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from companion.appliance.layout import (
    COMMAND,
    CONFIGURATION,
    CURRENT,
    ENABLED,
    HALL,
    HOME,
    RELEASES,
    STARTED,
    STATE,
    UNIT_NAMES,
    UNITS,
    USER,
)
from companion.appliance.machine import Machine, is_in, is_owned
from companion.appliance.naming import ANNOUNCED_ANEW, NameTable, naming, unnaming
from companion.appliance.packages import InstallPackages
from companion.appliance.release import CopyRelease, compiled, set_up
from companion.appliance.service import runs_as_installed
from companion.appliance.steps import AfterChanges, Inspection, InstallStep, Link, Remove, Run, Write
from companion.appliance.units import understood
from companion.config.place import SYSTEM

_AS_ITS_USER: Final = ("timeout", "90", "runuser", "-u", USER, "--")

KNOWN_SYSTEMS: Final = ("bookworm", "trixie")


def objections(machine: Machine, *, installing: bool = True) -> Iterator[str]:
    """Why it cannot be installed, or removed, here, each with what to do."""
    if not machine.root:
        yield "installing needs the rights of root: start it with sudo"
    if machine.debian not in KNOWN_SYSTEMS:
        yield (
            f"this is {machine.system}: the companion installs itself on Raspberry Pi OS or Debian "
            f"{' and '.join(KNOWN_SYSTEMS)}; elsewhere start it with ./himiki serve"
        )
    if not machine.wide:
        yield (
            "this system has 32 bits, and the libraries come ready-made for 64 only: "
            "write the 64-bit Raspberry Pi OS on the card"
        )
    if machine.person and installing:
        yield (
            f"{USER} is somebody's login here, and the service needs a user of that name for itself alone; "
            "nothing is done: give that person another login, or write the card anew with another one"
        )


def install_steps(machine: Machine, source: Path, release: str, name: str, port: int) -> list[InstallStep]:
    """`source` is the folder this program lies in, `release` the name of its new folder."""
    target = RELEASES / release
    example = (source / "docs" / "himiki.toml").read_text(encoding="utf-8")
    return [
        InstallStep("Packages of the system", (InstallPackages(),)),
        InstallStep("A user of its own, without a password", tuple(_user(machine))),
        InstallStep(
            "The program",
            (
                CopyRelease(source, target),
                set_up(target),
                compiled(target),
                Link(CURRENT, target),
                Link(COMMAND, CURRENT / "himiki"),
            ),
        ),
        InstallStep("The configuration", (Write(SYSTEM, example, keep=True), NameTable(SYSTEM, name))),
        InstallStep(f"Its name on the network: {name}.local", tuple(naming(machine, name, port))),
        # As its user, who needs the right to it, and before the companion has it for itself.
        InstallStep(
            "The camera, looked at",
            (Inspection((*_AS_ITS_USER, str(CURRENT / "himiki"), "doctor", "camera")),),
        ),
        InstallStep("Started with the machine", (*_units(machine, source), *_started(machine))),
    ]


def _user(machine: Machine) -> Iterator[Run]:
    create = ("useradd", "--system", "--home-dir", str(STATE), "--shell", "/usr/sbin/nologin", USER)
    yield Run(create, needed=lambda: not machine.user)
    if machine.groups:
        join = ("usermod", "--append", "--groups", ",".join(machine.groups), USER)
        yield Run(join, needed=lambda: not is_in(machine.groups, USER))
    owned = partial(is_owned, STATE, USER)
    yield Run(("install", "-d", "-o", USER, "-g", USER, "-m", "0700", str(STATE)), needed=lambda: not owned())
    # Its user may have made links there: they are given away themselves, and nothing that they lead to.
    yield Run(("chown", "-RPh", f"{USER}:{USER}", str(STATE)), needed=lambda: not owned())


def _units(machine: Machine, source: Path) -> Iterator[Write]:
    for unit in UNIT_NAMES:
        text = (source / "systemd" / unit).read_text(encoding="utf-8")
        yield Write(UNITS / unit, understood(text, machine.systemd_version))


def _started(machine: Machine) -> Iterator[Run | AfterChanges]:
    wanted = [UNITS / "multi-user.target.wants" / unit for unit in ENABLED]
    enable = Run(("systemctl", "enable", *ENABLED), needed=lambda: not all(map(Path.is_symlink, wanted)))
    if not machine.systemd:
        yield enable
        return
    yield AfterChanges(Run(("systemctl", "daemon-reload")))
    yield enable
    yield AfterChanges(Run(("systemctl", "restart", *STARTED)), needed=lambda: not runs_as_installed())
    # Where somebody has started it, and nowhere else.
    yield AfterChanges(Run(("systemctl", "try-restart", HALL)))
    yield ANNOUNCED_ANEW


def uninstall_steps(machine: Machine, *, games_too: bool) -> list[InstallStep]:
    stopped = [Run(("systemctl", "disable", *ENABLED, HALL), may_fail=True)]
    if machine.systemd:
        stopped.insert(0, Run(("systemctl", "stop", *UNIT_NAMES), may_fail=True))
    units = tuple(Remove(UNITS / unit) for unit in UNIT_NAMES)
    reload = (AfterChanges(Run(("systemctl", "daemon-reload"), may_fail=True)),) if machine.systemd else ()
    announced = (ANNOUNCED_ANEW,) if machine.systemd else ()
    steps = [
        InstallStep("Stopped, and no longer started", (*stopped, *units, *reload)),
        InstallStep("Its name on the network", (*unnaming(machine), *announced)),
        InstallStep(
            "The program and its configuration", (Remove(COMMAND), Remove(HOME), Remove(CONFIGURATION))
        ),
    ]
    if games_too:
        user = () if machine.person else (Run(("userdel", USER), needed=lambda: machine.user),)
        steps.append(InstallStep("The games, the profile and the user", (Remove(STATE), *user)))
    return steps
