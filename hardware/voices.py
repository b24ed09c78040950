"""The programs that can speak here, and how each is asked to."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware import softer

Commands = Sequence[Sequence[str]]
"""What to run, the output of each going into the next; the sentence goes into the first."""

_WORDS_A_MINUTE: Final = "160"


def commands_for(language: str, volume: float, piper_voice: Path | None = None) -> Commands | None:
    """None where nothing that speaks is installed. A voice of piper's has its own language."""
    loud = max(0.0, min(1.0, volume))
    if piper_voice is not None and why_piper_cannot_speak(piper_voice) is None:
        return _piper(piper_voice, hertz_of(piper_voice) or 0, loud)
    if shutil.which("espeak-ng"):
        return (
            ("espeak-ng", "-v", language, "-s", _WORDS_A_MINUTE, "-a", str(round(200 * loud)), "--stdin"),
        )
    return None


def why_piper_cannot_speak(voice: Path) -> str | None:
    """With its cure; None where it can."""
    if piper_program() is None:
        return "piper is not installed (`pip install piper-tts`, and its folder in the PATH)"
    if not shutil.which("aplay"):
        return "aplay, which plays it, is missing: sudo apt install alsa-utils"
    if (lack := _why_unread(voice)) is not None:
        return lack
    if hertz_of(voice) is None:
        return f"{_beside(voice)} is missing or damaged: it belongs to the voice"
    return None


def _why_unread(voice: Path) -> str | None:
    try:
        with voice.open("rb"):
            return None
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return f"its voice {voice} is not there"
    except IsADirectoryError:
        return f"its voice {voice} is a folder: the file in it is meant"
    except OSError as fault:
        return f"its voice {voice} may not be read ({fault.strerror}): move it where the companion may look"


def hertz_of(voice: Path) -> int | None:
    """Samples a second, from the file that comes with each voice: the small ones, made for a Pi, have fewer.

    None where it does not tell.
    """
    try:
        told = json.loads(_beside(voice).read_text(encoding="utf-8"))
        hertz = told["audio"]["sample_rate"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return hertz if type(hertz) is int and hertz > 0 else None


def _piper(voice: Path, hertz: int, loud: float) -> Commands:
    speaks = (piper_program() or "piper", "--model", str(voice), "--output-raw")
    quieter = (sys.executable, "-I", "-S", str(Path(softer.__file__)), f"{loud:.3f}")
    plays = ("aplay", "-q", "-r", str(hertz), "-f", "S16_LE", "-t", "raw", "-")
    return (speaks, plays) if loud >= 1 else (speaks, quieter, plays)


def piper_program() -> str | None:
    """In the PATH, or in the environment that this program runs in."""
    return shutil.which("piper") or shutil.which("piper", path=str(Path(sys.executable).parent))


def _beside(voice: Path) -> Path:
    return voice.with_name(voice.name + ".json")
