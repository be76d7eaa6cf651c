"""Which board a source shows: with ``--game auto`` the one in sight, else the one its camera was calibrated with."""

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


def board_by_profile(
    source: str, game: str, board_file: Path | None, size_px: tuple[int, int], profile: str | None
) -> Path | None:
    """The board file to play by: the one that was named, else the copy of the board that was calibrated with last.

    None for the board that comes with the program. What a profile says of it is told. Raises BoardError, ProfileError.
    """
    from referee_tui.board.kept import boards_of_camera, choose_board, judge_named
    from referee_tui.lens.choice import camera_table
    from referee_tui.places import profiles_folder

    folder = profiles_folder()
    kept = boards_of_camera(folder, camera_table(source), profile)
    choice = judge_named(kept, board_file) if board_file is not None else choose_board(folder, kept, game, size_px)
    if choice.said:
        exits.say(choice.said)
    return choice.file


def board_of_match(source: str, begun_on: str, profile: str | None) -> Path | None:
    """The copy of the user's own board that a match was begun on, by its name; None where the profile has none.

    Raises ProfileError.
    """
    from referee_tui.board.kept import board_of_name, boards_of_camera
    from referee_tui.lens.choice import camera_table
    from referee_tui.places import profiles_folder

    folder = profiles_folder()
    choice = board_of_name(folder, boards_of_camera(folder, camera_table(source), profile), begun_on)
    if choice.said:
        exits.say(choice.said)
    return choice.file
