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

ANSWER_AT = 2 / 3
"""A wrong number costs twice what a question costs; at this probability both cost the same."""


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

        Calibrated: of the numbers claimed with 0.9, nine in ten are right. Raises NumberError for another shape.
        """
        return self.read_with_up(faces)[0]

    def read_with_up(self, faces: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As ``read``, and (N, 2): the numeral's up direction (x right, y down); the shorter, the less certain."""
        side = FACE_SIZE_PX
        if faces.ndim != 4 or faces.shape[1:] != (side, side, 3) or faces.dtype != np.uint8:
            raise NumberError(
                f"faces have shape {faces.shape} and type {faces.dtype}; (N, {side}, {side}, 3) uint8 is needed"
            )
        if not len(faces):
            return np.zeros((0, CANNOT_READ + 1)), np.zeros((0, 2))
        self._net.setInput(normalised(faces))
        answer = np.asarray(self._net.forward(), np.float64)
        logits = answer[:, : CANNOT_READ + 1]
        likelihood = np.exp(logits - logits.max(axis=1, keepdims=True))
        return likelihood / likelihood.sum(axis=1, keepdims=True), answer[:, CANNOT_READ + 1 :]

    def read_crop(self, image: Image) -> CropReading:
        """Reads a picture of one face in any rotation and size: (height, width, 3) BGR, the disc about filling it.

        Raises NumberError for a picture that is not one of MIN_CROP_PX to MAX_CROP_PX with three channels.
        """
        probabilities, up = self.read_with_up(_framings(image))
        # The framing that fits the disc is the one in which a number is seen best.
        numbers = probabilities[:, :CANNOT_READ]
        weights = numbers.max(axis=1) ** 4 + 1e-9
        mean = np.average(probabilities, axis=0, weights=weights)
        direction = np.average(up, axis=0, weights=weights)
        best = int(mean[:CANNOT_READ].argmax())
        if mean[best] >= ANSWER_AT:
            return CropReading(number=NUMBERS[best], confidence=float(mean[best]), up_deg=_up_deg(direction), why=None)
        return CropReading(number=None, confidence=float(mean[CANNOT_READ]), up_deg=None, why=_why(mean))


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
    six_or_nine = float(probabilities[[5, 8]].sum())
    if six_or_nine >= ANSWER_AT:
        return "6 and 9 cannot be told apart here: no line under the number is seen"
    if probabilities.argmax() == CANNOT_READ:
        return "no number can be seen"
    first, second = np.argsort(probabilities[:CANNOT_READ])[::-1][:2]
    return f"not clear enough: it may be {NUMBERS[first]} or {NUMBERS[second]}"
