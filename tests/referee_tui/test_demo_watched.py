"""The beginning of the clip that ships with the program, watched with the real eyes: pictures in, rulings out.

The one test that takes long (about ten seconds of computing): everything between the film and the log is the real
thing. Nothing may be missing from the log, and nothing may be made up.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.records import Acted, Corrected, Rolled, Ruled, Undone
from engine.record.verify import verify
from referee_tui.commands.demo import DEMO
from tests.referee_tui.demos import watched

if TYPE_CHECKING:
    from pathlib import Path

    from engine.record.records import Record

TRUTH: dict[str, Any] = json.loads((DEMO / "regista.json").read_text(encoding="utf-8"))
END_S = 24.5
"""Four acts and a die of blue, the ball put where the die sends it, and a second at rest."""


def happened(event: dict[str, Any]) -> str | int | None:
    """What the log should say of an event of the truth, if anything."""
    return event["notation"] if event["type"] == "action" else event["roll"] if event["type"] == "roll" else None


def told(record: Record) -> str | int | None:
    """What the log says was done or thrown."""
    if isinstance(record, Acted):
        return record.notation
    return record.faces[0] if isinstance(record, Rolled) and record.faces else None


@pytest.mark.slow
def test_what_is_logged_is_what_happened(tmp_path: Path) -> None:
    log = tmp_path / "demo.touchline.jsonl"
    session, last = watched("regista", log, END_S)
    before = [event for event in TRUTH["events"] if event["t_end"] < END_S]
    records = list(read_log(log).records)
    assert [what for event in before if (what := happened(event))] == ["B9>H8", "B8~G10", "B11-E12", "B8>G16", 6]
    assert [what for record in records if (what := told(record))] == [what for e in before if (what := happened(e))]
    assert all(record.source == "seen" for record in records if isinstance(record, Acted | Rolled))
    assert not [record for record in records if isinstance(record, Corrected | Undone)]
    assert {record.verdict for record in records if isinstance(record, Ruled)} == {"legal"}
    position = session.referee.position
    assert position is not None
    assert position.pieces == before[-1]["position"]["pieces"]
    assert (position.ball, position.turn) == (before[-1]["position"]["ball"], before[-1]["position"]["turn"])
    assert last.eye == "IN STEP"
    assert verify(log, lambda game, options: load_ruleset(game, options=options))
