"""The perft files in tests/data/perft_rr: a position and its counts for depth 1, 2 and so on, on each line.

`python -m tests.rr.perft_data` makes them anew; the counts come from the naive generator, which shares no
code with the engine.
"""

from itertools import islice
from pathlib import Path

from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.position_text import parse_position, position_text
from tests.rr import naive
from tests.rr.games import GAMES, random_positions

FOLDER = Path(__file__).parents[1] / "data" / "perft_rr"
POSITIONS = 20
MOST_LINES = 3000
DEEPEST = 4


def file_of(game: str) -> Path:
    return FOLDER / f"{game or 'basic'}.txt"


def read(game: str) -> list[tuple[Position, list[int]]]:
    lines = file_of(game).read_text(encoding="utf-8").splitlines()
    cases = (line.split(" = ") for line in lines)
    return [(parse_position(text), [int(count) for count in counts.split()]) for text, counts in cases]


def _counts(text: str) -> list[int]:
    """As deep as it stays affordable."""
    position = naive.read(text)
    counts = [naive.perft(position, 1)]
    while len(counts) < DEEPEST and counts[-1] * counts[0] <= MOST_LINES:
        counts.append(naive.perft(position, len(counts) + 1))
    return counts


def write(game: str) -> None:
    """Positions of many games, the ends among them: there a few lines go deep."""
    lines = []
    for position in islice(random_positions(game, range(500, 600)), 0, POSITIONS * 4, 4):
        text = position_text(position)
        lines.append(f"{text} = {' '.join(map(str, _counts(text)))}")
    file_of(game).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        write(game)
