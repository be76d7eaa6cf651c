"""A match being followed: source -> gate -> pose -> reader -> referee -> log, and only then whoever shows it.

No screen and no printing here. A session is iterated once, in one thread; what people type may be given from any.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.record.records import FORMAT, Ended, Header, Noted
from engine.record.resume import resume_match
from engine.record.writer import LogWriter
from engine.referee import Say, TypedRoll, begin, step, take_up
from referee_tui.dice_option import read_rolls
from referee_tui.session_pose import PoseKeeper
from vision.gate import Mood

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from calibration.pose import BoardPose, Lens
    from engine.match import Position, Roll
    from engine.observation import Observation
    from engine.record.errors import LogError  # noqa: F401 - named in docstrings
    from engine.record.replay import RulesLoader
    from engine.referee import Eye, Input, Referee
    from engine.ruleset import Ruleset
    from referee_tui.eyes import Eyes
    from vision.gate import GateState
    from vision.sources import Frame, Source

LOOK_AGAIN_S = {"SETTLING": 0.5, "ASKING": 2.0, "OUT OF STEP": 2.0, "IN STEP": 6.0}
"""How soon a table at rest is read again, by what the referee thinks: soon while it wants a second look, seldom while
nothing can have changed without a hand."""


@dataclass(frozen=True, slots=True, eq=False)
class SessionUpdate:
    """How things stand after a frame. Everything said in it is in the log already."""

    t: float
    """Seconds since the source began."""
    progress: float | None
    """0 to 1 through a recording; None for a camera."""
    eye: Eye
    position: Position | None
    """None until the match has begun."""
    says: tuple[Say, ...]
    """What is new to be said, in order."""
    reason: str
    """What the eye's state means or would mend it, if there is anything to say about it."""
    frame: Frame | None = None
    """The frame, for a preview."""
    pose: BoardPose | None = None


class Session:
    """Follows one source to its end: ``with Session(...) as session: for update in session: ...``."""

    def __init__(
        self,
        source: Source,
        rules: Ruleset,
        log: Path,
        *,
        lens: Lens | None = None,
        dice: str = "see",
        eyes: Eyes | None = None,
        resume: RulesLoader | None = None,
    ) -> None:
        """Open the log; nothing is read from the source yet.

        ``dice`` is ``see``, ``ask`` (they will be typed), or the name of a file with rolls in their order.
        With ``resume`` (how to find a game's rules), a log that has a match in it is gone on with. Raises LogError
        (also if the log has something in it and ``resume`` is None), DiceError.
        """
        self._source = source
        self._dice = dice
        self._rolls: deque[Roll] = deque(read_rolls(Path(dice)) if dice not in {"see", "ask"} else ())
        if eyes is None:
            from referee_tui.eyes import CameraEyes  # noqa: PLC0415 - a session with other eyes needs no number net

            eyes = CameraEyes(rules.board, lens)
        self._eyes = eyes
        self._given: deque[Input] = deque()
        self._poses = PoseKeeper(eyes, rules.board)
        self._paused = False
        self._looked_t = float("-inf")
        self._end_reason = "closed before the end"
        self._rules, self._referee, self._log = _open_log(rules, log, resume)
        self._start_t = self._log.last_t

    @property
    def referee(self) -> Referee:
        """The referee's present state."""
        return self._referee

    def give(self, given: Input) -> None:
        """Hand over what a human said; it is taken in with the next frame. May be called from any thread."""
        self._given.append(given)

    def pause(self, *, on: bool) -> None:
        """Look away (``on``), or look again and at once. May be called from any thread."""
        self._paused = on
        self._looked_t = float("-inf")

    def __iter__(self) -> Iterator[SessionUpdate]:
        """Updates, one a frame. Raises SourceError and LogError as they come; the log is whole all the same."""
        try:
            for frame in self._source:
                yield self._follow(frame)
            self._end_reason = "the source ended"
        except KeyboardInterrupt:
            self._end_reason = "interrupted"
            raise

    def close(self) -> None:
        """Write the end record and let go of the log; closing twice is fine."""
        if not self._log.closed:
            try:
                self._log.append(self._log.last_t, [Ended(reason=self._end_reason)])
            finally:
                self._log.close()

    def __enter__(self) -> Self:
        """The session itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close, saying why."""
        if kind is not None:
            self._end_reason = "interrupted" if issubclass(kind, KeyboardInterrupt) else f"stopped: {error}"
        self.close()

    def _follow(self, frame: Frame) -> SessionUpdate:
        says: list[Say] = []
        while self._given:
            says += self._take_in(frame.t, self._given.popleft())
        gate = self._eyes.judge(frame, self._poses.pose)
        says += self._note(frame.t, self._poses.follow(frame, gate))
        if self._poses.pose is not None and not self._paused and self._should_look(gate):
            says += self._note(frame.t, self._poses.check(frame))
            says += self._look(frame, self._poses.pose)
        says += self._roll_from_file(frame.t)
        duration = self._source.duration_s
        eye = self._eye(gate)
        return SessionUpdate(
            t=frame.t,
            progress=min(frame.t / duration, 1.0) if duration else None,
            eye=eye,
            position=self._referee.position,
            says=tuple(says),
            reason=self._reason(eye),
            frame=frame,
            pose=self._poses.pose,
        )

    def _should_look(self, gate: GateState) -> bool:
        if gate.mood is not Mood.SETTLED:
            return False
        return gate.settled_new or gate.t - self._looked_t >= LOOK_AGAIN_S.get(self._referee.eye, 0.5)

    def _look(self, frame: Frame, pose: BoardPose) -> list[Say]:
        self._looked_t = frame.t
        expected = self._referee.table.pieces or None
        look = self._eyes.read(frame, pose, expected)
        return self._take_in(frame.t, look if self._dice == "see" else _without_dice(look))

    def _take_in(self, t: float, given: Input) -> list[Say]:
        """One step of the referee: on disk first, then told."""
        outcome = step(self._rules, self._referee, given)
        if outcome.records:
            self._log.append(self._start_t + t, outcome.records)
        self._referee = outcome.referee
        return list(outcome.says)

    def _note(self, t: float, text: str) -> list[Say]:
        """Write down and tell what is no ruling; nothing for an empty text."""
        if not text:
            return []
        self._log.append(self._start_t + t, [Noted(text=text)])
        return [Say("note", text)]

    def _roll_from_file(self, t: float) -> list[Say]:
        says: list[Say] = []
        while self._rolls and (position := self._referee.position) is not None:
            if position.awaits is None or position.awaits.type != "roll":
                break
            says += self._take_in(t, TypedRoll(self._rolls.popleft()))
        return says

    def _eye(self, gate: GateState) -> Eye:
        if self._source.trouble:
            return "NO CAMERA"
        if self._paused:
            return "PAUSED"
        if self._poses.pose is None:
            return "NO BOARD"
        if gate.mood is Mood.HAND:
            return "HAND"
        return self._referee.eye if gate.mood is Mood.SETTLED else "SETTLING"

    def _reason(self, eye: Eye) -> str:
        if eye == "NO CAMERA":
            return self._source.trouble or ""
        if eye == "NO BOARD":
            return self._poses.reason
        return self._referee.asked


def _without_dice(look: Observation) -> Observation:
    return replace(look, dice=())


def _open_log(rules: Ruleset, path: Path, resume: RulesLoader | None) -> tuple[Ruleset, Referee, LogWriter]:
    if resume is not None and path.exists() and path.stat().st_size:
        writer, log = LogWriter.resume(path)
        try:
            resumed = resume_match(list(log.records), resume)
        except ValueError:
            writer.close()
            raise
        return resumed.rules, take_up(resumed.match), writer
    writer = LogWriter.create(path)
    header = Header(
        format=FORMAT,
        game=rules.game,
        options=dict(rules.options),
        board=rules.board.name,
        software=f"touchline {_own_version()}",
        teams={"B": "Blue", "R": "Red"},
    )
    writer.append(0.0, [header])
    return rules, begin(), writer


def _own_version() -> str:
    try:
        return version("touchline")
    except PackageNotFoundError:
        return "(not installed)"
