"""Positions as text, and short ways to ask about them."""

import pytest

from companion.games.rule_errors import IllegalMove, PositionError
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.written.notation import annotated, bare, play_text
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from tests.yokai import naive

COLOURS = "FWEA"


def table(
    *piles: str,
    turn: str = "a",
    phase: str = "play0",
    hands: str = "?4/?3",
    discard: str = "-",
    won: str = "-/-",
) -> str:
    """A closed position: `F:53:FW.FE:FA` is a pile, others show their 7; what is not said lies face down
    below, and the rest of the cards is the deck."""
    said = {pile[0]: pile for pile in piles}
    fields = [said.get(colour, f"{colour}:7:-:-") for colour in COLOURS]
    known = [item[:2] for item in won.replace("/", ".").split(".") if item != "-"]
    lying = 0
    for field in fields:
        colour, yokai, *rows = field.split(":")
        known += naive_yokai(colour, yokai)
        lying += sum(len(row.split(".")) for row in rows if row != "-")
    full = []
    for field in fields:
        colour, yokai, a, b = field.split(":")
        hidden = 5 - sum(code[0] == colour for code in known)
        full.append(f"{colour}:{(yokai.replace('-', '') + '?' * hidden) or '-'}:{a}:{b}")
    elsewhere = sum(len(naive.holding(each)) for each in (*hands.split("/"), discard))
    return " ".join([*full, turn, phase, hands, f"?{36 - lying - elsewhere}", discard, won])


def naive_yokai(colour: str, text: str) -> list[str]:
    codes = []
    letters = list(text.replace("-", ""))
    while letters:
        letter = letters.pop(0)
        codes.append(letter + letters.pop(0) if letter in COLOURS else colour + letter)
    return codes


def played(text: str, move: str, house: House = HOUSE) -> Played:
    return play_text(parse_position(text, house), move, house)


def told(text: str, move: str, house: House = HOUSE) -> str:
    """The move with all that it does."""
    return annotated(played(text, move, house))


def after(text: str, *moves: str, house: House = HOUSE) -> str:
    position = parse_position(text, house)
    for move in moves:
        position = play_text(position, move, house).after
    return position_text(position, house)


def field(text: str, name: str) -> str:
    """A pile by its letter, or a field by its name."""
    names = [*COLOURS, "turn", "phase", "hands", "deck", "discard", "won"]
    return text.split(" ")[names.index(name)]


def legal(text: str, house: House = HOUSE) -> list[str]:
    return sorted(map(bare, legal_moves(parse_position(text, house), house)))


def refused(text: str, move: str) -> tuple[str, str]:
    """The rule and the code of the sentence."""
    position = parse_position(text)
    with pytest.raises(IllegalMove) as caught:
        play_text(position, move)
    fault = caught.value
    assert str(fault).endswith(f"(rule {fault.rule})")
    return fault.rule, fault.why.code


def faults(text: str) -> list[str]:
    try:
        parse_position(text)
    except PositionError as fault:
        return [each.code for each in fault.faults if str(each)]
    return []
