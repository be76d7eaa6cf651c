"""What is written on the start screen, tried out before a match is begun with it."""

from __future__ import annotations

from pathlib import Path

from referee_tui.start.sentences import say
from referee_tui.start.state import ChoiceError
from vision.sources import open_source
from vision.sources.pictures import PICTURE_SUFFIXES


def need_pictures(source: str) -> None:
    """See that a film or a folder has pictures. Raises SourceError, ChoiceError, OSError."""
    if Path(source).suffix.lower() in PICTURE_SUFFIXES and Path(source).is_file():
        raise ChoiceError(say("camera.one_picture", name=source))
    with open_source(source) as opened:
        if next(iter(opened), None) is None:
            raise ChoiceError(say("table.no_picture", source=source))
