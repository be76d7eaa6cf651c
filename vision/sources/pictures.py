"""Single pictures and folders of them."""

from __future__ import annotations

import io
import math
import os
import re
import struct
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from vision.sentences import say
from vision.sources.base import Frame, Source, SourceError, beginning_of, check_size

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.rectify import Image

PICTURE_SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"))
FOLDER_FPS = 10.0
"""Rate taken for a folder of frames, which has no clock of its own."""
_FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
_DAMAGED = (OSError, ValueError, SyntaxError, struct.error, OverflowError, LookupError, TypeError)
"""What Pillow raises for pictures whose headers or data make no sense."""
_MAX_BYTES = 400 * 1024 * 1024
_MAX_FILES = 200_000


def read_picture(path: Path) -> Image:
    """A picture upright (EXIF orientation applied), BGR, 8 bits. Raises SourceError, also for a truncated file."""
    with _opened(path) as picture:
        return _decoded(picture, str(path))


def picture_of(raw: bytes, name: str) -> Image:
    """The same from a picture file's bytes; ``name`` is for messages. Raises SourceError."""
    file = io.BytesIO(raw)
    with file, _header(name, file, len(raw)) as picture:
        return _decoded(picture, name)


def _decoded(picture: Pillow.Image, name: str) -> Image:
    with warnings.catch_warnings():
        # Of damage that can be read around; what cannot be is an error.
        warnings.simplefilter("ignore")
        try:
            upright = ImageOps.exif_transpose(picture)
            if upright.mode.startswith("I;16"):
                upright = Pillow.fromarray((np.asarray(upright) >> 8).astype(np.uint8))
            rgb = np.asarray(upright.convert("RGB"))
        except _DAMAGED as error:
            raise SourceError(say("fault.damaged", name=name)) from error
    return np.ascontiguousarray(rgb[:, :, ::-1])


@contextmanager
def _opened(path: Path) -> Iterator[Pillow.Image]:
    """The picture, its size checked before a single pixel is decoded. Raises SourceError."""
    # Opened here, not by Pillow, which leaves files open where a header makes no sense.
    try:
        file = path.open("rb")
    except OSError as error:
        raise SourceError(say("fault.unread", name=path, why=error.strerror or error)) from error
    with file, _header(str(path), file, os.fstat(file.fileno()).st_size) as picture:
        yield picture


def _header(name: str, file: BinaryIO, size_bytes: int) -> Pillow.Image:
    too_large = size_bytes > _MAX_BYTES
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures from a limit of its own (check_size decides here) and of odd headers.
            warnings.simplefilter("ignore")
            picture = None if too_large else Pillow.open(file, formats=_FORMATS)
    except Pillow.DecompressionBombError as error:
        raise SourceError(say("fault.too_large", name=name)) from error
    except UnidentifiedImageError as error:
        raise SourceError(say("fault.picture", name=name)) from error
    except _DAMAGED as error:
        raise SourceError(say("fault.damaged", name=name)) from error
    if picture is None:
        raise SourceError(say("fault.no_photograph", name=name, most=_MAX_BYTES // 2**20))
    check_size(name, *picture.size)
    return picture


def _upright_size(path: Path) -> tuple[int, int]:
    with _opened(path) as picture:
        width, height = picture.size
        try:
            # EXIF tag 274: from 5 on the picture lies on its side.
            return (height, width) if picture.getexif().get(274, 1) >= 5 else (width, height)
        except _DAMAGED:
            return width, height


class PictureSource(Source):
    """Pictures one after the other: a single one, or the pictures of a folder in natural order of their names."""

    def __init__(self, name: str, paths: tuple[Path, ...], fps: float = FOLDER_FPS) -> None:
        super().__init__(name)
        self._paths = paths
        self._fps = fps
        self._first = 0
        self._size = _upright_size(paths[0])

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the first picture."""
        return self._size

    @property
    def duration_s(self) -> float:
        """Time from the first picture to the last at the folder's rate."""
        return (len(self._paths) - 1) / self._fps

    def beginning(self) -> str:
        """Of the first picture's file: others may be added to the folder."""
        return beginning_of(self._paths[0])

    def skip_to(self, t_s: float) -> float:
        """Leave out the pictures before; the last one stays."""
        self._first = math.floor(min(max(t_s * self._fps, 0.0), len(self._paths) - 1))
        return self._first / self._fps

    def label(self, number: int) -> str:
        """The picture's file name."""
        return self._paths[number].name

    def __iter__(self) -> Iterator[Frame]:
        for number, path in enumerate(self._paths[self._first :], self._first):
            yield Frame(number, number / self._fps, read_picture(path))


def picture_source(path: Path) -> PictureSource:
    """A source of one picture."""
    return PictureSource(str(path), (path,))


def folder_source(folder: Path, fps: float = FOLDER_FPS) -> PictureSource:
    """A source of a folder's pictures, sorted so that ``frame_10`` comes after ``frame_9``."""
    try:
        paths = sorted((p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES), key=_natural)
    except OSError as error:
        raise SourceError(say("fault.unlisted", name=folder, why=error.strerror or error)) from error
    if not paths:
        raise SourceError(say("fault.no_pictures", name=folder))
    if len(paths) > _MAX_FILES:
        raise SourceError(say("fault.many", name=folder, most=_MAX_FILES))
    return PictureSource(str(folder), tuple(paths), fps)


def _natural(path: Path) -> tuple[tuple[int, int, str], ...]:
    """Digits compare as numbers, the rest as text."""
    parts = re.findall(r"[0-9]+|[^0-9]+", path.name.lower())
    return tuple((0, int(part), "") if part[0] in "0123456789" else (1, 0, part) for part in parts)
