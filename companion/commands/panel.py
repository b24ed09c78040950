"""`himiki panel`: try every wired part, darken it, or draw how it is wired."""

import argparse
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from companion.config.place import config_path
from companion.config.reading import ConfigError, read_config
from companion.config.settings import Config
from hardware.buttons import Buttons, Press
from hardware.buzzer import Buzzer
from hardware.drawing import drawing_of
from hardware.pins import header
from hardware.trial import PAUSE, walk
from hardware.tunes import TUNES
from hardware.wired import Closing, darken, lights_in
from hardware.wiring import PROPOSED

_BUTTONS_FOR: Final = 20.0
"""Seconds in which buttons are listened to."""

Reached = TypeVar("Reached", bound=Closing)

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
            return _Trial(config, options.pause, closing).run()
    except OSError as error:
        # A wire that is torn in the middle of it.
        return _unreachable(error)


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


class _Trial:
    """Part after part; one that cannot be reached is named, and keeps nobody from trying the others."""

    def __init__(self, config: Config, pause: float, closing: ExitStack) -> None:
        self.config, self.pause, self._closing = config, pause, closing
        self._waiting = threading.Event()
        self._unreachable: list[str] = []

    def run(self) -> int:
        self._lights()
        self._tunes()
        _speak(self.config, self._closing)
        self._buttons()
        return 1 if self._unreachable else 0

    def _reached(self, reach: Callable[[], Reached]) -> Reached | None:
        try:
            part = reach()
        except OSError as fault:
            if str(fault) not in self._unreachable:
                self._unreachable.append(str(fault))
                _unreachable(fault)
            return None
        self._closing.callback(part.close)
        return part

    def _lights(self) -> None:
        parts = [part for reach in lights_in(self.config.panel) if (part := self._reached(reach)) is not None]
        for told, lights in walk(self.config.panel) if parts else ():
            print(told, flush=True)
            for part in parts:
                part.show(lights)
            self._waiting.wait(self.pause)

    def _tunes(self) -> None:
        if (pin := self.config.panel.buzzer) is None:
            return
        volume = self.config.sound.volume
        buzzer = self._reached(lambda: Buzzer(pin, volume=volume, pin_factory=header()))
        if buzzer is None:
            return
        for tune in TUNES:
            print(f"tune: {tune.name}", flush=True)
            buzzer.play(tune)
            buzzer.wait(5)

    def _buttons(self) -> None:
        wiring = self.config.panel
        if wiring.has_buttons and self._reached(lambda: Buttons(wiring, _name, pin_factory=header())):
            print(f"press every button, and hold it once ({_BUTTONS_FOR:.0f} s)", flush=True)
            self._waiting.wait(_BUTTONS_FOR if self.pause else 0)


def _speak(config: Config, closing: ExitStack) -> None:
    """In the language of the table. What is not well with it is said by `himiki doctor`, and in a warning."""
    from companion import games
    from companion.games.events import BoardFound
    from companion.panel.parts import language_of, voice_for

    name = games.usual()
    voice = voice_for(config.sound, language_of(config))
    telling = games.showing_of(name).telling(language_of(config))
    sentence = telling.tell(games.play_of(name).usual(), BoardFound(t=0.0))
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
