"""Finds a board without markers: guesses from its print, the lattice under them, and a proof by the print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import as_grey
from calibration.own.coarse import onto_lattice, shows_steps
from calibration.own.drift import choose_patches, track
from calibration.own.guesses import Known
from calibration.own.moves import moved
from calibration.own.proof import MAX_STEPS, Proof
from calibration.own.reasons import MIRRORED, cannot_tell_ends, why_not_found
from calibration.own.refine import field_corners_mm, refine_on_lines
from calibration.pose import PoseFailure, lens_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calibration.board_pose import Image
    from calibration.drift import PoseCheck
    from calibration.markers import Grey
    from calibration.own.flat import Picture, View
    from calibration.own.proof import Verdict
    from calibration.own.reference import Reference
    from calibration.pose import BoardPose, Lens
    from engine.board import Board

MIN_AGREEMENT = 0.45
"""Share of printed lines found where they should be (a quarter would be by chance)."""
MIN_LIKENESS = 0.35
"""Share of the spaces that look like the reference's; discs, hands and glare take theirs away."""
SAME_PLACE_SPACES = 0.3
SURE_LIKENESS = 0.6
"""Another board with the same lattice and the same chalk has less."""


@dataclass(frozen=True, eq=False)
class _Settled:
    """A guess followed to where print and lattice agree best."""

    pose: BoardPose
    agreement: float
    verdict: Verdict

    @property
    def is_board(self) -> bool:
        """Whether lines and print both say that the board lies there."""
        return self.agreement >= MIN_AGREEMENT and self.verdict.likeness >= MIN_LIKENESS

    @property
    def undecided(self) -> bool:
        """Whether it is the board by all looks, but may as well lie elsewhere on its own lattice."""
        return self.is_board and self.verdict.likeness >= SURE_LIKENESS and self.verdict.rival is not None

    @property
    def proved(self) -> bool:
        """Whether it also lies nowhere else."""
        return self.is_board and self.verdict.better is None and self.verdict.rival is None


class FeatureFinder:
    """For boards without markers, known by a reference picture. See calibration.finder.BoardFinder."""

    def __init__(self, reference: Reference, lens: Lens | None = None) -> None:
        """For one camera that looks at one board."""
        self._reference, self._lens = reference, lens
        self._proof = Proof(reference)
        self._steps = shows_steps(reference.flat, reference.view, reference.board.grid)
        self._patches = choose_patches(reference, self._proof)
        self._known = Known(reference)

    @property
    def board(self) -> Board:
        """The board it looks for."""
        return self._reference.board

    @property
    def reference(self) -> Reference:
        """What the empty board looks like."""
        return self._reference

    def find(self, image: Image, previous: BoardPose | None = None) -> BoardPose | PoseFailure:
        """Where the board lies in a picture, or why it is not found. See BoardFinder."""
        lens = self._lens_for(image, previous)
        if isinstance(lens, PoseFailure):
            return lens
        colour, grey = _colour(image), as_grey(image)
        refused: list[BoardPose] = []
        for guess in self._guesses(colour, grey, previous):
            settled = self._settle(colour, grey, guess, lens)
            if settled is None:
                continue
            if settled.proved:
                return settled.pose
            if settled.undecided:
                return MIRRORED if self._is_mirrored(colour, lens) else cannot_tell_ends(self.board)
            if settled.agreement >= MIN_AGREEMENT:
                # Two guesses that end at one lattice, which is not this board's print: another board lies there.
                if any(self._same_place(settled.pose, other) for other in refused):
                    break
                refused.append(settled.pose)
        return why_not_found(grey, self.board, mirrored=lambda: self._is_mirrored(colour, lens))

    def check(self, image: Image, pose: BoardPose) -> PoseCheck | PoseFailure:
        """How far the board lies from where a pose puts it."""
        return track(image, self._patches, pose)

    def _lens_for(self, image: Image, previous: BoardPose | None) -> Lens | PoseFailure | None:
        lens = self._lens
        if lens is None and previous is not None and previous.lens.measured:
            lens = previous.lens
        return lens_at(lens, (image.shape[1], image.shape[0]))

    def _guesses(self, image: Picture, grey: Grey, previous: BoardPose | None) -> Iterator[View]:
        """Rough places, the quickest first: where it was, by its spots, and by the outlines in the picture."""
        if previous is not None and previous.lens.size_px == (grey.shape[1], grey.shape[0]):
            yield previous
        yield from self._known.guesses(image, grey)

    def _settle(self, image: Picture, grey: Grey, guess: View, lens: Lens | None) -> _Settled | None:
        """From a guess to the pose: onto the lattice, on its lines, and on to where the print says it lies."""
        view = guess
        settled: _Settled | None = None
        for _ in range(MAX_STEPS):
            rough = onto_lattice(image, self.board, view, lens)
            if rough is None:
                return settled
            pose, agreement = refine_on_lines(grey, self.board, rough, lens, steps=self._steps)
            settled = _Settled(pose, agreement, self._proof.judge(image, pose))
            if settled.verdict.better is None:
                return settled
            view = moved(pose, settled.verdict.better)
        return settled

    def _same_place(self, one: BoardPose, other: BoardPose) -> bool:
        corners = field_corners_mm(self.board)
        apart_mm = np.linalg.norm(one.to_board(other.project(corners)) - corners, axis=1)
        return bool(apart_mm.max() < SAME_PLACE_SPACES * self.board.grid.width_mm)

    def _is_mirrored(self, image: Picture, lens: Lens | None) -> bool:
        turned_over = np.ascontiguousarray(image[:, ::-1])
        grey = as_grey(turned_over)
        guess = self._known.guess_from_above(grey)
        settled = self._settle(turned_over, grey, guess, lens) if guess is not None else None
        return settled is not None and settled.proved


def _colour(image: Image) -> Picture:
    return image if image.ndim == 3 else np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
