"""What a session remembers for a report of a fault: all that the referee was told, and the last pictures."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.record.inputs import Told, input_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calibration.pose import BoardPose
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from engine.referee import Input
    from vision.sources import Frame

MOST_INPUT_BYTES = 16 * 1024 * 1024
"""Some hours of a match; what comes later is not remembered, and the report says so."""
LOOKS, PICTURES = 5, 4
"""So many of the pictures that were read, and of those that came last, are held."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptPicture:
    """A picture, and what became of it."""

    frame: Frame
    settled: bool
    """Whether the table was at rest in it."""
    pose: BoardPose | None = None
    """By which it was read, if it was."""
    expected: Mapping[PieceId, Space] | None = None
    """Where the pieces were last, as the reader was told."""
    seen: Observation | None = None
    """What was read."""


class SessionMemory:
    """Bounded: bytes for what was told, a few pictures."""

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self._lines: list[bytes] = []
        self._bytes = 0
        self._whole = True
        self._looks: deque[KeptPicture] = deque(maxlen=LOOKS)
        self._last: deque[KeptPicture] = deque(maxlen=PICTURES)

    @property
    def inputs(self) -> bytes:
        """All that the referee was told, as lines."""
        return b"".join(self._lines)

    @property
    def whole(self) -> bool:
        """Whether nothing had to be left out."""
        return self._whole

    @property
    def pictures(self) -> tuple[KeptPicture, ...]:
        """In their order, each once; those that were read say what was read in them."""
        return tuple(_each_once((*self._looks, *self._last)))

    def told(self, t: float, given: Input, *, compared: bool = False) -> None:
        """Remember an input of the referee."""
        line = input_line(Told(t, given, compared))
        self._whole = self._whole and self._bytes + len(line) <= MOST_INPUT_BYTES
        if self._whole:
            self._lines.append(line)
            self._bytes += len(line)

    def saw(self, frame: Frame, *, settled: bool) -> None:
        """Remember a picture."""
        self._last.append(KeptPicture(frame, settled))

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None, seen: Observation) -> None:
        """Remember what was read in a picture; what was only repeated from the look before belongs to that."""
        if self._looks and self._looks[-1].seen is not None and self._looks[-1].seen.pieces is seen.pieces:
            return
        self._looks.append(KeptPicture(frame, settled=True, pose=pose, expected=expected, seen=seen))


def _each_once(pictures: Iterable[KeptPicture]) -> list[KeptPicture]:
    by_number: dict[int, KeptPicture] = {}
    for picture in pictures:
        by_number.setdefault(picture.frame.number, picture)
    return [by_number[number] for number in sorted(by_number)]
