"""Everything that is measured once per picture before pieces and ball are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import cv2
import numpy as np

from vision.ball_maps import USUAL, BallMap, ball_maps, in_outline, shade_on_paper
from vision.ball_on_grass import Lit, on_grass
from vision.evidence import Evidence, colour_evidence, dim_light, too_dark
from vision.foreign import Cover, find_cover
from vision.ground import Standing, compare, see_ground
from vision.illumination import KNOTS, balance
from vision.known_colours import NOTHING_KNOWN, KnownColours
from vision.memory import keep_freed_memory
from vision.parallax import carry
from vision.print_map import field_map, goal_map
from vision.printed import printed_by_kit
from vision.rectify import RectifiedView, rectify
from vision.ring import ring_map
from vision.silhouettes import DiscShape, piece_shape
from vision.teams import TeamColours, learn_colours, things_like_discs
from vision.veil import without_veil
from vision.warmth import Grounds, warm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.evidence import FloatMap
    from vision.rectify import Image

_Value = TypeVar("_Value", bound=np.generic)

VIEW_PX_PER_MM = 1.8
"""About what a 1280 px camera sees of an A2 sheet; in coarser views the rim of a flat ball under a piece is lost."""


@dataclass(frozen=True, eq=False)
class TableSight:
    """One picture, seen from above on the plane of the discs' tops, with its colours measured."""

    board: Board
    view: RectifiedView
    camera_mm: NDArray[np.float64]
    """(x, y, height) of the camera."""
    evidence: Evidence
    standing: Standing
    """How each place differs from the empty print."""
    teams: TeamColours
    field: NDArray[np.bool_]
    """(height, width): the field's grass, as far as it is in the picture."""
    cover: Cover
    unlit: NDArray[np.bool_]
    """(height, width): corners with too little light for anything to be told."""
    ball_colours: dict[str, BallMap]
    on_sheet: NDArray[np.bool_]
    """(height, width): what of the view shows the sheet."""
    warm: FloatMap
    """0..1 (height, width): what is of an orange ball's colour or yellow, print included: no disc's."""
    disc: DiscShape
    """A disc standing on the board."""
    lamp: NDArray[np.float32]
    """What takes the lamps' colour out of linear light; see ``Balanced.gain``."""

    @cached_property
    def ball_shade(self) -> FloatMap:
        """0..1 (height, width): how much darker than pale print each place is; see ``shade_on_paper``."""
        return shade_on_paper(self.standing, self.on_sheet)

    def lamp_at(self, place_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        """(3,) BGR gain at a board point (2,); beside the sheet, that of the sheet's nearest edge."""
        rows, columns = self.view.inside.shape
        share = (self.view.to_px(place_mm)[0] + 0.5) / (columns, rows)
        column, row = np.clip((share * KNOTS).astype(int), 0, KNOTS - 1)
        return np.asarray(self.lamp[row, column], np.float32)


def look(image: Image, pose: BoardPose, board: Board, known: KnownColours = NOTHING_KNOWN) -> TableSight:
    """Rectify the whole sheet on the tops' plane, balance its colours, and measure them."""
    keep_freed_memory()
    pieces = board.file.pieces
    view = rectify(image, pose, _sheet_bounds_mm(board), VIEW_PX_PER_MM, pieces.place_mm)
    camera_mm = pose.camera_position_mm()
    field = field_map(view, board, camera_mm)
    printed = known.printed or printed_by_kit(board)
    balanced = balance(view, board, printed, camera_mm)
    light = without_veil(balanced, field)
    dim = dim_light(balanced.light, field, view.px_per_mm)
    evidence = colour_evidence(light, balanced.light, view.px_per_mm, dim)
    sample = _sparse(field)
    green = -(_sparse(evidence.blue) + _sparse(evidence.red))[sample]
    grass = float(np.median(green)) if len(green) else 0.0
    paper = _paper_brightness(evidence, field, grass)
    shape = piece_shape(pieces)
    ground = see_ground(view, evidence, printed, camera_mm, field)
    standing = compare(view, evidence, ground, pieces.diameter_mm)
    unlit = too_dark(view.image, dim)
    cover = find_cover(
        view,
        evidence,
        field,
        grass=grass,
        paper=paper,
        disc_mm=pieces.diameter_mm,
        differs=standing.differs if printed.photographed else None,
        unlit=unlit,
    )
    goals = goal_map(view, board, camera_mm)
    grounds = Grounds(field, goals, _margin(view, board, field), ring_map(view, board, camera_mm))
    warmth = warm(light, evidence, paper, grounds)
    teams = known.teams
    if teams is None:
        free = (field | goals) & ~cover.foreign
        teams = learn_colours(
            things_like_discs(view, standing, free.astype(np.float32), warmth, shape=shape, camera_mm=camera_mm)
        )
    on_sheet = in_outline(view, carry(_sheet_corners_mm(board), camera_mm, 0.0, view.height_mm))
    grass_balls = on_grass(Lit(evidence, paper, warmth, teams.red.red), standing.dull, field, view.px_per_mm)
    return TableSight(
        board=board,
        view=view,
        camera_mm=camera_mm,
        evidence=evidence,
        standing=standing,
        teams=teams,
        field=field,
        cover=cover,
        unlit=unlit,
        ball_colours=ball_maps(standing, teams, known.balls or USUAL, on_sheet, grass_balls),
        on_sheet=on_sheet,
        warm=warmth,
        disc=shape,
        lamp=balanced.gain,
    )


def _sheet_bounds_mm(board: Board) -> tuple[float, float, float, float]:
    (origin_x, origin_y), (size_x, size_y) = board.file.sheet.field_origin_mm, board.file.sheet.size_mm
    return -origin_x, -origin_y, size_x - origin_x, size_y - origin_y


def _sheet_corners_mm(board: Board) -> tuple[tuple[float, float], ...]:
    west, north, east, south = _sheet_bounds_mm(board)
    return (west, north), (east, north), (east, south), (west, south)


def _margin(view: RectifiedView, board: Board, field: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(height, width): the sheet outside the field, if the board's goals stand there."""
    return view.inside & ~field if board.file.goals.mouth_mm is not None else np.zeros_like(field)


def _sparse(values: NDArray[_Value]) -> NDArray[_Value]:
    return values[::3, ::3]


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
