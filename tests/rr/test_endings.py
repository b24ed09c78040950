"""How games end, matches, and option games (R7 to R10)."""

import random

import pytest

from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import Reason
from companion.games.rr.rules.match import Match, Outcome, dealt, remaining
from companion.games.rr.rules.position import unseen
from companion.games.rr.rules.tiles import DRAWN, Tile
from companion.games.rr.rules.variant import Game, Variant, start_position
from companion.games.rr.rules.written.options import variant_of
from companion.games.rr.rules.written.position_text import parse_position, position_text
from tests.rr.games import GAMES, random_game
from tests.rr.tables import after, board, ended, legal, refused

R, B = Player.REGALITY, Player.RELIGION
NINE = "a1hir,a2smr,a3nib,b1cir,b2kib,b3sab,c1qur,c2prr,c3mib"


@pytest.mark.parametrize("game", GAMES)
def test_what_follows_from_the_rules(game: str) -> None:
    """R7."""
    for seed in range(6):
        for number, played in enumerate(random_game(game, seed)):
            position = played.before
            assert None in position.board
            down = [lying for lying in position.board if lying and lying.down]
            assert len(down) <= 1
            assert all(lying.player is not position.turn for lying in down)
            assert number < 60
        end = played.ending
        assert end is not None
        assert end.reason is not Reason.BOARD or end.allies[0] != end.allies[1]


def test_the_game_ends_with_nine_face_up_tiles() -> None:
    """R8.1."""
    assert legal(board(NINE)) == []
    assert refused(board(NINE), "ca@a1") == ("R8.3", "game-over")
    eight = NINE.replace("a1hir,", "")
    text = after(board(eight, zones="ca/te"), "ca@a1")
    assert ended(text) is not None
    hidden = after(board(eight.replace("a2smr", "a2smxb"), zones="ca/te"), "ca@a1")
    assert hidden.split(" ")[0] == "a1car,a3nib,b1cir,b2kib,b3sab,c1qur,c2prr,c3mib"
    assert ended(hidden) is None
    freed = after(board(eight, zones="sm/te").replace("a2sm", "a2dr"), "sm@a1!b1")
    assert ended(freed) is None


def test_whose_ally_death_is_has_lost() -> None:
    """R8.2."""
    won = ended(board(NINE.replace("a1hir", "a1der")))
    assert won is not None
    assert (won.winner, won.reason, won.allies, won.points) == (B, Reason.DEATH, (5, 4), (0, 4))
    covered = ended(board(NINE.replace("a1hir", "a1tor/de")))
    assert covered is not None
    assert covered.reason is Reason.BOARD


def test_otherwise_more_allies_win_and_a_tower_is_one() -> None:
    """R8.3."""
    won = ended(board(NINE.replace("a1hir", "a1tor/hi")))
    assert won is not None
    assert (won.winner, won.reason, won.allies, won.points) == (R, Reason.BOARD, (5, 4), (5, 4))


def test_who_has_no_tile_to_place_has_lost() -> None:
    """R8.4."""
    won = ended("a1der,a2kib b te/- - - -")
    assert won is not None
    assert (won.winner, won.reason, won.points) == (R, Reason.TILES, (1, 0))
    assert ended("a1cib r to/te - - -") is not None  # a Tower that can cover nothing does not help
    assert ended("a1cir r to/te - - -") is None
    assert ended("a1cib r -/te sm - -") is None
    assert ended("a1cib r ?1/te - - -") is None
    assert refused("a1cib r -/te - - -", "ca@b2") == ("R8.4", "game-over")
    full = ended(board(NINE, zones="-/-"))
    assert full is not None
    assert full.reason is Reason.BOARD  # the board is looked at first


def outcome(winner: Player, tiles: tuple[Tile, ...] = (), points: tuple[int, int] = (5, 4)) -> Outcome:
    return Outcome(winner, points, tiles)


def test_two_games_win_a_match_and_neutral_tiles_leave_it() -> None:
    """R9.1."""
    match, chance = Match(), random.Random(3)
    first = dealt(match, chance)
    assert len(first) == 5
    match = match.after(outcome(R, first))
    second = dealt(match, chance)
    assert not set(first) & set(second)
    match = match.after(outcome(B, second))
    assert not match.over
    assert match.winner is None
    third = dealt(match, chance)
    assert not set(third) & {*first, *second}
    match = match.after(outcome(R, third))
    assert match.over
    assert (match.winner, match.won) == (R, (2, 1))
    assert remaining(match) == DRAWN  # one is left: the others are shuffled in


def test_after_shuffling_the_tiles_of_the_last_game_alone_are_out() -> None:
    """R9.1."""
    match = Match(games=9)
    for _ in range(3):
        match = match.after(outcome(R, remaining(match)[:5]))
    fourth = remaining(match)[:5]
    assert remaining(match) == DRAWN
    assert remaining(match.after(outcome(R, fourth))) == tuple(t for t in DRAWN if t not in fourth)


def test_the_loser_decides_who_is_first() -> None:
    """R9.2."""
    assert Match().decides is None
    assert Match().after(outcome(R)).decides is B


def test_points_are_added_over_the_games_agreed_on() -> None:
    """R9.3."""
    match = Match(games=2).after(outcome(R, points=(6, 3))).after(outcome(B, points=(0, 3)))
    assert match.over
    assert (match.points, match.winner) == ((6, 6), None)
    assert Match(games=1).after(outcome(R, points=(6, 3))).winner is R


def start(words: str) -> str:
    return position_text(start_position(variant_of(words.split())))


def test_old_style_has_no_neutral_tiles() -> None:
    """R10.1."""
    assert start("old") == "- r ca.ci.ge.ki.mi.pr.qu.wi/bi.cd.hi.mo.pa.sa.te - - citizen"


def test_random_gives_two_open_tiles_each_secret_random_two_hidden_ones() -> None:
    """R10.2."""
    said = start("random r=sm.br b=de.to first=b")
    assert said == "- b br.ca.ge.ki.mi.pr.qu.sm.wi/bi.cd.ci.de.hi.mo.pa.sa.te.to - - citizen"
    assert start("secretrandom").split()[2].count("?2") == 2


def test_a_draft_is_picked_one_one_one_and_two() -> None:
    """R10.3."""
    text = start("draft")
    assert legal(text) == ["+br", "+ni", "+pe", "+sh", "+sm"]
    assert refused(text, "ci@a1") == ("R10.3", "draft-first")
    assert refused(text, "+ki") == ("R10.3", "not-to-pick")
    text = after(text, "+br", "+ni")
    assert text.split()[1] == "r"
    text = after(text, "+pe")
    assert text == "- r br.ca.ci.ge.ki.mi.pe.pr.qu.wi/bi.cd.hi.mo.ni.pa.sa.sh.sm.te - - citizen"
    assert refused(text, "+sm") == ("R10.3", "no-draft")


def test_a_secret_draft_leaves_two_hidden_tiles_each_and_none_among_the_discards() -> None:
    """R10.4."""
    text = start("secretdraft")
    assert text == "- r ca.ci.ge.ki.mi.pr.qu.wi.?2/bi.cd.hi.mo.pa.sa.te.?2 - - citizen"
    assert Game.SECRET_DRAFT.draws


def test_a_hidden_tile_is_shown_when_it_is_placed() -> None:
    """R10.5."""
    text = "b2cib b ca/te.?2 - - -"
    assert len({move[:2] for move in legal(text)}) == 1 + len(DRAWN)
    assert after(text, "dr@a1") == "a1drb,b2cib r ca/te.?1 - - -"
    back = after("a1drb,b2cir b ca/wt.?1 - - -", "wt@c3!a1")
    assert back.split()[2] == "ca/dr.?1"  # what is taken back lies open
    assert "dr" not in unseen(parse_position(back))


@pytest.mark.parametrize("game", Game)
def test_all_else_is_the_same_in_every_option_game(game: Game) -> None:
    """R10.6."""
    position = start_position(Variant(game))
    assert "ci" in position.zones[position.turn].tiles
