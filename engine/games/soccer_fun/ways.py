"""The ways that a figure can go with the sum of its dice: straight, with at most one change of direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from engine.grid import Space


class Course(NamedTuple):
    """Where a figure goes, and what is in its way."""

    rays: Mapping[Space, Mapping[str, tuple[Space, ...]]]
    directions: tuple[str, ...]
    start: Space
    squares: int
    """The sum of its dice."""
    blocked: Collection[Space]
    """Squares that it cannot enter: other figures' and the goals'."""
    ball: Space | None
    """A free ball: the figure stops on its square and kicks."""
    toward: Mapping[Space, str] | None = None
    """Where only ways to one square are looked for: the direction in which it lies from each square that sees it."""


class Way(NamedTuple):
    """One way to its end."""

    path: tuple[Space, ...]
    """The squares entered, in order; empty if every direction was blocked before the first step."""
    direction: str | None
    """Of the last step."""
    kick: int = 0
    """Squares that the ball runs on if the way ends on it, else 0."""


def every_way(course: Course) -> Iterator[Way]:
    """All ways, or all to one square and some others (``course.toward``); several may end on the same square.

    A figure that meets something in its way turns if it has not turned yet; if it has, or cannot, it stops there.
    """
    found = False
    for first in course.directions:
        straight = _stretch(course, course.start, first, course.squares)
        for way in _from_straight(course, first, straight):
            found = True
            yield way
    if not found:
        yield Way((), None)


def _from_straight(course: Course, first: str, straight: tuple[Space, ...]) -> Iterator[Way]:
    """The ways that begin in one direction, of which ``straight`` is as far as it can go there."""
    on_ball = bool(straight) and straight[-1] == course.ball
    if on_ball or len(straight) == course.squares:
        yield _way(course, straight, first)
    turning = straight[:-1] if on_ball else straight
    for gone, corner in enumerate(turning, 1):
        if gone == course.squares:
            return
        for second in _turns(course, corner, first):
            onward = _stretch(course, corner, second, course.squares - gone)
            if onward:
                yield _way(course, (*straight[:gone], *onward), second)
        if gone == len(straight) and _stuck(course, corner, first):
            yield Way(straight, first)


def _turns(course: Course, corner: Space, first: str) -> Iterator[str]:
    """The directions that are worth turning to on a square."""
    if course.toward is None:
        yield from (second for second in course.directions if second != first)
    elif (second := course.toward.get(corner, first)) != first and second in course.directions:
        yield second


def _stuck(course: Course, corner: Space, first: str) -> bool:
    """Whether there is no other way out of a square than the one that a figure came by."""
    return not any(_stretch(course, corner, second, 1) for second in course.directions if second != first)


def _stretch(course: Course, start: Space, direction: str, most: int) -> tuple[Space, ...]:
    """The squares from ``start`` up to what is in the way, the ball's square included."""
    ray = course.rays[start][direction][:most]
    for gone, space in enumerate(ray):
        if space in course.blocked:
            return ray[:gone]
        if space == course.ball:
            return ray[: gone + 1]
    return ray


def _way(course: Course, path: tuple[Space, ...], direction: str) -> Way:
    if path[-1] != course.ball:
        return Way(path, direction)
    return Way(path, direction, max(1, course.squares - len(path)))


def fits(course: Course, way: Way, named: tuple[Space, ...]) -> bool:
    """Whether a way ends on the last square named and comes over the others in their order."""
    if (way.path[-1] if way.path else course.start) != named[-1]:
        return False
    passed = iter(way.path or (course.start,))
    return all(space in passed for space in named)
