"""The kick-off of the drawn Soccer Chess clip, watched with the real eyes: a flick, a rolling ball, its owner."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from engine.record.reader import read_log
from engine.record.records import Acted
from referee_tui.commands.demo import DEMO
from tests.referee_tui.demos import watched

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
    session, _ = watched(GAME, log, END_S)
    kick, rest = [record.notation for record in read_log(log).records if isinstance(record, Acted)]
    wanted_kick, wanted_rest = (event["notation"] for event in truth["events"][:2])
    assert kick == wanted_kick
    assert math.dist(millimetres(rest), millimetres(wanted_rest)) < 1.5
    position = session.referee.position
    assert position is not None
    assert position.pieces == truth["events"][1]["table"]["pieces"]
