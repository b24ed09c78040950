"""What holds in every position that any game can reach."""

from collections import Counter
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from companion.games.himiki.rules.board import NEIGHBOURS, SQUARES, TWO_AWAY, column_of, row_of
from companion.games.himiki.rules.cubes import (
    CUBES,
    SHOWING,
    Colour,
    Cube,
    Element,
    Orientation,
    colour_of,
    faces_of,
    is_known,
    oriented,
    top_of,
)
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import (
    DECLINE,
    KEEP_YOKAI,
    PASS,
    STOP,
    Conjure,
    Move,
    Place,
    PutTerrain,
    Rotate,
    Slide,
    SpendYokai,
    Swap,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.play import by_draft, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.refusal import refusal
from companion.games.himiki.rules.tiles import NO_TILES, TERRAIN, Tile
from companion.games.himiki.rules.variant import WINNING_SCORE, Edition, Mode, Variant
from companion.games.himiki.rules.written.notation import annotated, bare, parse_move, play_text
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from tests.rules.games import RandomGame, positions

GAMES = st.builds(
    RandomGame,
    variant=st.builds(
        Variant,
        mode=st.sampled_from((Mode.DUEL, Mode.TEAMS)),
        edition=st.sampled_from(Edition),
        chaos=st.booleans(),
    ),
    seed=st.integers(0, 2**32),
)


def every_move_there_is() -> list[Move]:
    """All that can be written down, sensible or not (rotations of up to three cubes)."""
    rotations = [
        Rotate(chosen)
        for size in (1, 2)
        for chosen in combinations(SQUARES, size)
        if chosen[-1] - chosen[0] < 13
    ]
    return [
        STOP,
        PASS,
        DECLINE,
        KEEP_YOKAI,
        *(Place(cube, square) for cube in CUBES if is_known(cube) for square in SQUARES[::3]),
        *(Tilt(source, target) for source, target in product(SQUARES, SQUARES)),
        *(Slide(source, target) for source in SQUARES for target in (*TWO_AWAY[source], *NEIGHBOURS[source])),
        *(Swap(source, other) for source, other in product(SQUARES, SQUARES)),
        *(PutTerrain(tile, square) for tile in TERRAIN for square in SQUARES),
        *(UseEvent(tile) for tile in Tile),
        *(Conjure(square, orientation) for square in SQUARES for orientation in Orientation),
        *map(SpendYokai, SQUARES),
        *rotations,
        Rotate(()),
    ]


EVERY_MOVE = every_move_there_is()


@given(positions())
def test_a_position_is_read_back_from_its_text(position: Position) -> None:
    text = position_text(position)
    assert parse_position(text, position.variant) == position
    assert position_text(parse_position(text, position.variant)) == text


@given(positions())
def test_a_move_is_read_back_from_both_of_its_texts(position: Position) -> None:
    for move in legal_moves(position):
        played = play(position, move)
        for text in (
            bare(position, move),
            bare(position, move).lower(),
            annotated(played),
            annotated(played, ascii_signs=True),
        ):
            assert parse_move(text).move == move
            assert play_text(position, text) == played


@given(positions())
def test_every_legal_move_plays_and_every_other_one_is_refused_with_its_rule(position: Position) -> None:
    legal = legal_moves(position)
    assert len(set(legal)) == len(legal)
    for move in legal:
        assert refusal(position, move) is None
        assert play(position, move).before == position
    allowed = set(legal)
    for move in EVERY_MOVE:
        if move not in allowed:
            fault = refusal(position, move)
            assert fault is not None, (position_text(position), move)
            assert fault.rule.count(".") == 1
            assert str(fault).endswith(f"(rule {fault.rule})")


@given(positions())
def test_no_two_cubes_stand_on_a_square_and_none_comes_from_nowhere(position: Position) -> None:
    colours = Counter(colour_of(cube) for _, cube in position.cubes)
    for move in legal_moves(position):
        after = play(position, move).after
        assert len(after.board) == len(SQUARES)
        now = Counter(colour_of(cube) for _, cube in after.cubes)
        placed = Counter([position.seat.colour] if isinstance(move, Place) else [])
        assert now - colours == placed
        assert (colours - now).total() <= (1 if position.chaos.land else 0)


@given(positions())
def test_scores_and_tiles_never_drift(position: Position) -> None:
    for move in legal_moves(position):
        played = play(position, move)
        after = played.after
        gained = [after.score[colour] - position.score[colour] for colour in Colour]
        taken = [e for e in Element if after.influences[e] is not position.influences[e]]
        assert all(0 <= points <= WINNING_SCORE for points in after.score)
        assert taken == ([] if played.influence is None else [played.influence])
        assert after.over is (WINNING_SCORE in after.score)
        if played.influence is None:
            assert min(gained) >= 0
            assert sum(gained) <= played.won
            assert sum(gained) == played.won or after.over
        else:
            holder = after.influences[played.influence]
            assert holder is not None
            assert gained[holder] == played.won + 1 or position.chaos != NO_TILES or after.over
            shown = after.board.translate(SHOWING[played.influence]).count(1)
            assert shown == position.variant.influence_count


@given(positions())
def test_a_draft_and_the_quick_way_agree(position: Position) -> None:
    for move in legal_moves(position):
        if not isinstance(move, Place):
            assert by_draft(position, move) == play(position, move)


@given(
    st.builds(RandomGame, st.builds(Variant, st.sampled_from((Mode.DUEL, Mode.TEAMS))), st.integers(0, 2**32))
)
def test_orientation_parity_law(game: RandomGame) -> None:
    """A tilt swaps two letters and changes the square's checker colour, a rotation only swaps two letters."""
    odd: dict[int, bool] = {}
    for played, _ in zip(game, range(60), strict=False):
        match played.move:
            case Place(cube, square):
                odd[square] = parity(cube) ^ checker(square)
            case Tilt(source, target):
                odd[target] = odd.pop(source)
            case Rotate(squares):
                odd.update({square: not odd[square] for square in squares})
        for square, cube in played.after.cubes:
            assert parity(cube) ^ checker(square) == odd[square]
            top = top_of(cube)
            candidates = {o: oriented(colour_of(cube), o) for o in Orientation}
            fitting = [
                orientation
                for orientation, candidate in candidates.items()
                if top_of(candidate) is top and parity(candidate) ^ checker(square) == odd[square]
            ]
            assert [orientation.value for orientation in fitting] == [faces_of(cube)]


def parity(cube: Cube) -> bool:
    return faces_of(cube) in ("HKM", "MHK", "KMH")


def checker(square: int) -> bool:
    return bool((row_of(SQUARES[square]) + column_of(SQUARES[square])) % 2)


@given(GAMES)
def test_used_tiles_never_come_back(game: RandomGame) -> None:
    used: set[Tile] = set()
    for played, _ in zip(game, range(80), strict=False):
        chaos = played.after.chaos
        assert used <= set(chaos.used)
        used = set(chaos.used)
        assert len([*chaos.used, *chaos.land]) + sum(map(len, chaos.hands)) + (chaos.armed is not None) == (
            2 * game.variant.tiles_each if game.variant.chaos else 0
        )
