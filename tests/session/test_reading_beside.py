"""People are heard while a camera's table is read."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.records import Ended
from engine.referee import TypedAction, TypedCorrection, Undo
from referee_tui.following.session import Session
from tests.session.fakes import START, Camera, FilmEyes, Shot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from calibration.pose import BoardPose
    from engine.observation import Observation
    from engine.referee import Input
    from referee_tui.following.update import SessionUpdate
    from vision.sources import Frame

READ_ON_S = 20.0
"""No reading waits longer for its answer."""


class Slow(FilmEyes):
    """While they read for the fourth time something is said, and they read on once that is answered."""

    def __init__(self, film: Camera, says: Callable[[Session], None]) -> None:
        super().__init__(film)
        self.says = says
        self.answered = threading.Event()
        self.in_time: bool | None = None
        self.session: Session | None = None

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[str, str] | None) -> Observation:
        look = super().read(frame, pose, expected)
        if len(self.reads) == 4 and self.session is not None:
            # Whatever was told before is no answer.
            self.answered.clear()
            self.says(self.session)
            self.in_time = self.answered.wait(READ_ON_S)
        return look


class Failing(Slow):
    """They break while they read for the fourth time, after that was answered."""

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[str, str] | None) -> Observation:
        look = super().read(frame, pose, expected)
        if len(self.reads) == 4:
            raise RuntimeError("the net is gone")
        return look


def followed(
    folder: Path, says: Callable[[Session], None], answers: Callable[[SessionUpdate], bool], kind: type[Slow] = Slow
) -> Slow:
    """What the eyes did in a match in which something was said, up to the update that answers it and beyond."""
    camera = Camera([Shot(30.0, START)])
    eyes = kind(camera, says)
    rules = load_ruleset("regista")
    with (
        ThreadPoolExecutor(1) as reader,
        Session(camera, rules, folder / "log.jsonl", eyes=eyes, beside=reader) as session,
    ):
        eyes.session = session
        for update in session:
            if answers(update):
                eyes.answered.set()
    return eyes


def told(given: Input, folder: Path, answer: str) -> Slow:
    """The same for something that is answered in a sentence with ``answer`` in it."""
    return followed(
        folder, lambda session: session.give(given), lambda update: any(answer in said.text for said in update.says)
    )


@pytest.mark.parametrize(
    ("given", "answer"), [(TypedAction("end"), "end"), (TypedCorrection("B8 H9"), "B8")], ids=["act", "correction"]
)
def test_what_is_said_while_a_table_is_read_is_answered_before_that_is_done(
    tmp_path: Path, given: Input, answer: str
) -> None:
    assert told(given, tmp_path, answer).in_time is True


def test_whoever_has_something_to_say_can_have_an_update_come_while_a_table_is_read(tmp_path: Path) -> None:
    assert followed(tmp_path, Session.wake, lambda _: True).in_time is True


def test_a_table_that_was_read_for_a_match_that_is_otherwise_by_then_is_read_once_more_at_once(tmp_path: Path) -> None:
    eyes = told(TypedCorrection("B8 H9"), tmp_path, "B8")
    # One frame later; a table that fits the match is left alone for seconds.
    assert eyes.reads[4] - eyes.reads[3] == pytest.approx(0.1)


@pytest.mark.parametrize("given", [Undo(), TypedCorrection("B8 H9")], ids=["refused", "the match is otherwise"])
def test_eyes_that_break_while_they_read_end_the_match_with_a_complete_log(tmp_path: Path, given: Input) -> None:
    with pytest.raises(RuntimeError, match="the net is gone"):
        followed(tmp_path, lambda session: session.give(given), lambda update: bool(update.says), Failing)
    *_, last = read_log(tmp_path / "log.jsonl").records
    assert last == Ended(reason="stopped: the net is gone")
