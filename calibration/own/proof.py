"""Whether a pose is the board's, and no other place where its lattice fits: the print decides, never the lattice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.own.flat import flatten
from calibration.own.looks import (
    PX_PER_SPACE,
    Evidence,
    Look,
    differences,
    likeness,
    look_of,
    tell_apart,
)
from calibration.own.moves import Move, moves_of

if TYPE_CHECKING:
    from calibration.own.flat import Picture
    from calibration.own.reference import Reference
    from calibration.pose import BoardPose, FloatArray

MIN_STRENGTH = 0.3
MIN_CERTAINTY = 3.0
"""Both are needed to call one of two places the right one."""
SURE_CERTAINTY = 3.5
"""What the reference itself must reach against its turned self; a picture with pieces on it reaches less."""
MIN_SPEAKING_SPACES = 4.0
"""Less than this of the reference differs from its turned self by noise alone."""
MAX_STEPS = 4
"""Moves followed from a guess before it is given up."""


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the print says of a pose."""

    likeness: float
    """Share of the spaces in sight that look like the reference."""
    better: Move | None
    """The place that the picture rather shows."""
    rival: Move | None
    """The place that the picture shows as well as this one, or nearly."""


class Proof:
    """Compares pictures with one reference. Pure: what it holds is worked out from the reference."""

    def __init__(self, reference: Reference) -> None:
        self._reference = reference
        self._scale = PX_PER_SPACE / reference.board.grid.width_mm
        self._look = self._look_of_reference()
        self._rivals = tuple((move, self._moved_look(move)) for move in moves_of(reference.board))

    def judge(self, image: Picture, pose: BoardPose) -> Verdict:
        """Compare what the pose makes of the picture with the reference and with its moved copies."""
        seen = self._seen(image, pose)
        evidence = [(move, tell_apart(seen, self._look, there)) for move, there in self._rivals]
        against, says = min(evidence, key=lambda item: item[1].strength)
        better = against if says.strength < -MIN_STRENGTH and says.certainty < -MIN_CERTAINTY else None
        rivals = [move for move, told in evidence if not _told(told) or (move.turns and not self.tells_ends)]
        return Verdict(likeness(seen, self._look), better, rivals[0] if rivals else None)

    @cached_property
    def tells_ends(self) -> bool:
        """Whether the print differs enough from itself turned round to be told from it."""
        turned = [tell_apart(self._look, self._look, there) for move, there in self._rivals if move.turns]
        return all(told.certainty > SURE_CERTAINTY and told.spaces > MIN_SPEAKING_SPACES for told in turned)

    @cached_property
    def distinctness(self) -> FloatArray:
        """(rows, columns): for each square of a space, how little it looks like the print a space beside it."""
        shifted = [there for move, there in self._rivals if not move.turns]
        return np.asarray(np.min([differences(self._look, there) for there in shifted], axis=0), np.float64)

    def evidence(self, image: Picture, pose: BoardPose) -> list[tuple[Move, Evidence]]:
        """What speaks for the pose against each move."""
        seen = self._seen(image, pose)
        return [(move, tell_apart(seen, self._look, there)) for move, there in self._rivals]

    def _seen(self, image: Picture, pose: BoardPose) -> Look:
        return look_of(*flatten(image, pose, self._reference.bounds_mm, self._scale))

    def _look_of_reference(self) -> Look:
        west, north, east, south = self._reference.bounds_mm
        size_px = (max(round((east - west) * self._scale), 1), max(round((south - north) * self._scale), 1))
        flat = cv2.resize(self._reference.flat, size_px, interpolation=cv2.INTER_AREA)
        known = cv2.resize(self._reference.known.astype(np.uint8), size_px, interpolation=cv2.INTER_NEAREST) > 0
        return look_of(np.asarray(flat, np.uint8), known)

    def _moved_look(self, move: Move) -> Look:
        """What would be seen at each place if the board lay as the move says."""
        west, north, *_ = self._reference.bounds_mm
        pixel = 1 / self._scale
        to_mm = np.array(((pixel, 0, west + pixel / 2), (0, pixel, north + pixel / 2), (0, 0, 1)))
        in_px = np.linalg.inv(to_mm) @ np.vstack((move.matrix, (0, 0, 1))) @ to_mm
        height, width = self._look.known.shape
        values = cv2.warpAffine(self._look.values, in_px[:2], (width, height), flags=cv2.INTER_LINEAR)
        known = cv2.warpAffine(self._look.known.astype(np.uint8), in_px[:2], (width, height), flags=cv2.INTER_NEAREST)
        return Look(np.asarray(values, np.float32), known > 0)


def _told(evidence: Evidence) -> bool:
    return evidence.strength > MIN_STRENGTH and evidence.certainty > MIN_CERTAINTY
