"""The corpus of what a table shows in Masume: everything the referee says of it, no word too many or too few."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.inference import Table
from engine.observation import SeenDie
from engine.record.records import Acted, Corrected, Rolled, Ruled, Undone
from engine.record.replay import Match
from engine.referee import step, take_up
from tests.engine.simulated import look_at_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.record.records import Record

RULES = load_ruleset("very-much")
CASES = Path(__file__).parents[1] / "data" / "masume_table.txt"
LOOKS = 10
LYING = {"B": (3, 182.0), "R": (5, 252.0)}
"""Each side's die: its face, and where it lies along the tray."""
THROWN_MM, NUDGED_MM = 25.0, 5.0


def cases() -> Iterator[Any]:
    """Position, stretches and what is told, of every case, named by the comment before it."""
    for block in CASES.read_text(encoding="utf-8").strip().split("\n\n")[1:]:
        why, line, *changes, told = block.splitlines()
        yield pytest.param(line, [c.removeprefix("> ") for c in changes], told.removeprefix("= "), id=why[2:60])


class Shown:
    """A table on which things are put elsewhere."""

    def __init__(self, line: str) -> None:
        self.position = RULES.parse_position(line)
        self.table = Table.of(self.position)
        self.dice = dict(LYING)

    def put(self, changes: str) -> None:
        for change in changes.split(", "):
            what, where = change.split(" ")
            pieces, ball = dict(self.table.pieces), self.table.ball
            if what in {"die", "nudge"}:
                face, x_mm = self.dice[where[0]]
                moved = (int(where[1]), x_mm + THROWN_MM) if what == "die" else (face, x_mm + NUDGED_MM)
                self.dice[where[0]] = moved
            elif what == "ball":
                ball = where
            else:
                # The ball of a holder stays unless it is said to go.
                pieces[what] = where
            self.table = Table(pieces, ball)

    def look(self) -> Any:  # noqa: ANN401 - an Observation
        dice = tuple(SeenDie("B" if t == "B" else "R", face, x, 340.0, 0.98) for t, (face, x) in self.dice.items())
        return look_at_table(RULES, self.table, dice)


def words_of(record: Record) -> list[str]:
    """A record as the corpus writes it; nothing for looks, legal rulings and positions."""
    if isinstance(record, Acted):
        return [record.notation]
    if isinstance(record, Rolled):
        return [f"{record.B}:{record.R}" if record.B is not None else ",".join(map(str, record.faces or ()))]
    if isinstance(record, Ruled) and record.verdict == "illegal":
        return [f"!{record.notation}:{record.rule}"]
    if isinstance(record, Ruled) and record.verdict == "unsure":
        return ["?"]
    return [type(record).__name__] if isinstance(record, Corrected | Undone) else []


@pytest.mark.parametrize(("line", "stretches", "told"), list(cases()))
def test_what_the_table_shows_is_told_and_nothing_else(line: str, stretches: list[str], told: str) -> None:
    shown = Shown(line)
    referee = step(RULES, take_up(Match(shown.position)), shown.look()).referee
    said: list[str] = []
    for changes in stretches:
        shown.put(changes)
        for _ in range(LOOKS):
            outcome = step(RULES, referee, shown.look())
            referee = outcome.referee
            said += [word for record in outcome.records for word in words_of(record)]
    assert " ".join(said) == told
