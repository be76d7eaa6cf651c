"""What is wrong with a position of Masume: everything, with its squares and pieces."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.very_much.position import MasumePosition
from engine.match import Pending, Score
from engine.rules.status import Wrong
from tests.engine.masume import RULES

PIECES = {**{f"B{n}": f"D{n}" for n in range(1, 12)}, **{f"R{n}": f"L{n + 11}" for n in range(1, 12)}}


def made(**changes: Any) -> MasumePosition:  # noqa: ANN401 - any field of a position
    pieces = {**PIECES, **changes.pop("pieces", {})}
    pieces = {piece: space for piece, space in pieces.items() if space is not None}
    return MasumePosition(**{"pieces": pieces, "ball": "H11", **changes})


def set_piece(kind: str, spot: str | None, **changes: Any) -> MasumePosition:  # noqa: ANN401 - any field of a position
    return made(**{"restart": kind, "spot": spot, "ball": spot, **changes})


CHARGE = Pending("roll", "charge", None, {"B": 1, "R": 1}, "B4", {"on": "R9"})
FLICK = Pending("choice", "flick", "B", None, "B4", {"squares": 2})

FAULTS = [
    (made(), Wrong(0), set()),
    (made(pieces={"B11": None, "B12": "A1"}), Wrong.NO_SUCH_PIECE, {"B12"}),
    (made(pieces={"B2": "Z9"}), Wrong.NO_SUCH_SPACE, {"B2", "Z9"}),
    (made(pieces={"B2": "H0"}), Wrong.OFF_FIELD, {"B2", "H0"}),
    (made(pieces={"B2": "D5"}), Wrong.SHARED_SPACE, {"D5", "B2", "B5"}),
    (made(pieces={"B11": None}), Wrong.TOO_FEW, set()),
    (made(ball=None), Wrong.NO_BALL, set()),
    (made(ball="Q1"), Wrong.BALL_OFF_BOARD, {"Q1"}),
    (made(ball="H23"), Wrong.BALL_IN_GOAL, {"H23"}),
    (made(ball="L12"), Wrong.OFFENCE, {"R1"}),
    (made(plays=(("B2", "move"), ("B2", "move"))), Wrong.PLAYS, {"B2"}),
    (made(plays=(("R2", "move"),)), Wrong.PLAYS, {"R2"}),
    (made(plays=(("B2", "move"), ("B3", "move"), ("B4", "move"), ("B5", "move"))), Wrong.PLAYS, set()),
    (made(plays=(("B2", "charge"),)), Wrong.PLAYS, set()),
    (made(plays=(("B2", "kick"),), offence="R"), Wrong.PLAYS, set()),
    (made(turns_done=Score(3, 5)), Wrong.TURN, set()),
    (made(turns_done=Score(4, 3)), Wrong.TURN, set()),
    (made(turns_done=Score(31, 31)), Wrong.TURN, set()),
    (made(turn=None, restart="corner"), Wrong.TURN, set()),
    (set_piece("throw_in", "A3"), Wrong(0), set()),
    (set_piece("throw_in", "B3"), Wrong.RESTART, {"B3"}),
    (set_piece("corner", "A22"), Wrong(0), set()),
    (set_piece("corner", None), Wrong(0), set()),
    (set_piece("corner", "A1"), Wrong.RESTART, {"A1"}),
    (set_piece("kick_off", "H11"), Wrong(0), set()),
    (set_piece("kick_off", "H12"), Wrong.RESTART, {"H12"}),
    (set_piece("penalty", "H19"), Wrong.RESTART, {"H19"}),
    (set_piece("free_kick", "E10", offence="R"), Wrong.OFFENCE, set()),
    (set_piece("free_kick", "E10", taker="B4"), Wrong.RESTART, {"B4"}),
    (set_piece("free_kick", "D4", taker="B4"), Wrong(0), set()),
    (set_piece("throw_in", "A3", plays=(("B2", "move"),)), Wrong.PLAYS, set()),
    (made(taker="B4"), Wrong.RESTART, set()),
    (made(placing=True), Wrong.RESTART, set()),
    (set_piece("kick_off", "H11", placing=True, pieces={"B4": "A12"}), Wrong.SETUP, {"A12", "B4"}),
    (made(ball="E5", pieces={"R9": "E5"}, offence="R", awaits=CHARGE), Wrong(0), set()),
    (made(awaits=CHARGE), Wrong.WAITING, {"B4"}),
    (made(ball="E6", pieces={"R9": "E6"}, offence="R", awaits=CHARGE), Wrong.WAITING, {"B4"}),
    (made(ball="D4", awaits=FLICK), Wrong(0), set()),
    (made(ball="D5", awaits=FLICK), Wrong.WAITING, {"B4"}),
    (made(pieces={"B4": None, "B1": "D4"}, ball="D4", awaits=FLICK), Wrong.WAITING | Wrong.TOO_FEW, set()),
    (set_piece("throw_in", "A3", awaits=FLICK), Wrong.WAITING, {"B4"}),
]


@pytest.mark.parametrize(("position", "flags", "named"), FAULTS)
def test_everything_that_is_wrong_is_found(position: MasumePosition, flags: Wrong, named: set[str]) -> None:
    found = RULES.status(position)
    assert found.flags == flags, found
    assert {*(p for f in found.faults for p in f.pieces), *(s for f in found.faults for s in f.spaces)} >= named
    for name in named:
        assert any(name in fault.text for fault in found.faults), found
