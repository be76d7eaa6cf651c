"""What the eye of a match that is followed is at: one word, and why, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_tui.following.sentences import say
from vision.gate import Mood

if TYPE_CHECKING:
    from engine.referee import Eye, Referee
    from referee_tui.following.pose_keeper import PoseKeeper
    from referee_tui.following.taken_up import TakenUp
    from vision.gate import GateState
    from vision.sources import Source


@dataclass(frozen=True, slots=True)
class Seeing:
    """What it follows from, at one moment."""

    source: Source
    referee: Referee
    poses: PoseKeeper
    taken_up: TakenUp
    gate: GateState | None
    """None before the first picture."""
    log_trouble: str
    """Why records are held in memory; empty while none is."""
    paused: bool
    at_end: bool
    """A film is over, which may wait for people to say how play goes on."""

    @property
    def waits_at_end(self) -> bool:
        """Whether the film is over while play is held."""
        return self.at_end and bool(self.referee.held)


def eye_of(seeing: Seeing) -> Eye:
    """The word for it: what cannot be seen comes before what is thought of what is seen."""
    source, poses, referee = seeing.source, seeing.poses, seeing.referee
    if source.trouble:
        return "NO CAMERA"
    if source.blind:
        return "ASKING" if referee.asked or referee.position is None else "IN STEP"
    if seeing.waits_at_end:
        return "ASKING"
    if seeing.paused:
        return "PAUSED"
    if poses.pose is None:
        return "NO BOARD" if poses.sought else "SETTLING"
    mood = seeing.gate.mood if seeing.gate is not None else Mood.SETTLING
    if mood is Mood.HAND:
        return "HAND"
    if source.adjusting:
        return "SETTLING"
    if poses.misfit or seeing.taken_up.differs:
        return "OUT OF STEP"
    return referee.eye if mood is Mood.SETTLED and poses.believed else "SETTLING"


def reason_of(seeing: Seeing, eye: Eye) -> str:
    """Why it is ``eye``; empty where there is nothing to be said."""
    source, poses, referee = seeing.source, seeing.poses, seeing.referee
    if eye == "NO CAMERA":
        return source.trouble or ""
    if source.blind:
        return referee.asked or seeing.log_trouble
    if seeing.waits_at_end:
        return say("film.waits", act=referee.held)
    if eye == "NO BOARD":
        return poses.reason
    if source.adjusting:
        return say("camera.measures")
    return poses.misfit or poses.reason or seeing.taken_up.differs or referee.asked or seeing.log_trouble
