"""Whether a picture shows squares where a game is played on hexagons, or the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.own.lattice import count_spaces
from calibration.pose import PoseFailure
from engine.board import shipped_board, shipped_boards

if TYPE_CHECKING:
    from calibration.own.flat import Picture
    from calibration.pose import FloatArray, Lens
    from engine.board import Board

SURE_KIND = 0.85
"""Share of printed lines found from which no other kind is looked for: squares find two thirds of those of hexagons."""
LEAD = 0.15
"""The other kind has to find so much more of its lines."""
KIND_WORDS = {"hex": "hexagons", "square": "squares"}


def wrong_kind(image: Picture, corners_px: FloatArray, template: Board, lens: Lens | None = None) -> PoseFailure | None:
    """That spaces of the other kind than the template's lie between four corners (4, 2) of a picture; None if not."""
    # However many there are: of spaces of the right kind that were counted wrong, the other kind may find more.
    own = count_spaces(image, corners_px, template, lens)
    agreement = own.agreement if own is not None else 0.0
    if agreement > SURE_KIND:
        return None
    kind = template.file.grid.kind
    others = [board for board in map(shipped_board, shipped_boards()) if board.file.grid.kind != kind]
    counts = (count_spaces(image, corners_px, other, lens) for other in others)
    if not any(count is not None and count.agreement > agreement + LEAD for count in counts):
        return None
    shown = KIND_WORDS[others[0].file.grid.kind]
    return PoseFailure(
        f"{template.game} is played on {KIND_WORDS[kind]}, and the picture shows {shown}; name the game of this board "
        "with --game, or take a picture of another one"
    )
