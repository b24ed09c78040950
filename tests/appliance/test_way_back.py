"""Updates on folders of a machine, with a program in the place of systemctl that says what it was asked."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.appliance import layout, updating, way_back
from companion.appliance.archive import UpdateError
from companion.appliance.layout import SERVICE
from companion.appliance.release import is_older, release_name

SYSTEMCTL = """#!/bin/sh
echo "$@" >>"$MACHINE/asked"
case "$1" in
start) [ ! -e "$MACHINE/opt/current/broken" ] || exit 1 ;;
--version) [ ! -e "$MACHINE/version" ] || cat "$MACHINE/version" ;;
show) [ ! -e "$MACHINE/opt/current/short" ] || echo "$$"; echo active ;;
esac
"""

JOURNALCTL = "#!/bin/sh\necho no module called cv2\n"

UNITS = Path(__file__).parents[2] / "systemd"

OF_A_MACHINE = {
    "HOME": "opt",
    "RELEASES": "opt/releases",
    "CURRENT": "opt/current",
    "PREVIOUS": "opt/previous",
    "KEPT_GAMES": "opt/games.before",
    "STATE": "state",
    "UNITS": "units",
}


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, place in OF_A_MACHINE.items():
        for module in (layout, updating, way_back):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, tmp_path / place)
    for folder in ("opt/releases", "state", "units", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    for name, text in (("systemctl", SYSTEMCTL), ("journalctl", JOURNALCTL)):
        (tmp_path / "bin" / name).write_text(text, encoding="utf-8")
        (tmp_path / "bin" / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("MACHINE", str(tmp_path))
    monkeypatch.setattr(updating, "_PROBATION", 0.6)
    old = release(tmp_path / "opt" / "releases" / "1-old", "1")
    (tmp_path / "opt" / "current").symlink_to(old)
    (tmp_path / "state" / "games.sqlite").write_text("the games", encoding="utf-8")
    return tmp_path


def release(folder: Path, version: str, *files: str, units: tuple[str, ...] = (SERVICE,)) -> Path:
    (folder / "companion").mkdir(parents=True)
    (folder / "systemd").mkdir()
    (folder / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n', encoding="utf-8")
    (folder / "himiki").write_text("#!/bin/sh\n", encoding="utf-8")
    (folder / "himiki").chmod(stat.S_IRWXU)
    for unit in units:
        text = f"[Unit]\nDescription={version}\n[Install]\nWantedBy=multi-user.target\n"
        (folder / "systemd" / unit).write_text(text, encoding="utf-8")
    for name in files:
        (folder / name).touch()
    return folder


def current(machine: Path) -> str:
    return (machine / "opt" / "current").resolve().name


def asked(machine: Path) -> list[str]:
    return (machine / "asked").read_text(encoding="utf-8").splitlines()


def nothing_is_left_over(machine: Path) -> bool:
    return not any(os.path.lexists(machine / "opt" / name) for name in ("previous", "games.before"))


def test_a_release_that_starts_stays_and_the_one_before_it_is_kept(machine: Path) -> None:
    oldest = release(machine / "opt" / "releases" / "0-oldest", "0")
    new = release(machine / "new", "2")
    said: list[str] = []
    updating.update(new, said.append)
    assert current(machine) == release_name(new)
    assert said[-1] == f"{release_name(new)} runs"
    assert (machine / "opt" / "releases" / "1-old").is_dir()
    assert not oldest.exists()
    assert nothing_is_left_over(machine)
    assert f"enable {SERVICE}" in asked(machine)


def test_an_older_release_is_refused_unless_it_is_asked_for(machine: Path) -> None:
    """Old ones are signed too, and everybody knows their faults."""
    older = release(machine / "older", "0.9")
    with pytest.raises(UpdateError, match=r"is release 0\.9, and 1 runs here.*--older"):
        updating.update(older, lambda text: None)
    assert current(machine) == "1-old"
    assert not (machine / "asked").exists()
    updating.update(older, lambda text: None, older=True)
    assert current(machine) == release_name(older)


def test_a_release_that_tells_no_version_is_refused(machine: Path) -> None:
    with pytest.raises(UpdateError, match="does not tell its version"):
        updating.update(release(machine / "new", "the newest"), lambda text: None)
    assert current(machine) == "1-old"


@pytest.mark.parametrize(
    ("version", "other"),
    [
        ("0.9", "0.10"),
        ("1.9.9", "2"),
        ("1.0rc1", "1.0"),
        ("1.0rc1", "1.0rc2"),
        ("1.0.dev3", "1.0"),
        ("1.0", "1.0.post1"),
        ("1.0", "1.0.1rc1"),
    ],
)
def test_which_release_is_older(version: str, other: str) -> None:
    assert is_older(version, other)
    assert not is_older(other, version)


def test_another_build_of_the_same_version_is_no_older_one() -> None:
    assert not is_older("0.1", "0.1.0")
    assert not is_older("0.1.0", "0.1")


@pytest.mark.parametrize("fault", ["broken", "short"])
def test_a_release_that_does_not_start_or_does_not_last_is_left_again(machine: Path, fault: str) -> None:
    new = release(machine / "new", "2", fault)
    said: list[str] = []
    with pytest.raises(UpdateError, match="1-old runs again"):
        updating.update(new, said.append)
    assert said[-1].endswith("Its last words: no module called cv2")
    assert current(machine) == "1-old"
    assert nothing_is_left_over(machine)
    assert [each.name for each in (machine / "opt" / "releases").iterdir()] == ["1-old"]
    assert (machine / "units" / SERVICE).read_text(encoding="utf-8").startswith("[Unit]\nDescription=1\n")
    assert asked(machine)[-1] == f"start {SERVICE}"


def test_the_games_are_as_the_release_before_left_them(machine: Path) -> None:
    def spoil(text: str) -> None:
        """Heard just before going back, when the new release has had its time with the games."""
        if "going back" in text:
            (machine / "state" / "games.sqlite").write_text("another format", encoding="utf-8")
            (machine / "state" / "games.sqlite-wal").write_text("more of it", encoding="utf-8")

    with pytest.raises(UpdateError):
        updating.update(release(machine / "new", "2", "broken"), spoil)
    assert [each.name for each in (machine / "state").iterdir()] == ["games.sqlite"]
    assert (machine / "state" / "games.sqlite").read_text(encoding="utf-8") == "the games"


@pytest.mark.parametrize(
    "unfinished",
    [
        lambda machine: None,
        lambda machine: (machine / "units" / SERVICE).write_text("half", encoding="utf-8"),
        lambda machine: (machine / "state" / "games.sqlite").unlink(),
    ],
)
def test_after_a_power_cut_the_release_before_runs_whatever_was_done(
    machine: Path, unfinished: Callable[[Path], object]
) -> None:
    old = machine / "opt" / "releases" / "1-old"
    new = release(machine / "opt" / "releases" / "2-new", "2", units=(SERVICE, "himiki-extra.service"))
    way_back.lay(old)
    way_back.switch(new, old)
    unfinished(machine)
    assert way_back.follow() == old
    assert current(machine) == "1-old"
    assert [each.name for each in (machine / "units").iterdir()] == [SERVICE]
    assert "Description=1" in (machine / "units" / SERVICE).read_text(encoding="utf-8")
    assert (machine / "state" / "games.sqlite").read_text(encoding="utf-8") == "the games"
    assert not new.exists()
    assert nothing_is_left_over(machine)


@pytest.mark.parametrize(
    ("told", "backs_off"), [("systemd 252 (252.38-1)", False), ("systemd 257 (257.8-1)", True), ("", False)]
)
def test_an_update_puts_units_in_place_that_this_systemd_understands(
    machine: Path, told: str, backs_off: bool
) -> None:
    (machine / "version").write_text(told, encoding="utf-8")
    new = release(machine / "new", "2")
    shipped = (UNITS / SERVICE).read_text(encoding="utf-8")
    (new / "systemd" / SERVICE).write_text(shipped, encoding="utf-8")
    updating.update(new, lambda text: None)
    placed = (machine / "units" / SERVICE).read_text(encoding="utf-8")
    assert ("\nRestartSteps=" in placed, "\nRestartMaxDelaySec=" in placed) == (backs_off, backs_off)
    assert "\nRestartSec=3\n" in placed


def test_where_no_update_was_broken_off_nothing_is_changed(machine: Path) -> None:
    assert way_back.follow() is None
    assert current(machine) == "1-old"
    assert not (machine / "asked").exists()


def test_a_link_among_the_games_is_not_followed_by_root(machine: Path) -> None:
    secret = machine / "secret"
    secret.write_text("of root", encoding="utf-8")
    (machine / "state" / "games.sqlite-wal").symlink_to(secret)
    way_back.lay(machine / "opt" / "releases" / "1-old")
    assert [each.name for each in (machine / "opt" / "games.before").iterdir()] == ["games.sqlite"]


def test_a_link_that_the_new_release_left_is_replaced_not_written_through(machine: Path) -> None:
    secret = machine / "secret"
    secret.write_text("of root", encoding="utf-8")
    old = machine / "opt" / "releases" / "1-old"
    way_back.lay(old)
    games = machine / "state" / "games.sqlite"
    games.unlink()
    games.symlink_to(secret)
    assert way_back.follow() == old
    assert secret.read_text(encoding="utf-8") == "of root"
    assert not games.is_symlink()
    assert games.read_text(encoding="utf-8") == "the games"


def test_what_is_installed_already_needs_no_network_a_second_time(machine: Path) -> None:
    made = machine / "opt" / "releases" / "1-old" / ".venv"
    made.mkdir()
    (made / "himiki.stamp").write_text("complete", encoding="utf-8")
    (made / "library").write_text("a library", encoding="utf-8")
    new = release(machine / "new", "2")
    updating.update(new, lambda text: None)
    taken = machine / "opt" / "releases" / release_name(new) / ".venv"
    assert (taken / "library").read_text(encoding="utf-8") == "a library"


def test_a_copy_of_the_libraries_that_was_cut_off_is_begun_anew(machine: Path) -> None:
    made = machine / "opt" / "releases" / "1-old" / ".venv"
    made.mkdir()
    (made / "himiki.stamp").write_text("complete", encoding="utf-8")
    new = release(machine / "new", "2")
    target = release(machine / "opt" / "releases" / release_name(new), "2")
    (target / ".venv.new").mkdir()
    (target / ".venv.new" / "half a library").touch()
    updating.update(new, lambda text: None)
    assert current(machine) == target.name
    assert [each.name for each in (target / ".venv").iterdir()] == ["himiki.stamp"]
    assert not (target / ".venv.new").exists()


def test_an_environment_that_was_never_finished_is_not_taken_over(machine: Path) -> None:
    (machine / "opt" / "releases" / "1-old" / ".venv").mkdir()
    new = release(machine / "new", "2")
    updating.update(new, lambda text: None)
    assert not (machine / "opt" / "releases" / release_name(new) / ".venv").exists()


def test_a_second_update_begins_where_a_broken_off_one_is_undone(machine: Path) -> None:
    old = machine / "opt" / "releases" / "1-old"
    half = release(machine / "opt" / "releases" / "2-half", "2")
    way_back.lay(old)
    way_back.switch(half, old)
    third = release(machine / "new", "3")
    said: list[str] = []
    updating.update(third, said.append)
    assert "cut off" in said[0]
    assert current(machine) == release_name(third)
    assert sorted(each.name for each in (machine / "opt" / "releases").iterdir()) == [
        "1-old",
        release_name(third),
    ]
