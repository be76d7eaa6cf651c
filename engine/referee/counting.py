"""An act against the rules that stands counts as its side's act: what led up to it, and what its turn has left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import differences, read
from engine.match import Action, team_of
from engine.notation import format_action
from engine.record.errors import ReplayError
from engine.record.replay import correct
from engine.referee.commit import told, turn_found
from engine.referee.values import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import Position
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset


def led_up_to(rules: Ruleset, referee: Referee) -> Outcome | None:
    """The referee right before the act that stands, the legal acts before it told, the other side's end of turn mostly.

    None where it cannot be said what was done: no act of one piece in its side's turn was named, what it moved lies
    elsewhere now, dice were thrown on the way; and where every act ends its turn anyway.
    """
    illegal = referee.unlawful
    if illegal is None or rules.one_act or named_act(referee) is None or not lies_as_named(referee):
        return None
    acts = [step for step in illegal.before if isinstance(step, Action)]
    if len(acts) < len(illegal.before):
        return None
    try:
        match, taken = turn_found(rules, referee.match) if illegal.turn_taken else (referee.match, ())
        match, records, says = told(rules, match, acts, "seen")
    except ReplayError:
        return None
    if match.position is None or not _is_its_act(rules, match.position, illegal.action):
        return None
    return Outcome(replace(referee, match=match, table=illegal.table), (*taken, *records), tuple(says))


def named_act(referee: Referee) -> str | None:
    """The act of play against the rules that is to be settled, in the notation; None if there is none."""
    illegal, named = referee.unlawful, referee.announced
    if illegal is None or named[:2] != ("illegal", format_action(illegal.action)):
        return None
    return str(named[1])


def lies_as_named(referee: Referee) -> bool:
    """Whether all that the act put elsewhere lies there, whatever else was done since."""
    position, look = referee.position, referee.latest
    if position is None or look is None or named_act(referee) is None:
        return False
    found = differences(position, referee.table, read(position, referee.table, look))
    return {(d.item, d.seen) for d in found} >= {(item, seen) for item, seen in referee.announced[3] if seen}


def _is_its_act(rules: Ruleset, position: Position, action: Action) -> bool:
    """Whether it is one piece's act in its side's turn, with nothing else due before it."""
    due = position.awaits is not None or position.restart is not None or position.placing
    ours = action.piece is not None and team_of(action.piece) == position.turn
    return ours and not due and not rules.counter(position).over


def used_up(rules: Ruleset, position: Position, action: Action | None, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What an act that stands uses up of its turn, beside ``changes``, which say where things lie by it.

    ``action`` is None where it cannot be said what was done. Raises ReplayError for changes that lead nowhere.
    """
    lies = correct(rules, position, changes)
    before, after = rules.write_position(lies), rules.write_position(rules.stands(position, action, lies))
    return {key: value for key, value in after.items() if value != before.get(key)}
