"""A board file's form: its tables and keys, read from TOML, and errors that name file, line and key."""

from __future__ import annotations

import math
import re
import tomllib
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from engine.grid import Space  # noqa: TC001 - msgspec reads the annotations
from engine.marker_names import MARKER_COUNTS
from engine.text_file import where_in_toml

if TYPE_CHECKING:
    from collections.abc import Iterator

Side: TypeAlias = Literal["left", "right"]


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
    naming: Literal["rows", "halves"] = "rows"
    """How squares are named: by rows from north to south, or in each half from its own goal line."""
    ring: str = ""
    """Letters of the rows of squares just north and south of the field, if a ring of squares lies round it."""


class GoalsTable(_File, frozen=True):
    """``[goals]``: the spaces of each goal, or, where goals stand outside the grid, their mouths."""

    left: tuple[Space, ...] = ()
    right: tuple[Space, ...] = ()
    mouth_mm: tuple[float, float] | None = None
    """Inner edge of the north and of the south post of both goals, y in the board frame."""


class SidesTable(_File, frozen=True):
    """Spaces that belong to the left and the right end: corner spots, penalty spots."""

    left: tuple[Space, ...]
    right: tuple[Space, ...]


class AreaTable(_File, frozen=True):
    """An area: rows or columns within ``depth`` widths of a goal line, steps from a centre, or spaces by name."""

    goal_line: Side | None = None
    rows: str | None = None
    columns: tuple[int, int] | None = None
    """First and last column (squares named in halves)."""
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
    line_mm: float | None = None
    """Width of the touch and goal lines, inside the field; without it the kit's own."""


class PiecesTable(_File, frozen=True):
    """``[pieces]``: discs that lie flat, or pawns that stand on a round foot."""

    diameter_mm: float = 18.0
    """Of the disc, or of the pawn's foot."""
    height_mm: float = 5.0
    """Of the whole piece."""
    form: Literal["disc", "pawn"] = "disc"
    number: Literal["top", "none"] = "top"
    """Where its number is printed; pieces without one are told apart by where they stood before."""
    foot_mm: float = 3.0
    """Thickness of a pawn's foot."""
    body_mm: float | None = None
    """Diameter of a pawn above its foot; without it half of the foot's."""

    @property
    def place_mm(self) -> float:
        """Height of the round face that a piece is located by: a disc's upper face, that of a pawn's foot."""
        return self.height_mm if self.form == "disc" else self.foot_mm

    @property
    def body_diameter_mm(self) -> float:
        """Diameter of the part that carries the number."""
        if self.form == "disc":
            return self.diameter_mm
        return self.body_mm if self.body_mm is not None else self.diameter_mm / 2


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
    goals: GoalsTable
    sheet: SheetTable
    centre_mark: Space | None = None
    corner_spots: SidesTable | None = None
    penalty_spots: SidesTable | None = None
    kick_off_marks: SidesTable | None = None
    """Where each side kicks off, if they have marks of their own."""
    areas: dict[str, AreaTable] = {}
    deviation_chart: ChartTable | None = None
    pieces: PiecesTable = PiecesTable()
    ball: BallTable = BallTable()
    markers: MarkersTable | None = None


MAX_LENGTH_MM = 10_000.0


class KeyFaultError(ValueError):
    """A value that has the right type but makes no sense; ``key`` is its dotted path."""

    def __init__(self, key: str, message: str) -> None:
        """Name the key at fault for the message ``file, line N: key: message``."""
        super().__init__(message)
        self.key = key


def read_file(text: str, source: str) -> BoardFile:
    """Read the tables of a board file; ``source`` is named in errors. Raises BoardError."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{source}: is not valid TOML: {error}") from error
    except RecursionError as error:
        raise BoardError(f"{source}: is nested too deeply") from error
    except ValueError as error:
        raise BoardError(f"{source}: holds a number that is too long") from error
    try:
        return msgspec.convert(raw, BoardFile, str_keys=True)
    except msgspec.ValidationError as error:
        raise BoardError(_explain(str(error), raw, text, source)) from error


def fault_message(fault: KeyFaultError, text: str, source: str) -> str:
    """``file, line N: key: what`` for a fault found after reading."""
    return f"{where_in_toml(source, text, fault.key)}: {fault.key}: {fault}"


_ENTRY = re.compile(r"(.*?)\[\.\.\.\](.*)")


def _explain(message: str, raw: dict[str, Any], text: str, source: str) -> str:
    """Turn msgspec's message into "file, line, key: what"."""
    match = re.match(r"(?P<what>.*?)(?: - at (?:`(?P<key>key)` in )?`\$(?P<path>.*)`)?$", message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    # A fault of an entry's own key is told of the table; of the entry's value, with "[...]" for the key.
    path = _real_path(message, raw, path.lstrip(".") + ("[...]" if match and match["key"] else ""))
    unknown = re.search(r"unknown field `(.+)`", what)
    missing = re.search(r"missing required field `(.+)`", what)
    name = unknown or missing
    key = ".".join(part for part in (path, name[1] if name else "") if part)
    if unknown:
        what = "this key is not known here; see docs/board-files.md for the keys there are"
    elif missing:
        what = "this key is missing"
    elif what.startswith("Invalid enum value"):
        what = f"{what.removeprefix('Invalid enum value ')} will not do; there is {_choices(key)}"
    return f"{where_in_toml(source, text, key)}: {key or 'the file'}: {what[:1].lower()}{what[1:]}"


def _choices(key: str) -> str:
    """The values that the key at a dotted path may have."""
    kind: Any = msgspec.inspect.type_info(BoardFile)
    for name in re.sub(r"\[.*?\]", "", key).split("."):
        if isinstance(kind, msgspec.inspect.StructType):
            kind = next(field.type for field in kind.fields if field.encode_name == name)
        elif isinstance(kind, msgspec.inspect.DictType):
            kind = kind.value_type
    return ", ".join(str(value) for value in _literals(kind))


def _literals(kind: Any) -> Iterator[Any]:  # noqa: ANN401 - msgspec's kinds of types have no common form
    if isinstance(kind, msgspec.inspect.LiteralType):
        yield from kind.values
    for inner in (getattr(kind, "item_type", None), *getattr(kind, "types", ())):
        if inner is not None:
            yield from _literals(inner)


def _real_path(message: str, raw: dict[str, Any], path: str) -> str:
    """Put the entry's name where msgspec writes ``[...]``: that entry by itself gives the same message."""
    match = _ENTRY.fullmatch(path)
    if match is None:
        return path
    parents, rest = match[1].split("."), match[2]
    table: Any = raw
    for parent in parents:
        table = table.get(parent, {}) if isinstance(table, dict) else {}
    for name, value in table.items():
        alone: dict[str, Any] = {name: value}
        for parent in reversed(parents[1:]):
            alone = {parent: alone}
        top = raw[parents[0]]
        trial = {**raw, parents[0]: {**top, **alone} if len(parents) > 1 else alone}
        try:
            msgspec.convert(trial, BoardFile, str_keys=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return f"{match[1]}.{name}{rest}"
    return path


def check_lengths(file: BoardFile) -> None:
    """Every length and coordinate is finite and of a size that a table has. Raises KeyFaultError."""
    for key, value in _lengths(file):
        if not 0 < value <= MAX_LENGTH_MM:
            raise KeyFaultError(key, f"{value:g} is not a length between 0 and {MAX_LENGTH_MM:g} mm")
    for key, values in _places(file):
        for axis, value in enumerate(values):
            if not math.isfinite(value) or abs(value) > MAX_LENGTH_MM:
                raise KeyFaultError(f"{key}[{axis}]", f"{value:g} is not within {MAX_LENGTH_MM:g} mm of the field")


MIN_PIECE_MM = 5.0
"""Smaller pieces have no face that a camera could read."""


def check_pieces(pieces: PiecesTable) -> None:
    """A pawn's foot is lower than the pawn and no narrower than its body. Raises KeyFaultError."""
    if pieces.diameter_mm < MIN_PIECE_MM:
        raise KeyFaultError("pieces.diameter_mm", f"pieces are at least {MIN_PIECE_MM:g} mm across")
    if pieces.form == "disc":
        if pieces.height_mm > pieces.diameter_mm:
            raise KeyFaultError(
                "pieces.height_mm", 'a disc is not higher than it is wide; a higher piece has form = "pawn"'
            )
        return
    if pieces.foot_mm >= pieces.height_mm:
        raise KeyFaultError("pieces.foot_mm", "a pawn's foot is lower than the whole pawn")
    if pieces.body_diameter_mm > pieces.diameter_mm:
        raise KeyFaultError("pieces.body_mm", "a pawn's body is not wider than its foot")


def check_markers(markers: MarkersTable) -> None:
    """The dictionary exists and has every marker. Raises KeyFaultError."""
    count = MARKER_COUNTS.get(markers.dictionary)
    if count is None:
        raise KeyFaultError(
            "markers.dictionary",
            f"{markers.dictionary!r} is no marker dictionary of OpenCV; there is {', '.join(MARKER_COUNTS)}",
        )
    for number in markers.corner_mm:
        if not 0 <= number < count:
            raise KeyFaultError(
                f"markers.corner_mm.{number}", f"{markers.dictionary} has markers 0 to {count - 1}, not {number}"
            )


def _lengths(file: BoardFile) -> Iterator[tuple[str, float]]:
    yield "grid.width_mm", file.grid.width_mm
    yield from ((f"sheet.size_mm[{axis}]", size) for axis, size in enumerate(file.sheet.size_mm))
    yield "pieces.diameter_mm", file.pieces.diameter_mm
    yield "pieces.height_mm", file.pieces.height_mm
    yield "pieces.foot_mm", file.pieces.foot_mm
    if file.pieces.body_mm is not None:
        yield "pieces.body_mm", file.pieces.body_mm
    yield "ball.diameter_mm", file.ball.diameter_mm
    yield "ball.ring_diameter_mm", file.ball.ring_diameter_mm
    yield "ball.ring_height_mm", file.ball.ring_height_mm
    if file.sheet.line_mm is not None:
        yield "sheet.line_mm", file.sheet.line_mm
    if file.markers is not None:
        yield "markers.size_mm", file.markers.size_mm
        yield "markers.quiet_zone_mm", file.markers.quiet_zone_mm
    if file.deviation_chart is not None and file.deviation_chart.radius_mm is not None:
        yield "deviation_chart.radius_mm", file.deviation_chart.radius_mm


def _places(file: BoardFile) -> Iterator[tuple[str, tuple[float, ...]]]:
    yield "sheet.field_origin_mm", file.sheet.field_origin_mm
    yield "sheet.dice_area_mm", file.sheet.dice_area_mm or ()
    yield "goals.mouth_mm", file.goals.mouth_mm or ()
    if file.deviation_chart is not None:
        yield "deviation_chart.centre_mm", file.deviation_chart.centre_mm or ()
    if file.markers is not None:
        for number, corner in file.markers.corner_mm.items():
            yield f"markers.corner_mm.{number}", corner
