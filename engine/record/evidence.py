"""The folder beside a log with the pieces of pictures that its rulings rest on, bounded in size.

``m.touchline.jsonl.evidence/000042.jpg`` belongs to record 42. Names come from the records' numbers alone.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FOLDER_SUFFIX = ".evidence"

MOST_PICTURE_BYTES = 16 * 1024 * 1024
"""No piece of a picture is larger; more of a file is not read."""

MOST_BYTES = 200 * 1024 * 1024
"""Of one folder: thousands of rulings. Beyond it the oldest pictures go."""

MOST_HELD_BYTES = 32 * 1024 * 1024
"""Of pictures that cannot be written and are held in memory: hundreds. Beyond it the oldest are given up."""

UNFINISHED_NAME = "unfinished"
"""A picture while it is written: what was cut off never bears a record's name."""

PICTURE_NAME = re.compile(r"([0-9]{6,9})\.jpg")


def evidence_folder(log: Path) -> Path:
    """Where the evidence of a log lies."""
    return log.with_name(log.name + FOLDER_SUFFIX)


def picture_name(seq: int) -> str:
    """The file of a record's picture."""
    return f"{seq:06}.jpg"


def digest_beside(log: Path, seq: int) -> str | None:
    """SHA-256 (hexadecimal) of a record's picture beside its log; None if there is none, or it cannot be read."""
    path = evidence_folder(log) / picture_name(seq)
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.sha256(file.read(MOST_PICTURE_BYTES)).hexdigest()
    except OSError:
        return None


class EvidenceFolder:
    """Pictures by number of the record; the newest are kept, in memory while the disk refuses them."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES, most_held_bytes: int = MOST_HELD_BYTES) -> None:
        """Made with the first picture. Others that lie there already count, whatever else lies there is left alone."""
        self._folder = folder
        self._most_bytes, self._most_held_bytes = most_bytes, most_held_bytes
        self._sizes: dict[int, int] | None = None
        self._held: dict[int, bytes] = {}
        self._trouble = ""

    @property
    def trouble(self) -> str:
        """Why pictures are held in memory, one sentence without its full stop; empty while none is."""
        return self._trouble

    def keep(self, seq: int, picture: bytes) -> None:
        """Write a record's picture (JPEG), or hold it: then ``trouble`` says why."""
        self._held[seq] = picture
        self.retry()
        self._give_up_the_oldest()

    def retry(self) -> None:
        """Try again to write what is held; nothing is raised, ``trouble`` tells whether it worked."""
        try:
            sizes = self._opened() if self._held else {}
            while self._held:
                # The newest first: an old one that is refused for a reason of its own stands in no other's way.
                seq = max(self._held)
                self._make_room(sizes, len(self._held[seq]))
                self._write(seq, self._held[seq])
                sizes[seq] = len(self._held.pop(seq))
        except OSError as error:
            why = error.strerror or error
            self._trouble = f"{self._folder}: the pictures behind the rulings cannot be kept ({why})"
        else:
            self._trouble = ""

    def _give_up_the_oldest(self) -> None:
        held_bytes = sum(map(len, self._held.values()))
        for seq in sorted(self._held):
            if held_bytes <= self._most_held_bytes:
                return
            held_bytes -= len(self._held.pop(seq))

    def _write(self, seq: int, picture: bytes) -> None:
        """The whole picture or none, also on a full disk and where the program is killed meanwhile."""
        unfinished = self._folder / UNFINISHED_NAME
        try:
            unfinished.unlink(missing_ok=True)
            with unfinished.open("xb") as file:
                file.write(picture)
            unfinished.replace(self._folder / picture_name(seq))
        finally:
            unfinished.unlink(missing_ok=True)

    def _opened(self) -> dict[int, int]:
        if self._sizes is None:
            if self._folder.is_symlink():
                raise OSError(0, "it is a link to another place")
            self._folder.mkdir(exist_ok=True)
            named = ((PICTURE_NAME.fullmatch(path.name), path) for path in self._folder.iterdir())
            self._sizes = {int(name[1]): path.lstat().st_size for name, path in named if name is not None}
        return self._sizes

    def _make_room(self, sizes: dict[int, int], wanted_bytes: int) -> None:
        total = sum(sizes.values())
        for seq in sorted(sizes):
            if total + wanted_bytes <= self._most_bytes:
                return
            (self._folder / picture_name(seq)).unlink(missing_ok=True)
            total -= sizes.pop(seq)
