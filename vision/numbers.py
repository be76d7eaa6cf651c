"""Reads the number printed on a disc.

The net (``models/number_net.onnx``, made by ``vision.training``) looks at a face as seen from straight above, in any
rotation. A face is a square of FACE_SIZE_PX whose disc is inscribed but for FACE_MARGIN of the side all round:
pixel p (an integer is a pixel's centre) lies at ``(2 (p + 0.5) / FACE_SIZE_PX - 1) / (1 - 2 FACE_MARGIN)`` disc
radii from the disc's centre. ``face_grid`` gives these points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, TypedDict

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.rectify import Image

FACE_SIZE_PX = 40
"""Side of a face."""

FACE_MARGIN = 0.05
"""Free space on each side of the disc, over the face's side."""

NUMBERS = tuple(range(1, 16))
"""The numbers that pieces carry, in the order of the net's answers."""

CANNOT_READ = len(NUMBERS)
"""Column of the answer "no number can be seen here"."""

MIN_CROP_PX = 8
"""Below this no numeral is left."""

MAX_CROP_PX = 8192
"""A crop with a longer side is something else."""

_DISC_SHARES = (1.0, 0.9, 0.8, 0.7)

ANSWER_AT = 0.75
"""A number less likely than this is not given; a 6 or 9 without its mark mostly stays below."""

LOOK_AGAIN_BELOW = 0.9
"""A face read with less is looked at from all sides; that costs three more looks."""

SIX_AND_NINE = (5, 8)
"""Columns of 6 and 9."""

_QUARTER = np.array(((0.0, 1.0), (-1.0, 0.0)))
"""Row vector times this: turned clockwise by a quarter (x right, y down)."""


class NumberError(ValueError):
    """A picture that cannot hold a face; the message says what is wrong with it."""


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


def face_grid() -> NDArray[np.float64]:
    """(FACE_SIZE_PX, FACE_SIZE_PX, 2): where each pixel of a face lies, in disc radii (x right, y down)."""
    along = (2.0 * (np.arange(FACE_SIZE_PX) + 0.5) / FACE_SIZE_PX - 1.0) / (1.0 - 2.0 * FACE_MARGIN)
    return np.stack(np.meshgrid(along, along), axis=-1)


def normalised(faces: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(N, 3, S, S): what the net sees of faces (N, S, S, 3): each without its mean colour, at unit contrast."""
    values = faces.transpose(0, 3, 1, 2).astype(np.float32)
    values -= values.mean(axis=(2, 3), keepdims=True)
    # The floor keeps noise on an even surface from being blown up into a pattern.
    return np.asarray(values / (values.std(axis=(1, 2, 3), keepdims=True) + 4.0), np.float32)


@dataclass(frozen=True, eq=False)
class NumberReader:
    """The number net. It is loaded at the first reading; not for use by two threads at once."""

    model: bytes | None = field(default=None, repr=False)
    """An ONNX file's content; None for the one that ships."""

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        model = self.model or resources.files("vision").joinpath("models/number_net.onnx").read_bytes()
        return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))

    def read(self, faces: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Probabilities (N, 16) of faces (N, FACE_SIZE_PX, FACE_SIZE_PX, 3) BGR: of 1 to 15, then of "cannot be read".

        A face that leaves doubt is looked at again in quarter turns. Raises NumberError for another shape.
        """
        probabilities, _ = self._look(faces)
        doubtful = np.flatnonzero(probabilities.max(axis=1) < LOOK_AGAIN_BELOW)
        if len(doubtful):
            probabilities[doubtful] = self._look_from_all_sides(faces[doubtful])[0]
        return probabilities

    def read_crop(self, image: Image) -> CropReading:
        """Reads a picture of one face in any rotation and size: (height, width, 3) BGR, the disc about filling it.

        Raises NumberError for a picture that is not one of MIN_CROP_PX to MAX_CROP_PX with three channels.
        """
        probabilities, up = self._look_from_all_sides(_framings(image))
        # The framing that fits the disc is the one in which a number is seen best.
        weights = probabilities[:, :CANNOT_READ].max(axis=1) ** 4 + 1e-9
        mean = np.average(probabilities, axis=0, weights=weights)
        best = int(mean[:CANNOT_READ].argmax())
        if mean[best] < ANSWER_AT:
            return CropReading(number=None, confidence=float(mean[CANNOT_READ]), up_deg=None, why=_why(mean))
        up_deg = _up_deg(np.average(up, axis=0, weights=weights))
        return CropReading(number=NUMBERS[best], confidence=float(mean[best]), up_deg=up_deg, why=None)

    def _look_from_all_sides(self, faces: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As ``_look``, from four sides: the geometric mean of the answers and the mean of the directions."""
        looks = [self._look(np.rot90(faces, quarter, axes=(1, 2))) for quarter in range(4)]
        mean = _softmax(np.mean([np.log(probabilities + 1e-9) for probabilities, _ in looks], axis=0))
        # Without a mark, 6 and 9 differ only by how they lie: the untouched face alone tells them apart.
        straight, either = looks[0][0][:, SIX_AND_NINE], mean[:, SIX_AND_NINE].sum(axis=1, keepdims=True)
        mean[:, SIX_AND_NINE] = either * straight / np.maximum(straight.sum(axis=1, keepdims=True), 1e-12)
        # rot90 turns anticlockwise: turn each direction back.
        directions = [up @ np.linalg.matrix_power(_QUARTER, quarter) for quarter, (_, up) in enumerate(looks)]
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
        self._net.setInput(normalised(faces))
        answer = np.asarray(self._net.forward(), np.float64)
        return _softmax(answer[:, : CANNOT_READ + 1]), answer[:, CANNOT_READ + 1 :]


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    likelihood = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(likelihood / likelihood.sum(axis=1, keepdims=True), np.float64)


def _framings(image: Image) -> NDArray[np.uint8]:
    """The crop as faces (4, S, S, 3), as if the disc filled 100, 90, 80 and 70 % of it. An oblique disc gets round."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise NumberError(
            f"the picture has shape {image.shape} and type {image.dtype}; (height, width, 3) uint8 is needed"
        )
    height, width = image.shape[:2]
    if min(height, width) < MIN_CROP_PX or max(height, width) > MAX_CROP_PX:
        raise NumberError(
            f"the picture is {width} x {height} px; a crop of one face of {MIN_CROP_PX} to {MAX_CROP_PX} px is needed"
        )
    # Area averaging first: the warp itself looks at four pixels only.
    largest = 3 * FACE_SIZE_PX
    size = min(width, largest), min(height, largest)
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    faces = [_framed(np.asarray(small, np.uint8), share) for share in _DISC_SHARES]
    return np.stack(faces)


def _framed(image: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    side = np.array((image.shape[1], image.shape[0]), np.float64)
    scale = side * share / (FACE_SIZE_PX * (1.0 - 2.0 * FACE_MARGIN))
    offset = (side - 1.0) / 2.0 - scale * (FACE_SIZE_PX - 1) / 2.0
    into_crop = np.column_stack((np.diag(scale), offset))
    blur = max(0.0, float(scale.max()) - 1.0) * 0.4
    source = cv2.GaussianBlur(image, (0, 0), blur) if blur > 0.1 else image
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (FACE_SIZE_PX, FACE_SIZE_PX)
    return np.asarray(cv2.warpAffine(source, into_crop, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


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
