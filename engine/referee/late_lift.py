"""A figure that was touched first, said after another one was moved: touched is moved, so that move does not stand.

No table shows which figure a hand lifted first. Whoever saw it says so, before the move or right after it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import Table
from engine.notation import format_action, parse_action
from engine.record.records import Ruled, Undone
from engine.record.replay import apply
from engine.referee.commit import asking, stated, told
from engine.referee.overruling import cleared
from engine.referee.sentences import say
from engine.referee.values import Outcome, Say

if TYPE_CHECKING:
    from engine.match import Action
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset


def lifted_before(rules: Ruleset, referee: Referee, lift: Action) -> Outcome | None:
    """Take back the last move, of another figure than the one that was lifted first; None if none was such."""
    last = referee.match.last
    if last is None or last.changes is not None or lift.kind != "lift":
        return None
    undone = Undone(notation=last.notation, source="typed")
    back = apply(rules, referee.match, undone)
    before = back.position
    lifted = None if before is None else rules.act(before, lift)
    if before is None or not lifted:
        return None
    again = rules.act(lifted.position, parse_action(last.notation))
    if again:
        return None
    match, records, says = told(rules, back, [lift], "typed")
    ruling = Ruled(verdict="illegal", rule=again.rule, reason=again.reason, notation=last.notation)
    text = say("illegal.back", illegal=say("illegal", act=last.notation, reason=again.reason, rule=again.rule))
    after = replace(cleared(referee), match=match, table=Table.of(match.position or before))
    first = Say("illegal", text, rule=again.rule)
    shown = tuple(said for said in says if said.text != format_action(lift))
    return asking(Outcome(after, (undone, stated(rules, back), ruling, *records), (first, *shown)))
