"""Random games and positions, for tests that hold wherever a game can get to, and where none can."""

import random
from collections.abc import Iterator, Sequence

from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.play import Played, play
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.variant import start_position
from companion.games.rr.rules.written.options import variant_of
from tests.rr import naive

GAMES = ("", "old", "random", "secretrandom", "draft", "secretdraft")
"""Words of the option games; the basic one has none."""


def words(chance: random.Random, game: str) -> list[str]:
    """Options as `new rr` reads them, in any order."""
    neutral = chance.sample(naive.NEUTRAL, 9)
    said = [game] if game else []
    if chance.random() < 0.5:
        said.append("first=" + chance.choice("rb"))
    if game in ("", "draft") and chance.random() < 0.9:
        said.append("neutral=" + ".".join(neutral[:5]))
    if game in ("random", "secretrandom", "secretdraft"):
        for who, (one, other) in zip("rb", (neutral[5:7], neutral[7:9]), strict=True):
            if chance.random() < 0.9:
                hidden = chance.random()
                zone = "?2" if hidden < 0.2 else f"{one}.?1" if hidden < 0.4 else f"{one}.{other}"
                said.append(f"{who}={zone}")
    chance.shuffle(said)
    return said


def random_game(game: str, seed: int) -> Iterator[Played]:
    chance = random.Random(f"{game} {seed}")
    position = start_position(variant_of(words(chance, game)))
    while moves := legal_moves(position):
        played = play(position, chance.choice(moves))
        yield played
        position = played.after


def random_positions(game: str, seeds: range) -> Iterator[Position]:
    for seed in seeds:
        for played in random_game(game, seed):
            yield played.after


def any_position(chance: random.Random) -> str:
    """Text of a position that hardly any game gets to, and often none can; tiles lie anywhere."""
    tiles = naive.ALL[:]
    chance.shuffle(tiles)
    turn = chance.choice("rb")
    board = []
    for square in chance.sample(naive.SQUARES, chance.choice([0, 2, 4, 5, 6, 7, 8, 8, 8, 9, 9])):
        tile = tiles.pop()
        side = chance.choice("rb")
        if chance.random() < 0.04:
            tile = chance.choice([*naive.ALL, "sg", "to", "to"])
        down = chance.random() < 0.08
        if down and chance.random() < 0.9:
            side = naive.OTHER[turn]
        under = f"/{tiles.pop()}" if (tile == "to") == (chance.random() < 0.99) else ""
        board.append(f"{naive.name(square)}{tile}{'x' if down else ''}{side}{under}")
    state = "-"
    if chance.random() < 0.08:
        state = chance.choice(["citizen", "draft"])
        board = [] if chance.random() < 0.8 else board
    zones = []
    for _ in "rb":
        zone = [tiles.pop() for _ in range(min(len(tiles), chance.choice([0, 0, 1, 3, 5])))]
        if chance.random() < 0.2:
            zone.append(f"?{chance.choice([1, 1, 2, 2, 3, 9])}")
        zones.append(".".join(zone) or "-")
    if state != "-" and chance.random() < 0.8:
        zones["rb".index(turn)] = "ca.ci"
        tiles = [tile for tile in tiles if tile not in ("ca", "ci")]
    some = [tile for tile in tiles if tile in naive.NEUTRAL or chance.random() < 0.02]
    neutral = some[: chance.choice([0, 0, 2, 3, 4, 5])]
    rest = [tile for tile in tiles if tile not in neutral]
    discards = rest[: chance.choice([0, 0, 1, 3])] if state == "-" or chance.random() < 0.1 else []
    fields = (
        ",".join(board) or "-",
        turn,
        "/".join(zones),
        ".".join(neutral) or "-",
        ".".join(discards) or "-",
        state,
    )
    return " ".join(fields)


def to_referee(
    games: int, violations: int, seed: int, kinds: Sequence[str]
) -> list[tuple[str, int, str | None]]:
    """Games of all options with their seeds, and some in each of which a violation of one kind is planted."""
    plain = [(GAMES[number % len(GAMES)], seed * 1000 + number, None) for number in range(games)]
    planted = [
        (GAMES[number % 4], seed * 5000 + number, kinds[number % len(kinds)]) for number in range(violations)
    ]
    return [*plain, *planted]
