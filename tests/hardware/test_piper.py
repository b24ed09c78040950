"""A voice of piper's: the programs around us are stand-ins that speak its command line, ours are real."""

import io
import json
import os
import pwd
import tempfile
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config.settings import SoundSettings
from companion.doctor import access
from companion.doctor.findings import Health
from companion.doctor.machine import voice as looked_at
from companion.panel.parts import voice_for
from hardware.softer import pour, softened
from hardware.speaker import Speaker
from hardware.voices import commands_for, why_piper_cannot_speak

PIPER = """#!/usr/bin/env python3
import argparse, sys
parser = argparse.ArgumentParser()
parser.add_argument("-m", "--model", required=True)
parser.add_argument("--output-raw", "--output_raw", action="store_true", required=True)
parser.parse_args()
for sentence in sys.stdin:
    sys.stdout.buffer.write(b"\\x00\\x40" * 8000)
"""
APLAY = """#!/bin/sh
echo "$@" > {folder}/asked
cat > {folder}/heard
"""


@pytest.fixture
def piper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small voice, as they are made for a Pi, and what plays it."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    programs(tmp_path)
    return voice_in(tmp_path)


def programs(folder: Path) -> None:
    for name, text in (("piper", PIPER), ("aplay", APLAY.format(folder=folder))):
        (folder / name).write_text(text, encoding="ascii")
        (folder / name).chmod(0o755)


def voice_in(folder: Path) -> Path:
    voice = folder / "de-low.onnx"
    voice.touch()
    beside(voice).write_text(json.dumps({"audio": {"sample_rate": 16000}}), encoding="ascii")
    return voice


def beside(voice: Path) -> Path:
    return voice.with_name(voice.name + ".json")


@pytest.mark.parametrize(("volume", "loudest"), [(1.0, 0x4000), (0.5, 0x2000), (0.0, 0)])
def test_a_sentence_is_heard_as_fast_and_as_loud_as_it_should_be(
    piper: Path, volume: float, loudest: int
) -> None:
    """A small voice has 16000 samples a second, and piper itself may know no volume."""
    commands = commands_for("de", volume, piper)
    assert commands is not None
    speaker = Speaker(commands)
    speaker.say("Schwarz muss kippen.")
    assert speaker.wait(60)
    speaker.close()
    assert "-r 16000 -f S16_LE" in (piper.parent / "asked").read_text(encoding="ascii")
    heard = array("h", (piper.parent / "heard").read_bytes())
    assert (len(heard), max(heard)) == (8000, loudest)


def test_sound_made_softer_keeps_its_length_and_its_sign() -> None:
    assert array("h", softened(array("h", [32767, -32768, 0, 100]).tobytes(), 0.5)).tolist() == [
        16384,
        -16384,
        0,
        50,
    ]
    poured = io.BytesIO()
    pour(io.BytesIO(bytes(10_001)), poured, 0.3)
    assert len(poured.getvalue()) == 10_000


@pytest.mark.parametrize(
    ("missing", "cure"), [("piper", "piper-tts"), ("aplay", "alsa-utils"), ("de-low.onnx", "is not there")]
)
def test_what_piper_lacks_is_named_and_espeak_speaks_in_its_place(
    piper: Path, missing: str, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = piper.parent
    monkeypatch.setenv("PATH", str(folder))
    (folder / "espeak-ng").touch(0o755)
    cards = folder / "cards"
    cards.write_text(" 0 [Headphones]: bcm2835\n", encoding="ascii")
    sound = SoundSettings(voice=True, piper=str(piper))
    found = looked_at(sound, "de", cards)
    assert found is not None
    assert (found.health, found.seen) == (Health.WELL, "piper speaks")
    (folder / missing).unlink()
    assert cure in (why_piper_cannot_speak(piper) or "")
    commands = commands_for("de", 0.6, piper)
    assert commands is not None
    assert commands[0][0] == "espeak-ng"
    found = looked_at(sound, "de", cards)
    assert found is not None
    assert found.health is Health.NOTE
    assert cure in str(found)


@pytest.mark.parametrize("text", [None, "{", "[]", '{"audio": {}}', '{"audio": {"sample_rate": "fast"}}'])
def test_a_voice_whose_second_file_is_missing_or_damaged_does_not_speak(
    piper: Path, text: str | None
) -> None:
    beside(piper).unlink()
    if text is not None:
        beside(piper).write_text(text, encoding="ascii")
    assert "de-low.onnx.json" in (why_piper_cannot_speak(piper) or "")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that every user may look into, as pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.fixture
def closed_folder(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """With a voice that whoever runs the test may not read; root is somebody else meanwhile."""
    programs(open_folder)
    (open_folder / "espeak-ng").touch()
    (open_folder / "espeak-ng").chmod(0o755)
    monkeypatch.setenv("PATH", str(open_folder))
    closed = open_folder / "closed"
    closed.mkdir()
    voice_in(closed)
    closed.chmod(0)
    root = os.geteuid() == 0
    if root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    yield closed
    if root:
        os.seteuid(0)
    closed.chmod(0o755)


def test_a_companion_whose_voice_may_not_be_read_starts_and_says_so(
    closed_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    speaker = voice_for(SoundSettings(voice=True, piper=str(closed_folder / "de-low.onnx")), "de")
    assert speaker is not None
    speaker.close()
    (told,) = caplog.messages
    assert f"its voice {closed_folder}/de-low.onnx may not be read (Permission denied)" in told


def test_a_folder_is_no_voice(piper: Path) -> None:
    assert "is a folder: the file in it is meant" in (why_piper_cannot_speak(piper.parent) or "")


def test_an_installed_companion_sees_neither_a_voice_nor_piper_itself_in_a_home(
    piper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks does, and root sees everybody's."""
    cards = piper.parent / "cards"
    cards.write_text(" 0 [Headphones]: bcm2835\n", encoding="ascii")
    home = piper.parent / "home"
    home.mkdir()
    monkeypatch.setattr(access, "HOMES", (home,))

    def told(voice: Path, *, installed: bool) -> str:
        return str(looked_at(SoundSettings(voice=True, piper=str(voice)), "de", cards, installed=installed))

    assert told(piper, installed=True) == "ok    voice       piper speaks"
    at_home = voice_in(home)
    assert told(at_home, installed=True).startswith(f"BAD   voice       {at_home} lies in a home")
    assert "move it to /var/lib/himiki" in told(at_home, installed=True)
    (piper.parent / "piper").rename(home / "piper")
    (piper.parent / "piper").symlink_to(home / "piper")
    assert told(piper, installed=True).startswith("BAD   voice ")
    assert f"piper is {home}/piper" in told(piper, installed=True)
    assert "/opt/piper" in told(piper, installed=True)
    assert {told(each, installed=False) for each in (piper, at_home)} == {"ok    voice       piper speaks"}
