"""Where the ball lies, in any of its forms: flat under its holder or alone, or small on, beside or away from a disc.

Every form is a known solid; its outline in the view follows from the pose. A candidate scores by how much more of the
outline's inside than of a band round it has the ball's colour. Lines, numerals and marks are too thin to fill an
outline, a glare spot or the white margin is no whiter inside it than round it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from engine.match import TEAMS
from vision.ball_outline import BallShape, Fit, fitted, kernels_of
from vision.ball_peaks import fullest_outlines
from vision.evidence import halved
from vision.parallax import carry
from vision.silhouettes import DiscShape, disc_outline_mm, paint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.board import BallTable, Board, PiecesTable
    from engine.match import Team
    from vision.ball_maps import BallMap
    from vision.discs import LocatedDisc
    from vision.evidence import FloatMap
    from vision.rectify import RectifiedView

BallForm: TypeAlias = Literal["ring", "flat", "on_top", "ball"]
"""``ring``: flat under a disc; ``flat``: the same alone; ``on_top``: small on a disc; ``ball``: small on the board."""

NOTHING = 0.44
"""A score at which a candidate is as likely nothing as a ball."""
STEEPNESS = 22.0
"""How fast the odds grow with the score."""
PLAIN = 0.9
"""A score of what is so plainly the ball that none is looked for that would be hard to see."""
_WHOLE = 0.75
"""Share of a flat ball's outline that has to show where it lies alone."""
_LEAST_BALL = 0.4
"""Share of a small ball's outline in which its colour has to be told from the ground."""
_TOP_ODDS_LOG, _TOP_SHOWS, _TOP_AROUND = -5.9, 19.7, 14.3
"""Logarithm of the odds for a ball on a disc where nothing has its colour, what a full outline adds, and what as much
colour round it takes off: beside a white ball a part of the numeral shows, and is white too."""
_TOP_USUAL, _USUAL_FROM = 17.8, 0.3
"""What as much on another disc takes off, from that much on."""
_OFF_MIDDLE = 0.22
"""How far off a disc's middle a small ball rests on it, in diameters of the disc."""


@dataclass(frozen=True, eq=False)
class BallCandidate:
    """A place where a ball of one form may lie."""

    form: BallForm
    colour: str
    """Which ball it is by its colour: a name of ``vision.ball_maps``."""
    centre_mm: NDArray[np.float64]
    """(2,) the point under its middle, board frame."""
    disc: int | None
    """Index of the disc it lies under or on; None if it lies on the board."""
    inside: float
    """Share of its visible outline that has the colour, 0..1."""
    weakest: float
    """The same of the third of its directions from the middle that have least of it."""
    surround: float
    """The same of the band round it."""
    odds_log: float | None = None
    """Logarithm of the odds that it is the ball, where that is known; None: see ``score``."""
    solid: float = 0.0
    """What its outline and shade in the camera's picture say for (or, negative, against) a solid: ``ball_proof``."""
    open_log: float = 0.0
    """What an outline that is nowhere to be seen takes off ``odds_log``."""

    @property
    def score(self) -> float:
        """1.3 for a perfect ball; 0.5 and more are balls, 0.4 and less are gloss, lines, numerals and edges.

        Full inside counts most; blur and shade may take one side away. What has the colour all round is no ball.
        """
        if self.odds_log is not None:
            return NOTHING + (self.odds_log - self.open_log) / STEEPNESS
        return self.inside + 0.3 * self.weakest - 2.2 * max(self.surround, 0.0) + self.solid


@dataclass(frozen=True, eq=False)
class BallScene:
    """What ball candidates are looked for in."""

    view: RectifiedView
    colours: Mapping[str, BallMap]
    discs: Sequence[LocatedDisc]
    camera_mm: NDArray[np.float64]
    board: Board
    pieces: PiecesTable
    """Of pawns only the feet."""

    @property
    def ball(self) -> BallTable:
        """What the board's file says of it."""
        return self.board.file.ball

    @cached_property
    def tops_mm(self) -> NDArray[np.float64]:
        """(N, 2) middles of the discs' upper faces, if they stand on the board."""
        seen = np.array([disc.seen_mm for disc in self.discs]).reshape(-1, 2)
        return carry(seen, self.camera_mm, self.view.height_mm, self.pieces.height_mm)


def ball_candidates(scene: BallScene) -> list[BallCandidate]:
    """Candidates of all forms that the board's file allows, best first, but for rims: see ``ball_rims``."""
    clear = 1.0 - covered_by_discs(scene)
    # A disc's numeral is white too.
    roughly = {name: halved(ball_map.colour * clear) for name, ball_map in scene.colours.items()}
    found: list[BallCandidate] = []
    if "ring" in scene.ball.carried:
        found += _flats(scene, clear, roughly)
    if {"on_top", "beside"} & set(scene.ball.carried):
        found += _balls(scene, roughly)
        found += _tops(scene)
    return best_first(among_tops(found))


def best_first(candidates: Sequence[BallCandidate]) -> list[BallCandidate]:
    """Sorted by score."""
    return sorted(candidates, key=lambda candidate: -candidate.score)


def among_tops(candidates: Sequence[BallCandidate]) -> list[BallCandidate]:
    """The same; of those on discs the odds follow from how far the same colour sets the other discs apart."""
    tops = [each for each in candidates if each.form == "on_top"]
    apart = np.array([each.inside - 0.75 * max(each.surround, 0.0) for each in tops])
    colours, discs = np.array([each.colour for each in tops]), np.array([each.disc for each in tops])

    def with_odds(top: BallCandidate) -> BallCandidate:
        others = apart[(colours == top.colour) & (discs != top.disc)]
        return replace(top, odds_log=_top_odds_log(top, others))

    return [with_odds(each) if each.form == "on_top" else each for each in candidates]


def covered_by_discs(scene: BallScene, grow_mm: float = 0.5, teams: tuple[Team, ...] = TEAMS) -> FloatMap:
    """0..1 (height, width): what the silhouettes of these teams' discs cover."""
    covered = np.zeros(scene.view.inside.shape, np.float32)
    shape = DiscShape(scene.pieces.diameter_mm + 2 * grow_mm, 0.0, scene.pieces.height_mm)
    for disc, axis in zip(scene.discs, scene.tops_mm, strict=True):
        if disc.team not in teams:
            continue
        outline_px = scene.view.to_px(disc_outline_mm(axis, shape, scene.camera_mm, scene.view.height_mm))
        low = np.floor(outline_px.min(axis=0)).astype(int) - 1
        size = np.ceil(outline_px.max(axis=0)).astype(int) + 2 - low
        _maximum(covered, paint(outline_px - low, (int(size[0]), int(size[1]))), low)
    return covered


def _maximum(canvas: FloatMap, piece: FloatMap, corner: NDArray[np.int_]) -> None:
    """Put the larger of both values into the canvas where the piece lies on it."""
    x, y = (int(v) for v in corner)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(canvas.shape[1], x + piece.shape[1]), min(canvas.shape[0], y + piece.shape[0])
    if x0 < x1 and y0 < y1:
        target = canvas[y0:y1, x0:x1]
        np.maximum(target, piece[y0 - y : y1 - y, x0 - x : x1 - x], out=target)


def _flat_ball(scene: BallScene) -> BallShape:
    table = scene.ball
    return BallShape("disc", table.ring_diameter_mm, table.ring_height_mm, *_sight(scene))


def _round_ball(scene: BallScene, middle_mm: float) -> BallShape:
    return BallShape("sphere", scene.ball.diameter_mm, middle_mm, *_sight(scene))


def _sight(scene: BallScene) -> tuple[tuple[float, float, float], float, float]:
    x, y, height = scene.camera_mm.tolist()
    return (x, y, height), scene.view.height_mm, scene.view.px_per_mm


def _loose_mm(scene: BallScene) -> float:
    """How far off a flat ball's centre a disc may stand without reaching over its edge."""
    return max(1.0, (scene.ball.ring_diameter_mm - scene.pieces.diameter_mm) / 2)


def _flats(scene: BallScene, clear: FloatMap, roughly: Mapping[str, FloatMap]) -> list[BallCandidate]:
    """A flat ball that lies alone; ``roughly`` is each colour's map away from discs, halved."""
    found = []
    height = scene.ball.ring_height_mm
    for name, ball_map in scene.colours.items():
        for seen in fullest_outlines(scene, roughly[name], _flat_ball(scene)):
            centre = carry(seen, scene.camera_mm, scene.view.height_mm, height)[0]
            fit = fitted(
                scene.view,
                (ball_map.colour.__getitem__,),
                (ball_map.told, clear.__getitem__),
                seen_mm=seen,
                kernels=kernels_of(_flat_ball(scene), centre),
                search_mm=_loose_mm(scene),
            )
            if fit is None or fit.visible <= _WHOLE:
                continue
            candidate = _candidate("flat", name, scene, fit, middle_mm=height, disc=None)
            if clear_of_discs(scene, candidate.centre_mm, 0.9 * scene.pieces.diameter_mm):
                found.append(candidate)
    return found


def _balls(scene: BallScene, roughly: Mapping[str, FloatMap]) -> list[BallCandidate]:
    """A small ball on the board, away from discs or beside one; ``roughly`` as for ``_flats``."""
    found = []
    radius = scene.ball.diameter_mm / 2
    for name, ball_map in scene.colours.items():
        for seen in fullest_outlines(scene, roughly[name], _round_ball(scene, radius)):
            centre = carry(seen, scene.camera_mm, scene.view.height_mm, radius)[0]
            kernels = kernels_of(_round_ball(scene, radius), centre)
            fit = fitted(
                scene.view,
                (ball_map.colour.__getitem__,),
                (ball_map.told,),
                seen_mm=seen,
                kernels=kernels,
                search_mm=1.5,
            )
            if fit is None or fit.visible <= _LEAST_BALL:
                continue
            foot = carry(fit.seen_mm, scene.camera_mm, scene.view.height_mm, radius)[0]
            if clear_of_discs(scene, foot, scene.pieces.diameter_mm / 2 + radius - 1.5):
                found.append(_candidate("ball", name, scene, fit, middle_mm=radius, disc=None))
    return found


def _tops(scene: BallScene) -> list[BallCandidate]:
    """A small ball on each disc; how likely they are follows from all of them, see ``among_tops``."""
    found = []
    middle_mm = scene.pieces.height_mm + scene.ball.diameter_mm / 2
    for index, (disc, centre) in enumerate(zip(scene.discs, scene.tops_mm, strict=True)):
        seen = carry(centre, scene.camera_mm, middle_mm, scene.view.height_mm)[0]
        kernels = kernels_of(_round_ball(scene, middle_mm), centre)
        for name, ball_map in scene.colours.items():
            # Gloss on the disc leaves the first high, a numeral the second.
            maps = partial(ball_map.on_disc, disc.team), ball_map.colour.__getitem__
            fit = fitted(
                scene.view, maps, (), seen_mm=seen, kernels=kernels, search_mm=_OFF_MIDDLE * scene.pieces.diameter_mm
            )
            if fit is not None and fit.visible > _LEAST_BALL:
                found.append(_candidate("on_top", name, scene, fit, middle_mm=middle_mm, disc=index))
    return found


def _top_odds_log(candidate: BallCandidate, others: NDArray[np.float64]) -> float:
    """``others``: how far the same colour sets each other disc apart.

    Numerals and plates are on many discs, a lamp's gloss too: only what sets one of them apart is a ball.

    What can be read of a numeral, and whether the outline is whole, comes later: ``ball_choice``, ``ball_proof``.
    """
    usual = max(0.0, float(others.max(initial=0.0)) - _USUAL_FROM)
    shows = _TOP_SHOWS * candidate.inside - _TOP_AROUND * max(candidate.surround, 0.0)
    return _TOP_ODDS_LOG + shows - _TOP_USUAL * usual


def _candidate(
    form: BallForm, colour: str, scene: BallScene, fit: Fit, *, middle_mm: float, disc: int | None
) -> BallCandidate:
    foot = carry(fit.seen_mm, scene.camera_mm, scene.view.height_mm, middle_mm)[0]
    return BallCandidate(form, colour, foot, disc, fit.inside, fit.weakest, fit.surround)


def clear_of_discs(scene: BallScene, foot_mm: NDArray[np.float64], least_mm: float) -> bool:
    """Whether no disc's middle is nearer to a board point (2,)."""
    off = scene.tops_mm - foot_mm
    return not bool((np.hypot(off[:, 0], off[:, 1]) < least_mm).any())
