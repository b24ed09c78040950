"""Makes and mends the environment in `.venv` that the launcher runs the companion in.

Runs before anything is installed, so it lives on the standard library and imports nothing of ours.
"""

import fcntl
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

STAMP: Final = "himiki.stamp"
"""Read by the launcher too: the folder, HIMIKI_PYTHON, and pyproject.toml as it was when installed."""

UNSEEN: Final = "himiki.unseen"
"""Read by the launcher too: where a picamera2 would be that this environment cannot see, a path a line."""

LOCKS: Final = "lock"
"""The folder with every library in one version and with its hashes, a file for each Python."""
LOCKED_EXTRA: Final = "club"
"""What a hall has besides: files of its own there."""

_OPENCV: Final = "opencv-python-headless"
_OF_THE_SYSTEM: Final = (_OPENCV, "numpy")
"""Which come from the system where OpenCV does: its picamera2 is built for its numpy."""
_LOCKED_MACHINES: Final = ("aarch64", "x86_64")
LEAST_GLIBC: Final = 28
"""Of a system whose wheels have their hashes there: what the newest numpy asks for."""

_PROBE: Final = """
import importlib.util, json, platform, site
there = lambda name: importlib.util.find_spec(name) is not None
print(json.dumps({
    "version": platform.python_version(),
    "venv": there("venv") and there("ensurepip"),
    "picamera2": there("picamera2"),
    "cv2": there("cv2"),
    "packages": site.getsitepackages(),
}))
"""

_NO_NETWORK: Final = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|ProtocolError"
    r"|name resolution|Network is unreachable|Connection (?:refused|reset)|Could not fetch URL"
)


class InstallError(Exception):
    """What is missing and how to get it, in a sentence or two for the person who started it."""


class NoNetwork(InstallError):
    """What is needed has to be fetched, and cannot be."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python outside any environment."""

    path: Path
    version: str
    venv: bool
    picamera2: bool
    cv2: bool
    packages: Sequence[str]
    """The folders of its packages."""

    @classmethod
    def behind(cls, executable: str) -> Self:
        # The versioned file, not the `python3` that links to it: when an upgrade of the system replaces it,
        # the environment's link dangles and the launcher sees at once that the environment is dead.
        path = Path(executable).resolve()
        answer = subprocess.run([path, "-I", "-c", _PROBE], capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise InstallError(f"{path} does not run. Name another Python with HIMIKI_PYTHON.")
        return cls(path, **json.loads(answer.stdout))

    @property
    def minor(self) -> str:
        return ".".join(self.version.split(".")[:2])


@dataclass(frozen=True, slots=True)
class Stamp:
    home: str
    python: str
    pyproject: str

    @classmethod
    def read(cls, path: Path) -> Self | None:
        try:
            home, python, pyproject = path.read_text(encoding="utf-8").split("\n", 2)
        except (OSError, ValueError):
            return None
        return cls(home, python, pyproject)

    def write(self, path: Path) -> None:
        new = path.with_suffix(".new")
        new.write_text(f"{self.home}\n{self.python}\n{self.pyproject}", encoding="utf-8")
        new.replace(path)


def say(text: str) -> None:
    print(f"himiki: {text}", file=sys.stderr, flush=True)


def is_set_up(home: Path) -> bool:
    """Whether the launcher would start at once; it asks the same."""
    made = Stamp.read(home / ".venv" / STAMP)
    runs = os.access(home / ".venv/bin/python", os.X_OK)
    fits = made is not None and (made.home, made.pyproject) == (str(home), _pyproject(home))
    return runs and fits and not _misses_a_camera(home / ".venv")


def set_up(home: Path, *, asked: str, base: Interpreter) -> None:
    """Leaves a complete environment, whatever it finds; `asked` is the Python a person named, or nothing."""
    venv = home / ".venv"
    with _alone(home) as lock:
        wanted = Stamp(str(home), asked, _pyproject(home))
        made = Stamp.read(venv / STAMP)
        only_itself = False
        if made is None or not _runs(venv) or (asked and (venv / "bin/python").resolve() != base.path):
            _make(venv, base)
        elif base.picamera2 and _misses_a_camera(venv) and _made_again(home, base, lock):
            wanted.write(venv / STAMP)
            say("ready")
            return
        elif (made.home, made.pyproject) == (wanted.home, wanted.pyproject):
            wanted.write(venv / STAMP)
            return
        elif made.home != wanted.home:
            say("the folder has moved: mending .venv")
            _mend_paths(venv, made.home, wanted.home)
            only_itself = made.pyproject == wanted.pyproject
        else:
            say("pyproject.toml has changed: installing again")
        _install_project(home, lock, only_itself=only_itself)
        wanted.write(venv / STAMP)
        say("ready")


def add_extra(home: Path, extra: str) -> None:
    """Installs what one of the project's extras lists; at once when that has been done before."""
    done = home / ".venv" / f"{extra}.stamp"
    text = _pyproject(home)
    with _alone(home) as lock:
        if done.exists() and done.read_text(encoding="utf-8") == text:
            return
        locked = _locked(home, extra)
        if locked is None:
            _pip(home, lock, of_extra(text, extra))
        else:
            _pip(home, lock, _by_hashes(home, locked))
        done.write_text(text, encoding="utf-8")


def _misses_a_camera(venv: Path) -> bool:
    try:
        places = (venv / UNSEEN).read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return any(Path(place).exists() for place in places)


def _pyproject(home: Path) -> str:
    return (home / "pyproject.toml").read_bytes().decode()


@contextmanager
def _alone(home: Path) -> Iterator[int]:
    """Only one at a time; the file stays, for removing it would let two in."""
    with (home / ".venv.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another start that is setting up")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock.fileno()


def _runs(venv: Path) -> bool:
    try:
        answer = subprocess.run(
            [venv / "bin/python", "-I", "-c", "import pip"], capture_output=True, check=False
        )
    except OSError:
        return False
    return answer.returncode == 0


def _make(venv: Path, base: Interpreter) -> None:
    if not base.venv:
        usual = base.path == Path("/usr/bin/python3").resolve()
        package = "python3-venv" if usual else f"python{base.minor}-venv"
        raise InstallError(
            f"Python {base.minor} is here, but not the part of it that makes environments ({package}). "
            f"Install it with: sudo apt install {package}"
        )
    if base.picamera2 and not base.cv2:
        # The wheel would bring a newer numpy, and the system's picamera2 is built for the system's.
        raise InstallError(
            "the camera of a Raspberry Pi needs the system's OpenCV. "
            "Install it with: sudo apt install python3-opencv"
        )
    if venv.is_symlink() or venv.is_file():
        venv.unlink()
    elif venv.exists():
        say("an unfinished or broken .venv is here: starting over")
        shutil.rmtree(venv)
    say(f"setting up in {venv} with Python {base.version}, this takes a minute or two")
    # Picamera2 comes from the system's packages only.
    options = ["--system-site-packages"] if base.picamera2 else []
    answer = subprocess.run(
        [base.path, "-I", "-m", "venv", *options, venv], capture_output=True, text=True, check=False
    )
    if answer.returncode != 0:
        said = (answer.stdout + answer.stderr).strip().splitlines()
        raise InstallError(f"the environment could not be made: {said[-1] if said else 'no reason given'}")
    if not base.picamera2:
        places = [f"{folder}/picamera2\n" for folder in base.packages]
        (venv / UNSEEN).write_text("".join(places), encoding="utf-8")


def _made_again(home: Path, base: Interpreter, lock: int) -> bool:
    """Where it cannot be, for want of a network or of the system's OpenCV, the one that is here goes on."""
    say("picamera2 has come to this system: making .venv again, so that it is seen")
    venv, kept = home / ".venv", home / ".venv-kept"
    shutil.rmtree(kept, ignore_errors=True)
    venv.replace(kept)
    try:
        _make(venv, base)
        _install_project(home, lock, only_itself=False)
    except BaseException as error:
        shutil.rmtree(venv, ignore_errors=True)
        kept.replace(venv)
        if not isinstance(error, InstallError):
            raise
        say(f"{error} Until then it goes on without this camera.")
        return False
    shutil.rmtree(kept)
    return True


def _mend_paths(venv: Path, old: str, new: str) -> None:
    """The scripts' first lines name the environment's Python by its full path."""
    for script in (venv / "bin").iterdir():
        if script.is_symlink() or not script.is_file():
            continue
        content = script.read_bytes()
        if content.startswith(b"#!"):
            script.write_bytes(content.replace(f"{old}/.venv".encode(), f"{new}/.venv".encode()))


def _install_project(home: Path, lock: int, *, only_itself: bool) -> None:
    """`only_itself` where all that it needs is there already."""
    stamp = home / ".venv" / STAMP
    kept = stamp.with_suffix(".kept")
    if stamp.exists():
        # A start that is interrupted from here on leaves no stamp, and the next one makes everything anew.
        stamp.replace(kept)
    try:
        if not only_itself:
            _install_needs(home, lock)
        # The build tools are in the environment already, so this step works without a network.
        _pip(home, lock, ["--no-build-isolation", "--no-deps", "--editable", str(home)])
    except InstallError:
        # pip undoes what it could not finish: what was installed before still stands.
        if kept.exists():
            kept.replace(stamp)
        raise
    kept.unlink(missing_ok=True)


def _install_needs(home: Path, lock: int) -> None:
    """In the versions that the release was tested with, and from nobody else's hands: by their hashes."""
    locked = _locked(home)
    if locked is None:
        _pip(home, lock, _needs(home))
        return
    try:
        _pip(home, lock, _by_hashes(home, locked))
    except NoNetwork as missing:
        # What is here already may do: a system without a network has its own packages.
        try:
            _pip(home, lock, ["--no-index", *_needs(home)])
        except InstallError:
            raise missing from None
        say("without a network the libraries that are here stay, in their versions")


def _by_hashes(home: Path, locked: str) -> list[str]:
    pins = home / ".venv" / "himiki.lock"
    pins.write_text(locked, encoding="ascii")
    return ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", str(pins)]


def _locked(home: Path, what: str = "python") -> str | None:
    """None where nobody has looked: another Python, another machine."""
    path = home / LOCKS / f"{what}-{sys.version_info.major}.{sys.version_info.minor}.txt"
    if not path.is_file() or platform.machine() not in _LOCKED_MACHINES or _glibc() < LEAST_GLIBC:
        return None
    text = path.read_text(encoding="ascii")
    return beside_system_opencv(text) if _uses_system_opencv(home / ".venv") else text


def beside_system_opencv(locked: str) -> str:
    """Without what comes from the system then."""
    pins = re.split(r"^(?=[a-z0-9])", locked, flags=re.MULTILINE)
    return "".join(pin for pin in pins if pin.partition("==")[0] not in _OF_THE_SYSTEM)


def _glibc() -> int:
    """The second part of its version; 0 of another library."""
    name, version = platform.libc_ver()
    parts = version.split(".")
    return int(parts[1]) if name == "glibc" and len(parts) > 1 and parts[1].isdecimal() else 0


def needs_of(pyproject: str) -> list[str]:
    project = tomllib.loads(pyproject)
    return [*project["build-system"]["requires"], *project["project"]["dependencies"]]


def of_extra(pyproject: str, extra: str) -> list[str]:
    found: list[str] = tomllib.loads(pyproject)["project"]["optional-dependencies"][extra]
    return found


def _needs(home: Path) -> list[str]:
    needs = needs_of(_pyproject(home))
    if _uses_system_opencv(home / ".venv"):
        return [need for need in needs if not need.startswith(_OPENCV)]
    return needs


def _uses_system_opencv(venv: Path) -> bool:
    if "include-system-site-packages = true" not in (venv / "pyvenv.cfg").read_text(encoding="utf-8"):
        return False
    return Interpreter.behind(str(venv / "bin/python")).cv2


def _pip(home: Path, lock: int, arguments: list[str]) -> None:
    if not arguments:
        return
    log = home / ".venv" / "install.log"
    pip_install = [str(home / ".venv/bin/python"), "-I", "-m", "pip", "install"]
    options = ["--no-user", "--no-input", "--retries", "2", "--disable-pip-version-check"]
    options += ["--progress-bar", "off", "--log", str(log)]
    last: deque[str] = deque(maxlen=40)
    # pip holds the lock as well: if only this process is killed, the next start waits until pip has ended.
    with subprocess.Popen(
        [*pip_install, *options, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        pass_fds=(lock,),
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            last.append(line.strip())
            if progress := _progress(last[-1]):
                say(progress)
    if pip.returncode != 0:
        if any(_NO_NETWORK.search(line) for line in last):
            raise NoNetwork(
                "no connection to the package index, which installing needs (later starts do not). "
                f"Connect this machine and start again; details in {log}"
            )
        reason = next((line for line in reversed(last) if line.startswith("ERROR: ")), "ERROR: pip failed")
        raise InstallError(f"{reason.removeprefix('ERROR: ')}. Details in {log}")


def _progress(line: str) -> str | None:
    match line.split():
        case ["Downloading" | "Using", *_, name, size, unit] if not name.endswith(".metadata"):
            return f"fetching {name.rpartition('/')[2]} {size} {unit}"
        case ["Installing", "collected", "packages:", *names]:
            return f"installing {' '.join(names)}"
        case _:
            return None


def main(arguments: list[str]) -> int:
    try:
        executable = getattr(sys, "_base_executable", sys.executable)
        set_up(
            Path(arguments[0]), asked=os.environ.get("HIMIKI_PYTHON", ""), base=Interpreter.behind(executable)
        )
    except InstallError as error:
        say(str(error))
        return 1
    except OSError as error:
        say(
            f"cannot set up: {error.strerror} ({error.filename}). "
            "Is the folder yours to write in, and the disk not full?"
        )
        return 1
    except KeyboardInterrupt:
        say("interrupted; the next start goes on")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
