"""A picture with what was read drawn over it, for those that were read wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from eye_pictures import Answer, Picture

    from calibration.pose import BoardPose
    from engine.observation import Observation

_RIGHT, _DOUBT, _WRONG, _TRUE = (80, 220, 80), (0, 200, 255), (40, 40, 255), (255, 255, 255)
_LEAST_WIDE_PX = 1280


def save_failure(
    folder: Path, picture: Picture, answer: Answer, seen: Observation | None, pose: BoardPose | None
) -> None:
    """``NAME.png`` with rings where something was seen and crosses where something is, ``NAME_plain.png`` without."""
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{picture.name}_plain.png"), picture.image)
    canvas = _Canvas(picture.image)
    if seen is not None and pose is not None:
        _draw_seen(canvas, picture, seen, pose)
    for true, at in zip(picture.truth.pieces, picture.top_px, strict=False):
        canvas.cross(at)
        canvas.words(f"{true.piece}", (at[0] + 8, at[1] + 18), _TRUE)
    lines = [" ".join(f"{axis}={name}" for axis, name in picture.kinds.items())]
    faults = answer.alone.faults if answer.found else ()
    lines += [f"{fault.kind}: {fault.said}{' (unsure)' if fault.flagged else ''}" for fault in faults]
    lines += [answer.why] if answer.why else []
    for row, line in enumerate(lines[:30]):
        canvas.words(line, (6, 16 + 16 * row), _TRUE, scaled=False)
    cv2.imwrite(str(folder / f"{picture.name}.png"), canvas.image)


def _draw_seen(canvas: _Canvas, picture: Picture, seen: Observation, pose: BoardPose) -> None:
    pieces = picture.board.file.pieces
    wrong = {piece.piece for piece in picture.truth.pieces}
    doubts = {doubt.space for doubt in seen.unsure}
    for piece in seen.pieces:
        at = pose.project(((piece.x_mm, piece.y_mm),), pieces.height_mm)[0]
        radius = pose.px_per_mm(piece.x_mm, piece.y_mm) * pieces.diameter_mm / 2
        colour = _DOUBT if piece.space in doubts else _RIGHT if piece.piece in wrong else _WRONG
        canvas.ring(at, radius, colour)
        canvas.words(f"{piece.piece} {100 * piece.confidence:.0f}", (at[0] - radius, at[1] - radius - 3), colour)
    if seen.ball is not None:
        at = pose.project(((seen.ball.x_mm, seen.ball.y_mm),))[0]
        canvas.ring(at, 5, (255, 0, 255))
        canvas.words(f"ball {seen.ball.space} {100 * seen.ball.confidence:.0f}", at, (255, 0, 255))
    for die in seen.dice:
        at = pose.project(((die.x_mm, die.y_mm),), 14.0)[0]
        canvas.words(f"{die.team}{die.value}", at, (255, 255, 0))


class _Canvas:
    """A copy of a picture, enlarged until words on it can be read."""

    def __init__(self, image: np.ndarray) -> None:
        self._scale = max(1, -(-_LEAST_WIDE_PX // image.shape[1]))
        self.image = cv2.resize(image, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_CUBIC)

    def _px(self, at: object) -> tuple[int, int]:
        x, y = (np.asarray(at, np.float64) + 0.5) * self._scale - 0.5
        return round(float(x)), round(float(y))

    def ring(self, at: object, radius_px: float, colour: tuple[int, int, int]) -> None:
        cv2.circle(self.image, self._px(at), max(2, round(radius_px * self._scale)), colour, 1, cv2.LINE_AA)

    def cross(self, at: object) -> None:
        cv2.drawMarker(self.image, self._px(at), _TRUE, cv2.MARKER_CROSS, 8, 1, cv2.LINE_AA)

    def words(self, text: str, at: object, colour: tuple[int, int, int], *, scaled: bool = True) -> None:
        x, y = self._px(at) if scaled else (int(np.asarray(at)[0]), int(np.asarray(at)[1]))
        for thick, ink in ((3, (0, 0, 0)), (1, colour)):
            cv2.putText(self.image, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.42, ink, thick, cv2.LINE_AA)
