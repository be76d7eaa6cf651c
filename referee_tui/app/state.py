"""What the screen shows, as one immutable value: made in the match's thread, drawn in the screen's."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.empty import EMPTY
from engine.ruleset import Counter
from referee_tui.app.board_view import NO_MARKS, Marks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Position
    from engine.referee import Answer, Say
    from vision.rectify import Image

NO_COUNT = Counter()

Tone: TypeAlias = Literal["legal", "illegal", "unsure", "info"]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said, in the order of saying."""

    t: float
    """Seconds, by the clock that ``ScreenState.t`` is read from."""
    text: str
    tone: Tone = "info"
    kind: str = "note"
    """Of the message: ``action``, ``roll``, ``goal``, ``illegal``, ``ask``, ..."""
    rule: str = ""
    """The id of the rule that was broken, if one was."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The camera's newest picture."""

    image: Image
    """BGR, as the camera delivers it."""
    pose: BoardPose | None
    """Where the board lies in it; None if it was not found."""


@dataclass(frozen=True, slots=True)
class ScreenState:
    """Everything on the screen at one moment."""

    game: str
    board: Board
    source: str
    """What is being watched, as the user named it."""
    by_hand: bool = False
    """There is no camera: everything is typed."""
    names: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """By side what stands beside the score, if it has a name: its player's, else the team's. By piece its own name."""
    position: Position | None = None
    """None until the set-up was seen."""
    count: Counter = field(default=NO_COUNT)
    """Turns, minutes and moves as far as the game counts them."""
    played_s: float = 0.0
    """Seconds played, for a match whose length was agreed on in minutes."""
    eye: str = "NO BOARD"
    """State of the eye in the words of docs/architecture.md: HAND, IN STEP, ..."""
    disturbed: str = ""
    """What keeps the table from being read at the moment; empty if nothing does, or if it has no name."""
    need: str = ""
    """What play waits for, or what would mend it; empty if nothing."""
    unread: bool = False
    """``need`` says why the table is not read yet."""
    wrong: str = ""
    """What the difference between table and match was told as: ``illegal``, ``out_of_step``; empty if they agree."""
    held: bool = False
    """Something was taken back by word, and play waits to go on."""
    answers: tuple[Answer, ...] = ()
    """Likely answers to what is asked, the likeliest first."""
    offered: tuple[Answer, ...] = ()
    """Answers to a question that does not hold play up, until something else is said."""
    chance: str = ""
    """How the throw that is awaited may end, with its chances; empty if none is awaited."""
    acts: tuple[str, ...] = ()
    """An act of each kind that is allowed now, as it is typed, the most needed first."""
    undo: str = ""
    """What an undo would take back, exactly; empty if there is nothing."""
    redo: str = ""
    """What a redo would do again."""
    dice_thrown: bool = False
    """Dice were thrown for the last act: they can be put right."""
    before: tuple[Line, ...] = ()
    """What the log of a match that was taken up again tells of it."""
    lines: tuple[Line, ...] = ()
    """All that was said since."""
    heard: tuple[Say, ...] = ()
    """The same as the referee said it, for sounds."""
    refusals: int = 0
    """How many of the players' entries were refused so far."""
    marks: Marks = field(default=NO_MARKS)
    start_t: float = 0.0
    """The clock of a match (seconds) when its source began: more than 0 where it was gone on with."""
    t: float = 0.0
    """Seconds since a recording began; of a camera, and of what is typed, by the clock of the match, as in its log."""
    duration_s: float | None = None
    """Length of a recording; None for a camera."""
    log: str = ""
    """Where the log is."""
    look: Look | None = None
    """For the preview; None before the first frame."""
    over: bool = False
    """The source has ended."""

    @property
    def progress(self) -> float | None:
        """0 to 1 through a recording."""
        if self.over:
            return 1.0
        return min(self.t / self.duration_s, 1.0) if self.duration_s else None
