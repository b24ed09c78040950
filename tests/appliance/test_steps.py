"""Installing: plain steps that can be shown first, and done twice without harm."""

import io
import os
import pwd
import tarfile
import tomllib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from companion.appliance.archive import UpdateError, unpacked
from companion.appliance.layout import SERVICE, UNIT_NAMES, UNITS
from companion.appliance.machine import Machine, is_owned
from companion.appliance.naming import NameTable
from companion.appliance.plans import install_steps, objections, uninstall_steps
from companion.appliance.release import CopyRelease, compiled, release_name, set_up
from companion.appliance.steps import (
    AfterChanges,
    Inspection,
    InstallStep,
    Link,
    Remove,
    Run,
    StepError,
    Write,
    carry_out,
)
from companion.cli import main

HOME = Path(__file__).parents[2]
PI = Machine(
    system="Raspberry Pi OS",
    debian="trixie",
    wide=True,
    root=True,
    systemd=True,
    systemd_version=257,
    hostname="raspberrypi",
    groups=("video", "gpio", "spi", "render", "audio"),
    user=False,
    person=False,
)


def shown(steps: list[InstallStep]) -> list[str]:
    return [action.shown() for step in steps for action in step.actions]


def small_release(folder: Path) -> Path:
    for name in ("companion", "systemd", "tests"):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.txt").write_text(name, encoding="utf-8")
    (folder / "himiki").write_text("#!/bin/sh\n", encoding="utf-8")
    (folder / "pyproject.toml").write_text('[project]\nversion = "3.2.1"\n', encoding="utf-8")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "huge").write_text("x", encoding="utf-8")
    return folder


def test_everything_is_shown_before_anything_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "--dry-run", "--name", "club-3"]) == 0
    shown = capsys.readouterr().out
    for expected in ("apt-get install", "useradd", "/opt/himiki/current", "club-3.local", "systemctl enable"):
        assert expected in shown
    assert not Path("/opt/himiki/releases").exists() or "cp -r" in shown


@pytest.mark.parametrize(
    ("configured", "options", "name"),
    [
        (None, [], "himiki"),
        ('[table]\nname = "club-3"\n', [], "club-3"),
        ('[table]\nname = "club-3"\n', ["--name", "club-4"], "club-4"),
        ("[web]\nport = 80\n", [], "himiki"),
    ],
)
def test_a_table_that_has_a_name_keeps_it_unless_another_is_given(
    configured: str | None,
    options: list[str],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "himiki.toml"
    if configured is not None:
        file.write_text(configured, encoding="utf-8")
    monkeypatch.setattr("companion.appliance.command.SYSTEM", file)
    assert main(["install", "--dry-run", *options]) == 0
    shown = capsys.readouterr().out
    assert f"Its name on the network: {name}.local" in shown
    assert f'name = "{name}" under [table]' in shown


def test_a_configuration_with_faults_is_not_installed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "himiki.toml"
    file.write_text('[table]\nnme = "club-3"\n', encoding="utf-8")
    monkeypatch.setattr("companion.appliance.command.SYSTEM", file)
    assert main(["install", "--dry-run"]) == 2
    assert f"start again: {file}: table.nme is unknown" in capsys.readouterr().err


def test_who_only_looks_is_shown_what_the_installed_table_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "own"))
    monkeypatch.setattr("companion.appliance.layout.STATE", tmp_path / "installed")
    assert main(["pin"]) == 0
    assert (tmp_path / "own" / "himiki" / "pin").exists()
    capsys.readouterr()
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "pin").write_text("271828\n", encoding="ascii")
    assert main(["pin"]) == 0
    assert capsys.readouterr().out == "271828\n"


def test_a_name_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "--dry-run", "--name", "our table"]) == 2
    assert "name takes letters" in capsys.readouterr().err


def test_the_service_user_gets_the_groups_that_are_there_and_no_other() -> None:
    told = shown(install_steps(PI, HOME, "1", "himiki", 8080))
    assert "usermod --append --groups video,gpio,spi,render,audio himiki" in told


def test_every_unit_that_is_installed_ships_and_is_removed_again() -> None:
    shipped = {path.name for path in (HOME / "systemd").iterdir()}
    assert set(UNIT_NAMES) == shipped
    removed = "\n".join(shown(uninstall_steps(PI, games_too=False)))
    assert all(name in removed for name in UNIT_NAMES)


def test_removing_leaves_the_games_unless_told() -> None:
    assert "/var/lib/himiki" not in "\n".join(shown(uninstall_steps(PI, games_too=False)))
    assert "rm -rf /var/lib/himiki" in shown(uninstall_steps(PI, games_too=True))


@pytest.mark.parametrize(
    ("user", "home", "own", "person"),
    [
        ("root", pwd.getpwnam("root").pw_dir, True, False),
        ("root", "/var/lib/himiki", False, True),
        ("nobody", pwd.getpwnam("nobody").pw_dir, False, True),
        ("no such user", "/var/lib/himiki", False, False),
    ],
)
def test_a_login_with_a_persons_number_or_another_home_is_not_the_services(
    user: str, home: str, own: bool, person: bool
) -> None:
    machine = Machine.here(user, Path(home))
    assert (machine.user, machine.person) == (own, person)


def test_where_a_person_has_the_services_name_only_the_companion_is_removed() -> None:
    machine = replace(PI, person=True)
    assert not list(objections(machine, installing=False))
    assert "userdel" not in " ".join(shown(uninstall_steps(machine, games_too=True)))
    assert "userdel" in " ".join(shown(uninstall_steps(replace(PI, user=True), games_too=True)))


def test_a_system_with_cloud_init_leaves_the_name_that_it_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.appliance.naming.CLOUD_INIT", tmp_path / "cloud.cfg.d")
    file = tmp_path / "cloud.cfg.d" / "99-himiki.cfg"
    assert f"write {file}" not in shown(install_steps(PI, HOME, "1", "himiki", 8080))
    file.parent.mkdir()
    (write,) = (
        each
        for step in install_steps(PI, HOME, "1", "himiki", 8080)
        for each in step.actions
        if isinstance(each, Write) and each.path == file
    )
    assert write.do()
    why, *said = file.read_text(encoding="utf-8").splitlines()
    assert (why[0], said) == ("#", ["preserve_hostname: true"])
    assert f"rm -rf {file}" in shown(uninstall_steps(PI, games_too=False))


def test_after_its_removal_the_name_before_it_is_announced() -> None:
    told = shown(uninstall_steps(PI, games_too=False))
    anew = told.index("systemctl try-restart avahi-daemon.service || true")
    assert told.index("rm -rf /etc/avahi/services/himiki.service") < anew
    still = " ".join(shown(uninstall_steps(replace(PI, systemd=False), games_too=False)))
    assert "avahi-daemon.service" not in still


@pytest.mark.parametrize(("systemd", "backs_off"), [(252, False), (257, True)])
def test_units_are_installed_as_this_systemd_understands_them(systemd: int, backs_off: bool) -> None:
    steps = install_steps(replace(PI, systemd_version=systemd), HOME, "1", "himiki", 8080)
    (unit,) = (
        each.text
        for step in steps
        for each in step.actions
        if isinstance(each, Write) and each.path == UNITS / SERVICE
    )
    assert ("RestartMaxDelaySec=" in unit) == backs_off


def test_in_a_chroot_nothing_is_started() -> None:
    still = replace(PI, debian="bookworm", systemd=False, user=True)
    told = "\n".join(shown(install_steps(still, HOME, "1", "himiki", 80)))
    assert "systemctl restart" not in told
    assert "systemctl enable" in told
    # The kernel's name is not the chroot's to change.
    assert "hostname himiki" not in told


@pytest.mark.parametrize(
    ("machine", "told"),
    [
        (replace(PI, system="Ubuntu 24.04", debian="noble"), "Ubuntu 24.04"),
        (replace(PI, root=False), "sudo"),
        (replace(PI, wide=False), "64-bit"),
        (replace(PI, person=True), "himiki is somebody's login here"),
    ],
)
def test_where_it_cannot_be_installed_it_says_why(machine: Machine, told: str) -> None:
    assert told in " ".join(objections(machine))
    assert not list(objections(PI))


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    source = small_release(tmp_path / "source")
    actions = (
        CopyRelease(source, tmp_path / "releases" / "1"),
        Link(tmp_path / "current", tmp_path / "releases" / "1"),
        Write(tmp_path / "etc" / "file", "text\n"),
    )
    (tmp_path / "releases").mkdir()
    assert [action.do() for action in actions] == [True, True, True]
    assert [action.do() for action in actions] == [False, False, False]
    assert (tmp_path / "current" / "companion" / "a.txt").read_text(encoding="utf-8") == "companion"


def test_what_is_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    source = small_release(tmp_path / "source")
    (source / "companion" / "module.py").write_text("x = 1\n", encoding="utf-8")
    assert compiled(source).do()
    assert not compiled(source).do()
    (source / "companion" / "other.py").write_text("x = 2\n", encoding="utf-8")
    assert compiled(source).do()


def test_an_environment_is_set_up_where_the_launcher_would_not_start_at_once(tmp_path: Path) -> None:
    source = small_release(tmp_path / "source")
    (source / "himiki").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    (source / "himiki").chmod(0o755)
    assert set_up(source).do()
    (source / ".venv" / "bin").mkdir()
    (source / ".venv" / "bin" / "python").symlink_to("/bin/sh")
    pyproject = (source / "pyproject.toml").read_text(encoding="utf-8")
    (source / ".venv" / "himiki.stamp").write_text(f"{source}\n\n{pyproject}", encoding="utf-8")
    assert not set_up(source).do()


def test_a_folder_is_the_users_when_all_of_it_is_and_nobody_else_sees_it(tmp_path: Path) -> None:
    user = pwd.getpwuid(os.geteuid()).pw_name
    folder = tmp_path / "state"
    assert not is_owned(folder, user)
    folder.mkdir(mode=0o755)
    (folder / "link").symlink_to("/nowhere")
    assert not is_owned(folder, user)
    folder.chmod(0o700)
    assert is_owned(folder, user)


@pytest.mark.parametrize(("changed", "done"), [(True, "done"), (False, "as it was")])
def test_what_follows_a_change_is_left_out_where_nothing_was_changed(
    tmp_path: Path, changed: bool, done: str
) -> None:
    said: list[str] = []
    restarted = tmp_path / "restarted"
    if not changed:
        (tmp_path / "unit").write_text("text", encoding="utf-8")
    first = InstallStep("First", (Write(tmp_path / "unit", "text"),))
    then = InstallStep("Then", (AfterChanges(Run(("touch", str(restarted)))),))
    carry_out([first, then], said.append)
    assert said == ["   First ...", f"1. First: {done}", "   Then ...", f"2. Then: {done}"]
    assert restarted.exists() == changed


def test_what_does_not_run_is_started_though_nothing_was_changed() -> None:
    said: list[str] = []
    carry_out([InstallStep("Started", (AfterChanges(Run(("true",)), needed=lambda: True),))], said.append)
    assert said == ["   Started ...", "1. Started: done"]


def test_what_a_look_found_is_told_and_good_or_bad_changes_nothing() -> None:
    said: list[str] = []
    camera = InstallStep(
        "The camera", (Inspection(("sh", "-c", "echo ill camera; pwd; exit 1")), Inspection(("false",)))
    )
    after = InstallStep("Started", (AfterChanges(Run(("true",))),))
    carry_out([camera, after], said.append)
    assert said == [
        "   The camera ...",
        "     ill camera",
        "     /",
        "     `false` told nothing",
        "1. The camera: as it was",
        "   Started ...",
        "2. Started: as it was",
    ]


def test_the_camera_is_looked_at_as_the_services_user_before_the_service_takes_it() -> None:
    told = shown(install_steps(PI, HOME, "1", "himiki", 8080))
    (look,) = [
        each
        for each in told
        if each.endswith("runuser -u himiki -- /opt/himiki/current/himiki doctor camera")
    ]
    assert told.index(look) < min(at for at, each in enumerate(told) if each.startswith("systemctl"))


def test_only_the_program_is_copied(tmp_path: Path) -> None:
    source = small_release(tmp_path / "source")
    CopyRelease(source, tmp_path / "copy").do()
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == [
        "companion",
        "himiki",
        "pyproject.toml",
        "systemd",
    ]


def test_a_copy_can_be_read_by_all_and_changed_by_its_owner_alone(tmp_path: Path) -> None:
    """Whatever the rights of the folder that somebody unpacked: the service runs as another user."""
    source = small_release(tmp_path / "source")
    for path, mode in (("companion", 0o700), ("companion/a.txt", 0o600), ("himiki", 0o777), (".", 0o777)):
        (source / path).chmod(mode)
    CopyRelease(source, tmp_path / "copy").do()
    modes = {name: (tmp_path / "copy" / name).stat().st_mode & 0o777 for name in ("companion", "himiki", ".")}
    assert set(modes.values()) == {0o755}
    assert (tmp_path / "copy" / "companion" / "a.txt").stat().st_mode & 0o777 == 0o644


def test_what_was_edited_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "himiki.toml"
    file.write_text("edited", encoding="utf-8")
    assert not Write(file, "example", keep=True).do()
    assert file.read_text(encoding="utf-8") == "edited"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('# Ours\n[table]\n# name = "himiki"  # a name\nedition = "first"\n', None),
        (
            '[table]\nname = "old"\n\n[camera]\nsource = "sim"\n',
            '[table]\nname = "club-3"\n\n[camera]\nsource = "sim"\n',
        ),
        ('[table]\nedition = "first"\n[web]\nport = 80\n', None),
        ("[web]\nport = 80\n", '[web]\nport = 80\n\n[table]\nname = "club-3"\n'),
        ('[table]  # ours\nedition = "first"', None),
        ("[table]", None),
        ("", '[table]\nname = "club-3"\n'),
    ],
)
def test_another_name_for_the_table_leaves_the_rest_of_its_configuration(
    tmp_path: Path, before: str, after: str | None
) -> None:
    file = tmp_path / "himiki.toml"
    file.write_text(before, encoding="utf-8")
    assert NameTable(file, "club-3").do()
    told = file.read_text(encoding="utf-8")
    assert after in (None, told)
    expected = tomllib.loads(before)
    expected.setdefault("table", {})["name"] = "club-3"
    assert tomllib.loads(told) == expected
    assert not NameTable(file, "club-3").do()


def test_the_example_with_a_name_is_a_sound_configuration(tmp_path: Path) -> None:
    file = tmp_path / "himiki.toml"
    file.write_text((HOME / "docs" / "himiki.toml").read_text(encoding="utf-8"), encoding="utf-8")
    NameTable(file, "club-3").do()
    assert tomllib.loads(file.read_text(encoding="utf-8"))["table"] == {"name": "club-3"}


def test_removing_what_is_not_there_is_no_fault(tmp_path: Path) -> None:
    assert not Remove(tmp_path / "none").do()


def test_a_step_that_fails_says_what_was_tried_and_stops() -> None:
    said: list[str] = []
    bad = InstallStep("Bad", (Run(("sh", "-c", "echo no such thing; exit 3")),))
    never = InstallStep("Never", (Run(("true",)),))
    with pytest.raises(StepError, match="no such thing"):
        carry_out([bad, never], said.append)
    assert said == ["   Bad ..."]


def test_another_content_is_another_release(tmp_path: Path) -> None:
    source = small_release(tmp_path / "source")
    before = release_name(source)
    assert before.startswith("3.2.1-")
    (source / "tests" / "a.txt").write_text("other", encoding="utf-8")
    assert release_name(source) == before
    (source / "companion" / "a.txt").write_text("other", encoding="utf-8")
    assert release_name(source) != before


def packed(source: Path, path: Path) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for file in source.rglob("*"):
                archive.write(file, Path("himiki-3.2.1") / file.relative_to(source))
    else:
        with tarfile.open(path, "w:gz") as archive:
            archive.add(source, "himiki-3.2.1")
    return path


@pytest.mark.parametrize("name", ["release.tar.gz", "release.zip"])
def test_a_release_comes_as_an_archive(tmp_path: Path, name: str) -> None:
    archive = packed(small_release(tmp_path / "source"), tmp_path / name)
    with unpacked(archive) as folder:
        assert release_name(folder) == release_name(tmp_path / "source")


def test_a_checkout_is_a_release_too(tmp_path: Path) -> None:
    with unpacked(small_release(tmp_path / "source")) as folder:
        assert folder == tmp_path / "source"


@pytest.mark.parametrize("content", [b"", b"no archive at all", b"PK\x03\x04 broken"])
def test_a_file_that_is_no_release_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(UpdateError, match="x"), unpacked(tmp_path / "x"):
        pass


def test_an_archive_of_something_else_is_named_and_not_where_it_was_unpacked(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "README.md").write_text("a game", encoding="utf-8")
    archive = packed(tmp_path / "source", tmp_path / "other.tar.gz")
    with pytest.raises(UpdateError) as refused, unpacked(archive):
        pass
    assert str(refused.value) == f"{archive} holds no release of the companion: himiki is missing"


def test_an_encrypted_archive_is_refused(tmp_path: Path) -> None:
    archive = packed(small_release(tmp_path / "source"), tmp_path / "release.zip")
    content = bytearray(archive.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.find(mark)
        while start >= 0:
            content[start + flags] |= 1
            start = content.find(mark, start + 1)
    archive.write_bytes(content)
    with pytest.raises(UpdateError, match="encrypted"), unpacked(archive):
        pass


def test_what_is_wrong_with_an_archive_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty.tar.gz").write_bytes(b"")
    with pytest.raises(UpdateError) as refused, unpacked(tmp_path / "empty.tar.gz"):
        pass
    assert "\n" not in str(refused.value)


def test_an_archive_that_reaches_outside_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "bad.tar", "w") as archive:
        member = tarfile.TarInfo("../../escaped")
        member.size = 1
        archive.addfile(member, io.BytesIO(b"x"))
    with pytest.raises(UpdateError), unpacked(tmp_path / "bad.tar"):
        pass
    assert not (tmp_path.parent / "escaped").exists()


def test_an_update_names_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", str(tmp_path / "none.tar.gz")]) == 2
    assert "is not there" in capsys.readouterr().err
