"""One look at the table before the match: does it stand as the chosen line-up has it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.finder import finder_for
from engine.board import board_of_game, load_board
from referee_tui.board.kept import boards_of_camera, choose_board
from referee_tui.exits import explain, is_sentence, sentence_of
from referee_tui.lens.choice import camera_table, choose_lens
from referee_tui.places import profiles_folder
from referee_tui.start.sentences import say
from referee_tui.start.set_up import Seen, seen_in
from vision.piece_size import size_findings
from vision.sources import open_source
from vision.still import StillLook, look_at_still
from vision.team_contrast import like_board_findings

if TYPE_CHECKING:
    from pathlib import Path

    from referee_tui.start.choices import Choices
    from vision.rectify import Image
    from vision.sources import Source

SETTLE_S = 1.5
"""A camera's automatic exposure needs about this long after it is opened; a film has its first picture looked at."""


def look_at_table(chosen: Choices) -> Seen:
    """Open the chosen source and read one picture of the table; nothing is raised, what hinders is told."""
    try:
        lens = choose_lens(chosen.source, profiles_folder())
        with open_source(chosen.source, camera_size_px=lens.size_px) as source:
            image = _settled(source)
            if image is None:
                return Seen(why=source.trouble or say("table.no_picture", source=source.name))
            file = chosen.board or _kept_board(chosen, source.size_px)
            board = load_board(file) if file is not None else board_of_game(chosen.game)
            known, _ = lens.for_pictures(source.size_px)
            look = look_at_still(image, finder_for(board, known, file))
    except (ValueError, OSError) as error:
        return Seen(why=sentence_of(error) if is_sentence(error) else explain(error))
    if not isinstance(look, StillLook):
        return Seen(why=look.reason)
    # A match goes by the file's sizes: it would not read what is read here.
    off = size_findings(look.off)
    # Of a team in the board's own colour pieces are missed that may well stand as they should.
    off += like_board_findings(look.teams)
    return Seen(why=off[0].sentence) if off else seen_in(look.seen)


def _settled(source: Source) -> Image | None:
    """A camera's picture once its exposure has settled, a recording's first; None if none comes."""
    image = None
    for frame in source.beats():
        if frame is not None:
            image = frame.image
            if source.duration_s is not None or frame.t >= SETTLE_S:
                return image
        elif source.trouble is not None:
            return None
    return image


def _kept_board(chosen: Choices, size_px: tuple[int, int]) -> Path | None:
    """The board of the game that the camera was calibrated with last."""
    folder = profiles_folder()
    kept = boards_of_camera(folder, camera_table(chosen.source), None)
    return choose_board(folder, kept, chosen.game, size_px).file
