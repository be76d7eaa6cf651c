"""A printed board: its grid, goals, areas, chart, markers and pieces, read from a TOML file.

Boards that ship with the program lie in ``engine/boards``; a user's own board is a file of the same form.
A file is untrusted: its size is bounded, unknown keys are refused, and an error names file, line and key.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Literal

import msgspec

from engine.grid import Grid, HexGrid, Point, Space, SpaceError, SquareGrid

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAX_BOARD_BYTES = 256 * 1024
"""A board file is text of a few kilobytes; anything this large is something else."""

MAX_SPACES = 5000
"""Bounds what a board file can make the program allocate (Soccer Chess, the largest game, has 1200 squares)."""

Side = Literal["left", "right"]


class BoardError(ValueError):
    """A board file that cannot be used; the message names the file, the line where it can, and the key."""


class _File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Base of the file's tables."""


class GridTable(_File, frozen=True):
    """``[grid]``."""

    kind: Literal["hex", "square"]
    rows: str
    columns: int
    width_mm: float
    first_row: Literal["long", "short"] = "long"


class SidesTable(_File, frozen=True):
    """Spaces that belong to the left and the right end: goals, corner spots."""

    left: tuple[Space, ...]
    right: tuple[Space, ...]


class AreaTable(_File, frozen=True):
    """An area: rows within ``depth`` widths of a goal line, steps from a centre, or spaces by name."""

    goal_line: Side | None = None
    rows: str | None = None
    depth: float | None = None
    centre: Space | None = None
    radius: int | None = None
    spaces: tuple[Space, ...] | None = None


class ChartTable(_File, frozen=True):
    """``[deviation_chart]``: which direction each number of the die sends the ball."""

    first: str
    clockwise: bool
    centre_mm: tuple[float, float] | None = None
    radius_mm: float | None = None


class SheetTable(_File, frozen=True):
    """``[sheet]``: the printed paper."""

    size_mm: tuple[float, float]
    field_origin_mm: tuple[float, float]
    dice_area_mm: tuple[float, float, float, float] | None = None


class PiecesTable(_File, frozen=True):
    """``[pieces]``: the discs."""

    diameter_mm: float = 18.0
    height_mm: float = 5.0


class BallTable(_File, frozen=True):
    """``[ball]``: how a holder carries it, and its size."""

    carried: tuple[Literal["ring", "on_top", "beside"], ...] = ("ring",)
    ring_diameter_mm: float = 22.5
    ring_height_mm: float = 1.5
    diameter_mm: float = 9.5


class MarkersTable(_File, frozen=True):
    """``[markers]``: square fiducials (OpenCV ArUco) printed round the field."""

    dictionary: str
    size_mm: float
    quiet_zone_mm: float
    corner_mm: dict[int, tuple[float, float]]
    """North-west corner of each marker by id, board frame; all upright for a viewer at the south edge."""


class BoardFile(_File, frozen=True):
    """A whole board file."""

    format: Literal[1]
    name: str
    game: str
    grid: GridTable
    goals: SidesTable
    sheet: SheetTable
    centre_mark: Space | None = None
    corner_spots: SidesTable | None = None
    areas: dict[str, AreaTable] = {}
    deviation_chart: ChartTable | None = None
    pieces: PiecesTable = PiecesTable()
    ball: BallTable = BallTable()
    markers: MarkersTable | None = None


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
    centre_mark: Space | None
    deviation: tuple[str, ...]
    """Direction of the numbers 1, 2, ... of the die; empty without a chart."""
    file: BoardFile
    """The file's own tables: sheet, markers, sizes of pieces and ball."""


def marker_corners_mm(markers: MarkersTable) -> dict[int, tuple[Point, Point, Point, Point]]:
    """Corners of each marker by id, clockwise from its own top-left, board frame."""
    s = markers.size_mm
    return {
        number: (Point(x, y), Point(x + s, y), Point(x + s, y + s), Point(x, y + s))
        for number, (x, y) in markers.corner_mm.items()
    }


def load_board(path: Path) -> Board:
    """Read a board file. Raises BoardError with one plain sentence: file, line and key."""
    try:
        if path.stat().st_size > MAX_BOARD_BYTES:
            raise BoardError(f"{path}: larger than {MAX_BOARD_BYTES // 1024} kB, this is not a board file")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BoardError(f"{path}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise BoardError(f"{path}: is not UTF-8 text, this is not a board file") from error
    return parse_board(text, str(path))


@cache
def shipped_board(name: str) -> Board:
    """One of the boards that come with the program, for example ``regista-a2``."""
    file = resources.files("engine") / "boards" / f"{name}.toml"
    return parse_board(file.read_text(encoding="utf-8"), f"{name}.toml")


def parse_board(text: str, source: str) -> Board:
    """Read a board from TOML text; ``source`` is named in errors. Raises BoardError."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{source}: is not valid TOML: {error}") from error
    except RecursionError as error:
        raise BoardError(f"{source}: is nested too deeply") from error
    try:
        file = msgspec.convert(raw, BoardFile, strict=False)
    except msgspec.ValidationError as error:
        raise BoardError(_explain(str(error), text, source)) from error
    try:
        return _build(file)
    except _KeyFaultError as fault:
        raise BoardError(f"{_where(source, text, fault.key)}: {fault.key}: {fault}") from fault


class _KeyFaultError(ValueError):
    """A value that has the right type but makes no sense; ``key`` is its dotted path."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def _explain(message: str, text: str, source: str) -> str:
    """Turn msgspec's message into "file, line, key: what"."""
    match = re.match(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    unknown = re.search(r"unknown field `(.+)`", what)
    missing = re.search(r"missing required field `(.+)`", what)
    name = unknown or missing
    key = ".".join(part for part in (path.lstrip("."), name[1] if name else "") if part)
    if unknown:
        what = "this key is not known here; see docs/board-files.md for the keys there are"
    elif missing:
        what = "this key is missing"
    return f"{_where(source, text, key)}: {key or 'the file'}: {what}"


def _where(source: str, text: str, key: str) -> str:
    """``source, line N`` for a dotted key, or its nearest enclosing table."""
    table, wanted = "", re.sub(r"\[.*?\]", "", key)
    best, best_length = 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
            table = path = header[1].replace('"', "")
        elif pair := re.match(r"\s*([A-Za-z0-9_\-\".]+)\s*=", line):
            path = ".".join(p for p in (table, pair[1].replace('"', "")) if p)
        else:
            continue
        if (wanted == path or wanted.startswith(path + ".")) and len(path) > best_length:
            best, best_length = number, len(path)
    return f"{source}, line {best}" if best else source


def _positive(value: float, key: str, most: float = 10_000.0) -> None:
    if not 0 < value <= most:
        raise _KeyFaultError(key, f"{value} is not between 0 and {most:g}")


def _grid(file: BoardFile) -> Grid:
    table = file.grid
    _positive(table.width_mm, "grid.width_mm", 500.0)
    if not re.fullmatch(r"[A-Z]{2,26}", table.rows) or len(set(table.rows)) != len(table.rows):
        raise _KeyFaultError("grid.rows", f"{table.rows!r} must be 2 to 26 different capital letters, north to south")
    if not 2 <= table.columns <= MAX_SPACES // len(table.rows):
        raise _KeyFaultError("grid.columns", f"{table.columns} is not between 2 and {MAX_SPACES // len(table.rows)}")
    extra = file.goals.left + file.goals.right
    if table.kind == "hex":
        return HexGrid(table.rows, table.width_mm, extra, table.columns, table.first_row == "long")
    return SquareGrid(table.rows, table.width_mm, extra, table.columns)


def _build(file: BoardFile) -> Board:
    grid = _grid(file)
    try:
        known = set(grid.spaces)
    except SpaceError as error:
        raise _KeyFaultError("goals", str(error)) from error
    if len(grid.points) != len(set(grid.points.values())):
        raise _KeyFaultError("goals", "a goal space lies on another space")
    corners = file.corner_spots or SidesTable((), ())
    for key, spaces in (
        ("centre_mark", (file.centre_mark,) if file.centre_mark else ()),
        ("corner_spots.left", corners.left),
        ("corner_spots.right", corners.right),
    ):
        for space in spaces:
            if space not in known:
                raise _KeyFaultError(key, f"{space!r} is not a space of this board")
    _check_lengths(file)
    return Board(
        name=file.name,
        game=file.game,
        grid=grid,
        goals={"left": file.goals.left, "right": file.goals.right},
        areas={name: _area(grid, name, area) for name, area in file.areas.items()},
        corner_spots={"left": corners.left, "right": corners.right},
        centre_mark=file.centre_mark,
        deviation=_deviation(grid, file.deviation_chart),
        file=file,
    )


def _check_lengths(file: BoardFile) -> None:
    for axis, value in enumerate(file.sheet.size_mm):
        _positive(value, f"sheet.size_mm[{axis}]")
    _positive(file.pieces.diameter_mm, "pieces.diameter_mm", 500.0)
    _positive(file.pieces.height_mm, "pieces.height_mm", 500.0)
    _positive(file.ball.diameter_mm, "ball.diameter_mm", 500.0)
    _positive(file.ball.ring_diameter_mm, "ball.ring_diameter_mm", 500.0)
    if file.markers is not None:
        _positive(file.markers.size_mm, "markers.size_mm", 500.0)


def _deviation(grid: Grid, chart: ChartTable | None) -> tuple[str, ...]:
    if chart is None:
        return ()
    names = tuple(grid.steps)
    if chart.first not in names:
        raise _KeyFaultError("deviation_chart.first", f"{chart.first!r} is not one of {', '.join(names)}")
    start, sense = names.index(chart.first), 1 if chart.clockwise else -1
    return tuple(names[(start + sense * k) % len(names)] for k in range(len(names)))


def _area(grid: Grid, name: str, area: AreaTable) -> frozenset[Space]:
    key = f"areas.{name}"
    if area.spaces is not None:
        if unknown := [space for space in area.spaces if space not in grid.points]:
            raise _KeyFaultError(f"{key}.spaces", f"{unknown[0]!r} is not a space of this board")
        return frozenset(area.spaces)
    if area.centre is not None and area.radius is not None:
        if area.centre not in grid.points:
            raise _KeyFaultError(f"{key}.centre", f"{area.centre!r} is not a space of this board")
        return frozenset(s for s in grid.field_spaces if grid.distance(s, area.centre) <= area.radius)
    if area.goal_line is not None and area.rows is not None and area.depth is not None:
        reach_mm = area.depth * grid.width_mm
        return frozenset(
            space
            for space in grid.field_spaces
            if space[0] in area.rows
            # Half a millimetre of tolerance: a centre exactly on the area's line lies outside it.
            and _from_goal_line_mm(grid, space, area.goal_line) < reach_mm - 0.5
        )
    raise _KeyFaultError(key, "needs goal_line, rows and depth, or centre and radius, or spaces")


def _from_goal_line_mm(grid: Grid, space: Space, side: Side) -> float:
    x_mm = grid.centre_mm(space).x_mm
    return x_mm if side == "left" else grid.field_size_mm[0] - x_mm
