"""The voice at the table: espeak-ng itself, its sound written to a file or sent to no loudspeaker at all."""

import shutil
import subprocess
import time
import wave
from pathlib import Path

import numpy as np
import pytest

from companion.games.himiki.telling import Teller
from companion.words.languages import LANGUAGES
from hardware import speaker as speaking
from hardware.speaker import Speaker
from hardware.voices import Commands, commands_for
from tests.test_telling import DUEL, MINDLOCK, MUK_YAN, ONE_OF_EACH

pytestmark = pytest.mark.voice

SENTENCE = {
    "en": "Black must tilt.",
    "fr": "Noir doit basculer.",
    "it": "Il nero deve ribaltare.",
    "de": "Schwarz muss kippen.",
    "es": "Negro debe volcar.",
    "nl": "Zwart moet kantelen.",
}


def espeak(language: str, volume: float = 0.6) -> tuple[str, ...]:
    commands = commands_for(language, volume)
    assert commands is not None
    return tuple(commands[0])


@pytest.fixture
def no_loudspeaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """ALSA's configuration, naming a card that is not there."""
    return _alsa(tmp_path, monkeypatch, "type hw card 31")


@pytest.fixture
def any_loudspeaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One that takes every sound and makes none."""
    return _alsa(tmp_path, monkeypatch, "type null")


def _alsa(folder: Path, monkeypatch: pytest.MonkeyPatch, card: str) -> Path:
    path = folder / "asound.conf"
    path.write_text(f"pcm.!default {{ {card} }}\n", encoding="ascii")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(path))
    monkeypatch.setenv("PULSE_SERVER", str(folder / "none"))
    return path


def said(commands: Commands, *sentences: str) -> None:
    speaker = Speaker(commands)
    for sentence in sentences:
        speaker.say(sentence)
        assert speaker.wait(60)
    speaker.close()


def sound(path: Path) -> np.ndarray:
    with wave.open(str(path)) as told:
        return np.frombuffer(told.readframes(told.getnframes()), np.int16).astype(float)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_announcement_is_spoken_in_every_language(
    language: str, any_loudspeaker: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert any_loudspeaker.is_file()
    teller = Teller(DUEL, language)
    sentences = {teller.tell(event) for event in ONE_OF_EACH}
    sentences |= {Teller(game, language).tell(ONE_OF_EACH[-3]) for game in (MUK_YAN, MINDLOCK)}
    said((espeak(language),), *(sentence for sentence in sentences if sentence))
    assert caplog.messages == []


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_language_is_spoken_by_its_own_voice(language: str, tmp_path: Path) -> None:
    """The same digits sound otherwise in each of the six, and a sentence lasts as long as one should."""
    out = tmp_path / "said.wav"
    said(((*espeak(language), "-w", str(out)),), SENTENCE[language])
    assert 0.8 < len(sound(out)) / 22050 < 4
    spoken = {other: _sounds(other, "4 5 8") for other in LANGUAGES}
    assert len(set(spoken.values())) == len(LANGUAGES)


def _sounds(language: str, text: str) -> str:
    command = ("espeak-ng", "-v", language, "-q", "--ipa", text)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_volume_is_heard(tmp_path: Path) -> None:
    loudness = []
    for volume in (0.0, 0.2, 0.6, 1.0):
        out = tmp_path / f"{volume}.wav"
        said(((*espeak("en", volume), "-w", str(out)),), SENTENCE["en"])
        loudness.append(float(np.abs(sound(out)).mean()))
    assert loudness[0] == 0
    assert loudness == sorted(set(loudness))


@pytest.mark.pace
def test_nobody_waits_while_it_speaks(any_loudspeaker: Path) -> None:
    assert any_loudspeaker.is_file()
    speaker = Speaker((espeak("de"),))
    began = time.monotonic()
    for _ in range(20):
        speaker.say(SENTENCE["de"], at_once=True)
    took = time.monotonic() - began
    assert speaker.wait(60)
    speaker.close()
    assert took < 2


def test_a_missing_loudspeaker_is_told_once(
    no_loudspeaker: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """espeak-ng itself ends as if all were well. Told again only after something was heard in between."""
    speaker = Speaker((espeak("fr"),))
    for _ in range(3):
        speaker.say(SENTENCE["fr"])
        assert speaker.wait(60)
    assert len(caplog.messages) == 1
    assert "connect a loudspeaker" in caplog.messages[0]
    no_loudspeaker.write_text("pcm.!default { type null }\n", encoding="ascii")
    speaker.say(SENTENCE["fr"])
    assert speaker.wait(60)
    assert len(caplog.messages) == 1
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/dev/null")
    speaker.say(SENTENCE["fr"])
    assert speaker.wait(60)
    speaker.close()
    assert len(caplog.messages) == 2


def test_a_voice_that_is_cut_off_is_no_fault(any_loudspeaker: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert any_loudspeaker.is_file()
    speaker = Speaker((espeak("it"),))
    for _ in range(8):
        speaker.say(SENTENCE["it"] * 20, at_once=True)
        time.sleep(0.02)
    speaker.close()
    assert caplog.messages == []


def test_a_voice_that_comes_to_no_end_is_cut_off_and_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaking, "_LONGEST", 0.3)
    speaker = Speaker((("sleep", "600"),))
    speaker.say("anything")
    assert speaker.wait(20)
    speaker.close()
    assert "does not come to an end" in caplog.messages[0]


def test_a_program_that_goes_on_after_the_last_one_has_ended_is_cut_off_too(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As piper could, when what plays it has ended: the next sentence must not wait for it."""
    monkeypatch.setattr(speaking, "_LONGEST", 0.3)
    speaker = Speaker((("sleep", "600"), ("true",)))
    speaker.say("anything")
    assert speaker.wait(20)
    speaker.close()
    assert "does not come to an end" in caplog.messages[0]


def test_in_quiet_hours_espeak_is_not_started(tmp_path: Path) -> None:
    out = tmp_path / "said.wav"
    speaker = Speaker(((*espeak("nl"), "-w", str(out)),), quiet=lambda: True)
    speaker.say(SENTENCE["nl"])
    assert speaker.wait(20)
    speaker.close()
    assert not out.exists()


def test_espeak_is_what_speaks_here() -> None:
    assert shutil.which(espeak("en")[0])
