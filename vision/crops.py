"""Pictures of one piece each, cut out by hand or by another program, as faces for the number net.

How much of a crop the piece fills, and where in it the numeral stands, is not known: several framings are tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.faces import FACE_MARGIN, FACE_SIZE_PX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.rectify import Image

MIN_CROP_PX = 8
"""Below this no numeral is left."""

MAX_CROP_PX = 8192
"""A crop with a longer side is something else."""

_DISC_SHARES = (1.0, 0.9, 0.8, 0.7)
"""How much of the crop's sides the disc may fill."""

_INK_DIAMETERS = (1.7, 2.2)
"""A disc's diameter over its numeral's longer side, from a large numeral to a small one."""

_INK_TRUST = 2.0
"""How much more a face counts that has its numeral in the middle."""

_MIDDLE_SHARE = 0.75
"""A numeral lies within this share of the crop's sides; what reaches out of it is an edge or a neighbour."""


class NumberError(ValueError):
    """A picture that cannot hold a face; the message says what is wrong with it."""


class Framings(NamedTuple):
    """A crop as faces."""

    faces: NDArray[np.uint8]
    """(N, S, S, 3) BGR."""
    trust: NDArray[np.float64]
    """(N,): how much each counts, above 0."""


def framings(image: Image) -> Framings:
    """The crop (height, width, 3) BGR as faces: as if the disc filled more or less of it.

    An oblique disc gets round. Where ink is found, the last ones have it in their middle. Raises NumberError for a
    picture that is not one of MIN_CROP_PX to MAX_CROP_PX with three channels.
    """
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
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    sides = np.array(size, np.float64)
    middle = (sides - 1.0) / 2.0
    faces = [_framed(small, middle, sides * share) for share in _DISC_SHARES]
    ink = _ink(small)
    if ink is not None:
        at, long_px = ink
        faces += [_framed(small, at, np.full(2, long_px * ratio)) for ratio in _INK_DIAMETERS]
    trust = [1.0 if k < len(_DISC_SHARES) else _INK_TRUST for k in range(len(faces))]
    return Framings(np.stack(faces), np.array(trust))


def _framed(image: NDArray[np.uint8], middle: NDArray[np.float64], diameter: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The face of a disc with this middle (x, y) and these diameters along x and y, in pixels of the picture."""
    scale = diameter / (FACE_SIZE_PX * (1.0 - 2.0 * FACE_MARGIN))
    into_crop = np.column_stack((np.diag(scale), middle - scale * (FACE_SIZE_PX - 1) / 2.0))
    blur = max(0.0, float(scale.max()) - 1.0) * 0.4
    source = cv2.GaussianBlur(image, (0, 0), blur) if blur > 0.1 else image
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (FACE_SIZE_PX, FACE_SIZE_PX)
    return np.asarray(cv2.warpAffine(source, into_crop, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _ink(image: NDArray[np.uint8]) -> tuple[NDArray[np.float64], float] | None:
    """Middle (x, y) and longer side, in pixels, of what differs most from the ground in the crop's middle; or None."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = image.shape[:2]
    left, top = (round((1.0 - _MIDDLE_SHARE) / 2.0 * side) for side in (width, height))
    inner = lab[top : height - top, left : width - left]
    if min(inner.shape[:2]) < MIN_CROP_PX:
        return None
    apart = np.linalg.norm(inner - np.median(inner.reshape(-1, 3), axis=0), axis=2)
    levels = np.clip(apart, 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    _, parts, boxes, _ = cv2.connectedComponentsWithStats(mask)
    whole = [_inside(box, mask.shape) for box in boxes]
    # A part that comes in from the edge to the middle is a digit's: the numeral is larger than what is looked at.
    if any(not whole[part] for part in np.unique(_central(np.asarray(parts, np.int32))) if part):
        return None
    inside = [box for part, box in enumerate(boxes) if part and whole[part] and box[4] >= mask.size // 500]
    if not inside:
        return None
    low = np.min([box[:2] for box in inside], axis=0).astype(float)
    high = np.max([box[:2] + box[2:4] for box in inside], axis=0).astype(float)
    return (low + high - 1.0) / 2.0 + (left, top), float((high - low).max())


def _central(parts: NDArray[np.int32]) -> NDArray[np.int32]:
    """The middle of a picture of parts, half as wide and half as high."""
    height, width = parts.shape
    return parts[height // 4 : height - height // 4, width // 4 : width - width // 4]


def _inside(box: NDArray[np.int32], shape: tuple[int, ...]) -> bool:
    """Whether a component's box (left, top, width, height, area) keeps off the edges of its picture."""
    left, top, width, height, _ = box
    return bool(left > 0 and top > 0 and left + width < shape[1] and top + height < shape[0])
