"""Real runs of the launcher in small copies of the project; nothing here needs the network."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import installing
from tests.patience import patient

pytestmark = pytest.mark.long

HOME = Path(__file__).parents[1]
BASE = Path(getattr(sys, "_base_executable", sys.executable)).resolve()

# Builds the one-line editable wheel by itself, so that pip has nothing to fetch.
BACKEND = """
import zipfile
from pathlib import Path

WHEEL = "himiki_companion-0-py3-none-any.whl"
INFO = "himiki_companion-0.dist-info"


def get_requires_for_build_editable(config_settings=None):
    return []


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(Path(wheel_directory) / WHEEL, "w") as wheel:
        wheel.writestr("himiki_companion.pth", str(Path.cwd()))
        wheel.writestr(f"{INFO}/METADATA", "Metadata-Version: 2.1\\nName: himiki-companion\\nVersion: 0\\n")
        tags = "Wheel-Version: 1.0\\nGenerator: tests\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
        wheel.writestr(f"{INFO}/WHEEL", tags)
        wheel.writestr(f"{INFO}/entry_points.txt", "[console_scripts]\\nhimiki = companion.cli:main\\n")
        wheel.writestr(f"{INFO}/RECORD", "")
    return WHEEL
"""

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "himiki-companion"
version = "0"
dependencies = []
"""

CLI = """
import json, os, sys

def main():
    given = sys.stdin.read() if "--read" in sys.argv else ""
    print(json.dumps({"args": sys.argv[1:], "file": __file__, "cwd": os.getcwd(), "stdin": given}))
    return 3 if "--fail" in sys.argv else 0
"""


@dataclass(frozen=True)
class Run:
    status: int
    out: str
    err: str

    @property
    def args(self) -> object:
        return json.loads(self.out)["args"]

    @property
    def file(self) -> Path:
        return Path(json.loads(self.out)["file"])


def environment(*first_on_path: Path, **more: str) -> dict[str, str]:
    """No package index in reach: whoever asks for one fails."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON", "HIMIKI_"))
    }
    path = os.pathsep.join([*map(str, first_on_path), str(BASE.parent), "/usr/bin", "/bin"])
    return kept | {"PATH": path, "PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/"} | more


def start(
    launcher: Path | str,
    *args: str,
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
    stdin: str = "",
) -> Run:
    done = subprocess.run(
        [launcher, *args],
        env=env or environment(HIMIKI_PYTHON=""),
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=patient(120),
    )
    assert "Traceback" not in done.stderr
    return Run(done.returncode, done.stdout, done.stderr)


def plant(home: Path) -> Path:
    """A project as small as can be around the real launcher; the launcher's path."""
    (home / "companion").mkdir(parents=True)
    shutil.copy(HOME / "himiki", home)
    shutil.copy(HOME / "companion/installing.py", home / "companion")
    (home / "companion/__init__.py").touch()
    (home / "companion/cli.py").write_text(CLI)
    (home / "backend.py").write_text(BACKEND)
    (home / "pyproject.toml").write_text(PYPROJECT)
    return home / "himiki"


def python_like(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def python_with_other_modules(
    prefix: Path, *, without: Sequence[str] = (), extra: Sequence[str] = ()
) -> Path:
    """A Python that runs, made of links to this one but for the modules named."""
    real = Path(sys.base_prefix)
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = prefix / "lib" / name
    library.mkdir(parents=True)
    (prefix / "bin").mkdir()
    # Not a link: Python looks for its library from where its file really is.
    shutil.copy(BASE, prefix / "bin" / name)
    (prefix / "bin/python3").symlink_to(name)
    for source, target in ((real / "lib", prefix / "lib"), (real / "lib" / name, library)):
        for entry in source.iterdir():
            if entry.name not in {*without, name, "site-packages", "dist-packages"}:
                (target / entry.name).symlink_to(entry)
    (library / "site-packages").mkdir()
    for module in extra:
        add_module(prefix, module)
    return prefix / "bin"


def add_module(prefix: Path, module: str) -> None:
    """Where that Python looks for it: Debian's has other folders for it than others."""
    places = "import site; print(site.getsitepackages()[-1])"
    told = subprocess.run(
        [prefix / "bin/python3", "-I", "-c", places], capture_output=True, text=True, check=True
    )
    packages = Path(told.stdout.strip())
    assert packages.is_relative_to(prefix)
    (packages / module).mkdir(parents=True)
    (packages / module / "__init__.py").touch()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    launcher = plant(tmp_path_factory.mktemp("first") / "the companion's folder")
    return launcher, start(launcher, "engine", "--read", stdin="new duel\n")


@pytest.fixture
def himiki(first: tuple[Path, Run], tmp_path: Path) -> Path:
    """An installed project to spoil."""
    home = tmp_path / "copy of it"
    shutil.copytree(first[0].parent, home, symlinks=True)
    assert start(home / "himiki").status == 0
    return home / "himiki"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    return plant(tmp_path / "bare")


def test_installing_on_a_machine_needs_no_environment_here(bare: Path) -> None:
    """The program gets one where it is installed; fetching OpenCV twice takes minutes on a Pi."""
    run = start(bare, "install", "--dry-run")
    assert (run.status, run.args, run.err) == (0, ["install", "--dry-run"], "")
    left = sorted(path.name for path in bare.parent.rglob("*"))
    assert left == [
        "__init__.py",
        "backend.py",
        "cli.py",
        "companion",
        "himiki",
        "installing.py",
        "pyproject.toml",
    ]


def test_the_first_start_sets_up_and_runs_the_command(first: tuple[Path, Run]) -> None:
    launcher, run = first
    assert (run.status, run.args) == (0, ["engine", "--read"])
    assert run.file == launcher.parent / "companion/cli.py"


def test_the_first_start_speaks_on_stderr_only_and_leaves_stdin_to_the_command(
    first: tuple[Path, Run],
) -> None:
    _, run = first
    assert json.loads(run.out)["stdin"] == "new duel\n"
    assert len(run.out.splitlines()) == 1
    assert all(line.startswith("himiki: ") for line in run.err.splitlines())
    assert "setting up" in run.err
    assert "ready" in run.err


def test_the_next_start_says_nothing_and_installs_nothing(first: tuple[Path, Run]) -> None:
    run = start(first[0], "--help", "a b", "", "*")
    assert (run.status, run.err, run.args) == (0, "", ["--help", "a b", "", "*"])


def test_the_exit_status_is_the_commands(first: tuple[Path, Run]) -> None:
    assert start(first[0], "--fail").status == 3


def test_it_starts_from_any_folder_and_stays_there(first: tuple[Path, Run], tmp_path: Path) -> None:
    # A module of the same name where the person stands must not win.
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion/__init__.py").write_text("raise SystemExit('the wrong one')")
    run = start(first[0], cwd=tmp_path)
    assert run.status == 0
    assert json.loads(run.out)["cwd"] == str(tmp_path)


def test_it_starts_through_a_chain_of_relative_links(first: tuple[Path, Run], tmp_path: Path) -> None:
    far = tmp_path / "far away"
    far.mkdir()
    (tmp_path / "near").symlink_to(os.path.relpath(first[0], tmp_path))
    (far / "hi").symlink_to("../near")
    (tmp_path / "folder").symlink_to(first[0].parent)
    assert start(far / "hi", "x").args == ["x"]
    assert start("hi", env=environment(far), cwd=tmp_path).status == 0
    assert start("./hi", cwd=far).err == ""
    assert start(tmp_path / "folder/himiki").err == ""


@pytest.mark.pace
def test_a_start_costs_little_over_the_command_itself(first: tuple[Path, Run]) -> None:
    venv = first[0].parent / ".venv/bin"

    def fastest(*command: Path) -> float:
        times = []
        for _ in range(10):
            before = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.perf_counter() - before)
        return min(times)

    assert fastest(first[0]) - fastest(venv / "python", venv / "himiki") < 0.030


def test_a_changed_pyproject_is_installed_again_without_a_network(himiki: Path) -> None:
    pyproject = himiki.parent / "pyproject.toml"
    pyproject.write_text(PYPROJECT + "# changed\n")
    again = start(himiki)
    assert again.status == 0
    assert "pyproject.toml has changed" in again.err
    assert start(himiki).err == ""


def test_what_was_installed_stays_when_new_needs_cannot_be_fetched(himiki: Path) -> None:
    pyproject = himiki.parent / "pyproject.toml"
    pyproject.write_text(PYPROJECT.replace("dependencies = []", 'dependencies = ["flask"]'))
    failed = start(himiki)
    assert (failed.status, failed.out) == (1, "")
    assert "no connection to the package index" in failed.err
    assert len(failed.err.splitlines()) == 2
    pyproject.write_text(PYPROJECT)
    assert start(himiki).err == ""


def test_a_moved_folder_runs_its_own_code_without_a_network(himiki: Path, tmp_path: Path) -> None:
    moved = himiki.parent.rename(tmp_path / "elsewhere") / "himiki"
    run = start(moved)
    assert run.status == 0
    assert "moved" in run.err
    assert run.file == moved.parent / "companion/cli.py"
    for script in (moved.parent / ".venv/bin").glob("pip*"):
        assert str(himiki.parent) not in script.read_text()
    assert start(moved).err == ""


def test_a_moved_folder_does_not_ask_again_for_what_it_has(himiki: Path, tmp_path: Path) -> None:
    """Where nothing can be fetched: asking for it would fail."""
    home = himiki.parent
    needs_more = PYPROJECT.replace("dependencies = []", 'dependencies = ["flask"]')
    (home / "pyproject.toml").write_text(needs_more)
    installing.Stamp(str(home), "", needs_more).write(home / ".venv" / installing.STAMP)
    run = start(home.rename(tmp_path / "elsewhere") / "himiki")
    assert (run.status, "moved" in run.err) == (0, True)


def test_an_interrupted_set_up_is_begun_anew(himiki: Path) -> None:
    venv = himiki.parent / ".venv"
    (venv / installing.STAMP).unlink()
    shutil.rmtree(next((venv / "lib").glob("python*")) / "site-packages/pip")
    run = start(himiki)
    assert run.status == 0
    assert "starting over" in run.err


def test_an_environment_whose_python_is_gone_is_to_be_made_anew(himiki: Path, tmp_path: Path) -> None:
    (himiki.parent / ".venv/bin" / BASE.name).unlink()
    (himiki.parent / ".venv/bin" / BASE.name).symlink_to("/nowhere/python3")
    path = python_with_other_modules(tmp_path / "python", without=["ensurepip"])
    run = start(himiki, env=environment(path))
    assert run.status == 1
    assert "not the part of it that makes environments" in run.err


def test_two_first_starts_at_once_both_succeed(bare: Path) -> None:
    both = [
        subprocess.Popen(
            [bare, name], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for name in ("one", "two")
    ]
    said = [process.communicate(timeout=patient(120)) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert [json.loads(out)["args"] for out, _ in said] == [["one"], ["two"]]
    assert sum("setting up in" in err for _, err in said) == 1


def test_no_network_at_the_first_start_is_said(bare: Path) -> None:
    (bare.parent / "pyproject.toml").write_text(
        PYPROJECT.replace("dependencies = []", 'dependencies = ["numpy"]')
    )
    run = start(bare)
    assert (run.status, run.out) == (1, "")
    assert "no connection to the package index" in run.err.splitlines()[-1]


@pytest.mark.parametrize("asked", [False, True], ids=["found", "asked for"])
def test_an_old_python_is_named_with_how_to_get_a_new_one(bare: Path, tmp_path: Path, asked: bool) -> None:
    for minor in ("3", "3.14", "3.13", "3.12", "3.11"):
        python_like(tmp_path / f"old/python{minor}", "echo 3.9")
    env = environment(tmp_path / "old", HIMIKI_PYTHON=str(tmp_path / "old/python3") if asked else "")
    run = start(bare, env=env)
    assert (run.status, run.out) == (1, "")
    assert "Python 3.11 or newer is missing" in run.err
    assert "3.9" in run.err
    assert "sudo apt install python3 python3-venv" in run.err
    assert len(run.err.splitlines()) == 2


def test_a_newer_python_beside_an_old_one_is_taken(bare: Path, tmp_path: Path) -> None:
    python_like(tmp_path / "both/python3", "echo 3.9")
    python_like(tmp_path / "both/python3.14", "exit 127")
    python_like(tmp_path / "both/python3.13", '[ "$1" = -c ] && echo 3.13 || exit 42')
    assert start(bare, env=environment(tmp_path / "both")).status == 42


def test_a_python_that_is_asked_for_and_not_there_is_said(bare: Path) -> None:
    run = start(bare, env=environment(HIMIKI_PYTHON="/nowhere/python3"))
    assert run.status == 1
    assert "HIMIKI_PYTHON names /nowhere/python3" in run.err


def test_a_missing_venv_module_is_named_with_how_to_get_it(bare: Path, tmp_path: Path) -> None:
    path = python_with_other_modules(tmp_path / "python", without=["ensurepip"])
    run = start(bare, env=environment(path))
    assert (run.status, run.out) == (1, "")
    assert "sudo apt install python3" in run.err
    assert "-venv" in run.err
    assert len(run.err.splitlines()) == 1


def test_on_a_raspberry_pi_the_systems_camera_and_opencv_are_used(bare: Path, tmp_path: Path) -> None:
    path = python_with_other_modules(tmp_path / "python", extra=["picamera2", "cv2"])
    needs = PYPROJECT.replace("dependencies = []", 'dependencies = ["opencv-python-headless>=4.6"]')
    (bare.parent / "pyproject.toml").write_text(needs)
    (bare.parent / "companion/cli.py").write_text(
        "def main():\n    import cv2, picamera2\n    print(cv2.__file__)\n"
    )
    run = start(bare, env=environment(path))
    assert (run.status, run.out.startswith(str(tmp_path / "python"))) == (0, True), run.err


def test_on_a_raspberry_pi_without_opencv_it_says_how_to_get_it(bare: Path, tmp_path: Path) -> None:
    path = python_with_other_modules(tmp_path / "python", extra=["picamera2"])
    run = start(bare, env=environment(path))
    assert run.status == 1
    assert "sudo apt install python3-opencv" in run.err


def test_a_camera_that_is_installed_later_is_seen_at_the_next_start(bare: Path, tmp_path: Path) -> None:
    path = python_with_other_modules(tmp_path / "python")
    assert start(bare, env=environment(path)).status == 0
    assert start(bare, env=environment(path)).err == ""
    for module in ("picamera2", "cv2"):
        add_module(tmp_path / "python", module)
    (bare.parent / "companion/cli.py").write_text(
        "def main():\n    import picamera2\n    print(picamera2.__file__)\n"
    )
    assert not installing.is_set_up(bare.parent)
    run = start(bare, env=environment(path))
    assert (run.status, run.out.startswith(str(tmp_path / "python"))) == (0, True), run.err
    assert "picamera2 has come to this system" in run.err
    assert start(bare, env=environment(path)).err == ""
    assert installing.is_set_up(bare.parent)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("come", "missing"),
    [
        (["picamera2"], "sudo apt install python3-opencv"),
        (["picamera2", "cv2"], "no connection to the package index"),
    ],
)
def test_a_camera_that_cannot_be_taken_in_now_leaves_what_was_set_up(
    bare: Path, tmp_path: Path, come: list[str], missing: str
) -> None:
    path = python_with_other_modules(tmp_path / "python")
    assert start(bare, env=environment(path)).status == 0
    home = bare.parent
    needs_more = PYPROJECT.replace("dependencies = []", 'dependencies = ["flask"]')
    (home / "pyproject.toml").write_text(needs_more)
    installing.Stamp(str(home), "", needs_more).write(home / ".venv" / installing.STAMP)
    for module in come:
        add_module(tmp_path / "python", module)
    run = start(bare, "engine", env=environment(path))
    assert (run.status, run.args) == (0, ["engine"])
    assert missing in run.err
    assert run.err.endswith("Until then it goes on without this camera.\n")
    assert not (home / ".venv-kept").exists()


def test_a_folder_that_cannot_be_written_in_is_said(bare: Path) -> None:
    (bare.parent / ".venv.lock").mkdir()
    run = start(bare)
    assert (run.status, run.out) == (1, "")
    assert "cannot set up" in run.err
    assert len(run.err.splitlines()) == 1


@pytest.mark.slow
def test_the_real_project_sets_up_from_the_package_index(tmp_path: Path) -> None:
    home = tmp_path / "himiki"
    hidden = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info")
    shutil.copytree(HOME, home, ignore=hidden)
    done = subprocess.run([home / "himiki", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    look = "import cv2, numpy, companion.games.himiki.rules.board as board; print(board.__file__)"
    where = subprocess.run(
        [home / ".venv/bin/python", "-P", "-c", look], capture_output=True, text=True, check=True
    )
    assert where.stdout.strip() == str(home / "companion/rules/board.py")
