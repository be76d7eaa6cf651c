"""Everything that is measured once per picture before pieces and ball are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.match import TEAMS, Team
from vision.ball import BallMap
from vision.evidence import Evidence, colour_evidence
from vision.foreign import Cover, find_cover
from vision.illumination import balance
from vision.print_map import field_map, goal_map
from vision.rectify import RectifiedView, rectify
from vision.ring import Ring, ring_of
from vision.silhouettes import DiscShape
from vision.teams import TeamLevel, learn_levels
from vision.veil import without_veil

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.ball import BallColour
    from vision.evidence import FloatMap
    from vision.rectify import Image

VIEW_PX_PER_MM = 1.8
"""About what a 1280 px camera sees of an A2 sheet."""


_EDGE_MM = 1.5
"""The line round the field and the paper beside it are out of what a white ball is looked for in."""
_GROUND_STEP = 8
_GROUND_MM = 60.0
"""Width of the neighbourhood whose median is the ground: much wider than a ball, narrower than a lamp's reflection."""
_LOST_GAIN, _LOST_LEAST = 2.6, 0.6
"""White counts from a quarter of the green lost, fully from six tenths."""
_LEAST_GREEN = 0.03
"""Purity of ground that is burnt out: less cannot be told from noise."""


@dataclass(frozen=True, eq=False)
class TableSight:
    """One picture, seen from above on the plane of the discs' tops, with its colours measured."""

    board: Board
    view: RectifiedView
    camera_mm: NDArray[np.float64]
    """(x, y, height) of the camera."""
    evidence: Evidence
    levels: dict[Team, TeamLevel]
    field: NDArray[np.bool_]
    """(height, width): the field's grass, as far as it is in the picture."""
    cover: Cover
    ball_colours: dict[BallColour, BallMap]
    warm: FloatMap
    """0..1 (height, width): what is of an orange ball's colour or yellow, print included: no disc's."""
    disc: DiscShape
    """A disc standing on the board."""


def look(image: Image, pose: BoardPose, board: Board) -> TableSight:
    """Rectify the whole sheet on the tops' plane, balance its colours, and measure them."""
    pieces = board.file.pieces
    view = rectify(image, pose, _sheet_bounds_mm(board), VIEW_PX_PER_MM, pieces.height_mm)
    camera_mm = pose.camera_position_mm()
    field = field_map(view, board, camera_mm)
    balanced = balance(view, board)
    light = without_veil(balanced, field)
    evidence = colour_evidence(light, balanced.light, view.px_per_mm)
    sample = _sparse(field)
    green = -(evidence.blue + evidence.red)
    grass = float(np.median(green[::3, ::3][sample])) if sample.any() else 0.0
    paper = _paper_brightness(evidence, field, grass)
    cover = find_cover(view, evidence, field, grass=grass, paper=paper, disc_mm=pieces.diameter_mm)
    shape = DiscShape(pieces.diameter_mm, 0.0, pieces.height_mm)
    ground = {team: _median(evidence.of(team), sample) for team in TEAMS}
    grounds = _Grounds(
        field, goal_map(view, board, camera_mm), _margin(view, board, field), ring_of(view, board, camera_mm)
    )
    return TableSight(
        board=board,
        view=view,
        camera_mm=camera_mm,
        evidence=evidence,
        levels=learn_levels(view, evidence, ground, shape, camera_mm),
        field=field,
        cover=cover,
        ball_colours=_ball_colours(light, evidence, paper, grounds),
        warm=_warm(light, evidence, paper, grounds),
        disc=shape,
    )


def _sheet_bounds_mm(board: Board) -> tuple[float, float, float, float]:
    (origin_x, origin_y), (size_x, size_y) = board.file.sheet.field_origin_mm, board.file.sheet.size_mm
    return -origin_x, -origin_y, size_x - origin_x, size_y - origin_y


def _margin(view: RectifiedView, board: Board, field: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(height, width): the sheet outside the field, if the board's goals stand there."""
    return view.inside & ~field if board.file.goals.mouth_mm is not None else np.zeros_like(field)


def _sparse(field: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return field[::3, ::3]


def _median(values: FloatMap, sample: NDArray[np.bool_]) -> float:
    return float(np.median(values[::3, ::3][sample])) if sample.any() else 0.0


@dataclass(frozen=True, eq=False)
class _Grounds:
    """Masks (height, width) of what a ball may lie on."""

    field: NDArray[np.bool_]
    goals: NDArray[np.bool_]
    margin: NDArray[np.bool_]
    """The sheet round the field, where balls that are kicked come to rest; nothing in games without such."""
    ring: Ring
    """The squares round the field; none on most boards."""


def _ball_colours(light: FloatMap, evidence: Evidence, paper: FloatMap, grounds: _Grounds) -> dict[BallColour, BallMap]:
    """Maps of white and of orange; both also have to be bright for the light that falls there.

    ``paper`` (height, width): how bright white paper would be in each place.
    """
    field = grounds.field
    bright = np.clip((evidence.brightness / paper - 0.15) / 0.35, 0.0, 1.0)
    # Orange stands out from the goals' paper, white does not, nor from the line that the field ends with.
    side = 2 * round(_EDGE_MM * VIEW_PX_PER_MM) + 1
    inner = cv2.erode(field.astype(np.uint8), np.ones((side, side), np.uint8)).astype(np.float32)
    white = _whiteness(evidence, field) * bright * inner
    grass = _median(evidence.neutral, _sparse(field))
    on_disc = _on_disc(evidence, grass) * bright * inner
    ring = grounds.ring.inside
    white = np.where(ring, _white_on_ring(evidence, grounds.ring) * bright, white)
    on_disc = np.where(ring, _on_disc(evidence, grass) * bright, on_disc)
    warm = _warm(light, evidence, paper, grounds)
    orange = np.asarray(np.where(ring, _redder_than_ring(evidence, grounds.ring) * warm, warm), np.float32)
    told = np.maximum(inner, ring.astype(np.float32))
    return {
        "white": BallMap(np.asarray(white, np.float32), np.asarray(on_disc, np.float32), told),
        "orange": BallMap(orange, orange, np.ones_like(inner)),
    }


def _on_disc(evidence: Evidence, grass: float) -> FloatMap:
    """(height, width) 0..1: how much whiter than discs a place is."""
    return np.asarray(np.clip((evidence.neutral - grass) / max(0.05, 1.0 - grass) * 2.0 - 0.6, 0.0, 1.0), np.float32)


def _white_on_ring(evidence: Evidence, ring: Ring) -> FloatMap:
    """(height, width) 0..1: how much less coloured than the ring's squares a place is."""
    ground = ring.ground(evidence.neutral)
    return np.asarray(
        np.clip((evidence.neutral - ground) / np.maximum(0.05, 1.0 - ground) * 2.0 - 0.6, 0, 1), np.float32
    )


def _redder_than_ring(evidence: Evidence, ring: Ring) -> FloatMap:
    """(height, width) 0..1: how much redder than the ring's squares a place is; goals are yellow."""
    return np.asarray(np.clip((evidence.red - ring.ground(evidence.red) - 0.05) / 0.12, 0.0, 1.0), np.float32)


def _warm(light: FloatMap, evidence: Evidence, paper: FloatMap, grounds: _Grounds) -> FloatMap:
    """(height, width) 0..1: how orange or yellow a place is, and lit."""
    lit_red = np.clip((light[..., 2] / paper - 0.1) / 0.2, 0.0, 1.0)
    where = grounds.field | grounds.goals | grounds.margin | grounds.ring.inside
    return np.asarray(np.clip((evidence.warm - 0.03) / 0.06, 0.0, 1.0) * lit_red * where, np.float32)


def _whiteness(evidence: Evidence, field: NDArray[np.bool_]) -> FloatMap:
    """(height, width) 0..1: how far a place has lost the ground's green that is seen near it, and is no other colour.

    Gloss makes the grass pale. What is white there has still less green than the pale grass beside it.
    """
    ground = _local_ground(evidence.green, field)
    lost = 1.0 - evidence.green / np.maximum(ground, np.float32(_LEAST_GREEN))
    plain = np.clip((evidence.neutral - 0.35) / 0.25, 0.0, 1.0)
    return np.asarray(np.clip(lost * _LOST_GAIN - _LOST_LEAST, 0.0, 1.0) * plain, np.float32)


def _local_ground(purity: FloatMap, field: NDArray[np.bool_]) -> FloatMap:
    """(height, width) the ground's purity near each place: a median, so that pieces, lines and balls do not count."""
    part = (slice(None, None, _GROUND_STEP), slice(None, None, _GROUND_STEP))
    small, on_field = purity[part], field[part]
    everywhere = float(np.median(small[on_field])) if on_field.any() else 0.0
    levels = np.round(np.clip(np.where(on_field, small, everywhere), 0.0, 0.5) * 510.0).astype(np.uint8)
    side = 2 * round(_GROUND_MM / 2 * VIEW_PX_PER_MM / _GROUND_STEP) + 1
    local = cv2.medianBlur(levels, side).astype(np.float32) / np.float32(510.0)
    size = field.shape[1], field.shape[0]
    return np.asarray(cv2.resize(local, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _paper_brightness(evidence: Evidence, field: NDArray[np.bool_], grass: float) -> FloatMap:
    """(height, width) how bright white paper would be in each place, judged by the grass near it.

    At the edge of a sunbeam or shadow the darker side counts for both.
    """
    step = 8
    small = cv2.resize(evidence.brightness, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    green = cv2.resize(-(evidence.blue + evidence.red), None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    on_field = cv2.resize(field.astype(np.float32), None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    usable = ((green > 0.6 * grass) & (on_field > 0.9)).astype(np.float32)
    if not usable.any():
        return np.ones_like(evidence.brightness)
    weight = cv2.GaussianBlur(usable, (0, 0), 1.5)
    near = cv2.GaussianBlur(small * usable, (0, 0), 1.5) / np.maximum(weight, 0.05)
    everywhere = float(np.median(small[usable > 0]))
    local = cv2.erode(np.where(weight > 0.05, near, everywhere).astype(np.float32), np.ones((5, 5), np.uint8))
    size = evidence.brightness.shape[1], evidence.brightness.shape[0]
    # The balance makes paper 1 in most of the light, and ``everywhere`` is what the grass has in it.
    return np.asarray(cv2.resize(local, size, interpolation=cv2.INTER_LINEAR) / everywhere, np.float32)
