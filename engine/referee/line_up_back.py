"""What one word takes back: the last act, or the line-up that was seen put down, all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.notation import parse_action
from engine.record.replay import undone_by

if TYPE_CHECKING:
    from engine.record.replay import Checkpoint, Match

PUTS_DOWN = frozenset({"place", "ball"})
"""Acts that a line-up is written down by."""


def back_at_once(match: Match) -> tuple[Checkpoint, ...]:
    """What an undo by word takes back, the earliest first: what one undo in the log does, or a line-up as a whole."""
    group = undone_by(match)
    if not group or not of_line_up(group[-1]):
        return group
    found: list[Checkpoint] = []
    past = match.last
    while past is not None and of_line_up(past):
        found.append(past)
        past = past.earlier
    return tuple(reversed(found))


def of_line_up(past: Checkpoint) -> bool:
    """Whether this was put down for a kick-off as the camera saw both sides stand, which is one act to people."""
    if past.source != "seen" or past.before.restart != "kick_off":
        return False
    return past.changes is None and parse_action(past.notation).kind in PUTS_DOWN
