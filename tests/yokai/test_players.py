"""Opponents: what they may look at, and whom they beat."""

import random

import pytest

from companion.games.yokai.players.contests import contest
from companion.games.yokai.players.opponents import AtRandom, Greedy, Opponent, Searching
from companion.games.yokai.players.views import seen_by, world
from companion.games.yokai.rules.cards import colour_of
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Lay
from companion.games.yokai.rules.position import PLAYING, Holding, Pile, Player, Position, due
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from tests.yokai.games import random_positions
from tests.yokai.tables import table


def lying(position: Position, chance: random.Random) -> Position:
    """The same table for whoever is on turn; what is hidden from that player has changed places."""
    theirs = position.hands[position.turn.other]
    assert isinstance(position.deck, tuple)
    hidden = [*theirs.known, *position.deck]
    chance.shuffle(hidden)
    hand = Holding(tuple(sorted(hidden[: theirs.size])))
    own = position.hand
    piles = []
    for colour, pile in zip("FWEA", position.piles, strict=True):
        at_home = [yokai for yokai in pile.yokai[1:] if yokai and colour_of(yokai) == colour]
        chance.shuffle(at_home)
        below = tuple(
            at_home.pop() if yokai and colour_of(yokai) == colour else yokai for yokai in pile.yokai[1:]
        )
        piles.append(Pile((*pile.yokai[:1], *below), pile.rows))
    return position._replace(
        piles=tuple(piles),
        hands=(own, hand) if position.turn is Player.A else (hand, own),
        deck=tuple(sorted(hidden[theirs.size :])),
    )


def in_play(seeds: range) -> list[Position]:
    return [each for each in random_positions(seeds, True) if each.phase in PLAYING and due(each) is None]


def test_a_lying_deck_changes_nothing_for_the_level() -> None:
    chance = random.Random(4)
    told = 0
    for position in in_play(range(3))[::9]:
        lie = lying(position, chance)
        told += lie != position
        choices = [Searching().choose(each, random.Random(9)) for each in (position, lie)]
        assert choices[0] == choices[1], position_text(position)
        assert choices[0] in legal_moves(position)
    assert told > 5


def test_a_player_sees_the_own_hand_and_what_lies_open() -> None:
    for position in in_play(range(1))[::7]:
        for player in Player:
            seen = seen_by(position, player)
            assert seen.hands[player] == position.hands[player]
            assert seen.hands[player.other] == Holding((), position.hands[player.other].size)
            assert isinstance(seen.deck, int)
            assert parse_position(position_text(seen)) == seen


def test_a_world_fills_in_what_is_not_known_and_changes_nothing_else() -> None:
    seen = parse_position(table("F:53:FW.FE:FA", "W:7:FWc:-", hands="FA.WA.?2/?3", discard="EA.EAd"))
    chance = random.Random(1)
    worlds = [world(seen, chance) for _ in range(4)]
    assert len(set(worlds)) == 4
    for each in worlds:
        assert parse_position(position_text(each)) == each
        assert each.open
        assert {"FA", "WA"} <= set(each.hands[0].known)
        assert [pile.yokai[:1] for pile in each.piles] == [pile.yokai[:1] for pile in seen.piles]


def test_the_greedy_player_takes_what_completes() -> None:
    one_short = parse_position(table("F:4:FE.FE:FA", "W:3:FW:FW", "E:7:-:WE.WE", hands="FW.FA/?3"))
    for seed in range(5):
        choice = Greedy().choose(one_short, random.Random(seed))
        assert isinstance(choice, Lay)
        assert choice.pile == "F"


@pytest.mark.long
@pytest.mark.parametrize(("against", "least"), [(AtRandom(), 0.8), (Greedy(), 0.6)])
def test_the_level_beats_who_plays_worse(against: Opponent, least: float) -> None:
    assert contest(Searching(), against, games=16, seed=5).share >= least


@pytest.mark.slow
@pytest.mark.parametrize(("against", "least"), [(AtRandom(), 0.8), (Greedy(), 0.6)])
def test_the_level_beats_who_plays_worse_over_many_games(against: Opponent, least: float) -> None:
    assert contest(Searching(), against, games=200, seed=1).share >= least


def test_a_contest_repeats_itself() -> None:
    assert contest(AtRandom(), Greedy(), 4, seed=2) == contest(AtRandom(), Greedy(), 4, seed=2)
