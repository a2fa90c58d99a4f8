"""Finds ways for wires: along the lines of a grid, around parts and labels, with few corners.

Two wires may cross, straight through each other and away from corners and ends; they never run on
one another. The wires of a net that has more than two ends meet in junctions.
"""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tools.pictures.drawing import Box, Point

_FREE = 0
_WALL = -1
_STEP, _CORNER, _CROSSING = 1, 6, 9
_ROUNDS = 2  # later rounds lay each wire anew among all others


class NoWay(Exception):
    """A wire finds no way: the parts stand too close together."""


@dataclass(frozen=True)
class End:
    """Where a wire starts, and the direction in which it leaves: dx, dy are 0 or one of ±1."""

    point: Point
    dx: int
    dy: int


@dataclass(frozen=True)
class Wire:
    """What joins the ends of a net: lines from corner to corner, and where three of them meet."""

    lines: tuple[tuple[Point, ...], ...]
    junctions: tuple[Point, ...]


class Router:
    """The page as a grid; the points of ends must lie on it."""

    def __init__(self, page: Box, pitch: float):
        self._page = page
        self._pitch = pitch
        self._columns = int(page.width / pitch) + 1
        self._rows = int(page.height / pitch) + 1
        cells = self._columns * self._rows
        self._across = [_FREE] * cells  # the number of the net that passes there
        self._along = [_FREE] * cells
        self._steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
        self._strides = (1, self._columns, -1, -self._columns)
        for column in range(self._columns):
            self._wall(column, 0)
            self._wall(column, self._rows - 1)
        for row in range(self._rows):
            self._wall(0, row)
            self._wall(self._columns - 1, row)

    def block(self, box: Box) -> None:
        """Let no wire touch a rectangle."""
        for row in range(self._rows):
            y = self._page.y + row * self._pitch
            if box.y < y < box.bottom:
                for column in range(self._columns):
                    if box.x < self._page.x + column * self._pitch < box.right:
                        self._wall(column, row)

    def route(self, nets: dict[str, list[End]]) -> dict[str, Wire]:
        """Lay the wires of all nets."""
        numbers = {name: number for number, name in enumerate(nets, 1)}
        order = sorted(nets, key=lambda name: _span(nets[name]))
        for name in nets:
            for end in nets[name]:
                self._take(self._cell(end), numbers[name])
        laid: dict[str, list[list[int]]] = {}
        for _ in range(_ROUNDS):
            for name in order:
                self._lift(laid.pop(name, []), nets[name], numbers[name])
                laid[name] = self._lay(nets[name], numbers[name], name)
        return {name: self._wire(laid[name]) for name in nets}

    def _wall(self, column: int, row: int) -> None:
        cell = row * self._columns + column
        self._across[cell] = self._along[cell] = _WALL

    def _cell(self, end: End) -> int:
        column = round((end.point[0] - self._page.x) / self._pitch)
        row = round((end.point[1] - self._page.y) / self._pitch)
        return row * self._columns + column

    def _point(self, cell: int) -> Point:
        row, column = divmod(cell, self._columns)
        return self._page.x + column * self._pitch, self._page.y + row * self._pitch

    def _take(self, cell: int, net: int) -> None:
        self._across[cell] = self._along[cell] = net

    def _lift(self, paths: list[list[int]], ends: list[End], net: int) -> None:
        for path in paths:
            for cell in path:
                for lanes in (self._across, self._along):
                    if lanes[cell] == net:
                        lanes[cell] = _FREE
        for end in ends:
            self._take(self._cell(end), net)

    def _lay(self, ends: list[End], net: int, name: str) -> list[list[int]]:
        """Join the second end to the first, and each further one to what is there."""
        there = {self._cell(ends[0])}
        paths: list[list[int]] = []
        for end in ends[1:]:
            path = self._search(end, there, net)
            if path is None:
                raise NoWay(name)
            self._occupy(path, net)
            paths.append(path)
            there.update(path)
        return paths

    def _occupy(self, path: list[int], net: int) -> None:
        for before, cell in zip(path, path[1:]):
            lanes = self._across if abs(cell - before) == 1 else self._along
            lanes[before] = lanes[cell] = net
        self._take(path[0], net)
        self._take(path[-1], net)

    def _search(self, start: End, goals: set[int], net: int) -> list[int] | None:
        """The cheapest way, by A*: a state is a cell and the direction it was entered in."""
        first = self._cell(start), self._steps.index((start.dx, start.dy))
        costs = {first: 0}
        origin: dict[tuple[int, int], tuple[int, int]] = {}
        left = self._left(goals)
        heap = [(left(first[0]), 0, first)]
        while heap:
            _, cost, state = heapq.heappop(heap)
            if state[0] in goals and self._is_own(state[0], net):
                return _trace(state, origin)
            if cost > costs[state]:
                continue
            for following, price in self._moves(state, net):
                total = cost + price
                if total < costs.get(following, total + 1):
                    costs[following] = total
                    origin[following] = state
                    heapq.heappush(heap, (total + left(following[0]), total, following))
        return None

    def _left(self, goals: set[int]):  # type: ignore[no-untyped-def]
        """How far at least a cell is from the goals."""
        rows = [goal // self._columns for goal in goals]
        columns = [goal % self._columns for goal in goals]
        top, bottom, west, east = min(rows), max(rows), min(columns), max(columns)

        def left(cell: int) -> int:
            row, column = divmod(cell, self._columns)
            return max(top - row, 0, row - bottom) + max(west - column, 0, column - east)

        return left

    def _moves(self, state: tuple[int, int], net: int) -> Iterator[tuple[tuple[int, int], int]]:
        cell, direction = state
        own = (_FREE, net)
        for turn in (0, 1, 3) if self._is_own(cell, net) else (0,):
            towards = (direction + turn) % 4
            following = cell + self._strides[towards]
            lane, other = self._across, self._along
            if towards % 2:
                lane, other = other, lane
            if lane[following] not in own or other[following] == _WALL:
                continue
            price = _STEP + (_CORNER if turn else 0)
            if other[following] not in own:
                price += _CROSSING
            yield (following, towards), price

    def _is_own(self, cell: int, net: int) -> bool:
        """Whether no other wire passes there."""
        own = (_FREE, net)
        return self._across[cell] in own and self._along[cell] in own

    def _wire(self, paths: list[list[int]]) -> Wire:
        lines = tuple(tuple(map(self._point, _corners(path))) for path in paths)
        joined = sorted({path[-1] for path in paths[1:]})
        return Wire(lines, tuple(self._point(cell) for cell in joined))


def _span(ends: Iterable[End]) -> float:
    xs, ys = zip(*(end.point for end in ends))
    return float(max(xs) - min(xs) + max(ys) - min(ys))


def _trace(state: tuple[int, int], origin: dict[tuple[int, int], tuple[int, int]]) -> list[int]:
    path = [state[0]]
    while state in origin:
        state = origin[state]
        path.append(state[0])
    return path[::-1]


def _corners(path: list[int]) -> list[int]:
    """The cells where a path turns, and its ends."""
    inner = [
        cell
        for before, cell, after in zip(path, path[1:], path[2:])
        if cell - before != after - cell
    ]
    return [path[0], *inner, path[-1]]
