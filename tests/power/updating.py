"""A machine in a folder, updated or started after that: `python -m tests.power.updating MACHINE DO [MOST]`.

As in `tests/appliance/test_way_back.py`, a program stands in for systemctl.
"""

import os
import resource
import shutil
import stat
import sys
from pathlib import Path

from companion.appliance import layout, updating, way_back
from companion.appliance.archive import UpdateError
from companion.appliance.release import same_release
from tests.appliance.test_way_back import OF_A_MACHINE, SYSTEMCTL, release

_FILES = 60
GAMES = "the games\n" * 1000


def prepared(machine: Path) -> None:
    for name, place in OF_A_MACHINE.items():
        for module in (layout, updating, way_back):
            if hasattr(module, name):
                setattr(module, name, machine / place)
    os.environ["PATH"] = f"{machine / 'bin'}:{os.environ['PATH']}"
    os.environ["MACHINE"] = str(machine)
    updating._PROBATION = 0.6  # type: ignore[misc] # noqa: SLF001


def made(machine: Path) -> None:
    for folder in ("opt/releases", "state", "units", "bin"):
        (machine / folder).mkdir(parents=True)
    (machine / "bin/systemctl").write_text(SYSTEMCTL, encoding="utf-8")
    (machine / "bin/systemctl").chmod(stat.S_IRWXU)
    for version, place in (("1", "old"), ("2", "new")):
        made_of = release(machine / place, version)
        for number in range(_FILES):
            (made_of / "companion" / f"{number}.py").write_text(f"# {version}\n" * 200 * (number % 20))
    shutil.copytree(machine / "old", machine / "opt/releases/1-old")
    (machine / "opt/current").symlink_to(machine / "opt/releases/1-old")
    (machine / "state/games.sqlite").write_text(GAMES, encoding="ascii")
    os.sync()


def main() -> None:
    machine, what = Path(sys.argv[1]), sys.argv[2]
    if what == "update":
        made(machine)
        prepared(machine)
        if most := sys.argv[3]:
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
        print("begun", flush=True)
        try:
            updating.update(machine / "new", lambda text: None)
            print("runs", flush=True)
        except (UpdateError, OSError):
            print("refused", flush=True)
        return
    prepared(machine)
    way_back.follow()
    current = (machine / "opt/current").resolve()
    same = [name for name in ("old", "new") if same_release(machine / name, current)]
    whole = (machine / "state/games.sqlite").read_text(encoding="ascii") == GAMES
    # A copy of the games alone may be left for the next update to take away.
    left = os.path.lexists(machine / "opt/previous")
    print(same[0] if same and whole and not left else f"{current} {same} games {whole} left {left}")


if __name__ == "__main__":
    main()
