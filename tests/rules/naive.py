"""A second, deliberately naive reading of RULES 1 to 6 and FORMATS 1 to 3, to compare the engine with.

Everything is text and dictionaries, every answer is found by trying everything, nothing is remembered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import combinations, permutations

Cubes = dict[str, tuple[str, str]]

ROWS = "ABCDE"
COLUMNS = "123456"
SQUARES = [row + column for row in ROWS for column in COLUMNS]
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
BEATS = {"H": "K", "K": "M", "M": "H"}  # RULES 2.4
ORIENTATIONS = ["".join(letters) for letters in permutations("HMK")]
TILES = ["mh", "mm", "mk", "cj", "my", "cf", "gh", "im", "tr", "vx", "tp", "mi"]  # RULES 5.1
MANA = {"mh": "H", "mm": "M", "mk": "K"}
TERRAIN = TILES[6:]
ASKS = {"im": "impulse", "tp": "slide", "tr": "swap"}
SIGNS = {"H": "🔥", "M": "💧", "K": "🌲"}
OTHER = {"w": "b", "b": "w"}
TEAM_ORDER = ["wl", "bl", "wd", "bd"]  # RULES 4.1
TEAM_HOMES = {"wl": ["D6", "E5"], "bl": ["A5", "B6"], "wd": ["A2", "B1"], "bd": ["D1", "E2"]}
MUK_YAN_ORDERS = {  # RULES 6.2: black letter, white letter
    "HH": "1 2 3 4 5 6 7 8 9o",
    "HM": "1 2 4 3 6 5 7 8 9o",
    "HK": "1 2 4 3 8 6 5 7 9o",
    "MH": "1 2 4 8 3 7 5 6 9o",
    "MM": "1 2 4 8 6 3 7 5 9o",
    "MK": "1 4 2 8 5 6 3 7 9d",
    "KH": "1 4 2 5 8 3 6 7 9o",
    "KM": "1 4 2 8 3 5 6 7 9d",
    "KK": "1 4 2 5 8 3 6 7 9d",
}
TOKENS = {"-", "setup", "tilt", "again", "land", "hands", "used", "armed", "confused", "due"}
SQUARE_VALUES = dict(zip(SQUARES, map(int, "123321246642357753246642123321"), strict=True))  # RULES 6.8


@dataclass
class Game:
    mode: str = "duel"
    edition: str = "second"
    chaos: bool = False
    human: str = "w"


@dataclass
class Hand:
    known: list[str] = field(default_factory=list)
    unknown: int = 0

    def empty(self) -> bool:
        return not self.known and self.unknown == 0


@dataclass
class Position:
    cubes: Cubes = field(default_factory=dict)
    turn: str = "w"
    score: dict[str, int] = field(default_factory=lambda: {"w": 0, "b": 0})
    tiles: dict[str, str] = field(default_factory=lambda: {"H": "-", "M": "-", "K": "-"})
    setup: bool = False
    tilt: bool = False
    again: bool = False
    bans: dict[str, str] = field(default_factory=dict)
    land: dict[str, str] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=lambda: {"w": Hand(), "b": Hand()})
    used: list[str] = field(default_factory=list)
    armed: str = ""
    confused: int = 0
    due: list[str] = field(default_factory=list)


def words(text: str, separator: str) -> list[str]:
    return text.split(separator) if text else []


def parse(text: str) -> Position:
    match = re.fullmatch(r"(\S+) ([wb][ld]?) ([0-5])-([0-5]) ([wb-]{3}) (\S+)", text)
    if not match:
        raise ValueError(f"not a position: {text!r}")
    cubes, turn, white, black, tiles, state = match.groups()
    position = Position(turn=turn, score={"w": int(white), "b": int(black)})
    position.tiles = dict(zip("HMK", tiles, strict=True))
    for item in words(cubes.removeprefix("-"), ","):
        if not re.fullmatch(r"[A-E][1-6][wb][HMK?]{3}", item) or item[:2] in position.cubes:
            raise ValueError(f"bad cube {item!r}")
        position.cubes[item[:2]] = (item[2], item[3:])
    tokens = {name: value for name, _, value in (token.partition(":") for token in state.split(";"))}
    if not set(tokens) <= TOKENS:
        raise ValueError(f"unknown token in {state!r}")
    position.setup, position.tilt, position.again = "setup" in tokens, "tilt" in tokens, "again" in tokens
    position.bans = {item[:2]: item[3:] for item in words(tokens.get("again", ""), "+")}
    position.land = {item[:2]: item[3:] for item in words(tokens.get("land", ""), "+")}
    for hand in words(tokens.get("hands", ""), "/"):
        side, *codes = hand.split(".")
        position.hands[side].known = [code for code in codes if code in TILES]
        position.hands[side].unknown = sum(int(code[1:]) for code in codes if code not in TILES)
    position.used = words(tokens.get("used", ""), ".")
    position.armed = tokens.get("armed", "")
    position.confused = int(tokens.get("confused", "0"))
    position.due = words(tokens.get("due", ""), ",")
    return position


def show(position: Position) -> str:
    cubes = [square + colour + letters for square, (colour, letters) in sorted(position.cubes.items())]
    score = f"{position.score['w']}-{position.score['b']}"
    tiles = "".join(position.tiles[element] for element in "HMK")
    bans = "+".join(f"{square}!{banned}" for square, banned in sorted(position.bans.items()))
    land = "+".join(f"{square}.{code}" for square, code in sorted(position.land.items()))
    hands = "/".join(show_hand(position, side) for side in "wb")
    tokens = [
        "setup" if position.setup else "",
        "tilt" if position.tilt else "",
        ("again:" + bans if bans else "again") if position.again else "",
        "land:" + land if land else "",
        "hands:" + hands if hands != "w/b" else "",
        "used:" + ".".join(sorted(position.used, key=TILES.index)) if position.used else "",
        "armed:" + position.armed if position.armed else "",
        f"confused:{position.confused}" if position.confused else "",
        "due:" + ",".join(position.due) if position.due else "",
    ]
    state = ";".join(token for token in tokens if token)
    return " ".join([",".join(cubes) or "-", position.turn, score, tiles, state or "-"])


def show_hand(position: Position, side: str) -> str:
    hand = position.hands[side]
    unknown = [f"?{hand.unknown}"] if hand.unknown else []
    return ".".join([side, *sorted(hand.known, key=TILES.index), *unknown])


def ready(text: str) -> Position:
    position = parse(text)
    if any("?" in letters for _, letters in position.cubes.values()):
        raise ValueError("a cube's faces are not known")
    return position


def shifted(square: str, direction: tuple[int, int], steps: int) -> str | None:
    row = ROWS.index(square[0]) + direction[0] * steps
    column = COLUMNS.index(square[1]) + direction[1] * steps
    if 0 <= row < 5 and 0 <= column < 6:
        return ROWS[row] + COLUMNS[column]
    return None


def neighbours(square: str) -> list[str]:  # RULES 1.4
    found = [shifted(square, direction, 1) for direction in DIRECTIONS]
    return sorted(neighbour for neighbour in found if neighbour is not None)


def free_neighbours(cubes: Cubes, square: str) -> list[str]:
    return [neighbour for neighbour in neighbours(square) if neighbour not in cubes]


def top(cubes: Cubes, square: str) -> str:
    return cubes[square][1][0]


def with_tilt(cubes: Cubes, source: str, target: str) -> Cubes:
    changed = dict(cubes)
    colour, letters = changed.pop(source)
    if source[0] == target[0]:  # RULES 2.2
        changed[target] = (colour, letters[1] + letters[0] + letters[2])
    else:
        changed[target] = (colour, letters[2] + letters[1] + letters[0])
    return changed


def with_rotation(cubes: Cubes, square: str) -> Cubes:
    changed = dict(cubes)
    colour, letters = changed[square]
    changed[square] = (colour, letters[0] + letters[2] + letters[1])  # RULES 2.3
    return changed


def finished(position: Position) -> bool:
    return 5 in position.score.values()


def setup_order(game: Game) -> list[str]:
    if game.mode == "teams":
        return TEAM_ORDER * 2  # RULES 4.1
    if game.mode == "mukyan":
        return [game.human] * 3 + [OTHER[game.human]] * 3  # RULES 6.1, FORMATS 1
    return list("wbbwwb" if game.edition == "second" else "wbwbwb")  # RULES 3.1


def homes(game: Game, turn: str) -> list[str]:
    if game.mode == "teams":
        return TEAM_HOMES[turn]
    column = "5" if turn == setup_order(game)[0] else "2"  # RULES 1.3, 6.1
    if game.mode == "mukyan" and game.edition == "first" and column == "2":
        column = "3"  # RULES 6.1
    return [row + column for row in "BCD"]


def under_confusion(position: Position) -> bool:  # RULES 5.6: 3 means that it has no effect yet
    return position.confused in (1, 2)


def playable(game: Game, position: Position) -> list[str]:
    side = position.turn[0]
    colour = OTHER[side] if under_confusion(position) else side
    squares = [square for square in sorted(position.cubes) if position.cubes[square][0] == colour]
    if game.mode != "teams":
        return squares
    zone = "456" if position.turn[1] == "l" else "123"  # RULES 1.2
    # RULES 4.2; a cube that the player has tilted this turn is one that carries a ban.
    moved = position.bans if position.again and not under_confusion(position) else {}
    return [square for square in squares if square[1] in zone or square in moved]


def player_of_tilt(position: Position, square: str) -> str:
    """Whose tilt the unresolved one of the cube on this square is: a mana tilt may be the other side's."""
    if under_confusion(position) and square in position.bans:
        return position.turn[0]
    return position.cubes[square][0]


def legal(game: Game, position_string: str) -> list[str]:
    position = ready(position_string)
    if finished(position):
        return []  # RULES 3.13
    if position.due:
        return sorted(decisions(position))
    if position.setup:
        order, placed = setup_order(game), len(position.cubes)
        if placed >= len(order) or order[placed] != position.turn:
            raise ValueError("the set-up does not fit the order")
        free = [square for square in homes(game, position.turn) if square not in position.cubes]
        return sorted(f"{position.turn[0]}{letters}@{square}" for letters in ORIENTATIONS for square in free)
    moves = actions(game, position)
    if position.again:
        moves.append("stop")  # RULES 3.8
    elif not moves or some_roll_gives_nothing(game, position, moves):
        moves.append("pass")
    return sorted(moves)


def actions(game: Game, position: Position) -> list[str]:
    prefix = "R-" if position.again else ""
    own = playable(game, position)
    moves = []
    for source in own:
        for target in free_neighbours(position.cubes, source):
            if position.bans.get(source) != target:  # RULES 3.7
                moves.append(f"{prefix}{source}>B{target}")
    if not position.tilt:  # RULES 3.3
        most = 1 if under_confusion(position) else len(own)  # RULES 3.2, 5.6
        for size in range(1, min(most, len(own)) + 1):
            for squares in combinations(own, size):
                moves.append(prefix + "+".join(f"{square}>P{square}" for square in squares))
    return moves


def decisions(position: Position) -> list[str]:
    kind, *rest = position.due[0].split(".")
    if kind == "use":
        return uses(position, rest[0])
    if kind == "mana":
        return [f"C-{source}>B{target}" for source, target in mana_tilts(position, rest[0], rest[1])]
    square = rest[0]
    if kind == "impulse":
        return [f"C-{square}>B{target}" for target in free_neighbours(position.cubes, square)]
    if kind == "slide":
        return [f"C-{square}>T{target}" for target in slides(position.cubes, square)]
    if kind == "swap":
        return [f"C-{square}<>{other}" for other in position.cubes if other != square]
    return [f"C-my>{target}" for target in yokai_targets(position.cubes, square)] + ["C-keep"]


def uses(position: Position, side: str) -> list[str]:
    moves = ["C-none"]
    for code in usable_codes(position, side):
        if code in MANA:
            if mana_tilts(position, side, MANA[code]):  # RULES 5.3
                moves.append(f"C-{code}")
        elif code == "cj":  # RULES 5.4
            for square, (colour, letters) in position.cubes.items():
                if colour != side:
                    moves += [f"C-cj@{square}={other}" for other in ORIENTATIONS if other != letters]
        elif code in TERRAIN:  # RULES 5.7
            taken = [*position.cubes, *position.land]
            moves += [f"C-{code}@{square}" for square in SQUARES if square not in taken]
        else:
            moves.append(f"C-{code}")
    return moves


def usable_codes(position: Position, side: str) -> list[str]:
    hand = position.hands[side]
    if not hand.unknown:
        return list(hand.known)
    # RULES 5.12, FORMATS 1: an unknown tile may be any code that is not seen elsewhere.
    seen = [*position.hands[OTHER[side]].known, *position.land.values(), *position.used]
    if position.armed:
        seen.append("my")
    return [code for code in TILES if code not in seen]


def mana_tilts(position: Position, side: str, element: str) -> list[tuple[str, str]]:  # RULES 5.3
    cubes = position.cubes
    sources = [square for square in cubes if cubes[square][0] == side and top(cubes, square) == element]
    return [(source, target) for source in sources for target in free_neighbours(cubes, source)]


def slides(cubes: Cubes, square: str) -> list[str]:  # RULES 5.9
    found = [shifted(square, direction, 2) for direction in DIRECTIONS]
    return [target for target in found if target is not None and target not in cubes]


def yokai_targets(cubes: Cubes, square: str) -> list[str]:  # RULES 5.5
    targets = []
    for direction in DIRECTIONS:
        between, target = shifted(square, direction, 1), shifted(square, direction, 2)
        if between is None or target is None or between in cubes or target not in cubes:
            continue
        if cubes[target][0] != cubes[square][0]:
            targets.append(target)
    return targets


def start(game: Game) -> str:
    position = Position(turn=setup_order(game)[0], setup=True)
    if game.chaos:
        for hand in position.hands.values():
            hand.unknown = 6 if game.mode == "teams" else 3  # RULES 5.1
    return show(position)


def play(game: Game, position_string: str, bare_move: str) -> tuple[str, str]:
    position = ready(position_string)
    if bare_move not in legal(game, position_string):
        raise ValueError(f"not legal: {bare_move!r}")
    body = bare_move.removeprefix("R-").removeprefix("C-")
    marks = ""
    if position.due:
        marks = play_decision(game, position, body)
        settle(game, position)
    elif position.setup:
        position.cubes[body[5:7]] = (body[0], body[1:4])
        order, placed = setup_order(game), len(position.cubes)
        position.setup = placed < len(order)
        position.turn = order[placed] if position.setup else order[0]
    elif body in ("pass", "stop"):
        end_turn(game, position)
    elif ">P" in body:
        for part in body.split("+"):
            position.cubes = with_rotation(position.cubes, part[:2])
        end_turn(game, position)
        position.tilt = True  # RULES 3.3
    else:
        marks = tilt(game, position, position.turn[0], body[:2], body[4:6])
        settle(game, position)
    written = bare_move if "<>" in bare_move else bare_move.replace(">", "►")
    return written + marks, show(position)


def end_turn(game: Game, position: Position) -> None:
    if game.mode == "teams":  # RULES 4.1
        position.turn = TEAM_ORDER[(TEAM_ORDER.index(position.turn) + 1) % 4]
    else:
        position.turn = OTHER[position.turn]
    position.tilt = position.again = False  # RULES 3.13
    position.bans = {}
    position.confused = max(0, position.confused - 1)  # RULES 5.6


def settle(game: Game, position: Position) -> None:
    """After a tilt or a decision: what waits is asked, else the turn ends or a replay follows."""
    if finished(position):  # FORMATS 1
        position.tilt = position.again = False
        position.bans, position.due, position.confused = {}, [], 0
        return
    for side in "wb":
        if position.hands[side].empty():  # RULES 5.2: dropped when the hand gets empty
            position.due = [item for item in position.due if item != f"use.{side}"]
    if not position.due and not position.again:
        end_turn(game, position)


def play_decision(game: Game, position: Position, body: str) -> str:
    kind, *rest = position.due.pop(0).split(".")
    if kind == "use":
        use(position, rest[0], body)
        return ""
    if kind == "mana":
        return tilt(game, position, rest[0], body[:2], body[4:6])
    square = rest[0]
    player = player_of_tilt(position, square)
    if kind == "impulse":
        return tilt(game, position, player, square, body[4:6])
    if kind == "slide":
        carry(position, square, body[4:6])
        return before_resolving(game, position, player, body[4:6], None)
    if kind == "swap":
        swap(position, square, body[4:6])
        return before_resolving(game, position, player, body[4:6], square)
    other = rest[1] if len(rest) == 2 else None
    if body == "keep":
        return resolve(game, position, player, square, other, None)
    spend_yokai(position)
    return resolve(game, position, player, square, other, body[3:5])


def use(position: Position, side: str, body: str) -> None:
    if body == "none":
        return
    code = body[:2]
    hand = position.hands[side]
    if code in hand.known:
        hand.known.remove(code)
    else:
        hand.unknown -= 1  # RULES 5.12
    if code in TERRAIN:
        position.land[body[3:5]] = code
    elif code == "my":
        position.armed = side
    else:
        position.used.append(code)
    if code in MANA:
        position.due.insert(0, f"mana.{side}.{MANA[code]}")
    elif code == "cj":
        position.cubes[body[3:5]] = (position.cubes[body[3:5]][0], body[6:9])
    elif code == "cf":
        position.confused = 3


def tilt(game: Game, position: Position, player: str, source: str, target: str) -> str:
    position.cubes = with_tilt(position.cubes, source, target)
    old_ban = position.bans.pop(source, None)
    if player == position.turn[0]:
        position.tilt = False
        position.again = True  # until the resolution decides, it only carries the bans (FORMATS 1)
        position.bans[target] = source  # RULES 3.7
    elif old_ban is not None:
        position.bans[target] = old_ban  # RULES 5.3: nothing changes in the turn of the other side
    code = position.land.get(target, "")
    opposite = target[0] + str(7 - int(target[1]))  # RULES 1.2
    possible = {  # RULES 5.9, 5.11
        "tp": slides(position.cubes, target) != [],
        "mi": opposite not in position.cubes,
        "tr": len(position.cubes) > 1,
    }
    if not code or not possible.get(code, True):
        return before_resolving(game, position, player, target, None)
    position.used.append(position.land.pop(target))
    if code in ASKS:
        position.due.insert(0, f"{ASKS[code]}.{target}")
        return ""
    if code == "gh":  # RULES 5.8
        del position.cubes[target]
        position.bans.pop(target, None)
        if player == position.turn[0]:
            position.again, position.bans = False, {}
        return ""
    if code == "vx":  # RULES 5.10
        position.cubes = with_rotation(position.cubes, target)
        return before_resolving(game, position, player, target, None)
    carry(position, target, opposite)
    return before_resolving(game, position, player, opposite, None)


def carry(position: Position, source: str, target: str) -> None:
    position.cubes[target] = position.cubes.pop(source)
    if source in position.bans:
        position.bans[target] = position.bans.pop(source)


def swap(position: Position, one: str, two: str) -> None:
    carry(position, one, "off")
    carry(position, two, one)
    carry(position, "off", two)


def spend_yokai(position: Position) -> None:
    position.armed = ""
    position.used.append("my")


def before_resolving(game: Game, position: Position, player: str, active: str, other: str | None) -> str:
    # RULES 5.5: the second edition asks for the yokai before the tilt is resolved.
    if game.edition == "second" and position.armed == player and yokai_targets(position.cubes, active):
        position.due.insert(0, f"yokai.{active}" + (f".{other}" if other else ""))
        return ""
    return resolve(game, position, player, active, other, None)


def adjacent_cubes(cubes: Cubes, square: str, also: str | None) -> list[str]:
    around = [neighbour for neighbour in neighbours(square) if neighbour in cubes]
    return around if also is None else sorted([*around, also])


def conflicts(cubes: Cubes, square: str, also: str | None = None) -> tuple[list[str], list[str]]:
    """The squares of the cubes that the active cube on this square beats, and of those it loses to."""
    won, lost = list[str](), list[str]()
    for neighbour in adjacent_cubes(cubes, square, also):
        mine, theirs = top(cubes, square), top(cubes, neighbour)
        if cubes[neighbour][0] != cubes[square][0] and mine != theirs:  # RULES 3.4
            (won if BEATS[mine] == theirs else lost).append(neighbour)
    return won, lost


def meets_same_top(cubes: Cubes, square: str, also: str | None = None) -> bool:  # RULES 3.6
    return any(top(cubes, near) == top(cubes, square) for near in adjacent_cubes(cubes, square, also))


def takes_tile(cubes: Cubes, tiles: dict[str, str], square: str, player: str, needed: int) -> bool:
    showing = sum(letters[0] == top(cubes, square) for _, letters in cubes.values())
    return showing == needed and tiles[top(cubes, square)] != player  # RULES 3.9, 4.3


def resolve(
    game: Game, position: Position, player: str, active: str, other: str | None, yokai: str | None
) -> str:
    cubes, score = position.cubes, position.score
    before = dict(score)
    won, lost = conflicts(cubes, active, yokai)
    if game.edition == "first" and position.armed == player and lost:  # RULES 5.5, first edition
        won.append(lost.pop(0))
        spend_yokai(position)
    points = {player: len(won), OTHER[player]: 0}
    stars = len(won)
    any_conflict = bool(won or lost)
    same_top = meets_same_top(cubes, active, yokai)
    if other is not None and game.edition == "second":  # RULES 5.11: both are active
        owner = cubes[other][0]
        also = active if yokai == other else None
        other_won, other_lost = conflicts(cubes, other, also)
        points[owner] += len(other_won)
        stars += len(other_won)
        if owner == player:
            any_conflict = any_conflict or bool(other_won or other_lost)
            same_top = same_top or meets_same_top(cubes, other, also)
    for side in (player, OTHER[player]):  # RULES 3.11, 5.11
        if not finished(position):
            score[side] = min(5, score[side] + points[side])
    sign = ""
    element = top(cubes, active)
    needed = 6 if game.mode == "teams" else 4
    if not finished(position) and takes_tile(cubes, position.tiles, active, player, needed):
        sign = SIGNS[element]
        score[player] += 1
        if position.tiles[element] == OTHER[player]:
            score[OTHER[player]] = max(0, score[OTHER[player]] - 1)
        position.tiles[element] = player
    if player == position.turn[0]:  # RULES 5.3: the other side's mana changes nothing in the turn
        position.again = same_top and not any_conflict  # RULES 3.5, 3.6
        if not position.again:
            position.bans = {}
    ask_for_tiles(position, before)
    return "*" * stars + sign


def ask_for_tiles(position: Position, before: dict[str, int]) -> None:  # RULES 5.2
    asked = []
    side = position.turn[0]
    for one in (side, OTHER[side]):
        for value in (2, 3, 4):
            if before[one] < value <= position.score[one] and not position.hands[one].empty():
                asked.append(f"use.{one}")
    position.due = asked + position.due


def perft(game: Game, position_string: str, n: int) -> int:
    if n == 0 or finished(parse(position_string)):
        return 1
    return sum(
        perft(game, play(game, position_string, move)[1], n - 1) for move in legal(game, position_string)
    )


def mukyan(game: Game, position_string: str, black_letter: str, white_letter: str) -> str:
    position = ready(position_string)
    if not muk_yan_to_move(game, position):
        raise ValueError("it is not Muk Yan's turn")
    if black_letter + white_letter not in MUK_YAN_ORDERS:
        raise ValueError("a roll is two of H, M, K")
    moves = actions(game, position)
    for action in MUK_YAN_ORDERS[black_letter + white_letter].split():
        found = [move for move in moves if does(position, moves, move, action)]
        if found:
            return f"{action[0]} {min(found, key=lambda move: tie_key(position, move))}"
    return "0 stop" if position.again else "0 pass"  # RULES 6.2, FORMATS 3


def muk_yan_to_move(game: Game, position: Position) -> bool:
    his_turn = game.mode == "mukyan" and position.turn == OTHER[game.human]
    return his_turn and not position.setup and not finished(position)


def some_roll_gives_nothing(game: Game, position: Position, moves: list[str]) -> bool:  # FORMATS 3
    if not muk_yan_to_move(game, position):
        return False
    return any(
        not any(does(position, moves, move, action) for action in order.split() for move in moves)
        for order in MUK_YAN_ORDERS.values()
    )


def does(position: Position, moves: list[str], move: str, action: str) -> bool:
    body = move.removeprefix("R-")
    source, target = body[:2], body[4:6]
    if action == "6":
        return body == "+".join(f"{square}>P{square}" for square in blocked(position))  # RULES 6.6
    if ">P" not in body:
        return tilt_does(position, moves, source, target, action)
    turned = with_rotation(position.cubes, source)
    if action == "3" and "+" not in body:
        return threatens(turned, source)  # RULES 6.4
    return action == "5" and "+" not in body and blocks_any(turned, source)  # RULES 6.6


def tilt_does(position: Position, moves: list[str], source: str, target: str, action: str) -> bool:
    me = position.cubes[source][0]
    after = with_tilt(position.cubes, source, target)
    won, lost = conflicts(after, target)
    takes = takes_tile(after, position.tiles, target, me, 4)
    takes = takes and position.score[me] + len(won) < 5  # RULES 3.11: the game may stop before
    if action == "1":
        return len(won) >= 2  # RULES 6.3
    if action == "2":
        return len(won) >= 1
    if action == "3":
        return threatens(after, target)  # RULES 6.4
    if action == "4":
        return takes  # RULES 6.5
    if action == "5":
        return blocks_any(after, target)  # RULES 6.6
    if action == "7":  # RULES 6.5
        showing = sum(letters[0] == top(after, target) for _, letters in after.values())
        return showing >= 2 and position.tiles[top(after, target)] != me and not takes
    if action == "8":
        return not won and not lost and meets_same_top(after, target)  # RULES 6.7
    if threatens(position.cubes, source) if action == "9o" else blocks_any(position.cubes, source):
        return False  # RULES 6.8
    own = SQUARE_VALUES[source]
    values = [SQUARE_VALUES[move[-2:]] for move in moves if f"{source}>B" in move]
    above, below = [value for value in values if value > own], [value for value in values if value < own]
    wanted = min(above) if above else own if own in values else max(below)
    return SQUARE_VALUES[target] == wanted


def blocked(position: Position) -> list[str]:
    cubes, me = position.cubes, position.turn[0]
    return [
        one for one in sorted(cubes) if cubes[one][0] == me and any(blocks(cubes, two, one) for two in cubes)
    ]


def threatens(cubes: Cubes, square: str) -> bool:  # RULES 6.4; 6.10: bans of 3.7 do not count here
    return any(
        conflicts(with_tilt(cubes, square, target), target)[0] for target in free_neighbours(cubes, square)
    )


def blocks(cubes: Cubes, one: str, two: str) -> bool:  # RULES 6.6
    if two not in neighbours(one) or cubes[one][0] == cubes[two][0]:
        return False
    return all(BEATS[mine] == theirs for mine, theirs in zip(cubes[one][1], cubes[two][1], strict=True))


def blocks_any(cubes: Cubes, square: str) -> bool:
    return any(blocks(cubes, square, other) for other in cubes)


def tie_key(position: Position, move: str) -> tuple[int, int, int, bool, str, str]:  # RULES 6.9
    me = position.turn[0]
    body = move.removeprefix("R-")
    source, target = body[:2], body[4:6]
    cubes, tiles = position.cubes, dict(position.tiles)
    gained, losses, rotation = 0, 0, ">P" in body
    if rotation:
        for part in body.split("+"):
            cubes = with_rotation(cubes, part[:2])
    else:
        cubes = with_tilt(cubes, source, target)
        won, lost = conflicts(cubes, target)
        gained, losses = len(won), len(lost)
        if takes_tile(cubes, tiles, target, me, 4):
            gained += 1
            tiles[top(cubes, target)] = me
    return (-gained, losses, best_tilt(cubes, tiles, OTHER[me]), rotation, source, target)


def best_tilt(cubes: Cubes, tiles: dict[str, str], side: str) -> int:  # RULES 6.9
    best = 0
    for source in [square for square in cubes if cubes[square][0] == side]:
        for target in free_neighbours(cubes, source):
            after = with_tilt(cubes, source, target)
            best = max(best, len(conflicts(after, target)[0]) + takes_tile(after, tiles, target, side, 4))
    return best
