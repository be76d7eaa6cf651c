"""A board file for one's own board, from the board of the same game that comes with the program.

Areas, goals and marks are named by spaces: on a board with as many spaces they hold as they are. On a larger or smaller
one they keep their distance from the goal lines and from the middle.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import msgspec

from calibration.own.errors import OwnBoardError
from engine.board import Board, SheetTable, shipped_board, shipped_boards

if TYPE_CHECKING:
    from engine.board import AreaTable, BoardFile
    from engine.board_file import GoalsTable
    from engine.grid import Space

MAX_ROWS = len(string.ascii_uppercase)


def template_of(game: str) -> Board:
    """The board of a game that comes with the program. Raises OwnBoardError for a game that has none."""
    boards = (shipped_board(name) for name in shipped_boards())
    for board in boards:
        if board.game == game:
            return board
    games = sorted({shipped_board(name).game for name in shipped_boards()})
    raise OwnBoardError(f"there is no board of {game!r} to go by; there are boards of {', '.join(games)}")


def counts_of(board: Board) -> tuple[int, int]:
    """(columns, rows) of the field as one counts them on the board: along a long row, and across."""
    grid = board.grid
    length, _ = grid.field_size_mm
    return round(length / grid.width_mm), len({centre.y_mm for centre in map(grid.centre_mm, grid.field_spaces)})


def fitted(
    template: Board,
    name: str,
    *,
    columns: int | None = None,
    rows: int | None = None,
    width_mm: float | None = None,
    short_first: bool | None = None,
) -> BoardFile:
    """The template with these counts and widths; its sheet is the bare field, its markers are gone.

    Args:
        template: a board of the game.
        name: what the board shall be called.
        columns: spaces along a long row; default: the template's.
        rows: rows; default: the template's.
        width_mm: width of a space; default: the template's.
        short_first: whether the first row is a short one (hexagons); default: as on the template.

    Raises OwnBoardError for counts that the game's areas cannot be carried over to.
    """
    file = template.file
    old_columns, old_rows = counts_of(template)
    columns, rows = columns or old_columns, rows or old_rows
    if (columns, rows) != (old_columns, old_rows):
        file = _resized(file, columns - old_columns, rows - old_rows, template.game)
    grid = msgspec.structs.replace(
        file.grid,
        width_mm=width_mm or file.grid.width_mm,
        first_row=file.grid.first_row if short_first is None else ("short" if short_first else "long"),
    )
    chart = file.deviation_chart
    return msgspec.structs.replace(
        file,
        name=name,
        grid=grid,
        markers=None,
        sheet=SheetTable(size_mm=(1.0, 1.0), field_origin_mm=(0.0, 0.0)),
        deviation_chart=chart and msgspec.structs.replace(chart, centre_mm=None, radius_mm=None),
    )


def _resized(file: BoardFile, more_columns: int, more_rows: int, game: str) -> BoardFile:
    if file.grid.naming != "rows" or file.grid.ring:
        raise OwnBoardError(
            f"{game} is played on a board of fixed size; leave --columns and --rows out, or count the spaces again"
        )
    rows = len(file.grid.rows) + more_rows
    if not 2 <= rows <= MAX_ROWS or file.grid.columns + more_columns < 2:
        raise OwnBoardError(f"a board has 2 to {MAX_ROWS} rows and at least 2 columns")
    down = more_rows // 2
    if file.grid.kind == "hex":
        down -= down % 2  # a long row has to stay a long one
    letters = string.ascii_uppercase[:rows]

    def middle_rows(named: str) -> str:
        return "".join(letters[k] for k in (file.grid.rows.index(row) + down for row in named) if 0 <= k < rows)

    def carried(space: Space, more: int) -> Space:
        row = file.grid.rows.index(space[0]) + down
        return f"{letters[min(max(row, 0), rows - 1)]}{int(space[1:]) + more}"

    def sides(table: GoalsTable) -> GoalsTable:
        return msgspec.structs.replace(
            table,
            left=tuple(carried(space, 0) for space in table.left),
            right=tuple(carried(space, more_columns) for space in table.right),
        )

    def corner(space: Space, *, right: bool) -> Space:
        """A corner stays in the first or last row, at its end."""
        row = rows - 1 if space[0] == file.grid.rows[-1] else 0
        short = file.grid.kind == "hex" and (row % 2 == 0) != (file.grid.first_row == "long")
        last = file.grid.columns + more_columns - int(short)
        return f"{letters[row]}{last if right else 1}"

    def area(table: AreaTable) -> AreaTable:
        right = table.goal_line == "right"
        return msgspec.structs.replace(
            table,
            rows=table.rows and middle_rows(table.rows),
            centre=table.centre and carried(table.centre, more_columns // 2),
            spaces=table.spaces and tuple(carried(space, more_columns if right else 0) for space in table.spaces),
        )

    corners, kick_off = file.corner_spots, file.kick_off_marks
    return msgspec.structs.replace(
        file,
        grid=msgspec.structs.replace(file.grid, rows=letters, columns=file.grid.columns + more_columns),
        centre_mark=file.centre_mark and carried(file.centre_mark, more_columns // 2),
        goals=sides(file.goals),
        corner_spots=corners
        and msgspec.structs.replace(
            corners,
            left=tuple(corner(space, right=False) for space in corners.left),
            right=tuple(corner(space, right=True) for space in corners.right),
        ),
        kick_off_marks=kick_off
        and msgspec.structs.replace(
            kick_off,
            left=tuple(carried(space, more_columns // 2) for space in kick_off.left),
            right=tuple(carried(space, more_columns // 2) for space in kick_off.right),
        ),
        areas={key: area(table) for key, table in file.areas.items()},
    )
