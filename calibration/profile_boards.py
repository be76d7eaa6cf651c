"""Files about a board that belong to a camera's profile, such as a reference picture of a board without markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace as changed

from calibration.profile_file import BoardTable, ProfileError, is_profile_name
from calibration.profiles import Nothing, Profile, change_profile, check_name, make_folder

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

MAX_BOARD_FILE_BYTES = 20 * 1024 * 1024
"""A reference picture takes a few megabytes."""


def keep_board_file(
    folder: Path, profile: str, board: str, name: str, *, data: bytes, fingerprint: str, today: dt.date
) -> Path:
    """Keep a file about a board (a reference picture) with a profile; where it lies now. Raises ProfileError.

    ``fingerprint`` is anything that tells this board from another of its name, such as its file's SHA-256.
    """
    for part in (profile, board, name):
        check_name(part)
    if len(data) > MAX_BOARD_FILE_BYTES:
        raise ProfileError(f"{name}: is larger than {MAX_BOARD_FILE_BYTES // 2**20} MB, too large for a profile")
    place = folder / profile / "boards" / board / name
    make_folder(place.parent)
    try:
        place.write_bytes(data)
    except OSError as error:
        raise ProfileError(f"{place}: cannot be written ({error.strerror or error})") from error
    entry = {board: BoardTable(fingerprint, today)}
    change_profile(folder, profile, lambda old: changed(old, boards={**old.boards, **entry}))
    return place


def board_file(folder: Path, profile: Profile, board: str, name: str, *, fingerprint: str) -> Path | Nothing:
    """Where a file about a board lies; Nothing with a reason if it was kept for another board of that name."""
    known = profile.file.boards.get(board)
    place = folder / profile.name / "boards" / board / name
    if known is None or not (is_profile_name(board) and is_profile_name(name) and place.is_file()):
        return Nothing("")
    if known.fingerprint != fingerprint:
        return Nothing(
            f"the board {board} has changed since {known.saved_on}; what profile {profile.name} kept of it is not used"
        )
    return place
