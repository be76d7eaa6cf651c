"""A measured lens as a TOML file: what ``touchline calibrate lens`` writes and ``--lens`` reads."""

from __future__ import annotations

import datetime as dt
import tomllib
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np
import tomli_w

from calibration.pose import Lens
from engine.text_file import read_small_text, write_whole_text

if TYPE_CHECKING:
    from pathlib import Path

MAX_LENS_BYTES = 64 * 1024
"""A lens file has a dozen numbers."""

_Row = tuple[float, float, float]


class LensError(ValueError):
    """A lens file that cannot be used; the message names the file and the key."""


class AboutLens(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """How a lens was measured and how well it is known; nothing in it changes what the lens does."""

    measured_on: dt.date | None = None
    by: str = ""
    """What it was measured with: ``lens target of the kit``, ``chessboard``, ``board regista-a2``."""
    views: int = 0
    rms_px: float | None = None
    """RMS distance between the seen crossings and where the lens puts them."""
    focal_sd_px: float = 0.0
    """One standard deviation of the focal length; 0 if it is not known."""
    centre_sd_px: float = 0.0
    """The same of the principal point."""
    effect_px: float | None = None
    """One standard deviation of where a point is put in the picture, at the worst place that was measured."""
    verdict: str = ""
    """``good``, ``usable`` or ``not good enough``."""


class LensFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A whole lens file (Brown-Conrady model, as OpenCV's ``calibrateCamera`` gives it)."""

    format: Literal[1]
    size_px: tuple[int, int]
    """(width, height) of the pictures that it was measured in."""
    camera_matrix: tuple[_Row, _Row, _Row]
    """Rows of [[fx, 0, cx], [0, fy, cy], [0, 0, 1]], pixels."""
    distortion: tuple[float, float, float, float, float]
    """k1, k2, p1, p2, k3."""
    about: AboutLens = AboutLens()


def load_lens(path: Path) -> Lens:
    """Read a lens file. Raises LensError with one plain sentence."""
    text = read_small_text(path, MAX_LENS_BYTES, LensError, what="the lens file", kind="a lens file")
    try:
        file = msgspec.convert(tomllib.loads(text), LensFile)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise LensError(f"{path}: is not a lens file ({error})") from error
    except msgspec.ValidationError as error:
        raise LensError(f"{path}: is not a lens file: {error}") from error
    return lens_of(file, str(path))


def lens_of(file: LensFile, source: str) -> Lens:
    """The lens that a file's numbers describe. Raises LensError, naming ``source``, for numbers that no lens has."""
    matrix, distortion = np.array(file.camera_matrix, np.float64), np.array(file.distortion, np.float64)
    if not (np.isfinite(matrix).all() and np.isfinite(distortion).all() and min(matrix[0, 0], matrix[1, 1]) > 0):
        raise LensError(f"{source}: camera_matrix and distortion need finite numbers, and focal lengths above 0")
    if min(file.size_px) <= 0:
        raise LensError(f"{source}: size_px needs a width and a height above 0")
    if not 0 <= file.about.focal_sd_px < np.inf:
        raise LensError(f"{source}: about.focal_sd_px needs a finite number, 0 or more")
    return Lens(matrix, distortion, file.size_px, measured=True, focal_sd_px=file.about.focal_sd_px)


def lens_file(lens: Lens, about: AboutLens) -> LensFile:
    """The form in which a lens is kept."""
    (a, b, c) = ((float(row[0]), float(row[1]), float(row[2])) for row in lens.camera_matrix)
    k1, k2, p1, p2, k3 = (float(value) for value in lens.distortion)
    return LensFile(1, lens.size_px, (a, b, c), (k1, k2, p1, p2, k3), about)


def save_lens(path: Path, file: LensFile) -> None:
    """Write a lens file, whole or not at all. Raises LensError."""
    text = tomli_w.dumps(msgspec.to_builtins(file, builtin_types=(dt.date,)))
    write_whole_text(
        path, f"# The lens of a camera, measured by touchline calibrate lens.\n{text}", LensError, what="the lens"
    )
