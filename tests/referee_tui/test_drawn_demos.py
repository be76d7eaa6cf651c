"""The drawn clips that ship with the program, watched whole with the real eyes: what is logged is what happened."""

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


def happened(event: dict[str, Any]) -> list[object]:
    """What the log should say of an event of the truth, if anything."""
    match event["type"]:
        case "action":
            return [event["notation"]]
        case "roll":
            return [event["roll"]]
        case "illegal":
            return [(event["notation"], event["rule"])]
    return []


def told(record: Record) -> list[object]:
    """What the log says was done, thrown, or against the rules."""
    if isinstance(record, Acted):
        return [record.notation] if record.notation != "end" else []
    if isinstance(record, Rolled):
        return [[record.B, record.R] if record.B is not None else record.faces[0] if record.faces else None]
    if isinstance(record, Ruled) and record.verdict != "legal":
        return [(record.notation, record.rule)]
    return []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["very-much"])
def test_what_is_logged_is_what_happened(game: str, tmp_path: Path) -> None:
    truth = json.loads((DEMO / f"{game}.json").read_text(encoding="utf-8"))
    log = tmp_path / "demo.touchline.jsonl"
    rules = load_ruleset(game)
    session, _ = watched(game, log)
    records = list(read_log(log).records)
    assert [what for record in records for what in told(record)] == [
        what for event in truth["events"] for what in happened(event)
    ]
    assert all(record.source == "seen" for record in records if isinstance(record, Acted | Rolled))
    assert not [record for record in records if isinstance(record, Corrected | Undone)]
    position = session.referee.position
    assert position is not None
    assert rules.write_position(position) == truth["events"][-1]["position"]
    assert verify(log, lambda name, options: load_ruleset(name, options=options))
