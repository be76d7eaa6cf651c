"""Only ordinary files hold logs: a pipe has no end, a device is no place for one, and neither can be read twice."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from engine.record.errors import LogError

if TYPE_CHECKING:
    from pathlib import Path


def refuse_unless_ordinary(path: Path) -> None:
    """Raises LogError for a pipe, a device or a socket. What is not there, or a folder, is for whoever opens it."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    refuse_mode(path, mode)


def refuse_mode(path: Path, mode: int) -> None:
    """The same for a file that is open; ``mode`` as ``os.fstat`` has it."""
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise LogError(f"{path}: is a pipe or a device; a match is kept in a file")
