"""HI MI KI as a game of two tables: what can be shared, and what one table alone may not change."""

import pytest

from companion import games
from companion.friend.desk import agreed_on
from companion.games.asking import Asked
from companion.games.friendly import Agreement, NotShared
from companion.games.himiki import friendly
from companion.games.himiki.referee.decisions import Accept, Claim, DecisionError, SetPosition
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.settings import game_from, settings_of
from vision.frames import Seconds

NAMES = {"w": "Ada", "b": "Bea"}


@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("mode", ["duel", "teams"])
def test_duels_and_two_against_two_of_both_editions_can_be_shared(mode: str, edition: str) -> None:
    agreed = agreed_on({"mode": mode, "edition": edition})
    for side, hers in (("w", "b"), ("b", "w")):
        game = friendly.game_of(Agreement(agreed, side, "channel.1", NAMES))
        assert {seat[0] for seat in game.levels} == {hers}
        assert game_from(settings_of(game)) == game
        assert set(game.names.values()) == set(NAMES.values())


@pytest.mark.parametrize(
    "settings",
    [
        {"mode": "duel", "chaos": True},
        {"mode": "mukyan"},
        {"mode": "mindlock", "start": "B5wHMK w 0-0 --- -"},
        {"mode": "free"},
        {"game": "rr"},
        {"game": "yokai"},
        {"mode": "nothing"},
    ],
)
def test_games_with_hidden_hands_or_one_player_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(NotShared):
        agreed_on(settings)


def test_a_friend_sits_at_no_table_that_nobody_shares() -> None:
    with pytest.raises(ValueError, match="a level is one of"):
        game_from({"mode": "duel", "levels": {"b": "friend"}})


def test_the_game_with_one_friend_is_not_the_one_with_another() -> None:
    one, other = (friendly.game_of(Agreement({"mode": "duel"}, "w", name, NAMES)) for name in ("a.1", "b.1"))
    assert not games.play_of("himiki").alike(one, other)


@pytest.mark.parametrize("decision", [Accept(), Claim(Colour.WHITE), SetPosition("B5wHMK b 0-0 --- setup")])
def test_one_table_alone_does_not_change_what_stands(decision: Accept | Claim | SetPosition) -> None:
    game = friendly.game_of(Agreement({"mode": "duel"}, "w", "a.1", NAMES))
    referee = Referee(game)
    referee._course.begin(start_position(game.variant), Seconds(0.0))  # noqa: SLF001 -- the board was seen
    with pytest.raises(DecisionError, match="two tables play"):
        referee.decide(decision, Seconds(1.0))


def test_what_she_plays_is_held_against_the_rules_and_her_position_against_ours() -> None:
    variant = friendly.game_of(Agreement({"mode": "duel"}, "w", "a.1", NAMES)).variant
    position = parse_position("B5wHMK b 0-0 --- setup", variant)
    told = friendly.told(Asked("b", "friend", position, 1, 0), "bHMK@B2")
    assert friendly.alike(told.position, "B2bHMK,B5wHMK b 0-0 --- setup")
    assert friendly.alike(told.position, "B2bH??,B5wHMK b 0-0 --- setup")
    assert not friendly.alike(told.position, "B2bMKH,B5wHMK b 0-0 --- setup")
    assert not friendly.alike(told.position, "B2bHMK,B5wHMK b 1-0 --- setup")
    for wrong in ("bHMK@B5", "wHMK@C5", "B5>BB4", "nonsense", ""):
        with pytest.raises(DecisionError, match="cannot be played"):
            friendly.told(Asked("b", "friend", position, 1, 0), wrong)
