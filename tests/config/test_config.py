"""The configuration: one file, every fault at once, and an example that stays true."""

import re
import tomllib
from dataclasses import fields, is_dataclass, replace
from datetime import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.commands.renaming import may_rename, rename_table
from companion.config.place import SYSTEM, config_path, state_folder
from companion.config.reading import ConfigError, parse_config, read_config
from companion.config.renaming import with_name
from companion.config.settings import CameraSettings, Config
from companion.config.text import config_text
from hardware.quiet import QuietHours
from hardware.wiring import PROPOSED, Bar, Layout
from vision.source_kinds import CAMERAS_TEXT

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


def test_the_small_start_in_the_documentation_is_right() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", (EXAMPLE.parent / "wiring.md").read_text("utf-8"), re.DOTALL)
    assert [name for name, _ in parse_config(shown).panel.pins()] == ["white_turn", "black_turn", "undo"]


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


def test_wrong_values_are_told_beside_unknown_names_and_wrong_kinds() -> None:
    assert faults_of(
        '[tabel]\nnme = "club"\n[web]\nport = 99999\nhots = "a"\n[sound]\nvolume = 3\nvoice = 1\n'
        "[panel]\nwhite_score = [4, 17]\nbuzzer = 1\nvolume = 1"
    ) == (
        "tabel is unknown: did you mean table?",
        "tabel.nme is unknown: did you mean name?",
        "web.hots is unknown: did you mean host?",
        "sound.voice is true or false, not 1",
        "panel.volume is unknown: volume belongs under [sound]",
        "[web] port is 0 to 65535, not 99999",
        "[sound] volume is 0 to 1, not 3.0",
        "[panel] white_score takes 5 pins, not 2",
        "[panel] buzzer cannot be on pin 1: it belongs to the camera's and the HATs' own I²C",
    )


def test_lines_that_are_no_toml_are_all_told_each_with_what_was_meant() -> None:
    assert faults_of(
        "[sound]\nquiet_from = 22:00\nvoice = True  # loud\n[web]\nport 8080\nhost = home\n"
        'tls = "yes\n[table]\nname = "a"\nname = "b"\nlanguage = "xx"\nedition = \n'
    ) == (
        "line 2 is no TOML: quiet_from = 22:00: a time has seconds, as in 22:00:00",
        "line 3 is no TOML: voice = True  # loud: true and false are written small",
        "line 5 is no TOML: port 8080 (Expected '=' after a key in a key/value pair)",
        'line 6 is no TOML: host = home: a text stands in "quotes"',
        'line 7 is no TOML: tls = "yes: the other quotation mark is missing',
        'line 10 is no TOML: name = "b": it is there twice',
        "line 12 is no TOML: edition = (Invalid value)",
        "[table] language is one of auto, en, fr, it, de, es, nl, not 'xx'",
    )


def test_a_bracket_that_stays_open_is_one_fault() -> None:
    (told,) = faults_of("[panel]\nwhite_score = [4, 17, 27\nblack_turn = 24\nwhite_turn = 23\n")
    assert "Unclosed array" in told
    assert "some lines above" in told
    (told,) = faults_of("a = " + "[" * 100_000)
    assert "too many brackets" in told


@pytest.mark.parametrize("written", ["22:00:00", '"22:00"', '"22:00:00"'])
def test_a_time_may_be_written_in_quotes_and_then_without_seconds(written: str) -> None:
    config = parse_config(f"[sound]\nquiet_from = {written}\nquiet_until = 07:00:00")
    assert config.sound.quiet == QuietHours(time(22), time(7))


@pytest.mark.parametrize("written", ['"late"', '"22:00+01:00"', "22", "2026-01-01"])
def test_what_is_no_time_of_day_is_one_fault(written: str) -> None:
    """And not another one, that half of the pair is missing."""
    (told,) = faults_of(f"[sound]\nquiet_from = {written}\nquiet_until = 07:00:00")
    assert told.startswith("sound.quiet_from is a time such as 22:00:00, not ")


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf[web]\nport = 81\n", b"[web]\r\nport = 81\r\n"])
def test_what_editors_of_other_systems_write_is_read(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "himiki.toml"
    file.write_bytes(data)
    assert read_config(file).web.port == 81


@pytest.mark.parametrize(
    ("data", "line"), [('[table]\nname = "é"\n'.encode("latin-1"), 2), ("[web]".encode("utf-16"), 1)]
)
def test_another_encoding_is_told_with_its_line(data: bytes, line: int, tmp_path: Path) -> None:
    file = tmp_path / "himiki.toml"
    file.write_bytes(data)
    with pytest.raises(ConfigError, match=f"line {line} is not written in UTF-8"):
        read_config(file)


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is a folder"):
        read_config(tmp_path)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "file" / "himiki.toml")


def test_a_file_named_on_the_command_line_has_to_be_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "check", "--config", str(tmp_path / "none.toml")]) == 2
    assert "is not there" in capsys.readouterr().err


FULL = uncommented(EXAMPLE.read_text(encoding="utf-8"))


@given(st.lists(st.tuples(st.integers(0, len(FULL)), st.integers(0, 12), st.text(max_size=6)), max_size=4))
def test_whatever_somebody_typed_is_read_or_told(slips: list[tuple[int, int, str]]) -> None:
    text = FULL
    for place, gone, typed in slips:
        text = text[:place] + typed + text[place + gone :]
    for fault in told_of(text):
        assert 0 < len(fault) < 400
        assert "\n" not in fault


def told_of(text: str) -> tuple[str, ...]:
    """Nothing where it is right."""
    try:
        config = parse_config(text)
    except ConfigError as error:
        return error.faults or ("",)
    return tuple(config.faults())


def test_a_number_beyond_all_bounds_is_one_fault() -> None:
    (told,) = faults_of("[web]\nport = " + "9" * 5000)
    assert len(told) < 200


def test_what_is_shown_reads_back_the_same() -> None:
    config = replace(Config(), panel=replace(PROPOSED, wood=(), undo=None, fire=(), water=()))
    config = replace(config, panel=replace(config.panel, bar=Bar(layout=Layout.ROWS), done=20, referee=()))
    assert parse_config(config_text(config)) == config
    assert parse_config(config_text(Config())) == Config()


def test_any_text_is_shown_so_that_it_reads_back() -> None:
    odd = replace(Config(), camera=CameraSettings(profile='a "b"\\\n\t\x7fé'))
    assert parse_config(config_text(odd)) == odd


@pytest.mark.parametrize(
    "source", ["auto", "picamera", "usb:0", "usb:12", "sim", "sim:kitchen", "/a/film.mp4"]
)
def test_every_camera_that_serve_takes_can_be_configured(source: str) -> None:
    assert CameraSettings(source=source).faults() == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[camera]\nsource = "picam"',
            f"[camera] source is auto, {CAMERAS_TEXT}, sim, none or a path with a /",
        ),
        ('[camera]\nsource = "picam"', "did you mean picamera?"),
        ('[camera]\nsource = "usb"', "did you mean usb:0?"),
        ('[web]\nhost = ""', "[web] host is an address of this machine"),
        ('[web]\nhost = "my table"', "[web] host is an address of this machine"),
        ("[sound]\nquiet_from = 22:00:00\nquiet_until = 22:00:00", "are the same: no hour would be quiet"),
        ("[sound]\nquiet_from = 25:00:00\nquiet_until = 07:00:00", "from 00:00:00 to 23:59:59"),
        ("[table]\nname = “himiki”", "quotation marks are straight"),
    ],
)
def test_what_would_keep_the_companion_from_starting_is_told_by_the_check(text: str, told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse_config(text)
    assert told in str(refused.value)
    assert len(refused.value.faults) == 1


def test_what_stands_below_a_broken_heading_is_not_judged() -> None:
    with pytest.raises(ConfigError) as refused:
        parse_config("[sound\nvolume = 3\n\n[web]\nport = 99999\n")
    heading, port = refused.value.faults
    assert heading.startswith("line 1 is no TOML")
    assert "port is 0 to 65535" in port


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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[table]\nname = "club-3"\n'),
        ("# Mine.\n", '# Mine.\n\n[table]\nname = "club-3"\n'),
        ('[table]\n# name = "x"\n[web]\nport = 1\n', '[table]\nname = "club-3"\n[web]\nport = 1\n'),
        ('[web]\n[table]\nlanguage = "de"', '[web]\n[table]\nname = "club-3"\nlanguage = "de"'),
    ],
)
def test_a_name_is_put_into_a_configuration_and_all_else_stays(before: str, after: str) -> None:
    assert with_name(before, "club-3") == after
    assert parse_config(after).table.name == "club-3"


def test_a_table_is_renamed_in_its_file_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "himiki.toml"
    assert may_rename(path)
    rename_table(path, "club-3")
    assert read_config(path).table.name == "club-3"
    with pytest.raises(ValueError, match="name"):
        rename_table(path, "no name")
    path.write_text("[table", encoding="utf-8")
    with pytest.raises(ValueError, match="faults"):
        rename_table(path, "club-4")
    assert path.read_text(encoding="utf-8") == "[table"


def test_a_machine_that_carries_the_name_itself_is_not_renamed_from_a_page() -> None:
    assert not may_rename(SYSTEM)
