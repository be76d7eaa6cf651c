"""The reference picture of a board: its whole sheet seen from straight above, kept beside the board file.

``my-board.toml`` has ``my-board.reference.png`` beside it. The picture shows exactly the sheet, so the board file's
``[sheet]`` says its scale; where it is transparent the sheet was not seen.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from calibration.own.flat import FlatView
from calibration.own.looks import BLOWN_LEVEL
from engine.board import sheet_bounds_mm

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from calibration.own.flat import Bounds, Picture
    from engine.board import Board

MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 24_000_000
MAX_SKEW = 0.02
"""How far the scales of width and height may differ: more, and it is a picture of something else."""


class ReferencePictureError(ValueError):
    """A reference picture that cannot be used; the message is one plain sentence."""


@dataclass(frozen=True, eq=False)
class Reference:
    """What a board looks like."""

    board: Board
    flat: Picture
    """(height, width, 3) BGR: the sheet from above, north up."""
    known: NDArray[np.bool_]
    """(height, width): False where the sheet was not seen."""

    @property
    def bounds_mm(self) -> Bounds:
        """The sheet's edges, board frame."""
        return sheet_bounds_mm(self.board)

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        return float(self.flat.shape[1]) / self.board.file.sheet.size_mm[0]

    @property
    def glare_spaces(self) -> float:
        """How much of the sheet is burnt out by a lamp's reflection, in areas of a space."""
        space_px = self.scale * self.board.grid.width_mm
        return float(((self.flat.min(axis=2) >= BLOWN_LEVEL) & self.known).sum()) / space_px**2

    @property
    def view(self) -> FlatView:
        """Where board points are in the reference picture."""
        west, north, *_ = self.bounds_mm
        scale = self.scale
        return FlatView(np.array(((scale, 0, -west * scale - 0.5), (0, scale, -north * scale - 0.5), (0, 0, 1.0))))


def reference_path(board_file: Path) -> Path:
    """Where a board file's reference picture lies."""
    return board_file.with_name(f"{board_file.stem}.reference.png")


def load_reference(board_file: Path, board: Board) -> Reference:
    """Read the reference picture beside a board file. Raises ReferencePictureError."""
    path = reference_path(board_file)
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ReferencePictureError(
            f"{board_file}: a board without markers needs its reference picture {path.name} beside it; "
            "touchline board new makes both"
        ) from error
    except OSError as error:
        raise ReferencePictureError(f"{path}: cannot be read ({error.strerror or error})") from error
    if len(raw) > MAX_BYTES:
        raise ReferencePictureError(f"{path}: is larger than {MAX_BYTES >> 20} MB, this is not a reference picture")
    _check_size(raw, path, board)
    pixels = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None or pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in (3, 4):
        raise ReferencePictureError(f"{path}: is not a colour picture of 8 bits a channel")
    known = pixels[..., 3] > 0 if pixels.shape[2] == 4 else np.ones(pixels.shape[:2], np.bool_)
    return Reference(board, np.ascontiguousarray(pixels[..., :3], np.uint8), known)


def save_reference(board_file: Path, reference: Reference) -> Path:
    """Write the reference picture beside a board file; its path."""
    path = reference_path(board_file)
    alpha = np.where(reference.known, 255, 0).astype(np.uint8)
    written, packed = cv2.imencode(".png", np.dstack((reference.flat, alpha)))
    if not written:
        raise ReferencePictureError(f"{path}: the reference picture cannot be written as PNG")
    path.write_bytes(packed.tobytes())
    return path


def _check_size(raw: bytes, path: Path, board: Board) -> None:
    """Before anything is unpacked: a PNG of the sheet's shape, and not too large to hold."""
    try:
        with Image.open(io.BytesIO(raw), formats=("PNG",)) as opened:
            width, height = opened.size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise ReferencePictureError(f"{path}: is not a PNG picture") from error
    if width * height > MAX_PIXELS:
        raise ReferencePictureError(f"{path}: {width}x{height} pixels are more than a reference picture has")
    length_mm, width_mm = board.file.sheet.size_mm
    if min(width, height) < 64 or abs(width / length_mm / (height / width_mm) - 1) > MAX_SKEW:
        raise ReferencePictureError(
            f"{path}: {width}x{height} pixels do not show the sheet of {length_mm:g} x {width_mm:g} mm that "
            f"{board.name} is printed on"
        )
