"""`himiki panel`: try every wired part, darken it, or draw how it is wired."""

import argparse
import sys
import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.config.place import config_path
from companion.config.reading import ConfigError, read_config
from companion.config.settings import Config
from hardware.buttons import Buttons, Press
from hardware.buzzer import Buzzer
from hardware.drawing import drawing_of
from hardware.pins import header
from hardware.trial import PAUSE, walk
from hardware.tunes import TUNES
from hardware.wired import Part, darken, lights_in
from hardware.wiring import PROPOSED

_BUTTONS_FOR: Final = 20.0
"""Seconds in which buttons are listened to."""

_LONGEST_PAUSE: Final = 60.0
_LONGEST_SENTENCE: Final = 30.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=["test", "dark", "wiring"],
        help="test: light every part in turn, play every tune, speak, name every button; dark: everything"
        " off, after a companion that could not do so itself; wiring: draw it as SVG",
    )
    parser.add_argument("-o", "--out", type=Path, metavar="FILE.svg", help="for wiring: where it is drawn")
    parser.add_argument("--proposed", action="store_true", help="for wiring: the proposed layout, not yours")
    parser.add_argument(
        "--pause", type=_seconds, default=PAUSE, metavar="S", help=f"between lights ({PAUSE})"
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds from 0 to {_LONGEST_PAUSE:.0f}")
    return seconds


def run(options: argparse.Namespace) -> int:
    try:
        config = read_config(config_path())
    except ConfigError as error:
        return _refused(error, 1)
    if options.what == "wiring":
        return _draw(replace(config, panel=PROPOSED) if options.proposed else config, options.out)
    if options.what == "dark":
        return max((_unreachable(each) for each in darken(config.panel)), default=0)
    if config.panel.empty and not config.sound.voice:
        return _refused(f"nothing is wired: say in {config_path()} under [panel] what is (docs/wiring.md)", 1)
    try:
        with ExitStack() as closing:
            _try(config, lights_in(config.panel, closing), options.pause, closing)
    except OSError as error:
        return _unreachable(error)
    return 0


def _draw(config: Config, out: Path | None) -> int:
    text = drawing_of(config.panel)
    if out is None:
        print(text, end="")
        return 0
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        return _refused(f"{out} cannot be written ({error.strerror})", 2)
    return 0


def _try(config: Config, parts: list[Part], pause: float, closing: ExitStack) -> None:
    wiring = config.panel
    waiting = threading.Event()
    for told, lights in walk(wiring) if parts else ():
        print(told, flush=True)
        for part in parts:
            part.show(lights)
        waiting.wait(pause)
    if wiring.buzzer is not None:
        buzzer = Buzzer(wiring.buzzer, volume=config.sound.volume, pin_factory=header())
        closing.callback(buzzer.close)
        for tune in TUNES:
            print(f"tune: {tune.name}", flush=True)
            buzzer.play(tune)
            buzzer.wait(5)
    _speak(config, closing)
    if wiring.has_buttons:
        print(f"press every button, and hold it once ({_BUTTONS_FOR:.0f} s)", flush=True)
        buttons = Buttons(wiring, _name, pin_factory=header())
        closing.callback(buttons.close)
        waiting.wait(_BUTTONS_FOR if pause else 0)


def _speak(config: Config, closing: ExitStack) -> None:
    """In the language of the table. What is not well with it is said by `himiki doctor`, and in a warning."""
    from companion.panel_parts import language_of, voice_for
    from companion.referee.events import BoardFound
    from companion.referee.game import Game
    from companion.rules.variant import Variant
    from companion.telling import Teller

    voice = voice_for(config.sound, language_of(config))
    sentence = Teller(Game(Variant()), language_of(config)).tell(BoardFound(t=0.0))
    if voice is not None and sentence is not None:
        closing.callback(voice.close)
        print(f"voice: {sentence}", flush=True)
        voice.say(sentence)
        voice.wait(_LONGEST_SENTENCE)


def _name(press: Press) -> None:
    print(f"button: {press.value}", flush=True)


def _unreachable(fault: object) -> int:
    held = " (stop a companion that runs: sudo systemctl stop himiki)" if "busy" in str(fault) else ""
    return _refused(f"{fault}{held}: see `himiki doctor`", 1)


def _refused(text: object, status: int) -> int:
    print(f"himiki panel: {text}", file=sys.stderr)
    return status
