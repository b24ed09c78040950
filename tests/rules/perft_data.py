"""The perft files in tests/data/perft: a position and its counts for depth 1, 2 and so on, on each line.

`python -m tests.rules.perft_data` makes them anew; the counts come from the naive generator, which
shares no code with the engine.
"""

from itertools import islice
from pathlib import Path

from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from tests.rules import naive
from tests.rules.games import VARIANTS, RandomGame, as_naive, called

FOLDER = Path(__file__).parents[1] / "data" / "perft"
POSITIONS = 30
MOST_LINES = 4000
DEEPEST = 4


def file_of(variant: Variant) -> Path:
    return FOLDER / f"{called(variant)}.txt"


def read(variant: Variant) -> list[tuple[Position, list[int]]]:
    lines = file_of(variant).read_text(encoding="utf-8").splitlines()
    cases = (line.split(" = ") for line in lines)
    return [
        (parse_position(text, variant), [int(count) for count in counts.split()]) for text, counts in cases
    ]


def _counts(variant: Variant, text: str) -> list[int]:
    """As deep as it stays affordable."""
    game = as_naive(variant)
    counts = [naive.perft(game, text, 1)]
    while len(counts) < DEEPEST and counts[-1] * counts[0] <= MOST_LINES:
        counts.append(naive.perft(game, text, len(counts) + 1))
    return counts


def _sampled(variant: Variant) -> list[str]:
    """Positions from all stages of games; where tiles are used, half of them with a decision waiting."""
    texts: list[str] = []
    for seed in range(10_000):
        plies = 3 + seed * 7 % 60
        position = next((p.after for p in islice(RandomGame(variant, seed), plies, plies + 1)), None)
        if variant.chaos and len(texts) % 2:
            due = (p.after for p in RandomGame(variant, seed) if p.after.chaos.due)
            position = next(islice(due, seed % 3, None), None)
        if position is None or position.over:
            continue
        text = position_text(position)
        if text not in texts:
            texts.append(text)
        if len(texts) == POSITIONS:
            return texts
    raise AssertionError(f"too few positions for {called(variant)}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for variant in VARIANTS:
        cases = [(text, _counts(variant, text)) for text in _sampled(variant)]
        lines = [f"{text} = {' '.join(map(str, counts))}\n" for text, counts in cases]
        file_of(variant).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
