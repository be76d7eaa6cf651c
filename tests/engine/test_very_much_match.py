"""Masume from the first roll to full time: setting up, options, chances, line-ups, boards, and what is no position."""

from __future__ import annotations

import doctest
import json
import re
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import BoardError, parse_board, shipped_board
from engine.chance import outlook
from engine.games import load_ruleset
from engine.games.very_much import MasumeRules
from engine.games.very_much.formations import FormationError, formation, formations, line_up
from engine.judge import answer_line
from engine.match import MalformedError
from engine.notation import parse_action
from tests.engine.masume import RULES, Passage
from tests.engine.test_very_much_rulebook import REFUSED

if TYPE_CHECKING:
    from engine.match import Team

ROOT = Path(__file__).parents[2]
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def asked(position: dict[str, Any], *actions: str, rolls: list[Any] | None = None, **options: object) -> dict[str, Any]:
    line = {"game": "very-much", "options": options, "position": position, "actions": actions, "rolls": rolls or []}
    return answer_line(json.dumps(line).encode())


@pytest.mark.parametrize("name", formations())
@pytest.mark.parametrize("kicks_off", ["B", "R"])
def test_each_line_up_may_be_set_up_and_kicked_off(name: str, kicks_off: Team) -> None:
    pieces = line_up(formation(name), formation("4-3-3"), kicks_off=kicks_off)
    placed = [f"{piece}@{space}" for piece, space in pieces.items()]
    answer = asked({"pieces": {}, "restart": "kick_off", "turn": kicks_off}, *placed)
    assert answer["ok"], answer
    position = RULES.read_position(answer["position"])
    assert RULES.status(position).is_sound
    assert position.placing
    kick = parse_action(f"{kicks_off}9>{'W' if kicks_off == 'B' else 'E'}")
    kicked = RULES.act(position, kick)
    assert kicked
    assert not kicked.position.placing


def test_another_line_up_is_refused_with_those_there_are() -> None:
    with pytest.raises(FormationError, match="4-4-2, 3-5-2, 4-3-3"):
        formation("2-2")


@pytest.mark.parametrize(("rolls", "turn"), [([{"B": 4, "R": 2}], "B"), ([{"B": 2, "R": 4}], "R")])
def test_the_higher_roll_kicks_off_from_its_own_mark(rolls: list[Any], turn: str) -> None:
    answer = asked({"turn": None}, "first", rolls=[{"B": 3, "R": 3}, *rolls])
    assert [event["type"] for event in answer["events"]] == ["roll", "roll", "kick_off"]
    after = answer["position"]
    assert (after["turn"], after["restart"], after["spot"]) == (turn, "kick_off", {"B": "H11", "R": "H12"}[turn])
    assert after["placing"] is True


def test_a_half_empty_side_cannot_kick_off_and_is_told_so() -> None:
    answer = asked({"pieces": {}, "restart": "kick_off", "turn": "R"}, "R9@H12", "R9>W")
    assert (answer["rule"], answer["reason"]) == ("setup.count", "Blue has 0 pieces on the field; 11 are needed")


def test_a_set_up_that_was_read_wrong_cannot_be_kicked_off() -> None:
    pieces = line_up(formation("4-4-2"), formation("4-4-2"), kicks_off="B")
    position = {"pieces": {**pieces, "R5": "A11"}, "restart": "kick_off", "turn": "B", "placing": True}
    assert asked(position, "B9>W")["rule"] == "setup.half"


OPTIONS = [
    ({"move_max": 4}, "6L4/8C14 C14 B 0-0 0-0", "B6-L8", "6L8/8C14 C14 B 0-0 0-0 plays=B6:move"),
    ({"move_max": 1}, "6L4/8C14 C14 B 0-0 0-0", "B6-L6", "move.range"),
    ({"move_max": 7}, "6L4/8L6 C14 B 0-0 0-0", "B6-L10", "6L10/8L6 C14 B 0-0 0-0 plays=B6:move offence=B"),
    ({"charge_swap": "on_win"}, "3E9/8E10 E10 B 0-0 1-1", "B3xR8 2:3",
     "3E9/8E10 E10 B 0-0 1-1 plays=B3:charge last=R8"),
    ({"charge_swap": "on_win"}, "3E9/8E10 E10 B 0-0 1-1", "B3xR8 3:3", "3E10/8E9 E10 B 0-0 1-1 last=B3"),
    ({"offside": False}, "9E18,8E20/1H22,3F19 E18 B 0-0 2-2", "B9>E20",
     "9E18,8E20/1H22,3F19 E20 B 0-0 2-2 plays=B9:kick last=B8"),
    ({"turns": 2}, "6L4/8C14 C14 R 0-1 2-1", "end", "6L4/8C14 C14 B 0-1 2-2"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "start", "script", "end"), OPTIONS)
def test_options(options: dict[str, Any], start: str, script: str, end: str) -> None:
    rules = MasumeRules.of(options=options)
    passage = Passage(rules.parse_position(start), script, rules)
    came = passage.refusal.rule if passage.refusal is not None else rules.format_position(passage.position)
    assert came == end
    assert {**RULES.options, **options} == rules.options


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"move_max": 0}, "0 will not do; there is a whole number from 1 to 10"),
        ({"move_max": "3"}, "'3' will not do; there is a whole number from 1 to 10"),
        ({"turns": True}, "true will not do; there is a whole number from 1 to 1000"),
        ({"charge_swap": "never"}, "'never' will not do; there is always, on_win"),
        ({"offside": 1}, "1 will not do; there is true, false"),
        ({"length": "standard"}, "has no such option; it has move_max, charge_swap, offside, turns"),
    ],
)
def test_options_that_there_are_not(options: dict[str, Any], says: str) -> None:
    with pytest.raises(MalformedError, match=re.escape(says)):
        load_ruleset("very-much", options=options)


def test_full_time_comes_with_the_last_turn_and_whatever_would_follow_falls_away() -> None:
    rules = MasumeRules.of(options={"turns": 1})
    ended = Passage(rules.parse_position("6L4/8C14 C14 R 2-1 1-0"), "end", rules)
    assert ended.types == "turn_over full_time"
    assert ended.events[-1].data == {"score": {"B": 2, "R": 1}, "winner": "B"}
    assert list(rules.legal_actions(ended.position)) == []
    foul = Passage(rules.parse_position("3E11/8E10 E11 R 0-0 1-0"), "R8xB3", rules)
    assert foul.types == "charge foul full_time"
    assert foul.position.restart is None
    goal = Passage(rules.parse_position("3E11,1A1/9H2 H2 R 0-0 1-0"), "R9>W 2", rules)
    assert goal.types == "kick roll goal full_time"
    assert goal.events[-1].data["winner"] == "R"
    assert RULES.counter(RULES.parse_position("6L4/8C14 C14 R 2-1 1-0")).turn == 1


CHANCES = [
    # 21 of 36 falls of two dice favour the charger when equal is his; +2 leaves only six to lose by.
    ("3E9/8E10 E10 B 0-0 1-1", "B3xR8", {"possession": Fraction(21, 36), "nothing": Fraction(15, 36)}),
    ("3E9,4D10/8E10 E10 B 0-0 1-1", "B3xR8", {"possession": Fraction(30, 36), "nothing": Fraction(6, 36)}),
    # The third play: a lost charge passes the turn, and is lost all the same.
    ("3E9,4A5,5A7/8E10 E10 B 0-0 1-1 plays=B4:move,B5:move", "B3xR8",
     {"possession": Fraction(21, 36), "turn_over": Fraction(15, 36)}),
    ("5L3,8L6/1G22,3C21 L3 B 0-0 0-0 plays=B5:move,B8:move", "B5>E",
     {"free_ball": Fraction(1, 3), "possession": Fraction(1, 3), "flick": Fraction(1, 3)}),
    ("5M4/7J7,1G22,3C21 M4 B 0-0 0-0", "B5^NE", {"header": Fraction(1, 6), "free_ball": Fraction(5, 6)}),
    ("9I20/1C20 I20 B 0-0 2-2", "B9>E", {"goal": Fraction(4, 6), "free_ball": Fraction(2, 6)}),
    ("1H1,3H5/8H4 H4 R 0-0 2-1 restart=penalty", "R8!", {"save": Fraction(21, 36), "goal": Fraction(15, 36)}),
]  # fmt: skip


@pytest.mark.parametrize(("start", "script", "chances"), CHANCES)
def test_chances(start: str, script: str, chances: dict[str, Fraction]) -> None:
    found = outlook(RULES, Passage(RULES.parse_position(start), script).position)
    assert found.outcomes == chances
    if script == "B3xR8":
        assert "lost" in found.words()


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"pieces": {"B12": "H2"}}, "pieces"),
        ({"pieces": {"B1": "H0"}}, "pieces"),
        ({"pieces": {"B1": "P1"}}, "pieces"),
        ({"pieces": {"B1": "H2", "B2": "H2"}}, "pieces"),
        ({"ball": "H23"}, "ball"),
        ({"ball": "H24"}, "ball"),
        ({"ball": [231.0, 165.4]}, "ball"),
        ({"turn": "G"}, "turn"),
        ({"turn": None, "restart": "corner"}, "turn"),
        ({"plays": [["B9", "dribble"]]}, "plays"),
        ({"plays": [["B9"]]}, "plays"),
        ({"plays": [["B12", "move"]]}, "plays"),
        ({"plays": "B9"}, "plays"),
        ({"offence": "both"}, "offence"),
        ({"last_touch": "B12"}, "last_touch"),
        ({"restart": "bully"}, "restart"),
        ({"restart": "throw_in", "ball": None}, "spot"),
        ({"restart": "throw_in", "spot": "P3"}, "spot"),
        ({"restart": "throw_in", "spot": "H0"}, "spot"),
        ({"taker": "B9"}, "taker"),
        ({"placing": 1}, "placing"),
        ({"moved": ["B7"]}, "moved"),
        ({"awaits": {"for": "tackle", "by": "B6"}}, "awaits.for"),
        ({"awaits": {"for": "kick", "by": "B9"}}, "awaits.by"),
        ({"awaits": {"for": "kick", "by": "B6", "left": {"kind": "chip", "direction": "N"}}}, "awaits.left.kind"),
        ({"awaits": {"for": "kick", "by": "B6", "left": {"kind": "lob", "direction": "H"}}}, "awaits.left.direction"),
        ({"awaits": {"for": "charge", "by": "B6", "left": {"on": "B6"}}}, "awaits.left.on"),
        ({"awaits": {"for": "charge", "by": "B6", "left": {"on": "R8"}}}, "awaits.left.on"),
        ({"awaits": {"for": "shot", "by": "B6"}}, "awaits.left.on"),
        ({"awaits": {"for": "flick", "by": "B6", "left": {"squares": 6}}}, "awaits.left.squares"),
        ({"awaits": {"for": "rebound", "by": "B6", "left": {"squares": 0}}}, "awaits.left.squares"),
        ({"awaits": {"for": "rebound", "by": "B6", "side": "B", "left": {"squares": 1}}}, "awaits.side"),
        ({"awaits": {"for": "rebound", "by": "B6", "left": {"squares": 1, "restart": "x"}}}, "awaits.left.restart"),
    ],
)
def test_what_is_no_position_is_named_by_its_key(changes: dict[str, Any], key: str) -> None:
    with pytest.raises(MalformedError) as caught:
        RULES.read_position({"pieces": {"B6": "L4", "R8": "C14"}, "ball": "C3", **changes})
    assert caught.value.key == f"position.{key}"


def test_keys_of_other_games_may_stand_there_empty() -> None:
    empty = {"moved": [], "tackled": [], "holder_may_not": None, "extra": False}
    raw = {"pieces": {"B6": "L4"}, "ball": "C3"}
    assert RULES.read_position({**raw, **empty}) == RULES.read_position(raw)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("6L4/8C14 C14 B 0-0 0-0 moved=B6", "there are plays, offence, restart, last, taker, placing, awaits"),
        ("6L4/8C14 C14 B 0-0 0-0 plays=B6", "a play is a piece and what it did"),
        ("6L4/8C14 C14 B 0-0 0-0 awaits=flick:B6", "one of first, charge, shot, grounder, lob, flick"),
        ("6L4/8C14 C14 B 0-0 0-0 awaits=flick:B6:x", "a whole number from 0"),
    ],
)
def test_a_line_that_is_no_position_says_what_was_expected(line: str, says: str) -> None:
    with pytest.raises(MalformedError, match=re.escape(says)):
        RULES.parse_position(line)


MISSING = [
    ('[goals]\nleft = ["G0", "H0", "I0"]\nright = ["G23", "H23", "I23"]', "", "goals"),
    ('[kick_off_marks]       # each side has its own\nleft = ["H11"]\nright = ["H12"]', "", "kick_off_marks.left"),
    ('left = ["A1", "O1"]\nright = ["A22", "O22"]', "left = []\nright = []", "corner_spots.left"),
    ("[areas.goal_right]", "[areas.somewhere]", "areas.goal_right"),
]


@pytest.mark.parametrize(("old", "new", "says"), MISSING)
def test_a_board_that_lacks_something_is_refused(old: str, new: str, says: str) -> None:
    text = (resources.files("engine") / "boards" / "very-much-b3.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BoardError, match=re.escape(says)):
        MasumeRules.of(parse_board(text.replace(old, new), "mine.toml"))


def test_a_board_of_hexagons_is_refused() -> None:
    with pytest.raises(BoardError, match="played on squares"):
        MasumeRules.of(shipped_board("regista-a2"))


def test_every_rule_that_is_cited_is_documented_and_shown() -> None:
    """The ids in the code, in docs/very-much.md and among the refused passages are the same."""
    sources = [*(ROOT / "engine" / "games" / "very_much").glob("*.py"), *(ROOT / "engine" / "rules").glob("*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    cited = set(re.findall(r"\"((?:turn|ball|charge|play|move|kick|inside|throw_in|header|restart|setup|choice|roll)"
                           r"\.[a-z_]+|notation)\"", code))  # fmt: skip
    page = (ROOT / "docs" / "very-much.md").read_text(encoding="utf-8")
    section = page.split("## Why an action is refused")[1].split("\n## ")[0]
    assert cited == set(re.findall(r"`([a-z_]+\.[a-z_]+|notation)`", section))
    assert cited == {rule for rule, *_ in REFUSED}


REASONS = [
    ("6L4/8C14 C14 B 0-0 0-0", "R8~C13", "it is Blue's turn, not R8's"),
    ("6L4/8C14 C14 B 0-0 0-0", "B6-L8", "B6 moved 4 squares; a move goes 1 to 3"),
    ("6L4/8C14 C14 B 0-0 0-0", "B6-L5 B6-L6", "B6 has moved this turn; a piece does each kind of play once"),
    ("6L4/8C14 C14 B 0-0 0-0", "B6xR8", "B6 is on L4, not next to R8 on C14"),
    ("6L4/8C14 L4 B 0-0 0-0", "B6xR8", "B6 cannot charge: Blue is the offence; the defence charges"),
    ("5M4/7M5 M4 B 0-0 0-0", "B5>M6", "R7 on M5 stands in the way of B5's ball to M6"),
    ("5M4/7M5 M4 B 0-0 0-0", "B5>L6", "L6 is not straight from M4; a ball is kicked in one of the 8 directions"),
    ("5M4,8J7/1G22 M4 B 0-0 0-0", "B5^NE 1 =N3", "B8 would head 3 squares; a header goes 1 or 2"),
    ("3E11/8E10 E10 R 0-0 2-1 restart=free_kick@E10", "R8>W",
     "B3 is next to E10; its owner first moves it away"),
    ("5L3,8L6/1G22 L3 B 0-0 0-0", "B5>E 5 end",
     "the ball is too fast for B8 to trap: first the kicking side says where it is flicked on, 2 squares (=NE)"),
    ("7B12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B8-M7",
     "the throw-in comes first: the first play is the taker's kick"),
]  # fmt: skip


@pytest.mark.parametrize(("start", "script", "reason"), REASONS)
def test_a_refusal_says_why_in_a_players_words(start: str, script: str, reason: str) -> None:
    refusal = Passage(RULES.parse_position(start), script).refusal
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.parametrize("line", re.findall(r"```masume\n(.*)\n```", NOTATION))
def test_the_documented_positions(line: str) -> None:
    assert RULES.format_position(RULES.parse_position(line)) == line


def test_every_key_and_event_is_in_the_page_of_the_log() -> None:
    page = (ROOT / "docs" / "match-log.md").read_text(encoding="utf-8")
    keys = RULES.write_position(RULES.read_position({}))
    assert [key for key in keys if f"`{key}`" not in page] == []
    sources = (ROOT / "engine" / "games" / "very_much").glob("*.py")
    made = {kind for path in sources for kind in re.findall(r"event\(\s*\"(\w+)\"", path.read_text(encoding="utf-8"))}
    assert {kind for kind in made if f"`{kind}`" not in page} == set()


def test_the_documented_session() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "very-much.md"), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted > 10


PLACES = ["H2", "H11", "H12", "E10", "E11", "D10", "A12", "A22", "O1", "H22", "G1", "H0", "P3"]
WORDS = [
    "B1-H3", "B9~H12", "B9>E", "B9^NE", "B9>E11", "B9xR9", "R9xB9", "B9!", "R9!", "=N", "=N2", "=keep", "=in", "end",
    "first", "B9@A12", "R9@H3", "B9/B8", "ball@H11", "B12-H3", "pass", "B9*2", "touch:B9",
]  # fmt: skip
PENDING = [
    {"for": "first"},
    {"for": "charge", "by": "B9", "left": {"on": "R9"}},
    {"for": "shot", "by": "B9"},
    {"for": "kick", "by": "B9", "left": {"kind": "lob", "direction": "E"}},
    {"for": "kick", "by": "R9", "left": {"kind": "grounder", "direction": "SW", "restart": "corner"}},
    {"for": "flick", "by": "B9", "left": {"squares": 3}},
    {"for": "rebound", "by": "R9", "left": {"squares": 1}},
    {"for": "header", "by": "R9"},
]
RESTARTS = [None, "kick_off", "throw_in", "goal_kick", "corner", "free_kick", "penalty", "bully"]


@settings(deadline=None, max_examples=300)
@given(
    pieces=st.dictionaries(st.sampled_from(["B1", "B9", "R1", "R9", "R4"]), st.sampled_from(PLACES[:11])),
    rest=st.fixed_dictionaries(
        {},
        optional={
            "ball": st.sampled_from([None, *PLACES]),
            "turn": st.sampled_from(["B", "R", None]),
            "restart": st.sampled_from(RESTARTS),
            "spot": st.sampled_from([None, *PLACES]),
            "awaits": st.sampled_from([None, *PENDING]),
            "plays": st.lists(st.tuples(st.sampled_from(["B9", "R9"]), st.sampled_from(["move", "kick"])), max_size=3),
            "placing": st.booleans(),
            "taker": st.sampled_from([None, "B9", "R9"]),
            "offence": st.sampled_from(["B", "R"]),
        },
    ),
    actions=st.lists(st.sampled_from(WORDS), max_size=3),
    rolls=st.lists(st.sampled_from([3, 6, {"B": 2, "R": 5}]), max_size=3),
)
def test_whatever_is_asked_is_answered_or_named_as_malformed(
    pieces: dict[str, str], rest: dict[str, Any], actions: list[str], rolls: list[Any]
) -> None:
    try:
        answer = asked({"pieces": pieces, **rest}, *actions, rolls=rolls)
    except MalformedError:
        return
    if answer["ok"]:
        after = RULES.read_position(answer["position"])
        assert RULES.write_position(after) == answer["position"]
        RULES.status(after)
    else:
        assert answer["reason"]
