"""How well a match log tells what happened in a film whose truth is known."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

_MOVE = re.compile(r"(?P<piece>[BR]\d+)(?P<steps>(?:[-~][A-Z]\d+)+)")


def without_path(notation: str) -> str:
    """A move as piece, kind and last space: which way round it went is not scored."""
    if not (match := _MOVE.fullmatch(notation)):
        return notation
    steps = re.findall(r"([-~])([A-Z]\d+)", match["steps"])
    kind = "~" if any(mark == "~" for mark, _ in steps) else "-"
    return f"{match['piece']}{kind}{steps[-1][1]}"


def _faces(roll: Any) -> tuple[int, ...]:  # noqa: ANN401 - a number, a list or a duel, as logs and truths have them
    """The faces of a roll in the order blue, red: of a truth's value or of a log's record."""
    if isinstance(roll, dict):
        return tuple(roll["faces"]) if roll.get("faces") else (roll["B"], roll["R"])
    return (roll,) if isinstance(roll, int) else tuple(roll)


@dataclass(frozen=True)
class ClipScore:
    """The log of one film against its truth."""

    actions: int
    right_in_order: int
    invented: int
    illegal: int
    illegal_named: int
    illegal_invented: int
    rolls: int
    rolls_right: int
    final_table_right: bool
    differences: tuple[str, ...]


def score(truth: dict[str, Any], records: list[dict[str, Any]]) -> ClipScore:
    """Compare actions in order, illegal acts by rule, rolls by number, and the last state with the last table."""
    events = truth["events"]
    wanted = [without_path(e["notation"]) for e in events if e["type"] == "action"]
    logged = [without_path(r["notation"]) for r in records if r["type"] == "action" and r["notation"] != "end"]
    matcher = difflib.SequenceMatcher(a=wanted, b=logged, autojunk=False)
    right = sum(block.size for block in matcher.get_matching_blocks())
    rules = Counter(e["rule"] for e in events if e["type"] == "illegal")
    named = Counter(str(r.get("rule")) for r in records if r["type"] == "ruling" and r["verdict"] == "illegal")
    rolled = Counter(_faces(e["roll"]) for e in events if e.get("roll") is not None)
    seen = Counter(_faces(r) for r in records if r["type"] == "roll")
    states = [r for r in records if r["type"] == "state"]
    last = next(e for e in reversed(events) if e.get("table"))
    return ClipScore(
        actions=len(wanted),
        right_in_order=right,
        invented=len(logged) - right,
        illegal=rules.total(),
        illegal_named=(rules & named).total(),
        illegal_invented=(named - rules).total(),
        rolls=rolled.total(),
        rolls_right=(rolled & seen).total(),
        final_table_right=bool(states)
        and states[-1]["position"]["pieces"]
        in (
            last["table"]["pieces"],
            last["position"]["pieces"],
        ),
        differences=tuple(
            f"{what}: truth {wanted[i:j]}, log {logged[k:m]}"
            for what, i, j, k, m in matcher.get_opcodes()
            if what != "equal"
        ),
    )
