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

    from numpy.typing import NDArray

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
_GREY = np.array((0.114, 0.587, 0.299))
"""Shares of blue, green and red in a grey level (ITU-R BT.601)."""
_NO_EDGE_MM = 9.0
"""Width of an edge that is not there."""
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
_CLOSED, _OPEN_SCORE = 0.78, 2.5
"""Share of the outline from which it is whole, and what the rest takes off the score. Of 39 balls on the board, drawn
and path-traced, all show 0.88 and more, of 30 that touch a piece, an orange one a red piece, 0.75; of 30 other things
with a ball's colours 20 less than 0.78, corners of a patch of sun among them."""
_ROUND = 0.5
_USUAL_CRESCENT, _CRESCENT_WITHIN = 0.23, 0.14
_NO_CRESCENT, _FLAT = 0.12, 2.0
"""A rim that is darker by less is flat print's, and what as much less takes off: those balls show 0.17 and more, pale
printed charts 0.03."""
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
    centres_mm = np.array([candidate.centre_mm for candidate in small]).reshape(-1, 2)
    middles_mm = np.array([on_top if candidate.form == "on_top" else radius for candidate in small])
    solid: dict[int, BallCandidate] = {}
    for candidate, proof in zip(small, prove(image, pose, centres_mm, radius, middles_mm), strict=True):
        if proof is None:
            continue
        if candidate.odds_log is not None:
            solid[id(candidate)] = replace(candidate, open_log=_OPEN * (1.0 - proof.closed))
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
    flat += _FLAT * max(0.0, _NO_CRESCENT - max(proof.crescent, 0.0))
    open_at = _OPEN_SCORE * max(0.0, _CLOSED - proof.closed)
    return shade - soft - flat - open_at - _OUTSHINES * max(0.0, shine - _PAPER)


def prove(
    image: Image,
    pose: BoardPose,
    centres_mm: NDArray[np.float64],
    radius_mm: float,
    middles_mm: NDArray[np.float64],
) -> list[BallProof | None]:
    """Look at supposed spheres above points (B, 2), with their middles at heights (B,); None at the picture's edge."""
    if not len(centres_mm):
        return []
    growths = np.concatenate((np.linspace(-0.95 * radius_mm, -0.3, 12), np.arange(0.0, _OUT_MM + 0.01, 0.3)))
    camera_mm = pose.camera_position_mm()
    rays_mm = [
        sphere_outline_mm(centre, radius_mm, middle, camera_mm, middle)[:: 48 // _DIRECTIONS] - centre
        for centre, middle in zip(centres_mm, middles_mm.tolist(), strict=True)
    ]
    pixels = ray_pixels(pose, centres_mm, np.array(rays_mm), 1.0 + growths / radius_mm, middles_mm)
    colours, seen = colours_at(image, pixels)
    px_per_mm = np.linalg.norm(pixels[:, -1] - pixels[:, 0], axis=-1).mean(axis=1) / (growths[-1] - growths[0])
    proofs = _measured(np.asarray(colours, np.float64), growths, radius_mm, px_per_mm)
    return [proof if inside else None for proof, inside in zip(proofs, seen, strict=True)]


def _measured(
    colours: NDArray[np.float64], growths: NDArray[np.float64], radius_mm: float, px_per_mm: NDArray[np.float64]
) -> list[BallProof]:
    """``colours`` (B, G, N, 3): profiles from the middle outwards."""
    grey = colours @ _GREY
    share = 1.0 + growths / radius_mm
    core = grey[:, share < _CORE].mean(axis=(1, 2))
    rim = grey[:, (share > _RIM[0]) & (share < _RIM[1])].mean(axis=1)
    ground = np.median(colours[:, growths >= _GROUND_MM[0]], axis=1)
    beside = grey[:, (growths >= _SHADE_MM[0]) & (growths <= _SHADE_MM[1])].mean(axis=1)
    shade = 1.0 - _round(beside / np.maximum(ground @ _GREY, 8.0))
    crescent = 1.0 - _round(rim) / np.maximum(core, 8.0)[:, None]
    step, closed, width = _step(colours, ground, growths)
    measures = zip(step, closed, width * px_per_mm, shade.max(axis=1), crescent.max(axis=1), strict=True)
    return [BallProof(*(float(value) for value in each)) for each in measures]


def _round(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """(B, N) the mean over a sixth of the directions round each."""
    reach = _DIRECTIONS // 12
    return np.asarray(np.mean([np.roll(values, k, axis=1) for k in range(-reach, reach + 1)], axis=0))


def _step(
    colours: NDArray[np.float64], ground: NDArray[np.float64], growths: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """(B,) each: grey levels of the step at the outline, share of the directions that have it, its width in mm."""
    near = np.abs(growths) <= _EDGE_MM
    inner = colours[:, (growths >= -_EDGE_MM) & (growths <= -0.3)].mean(axis=1)
    towards = inner - ground
    height = np.linalg.norm(towards, axis=2)
    over = colours[:, near] - ground[:, None]
    level = np.einsum("bgnc,bnc->bgn", over, towards) / np.maximum(height, 1e-6)[:, None] ** 2
    slopes = -np.diff(level, axis=1) / np.diff(growths[near])[:, None]
    common = np.median(towards, axis=1)
    along, square = np.einsum("bnc,bc->bn", towards, common), (common**2).sum(axis=1)
    told = height > _LEAST_STEP
    alike = (along > 0.25 * square[:, None]) & told
    wide = 1.0 / np.maximum(slopes.max(axis=1), 1e-3)
    width = [
        float(np.median(each[clear])) if clear.any() else _NO_EDGE_MM for each, clear in zip(wide, told, strict=True)
    ]
    return np.median(height, axis=1), alike.mean(axis=1), np.array(width)
