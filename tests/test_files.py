"""A file is the old one or the new one, wherever the power goes."""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vision.files import replace_file

HOME = Path(__file__).parents[1]

KILLED = """
import os, signal, sys
from pathlib import Path

def killed(event, _):
    if event == "os.rename":
        os.kill(os.getpid(), signal.SIGKILL)

folder = Path(sys.argv[1])
{before}
sys.addaudithook(killed)
{write}
"""
"""Just before anything takes the old file's place."""

WRITERS = {
    "any": ("from vision.files import replace_file", 'replace_file(folder / "file", "new")', "file"),
    "pin": ("from companion.table.state.folder import StateFolder", "StateFolder(folder).pin()", "pin"),
    "secret": (
        "from companion.web.keys.secret import kept_secret",
        "kept_secret(folder)",
        "cookie-secret",
    ),
    "certificate": (
        "from companion.web.keys.certificate import certificate",
        'certificate(folder, ["here"])',
        "tls-key.pem",
    ),
    "record": (
        "from companion import games\n"
        "from companion.commands.record_place import write_record\n"
        'play = games.play_of("himiki")\n'
        "record = play.referee(play.usual()).record()",
        'write_record(play, record, folder / "game.json")',
        "game.json",
    ),
    "back-up": (
        "from companion.table.state.backup import write_backup\n"
        "from companion.table.state.folder import StateFolder",
        'write_backup(folder / "table.zip", StateFolder(folder), "", "club")',
        "table.zip",
    ),
    "unit": (
        "from companion.appliance.steps import Write",
        'Write(folder / "unit", "new").do()',
        "unit",
    ),
    "drawn table": (
        "from companion.games.himiki.seeing import drawn",
        'drawn("kitchen", lambda: 1.0, folder / "drawn.json")[0].lay("B5wHMK")',
        "drawn.json",
    ),
    "what was read last": (
        "import numpy as np\n"
        "from companion.table.lastframes import LastFrames\n"
        "from vision.frames import Frame, Seconds\n"
        "last = LastFrames(folder)\n"
        "frame = Frame(np.zeros((30, 40, 3), np.uint8), Seconds(1.0))\n"
        'last.look(frame, told=True); (folder / "times.csv").write_text("old")',
        "last.look(frame, told=True)",
        "times.csv",
    ),
    "profile": (
        "from dataclasses import replace\n"
        "from vision.cubes.profile import load_profile\n"
        'kept = Path("tests/data/state/folder/virtual-profile")\n'
        "profile = load_profile(kept)\n"
        "profile.save(folder)\n"
        '(folder / "profile.json").write_text("old")',
        "profile.save(folder)",
        "profile.json",
    ),
}


@pytest.mark.parametrize("what", WRITERS)
def test_killed_in_between_the_old_file_is_whole(what: str, tmp_path: Path) -> None:
    before, write, name = WRITERS[what]
    (tmp_path / name).write_text("old", encoding="ascii")
    program = KILLED.format(before=before, write=write)
    ended = subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=HOME, check=False)
    assert ended.returncode == -signal.SIGKILL, "nothing took the old file's place"
    assert (tmp_path / name).read_text(encoding="ascii") == "old"


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, "one")
    replace_file(path, b"two", mode=0o600)
    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(path, "new")
    assert path.is_dir()
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


OTHERWISE = {
    "vision/files.py": "the function itself",
    "companion/installing.py": "runs before anything of ours can be imported",
    "companion/doctor/bundle.py": "a ZIP that is packed for minutes, and may be large",
    "companion/appliance/steps.py": "links, and whole folders",
    "companion/appliance/release.py": "whole folders",
    "companion/appliance/updating.py": "whole folders",
    "companion/table/state/backup.py": "a whole folder",
    "companion/store/rescue.py": "a damaged file gets another name",
    "companion/web/keys/certificate.py": "damaged files get other names",
    "companion/commands/opening.py": "a damaged folder gets another name",
    "companion/clips/shelf.py": "a clip that somebody keeps gets another name",
}


def test_nothing_else_puts_a_file_into_the_place_of_another() -> None:
    tops = ("companion", "vision", "calibration", "hardware")
    found = {
        str(path.relative_to(HOME))
        for top in tops
        for path in (HOME / top).rglob("*.py")
        if any(map(_renames, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert "vision/files.py" in found
    assert found <= set(OTHERWISE), f"{sorted(found - set(OTHERWISE))}: use vision.files.replace_file"


def _renames(node: ast.AST) -> bool:
    """`path.replace(other)`, `path.rename(other)`, `os.replace`: a text or a value is replaced otherwise."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name("os"), attr="replace" | "rename" | "renames")):
            return True
        case ast.Call(func=ast.Attribute(attr="replace" | "rename"), args=[_], keywords=[]):
            return True
        case _:
            return False


def test_the_function_needs_nothing_but_the_standard_library() -> None:
    """Whoever installs has no more yet."""
    code = "import sys, vision.files; sys.exit(bool({'cv2', 'numpy'} & set(sys.modules)))"
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=HOME, env={**os.environ, "PYTHONPATH": str(HOME)}, check=False
    )
    assert ended.returncode == 0
