"""Sentence by sentence: what Soccer Fun allows, what comes of it, and what it refuses; from both ends.

A position is written on a line (docs/notation.md), a passage as its acts and dice.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from engine.games.soccer_fun import SoccerFunRules
from engine.match import MalformedError, Roll
from tests.engine.fun import RULES, Passage, mirrored, mirrored_script

if TYPE_CHECKING:
    from engine.games.soccer_fun.position import SoccerFunPosition

LONE = "9C5/6L16 C5 R 0-0 1-0"
FREE = "9C5/6L16 L14 R 0-0 1-0"
HELD = "9C5/6L16 L16 R 0-0 1-0"
BLUE = "1H2,2C4,3F4,4J4,5M4,6F7,7C8,8J7,9H11,10M8,11I10"
SET_UP = f"{BLUE}/1H22,2C20,3F20,4J20,5M20,6F17,7C16,8J17,9G14,10M16,11I14"
FULL = f"{SET_UP} - B 0-0 0-0 restart=kick_off placing"

COMES_OF_IT = [
    # Exactly the sum, straight or with one bend, in eight directions, also over the ring.
    (LONE, "R6*1 4 R6-L12", "9C5/6L12 C5 B 0-0 1-1", "roll move turn_over"),
    (LONE, "R6*1 4 R6-L15-L14-L13-L12", "9C5/6L12 C5 B 0-0 1-1", "roll move turn_over"),
    (LONE, "R6*2 1,4 R6-L15-L14-L13-K12-J11", "9C5/6J11 C5 B 0-0 1-1", "roll move turn_over"),
    (LONE, "R6*2 1,4 R6-L13-J11", "9C5/6J11 C5 B 0-0 1-1", "roll move turn_over"),
    (LONE, "R6*3 2,3,4 R6-L7", "9C5/6L7 C5 B 0-0 1-1", "roll move turn_over"),
    (LONE, "R6*1 4 R6-L15-L14-L15-L16", "9C5/6L16 C5 B 0-0 1-1", "roll move turn_over"),
    ("9C5/6B16 C5 R 0-0 1-0", "R6*1 3 R6-A16-Z16-Z15", "9C5/6Z15 C5 B 0-0 1-1", "roll move turn_over"),
    # Meeting a figure: it turns, or, having turned, stops; the edge of the ring and a goal square are met likewise.
    ("4L14,9C5/6L16 C5 R 0-0 1-0", "R6*1 3 R6-L15-M15-N15", "4L14,9C5/6N15 C5 B 0-0 1-1", "roll move turn_over"),
    ("4J13,9C5/6L16 C5 R 0-0 1-0", "R6*1 6 R6-L15-K14", "4J13,9C5/6K14 C5 B 0-0 1-1", "roll move turn_over"),
    ("9C5/6B16 C5 R 0-0 1-0", "R6*1 6 R6-B15-A14-Z13", "9C5/6Z13 C5 B 0-0 1-1", "roll move turn_over"),
    ("9C5/6H3 C5 R 0-0 1-0", "R6*1 6 R6-G2-G1", "9C5/6G1 C5 B 0-0 1-1", "roll move turn_over"),
    ("1Z1,2A1,3A0/6Z0 C5 R 0-0 1-0", "R6*1 6 R6-Z0", "1Z1,2A1,3A0/6Z0 C5 B 0-0 1-1", "roll move turn_over"),
    # A dead end: one step into a corner of the ring that is shut behind nobody's back but its own.
    (
        "1Z1,2A2,3B1,4B0,5Z2,7B2/6A1 C5 R 0-0 1-0",
        "R6*1 3 R6-Z0-A0",
        "1Z1,2A2,3B1,4B0,5Z2,7B2/6A0 C5 B 0-0 1-1",
        "roll move turn_over",
    ),
    # Reaching the ball: it runs on for what is left, at least one square; off the bend in the new direction.
    (FREE, "R6*1 5 R6-L15-L14", "9C5/6L14 L11 B 0-0 1-1 last=R6", "roll move kick free_ball turn_over"),
    (FREE, "R6*1 2 R6-L15-L14", "9C5/6L14 L13 B 0-0 1-1 last=R6", "roll move kick free_ball turn_over"),
    ("9C5/6L16 J13 R 0-0 1-0", "R6*1 5 R6-L15-K14-J13", "9C5/6J13 H11 B 0-0 1-1 last=R6",
     "roll move kick free_ball turn_over"),
    ("9C5/6L15 L14 R 0-0 1-0", "R6*1 5 R6-L14", "9C5/6L14 L10 B 0-0 1-1 last=R6", "roll move kick free_ball turn_over"),
    # In possession it stays, and the ball goes the whole sum.
    (HELD, "R6*1 4 R6>NW", "9C5/6L16 H12 B 0-0 1-1 last=R6", "roll kick free_ball turn_over"),
    # Exactly onto a figure: possession, a team-mate's or an opponent's; the other side's turn all the same.
    ("9C5,4L13/6L16 L16 R 0-0 1-0", "R6*1 3 R6>W", "9C5,4L13/6L16 L13 B 0-0 1-1 last=R6",
     "roll kick possession turn_over"),
    ("9C5/6L16,7L13 L16 R 0-0 1-0", "R6*1 3 R6>W", "9C5/6L16,7L13 L13 B 0-0 1-1 last=R6",
     "roll kick possession turn_over"),
    # Deflected: the figure's player names the direction, any number of times; back only if there is no other way.
    ("4L14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =S", "4L14,9C5/6L16 N14 B 0-0 1-1 last=B4",
     "roll kick deflection free_ball turn_over"),
    ("4L14,5N14,9C5/6L16 L16 R 0-0 1-0", "R6*2 3,4 R6>W =S5 =W", "4L14,5N14,9C5/6L16 N11 B 0-0 1-1 last=B5",
     "roll kick deflection deflection free_ball turn_over"),
    ("4L14,5N14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =S", "4L14,5N14,9C5/6L16 N14 B 0-0 1-1 last=B4",
     "roll kick deflection possession turn_over"),
    ("2K13,3K14,4L14,5K15,7L13,8M13,9M14,10M15/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =E2",
     "2K13,3K14,4L14,5K15,7L13,8M13,9M14,10M15/6L16 L16 B 0-0 1-1 last=B4",
     "roll kick deflection possession turn_over"),
    ("4L14,9C5/6L16 L15 R 0-0 1-0", "R6*1 3 R6-L15", "4L14,9C5/6L15 L14 R 0-0 1-0 last=B4 awaits=deflection:B4:1:W",
     "roll move kick"),
    # Goals, own goals too; the conceding side kicks off, formations anew; three win.
    ("1G2/6I3 I3 R 0-0 1-0", "R6*1 3 R6>W", "-/- - B 0-1 1-1 restart=kick_off placing", "roll kick goal kick_off"),
    ("6I3/1G22 I3 B 0-0 0-0", "B6*1 6 B6>W", "-/- - B 0-1 1-0 restart=kick_off placing", "roll kick goal kick_off"),
    ("1G2/6I3 I3 R 1-2 1-0", "R6*1 3 R6>W", "1G2/6I3 - B 1-3 1-1 last=R6", "roll kick goal full_time"),
    ("4H3/6H5 H5 R 0-0 1-0", "R6*1 5 R6>W =W", "-/- - B 0-1 1-1 restart=kick_off placing",
     "roll kick deflection goal kick_off"),
    ("4P17,1F4/2P18,9B18 P17 B 2-2 1-1 restart=throw_in@P17 taker=B4", "B4*3 5,5,2 B4>NE",
     "4P17,1F4/2P18,9B18 - R 3-2 2-1 last=B4", "roll kick goal full_time"),
    # Over the lines.
    ("9C5/6N8 N8 R 0-0 1-0", "R6*1 3 R6>S", "9C5/6N8 P8 B 0-0 1-1 restart=throw_in@P8 last=R6",
     "roll kick out throw_in"),
    ("9C5,4N8/6L8 L8 R 0-0 1-0", "R6*1 5 R6>S =S", "9C5,4N8/6L8 P8 R 0-0 1-1 restart=throw_in@P8 last=B4",
     "roll kick deflection out throw_in"),
    ("9C5/6B2 B2 R 0-0 1-0", "R6*1 5 R6>NW", "9C5/6B2 Z0 B 0-0 1-1 restart=throw_in@Z0 last=R6",
     "roll kick out throw_in"),
    ("9C5/6C2 C2 R 0-0 1-0", "R6*1 5 R6>W", "9C5/6C2 - B 0-0 1-1 restart=goal_kick last=R6", "roll kick out goal_kick"),
    ("4C2/6C4 C4 R 0-0 1-0", "R6*1 5 R6>W =W", "4C2/6C4 A1 R 0-0 1-1 restart=corner@A1 last=B4",
     "roll kick deflection out corner"),
    ("4M2/6M4 M4 R 0-0 1-0", "R6*1 5 R6>W =W", "4M2/6M4 O1 R 0-0 1-1 restart=corner@O1 last=B4",
     "roll kick deflection out corner"),
    # Restarts: the taker is put down with the ball and kicks, at once, as that side's turn.
    ("9C5/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P8 B9*2 2,3 B9>N",
     "9P8/6N8 N8 B 0-0 1-1 last=R6 awaits=deflection:R6:3:N", "placement roll kick"),
    ("9C5/6M8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P8 B9*1 3 B9>W",
     "9P8/6M8 P7 R 0-0 2-1 restart=throw_in@P7 last=B9",
     "placement roll kick out throw_in"),
    ("9C5/6M8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P8 B9*1 3 B9>S",
     "9P8/6M8 P8 R 0-0 2-1 restart=throw_in@P8 last=B9",
     "placement roll kick out throw_in"),
    ("9C5,7P8/6M8 P8 B 0-0 1-1 restart=throw_in@P8", "B7*1 3 B7>NW", "9C5,7P8/6M8 M5 R 0-0 2-1 last=B7",
     "roll kick free_ball turn_over"),
    ("9C5,7P8/6M8 P8 B 0-0 1-1 restart=throw_in@P8", "B7@O7 B9@P8 B9*1 3 B9>NW",
     "9P8,7O7/6M8 O7 B 0-0 1-1 last=B7 awaits=deflection:B7:2:NW", "placement placement roll kick"),
    ("9C5/6P8 P8 B 0-0 1-1 restart=throw_in@P8", "R6@P9 B9@P8 B9*1 3 B9>NW", "9P8/6P9 M5 R 0-0 2-1 last=B9",
     "placement placement roll kick free_ball turn_over"),
    ("9C5/6C8 - B 0-0 1-1 restart=goal_kick", "B9@G2 B9*2 6,6 B9>E", "9G2/6C8 G14 R 0-0 2-1 last=B9",
     "placement roll kick free_ball turn_over"),
    ("9C5/6C8 A23 B 0-0 1-1 restart=corner@A23", "B9@A23 B9*1 2 B9>SW", "9A23/6C8 C21 R 0-0 2-1 last=B9",
     "placement roll kick free_ball turn_over"),
    # The kick-off: everybody in his half, one figure next to the centre with the ball on top.
    (FULL, "ball@H11 B9*1 4 B9>W", f"{SET_UP} H7 R 0-0 1-0 last=B9", "placement roll kick free_ball turn_over"),
    (FULL, "B9@G11 ball@G11 B9*1 1 B9>S", f"{SET_UP.replace('9H11', '9G11')} H11 R 0-0 1-0 last=B9",
     "placement placement roll kick free_ball turn_over"),
    # The roll for the kick-off; equal dice are rolled again.
    ("-/- - - 0-0 0-0", "first 3:3 2:5", "-/- - R 0-0 0-0 restart=kick_off placing", "roll roll kick_off"),
]  # fmt: skip

REFUSED = [
    ("turn.side", LONE, "B9*1"),
    ("turn.side", "9C5/6L16 C5 R 3-0 1-0", "R6*1"),
    ("turn.side", "-/- - - 0-0 0-0", "B9*1"),
    ("dice.count", LONE, "R6*4"),
    ("dice.declared", LONE, "R6-L15"),
    ("dice.declared", "9C5/6L16,7B9 C5 R 0-0 1-0", "R6*1 4 R7-B5"),
    ("dice.declared", LONE, "R6*1 4 R6*2"),
    ("dice.declared", HELD, "R6>W"),
    ("roll.awaited", LONE, "R6*1 R6-L15"),
    ("roll.none", LONE, "4"),
    ("play.holder", "9C5/6L16,8D9 L16 R 0-0 1-0", "R8*1"),
    ("play.holder", HELD, "R6*1 4 R6-L12"),
    ("play.holder", FREE, "R6*1 4 R6>W"),
    ("move.field", LONE, "R7*1"),
    ("move.sum", LONE, "R6*1 4 R6-L13"),
    ("move.sum", LONE, "R6*1 4 R6-L15-L14-L13"),
    ("move.sum", LONE, "R6*1 2 R6-L15-L14-L13"),
    ("move.sum", LONE, "R6*1 4 R6-K17"),
    ("move.sum", LONE, "R6*1 3 R6-L16"),
    ("move.bends", LONE, "R6*1 3 R6-L15-K14-K13"),
    ("move.bends", LONE, "R6*2 6,6 R6-L14-J14-J11"),
    ("move.occupied", "4L14,9C5/6L16 C5 R 0-0 1-0", "R6*1 3 R6-L15-L14-L13"),
    ("move.occupied", "4L14,9C5/6L16 C5 R 0-0 1-0", "R6*1 2 R6-L14"),
    ("move.occupied", "4L14,9C5/6L16 C5 R 0-0 1-0", "R6*2 3,4 R6-L9"),
    ("move.occupied", FREE, "R6*1 4 R6-L15-L14-L13-L12"),
    # Over the ball and back onto it.
    ("move.occupied", FREE, "R6*1 4 R6-L15-L14-L13-L14"),
    # It meets a figure and has not turned yet: it must turn, and cannot stop there.
    ("move.sum", "4L13,9C5/6L16 C5 R 0-0 1-0", "R6*1 4 R6-L15-L14"),
    ("move.field", LONE, "R6*1 4 R6-Q16"),
    ("move.goal", "9C5/6I2 C5 R 0-0 1-0", "R6*1 2 R6-I1-I0"),
    ("move.goal", "9C5/6I2 C5 R 0-0 1-0", "R6*1 2 R6-I0"),
    ("move.goal", "9C5/6K0 C5 R 0-0 1-0", "R6*2 3,4 R6-D0"),
    # The ball can be come upon from two sides: it is kicked as it is come upon.
    ("notation", "9C5/6L16 J15 R 0-0 1-0", "R6*1 4 R6-J15"),
    ("deflect.back", "4L14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =E"),
    ("choice.awaited", "4L14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W B9*1"),
    ("choice.awaited", "4L14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =keep"),
    ("choice.awaited", "4L14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =S3"),
    ("choice.none", LONE, "=N"),
    ("notation", LONE, "end"),
    ("notation", LONE, "R6~L15"),
    ("notation", HELD, "R6>L12"),
    ("notation", HELD, "R6xB9"),
    # Of several faults the first: side, restart, holder, how often, form, sum, in the way, target.
    ("turn.side", "9C5/6L16,8D9 L16 R 0-0 1-0", "B9*4"),
    ("play.holder", "9C5/6L16,8D9 L16 R 0-0 1-0", "R8*4"),
    ("move.bends", "4L14,9C5/6L16 C5 R 0-0 1-0", "R6*1 6 R6-L15-L14-K14-J13"),
    ("move.sum", "4L14,9C5/6L16 C5 R 0-0 1-0", "R6*1 6 R6-L15-L14-L13"),
    ("move.occupied", "4I1/6I2 C5 R 0-0 1-0", "R6*1 2 R6-I1-I0"),
    # Restarts.
    ("restart.spot", "9C5/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "B9*1"),
    ("restart.spot", "9C5/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P9"),
    ("restart.spot", "9C5/6P8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P8"),
    ("restart.spot", "9C5/6P8 P8 B 0-0 1-1 restart=throw_in@P8", "R6@M8"),
    ("restart.spot", "9C5,7B9/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P8 B7@P8"),
    ("restart.spot", "9C5,7B9/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P8 B9*1 2 B9@C5"),
    ("play.holder", "9C5,7B9/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "B9@P8 B7*1"),
    ("turn.side", "9C5/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "R6*1"),
    ("turn.side", "9C5/6N8 P8 B 0-0 1-1 restart=throw_in@P8", "R6@N9"),
    ("restart.spot", "9C5/6C8 - B 0-0 1-1 restart=goal_kick", "B9@H3"),
    ("restart.spot", "9C5,7G2/6C8 - B 0-0 1-1 restart=goal_kick", "B9@G2"),
    ("restart.spot", "9C5,7G2/6C8 - B 0-0 1-1 restart=goal_kick", "B7*1"),
    ("restart.spot", "9C5/6C8 A23 B 0-0 1-1 restart=corner@A23", "B9@O23"),
    ("restart.spot", LONE, "R6@L15"),
    ("restart.spot", LONE, "ball@H11"),
    # Setting up.
    ("restart.spot", FULL, "B9*1"),
    ("restart.spot", FULL, "ball@H12"),
    ("restart.spot", FULL, "ball@H13"),
    ("restart.spot", FULL, "ball@H10"),
    ("restart.spot", FULL, "ball@I11 B9*1"),
    ("play.holder", FULL, "ball@H11 B8*1"),
    ("setup.count", "9H11/1H22 H11 B 0-0 0-0 restart=kick_off placing", "B9*1"),
    ("setup.count", "9H11/1H22 H11 B 0-0 0-0 restart=kick_off placing", "B12@H3"),
    ("setup.half", FULL, "B8@H12"),
    ("setup.half", FULL, "R8@G10"),
    ("setup.half", FULL, "B8@Z3"),
    ("setup.half", FULL, "B1@H13"),
    ("setup.keeper", FULL, "B1@H5"),
    ("setup.keeper", FULL, "R1@C22"),
    ("setup.space", FULL, "B8@H11"),
    ("setup.half", FULL.replace("9H11", "9H12"), "ball@H11 B9*1"),
    ("setup.keeper", FULL.replace("1H2,", "1H6,"), "ball@H11 B9*1"),
    ("dice.declared", FULL, "ball@H11 B9*1 3 B8@A1"),
    ("dice.declared", FULL, "ball@H11 B9*1 3 ball@G11"),
    ("move.field", FULL, "B8@Q1"),
]  # fmt: skip

BOTH_ENDS = [pytest.param(False, id="blue"), pytest.param(True, id="red")]


def position_of(line: str, *, turned: bool) -> SoccerFunPosition:
    position = RULES.parse_position(line)
    return mirrored(position) if turned else position


@pytest.mark.parametrize("turned", BOTH_ENDS)
@pytest.mark.parametrize(("start", "script", "end", "types"), COMES_OF_IT)
def test_what_comes_of_it(start: str, script: str, end: str, types: str, *, turned: bool) -> None:
    passage = Passage(position_of(start, turned=turned), mirrored_script(script) if turned else script)
    assert passage.refusal is None, (passage.refused, passage.refusal)
    assert RULES.format_position(passage.position) == RULES.format_position(position_of(end, turned=turned))
    assert passage.types == types


@pytest.mark.parametrize("turned", BOTH_ENDS)
@pytest.mark.parametrize(("rule", "start", "script"), REFUSED)
def test_what_is_refused(rule: str, start: str, script: str, *, turned: bool) -> None:
    passage = Passage(position_of(start, turned=turned), mirrored_script(script) if turned else script)
    last = (mirrored_script(script) if turned else script).split()[-1]
    assert passage.refusal is not None, RULES.format_position(passage.position)
    assert passage.refused == last, passage.refusal
    assert passage.refusal.rule == rule, passage.refusal


FOUR = SoccerFunRules.of(options={"directions": 4})


@pytest.mark.parametrize(
    ("start", "script", "rule"),
    [
        (LONE, "R6*1 4 R6-J14", None),
        (LONE, "R6*1 2 R6-K15-J14", "move.direction"),
        (LONE, "R6*1 1 R6-K15", "move.direction"),
        (LONE, "R6*1 4 R6-K15", "move.sum"),
        (HELD, "R6*1 4 R6>NW", "move.direction"),
        ("4L14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =SW", "move.direction"),
        ("4L14,9C5/6L16 L16 R 0-0 1-0", "R6*1 4 R6>W =S", None),
    ],
)
def test_with_four_directions_nothing_goes_diagonally(start: str, script: str, rule: str | None) -> None:
    passage = Passage(FOUR.parse_position(start), script, FOUR)
    assert (None if passage.refusal is None else passage.refusal.rule) == rule, passage.refusal


def test_the_match_goes_on_for_the_time_that_was_agreed() -> None:
    rules = SoccerFunRules.of(options={"minutes": 20})
    passage = Passage(rules.parse_position("1G2/6I3 I3 R 1-4 1-0"), "R6*1 3 R6>W", rules)
    assert passage.types == "roll kick goal kick_off"


@pytest.mark.parametrize(
    ("script", "dice", "key"),
    [("R6*2", Roll(faces=(3,)), "rolls"), ("R6*1", Roll(duel=(1, 2)), "rolls")],
)
def test_dice_of_another_form_are_no_answer(script: str, dice: Roll, key: str) -> None:
    passage = Passage(RULES.parse_position(LONE), script)
    with pytest.raises(MalformedError) as caught:
        RULES.roll(passage.position, dice)
    assert caught.value.key == key


FAR: dict[str, object] = {"pieces": {"B1": "H2", "B7": "Z5", "B9": "H11"}, "ball": "H11"}
"""B9 has the ball by the centre, B7 stands outside a touch line, B1 far from both."""


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ({"pieces": {"B1": "H0"}}, "position.pieces"),
        ({"pieces": {"B1": "H26"}}, "position.pieces"),
        ({"pieces": {"B12": "H2"}}, "position.pieces"),
        ({"pieces": {"B1": "Z3"}, "ball": "Z3"}, "position.ball"),
        ({"pieces": {"B1": "H2"}, "declared": {"by": "B1", "dice": 4}}, "position.declared.dice"),
        ({"pieces": {"B1": "H2"}, "declared": {"by": "B2", "dice": 1}}, "position.declared.by"),
        ({"pieces": {"B1": "H2"}, "declared": {"by": "B1", "dice": 2, "sum": 13}}, "position.declared.sum"),
        ({"pieces": {"B1": "H2"}, "turn": "R", "declared": {"by": "B1", "dice": 2}}, "position.declared.by"),
        ({"pieces": {"B1": "H2"}, "turn": None, "declared": {"by": "B1", "dice": 2}}, "position.declared.by"),
        ({**FAR, "restart": "kick_off", "declared": {"by": "B1", "dice": 2}}, "position.declared.by"),
        ({**FAR, "restart": "kick_off", "declared": {"by": "B1", "dice": 2, "sum": 7}}, "position.declared.by"),
        ({**FAR, "ball": "Z5", "restart": "throw_in", "declared": {"by": "B1", "dice": 1}}, "position.declared.by"),
        ({**FAR, "ball": "Z5", "awaits": {"for": "kick", "by": "B7", "dice": 2}}, "position.ball"),
        ({**FAR, "ball": "Z5", "awaits": {"for": "move", "by": "B1", "dice": 2}}, "position.ball"),
        ({"restart": "throw_in"}, "position.spot"),
        ({"restart": "penalty"}, "position.restart"),
        ({"pieces": {"B1": "H2"}, "awaits": {"for": "tackle", "by": "B1"}}, "position.awaits.for"),
        ({"moved": ["B9"]}, "position.moved"),
    ],
)
def test_what_is_no_position_is_refused_with_its_key(raw: dict[str, object], key: str) -> None:
    with pytest.raises(MalformedError) as caught:
        RULES.read_position(raw)
    assert caught.value.key == key


@pytest.mark.parametrize(
    "more",
    [
        {"restart": "kick_off", "declared": {"by": "B9", "dice": 2}},
        {"ball": "Z5", "restart": "throw_in", "awaits": {"for": "kick", "by": "B7", "dice": 2}},
        {"ball": "Z5", "awaits": {"for": "deflection", "by": "B7", "left": {"squares": 2, "direction": "W"}}},
    ],
)
def test_dice_and_a_ball_outside_the_lines_that_a_position_may_have_are_read_from_its_line_too(
    more: dict[str, object],
) -> None:
    position = RULES.read_position({**FAR, **more})
    assert RULES.parse_position(RULES.format_position(position)) == position


def test_dice_declared_in_a_position_are_awaited_there() -> None:
    position = RULES.read_position(
        {"pieces": {"R6": "L16"}, "ball": "L16", "turn": "R", "declared": {"by": "R6", "dice": 2}}
    )
    assert position.awaits is not None
    assert (position.awaits.type, position.awaits.cause, position.awaits.dice) == ("roll", "kick", 2)


def test_the_first_fault_of_a_position_that_cannot_go_on_is_told_in_words() -> None:
    faults = RULES.status(RULES.parse_position("9C5/6L16 Z3 R 3-3 1-0 restart=throw_in@H4 taker=R6")).faults
    texts = " / ".join(fault.text for fault in faults)
    for part in ("R has 1 pieces", "no goalkeeper", "first with 3", "not taken from H4", "R6 was put down"):
        assert part in texts, texts


def test_legal_actions_name_each_way_of_kicking_once() -> None:
    passage = Passage(RULES.parse_position("9C5/6L15 L14 R 0-0 1-0"), "R6*1 3")
    kicks = [action for action in RULES.legal_actions(passage.position) if action.path[-1][1] == "L14"]
    named = {tuple(space for _, space in action.path) for action in kicks}
    assert ("L14",) in named
    assert all("L14" not in path[:-1] for path in named)
    last_steps = {(pairwise_last(("L15", *path)), len(path)) for path in named}
    assert len(last_steps) == len(named)


def pairwise_last(path: tuple[str, ...]) -> tuple[str, str]:
    return list(pairwise(path))[-1]
