"""The picture of a table with everything that was seen drawn over it, and a legend beside it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.outlines import space_outline_mm
from vision.explain.canvas import INK, Box, Canvas
from vision.explain.legend import BALL, COVERED, DIE, DOUBT, FIELD, HIDDEN, TEAM, draw_legend, draw_reason

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.observation import Observation, SeenBall, SeenDie, SeenPiece, Unsure
    from vision.explain.canvas import Tones
    from vision.rectify import Image, RectifiedView

    CoverMask: TypeAlias = tuple[NDArray[np.bool_], RectifiedView]
    """What covers the table: a mask (height, width) of a rectified view, and the view."""
    _Mark: TypeAlias = tuple[NDArray[np.float64], float, str, Tones]
    """What a label is for: its middle and radius in pixels, its text and colours."""

LEAST_WIDTH_PX = 1280
"""Smaller pictures are enlarged first, so that words fit."""
_DIM = 0.8
"""Brightness of the picture below the drawing."""
_AROUND = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_CIRCLE = np.column_stack((np.cos(_AROUND), np.sin(_AROUND)))
_SURE = 0.99
"""Confidences from here on are not worth a figure beside the piece; the legend has them all."""
_DIE_MM = 16.0
_SDS = 2.0
"""The ball's mark is so many standard deviations wide, so that it holds the truth 19 times in 20."""


def draw_explanation(
    image: Image,
    pose: BoardPose,
    board: Board,
    seen: Observation,
    cover: CoverMask | None = None,
) -> NDArray[np.uint8]:
    """Draw what was seen over the picture (height, width, 3) BGR that it was seen in.

    Pieces with outline and name (and confidence where it is below 99 %), the ball with its uncertainty, dice with their
    faces, hidden spaces, what covers the table (``cover``: a mask in a rectified view), and a number at each place of
    which the reader is not sure; what is meant stands beside the picture. Colours are told apart by the colour-blind,
    and none means anything alone. A new picture, at least 1280 wide without the legend.
    """
    large, scale = _enlarged(image)
    drawing = _Drawing(Canvas(large), pose, board, scale)
    drawing.ground(seen.hidden, cover)
    drawing.things(seen)
    drawing.doubts(seen)
    return _beside(drawing.canvas.image, draw_legend(large.shape[0], board, pose, seen))


def draw_failure(image: Image, why: str) -> NDArray[np.uint8]:
    """The picture (height, width, 3) BGR in which no board was found, and the reason beside it."""
    large, _ = _enlarged(image)
    return _beside(large, draw_reason(large.shape[0], why))


def _enlarged(image: Image) -> tuple[NDArray[np.uint8], float]:
    """The picture to draw on, dimmed, and how many times as large it is."""
    scale = max(1.0, LEAST_WIDTH_PX / image.shape[1])
    size = round(image.shape[1] * scale), round(image.shape[0] * scale)
    large = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.convertScaleAbs(large, alpha=_DIM), np.uint8), scale


def _beside(picture: NDArray[np.uint8], legend: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if legend.shape[0] > picture.shape[0]:
        below = np.full((legend.shape[0] - picture.shape[0], picture.shape[1], 3), INK, np.uint8)
        picture = np.vstack((picture, below))
    return np.hstack((picture, legend))


class _Drawing:
    """Draws things of a board onto the enlarged picture."""

    def __init__(self, canvas: Canvas, pose: BoardPose, board: Board, scale: float) -> None:
        self.canvas, self._pose, self._board, self._scale = canvas, pose, board, scale
        self._text_px = max(13, canvas.image.shape[1] // 92)

    def _px(self, points_mm: object, height_mm: float = 0.0) -> NDArray[np.float64]:
        at = self._pose.project(np.asarray(points_mm, np.float64).reshape(-1, 2), height_mm)
        # Pixel centres are integers: an enlarged picture begins at -0.5 as well.
        return (at + 0.5) * self._scale - 0.5

    def ground(self, hidden: frozenset[Space], cover: CoverMask | None) -> None:
        """The field's edge, what covers the table, and the spaces that cannot be seen."""
        length, width = self._board.grid.field_size_mm
        along = np.linspace(0, 1, 9)[:-1, None]
        corners = np.array(((0, 0), (length, 0), (length, width), (0, width), (0, 0)), np.float64)
        edge = np.vstack([start + along * (end - start) for start, end in pairwise(corners)])
        self.canvas.path(self._px(edge), FIELD, 1)
        step = max(8, self.canvas.image.shape[1] // 120)
        spaces = [self._px(space_outline_mm(self._board.grid, space)) for space in sorted(hidden)]
        self.canvas.hatch(spaces, HIDDEN, step)
        if cover is not None and cover[0].any():
            mask, view = cover
            found, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            outlines = [self._px(view.to_mm(outline.reshape(-1, 2)), view.height_mm) for outline in found]
            self.canvas.hatch(outlines, COVERED, step, falling=True)

    def things(self, seen: Observation) -> None:
        """Outlines first, so that the words keep off them; then the words."""
        marks = [self._piece(piece, seen) for piece in seen.pieces]
        marks += [self._die(die) for die in seen.dice]
        if seen.ball is not None:
            self._ball(seen.ball)
        for middle, reach, text, tones in marks:
            self.canvas.label(text, middle, reach, self._text_px, tones)

    def _piece(self, piece: SeenPiece, seen: Observation) -> _Mark:
        pieces, ball = self._board.file.pieces, self._board.file.ball
        rides = seen.ball is not None and seen.ball.on_piece == piece.piece and "ring" in ball.carried
        high = pieces.height_mm + (ball.ring_height_mm if rides else 0.0)
        outline = self._px((piece.x_mm, piece.y_mm) + pieces.diameter_mm / 2 * _CIRCLE, high)
        self.canvas.path(outline, TEAM[piece.team][0])
        sure = piece.confidence >= _SURE
        return self._mark(outline, piece.piece if sure else f"{piece.piece} {_percent(piece)}", TEAM[piece.team])

    def _die(self, die: SeenDie) -> _Mark:
        square = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * _DIE_MM / 2
        outline = self._px(np.array((die.x_mm, die.y_mm)) + square, _DIE_MM)
        self.canvas.path(outline, DIE)
        face = f"{die.team or ''}{'?' if die.value is None else f':{die.value}' if die.team else die.value}"
        return self._mark(outline, face if die.confidence >= _SURE else f"{face} {_percent(die)}", (DIE, INK))

    def _mark(self, outline: NDArray[np.float64], text: str, tones: Tones) -> _Mark:
        middle = outline.mean(axis=0)
        reach = float(np.hypot(*(outline - middle).T).mean())
        self.canvas.taken.append(Box(*(middle - reach), *(middle + reach)))
        return middle, reach, text, tones

    def _ball(self, ball: SeenBall) -> None:
        """A cross at its middle, and round it a circle in which it lies nearly surely, if that is known."""
        middle = self._px((ball.x_mm, ball.y_mm))[0]
        radius_mm = max(_SDS * ball.sd_mm, self._board.file.ball.diameter_mm / 4)
        self.canvas.cross(middle, 0.5 * self._text_px, BALL)
        self.canvas.path(self._px((ball.x_mm, ball.y_mm) + radius_mm * _CIRCLE), BALL, 1)
        self.canvas.taken.append(Box(*(middle - self._text_px / 2), *(middle + self._text_px / 2)))

    def doubts(self, seen: Observation) -> None:
        """The number of each doubt at its place, if it has one."""
        for number, doubt in enumerate(seen.unsure, 1):
            place = self._place_of(doubt)
            if place is None:
                continue
            middle = self._px(place)[0]
            reach = 0.5 * self._board.grid.width_mm * self._pose.px_per_mm(*place)
            self.canvas.label(str(number), middle, reach * self._scale, self._text_px + 2, (DOUBT, INK))

    def _place_of(self, doubt: Unsure) -> tuple[float, float] | None:
        if doubt.at_mm is not None:
            return doubt.at_mm
        known = doubt.space is not None and doubt.space in self._board.grid.points
        return self._board.grid.centre_mm(str(doubt.space)) if known else None


def _percent(seen: SeenPiece | SeenDie) -> str:
    """``98%``, never rounded up to what counts as sure."""
    return f"{int(100 * seen.confidence)}%"
