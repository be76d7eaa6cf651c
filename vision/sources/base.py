"""What every source of pictures offers, and the one error they raise."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from vision.rectify import Image

MAX_PIXELS = 50_000_000
"""Largest picture that is taken in; phones make 12 to 50 million, anything larger is a mistake or an attack."""
BEGINNING_BYTES = 1 << 20
"""So much of a recording is enough to know it by: no two cameras' first pictures are the same to the last bit."""


class SourceError(ValueError):
    """A source that cannot be opened or read on; the message is one plain sentence: what, where, what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture with its place in time."""

    number: int
    """From 0, counted where the frames are made: a gap is a frame that was skipped."""
    t: float
    """Seconds since the source's first frame, by the source's own clock; never decreases."""
    image: Image
    """(height, width, 3), 8 bits, BGR, upright."""


class Source(ABC):
    """A stream of frames, read once: ``with open_source(text) as source: for frame in source: ...``."""

    def __init__(self, name: str) -> None:
        self.name = name
        """What the user called it."""

    @property
    @abstractmethod
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the first frame, upright."""

    @property
    def duration_s(self) -> float | None:
        """Length by the source's own clock; None if unknown or endless."""
        return None

    def beginning(self) -> str:
        """SHA-256 of the first bytes of a recording (``BEGINNING_BYTES``), by which it is known under any name.

        Of a folder it is of its first picture. Empty for what is no recording.
        """
        return ""

    @property
    def trouble(self) -> str | None:
        """One sentence while a live source delivers nothing; None while all is well."""
        return None

    @property
    def blind(self) -> bool:
        """Whether there is no camera at all: everything is typed."""
        return False

    def skip_to(self, t_s: float) -> float:
        """Of a recording, leave out what comes before so many seconds of its own clock, before it is read.

        Returns where it begins then: as late as wanted, or somewhat earlier, but never at its very end; 0 for what is
        no recording. Raises SourceError.
        """
        del t_s
        return 0.0

    def now_s(self) -> float | None:
        """The source's clock where it runs without frames; None if only frames carry the time."""
        return None

    def nudge(self) -> None:
        """Beat at once if nothing is being waited for but time; from any thread."""
        return

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing about the pictures, one sentence each, as it becomes known: it only grows."""
        return ()

    @property
    def adjusting(self) -> bool:
        """Whether the camera is measuring, so that its pictures change by themselves."""
        return False

    def remeasure(self) -> bool:
        """Measure light and distance anew (the lamp was switched); False where that is not needed or not possible."""
        return False

    def label(self, number: int) -> str:
        """What the frame of that number is called: a picture by its file's name, others by their number."""
        return f"{self.name}, frame {number}"

    @abstractmethod
    def __iter__(self) -> Iterator[Frame]:
        """The frames in order. Raises SourceError where a source breaks off, after all that could be read."""

    def beats(self) -> Iterator[Frame | None]:
        """The frames, and None now and then while a live source has no new one: whoever looks can do other things."""
        yield from self

    def stop(self) -> None:
        """Let whoever reads come to an end, from any thread; only a live source keeps its reader waiting."""
        return

    def close(self) -> None:
        """Let go of the file or camera; closing twice does no harm."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def beginning_of(path: Path) -> str:
    """SHA-256 of a file's first bytes; empty for what is no file, or cannot be read."""
    try:
        if not path.is_file():
            # Of a pipe whoever reads it first would take them from whoever follows.
            return ""
        with path.open("rb") as file:
            return hashlib.sha256(file.read(BEGINNING_BYTES)).hexdigest()
    except OSError:
        return ""


def check_size(name: str, width: int, height: int) -> tuple[int, int]:
    """The size itself, or SourceError for pictures that are empty or beyond MAX_PIXELS."""
    if width <= 0 or height <= 0:
        raise SourceError(say("fault.no_size", name=name))
    if width * height > MAX_PIXELS:
        raise SourceError(say("fault.large", name=name, width=width, height=height, most=MAX_PIXELS // 1_000_000))
    return width, height
