"""`himiki watch` over frames in which Muk Yan's spare cubes are thrown into a marked tray (RULES 6.2)."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion import cli
from tests import learning
from vision.virtual import LOOKS, Renderer, VirtualTable
from vision.virtual.spares import tray_of

pytestmark = pytest.mark.long

CUBES = "B2bMHK,B5wHMK,C2bKHM,C5wMKH,D2bHMK,D5wHMK"
LOOK = LOOKS["kitchen"]


def filmed(folder: Path) -> None:
    """A tilt by the person, then a throw, six frames a second."""
    table, renderer = VirtualTable(LOOK, seed=4), Renderer(LOOK)
    table.lay(CUBES)
    now, lines = 0.0, ["file,seconds"]

    def film(seconds: float) -> None:
        nonlocal now
        for _ in range(round(seconds * 6)):
            name = f"f{len(lines):04}.png"
            scene = replace(table.scene_at(now), noise=len(lines))
            cv2.imwrite(str(folder / name), renderer.render(scene)[0])
            lines.append(f"{name},{now:.4f}")
            now += 1 / 6

    film(1.5)
    film(table.do("B5>BB4", now).seconds + 1.5)
    film(table.do({"dice": "KM"}, now).seconds + 2.0)
    (folder / "times.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_roll_thrown_into_the_tray_is_refereed_from_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frames, profile = tmp_path / "frames", tmp_path / "profile"
    frames.mkdir()
    filmed(frames)
    replace(learning.drawn(LOOK), tray=tray_of(LOOK)).save(profile)
    start = f"{CUBES} w 0-0 --- -"
    arguments = ["--profile", str(profile), "--mode", "mukyan", "--dice", "cubes", "--start", start]
    assert cli.main(["watch", str(frames), *arguments]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["move"] for event in events if event["event"] == "move"] == ["B5>BB4"]
    rolls = [event["roll"] for event in events if event["event"] == "muk_yan"]
    assert rolls == [["K", "M"]]
