"""A measured lens as a TOML file: what ``--lens`` reads."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from calibration.pose import Lens
from engine.text_file import read_small_text

if TYPE_CHECKING:
    from pathlib import Path

MAX_LENS_BYTES = 64 * 1024
"""A lens file has a dozen numbers."""

_Row = tuple[float, float, float]


class LensError(ValueError):
    """A lens file that cannot be used; the message names the file and the key."""


class LensFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole lens file (Brown-Conrady model, as OpenCV's ``calibrateCamera`` gives it)."""

    format: Literal[1]
    size_px: tuple[int, int]
    """(width, height) of the pictures that it was measured in."""
    camera_matrix: tuple[_Row, _Row, _Row]
    """Rows of [[fx, 0, cx], [0, fy, cy], [0, 0, 1]], pixels."""
    distortion: tuple[float, float, float, float, float]
    """k1, k2, p1, p2, k3."""


def load_lens(path: Path) -> Lens:
    """Read a lens file. Raises LensError with one plain sentence."""
    text = read_small_text(path, MAX_LENS_BYTES, LensError, what="the lens file", kind="a lens file")
    try:
        file = msgspec.convert(tomllib.loads(text), LensFile)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise LensError(f"{path}: is not a lens file ({error})") from error
    except msgspec.ValidationError as error:
        raise LensError(f"{path}: is not a lens file: {error}") from error
    matrix, distortion = np.array(file.camera_matrix, np.float64), np.array(file.distortion, np.float64)
    if not (np.isfinite(matrix).all() and np.isfinite(distortion).all() and min(matrix[0, 0], matrix[1, 1]) > 0):
        raise LensError(f"{path}: camera_matrix and distortion need finite numbers, and focal lengths above 0")
    if min(file.size_px) <= 0:
        raise LensError(f"{path}: size_px needs a width and a height above 0")
    return Lens(matrix, distortion, file.size_px, measured=True)
