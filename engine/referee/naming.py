"""How an act against the rules is named, in the referee's state and in the log."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import explain, read
from engine.inference.dice import thrown
from engine.notation import format_action
from engine.record.records import Ruled
from engine.referee.commit import observed

if TYPE_CHECKING:
    from engine.inference import Difference, Illegal
    from engine.record.records import Record
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset

BY_DICE = ("dice.", "move.")
"""Rules about dice thrown beforehand, and about moves, which such dice decide."""


def named(illegal: Illegal, found: tuple[Difference, ...]) -> tuple[Any, ...]:
    """What people are told of: the act, its rule, and where all that lies elsewhere was ``found``."""
    return "illegal", format_action(illegal.action), illegal.refusal.rule, tuple((d.item, d.seen) for d in found)


def ruling_on(illegal: Illegal) -> Ruled:
    """The ruling on an act, for the log."""
    refusal = illegal.refusal
    return Ruled(verdict="illegal", rule=refusal.rule, reason=refusal.reason, notation=format_action(illegal.action))


def named_now(rules: Ruleset, referee: Referee) -> tuple[Referee, tuple[Record, ...]]:
    """The referee with the act named that the last look shows, and its ruling, where people were quicker.

    They let it stand before several looks had agreed on it, for instance right after a log was taken up again. The
    same referee where something else was asked, and where the last look shows no single act against the rules.
    """
    position, look = referee.position, referee.latest
    if position is None or look is None or referee.asked or referee.announced or rules.counter(position).over:
        return referee, ()
    reading = read(position, referee.table, look, off_field=rules.board.grid.extra)
    throw = thrown(referee.dice, look.dice)
    found = explain(rules, position, referee.table, reading, throw=throw, turn_open=referee.turn_open)
    illegal = found.illegal
    if illegal is None or (throw.dice and illegal.refusal.rule.startswith(BY_DICE)):
        return referee, ()
    named_act = replace(referee, announced=named(illegal, found.differences), unlawful=illegal)
    return named_act, (observed(look), ruling_on(illegal))
