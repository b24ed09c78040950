"""What was seen of an RR table, in the game's words (FORMATS-RR F5)."""

import json
from pathlib import Path

import cv2
import pytest

from companion.games.rr.seeing import Sight
from companion.games.rr.sight import ally_of, as_json, zones_of
from tests.drawn_tiles import Tile, on, profile, table
from vision.flat.seen import FlatPiece, FlatSighting, LooseFlat
from vision.frames import Seconds

NOWHERE = ((0.0, 0.0),) * 4


def piece(square: int, code: str | None, heading: float | None, confidence: float = 0.97) -> FlatPiece:
    outline = (NOWHERE[0], NOWHERE[1], NOWHERE[2], NOWHERE[3])
    return FlatPiece(square, code, heading, code is None and heading is None, confidence, outline)


def loose(code: str, x: float, y: float, confidence: float = 0.97) -> LooseFlat:
    outline = (NOWHERE[0], NOWHERE[1], NOWHERE[2], NOWHERE[3])
    return LooseFlat(code, 0.0, False, (x, y), confidence, outline)


def sighting(*pieces: FlatPiece) -> FlatSighting:
    corners = (NOWHERE[0], NOWHERE[1], NOWHERE[2], NOWHERE[3])
    return FlatSighting(Seconds(0.0), corners, True, pieces)


def test_the_tip_tells_whose_ally_a_tile_is() -> None:
    """R1.2"""
    assert [ally_of(heading) for heading in (0, 9, 351, 180, 171, 189)] == ["r", "r", "r", "b", "b", "b"]
    assert ally_of(90) is None
    assert ally_of(None) is None


def test_a_sight_is_written_as_a_position_string_has_its_board() -> None:
    told = as_json("a.jpg", sighting(piece(0, "so", 181), piece(4, "ki", 1), piece(6, None, None)))
    assert told["sight"] == "a1sob,b2kir,c1x"
    assert [tile["square"] for tile in told["tiles"]] == ["a1", "b2", "c1"]
    assert told["tiles"][2] == {"square": "c1", "tile": None, "ally": None, "down": True, "confidence": 0.97}


def test_what_is_not_claimed_is_an_unknown_code() -> None:
    assert as_json("a.jpg", sighting(piece(4, "ki", 1, 0.5)))["sight"] == "b2??r"
    assert as_json("a.jpg", sighting())["sight"] == "-"


def test_the_blank_tile_is_none_of_the_game() -> None:
    """R2.1"""
    (tile,) = as_json("a.jpg", sighting(piece(4, "blank", 1)))["tiles"]
    assert (tile["tile"], tile["confidence"]) == (None, 0.0)


def test_rows_are_told_from_column_a_on_and_the_neutral_ones_from_row_1_up() -> None:
    there = [loose("qu", 2.0, -0.6), loose("ki", 0.5, -0.6), loose("cd", 1.0, 3.7), loose("sh", 3.8, 2.5)]
    zones = zones_of([*there, loose("br", 3.8, 0.5), loose("pe", 3.9, 1.5, 0.4)])
    assert zones == {"r": ["ki", "qu"], "b": ["cd"], "neutral": ["br", "??", "sh"]}
    assert zones_of([]) is None


def test_a_picture_is_read_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli import main

    profile().save(tmp_path / "profile")
    path = tmp_path / "still.png"
    tiles = [on(4, "ki", 2), on(0, "qu", 181), on(6, "back"), Tile("cd", 1.0, 5.0, 180)]
    cv2.imwrite(str(path), table(tiles))
    assert main(["read", "--profile", str(tmp_path / "profile"), str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["mode"] == "rr"
    assert told["board"]
    assert told["clear"]
    assert told["sight"] == "a1qub,b2kir,c1x"
    assert told["zones"] == {"r": [], "b": ["cd"], "neutral": []}
    assert told["ms"] > 0


def test_before_the_first_look_no_corner_is_told() -> None:
    assert Sight(None).told()["corners"] == []
