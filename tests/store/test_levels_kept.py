"""Which seats a level plays is agreed on before a game: it is asked for, kept, and read from a record."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games.himiki.agreed import LEVELS, Game
from companion.games.himiki.importing import imported
from companion.games.himiki.players.levels import LEVELS as PLAYING
from companion.games.himiki.referee.events import Opponent
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.rules.written.record import Record
from companion.store import SettingsError, Store, game_from, settings_of

START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"


def test_the_referee_knows_the_names_of_the_levels_that_play() -> None:
    assert tuple(level.name for level in PLAYING) == LEVELS


def test_a_game_against_a_level_comes_back_with_what_it_said(tmp_path: Path) -> None:
    game = Game(Variant(), parse_position(START, Variant()), players={"w": "Ada"}, levels={"b": "adept"})
    said = Opponent(
        t=3.0,
        by="b",
        level="adept",
        move="B2>BB3",
        text="…",
        code="level-tilts-black",
        values={"level": "adept"},
    )
    with closing(Store(tmp_path / "games.sqlite")) as store:
        number = store.begin(game)
        store.append(number, [said])
    with closing(Store(tmp_path / "games.sqlite")) as store:
        kept = store.load(number)
        assert kept is not None
        assert kept.game == game
        assert kept.events == (said,)
        assert store.games()[0].settings["levels"] == {"b": "adept"}


def test_a_game_kept_before_there_were_levels_has_none() -> None:
    told = settings_of(Game(Variant()))
    del told["levels"]
    assert game_from(told).levels == {}


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    ("mode", "asked", "kept"),
    [
        ("duel", {"w": "master"}, {"w": "master"}),
        ("duel", {"w": "master", "b": "pupil"}, {"w": "master", "b": "pupil"}),
        ("teams", {"wl": "expert"}, {"wl": "expert"}),
        ("teams", {"b": "adept"}, {"bl": "adept", "bd": "adept"}),
    ],
)
def test_levels_play_duels_and_teams(
    mode: str, asked: dict[str, str], kept: dict[str, str], edition: Edition
) -> None:
    game = game_from({"mode": mode, "edition": edition.value, "levels": asked})
    assert game.levels == kept
    assert game_from(settings_of(game)) == game


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"mode": "duel", "chaos": True, "levels": {"b": "master"}}, "without Chaos"),
        ({"mode": "mukyan", "levels": {"b": "master"}}, "duels and teams"),
        ({"mode": "free", "levels": {"b": "master"}}, "duels and teams"),
        (
            {"mode": "mindlock", "levels": {"b": "master"}, "start": "B2bHMK,B5wHMK w 0-0 --- -"},
            "duels and teams",
        ),
        ({"levels": {"b": "wizard"}}, "one of apprentice, pupil, adept, expert, master, not 'wizard'"),
        ({"levels": {"bl": "master"}}, "by b, w, not by 'bl'"),
        ({"levels": ["master"]}, 'such as {"b": "master"}'),
        ({"levels": {"b": ["master"]}}, "a level is one of"),
    ],
)
def test_where_a_level_cannot_play_is_said(told: dict[str, Any], fault: str) -> None:
    with pytest.raises(SettingsError, match="level") as refused:
        game_from(told)
    assert fault in str(refused.value)


def test_a_record_brings_its_levels_along() -> None:
    start = parse_position(START, Variant())
    game, _ = imported(Record(start, (), {"w": "Ada", "b": "himiki master"}))
    assert (game.players, game.levels) == ({"w": "Ada"}, {"b": "master"})
    assert game.names == {"w": "Ada", "b": "himiki master"}
    game, _ = imported(Record(start, (), {"w": "master", "b": "himiki wizard"}))
    assert (game.players, game.levels) == ({"w": "master", "b": "himiki wizard"}, {})


def test_in_a_record_of_muk_yan_the_name_of_a_level_is_a_name() -> None:
    variant = Variant(Mode.MUK_YAN)
    game, _ = imported(Record(parse_position(START, variant), (), {"w": "himiki master"}))
    assert (game.players, game.levels) == ({"w": "himiki master"}, {})
