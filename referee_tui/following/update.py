"""How things stand in a match that is followed, for whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.match import Position
    from engine.referee import Answer, Eye, Say
    from vision.disturbance import Disturbance
    from vision.sources import Frame


@dataclass(frozen=True, slots=True, eq=False)
class SessionUpdate:
    """How things stand after a frame, or while a camera delivers none.

    Everything said in it is in the log already; where the disk refuses the log, that is said, and it is held in memory.
    """

    t: float
    """Seconds since the source began."""
    played_s: float = field(default=0.0, kw_only=True)
    """Seconds that have been played since the first kick-off, pauses not counted."""
    eye: Eye
    position: Position | None
    """None until the match has begun."""
    says: tuple[Say, ...]
    """What is new to be said, in order."""
    reason: str
    """What the eye's state means or would mend it, if there is anything to say about it."""
    unread: bool = field(default=False, kw_only=True)
    """``reason`` says why the table is not read yet, not what play waits for."""
    frame: Frame | None = None
    """The frame, for a preview; None if a camera has none."""
    pose: BoardPose | None = None
    disturbance: Disturbance | None = None
    """What keeps the table from being read at the moment, as far as it has a name."""
    answers: tuple[Answer, ...] = ()
    """Likely answers to what is asked, the likeliest first."""
    undo: str = ""
    """What an undo would take back, exactly; empty if there is nothing."""
    redo: str = ""
    """What a redo would do again, the same way."""
    dice_thrown: bool = False
    """Dice were thrown for the last act: they can be put right."""


def offered_after(before: tuple[Answer, ...], update: SessionUpdate) -> tuple[Answer, ...]:
    """Answers to the last question that does not hold play up; it is over once something else is said."""
    if not update.says:
        return before
    return next((said.answers for said in reversed(update.says) if said.answers), ())
