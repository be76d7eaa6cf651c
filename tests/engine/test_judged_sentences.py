"""Every game's rules sentence by sentence through the judge: ``tests/data/judged`` has a case a line.

A case says what the rule is (``says``), asks about a position and what is done in it (``ask``), and holds what the
answer must contain (``answer``), worked out by hand: keys of the answer, of its position and of what is pending;
events in this order, others between them; types of events that must not be there (``no_events``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.game_names import GAMES
from engine.judge import answer_line

DATA = Path(__file__).parents[1] / "data" / "judged"


def cases() -> list[Any]:
    return [
        pytest.param(game, json.loads(line), id=f"{game}-{number}")
        for game in GAMES
        for number, line in enumerate((DATA / f"{game}.jsonl").read_text(encoding="utf-8").splitlines(), 1)
    ]


CASES = cases()


def asked(game: str, ask: dict[str, Any]) -> dict[str, Any]:
    return answer_line(json.dumps({"game": game, **ask}).encode())


@pytest.mark.parametrize(("game", "case"), CASES)
def test_the_judge_answers_as_the_rules_say(game: str, case: dict[str, Any]) -> None:
    got, want = asked(game, case["ask"]), dict(case["answer"])
    events, never = want.pop("events", []), want.pop("no_events", [])
    differs = {key: (got.get(key), value) for key, value in want.items() if not holds(got.get(key), value)}
    assert not differs, case["says"]
    if got["ok"]:
        assert missing(got["events"], events) == [], case["says"]
        assert not {event["type"] for event in got["events"]} & {*never}, case["says"]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_play_can_be_taken_up_again_from_every_position_on_the_way(game: str, case: dict[str, Any]) -> None:
    ask, whole = case["ask"], asked(game, case["ask"])
    actions, rolls = ask["actions"], ask.get("rolls", [])
    for done in range(1, len(actions)):
        for thrown in range(len(rolls) + 1):
            head = asked(game, {**ask, "actions": actions[:done], "rolls": rolls[:thrown]})
            if not head["ok"] or (head["pending"] or {}).get("type") == "roll":
                continue
            tail = {**ask, "position": head["position"], "actions": actions[done:], "rolls": rolls[thrown:]}
            got = asked(game, tail)
            assert got["ok"] == whole["ok"]
            if whole["ok"]:
                assert got["position"] == whole["position"]
            else:
                assert (got["rule"], got["at"] + done) == (whole["rule"], whole["at"])
            break


def holds(got: Any, want: Any) -> bool:  # noqa: ANN401 - JSON values
    """Whether an answer's value is the one wanted, or an object with at least its keys."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(holds(got.get(key), value) for key, value in want.items())
    return bool(got == want)


def missing(events: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is left of the wanted events once those that came, in this order, are struck out."""
    left = list(wanted)
    for event in events:
        if left and holds(event, left[0]):
            del left[0]
    return left
