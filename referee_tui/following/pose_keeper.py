"""Where the board lies in the picture, kept up to date while a match is followed.

A pose is found over several pictures at rest, and checked in every settled one. Where the check fails nothing is read:
the board is found anew, and the new pose is believed once the pieces lie on it as the match has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_tui.following.eyes import Place
from referee_tui.following.moves import move_between, move_form, say_move
from referee_tui.following.pieces_fit import fit_of
from referee_tui.following.sentences import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from engine.record.records import MovedForm
    from referee_tui.following.eyes import Eyes
    from referee_tui.following.moves import Mover
    from vision.gate import GateState
    from vision.sources import Frame

STILL_S = 0.3
"""How long the picture must have been still before the board is looked for: a picture in motion is blurred, and shows
where the board was."""

PICTURES = 3
"""The board is found over so many of them; with three one may be wrong."""

CHECK_S = 0.2
"""How often a picture at rest is checked, and always before the table is read."""

FIND_AGAIN_S = 0.3
"""How often the board is looked for while it is not known where it lies."""

FIND_HIDDEN_S = 1.5
"""The same while it may only be hidden, which takes longest to find out."""

IMPATIENT_S = 3.0
"""With something always in motion (a passer-by behind the table) the board is looked for all the same after this."""

MISFITS = 3
"""Looks in a row at which the pieces do not fit before people are asked."""

MISFIT_FIND_S = 2.0
"""How often the board is looked for while the pieces do not fit."""


@dataclass(frozen=True, slots=True)
class PoseNews:
    """That the camera or the board moved, and the match is followed again."""

    text: str
    moved: MovedForm


class PoseKeeper:
    """Holds the board's pose: finds it, checks it, and after a knock finds it again and has it proved by the pieces."""

    def __init__(self, eyes: Eyes, board: Board) -> None:
        """Nothing is known yet."""
        self._eyes, self._board = eyes, board
        self._pose: BoardPose | None = None
        self._why: str = say("board.soon")
        self._pictures: tuple[Frame, ...] = ()
        self._sought_t = self._checked_t = float("-inf")
        # Since when there is no pose, and since when none was found at the last attempt.
        self._gone_t: float | None = None
        self._lost_t: float | None = None
        # What the last check said of the pose, and whether the gate saw the view move since one found it in place.
        self._moved = self._unseen = self._shifted = False
        # Whether the pose still has to be proved by the pieces, and at how many looks they did not fit.
        self._anew, self._misfits, self._misfit = False, 0, ""
        # For the sentence: from which pose, by whom, since when.
        self._told: BoardPose | None = None
        self._who: Mover = "either"
        self._doubt_t: float | None = None
        self._news: PoseNews | None = None

    @property
    def pose(self) -> BoardPose | None:
        """Where the board lies, as far as is known; None while it is not in sight."""
        return self._pose

    @property
    def sought(self) -> bool:
        """Whether the board has been looked for at all."""
        return self._sought_t > float("-inf")

    @property
    def readable(self) -> bool:
        """Whether the table may be read by the pose."""
        return self._pose is not None and not self._moved

    @property
    def believed(self) -> bool:
        """Whether what is read by the pose counts; a pose found anew has to be proved by the pieces first."""
        return self.readable and not self._anew and not self._misfits

    def gone_s(self, t: float) -> float:
        """For how many seconds the board has not been in sight; 0 while it is."""
        return t - self._gone_t if self._gone_t is not None else 0.0

    @property
    def reason(self) -> str:
        """Why the board cannot be read, and what would mend it; empty while it can."""
        return self._why

    @property
    def misfit(self) -> str:
        """What people are asked once the pieces have not fitted several times; empty otherwise."""
        return self._misfit

    def follow(self, frame: Frame, gate: GateState) -> None:
        """Take in a frame, before it is read."""
        self._pictures = (*self._pictures, frame)[-PICTURES:]
        self._shifted |= gate.shifted
        if self._pose is None:
            if self._gone_t is None:
                self._gone_t = frame.t
            if self._may_seek(frame.t, gate):
                self._seek(frame)
        elif gate.still_s >= STILL_S and (gate.settled_new or frame.t - self._checked_t >= CHECK_S):
            self._check(frame, self._pose, gate)

    def recheck(self, frame: Frame, gate: GateState) -> None:
        """Before a look: check this frame, unless it was done."""
        if self._pose is not None and self._checked_t != frame.t:
            self._check(frame, self._pose, gate)

    def believe(self, t: float, look: Observation, expected: Mapping[PieceId, Space] | None) -> bool:
        """Whether a look at ``t`` counts. One by a pose that is not proved must fit where the pieces were last."""
        if not self._anew and not self._unseen and not self._misfits:
            return True
        fit = fit_of(look, expected or {})
        if fit.believable:
            self.accept(t)
            return True
        if not look.occluded:
            self._misfits += 1
            if self._misfits >= MISFITS:
                self._misfit = say("misfit", fitting=fit.fitting, of=fit.looked_for)
        return False

    def accept(self, t: float) -> None:
        """The pose is right: the pieces say so, or people do."""
        self._anew, self._misfits, self._misfit = False, 0, ""
        if self._pose is None:
            return
        rest_t, self._doubt_t = self._doubt_t, None
        if self._told is None:
            self._told = self._pose
            return
        # Against the pose last told, so that steps too small for a word add up to one.
        move = move_between(self._told, self._pose, self._board)
        if move.worth_a_word:
            seconds = max(0.0, t - rest_t) if rest_t is not None else 0.0
            self._news = PoseNews(say_move(move, self._who, seconds), move_form(move, self._who, seconds))
            self._told = self._pose

    def take_news(self) -> PoseNews | None:
        """What is to be told and written down, once."""
        news, self._news = self._news, None
        return news

    def _may_seek(self, t: float, gate: GateState) -> bool:
        if self._lost_t is None:
            self._lost_t = t
        if gate.still_s < STILL_S and t - self._lost_t < IMPATIENT_S:
            return False
        return t - self._sought_t >= FIND_AGAIN_S

    def _check(self, frame: Frame, pose: BoardPose, gate: GateState) -> None:
        self._checked_t = frame.t
        place = self._eyes.check(frame, pose)
        if place is Place.IN_PLACE:
            self._shifted = self._moved = self._unseen = False
            self._why = ""
            if not self._anew:
                self._doubt_t, self._misfits, self._misfit = None, 0, ""
            if self._misfits and frame.t - self._sought_t >= MISFIT_FIND_S:
                self._seek(frame)
            return
        # Markers that are out of sight while the view stayed are hidden: the pose is the best that is known.
        moved = place is Place.MOVED or self._shifted
        if self._doubt_t is None or (moved and not self._moved):
            self._doubt_t = frame.t - gate.still_s
        self._moved, self._unseen = moved, not moved
        if self._moved:
            self._why = say("board.moved")
        if frame.t - self._sought_t >= (FIND_AGAIN_S if self._moved else FIND_HIDDEN_S):
            self._seek(frame)

    def _seek(self, frame: Frame) -> None:
        self._sought_t = frame.t
        found = self._eyes.find(self._pictures, self._pose or self._told)
        if found:
            self._take(found, frame)
        elif self._pose is None or self._moved:
            self._pose, self._why, self._lost_t = None, found.reason, frame.t

    def _take(self, found: BoardPose, frame: Frame) -> None:
        if self._told is None:
            self._told = found
        else:
            same = self._pose is not None and not move_between(self._pose, found, self._board).worth_a_word
            if self._misfits and same and not self._moved:
                return
            self._anew, self._misfits, self._misfit = True, 0, ""
            if move_between(self._told, found, self._board).worth_a_word:
                self._who = self._eyes.who_moved(frame, found)
            if self._doubt_t is None:
                self._doubt_t = frame.t
        self._pose, self._why, self._lost_t, self._gone_t = found, "", None, None
        self._shifted = self._moved = self._unseen = False
