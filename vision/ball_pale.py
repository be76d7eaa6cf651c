"""A white ball on white paper: it is known by the shade on its lower side and beside it, and by its outline.

No colour tells it from the paper. Wherever pale print is a little darker than its like, over about a ball's width, an
outline of the ball's size is looked for in the picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.ball import BallCandidate, clear_of_discs
from vision.ball_fit import measure_balls
from vision.ball_proof import brightest, prove
from vision.evidence import halved
from vision.parallax import carry
from vision.silhouettes import band_filter, correlate_in, sphere_outline_mm, where_above

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.ball import BallScene
    from vision.ball_fit import BallFit, BallUnmeasured
    from vision.ball_proof import BallProof
    from vision.evidence import FloatMap
    from vision.rectify import Image, RectifiedView

_CORE, _RIM = 0.45, (-0.3, 0.25)
"""In radii from the outline: the lit middle begins so far inside, shade lies between the other two."""
_LEAST = 0.12
"""How much more of the rim than of the middle is in shade."""
_MOST_PLACES = 4
_STARTS = 0.35 * np.array(((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)))
"""In radii from there: the outline is looked for from each."""
_OFF_MM = 3.0
"""A ball is seen at most that far off its place: what is nearer to a disc is its own edge, or its numeral."""
_CLOSED = 0.6
"""Share of the outline that has to be there."""
_COLOUR = "white"
_SHADE, _CRESCENT, _PAPER = (0.06, 0.12), (0.21, 0.09), (0.98, 0.12)
"""Shade beside it, by how much its lower side is darker, how light its middle is relative to paper: usual, within."""
_HALF = 0.77
"""What outline, shade and lightness add up to where it may as well be a shadow or a letter as a ball."""
_NOTHING, _GAIN, _MOST_SCORE = 0.44, 1.4, 1.0
"""The same in the scores of balls that are told by their colour."""
_SURELY = 0.8
"""A score from which no other outline is looked for there."""
_LEAST_SCORE = 0.53
"""Shadows and letters are many: what is little more likely a ball than one of them is none."""


def pale_balls(
    image: Image, pose: BoardPose, shade: FloatMap, lightness: FloatMap, scene: BallScene
) -> list[BallCandidate]:
    """Balls that may lie on paper of their own colour.

    ``shade`` (height, width) 0..1: how much darker than its like each pixel of the view is. ``lightness``: relative to
    paper in the same light.
    """
    if not {"on_top", "beside"} & set(scene.ball.carried) or _COLOUR not in scene.colours:
        return []
    radius = scene.ball.diameter_mm / 2
    least_mm = _least_mm(scene) - _OFF_MM
    seen = _places(scene.view, shade, radius, scene.camera_mm)
    places = np.array([place for place in seen if clear_of_discs(scene, place, least_mm)]).reshape(-1, 1, 2)
    # The edge of its shadow looks like its own from the one side: which it is, is told by what lies inside.
    fits = measure_balls(image, pose, (places + _STARTS * radius).reshape(-1, 2), radius)
    proofs = _proofs(image, pose, fits, scene)
    found = []
    for first in range(0, len(fits), len(_STARTS)):
        ways: list[BallCandidate] = []
        for number in range(first, first + len(_STARTS)):
            fit, proof = fits[number], proofs.get(number)
            if fit and proof and (way := _candidate(fit, proof, lightness, scene)) is not None:
                ways.append(way)
                if way.inside >= _SURELY:
                    break
        if ways:
            found.append(max(ways, key=lambda way: way.inside))
    return found


def _proofs(
    image: Image, pose: BoardPose, fits: Sequence[BallFit | BallUnmeasured], scene: BallScene
) -> dict[int, BallProof]:
    """Of those fits that may be balls, by their number."""
    radius, least_mm = scene.ball.diameter_mm / 2, _least_mm(scene)
    likely = {
        number: fit.centre_mm
        for number, fit in enumerate(fits)
        if fit and fit.share >= _CLOSED and clear_of_discs(scene, np.array(fit.centre_mm), least_mm)
    }
    centres_mm = np.array(list(likely.values())).reshape(-1, 2)
    proofs = prove(image, pose, centres_mm, radius, np.full(len(likely), radius))
    return {number: proof for number, proof in zip(likely, proofs, strict=True) if proof is not None}


def _least_mm(scene: BallScene) -> float:
    """From a disc's middle to that of a ball that lies beside it, with what both may be off."""
    return (scene.pieces.diameter_mm + scene.ball.diameter_mm) / 2 - 1.5


def _candidate(fit: BallFit, proof: BallProof, lightness: FloatMap, scene: BallScene) -> BallCandidate | None:
    centre = np.array(fit.centre_mm)
    worth = fit.share + _says(proof, brightest(lightness, scene, centre))
    score = min(_NOTHING + _GAIN * (worth - _HALF), _MOST_SCORE)
    return BallCandidate("ball", _COLOUR, centre, None, score, 0.0, 0.0) if score > _LEAST_SCORE else None


def _says(proof: BallProof, lightness: float) -> float:
    """How much shade, shape and lightness add to the share of the outline that is there."""
    shade = min(max(proof.shade - _SHADE[0], -_SHADE[1]), _SHADE[1])
    return (
        shade
        - 2.0 * max(0.0, abs(proof.crescent - _CRESCENT[0]) - _CRESCENT[1])
        - 3.0 * max(0.0, abs(lightness - _PAPER[0]) - _PAPER[1])
    )


def _places(
    view: RectifiedView, shade: FloatMap, radius_mm: float, camera_mm: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Board points (2,) where a lit middle has shade round it, the best first."""
    small, px_per_mm = halved(shade), view.px_per_mm / 2
    rows, columns = view.inside.shape
    middle = view.to_mm((columns / 2, rows / 2))
    foot = carry(middle, camera_mm, view.height_mm, radius_mm)[0]

    def outline(grow_mm: float) -> NDArray[np.float64]:
        around = sphere_outline_mm(foot, radius_mm + grow_mm, radius_mm, camera_mm, view.height_mm)
        return np.asarray(around - middle)

    half = int(np.ceil(float(np.abs(outline(_RIM[1] * radius_mm)).max()) * px_per_mm)) + 1
    core, rim = band_filter(outline, px_per_mm, half, (_CORE * radius_mm, _RIM[0] * radius_mm, _RIM[1] * radius_mm))
    part = where_above(small, _LEAST, half)
    if part is None:
        return []
    response = correlate_in(small, rim - core, part)
    side = 2 * round(radius_mm * px_per_mm / 2) + 1
    peak = cv2.dilate(response, np.ones((side, side), np.uint8))
    ys, xs = np.nonzero((response >= peak) & (response > _LEAST))
    best = np.argsort(-response[ys, xs], kind="stable")[:_MOST_PLACES]
    at = np.column_stack((xs[best] + part[1].start, ys[best] + part[0].start))
    seen = view.to_mm(2 * at + 0.5)
    return list(carry(seen, camera_mm, view.height_mm, radius_mm)) if len(best) else []
