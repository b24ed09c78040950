"""What root does in a folder that somebody else keeps: links that were made there lead it nowhere."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config.settings import Config
from companion.doctor.bundle import write_bundle
from companion.table.state.folder import StateFolder
from companion.table.state.owner import as_owner, read_plainly
from vision.files import replace_file

HOME = Path(__file__).parents[2]
NOBODY = 65534
ROOT_ALONE = pytest.mark.skipif(os.geteuid() != 0, reason="gives folders away, as only root can")


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    """A state folder of another user, and beside it a file that only root may read."""
    tmp_path.chmod(0o755)
    for above in tmp_path.parents:
        if above.stat().st_uid == 0 and above != Path("/") and above.is_relative_to("/tmp"):
            above.chmod(above.stat().st_mode | 0o011)
    folder = tmp_path / "state"
    (folder / "profile").mkdir(parents=True)
    (folder / "frames").mkdir()
    secret = tmp_path / "secret"
    secret.write_text("of root", encoding="ascii")
    secret.chmod(0o600)
    yield folder
    assert secret.read_text(encoding="ascii") == "of root"
    assert secret.stat().st_uid == os.geteuid()


def given_away(folder: Path) -> Path:
    for each in (folder, *folder.rglob("*")):
        os.chown(each, NOBODY, NOBODY, follow_symlinks=False)
    return folder


def test_a_new_file_is_not_written_through_a_link_that_waits_in_its_place(kept: Path) -> None:
    (kept / "pin.new").symlink_to(kept.parent / "secret")
    (kept / "pin").symlink_to(kept.parent / "secret")
    replace_file(kept / "pin", "123456\n")
    assert not (kept / "pin").is_symlink()
    assert (kept / "pin").read_text(encoding="ascii") == "123456\n"


@ROOT_ALONE
@pytest.mark.parametrize("name", ["pin", "pin.new"])
def test_the_pin_is_asked_for_with_the_rights_of_the_folders_owner(kept: Path, name: str) -> None:
    (kept / name).symlink_to(kept.parent / "secret")
    given_away(kept)
    asked = subprocess.run(
        [sys.executable, "-m", "companion.cli", "pin", "--state", kept],
        cwd=HOME,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in asked.stderr
    assert "of root" not in asked.stdout + asked.stderr
    if name == "pin.new":
        assert (kept / "pin").stat().st_uid == NOBODY
        assert asked.stdout.strip().isdecimal()
    else:
        assert asked.returncode == 2


LINKS = [
    "profile/profile.json",
    "profile/a.png",
    "frames/times.csv",
    "frames/000001.jpg",
    "frames/readings.jsonl",
]


@pytest.mark.parametrize("name", [*LINKS, "profile", "games.sqlite"])
def test_a_bug_report_holds_nothing_that_a_link_leads_to(kept: Path, tmp_path: Path, name: str) -> None:
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "profile.json").write_text("of root", encoding="ascii")
    (kept / "frames/times.csv").write_text("file,seconds\n000001.jpg,1.0\n", encoding="ascii")
    (kept / "profile/profile.json").write_text("{}", encoding="ascii")
    target = kept / name
    if name == "profile":
        if os.geteuid() != 0:
            return  # Its owner may follow links of its own.
        (target / "profile.json").unlink()
        target.rmdir()
        secrets.chmod(0o700)
        target.symlink_to(secrets)
    else:
        target.unlink(missing_ok=True)
        target.symlink_to(tmp_path / "secret")
    if os.geteuid() == 0:
        given_away(kept)
    out = tmp_path / "report.zip"
    write_bundle(out, StateFolder(kept), Config(), ())
    with zipfile.ZipFile(out) as bundle:
        assert not [each for each in bundle.namelist() if b"of root" in bundle.read(each)]


def test_a_report_is_not_written_through_a_link(kept: Path, tmp_path: Path) -> None:
    for name in ("report.zip", "report.zip.new", ".report.zip.new"):
        (tmp_path / name).symlink_to(tmp_path / "secret")
    write_bundle(tmp_path / "report.zip", StateFolder(kept), Config(), ())
    assert zipfile.is_zipfile(tmp_path / "report.zip")


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_only_plain_files_are_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    match kind:
        case "link":
            (tmp_path / "other").write_text("of another", encoding="ascii")
            path.symlink_to(tmp_path / "other")
        case "pipe":
            os.mkfifo(path)
        case _:
            path.mkdir()
    with pytest.raises(OSError, match=r"plain|symbolic|directory"):
        read_plainly(path)


@ROOT_ALONE
def test_roots_rights_come_back(kept: Path) -> None:
    given_away(kept)
    with as_owner(kept):
        assert (os.geteuid(), os.getegid(), os.getgroups()) == (NOBODY, NOBODY, [])
    assert os.geteuid() == 0
    with as_owner(kept.parent / "not there"):
        assert os.geteuid() == 0


@ROOT_ALONE
def test_a_lock_that_is_a_link_is_not_written(kept: Path) -> None:
    (kept / "lock").symlink_to(kept.parent / "secret")
    given_away(kept)
    folder = StateFolder(kept)
    with pytest.raises(OSError, match="cannot be written"):
        folder.lock()
    assert folder.holder() is None


def test_giving_a_folder_to_its_service_gives_away_nothing_that_links_lead_to(kept: Path) -> None:
    """As `himiki install` does it."""
    from companion.appliance.machine import Machine
    from companion.appliance.plans import install_steps

    machine = Machine("", "trixie", True, True, False, 257, "here", (), True, False)
    steps = install_steps(machine, HOME, "1", "himiki", 8080)
    shown = [action.shown() for step in steps for action in step.actions]
    assert any(each.startswith("chown -RPh himiki:himiki ") for each in shown), json.dumps(shown)
    (kept / "link").symlink_to(kept.parent / "secret")
    if os.geteuid() == 0:
        subprocess.run(["chown", "-RPh", f"{NOBODY}:{NOBODY}", str(kept)], check=True)
        assert (kept / "link").lstat().st_uid == NOBODY
