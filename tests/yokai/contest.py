"""`python -m tests.yokai.contest --games 200 --seed 1`: the level against chance and the greedy player."""

import argparse

from companion.games.yokai.players.contests import contest, told
from companion.games.yokai.players.opponents import AtRandom, Greedy, Opponent, Searching

AGAINST: dict[str, Opponent] = {"random": AtRandom(), "greedy": Greedy()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", choices=AGAINST, action="append")
    options = parser.parse_args()
    for name in options.against or AGAINST:
        result = contest(Searching(), AGAINST[name], options.games, options.seed)
        print(f"{name}: {told(result)} of {result.games} games", flush=True)


if __name__ == "__main__":
    main()
