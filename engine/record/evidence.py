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
    """Pictures by number of the record; the newest are kept."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        """Made with the first picture. Others that lie there already count, whatever else lies there is left alone."""
        self._folder = folder
        self._most_bytes = most_bytes
        self._sizes: dict[int, int] | None = None

    def keep(self, seq: int, picture: bytes) -> str:
        """Write a record's picture (JPEG). Returns why it could not be kept, one sentence without its full stop."""
        try:
            sizes = self._opened()
            self._make_room(sizes, len(picture))
            self._write(seq, picture)
            sizes[seq] = len(picture)
        except OSError as error:
            return f"{self._folder}: the pictures behind the rulings cannot be kept ({error.strerror or error})"
        return ""

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
