"""A match being followed: source -> gate -> pose -> reader -> referee -> log, and only then whoever shows it.

No screen and no printing here. A session is iterated once, in one thread; what people type may be given from any.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Self

from engine.empty import EMPTY
from engine.observation import Observation
from engine.record.errors import LogError
from engine.record.records import SOURCE_ENDED
from engine.referee import Accept, Say, TypedRoll, answers
from engine.referee.line_up_back import back_at_once
from engine.referee.line_up_faults import STANDS
from engine.referee.policy import DEFAULT, Policy
from engine.referee.word_back import dice_to_put_right, in_one_phrase
from referee_tui.following.dice_option import DiceError, read_rolls
from referee_tui.following.evidence_keeper import EvidenceKeeper
from referee_tui.following.eye_state import Seeing, eye_of, reason_of
from referee_tui.following.film import NO_FILM
from referee_tui.following.full_time import CALL, FullTime
from referee_tui.following.held_looks import HeldLooks
from referee_tui.following.memory import SessionMemory
from referee_tui.following.opening import new_header, open_match, open_match_log
from referee_tui.following.reading import Reading
from referee_tui.following.record_keeper import RecordKeeper
from referee_tui.following.sentences import say
from referee_tui.following.session_log import SessionLog
from referee_tui.following.source_news import SourceNews
from referee_tui.following.table_watch import TableWatch
from referee_tui.following.taken_up import TakenUp
from referee_tui.following.update import SessionUpdate
from referee_tui.reports.forms import FORMAT as REPORT_FORMAT
from referee_tui.reports.forms import ReportForm, policy_form
from referee_tui.reports.save import report_path, save_report, versions
from referee_tui.version import own_version

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from concurrent.futures import Executor
    from types import TracebackType

    from calibration.pose import BoardPose
    from engine.grid import Space
    from engine.match import PieceId
    from engine.record.evidence import EvidenceFolder
    from engine.record.patient import Heard
    from engine.record.records import Header, MovedForm
    from engine.record.replay import RulesLoader
    from engine.referee import Answer, Input, Referee
    from engine.referee.values import SayKind
    from engine.ruleset import Ruleset
    from referee_tui.following.dice_option import FiledRoll
    from referee_tui.following.eyes import Eyes
    from referee_tui.following.film import Film
    from vision.sources import Frame, Source

HOLD_S = 0.25
"""How often what people type is taken in while a recording is held."""


class Session:
    """Follows one source to its end: ``with Session(...) as session: for update in session: ...``."""

    def __init__(
        self,
        source: Source,
        rules: Ruleset,
        log: Path,
        *,
        eyes: Eyes,
        dice: str = "see",
        resume: RulesLoader | None = None,
        heard: Heard | None = None,
        evidence: EvidenceFolder | None = None,
        rescue: Callable[[], Iterable[Path]] = tuple,
        camera: str = "",
        policy: Policy = DEFAULT,
        names: Mapping[str, str] = EMPTY,
        teams: Mapping[str, str] = EMPTY,
        start: Mapping[str, Any] | None = None,
        film: Film = NO_FILM,
        begins_s: float = 0.0,
        beside: Executor | None = None,
    ) -> None:
        """Open the log; nothing is read from the source yet.

        ``eyes`` look for the rules' board. ``dice`` is ``see``, ``ask`` (they will be typed), or the name of a file
        with rolls in their order. With ``resume`` (how to find a game's rules), a log that has a match in it is gone on
        with, once the table is as it left it. ``heard`` is told of every record, ``evidence`` takes the pieces of
        pictures that rulings rest on. ``rescue`` names files that do not exist yet: where the log goes at the end if it
        cannot be written in its own place. ``policy`` says what becomes of acts against the rules. ``names`` are the
        players', ``teams`` the sides' by letter: a new log keeps them, one that is gone on with has its own. ``start``
        is the position (its JSON form) that a new log without a camera begins with. ``film`` is what the source is,
        ``begins_s`` where it begins by its own clock, of a film that is gone on with. ``beside`` runs the readings of
        tables, one at a time: what people say meanwhile is heard and told at once; None: it waits for them, as a
        recording's order demands.

        Raises LogError (also if the log has something in it and ``resume`` is None), DiceError.
        """
        self._source = source
        self._dice = dice
        self._rolls: deque[FiledRoll] = deque(read_rolls(Path(dice)) if dice not in {"see", "ask"} else ())
        self._reading = Reading(eyes, beside)
        self._given: deque[Input] = deque()
        self._watch = TableWatch(source, eyes, rules.board)
        self._poses = self._watch.poses
        self._paused = self._stopped = False
        self._misfit: Observation | None = None
        self._t = begins_s
        self._news = SourceNews(source)
        self._going, self._said = Event(), Event()
        self._held_looks = HeldLooks(recorded=source.duration_s is not None)
        self._attended: Callable[[], bool] = lambda: False
        self._at_end = False
        self._end_reason = "closed before the end"
        fresh = new_header(rules, camera, names, teams, film)
        opened = open_match(open_match_log(log, resume, heard, fresh), fresh, rules, policy, start)
        self._header, self._rules = opened.header, opened.rules
        position = opened.referee.position
        self._taken_up = TakenUp(self._rules, waits=position is not None and not position.placing and not source.blind)
        self._full_time = FullTime(self._rules, opened.clock)
        self._memory = SessionMemory()
        self._report_wanted = False
        self._offered: tuple[Referee, tuple[Answer, ...]] | None = None
        self._evidence = EvidenceKeeper(self._rules.board, evidence)
        self._log = SessionLog(opened.log, self._evidence, rescue, start_t=opened.log.last_t - begins_s)
        self._keeper = RecordKeeper(self._rules, opened.referee, self._log, self._evidence, self._memory)

    @property
    def rules(self) -> Ruleset:
        """The rules in force: those handed in, or those of the log that is gone on with."""
        return self._rules

    @property
    def header(self) -> Header:
        """How the log begins: what is played, and who plays."""
        return self._header

    @property
    def start_t(self) -> float:
        """The log's time (seconds) at which the source's clock stands at 0."""
        return self._log.start_t

    @property
    def referee(self) -> Referee:
        """The referee's present state."""
        return self._keeper.referee

    def give(self, given: Input) -> None:
        """Hand over what a human said; it is taken in with the next update. May be called from any thread."""
        self._given.append(given)
        self.wake()

    def pause(self, *, on: bool) -> None:
        """Look away (``on``), or look again and at once; a recording is held meanwhile. From any thread."""
        self._paused = on
        self._watch.look_again()
        if on:
            self._going.clear()
        else:
            self._going.set()
        self.wake()

    def attend(self, there: Callable[[], bool] = lambda: True) -> None:
        """Say whether anybody is ``there`` to answer: a film that ends while play is held waits for that."""
        self._attended = there

    def wake(self) -> None:
        """Have an update come at once, before the next frame and while a camera's table is read. From any thread."""
        self._said.set()
        self._source.nudge()
        self._reading.wake()

    def look_again(self) -> None:
        """Read the table with the next frame that shows it at rest. May be called from any thread."""
        self._watch.look_again()

    def ask_report(self) -> None:
        """Have a report of a fault saved beside the log with the next update, which says where. From any thread."""
        self._report_wanted = True

    def save_report(self, out: Path) -> str:
        """Save a report; in the session's own thread. Returns what there is to be said. Raises LogError."""
        seeing, position = self._seeing(), self.referee.position
        eye, gate = eye_of(seeing), seeing.gate
        report = ReportForm(
            format=REPORT_FORMAT,
            software=versions(own_version()),
            source="camera" if self._source.duration_s is None else "recording",
            size_px=self._source.size_px,
            dice=self._dice if self._dice in {"see", "ask"} else "file",
            eye=eye,
            reason=reason_of(seeing, eye),
            disturbance=gate.cause.words if gate is not None and gate.cause is not None else "",
            position=dict(self._rules.write_position(position)) if position is not None else None,
            log_lines=self._log.lines_before,
            log_lines_now=self._log.lines,
            inputs_whole=self._memory.whole,
            pictures=[],
            policy=policy_form(self.referee.policy),
        )
        count = save_report(out, self._log.path, report, self._memory, self._rules.board)
        return say("report.saved", name=out.name, count=count)

    def stop(self) -> None:
        """Come to an end with the next update, also while waiting for a camera. May be called from any thread."""
        self._stopped = True
        self._going.set()
        self._said.set()
        self._source.stop()

    def __iter__(self) -> Iterator[SessionUpdate]:
        """Updates, one a frame, and some while a camera delivers none.

        Raises SourceError, LogError and DiceError as they come; the log is whole all the same.
        """
        try:
            for frame in self._beats():
                yield from self._follow(frame)
                if self._stopped:
                    break
            while self._given or self._report_wanted:
                # What was said just before the end counts, also where one line is said after the other.
                yield from self._follow(None)
            stopped = self._stopped
            yield from self._wait_at_the_end()
            if not stopped:
                if self.referee.held:
                    # Nobody is left to put the table as it was, or to say that play goes on.
                    yield self._update(None, self._note(say("film.held", act=self.referee.held)))
                self._end_reason = SOURCE_ENDED
        except KeyboardInterrupt:
            self._end_reason = "interrupted"
            raise

    def _wait_at_the_end(self) -> Iterator[SessionUpdate]:
        """A film that ends while play is held waits for somebody to say how it goes on, as long as anybody is there."""
        self._at_end = self._source.duration_s is not None
        while self._at_end and self.referee.held and self._attended() and not self._stopped:
            self._said.clear()
            yield from self._follow(None)
            if self.referee.held and not self._given:
                self._said.wait(HOLD_S)
        while self._given or self._report_wanted:
            yield from self._follow(None)

    def _beats(self) -> Iterator[Frame | None]:
        """The source's frames; a recording waits while the session is paused, before a camera time goes by."""
        recorded = self._source.duration_s is not None
        for frame in self._source.beats():
            while recorded and self._paused and not self._stopped:
                yield None
                self._going.wait(HOLD_S)
            yield frame

    def close(self) -> None:
        """Write the end record and let go of the log; closing twice is fine. May be called from any thread."""
        self._log.close(self._end_reason)

    def __enter__(self) -> Self:
        """The session itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close, saying why; what was said last counts, though nobody looked on any more."""
        try:
            if kind is None:
                self._hear_all()
            elif self._end_reason != SOURCE_ENDED:
                self._end_reason = "interrupted" if issubclass(kind, KeyboardInterrupt) else f"stopped: {error}"
        finally:
            self.close()

    def _follow(self, frame: Frame | None) -> Iterator[SessionUpdate]:
        """Take in a frame, or that there is none, and whatever people said meanwhile, also while the table is read."""
        now_s = frame.t if frame is not None else self._source.now_s()
        self._t = self._t if now_s is None else now_s
        says = [said for text in self._news.take() for said in self._note(text)] + self._hear_all()
        if frame is not None:
            says += self._see(frame)
            if (pose := self._pose_to_read_by(frame)) is not None:
                says += self._note(self._watch.light(frame))
                says = yield from self._read(frame, pose, says)
        says += self._roll_from_file()
        says += [said for text in self._log.tidings(self._t, waiting=frame is None) for said in self._note(text)]
        says += self._report() + self._time()
        yield self._update(frame, says)

    def _read(self, frame: Frame, pose: BoardPose, says: list[Say]) -> Generator[SessionUpdate, None, list[Say]]:
        """Read the table; meanwhile ``says`` are told, and people answered. Returns what is still to be told."""
        self._watch.looked(frame.t)
        before, expected = self.referee, self.referee.table.pieces or None
        reading = self._reading.begin(frame, pose, expected)
        while self._reading.woken_before(reading):
            yield self._update(frame, says + self._hear_all())
            says = []
        look = reading.result()
        if self.referee is before:
            return says + self._look(frame, pose, expected, look)
        # It was read by what the match had where: it is read once more.
        self._watch.look_again()
        return says

    def _hear_all(self) -> list[Say]:
        says: list[Say] = []
        while self._given:
            says += self._hear(self._given.popleft())
        return says

    def _update(self, frame: Frame | None, says: list[Say]) -> SessionUpdate:
        seeing = self._seeing()
        eye, gate = eye_of(seeing), seeing.gate
        return SessionUpdate(
            t=self._t,
            played_s=self._full_time.played_s,
            eye=eye,
            position=self.referee.position,
            says=tuple(says),
            reason=reason_of(seeing, eye),
            unread=not self._source.blind and (self._source.adjusting or bool(self._poses.reason)),
            frame=frame,
            pose=self._poses.pose,
            answers=self._answers(),
            undo=in_one_phrase(self._rules, back_at_once(self.referee.match)),
            redo=in_one_phrase(self._rules, self.referee.undone[-1]) if self.referee.undone else "",
            dice_thrown=dice_to_put_right(self.referee.match),
            disturbance=gate.cause if gate is not None and eye in {"HAND", "SETTLING"} else None,
        )

    def _answers(self) -> tuple[Answer, ...]:
        """Worked out once for each state of the referee."""
        if self._offered is None or self._offered[0] is not self.referee:
            self._offered = self.referee, answers(self._rules, self.referee)
        return (STANDS,) if self._poses.misfit else self._offered[1]

    def _time(self) -> list[Say]:
        """The end of a match that is played to time."""
        called = self._full_time.at(self._t, self.referee, paused=self._paused)
        if not called:
            return []
        told, heard = self._note(called), self._take_in(CALL)
        return [*told, *(said for said in heard if said.kind != "action")]

    def _report(self) -> list[Say]:
        """The report that somebody asked for."""
        if not self._report_wanted:
            return []
        self._report_wanted = False
        try:
            return self._note(self.save_report(report_path(self._log.path)))
        except LogError as error:
            return [Say("refused", say("report.none", why=str(error)))]

    def _see(self, frame: Frame) -> list[Say]:
        noted = self._watch.see(frame)
        self._memory.saw(frame, settled=self._watch.gate is not None and self._watch.gate.readable)
        return [said for text in noted for said in self._note(text)]

    def _pose_to_read_by(self, frame: Frame) -> BoardPose | None:
        """Where the board lies, if the table is to be read in this frame."""
        if self._paused:
            return None
        return self._watch.pose_to_read_by(frame, self.referee, compares=self._taken_up.waits)

    def _look(
        self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None, look: Observation
    ) -> list[Say]:
        """Take in what was read in a frame, where ``expected`` was where the pieces were last."""
        self._memory.read(frame, pose, expected, look)
        self._evidence.look(frame, pose)
        look = look if self._dice == "see" else _without_dice(look)
        asked = self._poses.misfit
        position = self.referee.position
        # While both sides line up, pieces may lie anywhere.
        surely = expected if position is not None and not position.placing else None
        if not self._poses.believe(frame.t, look, surely):
            self._misfit = look
            return self._note(self._poses.misfit, kind="out_of_step") if self._poses.misfit and not asked else []
        says = self._pose_news()
        if self._taken_up.waits:
            self._memory.told(self._t, look, compared=True)
            self._keeper.referee, news = self._taken_up.compare(self.referee, look)
            differs = bool(self._taken_up.differs)
            says += self._note(news, kind="out_of_step" if differs else "note")
            if differs or not news:
                return says
        return says + self._take_in(look)

    def _pose_news(self) -> list[Say]:
        news = self._poses.take_news()
        return self._note(news.text, moved=news.moved) if news is not None else []

    def _hear(self, given: Input) -> list[Say]:
        """What people say. Where they accept a table that does not fit, they mean what lies there now."""
        accepts = isinstance(given, Accept)
        says: list[Say] = []
        if accepts and self._poses.misfit and self._misfit is not None:
            self._poses.accept(self._t)
            says += self._pose_news() + self._take_in(self._misfit)
        says += self._take_in(given)
        if not self.referee.held:
            looks = self._held_looks.take()
            # What was on the way to what lies there now is let stand with it.
            for look in looks[-1:] if accepts else looks:
                says += self._take_in(look, pictured=False)
        return says

    def _take_in(self, given: Input, *, pictured: bool = True) -> list[Say]:
        """One step of the referee. ``pictured``: a look is of the newest picture."""
        says = self._keeper.take_in(self._t, given, pictured=pictured)
        if isinstance(given, Observation):
            self._held_looks.saw(given, held=bool(self.referee.held))
        return says

    def _note(self, text: str, *, moved: MovedForm | None = None, kind: SayKind = "note") -> list[Say]:
        """Write down and tell what is no ruling; nothing for an empty text."""
        return self._keeper.note(self._t, text, moved=moved, kind=kind)

    def _roll_from_file(self) -> list[Say]:
        says: list[Say] = []
        while self._rolls and (position := self.referee.position) is not None:
            if position.awaits is None or position.awaits.type != "roll":
                break
            where, roll = self._rolls.popleft()
            told = self._take_in(TypedRoll(roll))
            if refused := next((say for say in told if say.kind == "refused"), None):
                raise DiceError(f"{where}: these dice do not answer what is asked; {refused.text}")
            says += told
        return says

    def _seeing(self) -> Seeing:
        """What the state of the eye follows from now."""
        return Seeing(
            source=self._source,
            referee=self.referee,
            poses=self._poses,
            taken_up=self._taken_up,
            gate=self._watch.gate,
            log_trouble=self._log.trouble,
            paused=self._paused,
            at_end=self._at_end,
        )


def _without_dice(look: Observation) -> Observation:
    return replace(look, dice=())
