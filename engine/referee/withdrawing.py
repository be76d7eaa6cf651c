"""A correction of what an undecided act was about takes that act back: it was done from elsewhere than was thought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.record.replay import correct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import Position
    from engine.record.replay import Checkpoint, Match
    from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A correction with what it takes back."""

    changes: Mapping[str, Any]
    """The correction, and everything else as it was before the act."""
    acts: tuple[str, ...]
    """What was not decided yet, in the notation; empty where it was under way when the log began."""


def withdrawn(rules: Ruleset, match: Match, changes: Mapping[str, Any]) -> Withdrawn | None:
    """What a correction comes to while dice, a choice or a place are awaited; None if it leaves that as it is.

    Raises ReplayError if an earlier correction does not hold without the act.
    """
    position = match.position
    if position is None or not _of_what_is_awaited(position, changes):
        return None
    since: list[Checkpoint] = []
    past = match.last
    while past is not None and (past.changes is not None or past.before.awaits is not None):
        since.append(past)
        past = past.earlier
    if past is None:
        return Withdrawn({**changes, "awaits": None}, ())
    before = past.before
    for each in reversed(since):
        if each.changes is not None:
            before = correct(rules, before, each.changes)
    acts = tuple(each.notation for each in (past, *reversed(since)) if each.changes is None)
    return Withdrawn(_back_and(rules, position, before, changes), acts)


def _of_what_is_awaited(position: Position, changes: Mapping[str, Any]) -> bool:
    """Whether the ball, the side on turn or a piece that the decision is about is put right."""
    awaits = position.awaits
    if awaits is None or awaits.cause == "first":
        return False
    about = {awaits.by}
    for value in awaits.left.values():
        about |= {each for each in (value if isinstance(value, list | tuple) else [value]) if isinstance(each, str)}
    return "ball" in changes or "turn" in changes or not about.isdisjoint(changes.get("pieces", {}))


def _back_and(rules: Ruleset, position: Position, before: Position, changes: Mapping[str, Any]) -> dict[str, Any]:
    now, then = rules.write_position(position), rules.write_position(before)
    back = {key: then.get(key) for key in now if key != "pieces" and now[key] != then.get(key)}
    moved = {piece for piece, _ in position.pieces.items() ^ before.pieces.items()}
    pieces = {piece: before.pieces.get(piece) for piece in sorted(moved)} | dict(changes.get("pieces", {}))
    return {**back, **changes, **({"pieces": pieces} if pieces else {})}
