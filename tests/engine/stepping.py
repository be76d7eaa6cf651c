"""Input after input given to a referee of any game: shared by the tests of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.referee import step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.record.records import Record
    from engine.referee import Input, Referee, Say
    from engine.ruleset import Ruleset


def after(rules: Ruleset, state: Referee, inputs: Iterable[Input]) -> tuple[Referee, list[Record], list[Say]]:
    """The referee then, what was written into the log, and what was said."""
    records: list[Record] = []
    says: list[Say] = []
    for given in inputs:
        outcome = step(rules, state, given)
        state = outcome.referee
        records += outcome.records
        says += outcome.says
    return state, records, says
