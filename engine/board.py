"""A printed board: its grid, goals, areas, chart, markers and pieces, read from a TOML file.

Boards that ship with the program lie in ``engine/boards``; a user's own board is a file of the same form
(``board_file.py``). A file is untrusted: its size is bounded, unknown keys are refused, and an error names file,
line and key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from engine.board_file import (
    AreaTable,
    BallTable,
    BoardError,
    BoardFile,
    ChartTable,
    GoalsTable,
    GridTable,
    KeyFaultError,
    MarkersTable,
    PiecesTable,
    SheetTable,
    Side,
    SidesTable,
    check_lengths,
    check_markers,
    check_pieces,
    fault_message,
    read_file,
)
from engine.game_names import GAMES
from engine.grid import Grid, HexGrid, Point, Space, SquareGrid
from engine.half_grid import HalvesGrid
from engine.text_file import read_small_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

__all__ = [
    "AreaTable", "BallTable", "Board", "BoardError", "BoardFile", "ChartTable", "GoalsTable", "GridTable",
    "MarkersTable", "PiecesTable", "SheetTable", "Side", "SidesTable", "board_of_game", "load_board",
    "marker_corners_mm", "parse_board", "shipped_board", "shipped_boards",
]  # fmt: skip

MAX_BOARD_BYTES = 256 * 1024
"""A board file is text of a few kilobytes; anything this large is something else."""

MAX_SPACES = 5000
"""Bounds what a board file can make the program allocate (Soccer Chess, the largest game, has 1200 squares)."""


@dataclass(frozen=True)
class Board:
    """A printed board, checked."""

    name: str
    game: str
    grid: Grid
    goals: Mapping[Side, tuple[Space, ...]]
    """The spaces of each goal, outside the field, north to south."""
    areas: Mapping[str, frozenset[Space]]
    """Named areas: ``penalty_left``, ``goal_right``, ``centre_circle``, ..."""
    corner_spots: Mapping[Side, tuple[Space, ...]]
    penalty_spots: Mapping[Side, tuple[Space, ...]]
    kick_off_marks: Mapping[Side, tuple[Space, ...]]
    """Where each side kicks off; empty where ``centre_mark`` is both sides'."""
    centre_mark: Space | None
    deviation: tuple[str, ...]
    """Direction of the numbers 1, 2, ... of the die; empty without a chart."""
    file: BoardFile
    """The file's own tables: sheet, markers, sizes of pieces and ball."""


def sheet_bounds_mm(board: Board) -> tuple[float, float, float, float]:
    """West, north, east and south edge of the printed sheet, board frame."""
    (west, north), (length, width) = board.file.sheet.field_origin_mm, board.file.sheet.size_mm
    return -west, -north, length - west, width - north


def marker_corners_mm(markers: MarkersTable) -> dict[int, tuple[Point, Point, Point, Point]]:
    """Corners of each marker by id, clockwise from its own top-left, board frame."""
    s = markers.size_mm
    return {
        number: (Point(x, y), Point(x + s, y), Point(x + s, y + s), Point(x, y + s))
        for number, (x, y) in markers.corner_mm.items()
    }


def load_board(path: Path) -> Board:
    """Read a board file. Raises BoardError with one plain sentence: file, line and key."""
    text = read_small_text(path, MAX_BOARD_BYTES, BoardError, what="the board", kind="a board file")
    return parse_board(text, str(path))


@cache
def shipped_boards() -> tuple[str, ...]:
    """Names of the boards that come with the program."""
    files = (resources.files("engine") / "boards").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


@cache
def shipped_board(name: str) -> Board:
    """One of the boards that come with the program, for example ``regista-a2``. Raises BoardError for another."""
    return parse_board(shipped_board_text(name), f"{name}.toml")


def shipped_board_text(name: str) -> str:
    """The file of a board that comes with the program. Raises BoardError for another."""
    if name not in shipped_boards():
        raise BoardError(f"no board {name!r} comes with the program; there are {', '.join(shipped_boards())}")
    return (resources.files("engine") / "boards" / f"{name}.toml").read_text(encoding="utf-8")


def board_of_game(game: str) -> Board:
    """The board that comes with the program for a game. Raises BoardError for a game that there is none for."""
    boards = {board.game: board for board in map(shipped_board, shipped_boards())}
    if game not in boards:
        raise BoardError(f"{game!r} is not a game that there is a board for; there are {', '.join(GAMES)}")
    return boards[game]


def parse_board(text: str, source: str, *, games: Collection[str] = GAMES) -> Board:
    """Read a board of one of the ``games`` from TOML text; ``source`` is named in errors. Raises BoardError."""
    file = read_file(text, source)
    try:
        return _build(file, games)
    except KeyFaultError as fault:
        raise BoardError(fault_message(fault, text, source)) from fault


def _grid(file: BoardFile) -> Grid:
    table = file.grid
    if not re.fullmatch(r"[A-Z]{2,26}", table.rows) or len(set(table.rows)) != len(table.rows):
        order = "from the goal line" if table.naming == "halves" else "north to south"
        raise KeyFaultError("grid.rows", f"{table.rows!r} must be 2 to 26 different capital letters, {order}")
    most = MAX_SPACES // len(table.rows) // (2 if table.naming == "halves" else 1)
    if not 2 <= table.columns <= most:
        raise KeyFaultError("grid.columns", f"{table.columns} is not between 2 and {most}")
    extra = file.goals.left + file.goals.right
    if table.ring:
        _check_ring(table)
    if table.kind == "hex":
        if table.naming == "halves":
            raise KeyFaultError("grid.naming", "only squares are named in halves")
        return HexGrid(table.rows, table.width_mm, extra, table.columns, table.first_row == "long")
    if table.naming == "halves":
        if extra:
            raise KeyFaultError("goals", "a board named in halves has no goal spaces; give mouth_mm instead")
        return HalvesGrid(table.rows, table.width_mm, (), table.columns)
    return SquareGrid(table.rows, table.width_mm, extra, table.columns, table.ring)


def _check_ring(table: GridTable) -> None:
    if table.kind != "square" or table.naming != "rows":
        raise KeyFaultError("grid.ring", "only squares named by rows have a ring round them")
    if not re.fullmatch(r"[A-Z]{2}", table.ring) or len(set(table.ring + table.rows)) != len(table.rows) + 2:
        raise KeyFaultError("grid.ring", f"{table.ring!r} must be two capital letters that are no rows of the field")


def _check_goals(grid: Grid, file: BoardFile) -> None:
    """Goal spaces lie outside the field and touch it, each once."""
    seen: set[Space] = set()
    for side, goal in (("left", file.goals.left), ("right", file.goals.right)):
        for space in goal:
            key = f"goals.{side}"
            if not re.fullmatch(r"[A-Z](?:0|[1-9][0-9]{0,3})", space) or space[0] not in grid.rows:
                raise KeyFaultError(key, f"{space!r} is not a row letter and a column")
            if space in grid.field or space in seen:
                raise KeyFaultError(key, f"{space} is {'in the field' if space in grid.field else 'named twice'}")
            if not any(near in grid.field for near in grid.neighbours(space).values()):
                raise KeyFaultError(key, f"{space} does not touch the field")
            seen.add(space)
    if file.goals.mouth_mm is not None:
        north, south = file.goals.mouth_mm
        if not 0 <= north < south <= grid.field_size_mm[1]:
            raise KeyFaultError("goals.mouth_mm", f"{north:g} to {south:g} is not a part of the goal line, north first")
    elif not (file.goals.left and file.goals.right):
        raise KeyFaultError("goals", "needs left and right, or mouth_mm")


def _build(file: BoardFile, games: Collection[str]) -> Board:
    if file.game not in games:
        raise KeyFaultError("game", f"{file.game!r} is not a game; there are {', '.join(games)}")
    check_lengths(file)
    check_pieces(file.pieces)
    if file.markers is not None:
        check_markers(file.markers)
    grid = _grid(file)
    _check_goals(grid, file)
    known = set(grid.spaces)
    corners = file.corner_spots or SidesTable((), ())
    penalties = file.penalty_spots or SidesTable((), ())
    kick_offs = file.kick_off_marks or SidesTable((), ())
    for key, spaces in (
        ("centre_mark", (file.centre_mark,) if file.centre_mark else ()),
        ("corner_spots.left", corners.left),
        ("corner_spots.right", corners.right),
        ("penalty_spots.left", penalties.left),
        ("penalty_spots.right", penalties.right),
        ("kick_off_marks.left", kick_offs.left),
        ("kick_off_marks.right", kick_offs.right),
    ):
        for space in spaces:
            if space not in known:
                raise KeyFaultError(key, f"{space!r} is not a space of this board")
    return Board(
        name=file.name,
        game=file.game,
        grid=grid,
        goals={"left": file.goals.left, "right": file.goals.right},
        areas={name: _area(grid, name, area) for name, area in file.areas.items()},
        corner_spots={"left": corners.left, "right": corners.right},
        penalty_spots={"left": penalties.left, "right": penalties.right},
        kick_off_marks={"left": kick_offs.left, "right": kick_offs.right},
        centre_mark=file.centre_mark,
        deviation=_deviation(grid, file.deviation_chart),
        file=file,
    )


def _deviation(grid: Grid, chart: ChartTable | None) -> tuple[str, ...]:
    if chart is None:
        return ()
    names = tuple(grid.steps)
    if chart.first not in names:
        raise KeyFaultError("deviation_chart.first", f"{chart.first!r} is not one of {', '.join(names)}")
    start, sense = names.index(chart.first), 1 if chart.clockwise else -1
    return tuple(names[(start + sense * k) % len(names)] for k in range(len(names)))


def _area(grid: Grid, name: str, area: AreaTable) -> frozenset[Space]:
    key = f"areas.{name}"
    if area.spaces is not None:
        if unknown := [space for space in area.spaces if space not in grid.points]:
            raise KeyFaultError(f"{key}.spaces", f"{unknown[0]!r} is not a space of this board")
        return frozenset(area.spaces)
    if area.centre is not None and area.radius is not None:
        if not 0 <= area.radius <= MAX_SPACES:
            raise KeyFaultError(f"{key}.radius", f"{area.radius} is not a number of steps")
        if area.centre not in grid.points:
            raise KeyFaultError(f"{key}.centre", f"{area.centre!r} is not a space of this board")
        return frozenset(s for s in grid.field_spaces if grid.distance(s, area.centre) <= area.radius)
    if area.goal_line is not None and area.depth is not None and (area.rows is not None) != (area.columns is not None):
        if not 0 < area.depth <= MAX_SPACES:
            raise KeyFaultError(f"{key}.depth", f"{area.depth:g} is not a number of space widths")
        reach_mm = area.depth * grid.width_mm
        return frozenset(
            space
            for space in _band(grid, key, area)
            # Half a millimetre of tolerance: a centre exactly on the area's line lies outside it.
            if _from_goal_line_mm(grid, space, area.goal_line) < reach_mm - 0.5
        )
    raise KeyFaultError(key, "needs goal_line, depth and rows (or columns), or centre and radius, or spaces")


def _band(grid: Grid, key: str, area: AreaTable) -> list[Space]:
    """The field's spaces in an area's rows or columns, all along the field."""
    if area.columns is None:
        if isinstance(grid, HalvesGrid):
            raise KeyFaultError(f"{key}.rows", "a board named in halves has areas by columns; give columns")
        if unknown_rows := set(area.rows or "") - set(grid.rows):
            raise KeyFaultError(f"{key}.rows", f"{min(unknown_rows)!r} is not a row of this board")
        return [space for space in grid.field_spaces if space[0] in (area.rows or "")]
    first, last = area.columns
    if not isinstance(grid, HalvesGrid):
        raise KeyFaultError(f"{key}.columns", "only a board named in halves has areas by columns; give rows")
    if not 1 <= first <= last <= grid.column_count:
        raise KeyFaultError(f"{key}.columns", f"{first} to {last} are not columns of this board")
    return [space for space in grid.field_spaces if first <= int(space[2:]) <= last]


def _from_goal_line_mm(grid: Grid, space: Space, side: Side) -> float:
    x_mm = grid.centre_mm(space).x_mm
    return x_mm if side == "left" else grid.field_size_mm[0] - x_mm
