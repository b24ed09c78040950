"""Text after some slips of the fingers, for tests of what is read."""

import random


def spoilt(chance: random.Random, text: str, alphabet: str) -> str:
    """The text after some slips of the fingers."""
    letters = list(text)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(letters) + 1)
        match chance.randrange(4):
            case 0:
                del letters[at : at + 1]
            case 1:
                letters[at : at + 1] = chance.choice(alphabet)
            case 2:
                letters.insert(at, chance.choice(alphabet))
            case _:
                letters[at : at + 2] = letters[at : at + 2][::-1]
    return "".join(letters)
