"""The kick-off of the drawn Soccer Chess clip, watched with the real eyes: a flick, a rolling ball, its owner."""

from __future__ import annotations

import json
import math
from importlib import resources
from typing import TYPE_CHECKING

import pytest

from calibration.finder import finder_for
from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.records import Acted
from referee_tui.commands.demo import DEMO, clip_of
from referee_tui.following.eyes import CameraEyes
from referee_tui.following.session import Session
from vision.sources import open_source

if TYPE_CHECKING:
    from pathlib import Path

GAME = "soccer-chess"
END_S = 4.8
"""The ball lies still after the first kick, and two looks have agreed on it."""


def millimetres(notation: str) -> tuple[float, float]:
    x_mm, y_mm = notation.removeprefix("ball@(").removesuffix(")").split(",")
    return float(x_mm), float(y_mm)


@pytest.mark.slow
def test_a_kick_is_measured_and_its_owner_named(tmp_path: Path) -> None:
    truth = json.loads((DEMO / f"{GAME}.json").read_text(encoding="utf-8"))
    log = tmp_path / "demo.touchline.jsonl"
    rules = load_ruleset(GAME)
    with (
        resources.as_file(clip_of(GAME)) as clip,
        open_source(str(clip)) as source,
        Session(source, rules, log, eyes=CameraEyes(finder_for(rules.board))) as session,
    ):
        for update in session:
            if update.t >= END_S:
                session.stop()
    kick, rest = [record.notation for record in read_log(log).records if isinstance(record, Acted)]
    wanted_kick, wanted_rest = (event["notation"] for event in truth["events"][:2])
    assert kick == wanted_kick
    assert math.dist(millimetres(rest), millimetres(wanted_rest)) < 1.5
    position = session.referee.position
    assert position is not None
    assert position.pieces == truth["events"][1]["table"]["pieces"]
