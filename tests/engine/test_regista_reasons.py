"""Every rule has its refusal, in a player's words with the numbers in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games.regista import RegistaRules
from engine.match import Roll
from engine.notation import parse_action
from engine.ruleset import Refusal, Ruling

RULES = RegistaRules.of()
ROOT = Path(__file__).parents[2]

OPEN = "4H10,7F9,9H13,15C10,1H2/1H21,5K13,9M4 H13 B 0-0 3-3"
THROW_IN = "1H2,4D5,8M6,10M11/1H21,2N21 O12 B 0-0 3-3 restart=throw_in@O12"
SETTING_UP = "-/- H11 B 0-0 0-0 restart=kick_off@H11 placing"
GOAL_KICK = "1H1,8M6,10M11/1H21,2N21 H1 B 0-0 3-3 restart=goal_kick"
FREE_KICK = "1H1,4K8,6F4/8C10,14C7,1H21 C7 B 0-0 3-3 restart=free_kick@C7 off=R14"
KEEPERLESS = [
    *(f"B{n}@A{n - 1}" for n in range(2, 12)), "B12@H11", *(f"R{n}@A{n + 11}" for n in range(1, 12)),
]  # fmt: skip

REASONS: list[tuple[str, str, list[str], str]] = [
    ("turn.side", OPEN, ["R5-K12"], "it is Blue's turn, not R5's"),
    ("turn.side", "-/- - - 0-0 0-0", ["B1@H2"], "nobody is on turn before the roll for the first turn (first)"),
    ("ball.holder", OPEN, ["B4>H8"], "B4 cannot pass: B9 has the ball"),
    (
        "ball.holder",
        "4H10,7F9,9H13,15C10,1H2/1H21,5K13,9M4 A3 B 0-0 3-3",
        ["B9>H15"],
        "B9 cannot pass: the ball lies free on A3",
    ),
    ("move.limit", f"{OPEN} moved=B4,B7", ["B9~H14"], "B4 and B7 have moved; a turn has 2 moves or dribbles"),
    ("move.twice", f"{OPEN} moved=B4", ["B4-H9"], "B4 has moved this turn; the second move is another piece's"),
    ("move.range", OPEN, ["B4-H14"], "B4 moved 4 spaces; a DF moves 3"),
    ("move.range", OPEN, ["B15-C13"], "B15 moved 3 spaces; an R moves 2"),
    ("move.range", OPEN, ["B4-H10"], "B4 did not move; a move goes 1 to 3 spaces"),
    ("move.occupied", OPEN, ["B4-H13"], "H13 is taken by B9"),
    (
        "move.occupied",
        "7A1/5B1,6A2 O9 B 0-0 3-3",
        ["B7-A3"],
        "other pieces stand in B7's way to A3; no free way of 3 spaces is left",
    ),
    ("move.field", OPEN, ["B4-Z9"], "Z9 is not on this board"),
    (
        "move.field",
        "7H2,1C3/1H21 C3 B 0-0 3-3",
        ["B7-H0"],
        "H0 is a goal space; a piece enters only the opponent's goal, with the ball",
    ),
    ("move.field", OPEN, ["B8-H12"], "B8 is not on the field"),
    ("move.leaves_ball", OPEN, ["B9-H14"], "B9 has the ball and cannot leave it; write ~ for a dribble"),
    ("pass.line", OPEN, ["B9>J11"], "J11 is not in a straight line from B9 on H13"),
    ("pass.line", OPEN, ["B9>H13"], "B9 stands on H13 itself"),
    ("pass.range", OPEN, ["B9>H3"], "H3 is 10 spaces from B9; a pass reaches 9"),
    (
        "pass.over_opponent",
        "4H10,7F9,9H13,15C10,1H2/1H21,5H15,9M4 H13 B 0-0 3-3",
        ["B9>H17"],
        "R5 on H15 stands in the way of B9",
    ),
    (
        "pass.marked",
        "4H10,7F9,9H13,15C10,1H2/1H21,5H9,9M4 H13 B 0-0 3-3",
        ["B9>H10"],
        "B4 on H10 has R5 next to it; a short pass cannot go to a marked team-mate",
    ),
    (
        "pass.goal",
        "8H8,1C3/1H21 H8 B 0-0 3-3",
        ["B8>H0"],
        "H0 is a goal space; the ball can only be shot or dribbled into a goal",
    ),
    ("tackle.holder", OPEN, ["B4xR9"], "R9 does not have the ball; B9 has it"),
    ("tackle.holder", OPEN, ["B4xB9"], "B9 is a team-mate of B4; only an opponent with the ball is tackled"),
    (
        "tackle.adjacent",
        "4H10,7F9,9H13,15C10,1H2/1H21,5K13,9M4 M4 B 0-0 3-3",
        ["B4xR9"],
        "B4 is on H10, not next to R9 on M4",
    ),
    (
        "tackle.repeat",
        "4H10,7F9,9H13,15C10,1H2/1H21,5K13,9M4 M4 B 0-0 3-3 tackled=B4",
        ["B4xR9"],
        "B4 has tried a tackle this turn; once a turn is all",
    ),
    (
        "shot.goal",
        "9G20,1H2/1H21 G20 B 0-0 3-3",
        ["B9!G22"],
        "G22 is not in the goal; a shot of 2 goes to G23, H22, I23",
    ),
    ("shot.goal", "9G3,1H2/1H21 G3 B 0-0 3-3", ["B9!G0"], "G0 is in B9's own goal"),
    ("shot.line", "9G20,1H2/1H21 G20 B 0-0 3-3", ["B9!H22"], "H22 is not in a straight line from B9 on G20"),
    ("shot.over_opponent", "9G20,1H2/1H21,4G22 G20 B 0-0 3-3", ["B9!G23"], "R4 on G22 stands in the way of B9"),
    ("distance.range", "9G16,1H2/1H21 G16 B 0-0 3-3", ["B9!G23"], "B9 is 7 spaces from G23; a distance shot reaches 6"),
    (
        "distance.target",
        "9G17,1H2/1H21 G17 B 0-0 3-3",
        ["B9!G21"],
        "G21 is neither in the opponent's goal nor next to it",
    ),
    ("restart.first", THROW_IN, ["end"], "the throw-in comes first: the first act is the taker's pass"),
    ("restart.spot", THROW_IN, ["B8@O11"], "the throw-in is taken from O12; its taker is put there first, not on O11"),
    ("restart.spot", THROW_IN, ["B8>M7"], "B8 is not on O12, where the throw-in is taken"),
    (
        "restart.spot",
        "1H2,4D5,8M6,10M11/1H21,2O12 O12 B 0-0 3-3 restart=throw_in@O12",
        ["B8@O12"],
        "R2 stands on O12; its owner first moves it to the nearest free space",
    ),
    (
        "restart.extra",
        THROW_IN,
        ["B8@O12", "B4@D6", "B10@M12"],
        "one piece besides the taker has been put down; a throw-in allows no more",
    ),
    ("restart.extra", OPEN, ["B4@H3"], "B4 is not put down now: play is going on"),
    (
        "restart.regain",
        THROW_IN,
        ["B8@O12", "B8>O13", "B8-O13"],
        "B8 restarted play and may not have the ball before another piece had it",
    ),
    ("goal_kick.place", GOAL_KICK, ["B1@F3"], "F3 is not in the Goal Area, where the goal kick is taken"),
    ("goal_kick.area", GOAL_KICK, ["B1>H3"], "H3 is inside the Penalty Area; a goal kick must come to rest outside it"),
    (
        "offside.moved",
        FREE_KICK,
        ["B6@C7"],
        "R14 stands on the spot; the side with the free kick first moves it one space",
    ),
    ("offside.moved", FREE_KICK, ["R14@C5"], "R14 is moved to a free space next to C7, not to C5"),
    (
        "save.area",
        "1H2,4E3/9F3,1H21 H2 B 0-0 3-3 awaits=save:B1",
        ["B1@G5"],
        "G5 is not a free space of B1's Penalty Area",
    ),
    (
        "save.area",
        "1H2,4E3/9F3,1H21 H2 B 0-0 3-3 awaits=save:B1",
        ["B4-E4"],
        "B1 has saved; it is first put on a free space of its Penalty Area",
    ),
    ("setup.half", SETTING_UP, ["B2@H12"], "H12 is not in Blue's half, where B2 belongs"),
    ("setup.circle", SETTING_UP, ["R2@H13"], "H13 is in the Centre Circle; Red stands outside it at this kick-off"),
    ("setup.count", SETTING_UP, ["B16@H2"], "B16 does not exist; a side has the numbers 1 to 15"),
    ("setup.count", SETTING_UP, ["B1@H11", "B1>H9"], "Blue has 1 piece on the field; 11 are needed"),
    ("setup.keeper", SETTING_UP, [*KEEPERLESS, "B12>H9"], "Blue has no goalkeeper on the field"),
    ("setup.space", SETTING_UP, ["B1@H2", "B2@H2"], "H2 is taken by B1; one piece a space"),
    ("sub.limit", f"{THROW_IN} subsB=3:B2,B3,B5", ["B8/B9"], "Blue has replaced 3 pieces; 3 is all"),
    ("sub.keeper", THROW_IN, ["B1/B9"], "the goalkeeper is never replaced"),
    ("sub.used", f"{THROW_IN} subsB=1:B9", ["B8/B9"], "B9 has been replaced and is out for good"),
    ("sub.used", THROW_IN, ["B8/B10"], "B10 is one of Blue's eleven already"),
    ("sub.play", OPEN, ["B4/B5"], "play is going on; pieces are replaced before a kick-off or another restart"),
    (
        "roll.awaited",
        "4H10,1H2/9H11,1H21 H11 B 0-0 3-3 tackled=B4 awaits=tackle:B4:R9",
        ["end"],
        "the dice for the tackle are rolled first",
    ),
    ("notation", OPEN, ["B4*"], "Regista does not know a kick by *"),
]


@pytest.mark.parametrize(("rule", "line", "actions", "reason"), REASONS)
def test_a_refusal_says_why_in_a_players_words(rule: str, line: str, actions: list[str], reason: str) -> None:
    position = RULES.parse_position(line)
    for text in actions[:-1]:
        ruling = RULES.act(position, parse_action(text))
        assert isinstance(ruling, Ruling), ruling
        position = RULES.read_position(RULES.write_position(ruling.position))
    assert RULES.act(position, parse_action(actions[-1])) == Refusal(rule, reason)


def test_dice_that_nobody_waits_for_are_refused() -> None:
    assert RULES.roll(RULES.parse_position(OPEN), Roll(faces=(3,))) == Refusal("roll.none", "no dice are awaited")


def test_every_rule_that_is_cited_is_documented_and_shown_here() -> None:
    """The ids in the code, in docs/regista.md and in the table above are the same."""
    sources = [*(ROOT / "engine" / "games" / "regista").glob("*.py"), *(ROOT / "engine" / "rules").glob("*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    cited = set(re.findall(r"(?:Refusal|_fault|refused)\(\s*\"([a-z_]+\.[a-z_]+|notation)\"", code))
    page = (ROOT / "docs" / "regista.md").read_text(encoding="utf-8")
    section = page.split("## Why an action is refused")[1].split("\n## ")[0]
    documented = set(re.findall(r"`([a-z_]+\.[a-z_]+|notation)`", section))
    assert cited == documented
    assert cited == {rule for rule, *_ in REASONS} | {"roll.none"}
