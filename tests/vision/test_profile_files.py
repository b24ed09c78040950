"""A profile is replaced as a whole: wherever the power goes, the old one or the new one is there."""

import os
import resource
import shutil
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests import learning
from vision.cubes.profile import Profile, ProfileError, load_profile
from vision.sources.base import SourceError
from vision.sources.pictures import picture
from vision.virtual import LOOKS

CUT = 7
"""What a process says that ended in the middle."""

MOST_STEPS = 60


@cache
def old() -> Profile:
    return learning.pictured(LOOKS["kitchen"])


@cache
def new() -> Profile:
    """Of another table, one kind of which is printed in two ways."""
    other = learning.pictured(LOOKS["bulb"])
    looks, kinds = np.concatenate([other.looks, other.looks[:1]]), (*other.kinds, other.kinds[0])
    return replace(other, looks=looks, kinds=kinds)


def same(one: Profile, other: Profile) -> bool:
    pictures = (one.empty, other.empty), (one.looks, other.looks), (one.samples, other.samples)
    return (
        all(first.shape == second.shape and np.abs(first - second).max() <= 0.5 for first, second in pictures)
        and (one.corners, one.kinds, one.sample_kinds) == (other.corners, other.kinds, other.sample_kinds)
        and (one.noise, one.edge) == (other.noise, other.edge)
    )


def cut_while_saving(profile: Profile, folder: Path, step: int) -> bool:
    """Saves in a process that ends before it opens, renames or removes for that time; whether it did."""
    child = os.fork()
    if child == 0:
        done = 0

        def watch(event: str, told: tuple[object, ...]) -> None:
            nonlocal done
            if event in ("os.rename", "os.remove") or (event == "open" and str(folder) in str(told[0])):
                done += 1
                if done > step:
                    os._exit(CUT)

        try:
            sys.addaudithook(watch)
            profile.save(folder)
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, CUT)
    return code == CUT


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_power_cut_leaves_the_old_profile_or_the_new_one(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    old().save(kept)
    left = []
    for step in range(MOST_STEPS):
        folder = tmp_path / f"cut {step}"
        shutil.copytree(kept, folder)
        if not cut_while_saving(new(), folder, step):
            break
        loaded = load_profile(folder)
        assert same(loaded, old()) or same(loaded, new())
        left.append(same(loaded, new()))
        new().save(folder)
        assert same(load_profile(folder), new())
        assert len(list(folder.iterdir())) == 4
    else:
        pytest.fail("saving takes more steps than that")
    # Pictures, values, and then what is removed: both kinds of cut were met, in this order.
    assert left == sorted(left)
    assert {False, True} == set(left)


def test_a_folder_of_an_older_program_is_read_and_replaced(tmp_path: Path) -> None:
    old().save(tmp_path)
    text = (tmp_path / "profile.json").read_text(encoding="utf-8")
    for path in tmp_path.glob("*.png"):
        what = path.name.split("-")[0]
        text = text.replace(path.name, f"{what}.png")
        path.rename(tmp_path / f"{what}.png")
    before, after = text.index('"pictures"'), text.index("}", text.index('"pictures"')) + 2
    (tmp_path / "profile.json").write_text(text[:before] + text[after:], encoding="utf-8")
    assert same(load_profile(tmp_path), old())
    new().save(tmp_path)
    assert same(load_profile(tmp_path), new())
    assert not (tmp_path / "empty.png").exists()


def huge(width: int, height: int) -> bytes:
    """A PNG of that many black pixels, in a thousandth of the bytes that they take in memory."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    row, rows = bytes(1 + 3 * width), zlib.compressobj(1)
    drawn = b"".join(rows.compress(row) for _ in range(height)) + rows.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", drawn) + chunk(b"IEND", b"")


@pytest.mark.long
def test_a_picture_that_is_larger_than_its_profile_says_is_not_even_decoded(tmp_path: Path) -> None:
    """A profile comes out of a back-up too, and that from anywhere."""
    old().save(tmp_path / "profile")
    larger = huge(6000, 6000)
    for path in (tmp_path / "profile").glob("*.png"):
        path.write_bytes(larger)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ProfileError, match="no picture of its size"):
        load_profile(tmp_path / "profile")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.long
def test_no_picture_is_decoded_that_no_camera_takes(tmp_path: Path) -> None:
    (tmp_path / "huge.png").write_bytes(huge(9000, 9000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(SourceError, match="not a picture"):
        picture(tmp_path / "huge.png")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.parametrize("room", ["companion.cli", "calibration", "vision"])
def test_whoever_loads_opencv_decodes_no_such_picture(room: str) -> None:
    """OpenCV reads its limits when it is loaded, by whichever module comes first."""
    asks = f"import os, {room}; print(os.environ['OPENCV_IO_MAX_IMAGE_PIXELS'])"
    home = Path(__file__).parents[2]
    told = subprocess.run([sys.executable, "-c", asks], cwd=home, capture_output=True, text=True, check=True)
    assert int(told.stdout) == 64_000_000
