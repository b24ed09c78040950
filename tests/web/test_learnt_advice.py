"""What the wizard says when it has learnt, or why it cannot: codes with values, for a page's own words."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.himiki import sentences
from companion.words.catalogues import in_language
from companion.words.languages import LANGUAGES
from tests.calibration.tables import drawn, scenes
from tests.web.tables import Client
from tests.web.test_aiming import Focusing, step, table_aimed_at
from vision.virtual import LOOKS, DrawnLook
from vision.virtual.scenes.looks import DrawnLight, Lamp

pytestmark = pytest.mark.long

KITCHEN = LOOKS["kitchen"]
RED = DrawnLight((Lamp(-9, 9, 14, 3.5, (0.03, 0.05, 0.9)),), (0.02, 0.04, 0.5))
WORN = replace(KITCHEN.cubes, inks_on_black=("#201c1c", "#1c1c20", "#1c201c"), wear=1.0)


def photographed(player: Client, source: Focusing, look: DrawnLook) -> None:
    """All four pictures of that table, instead of the one that is drawn."""
    step(player, "start")
    for name, image in zip(("empty", "fire", "water", "wood"), drawn(look, *scenes(look)), strict=True):
        source.shown = image
        told = step(player, name)
        if name == "empty":
            corners = {"step": "corners", "corners": told["corners"]}
            assert player.post("/api/v1/calibration", corners).status == 200


def test_a_table_in_good_light_is_learnt_without_advice(tmp_path: Path) -> None:
    with table_aimed_at(tmp_path) as (_, player, source):
        photographed(player, source, KITCHEN)
        assert step(player, "save")["advice"] == []


def test_what_is_hard_in_this_light_is_told_by_code(tmp_path: Path) -> None:
    cubes = replace(KITCHEN.cubes, print="whole", sign_size=0.12)
    with table_aimed_at(tmp_path) as (_, player, source):
        photographed(player, source, replace(KITCHEN, calibration=RED, cubes=cubes))
        told = step(player, "save")["advice"]
    assert told
    for one in told:
        assert set(one) == {"code", "values", "text"}
        for language in LANGUAGES:
            said = in_language(sentences.ENGLISH, language)[one["code"]].format(**one["values"])
            assert "{" not in said
            help_code = sentences.INSIDE["help"][one["values"]["help"]]
            assert in_language(sentences.ENGLISH, language)[help_code]


def test_why_nothing_can_be_learnt_is_told_by_code(tmp_path: Path) -> None:
    with table_aimed_at(tmp_path) as (_, player, source):
        photographed(player, source, replace(KITCHEN, cubes=WORN))
        answered = player.post("/api/v1/calibration", {"step": "save"})
    assert answered.status == 409
    assert answered.json["code"] == "calibration-kinds_alike"
    assert answered.json["values"]["colour"] == "black"
