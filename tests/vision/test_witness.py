"""The second witness: what it says of squares, and what becomes of doubt when both are joined."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.games.himiki.rules.board import SQUARES, Square, square_named
from companion.games.himiki.rules.cubes import Colour, Element
from tests.vision import virtual_tables
from tests.vision.virtual_tables import Table
from vision.cubes.doubt.doubts import Doubts
from vision.cubes.doubt.joining import joined
from vision.cubes.profile import KINDS
from vision.cubes.reading.reader import Reader
from vision.cubes.seen import NOTHING, SOMETHING_ELSE, SeenCube, place_in_odds
from vision.cubes.tops import QUARTERS, Singles
from vision.cubes.witness.network import WEIGHTS, Network
from vision.cubes.witness.patches import SIDE, beside, laid, middles, patches
from vision.cubes.witness.telling import NUMBERS, told
from vision.cubes.witness.witness import Witness
from vision.frames import Frame, Seconds
from vision.sighting import CLAIM, Reason
from vision.virtual import DrawnHand, Scene, pieces_named

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH,A6wMKH,B5bHMK"


@cache
def table_of(name: str) -> Table:
    """With a reader that asks the witness."""
    look, renderer, reader = virtual_tables.table_of(name)
    return look, renderer, Reader(reader.profile, witnessed=True)


def square(name: str) -> Square:
    found = square_named(name)
    assert found is not None
    return found


def says(table: Table, scene: Scene) -> Singles:
    """What the witness says of all squares, whatever the matcher thinks of them."""
    reading = table[2].reading(Frame(table[1].render(scene)[0], Seconds(0.0)))
    known = {one.square: one.witness for one in reading.squares if one.witness is not None}
    rows = np.full((len(SQUARES), SOMETHING_ELSE + 1), -9.0, np.float32)
    rows[:, NOTHING] = 0.0
    for at, row in known.items():
        rows[at] = row
    return rows


def sure(place: int, lead: float) -> Singles:
    """Somebody's odds who has one thing before all others by so much."""
    odds = np.full(SOMETHING_ELSE + 1, -lead, np.float32)
    odds[place] = 0.0
    return odds


def doubtful(at: Square, reason: Reason) -> Doubts:
    doubts = Doubts()
    doubts.add(at, reason)
    return doubts


WHITE_FIRE = SeenCube(square("C3"), Colour.WHITE, Element.FIRE, None, None, 0.7)
AT = WHITE_FIRE.square
FIRE, WATER = place_in_odds(Colour.WHITE, Element.FIRE), place_in_odds(Colour.WHITE, Element.WATER)


def odds(place: int, lead: float) -> tuple[float, ...]:
    return tuple(sure(place, lead).tolist())


def test_the_network_is_small() -> None:
    assert WEIGHTS.stat().st_size <= 1_000_000


def test_what_it_says_of_one_square_does_not_hang_on_how_many_are_asked_about() -> None:
    network = Network()
    squares = np.random.default_rng(3).normal(size=(30, 6, SIDE, SIDE)).astype(np.float32)
    at_once = network.numbers(squares)
    assert at_once.shape == (30, NUMBERS + 2)
    for count in (1, 7, 30):
        assert np.allclose(network.numbers(squares[:count]), at_once[:count], atol=1e-4)


def test_probabilities_add_up_to_one() -> None:
    dice = np.random.default_rng(4)
    numbers = dice.normal(size=(5, NUMBERS + 2)).astype(np.float32)
    learnt = dice.normal(size=(24, NUMBERS + 2)).astype(np.float32)
    kinds = np.repeat(np.arange(6), 4).astype(np.intp)
    assert np.allclose(np.exp(told(numbers, learnt, kinds)).sum(axis=1), 1, atol=1e-5)


def test_a_learnt_cube_is_laid_in_four_turns_in_the_middle_of_a_bare_square() -> None:
    top = np.zeros((1, 24, 24, 3), np.float32)
    top[0, :12, :12] = 200
    bare = np.full((30, 3, SIDE, SIDE), 50, np.float32)
    seen, below = laid(top, bare)
    assert seen.shape == (QUARTERS, 3, SIDE, SIDE)
    assert (below == 50).all()
    assert (seen[:, :, 0, 0] == 50).all()
    middle = SIDE // 2
    lit = [
        (seen[turn, 0, middle + dy, middle + dx] > 150)
        for turn, (dy, dx) in enumerate(((-5, -5), (-5, 4), (4, 4), (4, -5)))
    ]
    assert all(lit)


@pytest.mark.long
@pytest.mark.parametrize(("name", "right"), [("kitchen", 29), ("bulb", 28), ("workshop", 26)])
def test_it_tells_cubes_and_bare_squares_of_a_drawn_table(name: str, right: int) -> None:
    """Fewest on wooden cubes with burnt signs, which have no colours to tell them by."""
    table = table_of(name)
    pieces = pieces_named(CUBES, table[0])
    rows = says(table, Scene(pieces=pieces, noise=5))
    expected = np.full(len(SQUARES), NOTHING)
    for piece in pieces:
        assert piece.square is not None
        expected[piece.square] = place_in_odds(piece.colour, piece.top)
    assert (rows.argmax(axis=1) == expected).sum() >= right


@pytest.mark.long
@pytest.mark.parametrize("name", ["kitchen", "bulb"])
def test_it_sees_that_a_hand_is_neither_cube_nor_board(name: str) -> None:
    table = table_of(name)
    rows = says(table, Scene(hand=DrawnHand(3.0, 2.5, comes_from=180, pinching=False), noise=5))
    # Under the knuckles, not the fingers, between which the board is seen.
    assert rows[square("A3"), SOMETHING_ELSE] > np.log(0.5)


@pytest.mark.long
def test_a_profile_of_an_older_program_has_its_looks_to_go_by() -> None:
    table = table_of("kitchen")
    profile = replace(table[2].profile, samples=np.zeros((0, 24, 24, 3), np.float32), sample_kinds=())
    pieces = pieces_named("C3wHMK", table[0])
    reader = Reader(profile, witnessed=True)
    reading = reader.reading(Frame(table[1].render(Scene(pieces=pieces, noise=5))[0], Seconds(0.0)))
    row = reading.squares[square("C3")].witness
    assert row is not None
    assert int(row.argmax()) == FIRE


@pytest.mark.long
def test_asking_about_some_squares_says_the_same_of_them() -> None:
    look, renderer, reader = table_of("kitchen")
    image = renderer.render(Scene(pieces=pieces_named(CUBES, look), noise=5))[0]
    reading = reader.reading(Frame(image, Seconds(0.0)))
    assert reading.light is not None
    asked = [one.square for one in reading.squares if one.witness is not None]
    assert {square(name[:2]) for name in CUBES.split(",")} <= set(asked)
    assert len(asked) < len(SQUARES)


def test_what_both_see_is_claimed_and_doubt_is_over() -> None:
    both = joined((WHITE_FIRE,), doubtful(AT, Reason.UNLIKE), {AT: odds(FIRE, 2.0)}, {AT: sure(FIRE, 4.0)})
    assert not both.doubts
    (cube,) = both.cubes
    assert (cube.colour, cube.top, cube.confidence) == (Colour.WHITE, Element.FIRE, CLAIM)


def test_what_both_see_bare_is_bare() -> None:
    both = joined((), doubtful(AT, Reason.DARK), {AT: odds(NOTHING, 2.0)}, {AT: sure(NOTHING, 4.0)})
    assert (both.cubes, bool(both.doubts)) == ((), False)


def test_where_each_sees_another_cube_doubt_remains_and_either_may_be_right() -> None:
    both = joined((WHITE_FIRE,), doubtful(AT, Reason.UNLIKE), {AT: odds(FIRE, 4.0)}, {AT: sure(WATER, 5.0)})
    assert AT in both.doubts
    assert both.odds[AT][FIRE] == 0
    assert -0.1 < both.odds[AT][WATER] < 0


def test_a_plain_claim_that_the_witness_contradicts_is_doubted() -> None:
    plain = replace(WHITE_FIRE, confidence=0.95)
    both = joined((plain,), Doubts(), {}, {AT: sure(WATER, 9.0)})
    assert both.doubts.reasons == {AT: Reason.UNLIKE}
    assert both.doubts.clear
    assert both.odds[AT][WATER] == 0


def test_a_square_that_seems_bare_and_where_the_witness_sees_a_cube_is_doubted() -> None:
    both = joined((), Doubts(), {}, {AT: sure(WATER, 9.0)})
    assert both.doubts.reasons == {AT: Reason.UNLIKE}


def test_a_plain_cube_stays_where_the_witness_sees_neither_cube_nor_board() -> None:
    plain = replace(WHITE_FIRE, confidence=0.95)
    both = joined((plain,), Doubts(), {}, {AT: sure(SOMETHING_ELSE, 9.0)})
    assert (both.cubes, bool(both.doubts)) == ((plain,), False)


def test_a_plain_claim_that_the_witness_finds_unlikely_only_stays() -> None:
    plain = replace(WHITE_FIRE, confidence=0.95)
    both = joined((plain,), Doubts(), {}, {AT: sure(WATER, 3.0)})
    assert (both.cubes, bool(both.doubts)) == ((plain,), False)


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.unseats])
def test_what_people_have_to_put_right_stays_whatever_both_see(reason: Reason) -> None:
    both = joined((WHITE_FIRE,), doubtful(AT, reason), {AT: odds(FIRE, 9.0)}, {AT: sure(FIRE, 9.0)})
    assert both.doubts.reasons == {AT: reason}
    assert both.cubes == (WHITE_FIRE,)


def test_how_a_sign_lies_stays_but_not_the_side_that_only_the_matcher_saw() -> None:
    seen = replace(WHITE_FIRE, heading=85.0, side=Element.WOOD)
    both = joined((seen,), doubtful(AT, Reason.UNLIKE), {AT: odds(FIRE, 2.0)}, {AT: sure(FIRE, 4.0)})
    assert [(cube.heading, cube.side) for cube in both.cubes] == [(85.0, None)]


def test_a_square_under_a_hand_stays_hidden() -> None:
    both = joined((), doubtful(AT, Reason.COVERED), {}, {})
    assert both.doubts.reasons == {AT: Reason.COVERED}


def test_light_and_levels_are_taken_off_before_squares_are_compared() -> None:
    plane = np.full((6 * 48, 7 * 48, 3), 60, np.uint8)
    light = np.full((30, 3), 0.5, np.float32)
    seen = patches(plane, middles(), 0.7, light)
    shown = beside(seen, np.full_like(seen, 120))
    assert np.allclose(shown[:, :3], shown[:, 3:], atol=0.02)


def test_a_witness_that_knows_no_square_is_silent() -> None:
    _, renderer, reader = table_of("kitchen")
    reading = reader.reading(Frame(renderer.render(Scene(noise=3))[0], Seconds(0.0)))
    assert reading.light is not None
    witness = Witness(reader.profile, np.zeros((6 * 48, 7 * 48, 4), np.uint8))
    assert witness.says(np.zeros((6 * 48, 7 * 48, 4), np.uint8), reading.light, []).shape == (0, 8)
    assert len(KINDS) + 2 == SOMETHING_ELSE + 1
