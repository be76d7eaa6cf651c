"""The charts of a report as drawings: goals and expected goals over the match, and how long each turn took."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import TEAMS
from referee_tui.exports.board_picture import TEAM_COLOUR
from referee_tui.exports.shapes import Cells, Circle, Label, Picture, Stroke
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.match import Team
    from engine.record.chronicle import Chronicle
    from engine.stats.pace import Turn
    from engine.stats.summary import Statistics
    from engine.texts import Texts
    from referee_tui.exports.shapes import Shape

WIDTH_MM, HEIGHT_MM = 120.0, 48.0
WEST_MM, EAST_MM, NORTH_MM, SOUTH_MM = 10.0, 30.0, 8.0, 8.0
"""Room around what is plotted: numbers on the left, names on the right, times below."""
_MOST_S = 1e9
"""A log may claim any time; a bar is no higher than this."""
INK, GRID, SIZE_MM = "#37424b", "#d5dbe0", 3.4

MOST_BARS = 240
"""More turns than these are shown in groups: the longest of each."""


def time_line(told: Chronicle, found: Statistics, names: Mapping[str, str], say: Texts) -> Picture:
    """Goals as steps, and behind them, thin and dashed, the goals to be expected from the shots' chances."""
    length_s = max(found.seconds, 1.0)
    # A score that was corrected need not be the number of goals.
    goals: dict[Team, int] = {team: sum(goal.team == team for goal in found.goals) for team in TEAMS}
    tops = [*goals.values(), *(float(chance) for chance in found.expected.values())]
    plot = _Plot(length_s, max(1.0, *map(float, tops)))
    shapes = [*plot.scale(), *plot.times()]
    for team in TEAMS:
        scored = [(goal.t - told.start_t, 1.0) for goal in found.goals if goal.team == team]
        tried = [
            (shot.t - told.start_t, float(shot.chance))
            for shot in found.shots
            if shot.team == team and shot.chance is not None
        ]
        shapes += plot.steps(tried, team, thick=False)
        shapes += plot.steps(scored, team, thick=True)
        shapes += [Circle(plot.at(*top), 1.3, TEAM_COLOUR[team], "#ffffff", 0.3) for top in _tops(scored)]
    below_mm = HEIGHT_MM
    for team in sorted(TEAMS, key=lambda team: (goals[team], team == "B")):
        at = plot.at(length_s, goals[team])
        # Of two names at about one height the upper one makes room: below the lower stand the times.
        y_mm = below_mm = min(at.y_mm, below_mm - 1.3 * SIZE_MM)
        name = names[team] if len(names[team]) <= 12 else f"{names[team][:11]}…"
        shapes.append(Label(Point(at.x_mm + 2, y_mm), name, SIZE_MM, TEAM_COLOUR[team], "start", bold=True))
    title = say("chart_expected" if found.expected else "chart_goals")
    return Picture(WIDTH_MM, HEIGHT_MM, (*shapes, _caption(title)), title)


def turn_times(found: Statistics, names: Mapping[str, str], say: Texts) -> Picture:
    """A bar a turn, in the colour of its side, as high as it took long."""
    turns = _grouped(found.turns)
    lasted = [min(turn.seconds, _MOST_S) for turn in turns]
    plot = _Plot(len(turns), max(1.0, *lasted))
    step = plot.width_mm / len(turns)
    bars: dict[Team, list[tuple[Point, ...]]] = {"B": [], "R": []}
    for k, (turn, seconds) in enumerate(zip(turns, lasted, strict=True)):
        low, high = plot.at(k, 0), plot.at(k, seconds)
        east = low.x_mm + step * 0.8
        bars[turn.team].append((low, high, Point(east, high.y_mm), Point(east, low.y_mm)))
    shapes: list[Shape] = [*plot.scale(unit=" s"), *(Cells(tuple(bars[team]), TEAM_COLOUR[team]) for team in TEAMS)]
    for row, team in enumerate(TEAMS):
        mean = found.pace[team].mean_s
        at = Point(WIDTH_MM - EAST_MM + 2, NORTH_MM + SIZE_MM * (1 + 1.4 * row))
        name = names[team] if len(names[team]) <= 8 else f"{names[team][:7]}…"
        shapes.append(Label(at, f"{name}: {mean:.0f} s", SIZE_MM, TEAM_COLOUR[team], "start", bold=True))
    title = say("chart_turns")
    return Picture(WIDTH_MM, HEIGHT_MM, (*shapes, _caption(title)), title)


def _caption(title: str) -> Shape:
    return Label(Point(WEST_MM, SIZE_MM * 0.8), title, SIZE_MM, INK, "start")


def _grouped(turns: Sequence[Turn]) -> list[Turn]:
    size = -(-len(turns) // MOST_BARS)
    return [max(turns[k : k + size], key=lambda turn: turn.seconds) for k in range(0, len(turns), size)]


def _tops(steps: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Where steps have brought a curve, each with its time."""
    total = 0.0
    for t, height in steps:
        total += height
        yield t, total


class _Plot:
    """From values to millimetres of the chart."""

    def __init__(self, most_x: float, most_y: float) -> None:
        self._most_x, self._most_y = most_x, most_y
        self.width_mm = WIDTH_MM - WEST_MM - EAST_MM
        self._height_mm = HEIGHT_MM - NORTH_MM - SOUTH_MM

    def at(self, x: float, y: float) -> Point:
        """Where a value lies."""
        return Point(
            WEST_MM + self.width_mm * min(max(x, 0.0), self._most_x) / self._most_x,
            HEIGHT_MM - SOUTH_MM - self._height_mm * y / self._most_y,
        )

    def scale(self, unit: str = "") -> Iterator[Shape]:
        """Lines across with their numbers, about four."""
        step = next(size * 10**power for power in range(9) for size in (1, 2, 5) if size * 10**power * 5 > self._most_y)
        for k in range(int(self._most_y // step) + 1):
            left, right = self.at(0, k * step), self.at(self._most_x, k * step)
            yield Stroke((left, right), GRID, 0.25)
            yield Label(Point(left.x_mm - 1.5, left.y_mm), f"{k * step}{unit}", SIZE_MM * 0.85, INK, "end")

    def times(self) -> Iterator[Shape]:
        """Times below, at quarters."""
        for quarter in range(5):
            t = self._most_x * quarter / 4
            yield Label(Point(self.at(t, 0).x_mm, HEIGHT_MM - SOUTH_MM * 0.45), clock(t), SIZE_MM * 0.85, INK)

    def steps(self, steps: Sequence[tuple[float, float]], team: Team, *, thick: bool) -> Iterator[Shape]:
        """A curve that rises at each step; ``steps`` are (seconds, height) in order."""
        corners = [(0.0, 0.0), *_tops(steps)]
        points = [self.at(0, 0)]
        for (_, low), (t, high) in pairwise(corners):
            points += [self.at(t, low), self.at(t, high)]
        points.append(self.at(self._most_x, corners[-1][1]))
        yield Stroke(tuple(points), TEAM_COLOUR[team], 0.9 if thick else 0.35, dash_mm=0.0 if thick else 1.2)
