"""Everything that is measured once per picture before pieces and ball are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from engine.board import sheet_bounds_mm
from vision.ball_maps import USUAL, BallMap, ball_maps, in_outline, shade_on_paper
from vision.ball_on_grass import Lit, on_grass, see_turf
from vision.evidence import Evidence, colour_evidence, dim_light, too_dark
from vision.foreign import Cover, burnt_out, find_cover
from vision.ground import GLARE_STEP, Standing, compare, glare_near, see_print
from vision.illumination import KNOTS, balance, balanced_by
from vision.known_colours import NOTHING_KNOWN, KnownColours
from vision.memory import keep_freed_memory
from vision.parallax import carry
from vision.part import PartOfView, stretched
from vision.print_map import field_map, goal_map
from vision.printed import printed_by_kit
from vision.rectify import RectifiedView, rectify, view_shape
from vision.ring import ring_map
from vision.silhouettes import DiscShape, piece_shape
from vision.table_light import TableLight, see_paper
from vision.teams import TeamColours, learn_colours, things_like_discs
from vision.veil import veil_over, without_veil
from vision.warmth import Grounds, warm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.evidence import FloatMap
    from vision.illumination import Planes
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
    at: PartOfView
    """Which part of the view of the whole sheet it is."""
    light: TableLight
    """By what the colours were measured."""
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

    @cached_property
    def ball_shade(self) -> FloatMap:
        """0..1 (height, width): how much darker than pale print each place is; see ``shade_on_paper``."""
        return shade_on_paper(self.standing, self.on_sheet)

    def lamp_at(self, place_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        """(3,) BGR gain at a board point (2,); beside the sheet, that of the sheet's nearest edge."""
        (rows, columns), (down, across) = self.at.of, self.at.part
        share = (self.view.to_px(place_mm)[0] + (across.start, down.start) + 0.5) / (columns, rows)
        column, row = np.clip((share * KNOTS).astype(int), 0, KNOTS - 1)
        return np.asarray(self.light.gain[row, column], np.float32)


def look(image: Image, pose: BoardPose, board: Board, known: KnownColours = NOTHING_KNOWN) -> TableSight:
    """Rectify the whole sheet on the tops' plane, balance its colours, and measure them."""
    keep_freed_memory()
    view = rectify(image, pose, sheet_bounds_mm(board), VIEW_PX_PER_MM, board.file.pieces.place_mm)
    camera_mm, at = pose.camera_position_mm(), PartOfView.whole(view.inside.shape)
    field = field_map(view, board, camera_mm)
    printed = known.printed or printed_by_kit(board)
    balanced = balance(view, board, printed, camera_mm)
    veil = veil_over(balanced.light, field, view.px_per_mm)
    planes = without_veil(balanced.light, veil, at)
    dim_mesh = dim_light(balanced.light, field, view.px_per_mm)
    dim = None if dim_mesh is None else stretched(dim_mesh, at)
    evidence = colour_evidence(planes, balanced.light, view.px_per_mm, dim)
    sample = _sparse(field)
    green = -(_sparse(evidence.blue) + _sparse(evidence.red))[sample]
    grass = float(np.median(green)) if len(green) else 0.0
    light = TableLight(
        gain=balanced.gain,
        veil=veil,
        dim=dim_mesh,
        grass=grass,
        paper=see_paper(evidence, field, grass),
        turf=see_turf(evidence, field, view.px_per_mm),
        printed=see_print(view, evidence, printed, camera_mm, field),
        near_glare=glare_near(view, board.file.pieces.diameter_mm),
    )
    return _Looked(board, view, camera_mm, at, light, field, planes, evidence, too_dark(view.image, dim)).seen(known)


def look_in(
    image: Image, pose: BoardPose, board: Board, known: KnownColours, *, light: TableLight, at: PartOfView
) -> TableSight:
    """The same of a part of the view, in a light that was measured before; ``known`` has the teams' colours.

    Large things that cover the table are not looked for: there is none where the table changed by little.
    """
    bounds_mm, height_mm = sheet_bounds_mm(board), board.file.pieces.place_mm
    view = rectify(image, pose, bounds_mm, VIEW_PX_PER_MM, height_mm, part=at.part)
    camera_mm = pose.camera_position_mm()
    raw = balanced_by(view, light.gain, at)
    planes = without_veil(raw, light.veil, at)
    dim = None if light.dim is None else stretched(light.dim, at)
    evidence = colour_evidence(planes, raw, view.px_per_mm, dim)
    field, unlit = field_map(view, board, camera_mm), too_dark(view.image, dim)
    return _Looked(board, view, camera_mm, at, light, field, planes, evidence, unlit).seen(known)


def view_of_sheet(board: Board) -> PartOfView:
    """All of the view that ``look`` looks at."""
    return PartOfView.whole(view_shape(sheet_bounds_mm(board), VIEW_PX_PER_MM))


@dataclass(frozen=True, eq=False)
class _Looked:
    """A view whose colours were measured; see ``TableSight``."""

    board: Board
    view: RectifiedView
    camera_mm: NDArray[np.float64]
    at: PartOfView
    light: TableLight
    field: NDArray[np.bool_]
    planes: Planes
    evidence: Evidence
    unlit: NDArray[np.bool_]

    def seen(self, known: KnownColours) -> TableSight:
        """All that is told from these colours."""
        board, view, field, camera_mm = self.board, self.view, self.field, self.camera_mm
        paper, shape = self.light.paper.at(self.at), piece_shape(board.file.pieces)
        standing = compare(view, self.evidence, self.light.printed.ground(self.at), self._near_glare())
        cover = self._cover(known, standing, paper)
        goals = goal_map(view, board, camera_mm)
        grounds = Grounds(field, goals, _margin(view, board, field), ring_map(view, board, camera_mm))
        warmth = warm(self.planes, self.evidence, paper, grounds)
        teams = known.teams
        if teams is None:
            free = ((field | goals) & ~cover.foreign).astype(np.float32)
            teams = learn_colours(things_like_discs(view, standing, free, warmth, shape=shape, camera_mm=camera_mm))
        on_sheet = in_outline(view, carry(_sheet_corners_mm(board), camera_mm, 0.0, view.height_mm))
        lit = Lit(self.evidence, paper, warmth, teams.red.red)
        grass_balls = on_grass(lit, self.light.turf, standing.dull, field, px_per_mm=view.px_per_mm, at=self.at)
        return TableSight(
            board=board,
            view=view,
            camera_mm=camera_mm,
            at=self.at,
            light=self.light,
            evidence=self.evidence,
            standing=standing,
            teams=teams,
            field=field,
            cover=cover,
            unlit=self.unlit,
            ball_colours=ball_maps(standing, teams, known.balls or USUAL, on_sheet, grass_balls),
            on_sheet=on_sheet,
            warm=warmth,
            disc=shape,
        )

    def _cover(self, known: KnownColours, standing: Standing, paper: FloatMap) -> Cover:
        if not self.at.is_whole:
            return Cover(np.zeros_like(self.field), burnt_out(self.view, self.field))
        photographed = known.printed is not None and known.printed.photographed
        return find_cover(
            self.view,
            self.evidence,
            self.field,
            grass=self.light.grass,
            paper=paper,
            disc_mm=self.board.file.pieces.diameter_mm,
            differs=standing.differs if photographed else None,
            unlit=self.unlit,
        )

    def _near_glare(self) -> NDArray[np.bool_] | None:
        near = self.light.near_glare
        if near is None or self.at.is_whole:
            return near
        rows, columns = (slice(side.start // GLARE_STEP, -(-side.stop // GLARE_STEP)) for side in self.at.part)
        return near[rows, columns]


def _sheet_corners_mm(board: Board) -> tuple[tuple[float, float], ...]:
    west, north, east, south = sheet_bounds_mm(board)
    return (west, north), (east, north), (east, south), (west, south)


def _margin(view: RectifiedView, board: Board, field: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(height, width): the sheet outside the field, if the board's goals stand there."""
    return view.inside & ~field if board.file.goals.mouth_mm is not None else np.zeros_like(field)


def _sparse(values: NDArray[_Value]) -> NDArray[_Value]:
    return values[::3, ::3]
