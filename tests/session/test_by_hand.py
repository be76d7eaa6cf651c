"""A match without any camera: set up, typed, corrected, taken back, gone on with."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.match import Roll
from engine.record.reader import read_log
from engine.record.records import Acted, Ended, Stated
from engine.record.verify import verify
from engine.referee import Redo, TypedAction, TypedCorrection, TypedRoll, Undo
from engine.rules.formations import FormationError
from referee_tui.following.lined_up import lined_up
from referee_tui.following.session import Session
from tests.session.fakes import Film, FilmEyes, loader
from vision.sources import open_source
from vision.sources.none import NoCamera

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.referee import Input
    from referee_tui.following.update import SessionUpdate

RULES = load_ruleset("regista")
NO_EYES = FilmEyes(Film([]))


def no_camera() -> NoCamera:
    """Ten seconds go by each time the clock is read."""
    ticks = count(0.0, 10.0)
    return NoCamera(lambda: next(ticks))


def say(session: Session, updates: Iterator[SessionUpdate], *given: Input) -> SessionUpdate:
    for each in given:
        session.give(each)
    return next(updates)


def test_a_match_is_played_by_typing_alone(tmp_path: Path) -> None:
    log = tmp_path / "typed.touchline.jsonl"
    with Session(no_camera(), RULES, log, eyes=NO_EYES, start=lined_up(RULES)) as session:
        updates = iter(session)
        first = next(updates)
        assert first.position is not None
        assert (first.eye, first.reason, first.position.restart) == ("IN STEP", "", "kick_off")
        update = say(session, updates, TypedAction("B9>H8"), TypedAction("B7-C9"), TypedAction("end"))
        assert (update.eye, update.reason) == ("IN STEP", "")
        assert update.position is not None
        assert (update.position.ball, update.position.pieces["B7"], update.position.turn) == ("H8", "C9", "R")
        assert update.undo == "the end of the turn"
        assert update.t > first.t
    read = read_log(log)
    assert [r.notation for r in read.records if isinstance(r, Acted)] == ["B9>H8", "B7-C9", "end"]
    assert isinstance(list(read.records)[1], Stated)
    assert isinstance(list(read.records)[-1], Ended)
    assert verify(log, loader)


def test_what_is_taken_back_by_hand_needs_no_table(tmp_path: Path) -> None:
    with Session(no_camera(), RULES, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(RULES)) as session:
        updates = iter(session)
        before = next(updates).position
        update = say(session, updates, TypedAction("B9>H8"), Undo())
        assert (update.position, update.eye, update.reason) == (before, "IN STEP", "")
        assert (update.undo, update.redo) == ("", "B9>H8")
        update = say(session, updates, Redo(), TypedCorrection("B7 D9, score 2-1"))
        assert update.undo == "the correction (B7 on D9, score 2-1)"
        assert update.eye == "IN STEP"


def test_dice_are_asked_for_and_typed(tmp_path: Path) -> None:
    with Session(no_camera(), RULES, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(RULES)) as session:
        updates = iter(session)
        next(updates)
        update = say(session, updates, TypedAction("B9>D11"))
        if update.position is not None and update.position.awaits is not None:
            assert (update.eye, update.reason[:4]) == ("ASKING", "Roll")
            update = say(session, updates, TypedRoll(Roll(faces=(2,))))
        assert update.eye == "IN STEP"


def test_it_can_be_gone_on_with_by_hand(tmp_path: Path) -> None:
    log = tmp_path / "a.touchline.jsonl"
    with Session(no_camera(), RULES, log, eyes=NO_EYES, start=lined_up(RULES)) as session:
        updates = iter(session)
        say(session, updates, TypedAction("B9>H8"))
    with Session(no_camera(), RULES, log, eyes=NO_EYES, resume=loader, start=lined_up(RULES)) as session:
        updates = iter(session)
        update = say(session, updates, TypedAction("B7-C9"))
        assert update.position is not None
        assert (update.position.ball, update.position.pieces["B7"], update.eye) == ("H8", "C9", "IN STEP")
    assert verify(log, loader)


@pytest.mark.parametrize("game", GAMES)
def test_both_sides_of_every_game_are_set_up_so_that_it_can_begin(game: str) -> None:
    rules = load_ruleset(game)
    position = rules.read_position(lined_up(rules))
    assert rules.kick_off_fault(position) is None
    assert next(rules.legal_actions(position), None) is not None


def test_what_was_said_just_before_the_end_is_ruled_upon_and_written_down(tmp_path: Path) -> None:
    log = tmp_path / "typed.touchline.jsonl"
    with Session(no_camera(), RULES, log, eyes=NO_EYES, start=lined_up(RULES)) as session:
        updates = iter(session)
        next(updates)
        session.give(TypedAction("B9>H8"))
        session.ask_report()
        session.stop()
        (last,) = updates
    assert last.position is not None
    assert last.position.ball == "H8"
    read = read_log(log)
    assert [r.notation for r in read.records if isinstance(r, Acted)] == ["B9>H8"]
    assert [path.name for path in tmp_path.glob("*.zip")] == ["typed-report-1.touchline.zip"]


def test_other_formations_and_the_other_kick_off() -> None:
    raw = lined_up(RULES, ("4-4-2a", "3-4-3"), "R")
    assert raw["pieces"] != lined_up(RULES, ("", ""), "R")["pieces"]
    assert RULES.read_position(raw).turn == "R"
    with pytest.raises(FormationError, match="no formation '9-9-9'"):
        lined_up(RULES, ("9-9-9", ""))


def test_no_camera_beats_until_it_is_stopped() -> None:
    source = open_source("none")
    assert source.blind
    assert list(source) == []
    beats = source.beats()
    assert next(beats) is None
    source.nudge()
    assert next(beats) is None
    source.stop()
    assert next(beats, "the end") == "the end"
