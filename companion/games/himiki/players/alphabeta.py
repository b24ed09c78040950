"""Alpha-beta over packed boards. Every answer is the one of plain minimax of the same depth.

What is searched, action by action: tilts, rotations, and after a tilt that allows a replay the next
action of the same side, or stopping. At depth 0 a side may leave things as they are or win conflicts
(`_rest`): each such tilt scores, so this ends by itself.

A node is a position whose worth was looked at, wherever it stands in the tree.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.players.evaluation import WIN
from companion.games.himiki.players.packed import (
    BAN_MASKS,
    BANNED,
    IN_ZONE,
    OWN_TEXTS,
    PASSES,
    STANDINGS,
    STATES,
    STAYS,
    SWAPPED,
    WON,
    Packed,
    Tilting,
    banned_squares,
    bans_after,
    squares_in,
    strikes_of,
    tilts_of,
    turns_of,
)
from companion.games.himiki.rules.board import Zone

NEVER: Final = 4 * WIN
"""Beyond any value."""

_BOARD_BITS: Final = 4 * 31
"""Of a packed board: 31 hexadecimal digits (`packed`)."""
_STATE_BITS: Final = 16
"""Between the board's bits and those of squares just left: the state of a turn."""
_CLOCK_EVERY: Final = 256
"""Positions between two looks at the clock."""

_KEYS: Final = [[number << _BOARD_BITS for number in range(turn, 8 * STATES, 8)] for turn in range(8)]
"""By twice the seat plus "must tilt", and state: added to a board it tells positions apart."""

_MOST_EXPANDED: Final = 1 << 12
_MOST_REMEMBERED: Final = 1 << 18

_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2

_NO_BOARD: Final = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """What stays the same throughout a game."""

    count: int
    """How many cubes must show an element for its influence."""
    zones: tuple[Zone | None, ...] = (None, None)
    """By seat, in the order in which they play."""
    muk_yan: int | None = None
    """His seat."""


class OutOfLimits(Exception):
    """The nodes or the time are used up."""


PassAllowed = Callable[[Packed], bool]


class Kernel:
    """One search: remembers what it found out, and counts."""

    def __init__(
        self, rules: Rules, may_pass: PassAllowed, nodes: int | None = None, ends: float | None = None
    ) -> None:
        self._rules = rules
        self._may_pass = may_pass
        self._most_nodes = nodes
        self._ends = ends
        self._next_look = 0
        seats = len(rules.zones)
        self._following = [(seat + 1) % seats for seat in range(seats)]
        self._expanded: list[dict[int, tuple[list[Tilting], list[Tilting]]]] = [{} for _ in range(seats)]
        self._struck: list[dict[int, list[Tilting]]] = [{} for _ in range(seats)]
        self._remembered: dict[int, tuple[int, int, int, int]] = {}
        self._killers = [-1] * 128
        self.nodes = 0

    def value(self, at: Packed, depth: int, alpha: int = -NEVER, beta: int = NEVER) -> int:
        """For the side to move there."""
        self.count()
        if depth == 0:
            return self._rest(at.board, at.seat, at.state, at.places, at.bans, alpha, beta)
        return self._value(at.board, at.seat, at.state, at.places, at.must_tilt, at.bans, depth, alpha, beta)

    def lift_limits(self) -> None:
        self._most_nodes = self._ends = None

    def best_board(self, at: Packed) -> int | None:
        """The board after the best move that is remembered there."""
        known = self._remembered.get(_key(at.board, at.seat, at.state, at.must_tilt, at.bans))
        return known[3] if known and known[3] != _NO_BOARD else None

    def count(self) -> None:
        self.nodes += 1
        self._look_at_limits()

    def _look_at_limits(self) -> None:
        if self._most_nodes is not None and self.nodes > self._most_nodes:
            raise OutOfLimits
        if self._ends is not None and self.nodes >= self._next_look:
            self._next_look = self.nodes + _CLOCK_EVERY
            if time.monotonic() > self._ends:
                raise OutOfLimits

    def _playable(self, board: int, seat: int, bans: int) -> list[int]:
        """RULES 4.2: in teams what stands in the zone, and what was moved out of it this turn."""
        squares = squares_in((b"%031x" % board).translate(OWN_TEXTS[seat & 1]))
        zone = self._rules.zones[seat]
        if zone is None:
            return squares
        inside = IN_ZONE[zone]
        moved = banned_squares(bans) if bans else ()
        return [square for square in squares if square in inside or square in moved]

    def _tilts(self, board: int, seat: int, bans: int) -> tuple[list[Tilting], list[Tilting]]:
        """Those that are not kept yet."""
        found = tilts_of(board, self._playable(board, seat, bans), self._rules.count)
        if not bans or self._rules.zones[seat] is None:
            kept = self._expanded[seat]
            if len(kept) >= _MOST_EXPANDED:
                kept.clear()
            kept[board] = found
        return found

    def _strikes(self, board: int, seat: int, bans: int) -> list[Tilting]:
        """Those that are not kept yet."""
        found = strikes_of(board, self._playable(board, seat, bans), self._rules.count)
        if not bans or self._rules.zones[seat] is None:
            kept = self._struck[seat]
            if len(kept) >= _MOST_EXPANDED:
                kept.clear()
            kept[board] = found
        return found

    def _value(
        self,
        board: int,
        seat: int,
        state: int,
        places: int,
        must_tilt: bool,
        bans: int,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        # One long function, because a call costs as much as a good part of what is done here.
        key = board + _KEYS[seat + seat + must_tilt][state]
        if bans:
            key += bans << _BOARD_BITS + _STATE_BITS
        known = self._remembered.get(key)
        first = _NO_BOARD
        if known is not None:
            known_depth, bound, value, first = known
            if known_depth == depth and (
                bound == _EXACT or (value >= beta if bound == _AT_LEAST else value <= alpha)
            ):
                return value
        if self._most_nodes is not None or self._ends is not None:
            self._look_at_limits()
        expanded = self._expanded[seat].get(board) if not bans or self._rules.zones[seat] is None else None
        strikes, others = expanded or self._tilts(board, seat, bans)
        tilts = strikes + others
        following = self._following[seat]
        left = depth - 1
        best, best_board, floor = -NEVER, _NO_BOARD, alpha
        turn_first = False
        if first != _NO_BOARD:
            for index, tilting in enumerate(tilts):
                if tilting[0] == first:
                    if index:
                        del tilts[index]
                        tilts.insert(0, tilting)
                    break
            else:
                turn_first = first != board
        elif left:
            killer = self._killers[depth]
            for index, tilting in enumerate(others):
                if tilting[4] == killer:
                    del tilts[len(strikes) + index]
                    tilts.insert(len(strikes), tilting)
                    break
        if turn_first:
            best = -self._after(first, following, SWAPPED[state], -places, True, left, -beta, -alpha)
            best_board = first
            if best > alpha:
                alpha = best
        tilted = False
        if alpha < beta:
            passes, stays = PASSES[state], STAYS[state]
            for after, goes_on, change, gain, number in tilts:
                if bans and bans & BAN_MASKS[number] == BANNED[number]:
                    continue
                tilted = True
                if goes_on:
                    reached = stays[change]
                    if reached == WON:
                        value = WIN + left
                        self.nodes += 1
                    else:
                        self.nodes += 1
                        kept = bans_after(bans, number)
                        if left:
                            value = self._value(
                                after, seat, reached, places + gain, False, kept, left, alpha, beta
                            )
                        else:
                            value = self._rest(after, seat, reached, places + gain, kept, alpha, beta)
                else:
                    reached = passes[change]
                    self.nodes += 1
                    if reached == WON:
                        value = WIN + left
                    elif left:
                        value = -self._value(
                            after, following, reached, -places - gain, False, 0, left, -beta, -alpha
                        )
                    else:
                        value = places + gain - STANDINGS[reached]
                        if value > alpha:
                            value = -self._rest(after, following, reached, -places - gain, 0, -beta, -alpha)
                if value > best:
                    best, best_board = value, after
                    if value > alpha:
                        alpha = value
                        if alpha >= beta:
                            if change < 4:
                                self._killers[depth] = number
                            break
        if alpha < beta:
            swapped = SWAPPED[state]
            turns = [] if must_tilt else turns_of(board, self._playable(board, seat, bans))
            if left or places - STANDINGS[swapped] > alpha:
                for after in turns:
                    if turn_first and after == first:
                        continue
                    value = -self._after(after, following, swapped, -places, True, left, -beta, -alpha)
                    if value > best:
                        best, best_board = value, after
                        if value > alpha:
                            alpha = value
                            if alpha >= beta:
                                break
            elif turns:
                # The other side may leave it at that, whichever cubes are turned.
                self.nodes += 1
                best = max(best, places - STANDINGS[swapped])
            if alpha < beta and (
                bans
                or not (tilted or turns)
                or (
                    seat == self._rules.muk_yan
                    and self._may_pass(Packed(board, seat, state, places, must_tilt, bans))
                )
            ):
                value = -self._after(board, following, swapped, -places, False, left, -beta, -alpha)
                if value > best:
                    best, best_board = value, board
        bound = _AT_MOST if best <= floor else _AT_LEAST if best >= beta else _EXACT
        if len(self._remembered) >= _MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered[key] = depth, bound, best, best_board
        return best

    def _after(
        self,
        board: int,
        seat: int,
        state: int,
        places: int,
        must_tilt: bool,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """A turn that begins there, for the side that begins it."""
        self.nodes += 1
        if depth:
            return self._value(board, seat, state, places, must_tilt, 0, depth, alpha, beta)
        return self._rest(board, seat, state, places, 0, alpha, beta)

    def _rest(self, board: int, seat: int, state: int, places: int, bans: int, alpha: int, beta: int) -> int:
        best = STANDINGS[state] + places
        if best >= beta:
            return best
        strikes = self._struck[seat].get(board) if not bans or self._rules.zones[seat] is None else None
        if strikes is None:
            strikes = self._strikes(board, seat, bans)
        if strikes:
            if best > alpha:
                alpha = best
            passes = PASSES[state]
            following = self._following[seat]
            for after, _, change, gain, number in strikes:
                if bans and bans & BAN_MASKS[number] == BANNED[number]:
                    continue
                reached = passes[change]
                self.nodes += 1
                if reached == WON:
                    return WIN
                value = places + gain - STANDINGS[reached]
                if value > alpha:
                    value = -self._rest(after, following, reached, -places - gain, 0, -beta, -alpha)
                if value > best:
                    best = value
                    if value > alpha:
                        alpha = value
                        if alpha >= beta:
                            break
        return best


def _key(board: int, seat: int, state: int, must_tilt: bool, bans: int) -> int:
    key = board + _KEYS[2 * seat + must_tilt][state]
    return key + (bans << _BOARD_BITS + _STATE_BITS) if bans else key
