"""Every shortest way through a challenge.

`rules.solver` proves one shortest solution. Whether it is the only one takes more: layers of nodes by cost,
with all edges that a shortest way could use. Each node keeps the cheapest cost at which it can be reached.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.games.himiki.rules.play import Played

Node = TypeVar("Node", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)


class Maze(Protocol[Node, Action]):
    """A challenge as a graph. Nodes are equal only where it goes on alike."""

    root: Node

    def solved(self, node: Node) -> bool: ...

    def at_least(self, node: Node) -> int:
        """How many more moves it takes from here at the very least."""

    def steps(self, node: Node) -> tuple[list[tuple[Action, Node]], list[tuple[Action, Node]]]:
        """What can be done free of cost, and what for one move."""

    def line(self, actions: list[Action]) -> list[Played] | None:
        """As it is played; None for a way that has a needless action in it."""


class TooLarge(Exception):
    """More nodes or more ways than were asked for."""


@dataclass(frozen=True, slots=True)
class Layers(Generic[Node, Action]):
    """What was found out while looking for the shortest ways."""

    par: int
    ends: tuple[Node, ...]
    origins: dict[Node, list[tuple[Node, Action]]]
    """From where a node can be reached at its own lowest cost."""

    @property
    def nodes(self) -> int:
        return len(self.origins)


def explore(
    maze: Maze[Node, Action], most: int, least: int = 0, most_nodes: int | None = None
) -> Layers[Node, Action] | None:
    """None if it takes more than `most` moves, or fewer than `least`."""
    for par in range(maze.at_least(maze.root), most + 1):
        layers = _explored(maze, par, most_nodes)
        if layers is not None:
            return layers if layers.par >= least else None
    return None


def _explored(maze: Maze[Node, Action], par: int, most_nodes: int | None) -> Layers[Node, Action] | None:
    """With at most `par` moves; every node is left out that needs more than are left."""
    reached = {maze.root: 0}
    origins: dict[Node, list[tuple[Node, Action]]] = {maze.root: []}

    def reach(node: Node, steps: list[tuple[Action, Node]], spent: int, found: list[Node]) -> None:
        for action, after in steps:
            known = reached.get(after)
            if known is None:
                if maze.at_least(after) <= par - spent:
                    reached[after] = spent
                    origins[after] = [(node, action)]
                    found.append(after)
            elif known == spent:
                origins[after].append((node, action))

    layer = [maze.root]
    for spent in range(par + 1):
        ends: list[Node] = []
        open_ends: list[tuple[Node, list[tuple[Action, Node]]]] = []
        for node in layer:  # grows by what is reached for free
            if maze.solved(node):
                ends.append(node)
                continue
            free, counted = maze.steps(node)
            open_ends.append((node, counted))
            reach(node, free, spent, layer)
        if ends:
            return Layers(spent, tuple(ends), origins)
        following: list[Node] = []
        for node, counted in open_ends:
            reach(node, counted, spent + 1, following)
        if most_nodes is not None and len(origins) > most_nodes:
            raise TooLarge
        layer = following
    return None


def ways(layers: Layers[Node, Action], most: int) -> Iterator[list[Action]]:
    """Every shortest way that comes to no node twice; raises `TooLarge` after `most` of them."""
    count = 0
    for end in layers.ends:
        for way in _ways_to(layers, end, frozenset([end])):
            count += 1
            if count > most:
                raise TooLarge
            yield way


def _ways_to(layers: Layers[Node, Action], node: Node, seen: frozenset[Node]) -> Iterator[list[Action]]:
    origins = layers.origins[node]
    if not origins:
        yield []
    for before, action in origins:
        if before not in seen:
            for way in _ways_to(layers, before, seen | {before}):
                yield [*way, action]
