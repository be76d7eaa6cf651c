"""The match as a table (CSV), one row an action; docs/exports.md describes the columns."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from engine.ruleset import event_as_json
from engine.stats.play import ball_mm
from referee_tui.words import events_words

if TYPE_CHECKING:
    from engine.grid import Grid
    from engine.match import Position, Roll
    from engine.record.chronicle import Chronicle, Deed

COLUMNS = (
    "seq", "t", "team", "turn", "piece", "action", "kind", "source", "ball_x_mm", "ball_y_mm", "end_x_mm", "end_y_mm",
    "for", "dice", "rolled_by", "outcome", "score_B", "score_R", "taken_back",
)  # fmt: skip


def csv_table(told: Chronicle) -> str:
    """The table with its head; lines end with a line feed, text is quoted where it must be."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(_row(told.rules.board.grid, deed) for deed in told.deeds if deed.action is not None)
    return out.getvalue()


def dice_text(roll: Roll) -> str:
    """``5:2`` (blue, red) or ``3 4``."""
    return f"{roll.duel[0]}:{roll.duel[1]}" if roll.duel is not None else " ".join(map(str, roll.faces))


def _row(grid: Grid, deed: Deed) -> dict[str, Any]:
    before, after = _ball(grid, deed.before), _ball(grid, deed.after)
    turn = deed.before.turn
    return {
        "seq": deed.seq,
        "t": deed.t,
        "team": deed.side,
        "turn": deed.before.turns_done.of(turn) + 1 if turn else None,
        "piece": deed.action.piece if deed.action is not None else None,
        "action": deed.notation,
        "kind": deed.action.kind if deed.action is not None else None,
        "source": deed.source,
        "ball_x_mm": before[0], "ball_y_mm": before[1], "end_x_mm": after[0], "end_y_mm": after[1],
        "for": "; ".join(throw.cause for throw in deed.throws),
        "dice": "; ".join(dice_text(throw.roll) for throw in deed.throws),
        "rolled_by": "; ".join(throw.source for throw in deed.throws),
        "outcome": events_words([event_as_json(event) for event in deed.events]),
        "score_B": deed.after.score.B,
        "score_R": deed.after.score.R,
        "taken_back": "yes" if deed.taken_back else "no",
    }  # fmt: skip


def _ball(grid: Grid, position: Position) -> tuple[float | None, float | None]:
    at = ball_mm(grid, position)
    return (None, None) if at is None else (round(at.x_mm, 1), round(at.y_mm, 1))
