"""The boards that a camera was calibrated with: kept in its profile, an own board with copies of its files.

A board's files lie in ``boards/NAME/`` beside the profile, under names that are always the same.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace as changed

from calibration.own.reference import reference_path
from calibration.pose import SAME_SHAPE
from calibration.profile_file import MAX_NAME, ProfileError, is_profile_name
from calibration.profiles import Nothing, change_profile, check_name, make_folder
from engine.board import MAX_BOARD_BYTES, BoardError, parse_board
from engine.text_file import read_small_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from calibration.profile_file import BoardTable, CameraTable, ProfileFile
    from calibration.profiles import Profile

BOARD_FILE = "board.toml"
MAX_PICTURE_BYTES = 20 * 1024 * 1024
"""A reference picture takes a few megabytes."""


@dataclass(frozen=True)
class BoardCopy:
    """What is copied of a user's own board."""

    text: str
    """The board file."""
    picture: bytes | None
    """Its reference picture (PNG); None for a board that is known by its markers."""


@dataclass(frozen=True)
class KeptBoard:
    """A board in a profile."""

    name: str
    """As the profile has it."""
    table: BoardTable
    profile: Profile

    @property
    def when(self) -> str:
        """``2026-11-30 with HD Webcam``."""
        camera = self.profile.file.camera
        return f"{self.table.saved_on.isoformat()} with {camera.name if camera else self.profile.name}"

    def __str__(self) -> str:
        """``board shop-green, calibrated 2026-11-30 with HD Webcam, error 0.3 % of a space``."""
        return f"board {self.name}, calibrated {self.when}{error_words(self.table)}"

    def fits(self, size_px: tuple[int, int]) -> bool:
        """Whether pictures of a size have the shape of those that the board was seen in."""
        size = self.table.size_px or self.profile.size_px
        return size is None or abs(size_px[0] * size[1] / (size_px[1] * size[0]) - 1) <= SAME_SHAPE


def error_words(table: BoardTable) -> str:
    """``, error 0.3 % of a space``; nothing where it is not known."""
    return f", error {100 * table.error_spaces:.1f} % of a space" if table.error_spaces is not None else ""


def fingerprint(text: str) -> str:
    """SHA-256 of a board file's text, hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def kept_name(name: str) -> str:
    """What a board is called in profiles: by its name, or where that cannot be a folder's, by one made of it."""
    if is_profile_name(name):
        return name
    # Names in other scripts leave nothing behind; the number keeps them apart.
    number = fingerprint(name)[:8]
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[: MAX_NAME - len(number) - 1]
    return f"{plain.strip('-') or 'board'}-{number}"


def keep_board(
    folder: Path,
    profile: str,
    name: str,
    table: BoardTable,
    *,
    copy: BoardCopy | None = None,
    camera: CameraTable | None = None,
) -> Profile:
    """Keep a board in a profile, a new one or an old one; its files first, so that no entry is without. ProfileError.

    ``camera`` is whose profile this is, if it does not say yet.
    """
    for part in (profile, name):
        check_name(part)
    if copy is not None and copy.picture is not None and len(copy.picture) > MAX_PICTURE_BYTES:
        raise ProfileError(
            f"the reference picture of {name} is larger than {MAX_PICTURE_BYTES >> 20} MB, too large for a profile"
        )
    _write_copy(copy_path(folder, profile, name), copy)

    def change(old: ProfileFile) -> ProfileFile:
        others = {other: entry for other, entry in old.boards.items() if other != name}
        return changed(old, camera=old.camera or camera, boards={**others, name: table})

    return change_profile(folder, profile, change)


def copy_path(folder: Path, profile: str, name: str) -> Path:
    """Where the copy of an own board's file lies; its reference picture lies beside it."""
    return folder / profile / "boards" / name / BOARD_FILE


def boards_of(profiles: Iterable[Profile]) -> tuple[KeptBoard, ...]:
    """All boards in some profiles, the one calibrated with last first."""
    kept = [KeptBoard(name, table, p) for p in profiles for name, table in p.file.boards.items()]
    # Of two of the same day, the later one in the file is the later one.
    days = sorted(((board.table.saved_on, n) for n, board in enumerate(kept)), reverse=True)
    return tuple(kept[n] for _, n in days)


def kept_file(folder: Path, kept: KeptBoard) -> Path | Nothing:
    """The copy of an own board's file; Nothing with a reason if it is not there any more or not as it was kept."""
    path = copy_path(folder, kept.profile.name, kept.name)
    if not is_profile_name(kept.name):
        return Nothing(f"{kept.name!r} in profile {kept.profile.name} cannot be a board's name; it is not used")
    try:
        text = read_small_text(path, MAX_BOARD_BYTES, ProfileError, what="the board", kind="a board file")
        board = parse_board(text, str(path))
    except (ProfileError, BoardError) as error:
        return Nothing(f"{error}; the board is not used: calibrate with it again")
    if fingerprint(text) != kept.table.fingerprint:
        return Nothing(f"{path}: was changed since {kept.table.saved_on}; it is not used: calibrate with it again")
    if board.file.markers is None and not reference_path(path).is_file():
        return Nothing(f"{path}: its reference picture is missing; it is not used: calibrate with it again")
    return path


def _write_copy(path: Path, copy: BoardCopy | None) -> None:
    """The copy, in place of any that was there. Raises ProfileError."""
    picture = reference_path(path)
    try:
        if copy is None or copy.picture is None:
            picture.unlink(missing_ok=True)
        if copy is None:
            path.unlink(missing_ok=True)
            return
        make_folder(path.parent)
        if copy.picture is not None:
            _write_whole(picture, copy.picture)
        _write_whole(path, copy.text.encode())
    except OSError as error:
        raise ProfileError(f"{path.parent}: cannot be written ({error.strerror or error})") from error


def _write_whole(path: Path, data: bytes) -> None:
    """Never half a file under the name."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
