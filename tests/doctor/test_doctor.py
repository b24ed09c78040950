"""What `himiki doctor` finds, and what it packs."""

import json
import os
import socket
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.config.settings import SoundSettings, WebSettings
from companion.doctor import access, command, network
from companion.doctor.access import may_use
from companion.doctor.camera import judged, while_in_use
from companion.doctor.findings import Finding, Health
from companion.doctor.games import database, profile
from companion.doctor.machine import disk, pins, voice
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import Ready
from companion.games.himiki.rules.variant import Variant
from companion.store import Store
from companion.table.lastframes import LastFrames
from companion.table.state.folder import StateFolder
from hardware.wiring import PROPOSED, Bar, Wiring
from tests.hardware.mocked import mocked_machine
from vision.frames import Frame, Seconds
from vision.plane.quality import Weakness, quality_of


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    return StateFolder(tmp_path / "state")


def grid_picture(level: int) -> np.ndarray:
    """Crisp lines on an even ground."""
    image = np.full((240, 320, 3), level, np.uint8)
    image[::20] = image[:, ::20] = max(0, level - 60)
    return image


def test_a_good_picture_has_no_weakness() -> None:
    assert quality_of(grid_picture(140)).weaknesses == ()


@pytest.mark.parametrize(
    ("image", "weakness"),
    [
        (grid_picture(20), Weakness.DARK),
        (grid_picture(240), Weakness.BRIGHT),
        (np.full((240, 320, 3), 120, np.uint8), Weakness.BLURRED),
        (
            np.where(np.arange(320)[None, :, None] < 40, 255, grid_picture(140)).astype(np.uint8),
            Weakness.GLARE,
        ),
    ],
)
def test_a_weak_picture_is_told_with_its_cure(image: np.ndarray, weakness: Weakness) -> None:
    quality = quality_of(image)
    assert weakness in quality.weaknesses
    assert any(weakness.value in str(finding) and finding.cure for finding in judged(quality))


def test_noise_is_what_differs_between_two_pictures_of_a_still_table() -> None:
    rough = np.random.default_rng(5).normal(0, 25, (240, 320, 3))
    image = grid_picture(140)
    noisy = np.clip(image + rough, 0, 255).astype(np.uint8)
    assert quality_of(noisy, image).weaknesses == (Weakness.NOISY,)


def test_pins_without_gpio_are_ill_only_when_something_is_wired(tmp_path: Path) -> None:
    assert [each.health for each in pins(Wiring(), tmp_path)] == [Health.NOTE]
    assert [each.health for each in pins(PROPOSED, tmp_path)] == [Health.ILL]


@pytest.fixture
def driver() -> Iterator[None]:
    """A driver that opens whatever is there."""
    with mocked_machine():
        yield


@pytest.mark.usefixtures("driver")
def test_pins_that_can_be_reached_are_well(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    assert [each.health for each in pins(PROPOSED, tmp_path, driver=True)] == [Health.WELL]


def test_a_device_is_judged_for_the_user_whom_it_is_for(tmp_path: Path) -> None:
    """Root may open everything, which says nothing of a service with a user of its own."""
    device = tmp_path / "gpiochip0"
    device.touch()
    for mode, may in ((0o600, False), (0o660, False), (0o666, True)):
        device.chmod(mode)
        assert may_use(device, "nobody") is may
    assert may_use(device, "root")


def test_pins_without_their_driver_are_ill(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    (told,) = pins(PROPOSED, tmp_path, driver=False)
    assert (told.health, "python3-lgpio" in told.cure) == (Health.ILL, True)


def test_pins_that_their_driver_cannot_open_are_ill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that numbers its chips anew, and a driver that is older than that."""
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    (told,) = pins(PROPOSED, tmp_path, driver=True)
    assert (told.health, "none-such" in told.seen, "full-upgrade" in told.cure) == (Health.ILL, True, True)


@pytest.mark.usefixtures("driver")
@pytest.mark.parametrize(
    ("device", "named", "cure"),
    [
        ("i2c-1", "undo on GPIO 2, roll on GPIO 3", "do_i2c 1"),
        ("spidev0.0", "fire[0] on GPIO 11", "do_spi 1"),
        ("spidev1.0", "buzzer on GPIO 18", "dtoverlay=spi1"),
        ("ttyS0", "wood[0] on GPIO 14, wood[1] on GPIO 15", "do_serial_hw 1"),
        ("ttyAMA10", "", ""),
    ],
)
def test_pins_that_the_system_uses_itself_are_named(
    device: str, named: str, cure: str, tmp_path: Path
) -> None:
    (tmp_path / "gpiochip0").touch()
    (tmp_path / device).touch()
    if device.startswith("tty"):
        (tmp_path / "serial0").symlink_to(device)
    found = [each for each in pins(PROPOSED, tmp_path, driver=True) if each.health is Health.ILL]
    assert len(found) == bool(named)
    assert all(named in each.seen and cure in each.cure for each in found)


@pytest.mark.usefixtures("driver")
def test_spi_that_a_bar_uses_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "spidev0.0").touch()
    with_bar = Wiring(white_turn=8, bar=Bar("/dev/spidev0.0"))
    assert {each.health for each in pins(with_bar, tmp_path, driver=True) if each.part == "pins"} == {
        Health.WELL
    }
    found = pins(replace(with_bar, bar=None), tmp_path, driver=True)
    assert Health.ILL in {each.health for each in found if each.part == "pins"}


def kept(folder: Path, seconds: Sequence[float]) -> Path:
    """The last frames of a running table."""
    last = LastFrames(folder)
    for each in seconds:
        last.look(Frame(grid_picture(140), Seconds(each)), told=True)
    return folder


def test_a_camera_that_is_in_use_is_judged_by_what_the_companion_saw_last(tmp_path: Path) -> None:
    found = list(while_in_use(kept(tmp_path, [at / 20 for at in range(12)])))
    assert [each.health for each in found] == [Health.WELL, Health.WELL]
    assert "320x240, 20 pictures a second" in found[0].seen
    assert found[1].part == "picture"


def test_a_slow_camera_that_is_in_use_is_noted_and_two_looks_far_apart_tell_nothing(tmp_path: Path) -> None:
    slow = list(while_in_use(kept(tmp_path / "slow", [at / 3 for at in range(8)])))
    assert (slow[0].health, "3 pictures a second" in slow[0].seen) == (Health.NOTE, True)
    (apart, _) = while_in_use(kept(tmp_path / "apart", [1.0, 60.0]))
    assert (apart.health, "a second" in apart.seen) == (Health.WELL, False)


@pytest.mark.parametrize("times", [None, "", "file,seconds\n", "file,seconds\na.jpg,1\n", "file\nx,y\n"])
def test_a_camera_in_use_that_has_shown_nothing_yet_is_said_to_be_in_use(
    times: str | None, tmp_path: Path
) -> None:
    if times is not None:
        (tmp_path / "times.csv").write_text(times, encoding="ascii")
    (told,) = while_in_use(tmp_path)
    assert "using it now" in told.seen


def test_a_bar_without_spi_is_ill(tmp_path: Path) -> None:
    found = list(pins(Wiring(bar=Bar(device=str(tmp_path / "spidev0.0"))), tmp_path))
    assert [each.health for each in found] == [Health.ILL]
    assert "do_spi" in found[0].cure


def test_a_sound_file_of_games_is_well_and_a_damaged_one_is_ill(state: StateFolder) -> None:
    assert "none are kept yet" in str(database(state))
    with Store(state.games) as store:
        store.begin(Game(Variant()))
    assert database(state).health is Health.WELL
    state.games.write_bytes(b"no database" * 1000)
    assert database(state).health is Health.ILL


def test_a_profile_that_cannot_be_read_is_ill(tmp_path: Path) -> None:
    assert profile(tmp_path / "none").health is Health.NOTE
    (tmp_path / "profile.json").write_text("{", encoding="utf-8")
    assert profile(tmp_path).health is Health.ILL


def test_a_disk_that_cannot_be_written_is_ill(tmp_path: Path) -> None:
    assert disk(tmp_path).health is Health.WELL
    assert disk(tmp_path / "gone").health is Health.ILL


def test_looking_at_a_running_table_does_not_disturb_it(state: StateFolder) -> None:
    assert not state.in_use()
    assert list(state.path.iterdir()) == []
    with StateFolder(state.path) as running:
        running.lock()
        assert state.in_use()
    assert not state.in_use()


def test_the_doctor_looks_at_everything_and_packs_it(
    state: StateFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "himiki.toml").write_text("[web]\nport = 0\n", encoding="ascii")
    monkeypatch.setenv("HIMIKI_CONFIG", str(tmp_path / "himiki.toml"))
    with Store(state.games) as store:
        number = store.begin(Game(Variant(), players={"w": "Ada"}))
        store.append(number, [Ready(t=1.0, mode="duel", edition="second", position="-")])
    (state.path / "pin").write_text("123456\n", encoding="ascii")
    bundle = tmp_path / "report.zip"
    assert main(["doctor", "--state", str(state.path), "--camera", "sim", "--bundle", str(bundle)]) == 0
    told = capsys.readouterr().out
    for part in (
        "config",
        "camera",
        "pins",
        "power",
        "disk",
        "games",
        "profile",
        "port",
        "network",
        "versions",
    ):
        assert f" {part} " in told
    assert "sim: the virtual table, as was asked for" in told
    with zipfile.ZipFile(bundle) as packed:
        assert {"doctor.txt", "himiki.toml", "events.jsonl"} <= set(packed.namelist())
        everything = b"".join(packed.read(name) for name in packed.namelist()).decode()
        assert json.loads(packed.read("events.jsonl"))["event"] == "ready"
    assert "123456" not in everything
    assert "Ada" not in everything


def test_the_camera_can_be_looked_at_alone(state: StateFolder, capsys: pytest.CaptureFixture[str]) -> None:
    """Installing does."""
    assert main(["doctor", "camera", "--state", str(state.path), "--camera", "sim"]) == 0
    assert capsys.readouterr().out == "ok    camera      sim: the virtual table, as was asked for\n"
    assert main(["doctor", "camera", "--state", str(state.path), "--camera", "usb:93"]) == 1
    (told,) = capsys.readouterr().out.splitlines()
    assert told.startswith("BAD   camera")


def test_a_running_companion_without_a_camera_is_not_said_to_use_one(
    state: StateFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["doctor", "camera", "--state", str(state.path), "--camera"]
    with StateFolder(state.path) as running:
        running.lock()
        assert main([*asked, "auto"]) == 0
        assert main([*asked, "sim"]) == 0
        assert main([*asked, "usb:0"]) == 0
    none, drawn, used = capsys.readouterr().out.splitlines()
    assert "the virtual table takes its place" in none
    assert "as was asked for" in drawn
    assert "the companion is using it now" in used


@pytest.mark.long
def test_a_table_that_was_learnt_and_has_no_camera_now_is_ill(
    state: StateFolder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.camera.cameras.usb_cameras", list)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    asked = ["doctor", "camera", "--state", str(state.path), "--camera", "auto"]
    assert main(asked) == 0
    state.profile.mkdir()
    assert main(asked) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert "the virtual table takes its place" in first
    assert "waits for the one it was learnt with" in second


def test_a_camera_that_is_not_there_is_ill(state: StateFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--state", str(state.path), "--camera", "usb:93"]) == 1
    assert "BAD   camera" in capsys.readouterr().out


def test_a_bundle_that_cannot_be_written_says_so(
    state: StateFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(state.path / "no" / "such" / "folder.zip")
    assert main(["doctor", "--state", str(state.path), "--camera", "sim", "--bundle", target]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def heard(web: WebSettings, *, running: bool = False, installed: bool = False) -> dict[str, Finding]:
    found = network.findings("himiki", web, running=running, installed=installed)
    return {finding.part: finding for finding in found}


def test_a_port_that_another_program_has_is_ill(taken: int) -> None:
    found = heard(WebSettings("127.0.0.1", taken))["port"]
    assert found.health is Health.ILL
    assert "another port under [web]" in found.cure
    assert heard(WebSettings("127.0.0.1", 0))["port"].health is Health.WELL


def test_a_running_companion_has_to_answer(taken: int) -> None:
    assert heard(WebSettings("127.0.0.1", taken), running=True)["port"].health is Health.WELL
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    assert heard(WebSettings("127.0.0.1", port), running=True)["port"].health is Health.ILL


@pytest.mark.parametrize(
    ("words", "port", "host"),
    [
        ("himiki serve --port 9000 --host 127.0.0.1", 9000, "127.0.0.1"),
        ("himiki serve --port=9000 --tls", 9000, "0.0.0.0"),
        ("himiki serve --port 0", 8080, "0.0.0.0"),
        ("himiki serve --port", 8080, "0.0.0.0"),
        ("himiki serve", 8080, "0.0.0.0"),
    ],
)
def test_a_running_companion_is_looked_for_where_it_was_started(
    words: str, port: int, host: str, tmp_path: Path
) -> None:
    (tmp_path / "77").mkdir()
    (tmp_path / "77" / "cmdline").write_bytes(words.replace(" ", "\0").encode() + b"\0")
    started = network.as_started(WebSettings(), 77, tmp_path)
    assert (started.port, started.host, started.tls) == (port, host, "--tls" in words)
    assert network.as_started(WebSettings(), 78, tmp_path) == WebSettings()
    assert network.as_started(WebSettings(), None, tmp_path) == WebSettings()


def test_who_holds_the_folder_is_known(state: StateFolder) -> None:
    assert state.holder() is None
    with StateFolder(state.path) as running:
        running.lock()
        assert state.holder() == os.getpid()


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host"])
def test_an_address_that_is_not_of_this_machine_is_ill(host: str) -> None:
    assert heard(WebSettings(host, 0))["port"].health is Health.ILL


def test_a_page_for_this_machine_only_is_told() -> None:
    found = heard(WebSettings("127.0.0.1", 0))["network"]
    assert found.health is Health.NOTE
    assert 'host = "0.0.0.0"' in found.cure


def test_phones_are_told_where_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "192.168.1.20")
    monkeypatch.setattr(socket, "gethostname", lambda: "himiki")
    assert "http://himiki.local:8080 or http://192.168.1.20:8080" in heard(WebSettings())["network"].seen
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop")
    assert (
        "https://192.168.1.20:8080; this machine is called laptop"
        in heard(WebSettings(tls=True))["network"].seen
    )
    monkeypatch.setattr(network, "own_address", lambda: None)
    assert "no network" in heard(WebSettings())["network"].seen


def test_a_table_that_is_to_speak_needs_a_voice_and_a_loudspeaker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = tmp_path / "cards"
    cards.write_text(" 0 [Headphones]: bcm2835\n", encoding="ascii")
    (tmp_path / "espeak-ng").touch(0o755)
    assert voice(SoundSettings(), "fr", cards) is None
    monkeypatch.setenv("PATH", "")
    assert "apt install espeak-ng" in str(voice(SoundSettings(voice=True), "fr", cards))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "espeak-ng speaks" in str(voice(SoundSettings(voice=True), "fr", cards))
    (tmp_path / "pcmC0D0p").touch(0o600)
    monkeypatch.setattr(access, "USER", "nobody")
    told = voice(SoundSettings(voice=True), "fr", cards, tmp_path)
    assert "--groups" in str(told)
    assert "nobody" in str(told)
    cards.write_text("--- no soundcards ---\n", encoding="ascii")
    assert "no loudspeaker" in str(voice(SoundSettings(voice=True), "fr", cards))


@pytest.mark.parametrize(("port", "health"), [(80, Health.ILL), (1023, Health.ILL), (0, Health.WELL)])
def test_an_installed_companion_has_no_right_to_the_first_ports(port: int, health: Health) -> None:
    """Root has, and would say that they are free."""
    found = heard(WebSettings("127.0.0.1", port), installed=True)["port"]
    assert (found.health, "1024" in found.cure) == (health, health is Health.ILL)


@pytest.mark.parametrize("named", ["/home/pi/oak", "/root/oak", "/srv/../home/pi/oak"])
def test_a_profile_in_a_home_is_ill_for_an_installed_companion(named: str) -> None:
    found = profile(Path(named), installed=True)
    assert (found.health, "/var/lib/himiki" in found.cure) == (Health.ILL, True)
    assert "in a home" not in str(profile(Path(named)))


def test_a_link_into_a_home_or_away_from_one_leads_an_installed_companion_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "srv"
    home.mkdir()
    elsewhere.mkdir()
    monkeypatch.setattr(access, "HOMES", (home,))
    (elsewhere / "in").symlink_to(home / "oak")
    (home / "out").symlink_to(elsewhere / "oak")
    (elsewhere / "round").symlink_to(elsewhere / "round")
    seen = {each: access.in_a_home(each) for each in (elsewhere / "in", home / "out", elsewhere / "round")}
    assert list(seen.values()) == [True, True, False]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What an installed companion keeps: its unit is there, and its folder."""
    monkeypatch.setattr(access, "UNITS", tmp_path)
    (tmp_path / "himiki.service").touch()
    kept = tmp_path / "installed"
    kept.mkdir()
    monkeypatch.setattr(command, "STATE", kept)
    return kept


def configured(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "himiki.toml").write_text(text, encoding="ascii")
    monkeypatch.setenv("HIMIKI_CONFIG", str(folder / "himiki.toml"))


@pytest.mark.long
def test_root_is_told_what_the_installed_companion_may_not_have(
    installed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    configured(tmp_path, '[web]\nport = 80\n[camera]\nprofile = "/root/oak"\n', monkeypatch)
    monkeypatch.setenv("HIMIKI_STATE", str(installed))
    assert main(["doctor", "--camera", "sim"]) == 1
    told = capsys.readouterr().out
    assert "BAD   port        the companion's service has no right to port 80" in told
    assert "BAD   profile     /root/oak lies in a home" in told
    assert "free for the page" not in told
    main(["doctor", "--camera", "sim", "--state", str(tmp_path / "another")])
    told = capsys.readouterr().out
    assert "the companion's service" not in told


def test_whoever_may_not_see_what_the_installed_companion_keeps_hears_no_false_alarm(
    installed: Path,
    state: StateFolder,
    taken: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its camera and its port are in use: by itself."""
    text = f'[web]\nhost = "127.0.0.1"\nport = {taken}\n[camera]\nsource = "usb:93"\n'
    configured(installed.parent, text, monkeypatch)
    monkeypatch.setenv("HIMIKI_STATE", str(state.path))
    main(["doctor"])
    told = capsys.readouterr().out
    assert f"note  games       {installed} belongs to the installed companion -> look with sudo" in told
    assert {line[6:].split()[0] for line in told.splitlines()} >= {"config", "pins", "disk", "network"}
    assert not {line[6:].split()[0] for line in told.splitlines()} & {"camera", "picture", "profile", "port"}
    assert told.count(" games ") == 1
    assert main(["doctor", "camera"]) == 0
    (alone,) = capsys.readouterr().out.splitlines()
    assert alone.startswith(f"note  camera      {installed} belongs to the installed companion")


@pytest.mark.long
def test_the_camera_is_looked_at_for_who_sees_what_the_installed_companion_keeps_or_names_a_folder(
    installed: Path,
    state: StateFolder,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = "ok    camera      sim: the virtual table, as was asked for\n"
    assert main(["doctor", "camera", "--camera", "sim", "--state", str(state.path)]) == 0
    assert capsys.readouterr().out == looked
    monkeypatch.setenv("HIMIKI_STATE", str(installed))
    assert main(["doctor", "camera", "--camera", "sim"]) == 0
    assert capsys.readouterr().out == looked


def test_games_that_an_uninstalled_companion_left_hide_no_camera(
    installed: Path,
    state: StateFolder,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (installed.parent / "himiki.service").unlink()
    monkeypatch.setenv("HIMIKI_STATE", str(state.path))
    assert main(["doctor", "camera", "--camera", "sim"]) == 0
    assert "as was asked for" in capsys.readouterr().out
