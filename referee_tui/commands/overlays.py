"""Pictures that commands write to be judged by eye."""

from pathlib import Path
from typing import TYPE_CHECKING

from referee_tui import exits

if TYPE_CHECKING:
    from vision.rectify import Image


def save_picture(path: Path, picture: "Image") -> None:
    """Write a picture (height, width, 3) BGR as PNG; folders are made. Raises CommandError."""
    import cv2

    written, packed = cv2.imencode(".png", picture)
    if not written:
        raise exits.CommandError(f"{path}: the picture cannot be written as PNG.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed.tobytes())
    except OSError as error:
        raise exits.CommandError(
            f"{path}: the picture cannot be written ({error.strerror or error}); name another place."
        ) from error
