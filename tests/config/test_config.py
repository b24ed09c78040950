"""The configuration: one file, every fault at once, and an example that stays true."""

import re
import tomllib
from dataclasses import fields, is_dataclass, replace
from datetime import time
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.config.place import config_path, state_folder
from companion.config.reading import ConfigError, parse_config, read_config
from companion.config.settings import Config
from companion.config.text import config_text
from hardware.quiet import QuietHours
from hardware.wiring import PROPOSED, Bar, Layout

EXAMPLE = Path(__file__).parents[2] / "docs" / "himiki.toml"


def faults_of(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        parse_config(text)
    return caught.value.faults


def uncommented(text: str) -> str:
    """The example with every setting in force."""
    return re.sub(r"^# (?=[a-z0-9_]+ = |\[)", "", text, flags=re.MULTILINE)


def names_in(kind: Any, place: str = "") -> set[str]:
    names = set()
    for each in fields(kind):
        value = getattr(kind, each.name)
        if is_dataclass(value):
            names |= names_in(value, f"{place}{each.name}.")
        else:
            names.add(f"{place}{each.name}")
    return names


def keys_of(table: dict[str, Any], place: str = "") -> set[str]:
    keys = set()
    for name, value in table.items():
        keys |= keys_of(value, f"{place}{name}.") if isinstance(value, dict) else {f"{place}{name}"}
    return keys


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert read_config(tmp_path / "none.toml") == Config()


def test_the_example_as_it_stands_changes_nothing() -> None:
    assert read_config(EXAMPLE) == Config()


def test_the_example_shows_every_setting_there_is_and_no_other() -> None:
    shown = keys_of(tomllib.loads(uncommented(EXAMPLE.read_text(encoding="utf-8"))))
    everything = replace(Config(), panel=replace(PROPOSED, bar=Bar()))
    assert shown == names_in(everything)


def test_the_examples_values_are_the_defaults_and_the_proposed_wiring() -> None:
    text = uncommented(EXAMPLE.read_text(encoding="utf-8"))
    text = text[: text.index("[panel.bar]")]
    config = parse_config(text)
    assert config.panel == PROPOSED
    assert config.sound.quiet == QuietHours(time(22), time(7))
    quiet = replace(config.sound, quiet_from=None, quiet_until=None)
    assert replace(config, panel=Config().panel, sound=quiet) == Config()


def test_all_faults_are_told_at_once_with_what_was_meant() -> None:
    assert faults_of('[tabel]\n[web]\nport = "x"\nhots = "a"\n[sound]\nvolume = true') == (
        "tabel is unknown: did you mean table?",
        "web.port is a whole number, not 'x'",
        "web.hots is unknown: did you mean host?",
        "sound.volume is a number, not True",
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("web = 3", "web is a section, [web], not 3"),
        ("[panel]\nreferee = 3", "panel.referee is a list in [brackets], not 3"),
        ('[panel]\nreferee = [1, "a", 2]', "panel.referee[1] is a whole number, not 'a'"),
        ('[panel.bar]\nlayout = "ring"', "panel.bar.layout is one of rows, serpentine, edge, not 'ring'"),
        ("[panel]\nreferee = [16, 20]", "[panel] referee takes 3 pins, not 2"),
        ("[panel]\nbuzzer = 28", "[panel] buzzer cannot be on pin 28: the header has GPIO 2 to 27"),
        ("[panel]\nbuzzer = 18\ndone = 18", "pin 18 is given to buzzer and to done"),
        ("[panel]\nbuzzer = 0", "the camera's"),
        ("[panel]\nundo = 2\ni2c = true", "I²C uses it"),
        ("[panel]\nbuzzer = 2", "use it for a button"),
        ("[panel]\nbuzzer = 9\n[panel.bar]", "SPI uses it"),
        ("[panel.bar]\nbrightness = 7", "brightness"),
        ("[sound]\nquiet_from = 22:00:00", "go together"),
        ("[sound]\nvolume = 2", "volume is 0 to 1"),
        ('[table]\nname = "our table"', "name takes letters"),
        ('[table]\nlanguage = "jp"', "language is one of auto, en"),
        ('[table]\nedition = "third"', "edition is one of second, first"),
        ("[web]\nport = 70000", "port is 0 to 65535"),
        ('[camera]\nsource = ""', "source is empty"),
        ("[web", "is no TOML"),
    ],
)
def test_a_fault_names_its_place(text: str, told: str) -> None:
    assert told in "; ".join(faults_of(text))


def test_what_is_shown_reads_back_the_same() -> None:
    config = replace(Config(), panel=replace(PROPOSED, wood=(), undo=None, fire=(), water=()))
    config = replace(config, panel=replace(config.panel, bar=Bar(layout=Layout.ROWS), done=20, referee=()))
    assert parse_config(config_text(config)) == config
    assert parse_config(config_text(Config())) == Config()


def test_pins_are_free_for_the_proposed_wiring() -> None:
    assert replace(Config(), panel=PROPOSED).faults() == []


@pytest.mark.parametrize(
    ("now", "silent"), [(time(21, 59), False), (time(22), True), (time(0), True), (time(7), False)]
)
def test_quiet_hours_may_reach_past_midnight(now: time, silent: bool) -> None:
    assert QuietHours(time(22), time(7)).at(now) is silent


def test_quiet_hours_within_a_day() -> None:
    hours = QuietHours(time(13), time(15))
    assert [hours.at(time(hour)) for hour in (12, 13, 14, 15)] == [False, True, True, False]


def test_the_environment_names_the_places(tmp_path: Path) -> None:
    assert config_path({"HIMIKI_CONFIG": "/x/y.toml"}) == Path("/x/y.toml")
    assert config_path({"XDG_CONFIG_HOME": str(tmp_path)}) == tmp_path / "himiki" / "himiki.toml"
    assert state_folder({"STATE_DIRECTORY": "/var/lib/himiki"}) == Path("/var/lib/himiki")
    assert state_folder({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "himiki"


def test_config_check_says_every_fault_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "himiki.toml"
    file.write_text("[web]\nprot = 1\nhsot = 2\n", encoding="utf-8")
    assert main(["config", "check", "--config", str(file)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all(line.startswith("himiki config: ") for line in told)


def test_config_show_prints_what_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "himiki.toml"
    file.write_text("[web]\nport = 80\n", encoding="utf-8")
    assert main(["config", "show", "--config", str(file)]) == 0
    assert parse_config(capsys.readouterr().out) == parse_config(file.read_text(encoding="utf-8"))
    assert main(["config", "path", "--config", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}\n"
