"""Where a user's logs and profiles belong on each system."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from itertools import count as count_from
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime


class PlaceError(ValueError):
    """A folder that cannot hold a log; the message is one plain sentence."""


LOG_SUFFIX = ".touchline.jsonl"


def from_home(text: str) -> Path:
    """The path that a user wrote, a ``~`` at its start meaning the home folder; whose home is not known, as it is."""
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:
        # ``~nobody/board.toml``: opening it says that there is no such file, in words that name it.
        return path


def logs_folder() -> Path:
    """Where logs are kept unless the user sets another folder; it need not be there yet."""
    return platformdirs.user_data_path("touchline", appauthor=False) / "logs"


def new_log_path(name: str, now: datetime, folder: Path | None = None) -> Path:
    """A new, empty log in a folder (default: the user's data folder), named after the match and the minute it began.

    The folder and the file are made, so that no other match takes the name; one that is taken gets a number.
    Raises PlaceError.
    """
    folder = folder or logs_folder()
    stem = f"{name}-{now:%Y-%m-%d-%H%M}"
    candidates = (folder / f"{stem}{'' if count == 1 else f'-{count}'}{LOG_SUFFIX}" for count in count_from(1))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return next(path for path in candidates if _taken(path))
    except OSError as error:
        raise PlaceError(
            f"no match log can be begun in {folder} ({error.strerror or error}); --log FILE writes it elsewhere."
        ) from error


def make_folder(log: Path) -> None:
    """The folder that a log named by the user is to lie in. Raises PlaceError."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlaceError(f"{log}: its folder cannot be made ({error.strerror or error}).") from error


def leave_unless_used(log: Path) -> None:
    """Take away a log that nothing was written to."""
    with suppress(OSError):
        if not log.stat().st_size:
            log.unlink()


def rescue_places(log: Path, now: datetime) -> Iterator[Path]:
    """Where a log may go that cannot be written in its own place: the user's data folder, then one for passing things.

    Each is made when it is asked for; one that cannot be made is passed over.
    """
    stem = log.name.removesuffix(LOG_SUFFIX)
    with suppress(PlaceError):
        yield new_log_path(f"{stem}-rescued", now)
    with suppress(OSError):
        yield Path(tempfile.mkdtemp(prefix="touchline-")) / f"{stem}{LOG_SUFFIX}"


def profiles_folder() -> Path:
    """Where profiles of cameras are kept; it need not be there yet."""
    return platformdirs.user_data_path("touchline", appauthor=False) / "profiles"


def _taken(path: Path) -> bool:
    """Make the file if nobody has; whether it is ours now."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
