"""A match that is played to time: what is under way when its minutes are over is played out, then it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.match import MalformedError, Roll
from engine.notation import format_action, parse_action
from engine.record.replay import Match
from engine.referee import take_up
from engine.referee.step import step
from engine.ruleset import ruled
from tests.engine.passages import roll_of
from tests.engine.tables import shown

if TYPE_CHECKING:
    from engine.match import Position
    from engine.ruleset import Ruleset

FUN = load_ruleset("soccer-fun", options={"minutes": 30})
CHESS = load_ruleset("soccer-chess", options={"minutes": 30, "three_corners": True})
FREE = "1H2,6J10/1H22,6C20 A5 B 0-0 3-3"
CHESS_HELD = "8EK16,6WH8/3EN9 EK16 B 0-0 0-0"


def played(rules: Ruleset, line: str, script: str) -> tuple[Position, list[str]]:
    """Where acts and dice lead from a position, and the events of the last."""
    position, events = rules.parse_position(line), []
    for word in script.split():
        roll = roll_of(word)
        verdict = ruled(rules.act(position, parse_action(word)) if roll is None else rules.roll(position, roll))
        position, events = verdict.position, [told.type for told in verdict.events]
    return position, events


@pytest.mark.parametrize(
    ("rules", "line", "script", "over"),
    [
        pytest.param(FUN, FREE, "time", False, id="the turn under way is the last"),
        pytest.param(FUN, FREE, "B6*1 time 3", False, id="dice that were declared are thrown"),
        pytest.param(FUN, FREE, "time B6*1 3 B6-J13", True, id="the turn is played"),
        pytest.param(FUN, FREE, "B6*1 3 time B6-J13", True, id="the turn is played out"),
        pytest.param(FUN, "-/- - R 1-0 4-3 restart=kick_off placing", "time", True, id="nothing under way"),
        pytest.param(CHESS, CHESS_HELD, "time", True, id="the ball lies still"),
        pytest.param(CHESS, CHESS_HELD, "B8* time", False, id="the ball rolls"),
        pytest.param(CHESS, CHESS_HELD, "B8* time ball@EM16", True, id="it has come to rest"),
        pytest.param(CHESS, CHESS_HELD, "B8! time", False, id="a shot was announced"),
        pytest.param(CHESS, CHESS_HELD, "B8! time B8* ball@(840.0,310.0)", True, id="it was taken"),
    ],
)
def test_what_is_under_way_is_played_out(rules: Ruleset, line: str, script: str, over: bool) -> None:  # noqa: FBT001 - a column
    position, events = played(rules, line, script)
    assert rules.counter(position).over == over
    assert (events[-1:] == ["full_time"]) == over
    assert events.count("full_time") == over
    assert rules.parse_position(rules.format_position(position)) == position
    assert rules.read_position(rules.write_position(position)) == position
    if over:
        assert list(rules.legal_actions(position)) == []
        assert rules.act(position, parse_action("time")).rule == "turn.side"  # type: ignore[union-attr]


def test_a_goal_with_the_last_act_counts() -> None:
    position, events = played(CHESS, CHESS_HELD, "B8! time B8* ball@(840.0,310.0)")
    assert (position.score.B, events[0], events[-1]) == (1, "goal", "full_time")


@pytest.mark.parametrize(
    ("rules", "line", "script", "reason"),
    [
        (load_ruleset("soccer-fun"), FREE, "", "not played to time"),
        (load_ruleset("soccer-chess"), CHESS_HELD, "", "not played to time"),
        (FUN, FREE, "time", "played out first"),
        (load_ruleset("regista"), "1H2,9H11/1H21 H11 B 0-0 0-0", "", "an end by the clock"),
        (load_ruleset("very-much"), "1H2,9H11/1H21 H11 B 0-0 0-0", "", "an end by the clock"),
    ],
)
def test_time_is_refused_where_it_does_not_count(rules: Ruleset, line: str, script: str, reason: str) -> None:
    position, _ = played(rules, line, script)
    verdict = rules.act(position, parse_action("time"))
    assert not verdict
    assert reason in verdict.reason


def test_an_act_done_unchecked_ends_the_match_as_well() -> None:
    position, _ = played(FUN, FREE, "time B6*1 3")
    assert FUN.counter(FUN.apply(position, parse_action("B6-J13")).position).over
    assert format_action(parse_action("time")) == "time"


def test_a_position_says_how_far_its_time_is() -> None:
    with pytest.raises(MalformedError, match="last, over or null"):
        FUN.read_position({"pieces": {}, "time": "soon"})
    assert "time" not in FUN.write_position(FUN.parse_position(FREE))


def test_after_the_time_nothing_on_the_table_is_ruled_upon() -> None:
    position, _ = played(FUN, FREE, "time B6*1 3 B6-J13")
    outcome = step(FUN, take_up(Match(position)), shown(position, B6="L3"))
    assert (outcome.records, outcome.says, outcome.referee.eye) == ((), (), "IN STEP")


def test_dice_are_of_their_form_still() -> None:
    position, _ = played(FUN, FREE, "B6*2 time")
    assert FUN.roll(position, Roll(faces=(2, 3)))
