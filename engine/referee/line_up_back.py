"""What one word takes back: the last act, a kick with its ball's rest, or the line-up that was seen put down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.notation import parse_action
from engine.record.replay import undo, undone_by

if TYPE_CHECKING:
    from engine.record.replay import Checkpoint, Match

ROLLED = frozenset({"ball", "touch"})
"""Acts by which a kicked ball is followed."""

PUTS_DOWN = frozenset({"place", "ball"})
"""Acts that a line-up is written down by."""


def back_at_once(match: Match) -> tuple[Checkpoint, ...]:
    """What an undo by word takes back, the earliest first: what one undo in the log does, or more than one act.

    A kick and where its ball was seen to come to rest are one to people, as is a line-up.
    """
    group = undone_by(match)
    if not group or not of_line_up(group[-1]):
        return _with_its_kick(match, group)
    found: list[Checkpoint] = []
    past = match.last
    while past is not None and of_line_up(past):
        found.append(past)
        past = past.earlier
    return tuple(reversed(found))


def _with_its_kick(match: Match, group: tuple[Checkpoint, ...]) -> tuple[Checkpoint, ...]:
    """A ball that was seen to come to rest with the kick that sent it there; anything else as it is."""
    whole = group
    while whole and whole[0].source == "seen" and _kind(whole[0]) in ROLLED:
        match = undo(match)
        earlier = undone_by(match)
        if not earlier or earlier[-1].source != "seen":
            return group
        whole = (*earlier, *whole)
        if _kind(earlier[-1]) == "kick":
            return whole
    return group


def _kind(past: Checkpoint) -> str:
    return "" if past.changes is not None else parse_action(past.notation).kind


def of_line_up(past: Checkpoint) -> bool:
    """Whether this was put down for a kick-off as the camera saw both sides stand, which is one act to people."""
    if past.source != "seen" or past.before.restart != "kick_off":
        return False
    return past.changes is None and parse_action(past.notation).kind in PUTS_DOWN
