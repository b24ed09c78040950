"""The duel's points: conflicts and influences (RULES 3.4, 3.5, 3.9 to 3.12)."""

import pytest

from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.variant import WINNING_SCORE, Variant
from hardware.lights import POINTS
from tests.rules.tables import BOTH_DUELS, DUEL, after, at, drawn, legal, marked, result, then


@BOTH_DUELS
def test_the_cube_just_tilted_wins_loses_or_has_no_conflict_with_each_opposing_neighbour(
    duel: Variant,
) -> None:
    """RULES 3.4: fire on C4 beats the wood on B4, loses to the water on D4; fire on C3 is no conflict."""
    start = drawn(
        """
               1    2    3  |  4    5    6
        A      ·    ·    ·  |  ·    ·    ·
        B      ·    ·    ·  | bKHM  ·    ·
        C      ·    ·  bHMK |  ·   wMHK  ·
        D      ·    ·    ·  | bMHK  ·    ·
        E      ·    ·    ·  |  ·    ·    ·
        """,
        variant=duel,
    )
    assert then(start, "C5>BC4") == "B4bKHM,C3bHMK,C4wHMK,D4bMHK b 1-0 --- -"
    assert marked(start, "C5>BC4") == "C5►BC4*"


@pytest.mark.parametrize(
    ("beaten", "points", "stars"), [("B4", 1, "*"), ("B4 C3", 2, "**"), ("B4 C3 D4", 3, "***")]
)
def test_each_won_conflict_is_a_point(beaten: str, points: int, stars: str) -> None:
    """RULES 3.4."""
    blacks = ",".join(f"{square}bKHM" for square in beaten.split())
    start = at(f"{blacks},C5wMHK w 0-0 --- -")
    assert result(start, "C5>BC4") == f"b {points}-0 --- -"
    assert marked(start, "C5>BC4") == f"C5►BC4{stars}"


def test_the_point_is_the_owners_of_the_active_cube() -> None:
    """RULES 3.4."""
    assert result(at("C2bMHK,C4wKHM b 1-0 --- -"), "C2>BC3") == "w 1-1 --- -"


def test_nobody_scores_a_lost_conflict() -> None:
    """RULES 3.4."""
    start = at("B4bMHK,C5wMHK,D4bMKH w 1-1 --- -")
    assert result(start, "C5>BC4") == "b 1-1 --- -"
    assert marked(start, "C5>BC4") == "C5►BC4"


def test_only_neighbours_of_the_active_cube_meet_it() -> None:
    """RULES 3.4: no diagonal, no distant cube, no pair that stood together before."""
    start = at("A1bKHM,A2wHMK,B3bKHM,C2bKMH,C5wMHK w 0-0 --- -")
    assert result(start, "C5>BC4") == "b 0-0 --- -"


def test_own_cubes_are_no_conflict() -> None:
    """RULES 3.4: opposing neighbours only."""
    assert result(at("B4wKHM,C5wMHK,D4wMHK w 0-0 --- -"), "C5>BC4") == "b 0-0 --- -"


@BOTH_DUELS
@pytest.mark.parametrize(("neighbour", "score"), [("bKHM", "1-0"), ("bMHK", "0-0")], ids=["won", "lost"])
def test_any_conflict_ends_the_turn_even_beside_a_cube_of_the_same_top(
    duel: Variant, neighbour: str, score: str
) -> None:
    """RULES 3.5."""
    start = at(f"B4{neighbour},C5wMHK,D4wHMK w 0-0 --- -", duel)
    assert result(start, "C5>BC4") == f"b {score} --- -"


def test_a_conflict_in_a_replay_ends_the_turn() -> None:
    """RULES 3.5."""
    assert result(at("B3bKMH,C4wHMK,D4wHMK w 0-0 --- again:C4!C5"), "R-C4>BC3") == "b 0-0 --- -"


# White tilts C5 to C4 and shows fire there, beside nobody; with B2, C2 and B5 that makes four.
FOURTH_FIRE = "B2bHMK,B5wHMK,C2bHKM,C5wMHK,D2bMHK,D5wKHM"


@BOTH_DUELS
def test_the_fourth_cube_of_an_element_takes_its_tile_and_a_point(duel: Variant) -> None:
    """RULES 3.9."""
    start = at(f"{FOURTH_FIRE} w 0-0 --- -", duel)
    assert then(start, "C5>BC4") == "B2bHMK,B5wHMK,C2bHKM,C4wHMK,D2bMHK,D5wKHM b 1-0 w-- -"
    assert marked(start, "C5>BC4") == "C5►BC4^H"


@pytest.mark.parametrize(
    ("cubes", "tiles", "sign"),
    [
        ("B2bMHK,B5wMHK,C2bMKH,C5wHMK,D2bKHM,D5wKHM", "-w-", "^M"),
        ("B2bKHM,B5wKHM,C2bKMH,C5wHKM,D2bHMK,D5wMHK", "--w", "^K"),
    ],
)
def test_water_and_wood_have_their_tiles_too(cubes: str, tiles: str, sign: str) -> None:
    """RULES 3.9."""
    start = at(f"{cubes} w 0-0 --- -")
    assert result(start, "C5>BC4") == f"b 1-0 {tiles} -"
    assert marked(start, "C5>BC4") == f"C5►BC4{sign}"


@pytest.mark.parametrize(
    "cubes",
    [
        FOURTH_FIRE.replace("B5wHMK", "B5wKMH"),  # three
        FOURTH_FIRE.replace("D2bMHK", "D2bHMK"),  # five
        FOURTH_FIRE.replace("D2bMHK", "D2bHMK").replace("D5wKHM", "D5wHKM"),  # six
    ],
    ids=["three", "five", "six"],
)
def test_exactly_four(cubes: str) -> None:
    """RULES 3.9."""
    assert result(at(f"{cubes} w 0-0 --- -"), "C5>BC4") == "b 0-0 --- -"


def test_four_of_an_element_that_the_active_cube_does_not_show_count_for_nothing() -> None:
    """RULES 3.9: leaving five waters at four gives no water."""
    start = at("B2bMHK,B5wMHK,C2bMKH,C5wMHK,D2bMHK w 0-0 --- -")
    assert result(start, "C5>BC4") == "b 0-0 --- -"


def test_the_opponent_gives_up_a_tile_that_it_held() -> None:
    """RULES 3.9."""
    assert result(at(f"{FOURTH_FIRE} w 1-3 b-w -"), "C5>BC4") == "b 2-2 w-w -"


def test_a_side_at_zero_gives_up_the_tile_and_stays_at_zero() -> None:
    """RULES 3.9, FORMATS 1."""
    assert result(at(f"{FOURTH_FIRE} w 0-0 b-- -"), "C5>BC4") == "b 1-0 w-- -"


def test_holding_the_tile_already_brings_nothing() -> None:
    """RULES 3.9."""
    start = at(f"{FOURTH_FIRE} w 1-0 w-- -")
    assert result(start, "C5>BC4") == "b 1-0 w-- -"
    assert marked(start, "C5>BC4") == "C5►BC4"


def test_black_takes_tiles_too() -> None:
    """RULES 3.9."""
    start = at("B2bHMK,B5wHMK,C2bMHK,C5wHKM,D2bKHM,D5wMHK b 2-0 w-- -")
    assert result(start, "C2>BC3") == "w 1-1 b-- -"


def test_an_influence_does_not_forbid_a_replay() -> None:
    """RULES 3.10."""
    start = at("B2bHMK,C2bHKM,C5wMHK,D2bMHK,D4wHMK,E6wKHM w 0-0 --- -")
    assert result(start, "C5>BC4") == "w 1-0 w-- again:C4!C5"


def test_an_influence_adds_to_the_conflicts_of_the_same_tilt() -> None:
    """RULES 3.10."""
    won = at(f"{FOURTH_FIRE.replace('D2bMHK', 'B4bKHM')} w 0-0 --- -")
    assert result(won, "C5>BC4") == "b 2-0 w-- -"
    assert marked(won, "C5>BC4") == "C5►BC4*^H"
    lost = at(f"{FOURTH_FIRE.replace('D2bMHK', 'B4bMHK')} w 0-0 --- -")
    assert result(lost, "C5>BC4") == "b 1-0 w-- -"
    assert marked(lost, "C5>BC4") == "C5►BC4^H"


def test_conflict_points_come_before_the_influence_and_five_stop_the_game_there() -> None:
    """RULES 3.11: so the tile stays where it was, and its point too."""
    start = at(f"{FOURTH_FIRE.replace('D2bMHK', 'B4bKHM')} w 4-2 b-- -")
    assert result(start, "C5>BC4") == "w 5-2 b-- -"
    assert marked(start, "C5>BC4") == "C5►BC4*"


def test_an_influence_can_be_the_fifth_point() -> None:
    """RULES 3.11."""
    finished = after(at(f"{FOURTH_FIRE} w 4-2 b-- -"), "C5>BC4")
    assert then(finished).endswith(" w 5-1 w-- -")
    assert legal(finished) == []


def test_conflict_and_influence_together_reach_five() -> None:
    """RULES 3.11."""
    start = at(f"{FOURTH_FIRE.replace('D2bMHK', 'B4bKHM')} w 3-2 b-- -")
    assert result(start, "C5>BC4") == "w 5-1 w-- -"


def test_scores_stop_at_five() -> None:
    """RULES 3.11."""
    start = at("B4bKHM,C3bKHM,C5wMHK,D4bKHM w 4-4 --- -")
    assert result(start, "C5>BC4") == "w 5-4 --- -"
    assert marked(start, "C5>BC4") == "C5►BC4***"


def test_set_up_never_gives_an_influence() -> None:
    """RULES 3.12: four fires are laid out, and a fifth."""
    placed = after(start_position(DUEL), "wHMK@B5", "bHMK@B2", "bHKM@C2", "wHKM@C5")
    assert result(placed) == "w 0-0 --- setup"


def test_a_rotation_never_scores_and_never_gives_an_influence() -> None:
    """RULES 3.12."""
    start = at("B3bKHM,B4wHMK,B5wHKM,C2bHMK,D2bHKM w 0-0 --- -")
    assert result(start, "B4>PB4+B5>PB5") == "b 0-0 --- tilt"
    assert marked(start, "B4>PB4") == "B4►PB4"


def test_a_side_has_as_many_lights_as_points_win() -> None:
    """The lights know no game: both numbers change together."""
    assert POINTS == WINNING_SCORE
