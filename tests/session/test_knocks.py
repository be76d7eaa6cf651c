"""Drawn films of a knocked camera through the whole session: back in step, and nothing invented."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.finder import finder_for
from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.records import Acted, Noted
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.session import Session
from tests.scenes.knocks import Knock, KnockedFilm

if TYPE_CHECKING:
    from pathlib import Path

    from calibration.pose import BoardPose

RULES = load_ruleset("regista")
BACK_S = 2.0
READ = {"IN STEP", "ASKING", "OUT OF STEP"}


def corner_error_spaces(pose: BoardPose, truth: BoardPose) -> float:
    length, width = RULES.board.grid.field_size_mm
    corners = np.array(((0, 0), (length, 0), (length, width), (0, width)), np.float64)
    return float(np.hypot(*(truth.to_board(pose.project(corners)) - corners).T).max()) / RULES.board.grid.width_mm


@pytest.mark.parametrize(
    "knock",
    [
        Knock("slid, and a piece moved", shift_mm=15.0, roll_deg=1.0, acts=True),
        Knock("to the other side, and a hand in the picture", to={"azimuth_deg": 180.0}, hand_s=1.0),
        Knock("the board slid", shift_mm=20.0, board_moves=True),
    ],
    ids=lambda knock: knock.name,
)
def test_after_a_knock_the_match_goes_on_and_nothing_is_invented(knock: Knock, tmp_path: Path) -> None:
    film = KnockedFilm(knock, RULES.board, np.random.default_rng(11), size_px=(640, 480))
    log = tmp_path / "m.touchline.jsonl"
    back_t = float("inf")
    with Session(film, RULES, log, eyes=CameraEyes(finder_for(RULES.board))) as session:
        for update in session:
            camera = film.camera_at(update.frame.number) if update.frame is not None else None
            if update.t < film.rest_t or camera is None:
                continue
            right = update.pose is not None and corner_error_spaces(update.pose, camera) < 0.1
            back_t = min(back_t, update.t) if right and update.eye in READ else float("inf")
    assert back_t - film.rest_t <= BACK_S
    records = list(read_log(log).records)
    assert [r.notation for r in records if isinstance(r, Acted)] == ([film.act[0]] if film.act else [])
    told = [r.moved.what for r in records if isinstance(r, Noted) and r.moved is not None]
    assert len(told) == 1
    assert set(told) <= {"board" if knock.board_moves else "camera", "either"}
