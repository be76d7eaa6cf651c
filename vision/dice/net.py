"""The dice net: what a window shows.

``models/dice_net.onnx``, made by ``vision.training.train_dice``, answers for a window (see ``windows``): no die in the
middle, a die with one of six values on its upper face, or a die whose upper face cannot be read; and where it stands.
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
ANSWERS = 8
_LEAST = 1e-6
"""Probability below which the net's own errors are larger."""


@dataclass(frozen=True, eq=False)
class DiceNet:
    """The net. It is loaded at the first look."""

    model: bytes | None = field(default=None, repr=False)
    """An ONNX file's content; None for the one that ships."""

    @cached_property
    def _net(self) -> SharedNet:
        return SharedNet(self.model or resources.files("vision").joinpath("models/dice_net.onnx").read_bytes())

    def look(self, windows: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Probabilities (N, ANSWERS) of windows (N, S, S, 3) BGR, and (N, 2) how far right and down of the middle.

        Offsets are in window sides and mean something where a die is.
        """
        if not len(windows):
            return np.zeros((0, ANSWERS)), np.zeros((0, 2))
        answer = self._net(normalised(windows))
        likelihood = np.exp(answer[:, :ANSWERS] - answer[:, :ANSWERS].max(axis=1, keepdims=True))
        return likelihood / likelihood.sum(axis=1, keepdims=True), answer[:, ANSWERS:]

    def look_twice(self, windows: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As ``look``, at each window and its mirror image: every layout mirrored is that of the same value."""
        straight, offsets = self.look(windows)
        mirrored, mirrored_offsets = self.look(windows[:, :, ::-1])
        mean = np.sqrt((straight + _LEAST) * (mirrored + _LEAST))
        return mean / mean.sum(axis=1, keepdims=True), (offsets + mirrored_offsets * (-1.0, 1.0)) / 2
