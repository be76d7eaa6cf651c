"""The rim of a flat ball under its holder, looked at direction by direction all round each disc.

A rim shows where its disc does not hide it, mostly on the camera's side; a shadow may take half of that. So what counts
is the best quarter of a turn as well as all that shows: a line of the print, a reflection or a neighbour colours a few
directions only. A disc's own edge, blurred into the ground, may have a ball's colour too, but then all discs of its
team have it: only what sets one of them apart speaks for a rim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.ball import BallCandidate, covered_by_discs
from vision.parallax import carry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.ball import BallScene
    from vision.evidence import FloatMap
    from vision.ground import Part

_DIRECTIONS = 36
_QUARTER = _DIRECTIONS // 4
_STEP_MM = 0.4
"""Between the radii that are looked at."""
_INNER_MM = 0.4
"""So far inside the disc's edge the looking begins: the rim's plane is lower than where the disc was measured."""
_FRINGE = 0.3
"""Share of the rim's width next to the disc that is left out, for it is blurred into the disc."""
_MOST_FRINGE_MM = 0.8
_EDGE_MM = 0.3
"""The rim ends so far inside its edge for being sure of it."""
_BESIDE_MM = (1.2, 3.2)
"""Beyond its edge the ground begins and is looked at no further."""
_OFF = ((0.0, 1), (0.45, 6), (0.9, 12))
"""How far off its middle the disc may stand, in widths of the rim, and in how many directions that is tried."""
_AROUND = 1.5
"""What of the same colour beyond the rim takes off the colour in it."""
_LEAST_DIRECTIONS = 2.0
"""Fewer that show say less."""
_LEAST_SEEN = 0.05
"""Share of the directions that have to show."""
_TRACE = 0.15
"""Less of a rim's colour is not worth a word."""
_ODDS_LOG, _SHOWS = -8.0, 18.2
"""Logarithm of the odds for a rim where nothing shows, and what all of it adds."""
_COMMON, _FRINGED, _FROM = 10.0, 10.0, 0.4
"""What is taken off for as much of the colour round another disc of the team, and what more where that is much."""


@dataclass(frozen=True, eq=False)
class RimLook:
    """What shows round one disc, of one colour."""

    disc: int
    colour: str
    centre_mm: NDArray[np.float64]
    """(2,) the middle of the rim that fits best, board frame."""
    mean: float
    """-1..1: how much more of the rim than of the ground beyond it has the colour, over all directions that show."""
    best: float
    """The same over the best quarter of a turn."""
    seen: float
    """Share of the directions that show, 0..1."""
    inside: float
    surround: float
    """Shares of the rim and of the ground beyond it that have the colour, 0..1."""


def rim_looks(scene: BallScene) -> list[RimLook]:
    """Look round every disc for every colour."""
    if not scene.discs:
        return []
    rose = _Rose.of(scene)
    wide = rose.loose_mm
    clear = 1.0 - covered_by_discs(scene, min(_MOST_FRINGE_MM, _FRINGE * wide))
    points_px = rose.points_px(scene)
    part = _around(points_px, scene.view.inside.shape)
    corner = np.array((part[1].start, part[0].start), np.float32)
    open_ground = _sampled(np.asarray(clear, np.float32), points_px)
    looks = []
    for name, ball_map in scene.colours.items():
        shown = open_ground * _sampled(ball_map.bare(part), points_px - corner)
        looks += _looks(name, rose, shown, shown * _sampled(ball_map.colour, points_px))
    return looks


@dataclass(frozen=True, eq=False)
class _Rose:
    """Where the picture is looked at round each disc."""

    centres_mm: NDArray[np.float64]
    """(D, 2)"""
    radii_mm: NDArray[np.float64]
    """(K,)"""
    outward: NDArray[np.float64]
    """(N, 2)"""
    offsets_mm: NDArray[np.float64]
    """(S, 2) of the rim from the disc."""
    ring_mm: float
    loose_mm: float
    """The rim's width."""

    @classmethod
    def of(cls, scene: BallScene) -> _Rose:
        """For the discs and the flat ball of a scene."""
        pieces, ball = scene.pieces, scene.ball
        ring, disc = ball.ring_diameter_mm / 2, pieces.diameter_mm / 2
        loose = max(0.5, ring - disc)
        angles = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
        tried = [
            (off * loose, angle) for off, count in _OFF for angle in np.linspace(0, 2 * np.pi, count, endpoint=False)
        ]
        return cls(
            np.array([located.at_height(pieces.height_mm + ball.ring_height_mm) for located in scene.discs]),
            np.arange(disc - _INNER_MM, ring + _OFF[-1][0] * loose + _BESIDE_MM[1], _STEP_MM),
            np.column_stack((np.cos(angles), np.sin(angles))),
            np.array([(off * np.cos(angle), off * np.sin(angle)) for off, angle in tried]),
            ring,
            loose,
        )

    def points_px(self, scene: BallScene) -> FloatMap:
        """(N * D, K, 2) on the plane of the rim's upper face, in the view."""
        reach = self.outward[:, None, None] * self.radii_mm[:, None]
        points = self.centres_mm[:, None] + reach
        seen = carry(points.reshape(-1, 2), scene.camera_mm, scene.ball.ring_height_mm, scene.view.height_mm)
        count = len(self.outward) * len(self.centres_mm)
        return np.asarray(scene.view.to_px(seen).reshape(count, -1, 2), np.float32)

    def windows(self) -> tuple[FloatMap, FloatMap]:
        """(N, K, S) each: 0..1, whether a radius lies in the rim, and in the ground beyond it, for every offset."""
        edge = self.ring_mm + self.outward @ self.offsets_mm.T
        beyond = self.radii_mm[:, None] - edge[:, None]
        rim = _soft(-_EDGE_MM - beyond)
        ground = _soft(beyond - _BESIDE_MM[0]) * _soft(_BESIDE_MM[1] - beyond)
        return np.asarray(rim, np.float32), np.asarray(ground, np.float32)


def _soft(inside_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """0..1 over one step from outside to inside."""
    return np.asarray(np.clip(inside_mm / _STEP_MM + 0.5, 0.0, 1.0))


def _around(points_px: FloatMap, shape: tuple[int, ...]) -> Part:
    """What of a map (height, width) is needed to sample it at points."""
    low = np.floor(points_px.min(axis=(0, 1))).astype(int) - 1
    high = np.ceil(points_px.max(axis=(0, 1))).astype(int) + 2
    columns, rows = (
        slice(min(max(0, int(a)), size - 1), max(1, min(size, int(b))))
        for a, b, size in zip(low, high, shape[::-1], strict=True)
    )
    return rows, columns


def _sampled(values: FloatMap, points_px: FloatMap) -> FloatMap:
    """(N, D, K) of a map (height, width) at points; 0 outside it."""
    seen = cv2.remap(values, points_px[..., 0], points_px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen.reshape(_DIRECTIONS, -1, seen.shape[1]), np.float32)


def _looks(colour: str, rose: _Rose, shown: FloatMap, coloured: FloatMap) -> list[RimLook]:
    rim, ground = rose.windows()
    # (N, D, S) millimetres that show, and the colour's share of them.
    within, beyond = (_STEP_MM * (shown @ window) for window in (rim, ground))
    inside = _STEP_MM * (coloured @ rim) / np.maximum(within, 0.05)
    around = _STEP_MM * (coloured @ ground) / np.maximum(beyond, 0.2)
    weight = np.clip(within / (0.5 * max(rose.loose_mm - 0.8, 0.3)), 0.0, 1.0)
    more = np.clip(inside - _AROUND * around, -1.0, 1.0) * weight
    total = np.maximum(weight.sum(axis=0), _LEAST_DIRECTIONS)
    mean, best = more.sum(axis=0) / total, _best_quarter(more)
    found = []
    for disc, offset in enumerate((mean + best).argmax(axis=1)):
        at = disc, int(offset)
        share = weight[:, disc, offset] / total[at]
        if float(weight[:, disc, offset].mean()) < _LEAST_SEEN:
            continue
        found.append(
            RimLook(
                disc,
                colour,
                rose.centres_mm[disc] + rose.offsets_mm[offset],
                float(mean[at]),
                float(best[at]),
                float(weight[:, disc, offset].mean()),
                float(inside[:, disc, offset] @ share),
                float(around[:, disc, offset] @ share),
            )
        )
    return found


def _best_quarter(more: FloatMap) -> FloatMap:
    """(D, S) the largest mean of a quarter of a turn of (N, D, S)."""
    turned = np.concatenate((np.zeros_like(more[:1]), more, more[:_QUARTER])).cumsum(axis=0)
    return np.asarray((turned[_QUARTER:] - turned[:-_QUARTER]).max(axis=0) / _QUARTER, np.float32)


def rim_candidates(scene: BallScene) -> list[BallCandidate]:
    """A flat ball under each disc, as far as something shows of it."""
    if "ring" not in scene.ball.carried:
        return []
    return among_rims(rim_looks(scene), [disc.team for disc in scene.discs])


def among_rims(looks: Sequence[RimLook], teams: Sequence[Team]) -> list[BallCandidate]:
    """The rims that show, with their odds, which follow from what shows round the others; ``teams`` are the discs'."""
    return [_candidate(look, _usual(look, looks, teams)) for look in looks if look.mean + look.best > 2 * _TRACE]


def _usual(look: RimLook, looks: Sequence[RimLook], teams: Sequence[Team]) -> float:
    """What shows of the same colour round another disc of the same team, at most."""
    others = (
        (other.mean + other.best) / 2
        for other in looks
        if other.colour == look.colour and other.disc != look.disc and teams[other.disc] == teams[look.disc]
    )
    return max(others, default=0.0)


def _candidate(look: RimLook, usual: float) -> BallCandidate:
    shows, usual = (look.mean + look.best) / 2, max(0.0, usual)
    odds_log = _ODDS_LOG + _SHOWS * shows - _COMMON * usual - _FRINGED * max(0.0, usual - _FROM)
    return BallCandidate(
        "ring", look.colour, look.centre_mm, look.disc, look.inside, look.best, look.surround, odds_log
    )
