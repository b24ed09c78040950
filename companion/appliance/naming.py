"""What the table is called: in its configuration, by the machine itself, and to phones that look for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.appliance.layout import ANNOUNCEMENT, OLD_NAME
from companion.appliance.machine import Machine
from companion.appliance.steps import AfterChanges, InstallAction, Remove, Run, Write
from companion.config.renaming import with_name

_HOSTNAME: Final = Path("/etc/hostname")
_HOSTS: Final = Path("/etc/hosts")
_ITSELF: Final = "127.0.1.1"
"""Debian's address of a machine's own name."""
CLOUD_INIT: Final = Path("/etc/cloud/cloud.cfg.d")
CLOUD_FILE: Final = "99-himiki.cfg"
_KEEP_NAME: Final = """\
# `himiki install` names this machine, and cloud-init would put its first name back at every boot.
preserve_hostname: true
"""

ANNOUNCED_ANEW: Final = AfterChanges(Run(("systemctl", "try-restart", "avahi-daemon.service"), may_fail=True))
"""Avahi learns the machine's name at its start only."""

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


@dataclass(frozen=True, slots=True)
class NameTable:
    """The table's name in its configuration; whatever else people wrote there stays as it is."""

    path: Path
    name: str

    def shown(self) -> str:
        return f'name = "{self.name}" under [table] in {self.path}'

    def do(self) -> bool:
        return Write(self.path, with_name(self.path.read_text(encoding="utf-8"), self.name)).do()


def naming(machine: Machine, name: str, port: int) -> Iterator[InstallAction]:
    yield Write(OLD_NAME, machine.hostname + "\n", keep=True)
    yield from _renaming(machine, name)
    if CLOUD_INIT.is_dir():
        yield Write(CLOUD_INIT / CLOUD_FILE, _KEEP_NAME)
    yield Write(ANNOUNCEMENT, _ANNOUNCEMENT.format(port=port))


def unnaming(machine: Machine) -> Iterator[InstallAction]:
    if OLD_NAME.exists():
        yield from _renaming(machine, OLD_NAME.read_text(encoding="utf-8").strip())
    yield Remove(CLOUD_INIT / CLOUD_FILE)
    yield Remove(ANNOUNCEMENT)


def _renaming(machine: Machine, name: str) -> Iterator[InstallAction]:
    if machine.hostname == name:
        return
    yield Write(_HOSTNAME, name + "\n")
    if _HOSTS.exists():
        every = _HOSTS.read_text(encoding="utf-8").splitlines()
        lines = [line for line in every if line.split()[:1] != [_ITSELF]]
        yield Write(_HOSTS, "\n".join([*lines, f"{_ITSELF}\t{name}"]) + "\n")
    if machine.systemd:
        yield Run(("hostname", name), may_fail=True)
