"""What only ears can tell of what was just told: one key puts it right, and play is not held up for it.

A ball in the goal that does not count because nobody typed that a shot was announced; a move up to the holder that was
a steal, whose ball still lies where it lay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Action, team_of
from engine.notation import format_action, parse_action
from engine.referee.sentences import say
from engine.referee.values import Answer, TypedAction, Undo

if TYPE_CHECKING:
    from engine.record.replay import Match
    from engine.ruleset import Ruleset

UNANNOUNCED = "shot.announced"
"""The rule that an unannounced shot is against."""


def only_heard(rules: Ruleset, match: Match) -> tuple[Answer, ...]:
    """What else the last act may have been, as answers; none where the table tells it all."""
    return _as_announced(match) or _as_stolen(rules, match)


def _as_announced(match: Match) -> tuple[Answer, ...]:
    """The answer that the shot had been announced, right after a ball that did not count for that; else none.

    All from the kick on is taken back, and done again after the announcement.
    """
    foul = next((event for event in match.events if event.data.get("rule") == UNANNOUNCED), None)
    if foul is None:
        return ()
    acts, last = [], match.last
    while last is not None:
        acts.append(last)
        if last.before.awaits is None:
            break
        last = last.earlier
    back = [Undo()] * len(acts)
    again = [TypedAction(act.notation) for act in reversed(acts) if act.changes is None]
    return (Answer(say("answer.announced"), (*back, TypedAction(f"{foul.data['by']}!"), *again)),)


def _as_stolen(rules: Ruleset, match: Match) -> tuple[Answer, ...]:
    """The answer that a move was a steal without dice, where it would have won the ball and might end there."""
    last = match.last
    if last is None or last.changes is not None or last.before.holder is None:
        return ()
    before, holder = last.before, last.before.holder
    move = parse_action(last.notation)
    if move.kind != "move" or move.piece is None or team_of(move.piece) == team_of(holder):
        return ()
    steal = Action("tackle", move.piece, other=holder)
    tried = rules.act(before, steal)
    if not tried or tried.position.awaits is None or tried.position.awaits.type != "placement":
        return ()
    stands = Action("place", move.piece, target=move.path[-1][1])
    if not rules.act(tried.position, stands):
        return ()
    words = (format_action(steal), format_action(stands))
    return (Answer(say("answer.stolen", act=words[0]), (Undo(), *map(TypedAction, words))),)
