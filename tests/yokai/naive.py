"""The rules read a second time, from their text alone: slow, in lists, nothing shared with what is tested."""

import itertools
from functools import lru_cache

COLOURS = "FWEA"
CODES = [
    one + other + ability for one, other in itertools.combinations(COLOURS, 2) for ability in ("", "c", "d")
]
COPIES = {code: 1 if len(code) == 3 else 4 for code in CODES}
PHASES = ["draw", "play0", "play1", "play2", "over"]


class Bad(Exception):
    pass


class Table:
    """Everything in lists: piles top first, rows outermost last."""

    def __init__(self) -> None:
        self.piles: dict[str, list[str]] = {}
        self.rows: dict[str, dict[str, list[str]]] = {}
        self.turn = "a"
        self.phase = "draw"
        self.hands: dict[str, list[str]] = {}
        """`?` for a card that is not known, here and in the discard."""
        self.open = False
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.won: dict[str, list[str]] = {}

    def copy(self) -> "Table":
        return read(show(self))


def other(player: str) -> str:
    return "b" if player == "a" else "a"


def new() -> Table:
    return read("F:?????:-:- W:?????:-:- E:?????:-:- A:?????:-:- a draw ?3/?3 ?30 - -/-")


# Text


def items(text: str) -> list[str]:
    return [] if text == "-" else text.split(".")


def holding(text: str) -> list[str]:
    cards: list[str] = []
    marks = 0
    for item in items(text):
        if item[:1] == "?":
            marks += 1
            digits = item[1:]
            if not digits or any(digit not in "0123456789" for digit in digits) or digits[0] == "0":
                raise Bad(text)
            if len(digits) > 3 or marks > 1:
                raise Bad(text)
            cards += ["?"] * int(digits)
        elif item in COPIES:
            cards.append(item)
        else:
            raise Bad(text)
    return cards


def held(cards: list[str]) -> str:
    known = sorted(card for card in cards if card != "?")
    if "?" in cards:
        known.append(f"?{cards.count('?')}")
    return ".".join(known) or "-"


def is_yokai(code: str) -> bool:
    return len(code) == 2 and code[0] in COLOURS and code[1] in "34567"


def read(text: str) -> Table:
    fields = text.split(" ")
    if len(fields) != 10:
        raise Bad("ten fields")
    table = Table()
    for colour, field in zip(COLOURS, fields[:4], strict=True):
        parts = field.split(":")
        if len(parts) != 4 or parts[0] != colour:
            raise Bad(field)
        letters = list(parts[1])
        pile: list[str] = []
        if parts[1] != "-":
            while letters:
                letter = letters.pop(0)
                if letter == "?":
                    pile.append("?")
                elif letter in "34567":
                    pile.append(colour + letter)
                elif letter in COLOURS and letter != colour and letters and letters[0] in "34567":
                    pile.append(letter + letters.pop(0))
                else:
                    raise Bad(field)
            if not pile:
                raise Bad(field)
        table.piles[colour] = pile
        table.rows[colour] = {"a": items(parts[2]), "b": items(parts[3])}
        for card in table.rows[colour]["a"] + table.rows[colour]["b"]:
            if card not in COPIES or colour not in card[:2]:
                raise Bad(field)
    table.turn, table.phase = fields[4:6]
    if table.turn not in ("a", "b") or table.phase not in PHASES:
        raise Bad(text)
    hands = fields[6].split("/")
    won = fields[9].split("/")
    if len(hands) != 2 or len(won) != 2:
        raise Bad(text)
    table.hands = {"a": holding(hands[0]), "b": holding(hands[1])}
    deck = fields[7]
    table.open = not deck.startswith("?")
    if deck == "?0":
        table.deck = []
    else:
        table.deck = holding(deck)
        if (table.open and "?" in table.deck) or (not table.open and set(table.deck) != {"?"}):
            raise Bad(deck)
    table.discard = holding(fields[8])
    for player, each in zip("ab", won, strict=True):
        table.won[player] = items(each)
        for item in table.won[player]:
            if not is_yokai(item[:2]) or len(item) > 3:
                raise Bad(item)
            if len(item) == 3 and (item[2] not in COLOURS or item[2] == item[0]):
                raise Bad(item)
    check(table)
    return table


def sketches(table: Table) -> list[str]:
    found = table.deck + table.discard + table.hands["a"] + table.hands["b"]
    for rows in table.rows.values():
        found = found + rows["a"] + rows["b"]
    return found


def yokai(table: Table) -> list[str]:
    found = [item[:2] for item in table.won["a"] + table.won["b"]]
    for colour, pile in table.piles.items():
        found += [colour + "?" if each == "?" else each for each in pile]
    return found


def check(table: Table) -> None:
    there = yokai(table)
    for code in there:
        if code[1] != "?" and there.count(code) > 1:
            raise Bad("twice")
    for colour in COLOURS:
        if len([code for code in there if code[0] == colour]) != 5:
            raise Bad("five")
    cards = sketches(table)
    if len(cards) != 36:
        raise Bad("36")
    for code, copies in COPIES.items():
        if cards.count(code) > copies:
            raise Bad("copies")
    if table.open and "?" in cards:
        raise Bad("listed deck")
    over = table.phase == "over"
    for rows in table.rows.values():
        if len(rows["a"]) + len(rows["b"]) > (7 if over else 6):
            raise Bad("lying")
    for player in "ab":
        most = 3
        if player == table.turn and table.phase in PHASES[1:4]:
            most = 4 - int(table.phase[-1])
        if len(table.hands[player]) > most:
            raise Bad("hand")
    if over != any(not pile for pile in table.piles.values()):
        raise Bad("over")


def show(table: Table) -> str:
    fields = []
    for colour in COLOURS:
        pile = "".join(each[1] if each[0] == colour else each for each in table.piles[colour])
        rows = table.rows[colour]
        fields.append(f"{colour}:{pile or '-'}:{'.'.join(rows['a']) or '-'}:{'.'.join(rows['b']) or '-'}")
    deck = held(table.deck) if table.open else f"?{len(table.deck)}"
    won = "/".join(".".join(sorted(table.won[player])) or "-" for player in "ab")
    fields += [table.turn, table.phase, f"{held(table.hands['a'])}/{held(table.hands['b'])}"]
    return " ".join([*fields, deck, held(table.discard), won])


# Moves


def waiting(table: Table) -> str | None:
    for colour in COLOURS:
        if table.piles[colour][:1] == ["?"]:
            return colour
    return None


def unseen(table: Table) -> list[str]:
    cards = sketches(table)
    return [code for code in CODES if cards.count(code) < COPIES[code]]


def reshuffled(table: Table) -> Table:
    if table.deck:
        return table
    fresh = Table()
    fresh.__dict__.update(table.__dict__)
    fresh.deck = list(table.discard) if table.open else ["?"] * len(table.discard)
    fresh.discard = []
    return fresh


def legal(table: Table) -> list[str]:
    if table.phase == "over":
        return []
    colour = waiting(table)
    if colour is not None:
        return [f"reveal.{colour}{value}" for value in "34567" if colour + value not in yokai(table)]
    if table.phase == "draw":
        fresh = reshuffled(table)
        codes = set(fresh.deck) if fresh.open else {"?", *unseen(fresh)}
        return sorted(f"draw.{code}" for code in codes)
    moves = []
    hand = table.hands[table.turn]
    if table.phase == "play0":
        if len(hand) < 4:
            moves.append("pass")
    else:
        moves.append("end")
    for code in CODES:
        if code not in hand and not ("?" in hand and code in unseen(table)):
            continue
        for colour in code[:2]:
            moves.append(f"{code}>{colour}")
            if code[2:] == "c":
                sources = [each for each in COLOURS if each != colour and len(table.piles[each]) >= 2]
                moves += [f"{code}>{colour}!{source}" for source in sources]
            if code[2:] == "d" and table.rows[colour][other(table.turn)]:
                moves.append(f"{code}>{colour}!")
    return sorted(moves)


def play(table: Table, move: str) -> tuple[Table, str]:
    """A bare move that is legal; also how it is written with all that it does."""
    assert move in legal(table), move
    if move.startswith("draw."):
        table = reshuffled(table).copy()
        card = move[5:]
        table.hands[table.turn].append(card)
        table.deck.remove(card if table.open else "?")
        table.phase = "play0"
        return table, move
    table = table.copy()
    if move.startswith("reveal."):
        table.piles[move[7]][0] = move[7:]
        return table, move
    if move in ("end", "pass"):
        table.turn = other(table.turn)
        table.phase = "draw"
        return table, move
    return laid(table, move)


def laid(table: Table, move: str) -> tuple[Table, str]:
    player, opponent = table.turn, other(table.turn)
    code, rest = move.split(">")
    colour = rest[0]
    hand = table.hands[player]
    hand.remove(code if code in hand else "?")
    table.rows[colour][player].append(code)
    told = move.replace(">", "►")
    counted = [colour]
    if rest[1:] == "!":
        card = table.rows[colour][opponent].pop()
        goal = card[0] if card[1] == colour else card[1]
        table.rows[goal][opponent].append(card)
        counted.append(goal)
        told += f"({card}►{goal})"
    elif rest[1:]:
        called = table.piles[rest[2]].pop(0)
        table.piles[colour].insert(0, called)
        told += f"({called})"
    for pile in counted:
        if table.phase != "over":
            told += count(table, pile)
    if table.phase == "over":
        return table, told + "#"
    cards = PHASES.index(table.phase)
    if cards == 3 or not hand:
        table.turn, table.phase = opponent, "draw"
    else:
        table.phase = PHASES[cards + 1]
    return table, told


def count(table: Table, colour: str) -> str:
    pile, rows = table.piles[colour], table.rows[colour]
    a, b = len(rows["a"]), len(rows["b"])
    top = pile[0]
    if a + b < int(top[1]):
        return ""
    del pile[0]
    if a == b:
        pile.append(top)
        table.discard += rows["a"] + rows["b"]
        rows["a"], rows["b"] = [], []
        return f"~{top}"
    winner = "a" if a > b else "b"
    table.won[winner].append(top if top[0] == colour else top + colour)
    table.discard += rows[winner]
    rows[winner] = []
    if not pile:
        table.phase = "over"
    return f"+{winner}{top}"


def readings(table: Table) -> dict[str, str]:
    """All ways to write every legal move, arrows as `>`, each with the bare move that is meant."""
    return dict(_readings(show(table)))


@lru_cache(maxsize=4)
def _readings(text: str) -> dict[str, str]:
    """Each line that is tried at one table asks for them again."""
    table, found = read(text), {}
    for move in legal(table):
        told = play(table, move)[1].replace("►", ">")
        what = told[told.find("(") : told.find(")") + 1] if "(" in told else ""
        rest = told.removeprefix(move)[len(what) :]
        over = "#" if rest.endswith("#") else ""
        counts = rest.removesuffix("#")
        turned = move
        if ">" in move:
            turned = move[1] + move[0] + move[2:]
        elif move.startswith("draw.") and move != "draw.?":
            turned = "draw." + move[6] + move[5] + move[7:]
        for start in (move, turned):
            for one, two, three in itertools.product({"", what}, {"", counts}, {"", over}):
                found[start + one + two + three] = move
    return found


def meant(table: Table, text: str) -> str | None:
    return readings(table).get(text.replace("->", ">").replace("►", ">"))


def points(table: Table) -> str:
    totals = {player: sum(int(item[1]) for item in table.won[player]) for player in "ab"}
    colours = {player: len({item[0] for item in table.won[player]}) for player in "ab"}
    a, b = ((totals[player], colours[player]) for player in "ab")
    winner = "-" if table.phase != "over" else "a" if a > b else "b" if b > a else "draw"
    return f"score {a[0]}-{b[0]} colours {a[1]}-{b[1]} winner {winner}"


def perft(table: Table, depth: int) -> int:
    if not depth or table.phase == "over":
        return 1
    return sum(perft(play(table, move)[0], depth - 1) for move in legal(table))
