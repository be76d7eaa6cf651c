"""What tells a ball from a bright spot of its size, at the camera's own resolution.

A ball is a solid: its outline has the size that the board's file says, all round, and is as sharp as the picture is; it
takes light from what it lies on, so that there is shade beside it and on its own lower side; and it is no brighter than
paper would be there. A reflection fades out, throws no shade and outshines paper. Printed marks are flat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.ball_profiles import colours_at, ray_pixels
from vision.silhouettes import sphere_outline_mm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from vision.ball import BallCandidate, BallScene
    from vision.evidence import FloatMap
    from vision.rectify import Image

_DIRECTIONS = 24
_OUT_MM = 4.6
"""So far beyond its outline a ball's surroundings are looked at."""
_CORE, _RIM = 0.55, (0.7, 0.92)
"""Shares of the radius: the middle, and the rim without what is blurred into the ground."""
_SHADE_MM, _GROUND_MM = (0.4, 2.0), (2.6, 4.6)
"""Growths between which shade lies, and between which the ground is its own."""
_EDGE_MM = 2.0
"""The edge is looked for so far inside and outside the outline."""
_LEAST_STEP = 4.0
"""Grey levels; a smaller step has no sharpness."""
_OPEN = 15.4
"""What an outline that is nowhere to be seen takes off the logarithm of the odds for a ball on a disc."""
_MOST = 8
"""So many candidates are looked at, the best by colour."""
_WORTH = 0.3
"""Score by colour from which it is worth it."""
_HALO, _SHADED = 2.0, 0.5
"""What a brighter ground beside it, as round a reflection, takes off the score, and what shade adds."""
_MOST_SHADE = 0.2
_SOFT, _SHARP_PX, _MOST_SOFT = 0.25, 3.2, 0.3
"""What each pixel of an edge softer than cameras make takes off."""
_ROUND = 0.5
_USUAL_CRESCENT, _CRESCENT_WITHIN = 0.23, 0.14
_OUTSHINES, _PAPER = 1.5, 1.1
"""What outshining paper takes off: lightness relative to paper that is beyond it."""


@dataclass(frozen=True, slots=True)
class BallProof:
    """What was measured of a supposed ball."""

    step: float
    """Grey levels between its rim and the ground, the median of all directions' sizes."""
    closed: float
    """Share of the directions that have a step of a quarter of the median one, to the same side, at the outline."""
    edge_px: float
    """How wide the step is, in pixels of the picture: height over steepest slope."""
    shade: float
    """By how much the ground right beside it is darker than further off, on its darkest side, 0..1."""
    crescent: float
    """By how much its rim is darker than its middle, on its darkest side, 0..1."""


def proven(
    image: Image, pose: BoardPose, candidates: Sequence[BallCandidate], lightness: FloatMap, scene: BallScene
) -> list[BallCandidate]:
    """The same candidates; of the best small ones it is known whether they are solid.

    ``lightness`` (height, width) of the view is relative to paper in the same light.
    """
    radius = scene.ball.diameter_mm / 2
    on_top = scene.pieces.height_mm + radius
    small = [c for c in candidates if c.form in ("ball", "on_top") and c.score > _WORTH][:_MOST]
    solid: dict[int, BallCandidate] = {}
    for candidate in small:
        proof = prove(image, pose, candidate.centre_mm, radius, on_top if candidate.form == "on_top" else radius)
        if proof is None:
            continue
        if candidate.odds_log is not None:
            solid[id(candidate)] = replace(candidate, odds_log=candidate.odds_log - _OPEN * (1.0 - proof.closed))
        else:
            shine = brightest(lightness, scene, candidate.centre_mm)
            solid[id(candidate)] = replace(candidate, solid=_says(proof, shine))
    return [solid.get(id(each), each) for each in candidates]


def brightest(lightness: FloatMap, scene: BallScene, centre_mm: NDArray[np.float64]) -> float:
    """Mean lightness relative to paper of the middle of what is seen at a board point (2,)."""
    x, y = np.round(scene.view.to_px(centre_mm)[0]).astype(int)
    reach = max(1, round(0.25 * scene.ball.diameter_mm * scene.view.px_per_mm))
    part = lightness[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return float(part.mean()) if part.size else 0.0


def _says(proof: BallProof, shine: float) -> float:
    """What a proof adds to a candidate's score."""
    shade = _SHADED * min(max(proof.shade, 0.0), _MOST_SHADE) - _HALO * max(0.0, -proof.shade - 0.02)
    soft = min(_SOFT * max(0.0, proof.edge_px - _SHARP_PX), _MOST_SOFT)
    flat = _ROUND * max(0.0, abs(proof.crescent - _USUAL_CRESCENT) - _CRESCENT_WITHIN)
    return shade - soft - flat - _OUTSHINES * max(0.0, shine - _PAPER)


def prove(image: Image, pose: BoardPose, centre_mm: ArrayLike, radius_mm: float, middle_mm: float) -> BallProof | None:
    """Look at a supposed sphere above ``centre_mm`` (2,), with its middle at a height; None at the picture's edge."""
    growths = np.concatenate((np.linspace(-0.95 * radius_mm, -0.3, 12), np.arange(0.0, _OUT_MM + 0.01, 0.3)))
    camera_mm = pose.camera_position_mm()
    outline = sphere_outline_mm(centre_mm, radius_mm, middle_mm, camera_mm, middle_mm)[:: 48 // _DIRECTIONS]
    middle = np.asarray(centre_mm, np.float64).reshape(2)
    shares = 1.0 + growths / radius_mm
    around = ray_pixels(pose, middle[None], (outline - middle)[None], shares, middle_mm)
    (colours,), (seen,) = colours_at(image, around)
    if not seen:
        return None
    pixels = around[0]
    px_per_mm = float(np.linalg.norm(pixels[-1] - pixels[0], axis=-1).mean() / (growths[-1] - growths[0]))
    return _measured(np.asarray(colours, np.float64), growths, radius_mm, px_per_mm)


def _measured(
    colours: NDArray[np.float64], growths: NDArray[np.float64], radius_mm: float, px_per_mm: float
) -> BallProof:
    """``colours`` (G, N, 3): profiles from the middle outwards."""
    grey = colours @ (0.114, 0.587, 0.299)
    share = 1.0 + growths / radius_mm
    core = float(grey[share < _CORE].mean())
    rim = grey[(share > _RIM[0]) & (share < _RIM[1])].mean(axis=0)
    ground = np.median(colours[(growths >= _GROUND_MM[0])], axis=0)
    ground_grey = ground @ (0.114, 0.587, 0.299)
    beside = grey[(growths >= _SHADE_MM[0]) & (growths <= _SHADE_MM[1])].mean(axis=0)
    shade = 1.0 - _round(beside / np.maximum(ground_grey, 8.0))
    crescent = 1.0 - _round(rim) / max(core, 8.0)
    step, closed, width = _step(colours, ground, growths)
    return BallProof(
        step=step,
        closed=closed,
        edge_px=width * px_per_mm,
        shade=float(shade.max()),
        crescent=float(crescent.max()),
    )


def _round(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) the mean over a sixth of the directions round each."""
    reach = _DIRECTIONS // 12
    return np.asarray(np.mean([np.roll(values, k) for k in range(-reach, reach + 1)], axis=0))


def _step(
    colours: NDArray[np.float64], ground: NDArray[np.float64], growths: NDArray[np.float64]
) -> tuple[float, float, float]:
    """Height of the step at the outline in grey levels, share of the directions that have it, and its width in mm."""
    near = np.abs(growths) <= _EDGE_MM
    inner = colours[(growths >= -_EDGE_MM) & (growths <= -0.3)].mean(axis=0)
    towards = inner - ground
    height = np.linalg.norm(towards, axis=1)
    level = np.einsum("gnc,nc->gn", colours - ground, towards) / np.maximum(height, 1e-6) ** 2
    slopes = -np.diff(level[near], axis=0) / np.diff(growths[near])[:, None]
    steepest = slopes.max(axis=0)
    median = float(np.median(height))
    common = np.median(towards, axis=0)
    alike = (towards @ common > 0.25 * float(common @ common)) & (height > _LEAST_STEP)
    width = (
        float(np.median(1.0 / np.maximum(steepest[height > _LEAST_STEP], 1e-3)))
        if (height > _LEAST_STEP).any()
        else 9.0
    )
    return median, float(alike.mean()), width
