"""Finds a board without markers: guesses from its print, the lattice under them, and a proof by the print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import as_grey, scale_lens
from calibration.own.coarse import onto_lattice
from calibration.own.drift import choose_patches, track
from calibration.own.features import Spots, match, spots_of_picture, spots_of_reference
from calibration.own.flat import FlatView, to_mm
from calibration.own.moves import moved
from calibration.own.proof import MAX_STEPS, Proof
from calibration.own.reasons import cannot_tell_ends, why_not_found
from calibration.own.refine import refine_on_lines
from calibration.pose import PoseFailure

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
SURE_LIKENESS = 0.6
"""Another board with the same lattice and the same chalk has less."""
FINE_SPACE_PX = 40
"""The reference's spots are taken at this many pixels a space, or at what it has if that is less."""


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
        self._patches = choose_patches(reference, self._proof)
        self._spots, self._slanted_spots = _reference_spots(reference)

    @property
    def board(self) -> Board:
        """The board it looks for."""
        return self._reference.board

    def find(self, image: Image, previous: BoardPose | None = None) -> BoardPose | PoseFailure:
        """Where the board lies in a picture, or why it is not found. See BoardFinder."""
        lens = self._lens_for(image, previous)
        if isinstance(lens, PoseFailure):
            return lens
        colour, grey = _colour(image), as_grey(image)
        undecided = False
        for guess in self._guesses(grey, previous):
            settled = self._settle(colour, grey, guess, lens)
            if settled is None:
                continue
            if settled.proved:
                return settled.pose
            undecided = undecided or settled.undecided
        if undecided:
            return cannot_tell_ends(self.board)
        return why_not_found(grey, self.board, mirrored=lambda: self._is_mirrored(colour, grey, lens))

    def check(self, image: Image, pose: BoardPose) -> PoseCheck | PoseFailure:
        """How far the board lies from where a pose puts it."""
        return track(image, self._patches, pose)

    def _lens_for(self, image: Image, previous: BoardPose | None) -> Lens | PoseFailure | None:
        lens = self._lens
        if lens is None and previous is not None and previous.lens.measured:
            lens = previous.lens
        size_px = (image.shape[1], image.shape[0])
        if lens is None or lens.size_px == size_px:
            return lens
        return scale_lens(lens, size_px) or PoseFailure(
            f"the lens was measured at {lens.size_px[0]}x{lens.size_px[1]} and the picture is "
            f"{size_px[0]}x{size_px[1]}; measure the lens in the resolution you play with"
        )

    def _guesses(self, grey: Grey, previous: BoardPose | None) -> Iterator[View]:
        """Rough places, the quickest first: where it was, by its spots as seen from above, then from any slant."""
        if previous is not None and previous.lens.size_px == (grey.shape[1], grey.shape[0]):
            yield previous
        seen = spots_of_picture(grey)
        for spots in (self._spots, self._slanted_spots):
            found = match(seen, spots, self.board.grid.width_mm / 2, max(grey.shape))
            if found is not None:
                yield FlatView(found.matrix)

    def _settle(self, image: Picture, grey: Grey, guess: View, lens: Lens | None) -> _Settled | None:
        """From a guess to the pose: onto the lattice, on its lines, and on to where the print says it lies."""
        view = guess
        settled: _Settled | None = None
        for _ in range(MAX_STEPS):
            rough = onto_lattice(image, self.board, view, lens)
            if rough is None:
                return settled
            pose, agreement = refine_on_lines(grey, self.board, rough, lens)
            settled = _Settled(pose, agreement, self._proof.judge(image, pose))
            if settled.verdict.better is None:
                return settled
            view = moved(pose, settled.verdict.better)
        return settled

    def _is_mirrored(self, image: Picture, grey: Grey, lens: Lens | None) -> bool:
        turned_over = np.ascontiguousarray(grey[:, ::-1])
        found = match(spots_of_picture(turned_over), self._spots, self.board.grid.width_mm / 2, max(grey.shape))
        if found is None:
            return False
        settled = self._settle(np.ascontiguousarray(image[:, ::-1]), turned_over, FlatView(found.matrix), lens)
        return settled is not None and settled.proved


def _reference_spots(reference: Reference) -> tuple[Spots, Spots]:
    """Spots of the reference in millimetres: as seen from above; from slants too."""
    scale = min(reference.scale, FINE_SPACE_PX / reference.board.grid.width_mm)
    shrink = scale / reference.scale
    grey = as_grey(reference.flat)
    known = reference.known.astype(np.uint8)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    # Near the end of what was seen a spot's surroundings are made up.
    kernel = np.ones((9, 9), np.uint8)
    sure = cv2.erode(cv2.resize(known, small.shape[1::-1], interpolation=cv2.INTER_NEAREST), kernel) > 0
    every = spots_of_reference(np.asarray(small, np.uint8))
    parts = []
    for spots in every:
        x, y = np.round(spots.places).astype(int).T
        kept = sure[y.clip(0, sure.shape[0] - 1), x.clip(0, sure.shape[1] - 1)]
        parts.append(Spots(to_mm(spots.places[kept], reference.bounds_mm, scale), spots.looks[kept]))
    return parts[0], Spots(np.vstack([p.places for p in parts]), np.vstack([p.looks for p in parts]))


def _colour(image: Image) -> Picture:
    return image if image.ndim == 3 else np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
