"""Where a user's logs belong on each system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

LOG_SUFFIX = ".touchline.jsonl"


def new_log_path(name: str, now: datetime) -> Path:
    """A path for a new log in the user's data folder, named after the match and the minute it began.

    The folder is made; the file is not. A name that is taken gets a number.
    """
    folder = platformdirs.user_data_path("touchline", appauthor=False) / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{name}-{now:%Y-%m-%d-%H%M}"
    candidates = (folder / f"{stem}{'' if count == 1 else f'-{count}'}{LOG_SUFFIX}" for count in range(1, 10_000))
    return next(path for path in candidates if not path.exists())
