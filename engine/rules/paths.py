"""Finding a piece's way over free spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from engine.grid import Space
    from engine.rules.ground import Ground


class Way(NamedTuple):
    """A way found: single steps, and from which of them on the ball goes along."""

    steps: tuple[Space, ...]
    """Each space stepped onto, in order."""
    carried_from: int | None
    """Steps before this index are moved, the others dribbled; None if the ball is not touched."""


def reach(
    ground: Ground,
    start: Space,
    limit: int,
    taken: Collection[Space],
    goals: Collection[Space] = (),
    *,
    until: Space | None = None,
) -> Mapping[Space, tuple[Space, ...]]:
    """A shortest way of single steps from a space to every space within ``limit`` of it (breadth first).

    ``taken`` are spaces that cannot be entered; ``goals`` are goal spaces that may be entered, and end the way. Among
    equally short ways the one that turns clockwise from east first is found, so that the answer is always the same. The
    search stops early once ``until`` is found.
    """
    found: dict[Space, tuple[Space, ...]] = {start: ()}
    edge = [start]
    inner, outer = ground.field_neighbours, ground.neighbours
    for _ in range(limit):
        if until in found:
            break
        onward: list[Space] = []
        for at in edge:
            way = found[at]
            for near in inner[at]:
                if near not in found and near not in taken:
                    found[near] = (*way, near)
                    onward.append(near)
            if goals:
                for near in outer[at]:
                    if near in goals and near not in found:
                        found[near] = (*way, near)
        edge = onward
    del found[start]
    return found


def reachable(
    ground: Ground, start: Space, limit: int, taken: Collection[Space], goals: Collection[Space] = ()
) -> list[Space]:
    """The spaces that ``reach`` finds ways to, nearest first as on an empty board, without the ways."""
    within: set[Space] = set()
    edge = found = {start}
    for _ in range(limit):
        within = found
        edge = set().union(*(ground.steps_from[space] for space in edge)).difference(taken, found)
        found = found | edge
    spaces = [space for space in ground.near[start] if space in found]
    # A goal space ends the way, so it is entered from a space reached one step earlier.
    return spaces + [goal for goal in goals if not within.isdisjoint(ground.steps_from[goal])]


class Search(NamedTuple):
    """What a way is looked for in: who stands where, where a free ball lies, which goal may be entered with it."""

    ground: Ground
    taken: frozenset[Space]
    free_ball: Space | None
    """A free ball on the field that this piece may pick up."""
    shut: Space | None
    """A free ball on the field that this piece may not touch: its space cannot be entered."""
    goals: Collection[Space]
    carrying: bool
    """Whether the piece has the ball from the start."""
    limit: int

    def find(self, start: Space, named: Sequence[Space]) -> Way | None:
        """A way through the named spaces, in order, within the limit.

        It avoids a free ball unless that is named; only when no such way is in range the ball is taken along.
        """
        for stops in self._stops(named):
            if way := self._through(start, stops):
                return way
        return None

    def _stops(self, named: Sequence[Space]) -> Iterator[Sequence[Space]]:
        yield named
        if self.free_ball is not None and self.free_ball not in named:
            for i in range(len(named)):
                yield (*named[:i], self.free_ball, *named[i:])

    def _through(self, start: Space, stops: Sequence[Space]) -> Way | None:
        at, steps, carried_from = start, (), 0 if self.carrying else None
        way: tuple[Space, ...] = steps
        for stop in stops:
            ahead = stop != self.free_ball and carried_from is None
            closed = {self.free_ball, self.shut} if ahead else {self.shut}
            goals = () if carried_from is None else self.goals
            leg = self._leg(at, stop, self.limit - len(way), closed, goals)
            if leg is None:
                return None
            at, way = stop, way + leg
            if stop == self.free_ball and carried_from is None:
                carried_from = len(way)
        return Way(way, carried_from)

    def _leg(
        self, start: Space, stop: Space, limit: int, closed: Collection[Space | None], goals: Collection[Space]
    ) -> tuple[Space, ...] | None:
        if limit <= 0:
            return None
        taken = self.taken.union(space for space in closed if space is not None)
        direct = self.ground.ways[start].get(stop, ())
        if direct and (stop in self.ground.field or stop in goals):
            for way in direct:
                if len(way) <= limit and taken.isdisjoint(way):
                    return way
            if len(direct[0]) >= limit:
                return None
        return reach(self.ground, start, limit, taken, goals, until=stop).get(stop)
