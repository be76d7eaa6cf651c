"""The legend beside an explained picture: what the signs mean, what is doubted and why, how sure everything is."""

from __future__ import annotations

from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from vision.explain.canvas import INK, PAPER, Box, Canvas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from engine.observation import Observation
    from vision.explain.canvas import Colour, Tones

# The palette of Okabe and Ito (Color Universal Design, 2008), which the colour-blind tell apart; BGR.
TEAM: Mapping[Team, Tones] = MappingProxyType({"B": ((233, 180, 86), INK), "R": ((0, 94, 213), PAPER)})
"""A plate's ground and ink, by team."""
_NAMES: Mapping[Team, str] = MappingProxyType({"B": "blue", "R": "red"})
_LETTERS: Mapping[Team, Colour] = MappingProxyType({"B": (233, 180, 86), "R": (80, 150, 255)})
"""Brighter where words stand on a dark ground."""
BALL: Colour = (66, 228, 240)
DIE: Colour = (140, 190, 20)
DOUBT: Colour = (190, 150, 230)
HIDDEN: Colour = (235, 235, 235)
COVERED: Colour = (0, 159, 230)
FIELD: Colour = (200, 200, 200)
_GREY: Colour = (165, 165, 165)
WIDTH_PX = 440
_TEXT_PX, _LINE_PX, _MARGIN_PX = 16, 23, 18
_LETTER = 0.54
"""Width of a letter on average, of the font's size."""


def draw_legend(height_px: int, board: Board, pose: BoardPose, seen: Observation) -> NDArray[np.uint8]:
    """A strip ``WIDTH_PX`` wide and at least ``height_px`` high."""
    return _strip(height_px, [*_title(board, pose, seen), *_signs(seen), *_doubts(seen), *_confidences(seen)])


def draw_reason(height_px: int, why: str) -> NDArray[np.uint8]:
    """The same strip where no board was found."""
    rows = [_Row("no board found", weight=700, size_px=22)]
    rows += [_Row(line) for line in wrap(why, int((WIDTH_PX - 2 * _MARGIN_PX) / (_LETTER * _TEXT_PX)))]
    return _strip(height_px, rows)


def _strip(height_px: int, rows: Sequence[_Row]) -> NDArray[np.uint8]:
    needed = 2 * _MARGIN_PX + sum(row.height_px for row in rows)
    canvas = Canvas(np.full((max(height_px, needed), WIDTH_PX, 3), INK, np.uint8))
    top = float(_MARGIN_PX)
    for row in rows:
        row.draw(canvas, top)
        top += row.height_px
    return canvas.image


class _Row:
    """A line of the legend: a sign and words."""

    def __init__(
        self,
        text: str,
        colour: Colour = PAPER,
        *,
        weight: int = 400,
        size_px: int = _TEXT_PX,
        sign: tuple[str, Tones] | None = None,
        hatch: tuple[Colour, bool] | None = None,
        indent_px: int = 0,
        before_px: int = 0,
    ) -> None:
        self._text, self._colour, self._weight, self._size_px = text, colour, weight, size_px
        self._sign, self._hatch, self._indent_px, self._before_px = sign, hatch, indent_px, before_px
        self.height_px = before_px + round(size_px * _LINE_PX / _TEXT_PX)

    def draw(self, canvas: Canvas, top: float) -> None:
        """With its upper edge at ``top``."""
        left, base = float(_MARGIN_PX), top + self._before_px + 0.75 * self._size_px
        box = Box(left, base - 14, left + 40, base + 4)
        if self._sign is not None:
            canvas.plate(self._sign[0], box, self._size_px - 3, self._sign[1])
        if self._hatch is not None:
            colour, falling = self._hatch
            x = np.array((box.left, box.right, box.right, box.left))
            y = np.array((box.top, box.top, box.bottom, box.bottom))
            canvas.hatch([np.column_stack((x, y))], colour, 9, falling=falling)
        canvas.words(self._text, (left + self._indent_px, base), self._size_px, self._colour, self._weight)


def _title(board: Board, pose: BoardPose, seen: Observation) -> Iterator[_Row]:
    yield _Row(board.name, weight=700, size_px=22)
    yield _Row(f"found; its lines fit to {pose.reprojection_px:.1f} px", _GREY)
    ball = "no ball" if seen.ball is None else "the ball"
    dice = f"{len(seen.dice)} {'die' if len(seen.dice) == 1 else 'dice'}"
    yield _Row(f"{len(seen.pieces)} pieces, {ball}, {dice}", _GREY)
    if seen.occluded:
        yield _Row("something covers part of the table", COVERED, weight=600)


def _signs(seen: Observation) -> Iterator[_Row]:
    yield _Row("Signs", weight=700, before_px=12)
    for team, name in _NAMES.items():
        if any(piece.team == team for piece in seen.pieces):
            yield _Row(f"a {name} piece; its confidence if below 99 %", sign=(f"{team}7", TEAM[team]), indent_px=52)
    if seen.ball is not None:
        yield _Row("the ball (cross) and how exactly it is known", sign=("+", (BALL, INK)), indent_px=52)
    if seen.dice:
        yield _Row("a die, its colour and upper face", sign=("B:4", (DIE, INK)), indent_px=52)
    if seen.hidden:
        yield _Row("a space that cannot be seen", hatch=(HIDDEN, False), indent_px=52)
    if seen.occluded:
        yield _Row("what covers the table", hatch=(COVERED, True), indent_px=52)
    if seen.unsure:
        yield _Row("not sure: see the number below", sign=("1", (DOUBT, INK)), indent_px=52)


def _doubts(seen: Observation) -> Iterator[_Row]:
    yield _Row("Not sure of" if seen.unsure else "Sure of everything it names", weight=700, before_px=12)
    room = int((WIDTH_PX - 2 * _MARGIN_PX - 52) / (_LETTER * _TEXT_PX))
    for number, doubt in enumerate(seen.unsure, 1):
        where = f" on {doubt.space}" if doubt.space else ""
        first, *more = wrap(f"{doubt.what}{where}: {doubt.why}", room) or [doubt.what]
        yield _Row(first, sign=(str(number), (DOUBT, INK)), indent_px=52)
        yield from (_Row(line, indent_px=52) for line in more)


_COLUMNS = 3
_PER_LINE = WIDTH_PX // _COLUMNS


class _Cells(_Row):
    """Up to three short entries side by side."""

    def __init__(self, cells: tuple[tuple[str, Colour], ...]) -> None:
        super().__init__("", size_px=_TEXT_PX - 2)
        self._cells = cells

    def draw(self, canvas: Canvas, top: float) -> None:
        """With its upper edge at ``top``."""
        width = (WIDTH_PX - 2 * _MARGIN_PX) / _COLUMNS
        for column, (text, colour) in enumerate(self._cells):
            canvas.words(text, (_MARGIN_PX + column * width, top + 0.75 * self._size_px), self._size_px, colour)


def _confidences(seen: Observation) -> Iterator[_Row]:
    yield _Row("How sure", weight=700, before_px=12)
    pieces = sorted(seen.pieces, key=lambda p: (p.team, p.number if p.number is not None else 99))
    cells = [
        (f"{piece.piece} {piece.space or 'beside'} {_percent(piece.confidence)}", _LETTERS[piece.team])
        for piece in pieces
    ]
    for start in range(0, len(cells), _COLUMNS):
        yield _Cells(tuple(cells[start : start + _COLUMNS]))
    if seen.ball is not None:
        ball = seen.ball
        where = f"with {ball.on_piece}" if ball.on_piece else f"on {ball.space or 'no space'}"
        exact = f", +-{ball.sd_mm:.1f} mm" if ball.sd_mm else ""
        yield _Row(f"ball {where} {_percent(ball.confidence)}{exact}", BALL, size_px=_TEXT_PX - 2)
    for die in seen.dice:
        face = "not read" if die.value is None else str(die.value)
        yield _Row(f"die {die.team or ''} {face} {_percent(die.confidence)}", DIE, size_px=_TEXT_PX - 2)


def _percent(confidence: float) -> str:
    """``99.8 %``, never rounded up to certainty."""
    return f"{min(confidence, 0.999):.1%}".replace("%", " %")
