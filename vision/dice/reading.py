"""From a patch of colour to a die: the cube that explains its outline, and the pips on that cube's upper face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cube import Cube, fit_cubes
from vision.dice.faces import FACE_PX, face_scores

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from vision.dice.candidates import FloatMap, Patch

FloatArray: TypeAlias = NDArray[np.float64]

_LEAST_OVERLAP = 0.78
"""Outlines that fit worse belong to something else; blurred dice at the resolution's limit reach 0.8."""
_NEARLY = 0.05
"""Cubes that fit the outline this much worse than the best are tried as well: blur hides the corners."""
_TRIED = 24
_OVERLAP_WEIGHT = 1.0
"""What a better outline is worth against better matching pips."""
_SLACK = 4
"""Face pixels by which the pips may lie off the fitted face: blur and glare pull the outline about."""
_AWAY_WEIGHT = 0.5
"""What it costs, per side's length."""
_TOP = np.array(((0, 0), (FACE_PX, 0), (FACE_PX, FACE_PX), (0, FACE_PX)), np.float32) - np.float32(0.5)


@dataclass(frozen=True)
class DieLook:
    """A patch read as a die."""

    cube: Cube
    score: float
    """Correlation of the upper face with the best value's layout."""
    contrast: float
    """How much brighter than the body the pips are; white paper is 1."""
    evidence: tuple[float, ...]
    """For each value 1 to 6: outline and pips together, over all cubes that explain the outline."""

    @property
    def value(self) -> int:
        """The value with the strongest evidence."""
        return self.evidence.index(max(self.evidence)) + 1

    @property
    def margin(self) -> float:
        """How much weaker the evidence for every other value is."""
        best, second = sorted(self.evidence, reverse=True)[:2]
        return best - second

    def joined(self, other: DieLook) -> DieLook:
        """Two looks at one die: the better one, its evidence weighed against the other's."""
        better = self if max(self.evidence) >= max(other.evidence) else other
        evidence = tuple(map(max, self.evidence, other.evidence))
        return DieLook(better.cube, better.score, better.contrast, evidence)


def read_patch(patch: Patch, whiteness: FloatMap, pose: BoardPose) -> DieLook | None:
    """The die that a patch is, or None if no cube explains its outline. ``whiteness``: pips bright, body dark."""
    cubes = fit_cubes(patch.outline_px, pose)
    if cubes[0].overlap < _LEAST_OVERLAP:
        return None
    near = [cube for cube in cubes if cube.overlap > cubes[0].overlap - _NEARLY][:_TRIED]
    faces = [best_near(whiteness, cube.face_px(pose)) for cube in near]
    scores = np.stack([face.scores for face in faces])
    contrasts = np.stack([face.contrasts for face in faces])
    overlaps = np.array([cube.overlap for cube in near])
    joint = scores + _OVERLAP_WEIGHT * overlaps[:, None]
    which, best = np.unravel_index(int(np.argmax(joint)), joint.shape)
    return DieLook(
        cube=near[which],
        score=float(scores[which, best]),
        contrast=float(contrasts[which, best]),
        evidence=tuple(joint.max(axis=0).tolist()),
    )


@dataclass(frozen=True, eq=False)
class FaceNear:
    """An upper face, read for each value 1 to 6 where that value fits best."""

    scores: FloatArray
    """(6,) correlations, less what the distance from the expected place costs."""
    contrasts: FloatArray
    """(6,)"""
    shifts: FloatArray
    """(6, 2) how far off the expected place: along the face's upper edge and down its side, in sides."""


def best_near(whiteness: FloatMap, face_px: FloatArray) -> FaceNear:
    """Read an upper face within a few hundredths of its side round where it is expected."""
    wide = face_picture(whiteness, face_px, _SLACK)
    windows = np.lib.stride_tricks.sliding_window_view(wide, (FACE_PX, FACE_PX))[::2, ::2]
    scores, contrasts = face_scores(windows.reshape(-1, FACE_PX, FACE_PX))
    steps = (np.arange(0, 2 * _SLACK + 1, 2) - _SLACK) / FACE_PX
    shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    scores = scores - _AWAY_WEIGHT * np.hypot(shifts[:, :1], shifts[:, 1:])
    best, values = scores.argmax(axis=0), np.arange(6)
    return FaceNear(scores[best, values], contrasts[best, values], shifts[best])


def face_picture(whiteness: FloatMap, face_px: FloatArray, margin: int = 0) -> FloatMap:
    """The upper face, corner by corner as given, FACE_PX wide, with a margin on each side."""
    # Picture coordinates are pixel centres, the face's corners are its edges: half a pixel apart.
    transform = cv2.getPerspectiveTransform(face_px.astype(np.float32), _TOP + np.float32(margin))
    size = FACE_PX + 2 * margin
    return np.asarray(cv2.warpPerspective(whiteness, transform, (size, size), flags=cv2.INTER_LINEAR), np.float32)
