"""A ball in the goal that does not count because nobody typed that a shot was announced: one key says that it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.referee.sentences import say
from engine.referee.values import Answer, TypedAction, Undo

if TYPE_CHECKING:
    from engine.record.replay import Match

UNANNOUNCED = "shot.announced"
"""The rule that it is against."""


def as_announced(match: Match) -> tuple[Answer, ...]:
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
