"""Which of several things is the ball, and what a piece's face says of a ball on it."""

from __future__ import annotations

import numpy as np
import pytest

from engine.board import shipped_board
from vision.ball import BallCandidate
from vision.ball_choice import choose_ball
from vision.pieces import NUMBERS, KnownDisc, identify, seen_pieces
from vision.places import locate

BOARD = shipped_board("regista-a2")
SPACES = ("D5", "H8", "L12", "J18")
HOLDER, ELSEWHERE = "H8", "C20"


def piece(space: str, number: int | None, clear: float) -> KnownDisc:
    """One whose face shows this number so clearly; None cannot be read."""
    faces = np.full(NUMBERS + 1, (1.0 - clear) / NUMBERS)
    faces[NUMBERS if number is None else number - 1] = clear
    return KnownDisc("B", locate(BOARD, np.array(BOARD.grid.centre_mm(space))), faces, 0.99)


def candidate(space: str, odds_log: float, disc: int | None) -> BallCandidate:
    centre_mm = np.array(BOARD.grid.centre_mm(space))
    form = "ball" if disc is None else "on_top"
    return BallCandidate(form, "white", centre_mm, disc, 0.5, 0.5, 0.0, odds_log)


def chosen(faces: list[tuple[int | None, float]], lit: list[bool]) -> tuple[str | None, set[str | None]]:
    """Space of the ball, and those in doubt: something faint on the second piece, something likelier elsewhere."""
    discs = [piece(space, *face) for space, face in zip(SPACES, faces, strict=True)]
    pieces, _ = seen_pieces(discs, identify(discs, BOARD, None))
    found = choose_ball([candidate(HOLDER, -2.0, 1), candidate(ELSEWHERE, -0.5, None)], discs, pieces, BOARD, lit)
    assert found.ball is not None
    return found.ball.space, {doubt.space for doubt in found.unsure}


@pytest.mark.parametrize(
    ("number", "others", "lit", "where"),
    [
        pytest.param(None, 3, True, HOLDER, id="it alone cannot be read"),
        pytest.param(None, 3, False, ELSEWHERE, id="a reflection lies on it"),
        pytest.param(7, 3, True, ELSEWHERE, id="it can be read"),
        pytest.param(None, None, True, ELSEWHERE, id="none can be read"),
    ],
)
def test_a_face_that_alone_cannot_be_read_speaks_for_a_ball_on_it(
    number: int | None, others: int | None, *, lit: bool, where: str
) -> None:
    faces = [(number if space == HOLDER else others, 0.97) for space in SPACES]
    space, doubted = chosen(faces, [lit or space != HOLDER for space in SPACES])
    assert space == where
    assert where in doubted  # nothing of either is plain
