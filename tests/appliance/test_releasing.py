"""A release from its maintainer's key to the table that runs it: `himiki release` makes it, `himiki update`
takes it, and nothing else."""

import io
import subprocess
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion import cli
from companion.appliance import updating
from companion.appliance.archive import UpdateError
from companion.appliance.release import release_name, version_of
from companion.appliance.signing import SHIPPED_KEYS, PublicKey, signature_of, trusted_keys
from tests.appliance import test_way_back
from tests.appliance.test_way_back import asked, current, nothing_is_left_over

machine = test_way_back.machine
"""A machine in a folder, which runs release 1."""

KEYS = Path("companion/appliance/keys")
PASSWORD = "kept in a head"


@dataclass(frozen=True)
class Said:
    status: int
    stdout: str
    stderr: str


def himiki(*command: str, typed: str = "") -> Said:
    said, complained = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(complained), pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", io.StringIO(typed))
        status = cli.main(["release", *command])
    return Said(status, said.getvalue(), complained.getvalue())


class Project:
    """A checkout of whoever makes releases, with no more in it than a release needs."""

    def __init__(self, place: Path) -> None:
        self.checkout, self.out = place / "checkout", place / "out"
        test_way_back.release(self.checkout, "1")
        (self.checkout / KEYS).mkdir(parents=True)
        (self.checkout / KEYS / "README.md").write_bytes((SHIPPED_KEYS / "README.md").read_bytes())
        self.git("init", "-q")
        self.commit()

    def git(self, *command: str) -> None:
        named = ("-c", "user.name=A maintainer", "-c", "user.email=a@maintainer.example")
        subprocess.run(["git", "-C", str(self.checkout), *named, *command], check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "-qm", "a change")

    def raise_to(self, version: str) -> None:
        (self.checkout / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n', encoding="utf-8")
        self.commit()

    def key(self, folder: Path, holder: str = "A maintainer") -> Path:
        """Made and shipped."""
        done = himiki(*self._of, "key", str(folder), "--holder", holder, typed=f"{PASSWORD}\n{PASSWORD}\n")
        assert done.status == 0, done.stderr
        self.commit()
        return folder / "release.key"

    def make(self, key: Path, typed: str = PASSWORD) -> Said:
        return himiki(*self._of, "make", "--key", str(key), "--out", str(self.out), typed=f"{typed}\n")

    def made(self, key: Path) -> Path:
        done = self.make(key)
        assert done.status == 0, done.stderr
        return Path(done.stdout.splitlines()[0])

    @property
    def _of(self) -> tuple[str, ...]:
        return ("--checkout", str(self.checkout))

    def shipped(self) -> list[PublicKey]:
        return trusted_keys((self.checkout / KEYS,))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


@pytest.fixture
def keyed(project: Project, tmp_path: Path) -> tuple[Project, Path]:
    return project, project.key(tmp_path / "safe")


def installed(project: Project, machine: Path) -> Callable[[Path], None]:
    """The machine runs what is committed; how it is updated then, as `himiki update` does."""
    running = machine / "opt/current"
    running.unlink()
    running.symlink_to(machine / "opt/releases/running")
    subprocess.run(["cp", "-r", project.checkout, machine / "opt/releases/running"], check=True)

    def update(archive: Path) -> None:
        updating.update(
            archive, lambda text: None, trusted_keys((running / KEYS, machine / "etc/himiki/keys"))
        )

    return update


def untouched(machine: Path) -> bool:
    """Nothing of an archive came anywhere, and nothing of it was started."""
    (running,) = (machine / "opt/releases").glob("running")
    started = (machine / "asked").exists() and any(line.startswith("start") for line in asked(machine))
    return current(machine) == running.name and not started and nothing_is_left_over(machine)


def test_a_release_of_the_shipped_key_is_taken(keyed: tuple[Project, Path], machine: Path) -> None:
    project, key = keyed
    update = installed(project, machine)
    project.raise_to("2")
    update(project.made(key))
    assert version_of((machine / "opt/current").resolve()) == "2"
    assert current(machine) == release_name(project.checkout)


def test_one_without_a_signature_is_refused(keyed: tuple[Project, Path], machine: Path) -> None:
    project, key = keyed
    update = installed(project, machine)
    project.raise_to("2")
    archive = project.made(key)
    signature_of(archive).unlink()
    with pytest.raises(UpdateError, match="minisig is missing"):
        update(archive)
    assert untouched(machine)


def test_one_of_another_key_is_refused(keyed: tuple[Project, Path], machine: Path, tmp_path: Path) -> None:
    """A fork's, say: whose key lies in `/etc/himiki/keys`, is taken from there on."""
    project, _ = keyed
    update = installed(project, machine)
    fork = Project(tmp_path / "fork")
    others = fork.key(tmp_path / "theirs", "A fork")
    fork.raise_to("2")
    archive = fork.made(others)
    with pytest.raises(UpdateError, match="does not trust"):
        update(archive)
    assert untouched(machine)
    own = machine / "etc/himiki/keys"
    own.mkdir(parents=True)
    (shipped,) = (fork.checkout / KEYS).glob("*.pub")
    (own / "fork.pub").write_bytes(shipped.read_bytes())
    update(archive)
    assert current(machine) == release_name(fork.checkout)


@pytest.mark.parametrize("damaged", ["archive", "signature"])
def test_a_damaged_one_is_refused_wherever_the_damage_is(
    keyed: tuple[Project, Path], machine: Path, damaged: str
) -> None:
    project, key = keyed
    update = installed(project, machine)
    project.raise_to("2")
    archive = project.made(key)
    path = archive if damaged == "archive" else signature_of(archive)
    whole, dice = path.read_bytes(), Random(4)
    # Of a signature the first line is a remark that nobody signs.
    first = 0 if damaged == "archive" else whole.index(b"\n") + 1
    # Its very last byte ends a line.
    places = [first, len(whole) - 2, *(dice.randrange(first, len(whole) - 2) for _ in range(20))]
    for at in places:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(UpdateError, match="is not taken"):
            update(archive)
    for length in (0, len(whole) // 2, len(whole) - 2):
        path.write_bytes(whole[:length])
        with pytest.raises(UpdateError, match="is not taken"):
            update(archive)
    assert untouched(machine)


def test_a_signature_is_of_one_archive_alone(keyed: tuple[Project, Path], machine: Path) -> None:
    project, key = keyed
    update = installed(project, machine)
    project.raise_to("2")
    second = project.made(key)
    project.raise_to("3")
    third = project.made(key)
    signature_of(third).write_bytes(signature_of(second).read_bytes())
    with pytest.raises(UpdateError, match="no signature of this archive"):
        update(third)
    assert untouched(machine)


def test_a_key_hands_over_to_the_next(keyed: tuple[Project, Path], machine: Path, tmp_path: Path) -> None:
    """The old one signs a release that ships the new one alone; from there on only the new one counts."""
    project, old = keyed
    update = installed(project, machine)
    (of_old,) = (project.checkout / KEYS).glob("*.pub")
    new = project.key(tmp_path / "new safe", "Another maintainer")
    project.raise_to("2")
    update(project.made(old))
    project.git("rm", "-q", str(KEYS / of_old.name))
    project.raise_to("3")
    assert "himiki release key" in project.make(old).stderr
    update(project.made(new))
    archive = project.out / "himiki-4.tar.gz"
    archive.write_bytes(b"of whoever found the old key")
    assert himiki("sign", str(archive), "--key", str(old), typed=f"{PASSWORD}\n").status == 0
    with pytest.raises(UpdateError, match="does not trust"):
        update(archive)


def test_the_keys_table_says_who_holds_it(keyed: tuple[Project, Path], tmp_path: Path) -> None:
    project, _ = keyed
    second = project.key(tmp_path / "second safe", "Another maintainer")
    assert second.stat().st_mode & 0o077 == 0
    told = (project.checkout / KEYS / "README.md").read_text(encoding="utf-8")
    assert "There is none yet" not in told
    for key in project.shipped():
        assert f"| `{key.name.lower()}.pub` | `{key.name}` |" in told
    assert len(project.shipped()) == 2
    assert "| A maintainer |" in told
    assert "| Another maintainer |" in told
    assert b"PRIVATE" not in b"".join(each.read_bytes() for each in (project.checkout / KEYS).iterdir())


@pytest.mark.parametrize(
    ("holder", "typed", "said"),
    [
        ("A | B", "x\nx\n", "without |"),
        ("", "x\nx\n", "is a name"),
        ("A", "x\ny\n", "two passwords"),
    ],
)
def test_no_key_is_made_of_what_cannot_be(
    project: Project, tmp_path: Path, holder: str, typed: str, said: str
) -> None:
    of = ("--checkout", str(project.checkout))
    done = himiki(*of, "key", str(tmp_path / "safe"), "--holder", holder, typed=typed)
    assert done.status == 1
    assert said in done.stderr
    assert not (tmp_path / "safe").exists()
    assert not project.shipped()


def test_a_secret_key_is_never_made_where_it_would_be_committed(project: Project) -> None:
    of = ("--checkout", str(project.checkout))
    done = himiki(*of, "key", str(project.checkout / "keys"), "--holder", "A", typed="x\nx\n")
    assert "within the checkout" in done.stderr
    assert not (project.checkout / "keys").exists()


def test_no_release_is_made_of_what_is_not_committed(keyed: tuple[Project, Path]) -> None:
    project, key = keyed
    (project.checkout / "companion/forgotten.py").touch()
    assert "not committed" in project.make(key).stderr
    assert not project.out.exists()


def test_a_version_is_made_once(keyed: tuple[Project, Path]) -> None:
    project, key = keyed
    first = project.made(key).read_bytes()
    project.git("tag", "v1")
    assert project.made(key).read_bytes() == first
    (project.checkout / "himiki").write_text("#!/bin/sh\ntrue\n", encoding="utf-8")
    project.commit()
    assert "raise the version" in project.make(key).stderr


def test_no_release_is_made_with_a_key_that_tables_do_not_have(project: Project, tmp_path: Path) -> None:
    key = Project(tmp_path / "another").key(tmp_path / "safe")
    assert "no table would take" in project.make(key).stderr
    assert not project.out.exists()


def test_a_wrong_password_signs_nothing(keyed: tuple[Project, Path]) -> None:
    project, key = keyed
    assert "not its password" in project.make(key, "guessed").stderr
    assert not project.out.exists()


def test_whose_an_archive_is_can_be_asked_before_anything_of_it_runs(keyed: tuple[Project, Path]) -> None:
    project, key = keyed
    archive = project.made(key)
    (public,) = (project.checkout / KEYS).glob("*.pub")
    good = himiki("check", str(archive), "--key", str(public))
    assert good.status == 0
    assert "himiki-1 " in good.stdout
    assert himiki("check", str(archive)).status == 1
    archive.write_bytes(archive.read_bytes() + b"\0")
    bad = himiki("check", str(archive), "--key", str(public))
    assert bad.status == 1
    assert "changed or damaged" in bad.stderr
