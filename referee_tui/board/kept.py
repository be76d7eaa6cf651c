"""The boards of a camera's profile: which one a match is played on, and keeping the one that was calibrated with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from calibration.own.reference import reference_path
from calibration.profile_boards import (
    MAX_PICTURE_BYTES,
    BoardCopy,
    boards_of,
    error_words,
    fingerprint,
    keep_board,
    kept_file,
    kept_name,
)
from calibration.profile_file import BoardTable, ProfileError
from calibration.profiles import Nothing, list_profiles, load_profile, profile_name
from engine.board import MAX_BOARD_BYTES, BoardError, parse_board, shipped_board_text
from engine.text_file import read_small_text

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence
    from pathlib import Path

    from calibration.profile_boards import KeptBoard
    from calibration.profile_file import CameraTable
    from engine.board import Board
    from vision.board_check import BoardCheck


@dataclass(frozen=True)
class BoardChoice:
    """The board to play on, and what the user should be told."""

    file: Path | None
    """None for the board that comes with the program."""
    said: str = ""


def boards_of_camera(folder: Path, camera: CameraTable | None, profile: str | None) -> tuple[KeptBoard, ...]:
    """The boards of a named profile, else of all profiles of a camera; the one calibrated with last first.

    Raises ProfileError for what the user named.
    """
    if profile is not None:
        return boards_of((load_profile(folder, profile),))
    if camera is None:
        return ()
    try:
        shelf = list_profiles(folder)
    except ProfileError:
        # Whoever looks for the lens is told.
        return ()
    return boards_of(p for p in shelf.profiles if p.file.camera and p.file.camera.id == camera.id)


def choose_board(folder: Path, kept: Sequence[KeptBoard], game: str, size_px: tuple[int, int]) -> BoardChoice:
    """The board of a game that was calibrated with last, for pictures of a size; the program's own if there is none."""
    known = [board for board in kept if board.table.game == game]
    if not known:
        return BoardChoice(None)
    last = next((board for board in known if board.fits(size_px)), None)
    if last is None:
        size = known[0].table.size_px or known[0].profile.size_px or (0, 0)
        return BoardChoice(
            None,
            f"board {known[0].name} was calibrated at {size[0]}x{size[1]}, and the pictures are "
            f"{size_px[0]}x{size_px[1]}, another shape; it is not used.",
        )
    if last.table.own:
        file = kept_file(folder, last)
        return BoardChoice(None, f"{file.reason}.") if isinstance(file, Nothing) else BoardChoice(file, f"{last}.")
    try:
        same = fingerprint(shipped_board_text(last.name)) == last.table.fingerprint
    except BoardError:
        same = False
    return BoardChoice(None, f"{last}." if same else _stale(last, "the program's own as it is now"))


def board_of_name(folder: Path, kept: Sequence[KeptBoard], name: str) -> BoardChoice:
    """The user's own board that a match was begun on, whatever was calibrated with since; none for the kit's."""
    own = next((board for board in kept if board.table.own and board.name == kept_name(name)), None)
    if own is None:
        return BoardChoice(None)
    file = kept_file(folder, own)
    return BoardChoice(None, f"{file.reason}.") if isinstance(file, Nothing) else BoardChoice(file, f"{own}.")


def judge_named(kept: Sequence[KeptBoard], file: Path) -> BoardChoice:
    """The board file that the user named is used; said is whether it is the one that was calibrated with.

    Raises BoardError.
    """
    text = _text(file)
    name = kept_name(parse_board(text, str(file)).name)
    same_name = [board for board in kept if board.name == name]
    if not same_name:
        return BoardChoice(file)
    same = next((board for board in same_name if board.table.fingerprint == fingerprint(text)), None)
    return BoardChoice(file, f"{same}." if same else _stale(same_name[0], str(file)))


def keep_checked(
    folder: Path,
    board: Board,
    file: Path | None,
    check: BoardCheck,
    *,
    camera: CameraTable | None,
    profile: str | None,
    today: dt.date,
) -> str:
    """Keep a board that was judged in the profile of that name, or of the camera; one sentence that says where.

    Raises ProfileError, BoardError.
    """
    pose, quality = check.pose, check.quality
    size_px = pose.lens.size_px
    text = _text(file) if file is not None else shipped_board_text(board.name)
    r, t = pose.rvec.reshape(3).tolist(), pose.tvec.reshape(3).tolist()
    table = BoardTable(
        fingerprint(text),
        today,
        game=board.game,
        own=file is not None,
        error_spaces=round(quality.mean_spaces, 5) if quality.measured else None,
        size_px=size_px,
        rvec=(r[0], r[1], r[2]),
        tvec=(t[0], t[1], t[2]),
    )
    if profile is None:
        if camera is None:
            return ""
        profile = _profile_of(folder, camera, size_px)
    copy = BoardCopy(text, _picture(file, board)) if file is not None else None
    kept = keep_board(folder, profile, kept_name(board.name), table, copy=copy, camera=camera)
    return f"board {kept_name(board.name)} is kept in profile {kept.name}{error_words(table)}."


def _profile_of(folder: Path, camera: CameraTable, size_px: tuple[int, int]) -> str:
    """The profile with the camera's lens at this size, else the one that it gets by itself. Raises ProfileError."""
    name = profile_name(camera, size_px)
    own = name
    for profile in list_profiles(folder).profiles:
        theirs = profile.file.camera
        if theirs is not None and theirs.id == camera.id and profile.size_px == size_px:
            own = profile.name
        elif profile.name == name and theirs is not None and theirs.id != camera.id:
            raise ProfileError(f"profile {name} is of another camera of that name; name one with --profile")
    return own


def _text(file: Path) -> str:
    return read_small_text(file, MAX_BOARD_BYTES, BoardError, what="the board", kind="a board file")


def _picture(file: Path, board: Board) -> bytes | None:
    """The reference picture beside a board file; one too large is read no further. Raises ProfileError."""
    if board.file.markers is not None:
        return None
    path = reference_path(file)
    try:
        with path.open("rb") as opened:
            return opened.read(MAX_PICTURE_BYTES + 1)
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read ({error.strerror or error})") from error


def _stale(kept: KeptBoard, used: str) -> str:
    return f"board {kept.name} is not the one that was calibrated {kept.when}; {used} is used: calibrate with it again."
