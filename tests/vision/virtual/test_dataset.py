"""The folders that are written hold what tables are read from."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from vision.sources import FolderSource, picture
from vision.virtual import LOOKS, SAMPLE_GAME, DrawnLook, write_dataset

TABLE_KEYS = {"image", "corners", "cubes", "hand", "conditions"}
CUBE_KEYS = {"square", "colour", "top", "side", "heading"}


def small(look: DrawnLook) -> DrawnLook:
    return replace(look, camera=replace(look.camera, width=320, height=240))


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables") / "kitchen"
    write_dataset(small(LOOKS["kitchen"]), made, seed=2)
    return made


@pytest.mark.long
def test_every_picture_has_its_truth_and_every_truth_its_picture(folder: Path) -> None:
    named = [line["image"] for line in lines_of(folder / "truth.jsonl")]
    there = {str(path.relative_to(folder)) for path in [*folder.glob("*.jpg"), *folder.glob("stills/*.jpg")]}
    assert set(named) == there
    assert len(named) == 24
    assert named[:4] == ["empty.jpg", "faces_fire.jpg", "faces_water.jpg", "faces_wood.jpg"]
    for line in lines_of(folder / "truth.jsonl"):
        assert set(line) == TABLE_KEYS
        assert all(set(cube) == CUBE_KEYS for cube in line["cubes"])
        assert picture(folder / line["image"]).shape == (240, 320, 3)


def test_the_faces_pictures_stand_as_the_calibration_wants_them(folder: Path) -> None:
    whites, blacks = ["A5", "B5", "C5", "D5"], ["A2", "B2", "C2", "D2"]
    sides = {"fire": "water", "water": "wood", "wood": "fire"}
    for line in lines_of(folder / "truth.jsonl")[1:4]:
        top = line["image"].removeprefix("faces_").removesuffix(".jpg")
        assert {cube["top"] for cube in line["cubes"]} == {top}
        assert {cube["side"] for cube in line["cubes"]} == {sides[top]}
        assert [cube["square"] for cube in line["cubes"] if cube["colour"] == "white"] == whites
        assert [cube["square"] for cube in line["cubes"] if cube["colour"] == "black"] == blacks


def test_the_hard_stills_are_what_they_are_said_to_be(folder: Path) -> None:
    stills = {line["image"]: line for line in lines_of(folder / "truth.jsonl")[4:]}
    assert all(stills[f"stills/{number}.jpg"]["hand"] for number in (15, 16, 17))
    assert "straddling" in stills["stills/18.jpg"]["conditions"]
    assert "lifted" in stills["stills/19.jpg"]["conditions"]
    assert stills["stills/20.jpg"]["conditions"]["light"] == "changed"
    assert not any(stills[f"stills/{number:02}.jpg"]["hand"] for number in range(1, 15))


def test_a_game_can_be_watched_and_its_frames_have_their_truth(folder: Path) -> None:
    home = folder / "games" / "duel"
    frames = lines_of(home / "frames.jsonl")
    with FolderSource(home) as source:
        names = [frame.name for frame in source]
    assert names == [line["image"] for line in frames]
    truth = json.loads((home / "truth.json").read_text(encoding="utf-8"))
    assert truth == {
        "mode": "duel",
        "start": SAMPLE_GAME.start,
        "moves": list(SAMPLE_GAME.moves),
        "score": list(SAMPLE_GAME.score),
    }


def test_each_stable_state_comes_three_or_four_times_and_each_move_with_a_hand(folder: Path) -> None:
    frames = lines_of(folder / "games" / "duel" / "frames.jsonl")
    moves = len(SAMPLE_GAME.moves)
    for index in range(moves + 1):
        stable = [f for f in frames if f["conditions"].get("before") == index]
        assert 3 <= len(stable) <= 4
        assert not any(frame["hand"] for frame in stable)
    for index in range(moves):
        phases = [f["conditions"]["phase"] for f in frames if f["conditions"].get("move") == index]
        turned = SAMPLE_GAME.moves[index].count(">")
        assert phases == ["enter", *["moving"] * turned, "leave"]
    moving = [f for f in frames if f["conditions"]["phase"] == "moving"]
    assert all(frame["hand"] and len(frame["cubes"]) == 5 for frame in moving)


def test_the_last_state_is_what_the_moves_lead_to(folder: Path) -> None:
    last = lines_of(folder / "games" / "duel" / "frames.jsonl")[-1]
    assert {cube["square"] for cube in last["cubes"]} == {"A6", "B5", "B2", "C2", "D6", "E4"}


@pytest.mark.long
def test_the_same_seed_writes_the_same_truth(tmp_path: Path) -> None:
    tiny = replace(LOOKS["kitchen"], camera=replace(LOOKS["kitchen"].camera, width=96, height=72))
    for name, seed in (("one", 4), ("two", 4), ("three", 5)):
        write_dataset(tiny, tmp_path / name, seed, games=())
    texts = [(tmp_path / name / "truth.jsonl").read_bytes() for name in ("one", "two", "three")]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]
