"""Reads the number printed on a disc.

The net (``models/number_net.onnx``, made by ``vision.training``) looks at a face as seen from straight above (see
``vision.faces``), in any rotation. A 6 or 9 without a mark is no number to it but one of two, at even odds: which, only
the other pieces can tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, TypedDict

import cv2
import numpy as np

from vision.crops import NumberError, framings
from vision.faces import FACE_SIZE_PX
from vision.nets import SharedNet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.rectify import Image

NUMBERS = tuple(range(1, 16))
"""The numbers that pieces carry, in the order of the net's answers."""

CANNOT_READ = len(NUMBERS)
"""Column of the answer "no number can be seen here"."""

ANSWER_AT = 0.75
"""A number less likely than this is not given; a 6 or 9 without its mark mostly stays below."""

LOOK_AGAIN_BELOW = 0.99
"""A face read with less is looked at from all sides; that costs three more looks."""

NOTHING_THERE = 0.9
"""What has so surely no number at the first look is a pen or glare: turned round, a stroke would become a 1."""
FROM_ALL_SIDES = 1.25
"""Power of what four looks say in the mean: they are surer together than each alone. On faces of 3265 drawn and traced
pieces this fits best, and less of what is claimed is wrong than after one look."""

SHARPNESS = 1.0
"""Power of the net's probabilities. It learnt on worse pictures than most tables are, so on drawn tables 1.5 fits best;
but with more than 1, more of what is claimed in half-hidden or streaked faces is wrong."""

SIX_AND_NINE = (5, 8)
"""Columns of 6 and 9."""

EITHER_FROM = 0.85
"""Probability of 6 and 9 together from which only the mark is in question."""

DECIDED = 0.9
"""What is less likely is decided no further than that."""

_BESIDE_PX = 2.0
"""A face may be found this far beside its place: the mark, at its rim, is seen best in the look that has it whole. Of
415 marked faces in doubt 63 more are read so, none wrongly; of 435 without a mark 6 are, 3 of them wrongly."""

_BESIDE = ((_BESIDE_PX, 0.0), (-_BESIDE_PX, 0.0), (0.0, _BESIDE_PX), (0.0, -_BESIDE_PX))

_QUARTER = np.array(((0.0, 1.0), (-1.0, 0.0)))
"""Row vector times this: turned clockwise by a quarter (x right, y down)."""


class CropReading(TypedDict):
    """What ``touchline number`` says of one picture."""

    number: int | None
    """None if it cannot be read."""
    confidence: float
    """That the number is right; without a number, that none can be read."""
    up_deg: float | None
    """Clockwise from the picture's up to the numeral's up, 0 to 360; None if unknown."""
    why: str | None
    """Why there is no number."""


def normalised(faces: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(N, 3, S, S): what the net sees of faces (N, S, S, 3): each without its mean colour, at unit contrast."""
    values = np.ascontiguousarray(faces.transpose(0, 3, 1, 2), np.float32)
    channels = values.reshape(values.shape[0] * values.shape[1], values.shape[2] * values.shape[3])
    channels -= channels.mean(axis=1, keepdims=True)
    whole = values.reshape(len(values), int(np.prod(values.shape[1:])))
    # Without their means, the channels' mean square is the variance of all.
    contrast = np.sqrt(np.einsum("ij,ij->i", whole, whole) / np.float32(whole.shape[1]))
    # The floor keeps noise on an even surface from being blown up into a pattern.
    whole /= (contrast + np.float32(4.0))[:, None]
    return values


@dataclass(frozen=True, eq=False)
class NumberReader:
    """The number net. It is loaded at the first reading."""

    model: bytes | None = field(default=None, repr=False)
    """An ONNX file's content; None for the one that ships."""
    sharpness: float = SHARPNESS
    """Power of the net's probabilities; 1 is as it was trained."""

    @cached_property
    def _net(self) -> SharedNet:
        return SharedNet(self.model or resources.files("vision").joinpath("models/number_net.onnx").read_bytes())

    def read(self, faces: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Probabilities (N, 16) of faces (N, FACE_SIZE_PX, FACE_SIZE_PX, 3) BGR: of 1 to 15, then of "cannot be read".

        A face that leaves doubt is looked at again in quarter turns. Raises NumberError for another shape.
        """
        probabilities, up = self._look(faces)
        # That a 6 or 9 has no mark is no doubt: it stays in all directions.
        clear = np.maximum(probabilities.max(axis=1), probabilities[:, SIX_AND_NINE].sum(axis=1))
        blank = probabilities[:, CANNOT_READ] >= NOTHING_THERE
        doubtful = np.flatnonzero((clear < LOOK_AGAIN_BELOW) & ~blank)
        if len(doubtful):
            first = probabilities[doubtful], up[doubtful]
            together = self._look_from_all_sides(faces[doubtful], first)[0] ** FROM_ALL_SIDES
            probabilities[doubtful] = together / together.sum(axis=1, keepdims=True)
        either = probabilities[:, SIX_AND_NINE].sum(axis=1) >= EITHER_FROM
        undecided = np.flatnonzero(either & (probabilities.max(axis=1) < DECIDED))
        if len(undecided):
            probabilities[undecided] = self._look_for_the_mark(faces[undecided])
        return probabilities

    def read_crop(self, image: Image) -> CropReading:
        """Reads a picture of one face in any rotation and size: (height, width, 3) BGR, the disc about filling it.

        Raises NumberError for a picture that is not one of MIN_CROP_PX to MAX_CROP_PX with three channels.
        """
        faces, trust = framings(image)
        probabilities, up = self._look_from_all_sides(faces)
        # The framing that fits the disc is the one in which a number is seen best.
        weights = trust * (probabilities[:, :CANNOT_READ].max(axis=1) ** 4 + 1e-9)
        mean = np.average(probabilities, axis=0, weights=weights)
        best = int(mean[:CANNOT_READ].argmax())
        if mean[best] < ANSWER_AT:
            return CropReading(number=None, confidence=float(mean[CANNOT_READ]), up_deg=None, why=_why(mean))
        up_deg = _up_deg(np.average(up, axis=0, weights=weights))
        return CropReading(number=NUMBERS[best], confidence=float(mean[best]), up_deg=up_deg, why=None)

    def _look_for_the_mark(self, faces: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Probabilities (N, 16) of faces that are 6 or 9, looked at from a little beside too; the surest count most."""
        places = [faces, *(_moved(faces, right, down) for right, down in _BESIDE)]
        looks = self._look_from_all_sides(np.concatenate(places))[0].reshape(len(places), len(faces), -1)
        weights = looks.max(axis=2, keepdims=True) ** 4
        together = ((looks * weights).sum(axis=0) / weights.sum(axis=0)) ** FROM_ALL_SIDES
        return np.asarray(together / together.sum(axis=1, keepdims=True), np.float64)

    def _look_from_all_sides(
        self, faces: NDArray[np.uint8], first: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As ``_look``, from four sides: the geometric mean of the answers and the mean of the directions.

        ``first`` is what ``_look`` says of them as they are, if that is known.
        """
        turned = self._look(np.concatenate([np.rot90(faces, quarter, axes=(1, 2)) for quarter in range(1, 4)]))
        probabilities, up = (np.concatenate(both) for both in zip(first or self._look(faces), turned, strict=True))
        shape = (4, len(faces), -1)
        mean = _softmax(np.log(probabilities + 1e-9).reshape(shape).mean(axis=0))
        # rot90 turns anticlockwise: turn each direction back.
        directions = [
            seen @ np.linalg.matrix_power(_QUARTER, quarter) for quarter, seen in enumerate(up.reshape(shape))
        ]
        return mean, np.mean(directions, axis=0)

    def _look(self, faces: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Probabilities (N, 16), and (N, 2) the numeral's up (x right, y down); the shorter, the less certain."""
        side = FACE_SIZE_PX
        if faces.ndim != 4 or faces.shape[1:] != (side, side, 3) or faces.dtype != np.uint8:
            raise NumberError(
                f"faces have shape {faces.shape} and type {faces.dtype}; (N, {side}, {side}, 3) uint8 is needed"
            )
        if not len(faces):
            return np.zeros((0, CANNOT_READ + 1)), np.zeros((0, 2))
        answer = self._net(normalised(faces))
        return _softmax(self.sharpness * answer[:, : CANNOT_READ + 1]), answer[:, CANNOT_READ + 1 :]


def _moved(faces: NDArray[np.uint8], right_px: float, down_px: float) -> NDArray[np.uint8]:
    """What faces (N, S, S, 3) look like from a centre that lies so far beside theirs."""
    onto, size = np.array(((1.0, 0.0, -right_px), (0.0, 1.0, -down_px))), faces.shape[2:0:-1]
    return np.stack([cv2.warpAffine(face, onto, size, borderMode=cv2.BORDER_REPLICATE) for face in faces])


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    likelihood = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(likelihood / likelihood.sum(axis=1, keepdims=True), np.float64)


def _up_deg(direction: NDArray[np.float64]) -> float | None:
    """Clockwise angle of an up vector (x right, y down); None if it is too short to mean anything."""
    if float(np.hypot(*direction)) < 0.3:
        return None
    return float(np.degrees(np.arctan2(direction[0], -direction[1])) % 360.0)


def _why(probabilities: NDArray[np.float64]) -> str:
    six_or_nine = float(probabilities[list(SIX_AND_NINE)].sum())
    if six_or_nine >= ANSWER_AT:
        return "6 and 9 cannot be told apart here: no line under the number is seen"
    if probabilities.argmax() == CANNOT_READ:
        return "no number can be seen"
    first, second = np.argsort(probabilities[:CANNOT_READ])[::-1][:2]
    return f"not clear enough: it may be {NUMBERS[first]} or {NUMBERS[second]}"
