"""Cards and set-up (Y1, Y2)."""

import random
from itertools import combinations

from companion.games.yokai.rules.cards import CARDS, ability_of, colours_of, value_of
from companion.games.yokai.rules.dealing import dealt
from companion.games.yokai.rules.position import Player, start_position
from companion.games.yokai.rules.written.position_text import position_text
from tests.yokai.tables import after, field, legal, refused

START = position_text(start_position(CARDS))


def test_four_colours_have_a_letter_each() -> None:
    """Y1.1."""
    assert CARDS.colours == ("F", "W", "E", "A")


def test_twenty_yokai_are_worth_three_to_seven_in_each_colour() -> None:
    """Y1.2."""
    assert len(CARDS.yokai) == 20
    for yokai in CARDS.of_colour.values():
        assert sorted(map(value_of, yokai)) == [3, 4, 5, 6, 7]


def test_each_pair_of_colours_has_six_sketches_two_with_an_ability() -> None:
    """Y1.3."""
    assert CARDS.sketches == 36
    for pair in combinations(CARDS.colours, 2):
        of_pair = {kind: count for kind, count in CARDS.copies.items() if colours_of(kind) == pair}
        assert sorted((ability_of(kind), count) for kind, count in of_pair.items()) == [
            ("", 4),
            ("c", 1),
            ("d", 1),
        ]


def test_each_player_gets_three_sketches_and_thirty_are_the_deck() -> None:
    """Y2.1."""
    assert START == "F:?????:-:- W:?????:-:- E:?????:-:- A:?????:-:- a draw ?3/?3 ?30 - -/-"
    open_game = dealt(random.Random(1))
    assert [hand.size for hand in open_game.hands] == [3, 3]
    assert isinstance(open_game.deck, tuple)
    assert len(open_game.deck) == 30
    assert dealt(random.Random(1)) == open_game != dealt(random.Random(2))


def test_four_piles_of_five_show_their_tops_only() -> None:
    """Y2.2."""
    assert legal(START) == ["reveal.F3", "reveal.F4", "reveal.F5", "reveal.F6", "reveal.F7"]
    assert refused(START, "draw.?") == ("Y5.5", "reveal-first")
    shown = after(START, "reveal.F4", "reveal.W3", "reveal.E7", "reveal.A5")
    assert shown.split(" ")[:4] == ["F:4????:-:-", "W:3????:-:-", "E:7????:-:-", "A:5????:-:-"]
    assert "draw.?" in legal(shown)


def test_who_begins_is_called_a() -> None:
    """Y2.3."""
    assert start_position(CARDS).turn is Player.A
    assert field(START, "turn") == "a"


def test_hands_and_deck_are_secret_and_all_else_is_open() -> None:
    """Y2.4."""
    shown = after(START, "reveal.F3", "reveal.W3", "reveal.E3", "reveal.A3", "draw.?", "FW>F", "end")
    shown = after(shown, "draw.?", "FA>F", "FW>F")
    assert field(shown, "F") == "F:????:FW:-"
    assert field(shown, "won") == "-/F3"
    assert field(shown, "discard") == "FA.FW"
    assert (field(shown, "hands"), field(shown, "deck")) == ("?3/?2", "?28")
