"""`himiki panel`: try every wired part, or draw how it is wired."""

import argparse
import sys
import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.config.place import config_path
from companion.config.reading import ConfigError, read_config
from companion.config.settings import Config
from companion.panel import Part
from hardware.bar import LightBar
from hardware.buttons import Buttons, Press
from hardware.buzzer import Buzzer
from hardware.drawing import drawing_of
from hardware.panel import Panel
from hardware.trial import PAUSE, walk
from hardware.tunes import TUNES
from hardware.wiring import PROPOSED

_BUTTONS_FOR = 20.0
"""Seconds in which buttons are listened to."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=["test", "wiring"],
        help="test: light every part in turn, play every tune, name every button; wiring: draw it as SVG",
    )
    parser.add_argument("-o", "--out", type=Path, metavar="FILE.svg", help="for wiring: where it is drawn")
    parser.add_argument("--proposed", action="store_true", help="for wiring: the proposed layout, not yours")
    parser.add_argument("--pause", type=float, default=PAUSE, metavar="S", help=f"between lights ({PAUSE})")


def run(options: argparse.Namespace) -> int:
    try:
        config = read_config(config_path())
    except ConfigError as error:
        return _refused(error, 1)
    if options.what == "wiring":
        return _draw(replace(config, panel=PROPOSED) if options.proposed else config, options.out)
    if config.panel.empty:
        return _refused(f"nothing is wired: say in {config_path()} under [panel] what is (docs/wiring.md)", 1)
    try:
        _try(config, options.pause)
    except OSError as error:
        return _refused(f"{error} (see `himiki doctor`)", 1)
    except Exception as error:  # noqa: BLE001
        # gpiozero and the libraries below it raise classes of their own, of no common kind.
        return _refused(f"the pins cannot be used here ({error}): see `himiki doctor`", 1)
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


def _try(config: Config, pause: float) -> None:
    wiring = config.panel
    with ExitStack() as closing:
        parts: list[Part] = [Panel(wiring, rhythm=False)]
        closing.callback(parts[0].close)
        if wiring.bar is not None:
            bar = LightBar(wiring.bar)
            closing.callback(bar.close)
            parts.append(bar)
        waiting = threading.Event()
        for told, lights in walk(wiring):
            print(told, flush=True)
            for part in parts:
                part.show(lights)
            waiting.wait(pause)
        if wiring.buzzer is not None:
            buzzer = Buzzer(wiring.buzzer, volume=config.sound.volume)
            closing.callback(buzzer.close)
            for tune in TUNES:
                print(f"tune: {tune.name}", flush=True)
                buzzer.play(tune)
                buzzer.wait(5)
        if any(pin is not None for pin in (wiring.done, wiring.undo, wiring.roll)):
            print(f"press every button, and hold it once ({_BUTTONS_FOR:.0f} s)", flush=True)
            buttons = Buttons(wiring, _name)
            closing.callback(buttons.close)
            waiting.wait(_BUTTONS_FOR if pause else 0)


def _name(press: Press) -> None:
    print(f"button: {press.value}", flush=True)


def _refused(text: object, status: int) -> int:
    print(f"himiki panel: {text}", file=sys.stderr)
    return status
