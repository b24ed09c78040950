"""The named levels, as opponents, as hints, and in matches."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from companion.games.himiki.players.advice import hint, reply
from companion.games.himiki.players.contests import CONTESTS, NAMES, Contest, opponent, play_match
from companion.games.himiki.players.levels import LEVELS, choose, level_named
from companion.games.himiki.players.matches import LONGEST, game, match, random_setup
from companion.games.himiki.players.opponents import Greedy, MatchPlayer, MukYanPlayer, Searching
from companion.games.himiki.rules.board import squares_named
from companion.games.himiki.rules.cubes import Colour, colour_of, faces_of
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Move, Place
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.notation import bare
from companion.games.tallies import MatchTally
from tests.rules.games import VARIANTS, RandomGame, called
from tests.rules.tables import MUK_YAN, at

HOME_SQUARES = squares_named("B2", "C2", "D2", "B5", "C5", "D5")
HOMES = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM"


def test_there_are_five_from_apprentice_to_master_each_looking_further() -> None:
    assert [level.name for level in LEVELS] == ["apprentice", "pupil", "adept", "expert", "master"]
    for lower, upper in pairwise(LEVELS):
        assert (lower.nodes, lower.depth) < (upper.nodes, upper.depth)
        assert lower.depth < upper.depth
        assert lower.slip >= upper.slip
        assert lower.rating < upper.rating


def test_a_level_is_found_by_its_name() -> None:
    assert level_named("Master") is LEVELS[-1]
    assert level_named("grandmaster") is None


@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_every_level_answers_with_a_legal_move_in_every_mode(variant: Variant) -> None:
    games = list(RandomGame(variant, 4))
    for number, played in enumerate(games[:: max(1, len(games) // 6)]):
        if not played.after.over:
            level = LEVELS[number % len(LEVELS)]
            advice = reply(level, played.after, seed=number) if level.nodes < 5000 else None
            move = advice.move if advice else choose(level, played.after, Random(number), share=0.02)
            assert move in legal_moves(played.after)


def test_the_same_seed_gives_the_same_answer() -> None:
    position = at(f"{HOMES} w 0-0 --- -")
    for level in LEVELS[:4]:
        assert reply(level, position, seed="evening") == reply(level, position, seed="evening")


def test_seeds_make_a_slipping_level_vary() -> None:
    position = at(f"{HOMES} w 0-0 --- -")
    assert len({reply(LEVELS[0], position, seed).move for seed in range(20)}) > 3


def test_nobody_overlooks_the_winning_point() -> None:
    position = at("B2bHMK,B4wHMK w 4-0 --- -")
    for level in LEVELS:
        for seed in range(5):
            assert bare(position, reply(level, position, seed).move) == "B4>BB3"


def test_a_whole_set_up_can_be_placed() -> None:
    for variant in (Variant(), Variant(Mode.TEAMS, Edition.FIRST), MUK_YAN):
        position = start_position(variant)
        while position.phase.setup:
            move = choose(LEVELS[1], position, Random(len(position.board)))
            assert isinstance(move, Place)
            position = play(position, move).after


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("B2bHMK,B4wHMK w 4-0 --- -", "why-wins", "It makes the winning point."),
        ("B2bHMK,B4wHMK w 0-0 --- -", "why-strikes", "It wins against B2."),
        ("A1bHMK,E6wHMK b 0-0 --- tilt", "why-", ""),
    ],
)
def test_a_hint_comes_with_its_reason(text: str, code: str, sentence: str) -> None:
    advice = hint(at(text), LEVELS[3])
    assert advice.why.code.startswith(code)
    assert str(advice.why).startswith(sentence)
    assert str(advice.why)


def test_the_reason_for_taking_a_tile_names_the_element() -> None:
    """RULES 3.9: the fourth water."""
    position = at("A1bMHK,A6bMKH,E1wMHK,E5wHMK,C4bKHM w 0-0 --- -")
    advice = hint(position, LEVELS[1])
    assert advice.why.code == "why-tile"
    assert "water" in str(advice.why)


def test_every_reason_can_be_said() -> None:
    said = set()
    for variant in (Variant(), MUK_YAN, Variant(Mode.TEAMS), Variant(chaos=True)):
        for seed in range(3):
            for played in list(RandomGame(variant, seed))[::7]:
                if not played.after.over:
                    advice = hint(played.after, LEVELS[1])
                    assert str(advice.why).endswith(".")
                    assert "{" not in str(advice.why)
                    said.add(advice.why.code)
    assert len(said) >= 6


def test_muk_yan_plays_on_after_action_8_only() -> None:
    """RULES 6.7."""
    chance = Random(3)
    stopped = went_on = 0
    for _ in range(12):
        muk_yan, position = MukYanPlayer(), random_setup(MUK_YAN, chance)
        while not position.over and stopped + went_on < 400:
            seat = position.seat
            player: MatchPlayer = muk_yan if seat is MUK_YAN.muk_yan else Greedy()
            move = player.choose(position, chance)
            if seat is MUK_YAN.muk_yan and position.phase.replay:
                went_on += bare(position, move) != "stop"
                stopped += bare(position, move) == "stop"
            position = play(position, move).after
    assert stopped
    assert went_on


def test_greedy_takes_the_turn_that_wins_most_with_its_replays() -> None:
    """Two tilts: the first allows a replay, the second wins (RULES 3.6)."""
    position = at("B4bKHM,C5wMKH,D4wHMK,D6bMHK w 0-0 --- -")
    best = max(most(position), key=lambda pair: pair[0])
    chosen = Greedy().choose(position, Random(1))
    assert max(gain for gain, first in most(position) if first == chosen) == best[0] > 0


def most(position: Position) -> list[tuple[int, Move]]:
    """All one-turn gains for white, with the turn's first move."""
    found = []
    for move in legal_moves(position):
        after = play(position, move).after
        gains = [after.score[0] - after.score[1]]
        if after.phase.replay:
            gains += [gain for gain, _ in most(after)]
        found.append((max(gains), move))
    return found


def test_a_set_up_is_played_twice_with_colours_changed() -> None:
    starts: list[tuple[bytes, str]] = []

    class Watched(Greedy):
        """Notes what lies there when the first turn of a game comes, and who has it."""

        def choose(self, position: Position, chance: Random) -> Move:
            if position.seat.colour is Colour.WHITE and all(position.board[s] for s in HOME_SQUARES):
                starts.append((position.board, self.name))
            return super().choose(position, chance)

    list(match(lambda: Watched("one"), lambda: Watched("other"), 4, seed=9))
    first_of_game = [starts[0], next(start for start in starts if start[1] != starts[0][1])]
    assert first_of_game[0][0] == first_of_game[1][0]
    assert [name for _, name in first_of_game] == ["one", "other"]


def test_against_muk_yan_the_faces_change_sides() -> None:
    one = random_setup(Variant(Mode.MUK_YAN), Random(5))
    other = random_setup(Variant(Mode.MUK_YAN, human=Colour.BLACK), Random(5), exchanged=True)

    def of(position: Position, colour: Colour) -> list[str]:
        return sorted(faces_of(cube) for _, cube in position.cubes if colour_of(cube) is colour)

    assert of(one, Colour.WHITE) == of(other, Colour.WHITE)
    assert of(one, Colour.BLACK) == of(other, Colour.BLACK)


def test_a_game_without_an_end_is_a_draw_after_200_turns() -> None:
    class Shy(Greedy):
        def choose(self, position: Position, chance: Random) -> Move:
            quiet = [
                move for move in legal_moves(position) if play(position, move).after.score == position.score
            ]
            return quiet[0]

    start = at("A1bHMK,E6wHMK w 0-0 --- -")
    end, turns = game(start, {Colour.WHITE: Shy(), Colour.BLACK: Shy()}, Random(1))
    assert (end.winner, turns) == (None, LONGEST)


def test_a_match_can_be_repeated() -> None:
    once, again = (list(play_match("apprentice", "greedy", games=4, seed=3)) for _ in range(2))
    assert once == again
    assert once[-1].games == 4


def test_the_interval_is_wilsons() -> None:
    """97 of 100: 91.5 % to 99.0 %, as tables of Wilson's interval have it."""
    low, high = MatchTally(won=97, lost=3).interval
    assert low == pytest.approx(0.9155, abs=0.0005)
    assert high == pytest.approx(0.9897, abs=0.0005)


@pytest.mark.parametrize(
    ("one", "other", "games"),
    [("pupil", "apprentice", 16), ("adept", "apprentice", 8), ("expert", "greedy", 6)],
)
@pytest.mark.long
def test_a_higher_level_wins_most_games(one: str, other: str, games: int) -> None:
    *_, tally = play_match(one, other, games=games, seed=2, share=0.2)
    assert tally.rate > 0.6


def test_every_level_has_to_beat_the_one_below_it() -> None:
    asked = {(contest.one, contest.other) for contest in CONTESTS}
    assert {(upper.name, lower.name) for lower, upper in pairwise(LEVELS)} < asked
    assert {("master", "mukyan"), ("master", "greedy")} < asked


def test_every_name_of_a_contest_makes_an_opponent() -> None:
    makers: list[Callable[[], MatchPlayer]] = [opponent(name) for name in NAMES]
    names = [maker().name for maker in makers]
    assert len(set(names)) == len(NAMES)
    assert isinstance(makers[0](), Searching)


@pytest.mark.slow
@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: f"{contest.one}-{contest.other}")
def test_at_a_fifth_of_the_nodes_the_order_still_holds(contest: Contest) -> None:
    """A machine such as a Pi: twenty games tell a big difference, `himiki bench players` the exact one."""
    *_, tally = play_match(contest.one, contest.other, games=20, seed=4, share=0.2)
    assert tally.rate > 0.5
