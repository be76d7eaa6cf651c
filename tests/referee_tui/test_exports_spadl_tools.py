"""The SPADL table in the hands of those that it is made for, where they are installed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.record.records import Acted, Rolled, Stated
from referee_tui.exports.spadl import spadl_table
from tests.engine.recorded import chronicle, written_log

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

pandas = pytest.importorskip("pandas")
RULES = load_ruleset("regista")


@pytest.fixture
def actions(tmp_path: Path) -> pd.DataFrame:
    start = {"pieces": {"B1": "H2", "B9": "G20", "R1": "H21", "R4": "C8"}, "ball": "G20", "turn": "B"}
    begun = Stated(position=RULES.write_position(RULES.read_position(start)))
    shot, dice = Acted(notation="B9!G23", source="seen"), Rolled(source="seen", cause="shot", B=5, R=2)
    log = written_log(tmp_path / "match.touchline.jsonl", RULES, [(0.0, [begun]), (9.0, [shot, dice])])
    return pandas.read_csv(io.StringIO(spadl_table(chronicle(log), "match")))


def test_socceraction_takes_it(actions: pd.DataFrame) -> None:
    spadl = pytest.importorskip("socceraction.spadl")
    valid = spadl.SPADLSchema.validate(actions)
    named = spadl.add_names(valid)
    for name in ("type_name", "result_name", "bodypart_name"):
        assert list(named[name]) == list(actions[name])
    turned = spadl.play_left_to_right(valid, "B")
    assert list(turned["end_x"]) == [105.0]


def test_mplsoccer_draws_it(actions: pd.DataFrame) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    mplsoccer = pytest.importorskip("mplsoccer")
    pitch = mplsoccer.Pitch(pitch_type="custom", pitch_length=105, pitch_width=68)
    figure, axes = pitch.draw()
    arrows = pitch.arrows(actions.start_x, actions.start_y, actions.end_x, actions.end_y, ax=axes)
    assert len(actions) == arrows.N
    west, east = sorted(axes.get_xlim())
    assert actions[["start_x", "end_x"]].ge(west).to_numpy().all()
    assert actions[["start_x", "end_x"]].le(east).to_numpy().all()
    matplotlib.pyplot.close(figure)
