"""A second, deliberately naive reading of R1 to R8, R10 and FORMATS-RR F1 to F3, to compare the engine with.

Everything is text, lists and dictionaries; squares are pairs of numbers; every answer is found by trying
everything, nothing is remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

Square = tuple[int, int]

SQUARES: list[Square] = [(x, y) for x in range(3) for y in range(3)]
RED = ["ki", "qu", "pr", "mi", "ge", "wi", "ca"]
BLUE = ["hi", "cd", "sa", "bi", "pa", "mo", "te"]
NEUTRAL = ["sm", "ni", "br", "pe", "sh", "so", "sg", "wt", "ft", "fa", "as", "hm", "pt", "dr", "to", "de"]
ALL = [*RED, *BLUE, "ci", *NEUTRAL]
OTHER = {"r": "b", "b": "r"}
UP = {"r": 1, "b": -1}
SIGN = {
    **dict.fromkeys(["ki", "hi", "ge", "pa", "wi", "mo", "pt"], "x"),
    **dict.fromkeys(["qu", "cd", "pr", "sa", "mi", "bi", "ft", "dr"], "~"),
    **dict.fromkeys(["sm", "ni", "as"], "#"),
    **dict.fromkeys(["br", "pe"], "&"),
    "fa": ":",
    "wt": "^",
    "hm": "^",
}
VARIANTS = ["", "old", "random", "secretrandom", "draft", "secretdraft"]


class Bad(Exception):
    """What is answered with an error."""


@dataclass
class Tile:
    code: str
    side: str
    down: bool = False
    under: str = ""


@dataclass
class Position:
    board: dict[Square, Tile] = field(default_factory=dict)
    turn: str = "r"
    zones: dict[str, list[str]] = field(default_factory=lambda: {"r": [], "b": []})
    hidden: dict[str, int] = field(default_factory=lambda: {"r": 0, "b": 0})
    neutral: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    state: str = "-"

    def copy(self) -> Position:
        return Position(
            {at: Tile(t.code, t.side, t.down, t.under) for at, t in self.board.items()},
            self.turn,
            {who: list(codes) for who, codes in self.zones.items()},
            dict(self.hidden),
            list(self.neutral),
            list(self.discards),
            self.state,
        )


def name(square: Square) -> str:
    return "abc"[square[0]] + "123"[square[1]]


def square(text: str) -> Square:
    if len(text) != 2 or text[0] not in "abc" or text[1] not in "123":
        raise Bad(text)
    return "abc".index(text[0]), "123".index(text[1])


# F1


def show(p: Position) -> str:
    board = []
    for s in SQUARES:
        if s in p.board:
            t = p.board[s]
            board.append(
                name(s) + t.code + ("x" if t.down else "") + t.side + (f"/{t.under}" if t.under else "")
            )
    hands = []
    for who in "rb":
        codes = sorted(p.zones[who])
        if p.hidden[who]:
            codes.append("?" + str(p.hidden[who]))
        hands.append(".".join(codes) or "-")
    return " ".join(
        [
            ",".join(board) or "-",
            p.turn,
            "/".join(hands),
            ".".join(sorted(p.neutral)) or "-",
            ".".join(sorted(p.discards)) or "-",
            p.state,
        ]
    )


def codes_in(text: str) -> list[str]:
    if text == "-":
        return []
    codes = text.split(".")
    for code in codes:
        if code not in ALL:
            raise Bad(code)
    return codes


def read(text: str) -> Position:
    parts = text.split(" ")
    if len(parts) != 6:
        raise Bad("fields")
    p = Position()
    if parts[0] != "-":
        for each in parts[0].split(","):
            at, rest = square(each[:2]), each[2:]
            t = Tile(rest[:2], "")
            rest = rest[2:]
            if rest[:1] == "x":
                t.down = True
                rest = rest[1:]
            t.side = rest[:1]
            rest = rest[1:]
            if rest:
                if rest[0] != "/" or rest[1:] not in ALL:
                    raise Bad("under")
                t.under = rest[1:]
            if t.code not in ALL or t.side not in ("r", "b") or at in p.board:
                raise Bad(each)
            p.board[at] = t
    if parts[1] not in ("r", "b"):
        raise Bad("turn")
    p.turn = parts[1]
    hands = parts[2].split("/")
    if len(hands) != 2:
        raise Bad("zones")
    for who, hand in zip("rb", hands, strict=True):
        items = hand.split(".")
        if items[-1].startswith("?"):
            count = items.pop()[1:]
            if count not in [str(n) for n in range(1, 99)]:
                raise Bad("hidden")
            p.hidden[who] = int(count)
            if not items:
                continue
            if items == ["-"]:
                raise Bad("hidden")
        p.zones[who] = codes_in(".".join(items))
    p.neutral = codes_in(parts[3])
    p.discards = codes_in(parts[4])
    if parts[5] not in ("-", "citizen", "draft"):
        raise Bad("state")
    p.state = parts[5]
    check(p)
    return p


def visible(p: Position) -> list[str]:
    seen = [*p.zones["r"], *p.zones["b"], *p.neutral, *p.discards]
    for t in p.board.values():
        seen.append(t.code)
        if t.under:
            seen.append(t.under)
    return seen


def check(p: Position) -> None:
    seen = visible(p)
    if len(seen) != len(set(seen)):
        raise Bad("twice")
    for t in p.board.values():
        if (t.code == "to") != bool(t.under):
            raise Bad("tower")
        if t.under in ("ca", "te", "to"):
            raise Bad("covered")
        if t.down and t.side == p.turn:
            raise Bad("own")
    if len(p.board) == 9 and any(t.down for t in p.board.values()):
        raise Bad("full")
    if any(code not in NEUTRAL for code in p.neutral):
        raise Bad("neutral")
    if p.hidden["r"] + p.hidden["b"] > len([c for c in NEUTRAL if c not in seen]):
        raise Bad("hidden")
    if p.state in ("citizen", "draft"):
        if p.board or p.discards:
            raise Bad("begun")
        first = p.turn
        if p.state == "draft":
            if len(p.neutral) not in (3, 4, 5):
                raise Bad("draft")
            if len(p.neutral) == 4:
                first = OTHER[p.turn]
        if "ci" not in p.zones[first]:
            raise Bad("citizen")


# R4 to R6


def face_up(p: Position, s: Square) -> bool:
    return s in p.board and not p.board[s].down


def orthogonal(a: Square, b: Square) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def diagonal(a: Square, b: Square) -> bool:
    return abs(a[0] - b[0]) == 1 and abs(a[1] - b[1]) == 1


def adjacent(a: Square, b: Square) -> bool:
    return orthogonal(a, b) or diagonal(a, b)


def shield(p: Position, s: Square) -> bool:
    if not face_up(p, s):
        return False
    if p.board[s].code in ("ca", "te", "to"):
        return True
    return any(
        face_up(p, o) and p.board[o].code == "sg" and o[1] == s[1] and abs(o[0] - s[0]) == 1 for o in SQUARES
    )


def held_up(p: Position, s: Square) -> bool:
    if shield(p, s):
        return False
    for o in SQUARES:
        if face_up(p, o):
            if p.board[o].code == "sh" and orthogonal(o, s):
                return True
            if p.board[o].code == "so" and diagonal(o, s):
                return True
    return False


def may_act_on(p: Position, me: Square, s: Square) -> bool:
    return face_up(p, s) and not shield(p, s) and s != me


def group(p: Position, me: Square, squares: list[Square]) -> list[str]:
    """All of them that can be acted on, as one text; none if there is none."""
    hit = sorted(s for s in squares if may_act_on(p, me, s))
    return ["!" + "+".join(map(name, hit))] if hit else []


def unseen(p: Position) -> list[str]:
    return [c for c in NEUTRAL if c not in visible(p)]


def hand(p: Position, who: str) -> list[str]:
    return p.zones[who] + (unseen(p) if p.hidden[who] else [])


def uses(p: Position, me: Square, placed: Square) -> list[str]:
    """Texts of all that the active effect of the tile on `me` can do for the player on turn."""
    tile = p.board[me]
    code = tile.code
    free = [s for s in SQUARES if s not in p.board]
    singles = {
        **dict.fromkeys(["ki", "hi", "mi", "bi"], adjacent),
        **dict.fromkeys(["ge", "pa", "sm"], orthogonal),
        **dict.fromkeys(["wi", "mo", "ni"], diagonal),
    }
    if SIGN.get(code) == "x" and not free:
        return []
    if code in singles:
        return list(chain(*(group(p, me, [s]) for s in SQUARES if singles[code](me, s))))
    if code in ("qu", "cd"):
        found = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx, dy) != (0, 0):
                    found += group(p, me, [(me[0] + dx * n, me[1] + dy * n) for n in (1, 2)])
        return found
    if code in ("pr", "sa"):
        found = []
        for near in (orthogonal, diagonal):
            found += group(p, me, [s for s in SQUARES if near(me, s)])
        return found
    if code == "dr":
        return group(p, me, [s for s in SQUARES if adjacent(me, s)])
    if code == "ft":
        row = me[1] + UP[tile.side]
        return group(p, me, [(x, row) for x in (me[0] - 1, me[0], me[0] + 1)])
    if code == "pt":
        return ["!" + name(s) for s in SQUARES if adjacent(me, s) and shield(p, s)]
    if code == "wt":
        return [
            "!" + name(s)
            for s in SQUARES
            if may_act_on(p, me, s) and p.board[s].side == p.turn and s != placed
        ]
    if code == "fa":
        return [f"!{name(s)}>{name(t)}" for s in SQUARES if may_act_on(p, me, s) for t in free]
    if code == "as":
        return ["!" + each for each in hand(p, OTHER[p.turn])]
    if code == "hm":
        return ["!" + each for each in p.discards]
    if code in ("br", "pe"):
        near = orthogonal if code == "br" else diagonal
        return [
            "!" + name(s) + use
            for s in SQUARES
            if near(me, s) and may_act_on(p, me, s) and not held_up(p, s)
            for use in uses(p, s, placed)
        ]
    return []


def taken(p: Position, code: str) -> Position:
    """The tile leaves the zone, or the neutral zone."""
    q = p.copy()
    if code in q.zones[q.turn]:
        q.zones[q.turn].remove(code)
    elif code in q.neutral:
        q.neutral.remove(code)
    else:
        q.hidden[q.turn] -= 1
    return q


def placed(p: Position, code: str, s: Square) -> Position:
    q = taken(p, code)
    q.board[s] = Tile(code, p.turn, under=p.board[s].code if s in p.board else "")
    return q


def full(p: Position) -> bool:
    return all(face_up(p, s) for s in SQUARES)


def squares_for(p: Position, code: str) -> list[Square]:
    if code == "to":
        return [s for s in SQUARES if face_up(p, s) and p.board[s].side == p.turn and not shield(p, s)]
    return [s for s in SQUARES if s not in p.board]


def choices(p: Position) -> list[str]:
    return ["ci"] if p.state == "citizen" else hand(p, p.turn) + p.neutral


def legal(p: Position) -> list[str]:
    return list(_legal(show(p)))


@lru_cache(maxsize=4)
def _legal(text: str) -> list[str]:
    """Each line that is tried in one position asks for them again."""
    p = read(text)
    if p.state == "draft":
        return sorted("+" + code for code in p.neutral)
    if full(p):
        return []
    moves = []
    for code in choices(p):
        for s in squares_for(p, code):
            q = placed(p, code, s)
            moves.append(f"{code}@{name(s)}")
            if not held_up(q, s):
                moves += [f"{code}@{name(s)}{use}" for use in uses(q, s, s)]
    return sorted(moves)


def play(p: Position, move: str) -> Position:
    """A legal, bare move."""
    if move[0] == "+":
        q = p.copy()
        q.neutral.remove(move[1:])
        q.zones[q.turn].append(move[1:])
        if len(q.neutral) == 2:
            q.zones[OTHER[q.turn]] += q.neutral
            q.neutral = []
            q.state = "citizen"
        else:
            q.turn = OTHER[q.turn]
        return q
    me = p.turn
    words = move.split("!")
    s = square(words[0][3:])
    q = placed(p, words[0][:2], s)
    code = words[0][:2]
    for word in words[1:-1]:
        code = q.board[square(word)].code
    if len(words) > 1:
        carry_out(q, code, words[-1])
    q.state = "-"
    q.turn = OTHER[me]
    for at in list(q.board):
        t = q.board[at]
        if t.down and t.side == q.turn:
            del q.board[at]
            q.discards += [t.code, *([t.under] if t.under else [])]
    return q


def carry_out(q: Position, code: str, what: str) -> None:
    if code == "fa":
        source, target = map(square, what.split(">"))
        q.board[target] = q.board.pop(source)
    elif code == "as":
        them = OTHER[q.turn]
        if what in q.zones[them]:
            q.zones[them].remove(what)
        else:
            q.hidden[them] -= 1
        q.discards.append(what)
    elif code == "hm":
        q.discards.remove(what)
        q.zones[q.turn].append(what)
    else:
        for at in map(square, what.split("+")):
            t = q.board[at]
            if SIGN[code] == "x":
                t.down, t.side = True, q.turn
            elif SIGN[code] == "~":
                t.side = OTHER[t.side]
            else:
                del q.board[at]
                (q.discards if SIGN[code] == "#" else q.zones[q.turn]).append(t.code)


# R8


def count(p: Position, who: str) -> int:
    return sum(1 for t in p.board.values() if not t.down and t.side == who)


def result(p: Position) -> str:
    red, blue = count(p, "r"), count(p, "b")
    points = {"r": red, "b": blue}
    if full(p):
        winner, reason = ("r" if red > blue else "b"), "board"
        for t in p.board.values():
            if t.code == "de":
                winner, reason = OTHER[t.side], "death"
                points[t.side] = 0
    elif p.state == "-" and not any(squares_for(p, code) for code in choices(p)):
        winner, reason = OTHER[p.turn], "tiles"
        points[p.turn] = 0
    else:
        return f"result - - {red}-{blue} -"
    return f"result {winner} {reason} {red}-{blue} {points['r']}-{points['b']}"


# F2, F3


def signed(p: Position, move: str) -> str:
    """With signs and the winner."""
    if move[0] == "+":
        return move
    words = move.split("!")
    text = words[0]
    code = text[:2]
    if len(words) > 1:
        q = placed(p, code, square(text[3:]))
        for word in words[1:]:
            text += SIGN[code] + word
            if word[0] in "abc" and word[1] in "123" and len(word) == 2:
                code = q.board[square(word)].code if square(word) in q.board else code
    told = result(play(p, move)).split(" ")[1]
    return text if told == "-" else f"{text}={told}"


def perft(p: Position, depth: int) -> int:
    moves = legal(p)
    if depth == 0 or not moves:
        return 1
    return sum(perft(play(p, move), depth - 1) for move in moves)


def tiles(text: str, *, last_unknown: bool) -> tuple[list[str], int]:
    codes = text.split(".")
    hidden = 0
    if last_unknown and codes[-1] in ("?1", "?2"):
        hidden = int(codes.pop()[1])
    if any(code not in NEUTRAL for code in codes) or len(set(codes)) < len(codes):
        raise Bad(text)
    return codes, hidden


def new(words: list[str]) -> Position:
    """What follows `new rr`."""
    variant, said = "", []
    values = {"first": "r", "neutral": "br.ni.pe.sh.sm", "r": "?2", "b": "?2"}
    for word in words:
        if word in VARIANTS[1:]:
            variant = word
            said.append("variant")
            continue
        key, equals, value = word.partition("=")
        if not equals or key not in values:
            raise Bad(word)
        values[key] = value
        said.append(key)
    if len(said) != len(set(said)):
        raise Bad("twice")
    drawn = variant in ("random", "secretrandom", "secretdraft")
    if ("neutral" in said and variant not in ("", "draft")) or ({"r", "b"} & set(said) and not drawn):
        raise Bad("of another variant")
    if values["first"] not in ("r", "b"):
        raise Bad("first")
    p = Position(turn=values["first"], state="draft" if variant == "draft" else "citizen")
    p.zones = {"r": list(RED), "b": list(BLUE)}
    p.zones[p.turn].append("ci")
    if variant in ("", "draft"):
        p.neutral, _ = tiles(values["neutral"], last_unknown=False)
        if len(p.neutral) != 5:
            raise Bad("five")
    if drawn:
        for who in "rb":
            codes, p.hidden[who] = tiles(values[who], last_unknown=True)
            if len(codes) + p.hidden[who] != 2:
                raise Bad("two")
            p.zones[who] += codes
        check(p)
    return p


def means(p: Position, text: str, move: str) -> bool:
    """Whether somebody who writes that says that legal move: every sign and winner that is there is true."""
    if not text.isascii() or not text.lower().startswith(move.split("!", maxsplit=1)[0]):
        return False
    told, equals, winner = text.lower().partition("=")
    full_text, _, true_winner = signed(p, move).partition("=")
    if equals and (not winner or winner != true_winner):
        return False
    if move[0] == "+" or "!" not in move:
        return told == move
    given, true = parts(told), parts(full_text)
    if len(given) != len(true) or given[0] != true[0]:
        return False
    for (sign, word), (true_sign, true_word) in zip(given[1:], true[1:], strict=True):
        if sign not in ("!", true_sign):
            return False
        said = word.replace("->", ">", 1) if ">" in true_word else word
        if sorted(said.split("+")) != sorted(true_word.split("+")):
            return False
    return True


def parts(text: str) -> list[tuple[str, str]]:
    """What stands before the first sign, and then every sign with what follows it."""
    found = [("", "")]
    for letter in text:
        if letter in "!x~#&:^":
            found.append((letter, ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + letter)
    return found


def accepted(p: Position, text: str) -> list[str]:
    return [move for move in legal(p) if means(p, text, move)]
