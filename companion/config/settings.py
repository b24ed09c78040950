"""Everything that can be configured, with its defaults. `docs/himiki.toml` shows the same to people."""

import re
from dataclasses import dataclass, field
from datetime import time
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from companion.broker.places import fault_in
from companion.words.languages import LANGUAGES
from hardware.quiet import QuietHours
from hardware.wiring import Wiring, faults
from vision.source_kinds import CAMERAS, NONE, SIM

_AUTO: Final = "auto"
_SIM: Final = re.compile(f"{SIM}(:[a-z]+)?")


@dataclass(frozen=True, slots=True)
class TableSettings:
    name: str = "himiki"
    """How the table is called on the network: `himiki` answers at http://himiki.local. A club has several."""
    language: str = "auto"
    """Of the voice at the table and of texts without a phone: en, fr, it, de, es, nl, or auto."""
    edition: str = "second"

    def faults(self) -> list[str]:
        found = []
        if not (0 < len(self.name) <= 63 and _is_label(self.name)):
            found.append("name takes letters, digits and hyphens, at most 63, none of the hyphens at an end")
        found += _choice("language", self.language, ("auto", *LANGUAGES))
        return found + _choice("edition", self.edition, ("second", "first"))


@dataclass(frozen=True, slots=True)
class CameraSettings:
    source: str = "auto"
    """auto takes the best camera that is there; else picamera, usb:0, sim, none, or a file or folder."""
    profile: str = ""
    """The folder that calibration wrote; empty: the one in the state folder."""

    def faults(self) -> list[str]:
        if not self.source:
            return ["source is empty: auto takes the best camera"]
        camera = self.source in (_AUTO, NONE) or any(kind.names(self.source) for kind in CAMERAS)
        if camera or _SIM.fullmatch(self.source) or "/" in self.source:
            return []
        known = (_AUTO, *(kind.shown for kind in CAMERAS), SIM, NONE)
        near = get_close_matches(self.source.lower(), known, n=1)
        meant = f": did you mean {near[0]}?" if near else ""
        return [f"source is {', '.join(known)} or a path with a /, not '{self.source}'{meant}"]


@dataclass(frozen=True, slots=True)
class WebSettings:
    host: str = "0.0.0.0"
    """Where the page answers: 0.0.0.0 for every phone at home, 127.0.0.1 for this machine only."""
    port: int = 8080
    tls: bool = False
    """A certificate of the table's own: phones warn once, then can install the page as an app."""

    def faults(self) -> list[str]:
        found = [] if 0 <= self.port <= 65535 else [f"port is 0 to 65535, not {self.port}"]
        if not self.host or any(each.isspace() for each in self.host):
            found.append(f"host is an address of this machine, or 0.0.0.0 for all, not '{self.host}'")
        return found


@dataclass(frozen=True, slots=True)
class SoundSettings:
    volume: float = 0.6
    """Of the buzzer and the voice, 0 to 1."""
    voice: bool = False
    """Speak at the table, where espeak-ng or piper is installed."""
    piper: str = ""
    """The voice file of piper; empty: espeak-ng speaks."""
    quiet_from: time | None = None
    """Nothing sounds from here …"""
    quiet_until: time | None = None
    """… until here."""

    def faults(self) -> list[str]:
        found = [] if 0 <= self.volume <= 1 else [f"volume is 0 to 1, not {self.volume}"]
        if (self.quiet_from is None) != (self.quiet_until is None):
            found.append("quiet_from and quiet_until go together: give both or none")
        if self.quiet_from is not None and self.quiet_from == self.quiet_until:
            found.append("quiet_from and quiet_until are the same: no hour would be quiet")
        return found

    @property
    def quiet(self) -> QuietHours | None:
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return QuietHours(self.quiet_from, self.quiet_until)


@dataclass(frozen=True, slots=True)
class BackupSettings:
    folder: str = ""
    """Where a back-up is written every day, the last seven of which stay: a folder, or a USB stick's; empty:
    none is."""

    def faults(self) -> list[str]:
        if not self.folder or Path(self.folder).is_absolute():
            return []
        return [f"folder is a path from / on, not '{self.folder}'"]


@dataclass(frozen=True, slots=True)
class ClipSettings:
    record: bool = True
    """Keep pictures of the board around every move and violation, so that the table can show them; the page's
    settings switch it too."""
    seconds: int = 20
    """In memory."""
    megabytes: int = 200
    """On the disk, for all games: the oldest go first."""
    watchers: bool = False
    """Whether the overlay's key, which only watches, may see them without the PIN."""

    def faults(self) -> list[str]:
        found = [] if 5 <= self.seconds <= 60 else [f"seconds is 5 to 60, not {self.seconds}"]
        if not 10 <= self.megabytes <= 100_000:
            found.append(f"megabytes is 10 to 100000, not {self.megabytes}")
        return found


@dataclass(frozen=True, slots=True)
class BrokerSettings:
    url: str = ""
    """mqtt://HOST:1883 or mqtts://HOST:8883; empty: this table is on no broker."""
    club: str = ""
    table: str = ""
    """The table's name in the club; empty: the one that it has on the network."""
    user: str = ""
    password_file: str = ""
    ca_file: str = ""
    """Who vouches for a broker that has made its own certificate."""
    commands: bool = False
    """Whether the club's hall may begin games here and decide."""
    picture: bool = False
    """Whether a house that listens at the broker is shown what the camera sees."""

    def faults(self) -> list[str]:
        if not self.url:
            return []
        found = []
        if not re.fullmatch(r"mqtts?://[^\s/]+/?", self.url):
            found.append(f"url is mqtt://HOST:1883 or mqtts://HOST:8883, not '{self.url}'")
        found += filter(None, (fault_in("club", self.club), self.table and fault_in("table", self.table)))
        for name in ("password_file", "ca_file"):
            path = getattr(self, name)
            if path and not Path(path).is_absolute():
                found.append(f"{name} is a path from / on, not '{path}'")
        return found


@dataclass(frozen=True, slots=True)
class Config:
    table: TableSettings = field(default_factory=TableSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    web: WebSettings = field(default_factory=WebSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    backup: BackupSettings = field(default_factory=BackupSettings)
    clips: ClipSettings = field(default_factory=ClipSettings)
    broker: BrokerSettings = field(default_factory=BrokerSettings)
    panel: Wiring = field(default_factory=Wiring)

    def faults(self) -> list[str]:
        """Wrong values, each with its place."""
        sections = ("table", "camera", "web", "sound", "backup", "clips", "broker")
        found = [f"[{name}] {fault}" for name in sections for fault in getattr(self, name).faults()]
        return found + [f"[panel] {fault}" for fault in faults(self.panel)]


def _choice(name: str, value: str, choices: tuple[str, ...]) -> list[str]:
    return [] if value in choices else [f"{name} is one of {', '.join(choices)}, not '{value}'"]


def _is_label(text: str) -> bool:
    plain = text.replace("-", "")
    return plain.isascii() and plain.isalnum() and not (text.startswith("-") or text.endswith("-"))
