"""Which of the parts that the configuration names can be used here."""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from companion.config.settings import Config, SoundSettings
from companion.panel.table_panel import TablePanel
from companion.table import Table
from hardware.bar import LightBar
from hardware.buttons import Buttons
from hardware.buzzer import Buzzer
from hardware.panel import Panel
from hardware.pins import Header, PinsError, header
from hardware.speaker import Speaker
from hardware.voices import commands_for, why_piper_cannot_speak
from hardware.wired import Part
from hardware.wiring import Wiring

_log = logging.getLogger(__name__)


class Closable(Protocol):
    def close(self) -> None: ...


Made = TypeVar("Made", bound=Closable)


def panel_for(table: Table, config: Config, closing: ExitStack) -> TablePanel | None:
    """Whatever of the configuration can be used here. What cannot is said, and left out."""
    wiring, sound = config.panel, config.sound
    quiet = quiet_now(sound)
    opened = partial(_opened, closing)
    parts: list[Part] = []
    buzzer = None
    pins = _pins(wiring)
    if pins is not None and wiring.has_lights:
        panel = opened("lights", lambda: Panel(wiring, pin_factory=pins))
        parts += [panel] if panel is not None else []
    if pins is not None and (pin := wiring.buzzer) is not None:
        buzzer = opened("buzzer", lambda: Buzzer(pin, volume=sound.volume, quiet=quiet, pin_factory=pins))
    if (string := wiring.bar) is not None:
        bar = opened("bar of lights", lambda: LightBar(string))
        parts += [bar] if bar is not None else []
    language = language_of(config)
    voice = voice_for(sound, language, quiet)
    if voice is not None:
        closing.callback(voice.close)
    answers = pins is not None and wiring.done is not None and wiring.undo is not None
    following = TablePanel(table, parts, buzzer, voice, language=language, answers=answers)
    buttons = None
    if pins is not None and wiring.has_buttons:
        buttons = opened("buttons", lambda: Buttons(wiring, following.press, pin_factory=pins))
    if parts or buzzer or voice or buttons:
        return following
    following.stop()
    return None


def _pins(wiring: Wiring) -> Header | None:
    if not wiring.has_pins:
        return None
    try:
        return header()
    except PinsError as fault:
        _say("lights, buzzer and buttons", fault)
        return None


def language_of(config: Config) -> str:
    """At the table there is no phone that asks for another one than English."""
    return "en" if config.table.language == "auto" else config.table.language


def quiet_now(sound: SoundSettings) -> Callable[[], bool]:
    """Whether nothing is to sound, at the moment of asking."""
    hours = sound.quiet
    # Quiet hours are those of the clock on the wall.
    return lambda: hours is not None and hours.at(datetime.now().time())  # noqa: DTZ005


def voice_for(
    sound: SoundSettings, language: str, quiet: Callable[[], bool] = lambda: False
) -> Speaker | None:
    if not sound.voice:
        return None
    piper = Path(sound.piper) if sound.piper else None
    if piper is not None and (lack := why_piper_cannot_speak(piper)):
        _log.warning("piper does not speak: %s", lack)
    commands = commands_for(language, sound.volume, piper)
    if commands is None:
        _log.warning("no voice here: sudo apt install espeak-ng")
        return None
    return Speaker(commands, quiet=quiet)


def _opened(closing: ExitStack, what: str, make: Callable[[], Made]) -> Made | None:
    try:
        part = make()
    except OSError as fault:
        _say(what, fault)
        return None
    closing.callback(part.close)
    return part


def _say(what: str, fault: OSError) -> None:
    _log.warning("%s cannot be used here (%s): see `himiki doctor`", what, fault)
