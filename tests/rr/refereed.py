"""`python -m tests.rr.refereed --games 600 --violations 300`: whole games of RR as a camera tells them, every
option game, refereed, with what was understood of them as a table: with the rows in view, and without."""

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.decisions import Answer
from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.look import Cells
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.moves import Pick
from companion.games.rr.rules.play import Played
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.options import variant_of
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.rules.written.record import replay
from tests.rr.games import random_game, to_referee, words
from tests.rr.tabletop import Tabletop, stages
from tests.rr.test_planted_violations import KINDS

Shown = tuple[Cells, Position]
"""What lies on the board, and the position whose rows lie beside it."""


@dataclass
class Tally:
    games: int = 0
    moves: int = 0
    right: int = 0
    false: int = 0
    questions: int = 0
    most_questions: int = 0
    planted: int = 0
    told: int = 0
    extra: int = 0
    """Violations that nobody planted."""

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            own = getattr(self, name)
            setattr(self, name, max(own, value) if name == "most_questions" else own + value)

    @property
    def line(self) -> str:
        return (
            f"{self.games:>6}{self.moves:>7}{self.right:>7}{self.false:>7}{self.questions:>11}"
            f"{self.most_questions:>9}{self.planted:>9}{self.told:>6}{self.extra:>7}"
        )


HEAD = "games  moves  right  false  questions  at most  planted  told  extra"


def rows_of(position: Position) -> dict[str, str]:
    """What lies open beside the board."""
    lying = {player.letter: position.zones[player].tiles for player in Player}
    return {row: ".".join(codes) for row, codes in (lying | {"neutral": position.neutral}).items() if codes}


def carried_out(table: Tabletop, played: Played, chance: random.Random) -> Iterator[Shown]:
    """Picture by picture; what lies beside the board changes with the tile, and again at the end."""
    move, before = played.move, played.before
    if isinstance(move, Pick):
        yield table.cells, played.after
        return
    own = before.turn
    taken = {
        player: zone._replace(
            tiles=tuple(tile for tile in zone.tiles if tile != move.tile or player is not own)
        )
        for player, zone in zip(Player, before.zones, strict=True)
    }
    neutral = tuple(tile for tile in before.neutral if tile != move.tile)
    placed = before._replace(zones=(taken[Player(0)], taken[Player(1)]), neutral=neutral)
    shown = stages(table.cells, played, chance)
    first = next(at for at, cells in enumerate(shown) if cells[move.square][:2] == move.tile)
    for at, cells in enumerate(shown):
        yield cells, before if at < first else placed
    yield shown[-1], played.after


def refereed(game: str, seed: int, kind: str | None, *, in_view: bool) -> Tally:
    steps = list(random_game(game, seed))
    chance = random.Random(f"planted {game} {seed}")
    table = Tabletop(Agreed(variant_of(words(random.Random(f"{game} {seed}"), game))))
    found = Tally(games=1, moves=len(steps))

    def lies(cells: Cells, beside: Position) -> None:
        table.rows = rows_of(beside) if in_view else {}
        table.lies(cells)

    lies(table.cells, steps[0].before)
    for number, played in enumerate(steps):
        wrong = KINDS[kind](table.cells, played, chance) if kind and number and not found.planted else None
        if wrong is not None:
            stood, told = table.cells, table.names.count("violation")
            lies(wrong, played.before)
            found.planted += 1
            found.told += table.names.count("violation") > told
            lies(stood, played.before)
        for cells, beside in carried_out(table, played, chance):
            lies(cells, beside)
        question, done = table.question, bare(played.move).removeprefix("+")
        if question is not None and done in question.options:
            table.decide(Answer(done))
    table.lies(table.cells, seconds=4.0)
    wanted = [position_text(step.after) for step in steps]
    got = [position_text(step.after) for step in replay(table.referee.record()).steps]
    found.right = sum(one == other for one, other in zip(wanted, got, strict=False))
    found.false = sum(each not in wanted for each in got)
    found.questions = found.most_questions = table.names.count("uncertain")
    found.extra = table.names.count("violation") - found.told
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--violations", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wanted = to_referee(options.games, options.violations, options.seed, list(KINDS))
    print(f"rows      {HEAD}")
    for in_view in (True, False):
        tally = Tally()
        for game, seed, kind in wanted:
            one = refereed(game, seed, kind, in_view=in_view)
            tally.add(one)
            if (one.right, one.false, one.extra, one.planted) != (one.moves, 0, 0, one.told) or (
                in_view and one.questions > 1
            ):
                print(f"         {one.line}  {game or 'basic'} {seed} {kind or ''}", flush=True)
        print(f"{'in view' if in_view else 'not seen':<9}{tally.line}", flush=True)


if __name__ == "__main__":
    main()
