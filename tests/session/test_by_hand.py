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
from engine.referee import Consent, Propose, Redo, TypedAction, TypedCorrection, TypedRoll, Undo
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
        assert update.undo == "B7 on D9, score 2-1 (correction)"
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


def test_what_was_taken_back_can_be_done_again_in_a_match_that_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "a.touchline.jsonl"
    with Session(no_camera(), RULES, log, eyes=NO_EYES, start=lined_up(RULES)) as session:
        updates = iter(session)
        done = say(session, updates, TypedAction("B9>H8"), TypedAction("B7-C9"))
        say(session, updates, Undo(), Undo())
    with Session(no_camera(), RULES, log, eyes=NO_EYES, resume=loader) as session:
        updates = iter(session)
        assert next(updates).redo == "B9>H8"
        assert say(session, updates, Redo()).redo == "B7-C9"
    with Session(no_camera(), RULES, log, eyes=NO_EYES, resume=loader) as session:
        updates = iter(session)
        assert next(updates).redo == "B7-C9"
        assert say(session, updates, Redo()).position == done.position
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


TIMED = {
    "soccer-chess": (TypedAction("B9*"), TypedAction("ball@WK14")),
    "soccer-fun": (TypedAction("B9*1"), TypedRoll(Roll(faces=(3,))), TypedAction("B9>W")),
}


@pytest.mark.parametrize("game", TIMED)
def test_the_minutes_agreed_on_are_played_from_the_kick_off_on(tmp_path: Path, game: str) -> None:
    rules, log, camera = load_ruleset(game, options={"minutes": 1}), tmp_path / "a.jsonl", no_camera()
    with Session(camera, rules, log, eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)

        def later(*, paused: bool = False) -> SessionUpdate:
            session.pause(on=paused)
            camera.nudge()
            return next(updates)

        assert [later().played_s for _ in range(8)][-1] == 0.0
        kicked_off = say(session, updates, *TIMED[game])
        # The clock is read once for each update, ten seconds after the last.
        assert kicked_off.played_s == 0.0
        assert [later(paused=stopped).played_s for stopped in (False, False, True, True, False, False)] == [
            10.0, 20.0, 20.0, 20.0, 20.0, 30.0,
        ]  # fmt: skip
        told = [(update.played_s, each.text) for update in (later() for _ in range(6)) for each in update.says]
        assert [played for played, _ in told] == [60.0] * len(told)
        assert told[0][1].startswith("Time is up: the 1 min agreed on are played")
        session.give(TypedCorrection("score 1-0"))
        ended = next(updates)
    camera = no_camera()
    with Session(camera, rules, log, eyes=NO_EYES, resume=loader) as session:
        gone_on = next(iter(session))
        # The log's time ran on from the last beat before the pause to the first after it.
        assert gone_on.played_s == ended.played_s + 30.0
        assert not gone_on.says


def time_runs_out(updates: Iterator[SessionUpdate], camera: NoCamera) -> list[str]:
    """What is said in the minute after the kick-off."""
    said = []
    for _ in range(7):
        camera.nudge()
        said += [each.text for each in next(updates).says]
    return said


def test_a_match_to_time_is_over_with_the_turn_that_was_under_way(tmp_path: Path) -> None:
    rules, log, camera = load_ruleset("soccer-fun", options={"minutes": 1}), tmp_path / "a.jsonl", no_camera()
    with Session(camera, rules, log, eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        say(session, updates, *TIMED["soccer-fun"])
        assert time_runs_out(updates, camera) == [
            "Time is up: the 1 min agreed on are played; what was begun is played out, then the match is over"
        ]
        update = say(session, updates, TypedAction("R3*1"), TypedRoll(Roll(faces=(2,))), TypedAction("R3-H21"))
        assert update.position is not None
        assert [each.text for each in update.says][-1] == "Full time"
        assert (rules.counter(update.position).over, update.reason) == (True, "")
        refused = say(session, updates, TypedAction("B3*1"))
        assert [each.kind for each in refused.says] == ["refused"]
        back = say(session, updates, Undo())
        assert back.position is not None
        assert not rules.counter(back.position).over
    assert ("time", "clock") in [(r.notation, r.source) for r in read_log(log).records if isinstance(r, Acted)]
    assert verify(log, loader)


def test_a_match_to_time_is_over_at_once_where_the_ball_lies_still(tmp_path: Path) -> None:
    rules, log, camera = load_ruleset("soccer-chess", options={"minutes": 1}), tmp_path / "a.jsonl", no_camera()
    with Session(camera, rules, log, eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        say(session, updates, *TIMED["soccer-chess"])
        assert time_runs_out(updates, camera) == [
            "Time is up: the 1 min agreed on are played", "Full time",
        ]  # fmt: skip
        # Taken back it is not called again before something else was done.
        assert [each.text for each in say(session, updates, Undo()).says] == ["the end by the clock is taken back"]
        camera.nudge()
        assert next(updates).says == ()
    assert verify(log, loader)


def test_a_match_that_is_not_played_to_time_is_never_up(tmp_path: Path) -> None:
    rules, camera = load_ruleset("soccer-fun", options={"goals": 2}), no_camera()
    with Session(camera, rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        say(session, updates, *TIMED["soccer-fun"])
        said = []
        for _ in range(20):
            camera.nudge()
            said += next(updates).says
        assert said == []


@pytest.mark.parametrize(
    ("game", "put", "kick", "rule"),
    [
        ("very-much", "R3 off", "B9>E", "setup.count"),
        ("very-much", "R4 B3", "B9>E", "setup.half"),
        ("regista", "R3 off", "B9>H10", "setup.count"),
        ("regista", "R4 B3", "B9>H10", "setup.half"),
        ("regista", "R4 H13", "B9>H10", "setup.circle"),
        ("soccer-fun", "R3 off", "B9*1", "setup.count"),
        ("soccer-fun", "R4 B3", "B9*1", "setup.half"),
    ],
)
def test_the_first_kick_off_is_taken_by_sides_that_are_set_up(
    tmp_path: Path, game: str, put: str, kick: str, rule: str
) -> None:
    rules = load_ruleset(game)
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        right = next(updates).position
        update = say(session, updates, TypedCorrection(put), TypedAction(kick))
        assert f"({rule})" in update.says[-1].text
        update = say(session, updates, Undo(), TypedAction(kick))
        assert right is not None
        assert update.position != right


def test_the_kick_off_is_not_asked_for_once_the_ball_rolls(tmp_path: Path) -> None:
    rules = load_ruleset("soccer-chess")
    start = {"pieces": {}, "turn": "R", "restart": "kick_off"}
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=start) as session:
        updates = iter(session)
        next(updates)
        one_side = say(session, updates, TypedAction("R9@EU16"))
        assert "lace the pieces" in one_side.reason
        both = say(session, updates, TypedAction("B9@WU3"))
        assert "Red takes the kick-off" in both.reason
        rolls = say(session, updates, TypedAction("R9*"))
        assert "The ball rolls" in rolls.reason
        assert "lace the pieces" not in rolls.reason


AWAITED: dict[str, tuple[tuple[Input, ...], str, str]] = {
    "regista": ((TypedAction("B9>H7"),), "C9", "B9>H7"),
    "very-much": ((TypedAction("B9>E"),), "H9", "B9>E"),
    "soccer-fun": ((TypedAction("B9*3"), TypedRoll(Roll(faces=(3, 4, 5))), TypedAction("B9>E")), "C3", "B9>E"),
    "soccer-chess": ((TypedAction("B9*"),), "WK3", "B9*"),
}
"""Acts after which something is awaited, a space for the ball, and the act that is then taken back."""


@pytest.mark.parametrize("game", AWAITED)
def test_a_correction_of_the_ball_takes_back_what_was_not_decided_yet(tmp_path: Path, game: str) -> None:
    rules, log = load_ruleset(game), tmp_path / "a.touchline.jsonl"
    acts, space, gone = AWAITED[game]
    with Session(no_camera(), rules, log, eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        before = say(session, updates, *acts[:-1]).position
        awaits = say(session, updates, acts[-1]).position
        assert awaits is not None
        assert awaits.awaits is not None
        update = say(session, updates, TypedCorrection(f"ball {space}"))
        assert update.position is not None
        assert before is not None
        assert (update.position.awaits, update.position.ball_space) == (None, space)
        assert (update.position.pieces, update.position.turn) == (before.pieces, before.turn)
        assert any(gone in each.text and "taken back" in each.text for each in update.says)
        assert say(session, updates, Undo()).position == awaits
    assert verify(log, loader)


@pytest.mark.parametrize("turn", "BR")
@pytest.mark.parametrize("game", AWAITED)
def test_a_correction_of_whose_turn_it_is_takes_back_what_was_not_decided_yet(
    tmp_path: Path, game: str, turn: str
) -> None:
    rules, log = load_ruleset(game), tmp_path / "a.touchline.jsonl"
    acts, _, gone = AWAITED[game]
    with Session(no_camera(), rules, log, eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        before = say(session, updates, *acts[:-1]).position
        awaits = say(session, updates, acts[-1]).position
        assert before is not None
        update = say(session, updates, TypedCorrection(f"turn {turn}"))
        assert update.position is not None
        assert (update.position.awaits, update.position.turn) == (None, turn)
        assert (update.position.pieces, update.position.ball) == (before.pieces, before.ball)
        assert any(gone in each.text and "taken back" in each.text for each in update.says)
        assert rules.write_position(update.position).get("declared") is None
        assert say(session, updates, Undo()).position == awaits
    assert verify(log, loader)


def test_a_correction_beside_what_is_awaited_leaves_it_and_is_undone_with_the_dice_since(tmp_path: Path) -> None:
    rules, log = load_ruleset("very-much"), tmp_path / "a.touchline.jsonl"
    with Session(no_camera(), rules, log, eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        die = TypedRoll(Roll(faces=(4,)))
        update = say(session, updates, TypedAction("B9>E"), TypedCorrection("R4 C20"), die)
        rolled = update.position
        assert update.undo == "R4 on C20 (correction) with its dice (4)"
        undone = say(session, updates, Undo()).position
        assert undone is not None
        assert undone.awaits is not None
        assert say(session, updates, Redo()).position == rolled
    assert verify(log, loader)


def test_who_has_moved_is_put_right_in_a_game_that_counts_plays(tmp_path: Path) -> None:
    rules = load_ruleset("very-much")
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        kicked = say(session, updates, TypedAction("B9>E"), TypedRoll(Roll(faces=(2,))))
        assert kicked.position is not None
        update = say(session, updates, TypedCorrection("moved B7"))
        assert update.says[-1].text == "Corrected: moved: B7"
        assert rules.write_position(update.position or kicked.position)["plays"] == [["B9", "kick"], ["B7", "move"]]
        update = say(session, updates, TypedAction("B7-C9"))
        assert "(play.twice)" in update.says[-1].text
        update = say(session, updates, TypedCorrection("moved none"))
        assert rules.write_position(update.position or kicked.position)["plays"] == [["B9", "kick"]]


@pytest.mark.parametrize(("game", "turns"), [("regista", 15), ("very-much", 30)])
def test_there_is_no_turn_behind_the_last(tmp_path: Path, game: str, turns: int) -> None:
    rules, log = load_ruleset(game), tmp_path / "a.touchline.jsonl"
    with Session(no_camera(), rules, log, eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        for number in (turns + 1, 400, 99999):
            update = say(session, updates, TypedCorrection(f"turn {number}"))
            assert [(each.kind, each.text) for each in update.says] == [
                ("refused", f"There is no turn {number}: the match has {turns}")
            ]
        update = say(session, updates, TypedCorrection(f"turn {turns}"))
        assert update.position is not None
        assert (rules.counter(update.position).turn, rules.counter(update.position).over) == (turns, False)
        kick = [TypedAction("B9>H8")] if game == "regista" else [TypedAction("B9>E"), TypedRoll(Roll(faces=(2,)))]
        update = say(session, updates, *kick, TypedAction("end"), TypedAction("end"))
        assert update.position is not None
        assert rules.counter(update.position).over
        assert "Full time" in update.says[-1].text
        # The last turn is played again, and an earlier one is counted from there.
        for number in (turns, turns - 8):
            update = say(session, updates, TypedCorrection(f"turn {number}"))
            assert update.position is not None
            assert (rules.counter(update.position).turn, rules.counter(update.position).over) == (number, False)
    assert verify(log, loader)


@pytest.mark.parametrize("game", AWAITED)
def test_the_counter_shows_the_turn_that_was_said(tmp_path: Path, game: str) -> None:
    rules = load_ruleset(game)
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        for number in (5, 8, 2, 1):
            update = say(session, updates, TypedCorrection(f"turn {number}"))
            assert update.position is not None
            assert rules.counter(update.position).turn == number
            assert update.undo.startswith(f"turn {number} (turns finished: ")
        assert say(session, updates, Undo()).redo.startswith(f"turn {number} (turns finished: ")


def test_a_turn_of_the_second_half_is_one_of_the_second_half(tmp_path: Path) -> None:
    rules = load_ruleset("regista", options={"length": "official"})
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        given = (TypedCorrection("turn 20"), TypedAction("B9>H8"), TypedAction("end"), TypedAction("end"))
        update = say(session, updates, *given)
        assert not any("Half" in each.text for each in update.says)
        assert update.position is not None
        assert rules.write_position(update.position)["half"] == 2
        assert rules.counter(update.position).turn == 21


def test_rounds_that_the_game_has_not_are_refused_before_anybody_agrees(tmp_path: Path) -> None:
    rules = load_ruleset("soccer-chess")
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        for rounds in (0, 99):
            update = say(session, updates, Propose(rounds))
            assert (update.says[-1].kind, update.answers) == ("refused", ())
        assert len(say(session, updates, Propose(2)).answers) == 2
        update = say(session, updates, Consent("B"), Consent("R"))
        assert update.position is not None
        assert rules.write_position(update.position)["rounds"] == 2


def test_a_proposal_does_not_hide_the_choice_that_play_waits_for(tmp_path: Path) -> None:
    rules = load_ruleset("soccer-chess")
    pieces = {"B9": "WU15", "B6": "WK10", "B11": "WK14", "R2": "EC9"}
    start = {"pieces": pieces, "turn": "B", "restart": "kick_off"}
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=start) as session:
        updates = iter(session)
        say(session, updates, Propose(2))
        update = say(session, updates, TypedAction("B9*"), TypedAction("ball@WK12"))
        assert [each.given for each in update.answers] == [
            (TypedAction("=B6"),), (TypedAction("=B11"),), (Consent("B"),), (Consent("R"),),
        ]  # fmt: skip
        update = say(session, updates, TypedAction("=B6"))
        assert len(update.answers) == 2


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("ball (300,200)", "Corrected: the ball on (300, 200)"),
        ("B7 WC9, ball (300.5, 200)", "Corrected: B7 on WC9, the ball on (300.5, 200)"),
        ("B1 WA3", "B1 stands on no space of the field in this game; nothing is corrected"),
    ],
)
def test_corrections_in_the_game_that_measures_in_millimetres(tmp_path: Path, typed: str, text: str) -> None:
    rules = load_ruleset("soccer-chess")
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        update = say(session, iter(session), TypedCorrection(typed))
        assert text in [each.text for each in update.says]


def test_a_point_is_no_place_for_a_ball_that_lies_on_spaces(tmp_path: Path) -> None:
    rules = load_ruleset("regista")
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        update = say(session, iter(session), TypedCorrection("ball (300,200)"))
        assert [each.kind for each in update.says] == ["refused"]


def test_whose_turn_it_is_is_said_by_the_name_of_the_side_in_every_game(tmp_path: Path) -> None:
    for game, act in {"soccer-fun": "R9*1", "soccer-chess": "R9*", "regista": "R9-H12", "very-much": "R9-H13"}.items():
        rules = load_ruleset(game)
        with Session(no_camera(), rules, tmp_path / f"{game}.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
            update = say(session, iter(session), TypedAction(act))
            assert "it is Blue's turn" in update.says[-1].text, game


def test_what_is_said_while_nobody_looks_on_any_more_is_in_the_log(tmp_path: Path) -> None:
    """The screen is left while a table is read: what was typed just before is heard after that."""
    log = tmp_path / "a.jsonl"
    with Session(no_camera(), RULES, log, eyes=NO_EYES, start=lined_up(RULES)) as session:
        next(iter(session))
        session.give(TypedAction("B9>H8"))
        session.stop()
    assert [r.notation for r in read_log(log).records if isinstance(r, Acted)] == ["B9>H8"]
    assert isinstance(list(read_log(log).records)[-1], Ended)
