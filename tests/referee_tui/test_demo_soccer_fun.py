"""The clip of Soccer Fun watched from its first picture to its last with the real eyes: pictures in, rulings out."""

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

TRUTH: dict[str, Any] = json.loads((DEMO / "soccer-fun.json").read_text(encoding="utf-8"))


def without_way(notation: str) -> str:
    """A move by its end alone: several ways may lead there, and kick the ball on to the same place."""
    piece, *squares = notation.split("-")
    return f"{piece}-{squares[-1]}" if squares else notation


def happened(event: dict[str, Any]) -> str | list[int] | None:
    """What the log should say of an event of the truth, if anything."""
    if event["type"] == "roll":
        return sorted(event["roll"]) if isinstance(event["roll"], list) else [event["roll"]]
    return without_way(event["notation"]) if event["type"] == "action" else None


def told(record: Record) -> str | list[int] | None:
    """What the log says was done or thrown."""
    if isinstance(record, Acted):
        return without_way(record.notation)
    return sorted(record.faces) if isinstance(record, Rolled) else None


@pytest.mark.slow
def test_the_whole_clip_is_refereed_right(tmp_path: Path) -> None:
    log = tmp_path / "demo.touchline.jsonl"
    rules = load_ruleset("soccer-fun")
    session, _ = watched("soccer-fun", log)
    records = list(read_log(log).records)
    wanted = [what for what in map(happened, TRUTH["events"]) if what is not None]
    assert [what for what in map(told, records) if what is not None] == wanted
    assert all(record.source == "seen" for record in records if isinstance(record, Acted | Rolled))
    assert not [record for record in records if isinstance(record, Corrected | Undone)]
    against = [(event["notation"], event["rule"]) for event in TRUTH["events"] if event["type"] == "illegal"]
    rulings = [record for record in records if isinstance(record, Ruled)]
    assert [(r.notation, r.rule) for r in rulings if r.verdict == "illegal"] == against == [("B10-M13", "move.sum")]
    assert not [record.reason for record in rulings if record.verdict == "unsure"]
    assert session.referee.position is not None
    assert rules.write_position(session.referee.position) == TRUTH["events"][-1]["position"]
    assert verify(log, lambda game, options: load_ruleset(game, options=options))
