"""The dice nets: what a window shows.

``models/dice_net.onnx`` knows the kit's dice, ``models/any_dice_net.onnx`` those of any two colours, with pips or with
numerals; both are made by ``vision.training.train_dice``. They answer for a window (see ``windows``): no die in the
middle, a die with one of six values on its upper face, or a die that cannot be read, of which the second also says why;
and where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from vision.nets import SharedNet
from vision.numbers import normalised

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_DIE = 0
"""Column of the answer "no die here"; the value v has column v."""
UNREADABLE = 7
"""Column of the answer "a die, but its upper face cannot be read"."""
COCKED = 8
"""Column of the answer "a die whose upper face is not level", of a net that tells."""
STACKED = 9
"""Column of the answer "a die on another one"."""
ROLLING = 10
"""Column of the answer "a die that moved while the picture was taken"."""
ANSWERS = 8
"""Of the net for the kit's dice."""
ALL_ANSWERS = 11
"""Of the net for dice of any colours, which also tells how they lie."""
_LEAST = 1e-6
"""Probability below which the net's own errors are larger."""


@dataclass(frozen=True, eq=False)
class DiceNet:
    """One of the nets. It is loaded at the first look."""

    model: bytes | None = field(default=None, repr=False)
    """An ONNX file's content; None for the one that ships with so many answers."""
    answers: int = ANSWERS
    """How many answers it gives: ``ANSWERS``, or ``ALL_ANSWERS``."""

    @cached_property
    def _net(self) -> SharedNet:
        name = "dice_net.onnx" if self.answers == ANSWERS else "any_dice_net.onnx"
        # The older engine says the same of these nets in two thirds of the time; the number net is slower in it.
        return SharedNet(self.model or resources.files("vision").joinpath("models", name).read_bytes(), classic=True)

    def look(self, windows: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Probabilities (N, answers) of windows (N, S, S, 3) BGR, and (N, 2) how far right and down of the middle.

        Offsets are in window sides and mean something where a die is.
        """
        if not len(windows):
            return np.zeros((0, self.answers)), np.zeros((0, 2))
        answer = self._net(normalised(windows))
        scores, offsets = answer[:, : self.answers], answer[:, self.answers :]
        likelihood = np.exp(scores - scores.max(axis=1, keepdims=True))
        return likelihood / likelihood.sum(axis=1, keepdims=True), offsets

    def look_twice(self, windows: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As ``look``, at each window and its mirror image: every layout mirrored is that of the same value."""
        straight, offsets = self.look(windows)
        mirrored, mirrored_offsets = self.look(windows[:, :, ::-1])
        mean = np.sqrt((straight + _LEAST) * (mirrored + _LEAST))
        return mean / mean.sum(axis=1, keepdims=True), (offsets + mirrored_offsets * (-1.0, 1.0)) / 2
