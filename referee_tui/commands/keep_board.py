"""Keeping a board that was judged in its camera's profile, and saying so."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board import Board
    from referee_tui.board.report import Report


def kept(report: "Report", *, wanted: "Board", file: Path | None, source: str, profile: str | None) -> str:
    """Keep the board in the profile of that name, or of the camera behind ``source``; ``file`` is the user's own board.

    One sentence that says so, or what is in the way; empty if there is no camera to keep it for.
    """
    from calibration.profile_file import ProfileError
    from engine.board import BoardError
    from referee_tui.board.kept import keep_checked
    from referee_tui.lens.choice import camera_table
    from referee_tui.places import profiles_folder
    from vision.board_check import Lost

    if isinstance(report.answer, Lost):
        return ""
    today = datetime.now().astimezone().date()
    try:
        return keep_checked(
            profiles_folder(), wanted, file, report.answer, camera=camera_table(source), profile=profile, today=today
        )
    except (ProfileError, BoardError) as error:
        return f"the board is not kept: {error}."
