"""``--game auto`` where a source is to tell: the board that it shows."""

from pathlib import Path
from typing import TYPE_CHECKING

from referee_tui import exits
from referee_tui.commands.options import AUTO, load_board_of

if TYPE_CHECKING:
    from engine.board import Board


def board_to_find(
    source: str, game: str, board_file: Path | None, size_px: tuple[int, int] | None = None
) -> "Board | None":
    """The board that was named, or the one in sight with ``--game auto``; None, and said why, where none is.

    ``size_px`` is asked of a camera. Raises GameError, BoardError, SourceError, CommandError.
    """
    if game != AUTO or board_file is not None:
        return load_board_of(game, board_file)
    from calibration.pose import PoseFailure
    from referee_tui.board.which import board_in_sight
    from vision.sources import open_source

    # Opened for this look alone: nothing of a recording is lost to what follows.
    with open_source(source, camera_size_px=size_px) as opened:
        found = board_in_sight(opened, exits.say)
    if isinstance(found, PoseFailure):
        exits.say(f"{source}: no board: {found.reason}.")
        return None
    return found
