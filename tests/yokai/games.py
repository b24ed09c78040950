"""Random games and positions, for tests that hold wherever a game can get to, and where none can."""

import random
from collections.abc import Iterator

from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.dealing import dealt
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Draw, End, Lay, Move, Pass
from companion.games.yokai.rules.play import Played, play
from companion.games.yokai.rules.position import Position, start_position
from tests.yokai import naive

LONGEST = 400
"""Moves; a random game has about 150, and no rule ends it."""


def start(open_game: bool, chance: random.Random) -> Position:
    return dealt(chance) if open_game else start_position(CARDS)


def some_move(position: Position, chance: random.Random) -> Move | None:
    """Abilities as often as not, and rather a card than none: more happens then."""
    moves = legal_moves(position)
    for wanted in (
        [move for move in moves if isinstance(move, Lay) and move.ability is not None],
        [move for move in moves if not isinstance(move, (End, Pass))],
        [Draw(None)] if Draw(None) in moves else [],
    ):
        if wanted and chance.random() < 0.5:
            return chance.choice(wanted)
    return chance.choice(moves) if moves else None


def random_game(seed: int, open_game: bool) -> Iterator[Played]:
    chance = random.Random(f"{seed} {open_game}")
    position = start(open_game, chance)
    for _ in range(LONGEST):
        if (move := some_move(position, chance)) is None:
            return
        played = play(position, move)
        yield played
        position = played.after


def random_positions(seeds: range, open_game: bool) -> Iterator[Position]:
    for seed in seeds:
        for played in random_game(seed, open_game):
            yield played.after


def any_position(chance: random.Random) -> str:
    """Text of a position that hardly any game gets to, and now and then none can."""
    cards = [code for code in naive.CODES for _ in range(naive.COPIES[code])]
    chance.shuffle(cards)
    yokai = {colour: [colour + value for value in "34567"] for colour in naive.COLOURS}
    piles: dict[str, list[str]] = {colour: [] for colour in naive.COLOURS}
    won: dict[str, list[str]] = {"a": [], "b": []}
    often_won = chance.random() * 0.8
    for colour, each in yokai.items():
        chance.shuffle(each)
        for code in each:
            where = colour if chance.random() < 0.8 else chance.choice(naive.COLOURS)
            if chance.random() < often_won:
                won[chance.choice("ab")].append(code if where == colour else code + where)
            elif where == colour:
                piles[where].append("?" if chance.random() < 0.4 else code)
            else:
                piles[where].insert(0, code)
    over = any(not pile for pile in piles.values())
    phase = "over" if over else chance.choice(["draw", "play0", "play0", "play1", "play2"])
    if chance.random() < 0.02:
        phase = chance.choice(naive.PHASES)
    turn = chance.choice("ab")
    rows = {colour: {"a": [], "b": []} for colour in naive.COLOURS}  # type: dict[str, dict[str, list[str]]]
    for colour in naive.COLOURS:
        most = chance.choice([0, 1, 3, 5, 6, 6, 7 if over or chance.random() < 0.05 else 6])
        fitting = [card for card in cards if colour in card[:2]][:most]
        for card in fitting:
            cards.remove(card)
            rows[colour][chance.choice("ab")].append(card)
    opened = chance.random() < 0.5
    hands = {}
    for player in "ab":
        most = 4 - int(phase[-1]) if player == turn and phase.startswith("play") else 3
        if chance.random() < 0.02:
            most += 1
        size = min(len(cards), chance.choice([0, 1, most, most, most]))
        hands[player] = [cards.pop() for _ in range(size)]
        if not opened:
            hands[player] = ["?" if chance.random() < 0.5 else card for card in hands[player]]
    discard = [cards.pop() for _ in range(chance.randrange(len(cards) + 1))]
    if chance.random() < 0.2:
        discard += cards
        cards = []
    if not opened and chance.random() < 0.1:
        discard = ["?" if chance.random() < 0.5 else card for card in discard]
    if chance.random() < 0.02 and discard:
        discard[0] = chance.choice(naive.CODES)

    def unsorted(held: list[str]) -> str:
        known = [card for card in held if card != "?"]
        unknown = held.count("?")
        return ".".join(known + ([f"?{unknown}"] if unknown else [])) or "-"

    fields = []
    for colour in naive.COLOURS:
        pile = "".join(code[1] if code[0] == colour else code for code in piles[colour])
        two = rows[colour]
        fields.append(f"{colour}:{pile or '-'}:{'.'.join(two['a']) or '-'}:{'.'.join(two['b']) or '-'}")
    deck = unsorted(cards) if opened else f"?{len(cards)}"
    return " ".join(
        [
            *fields,
            turn,
            phase,
            f"{unsorted(hands['a'])}/{unsorted(hands['b'])}",
            deck,
            unsorted(discard),
            "/".join(".".join(won[player]) or "-" for player in "ab"),
        ]
    )
