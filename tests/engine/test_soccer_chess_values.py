"""Positions as JSON and text, their faults, rosters, line-ups, and boards on which the game can be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from engine.board import BoardError, parse_board
from engine.games.soccer_chess import SoccerChessRules
from engine.games.soccer_chess.cards import Card
from engine.games.soccer_chess.counter import person
from engine.games.soccer_chess.formations import FormationError, formation, formations, line_up
from engine.games.soccer_chess.roster_file import RosterError, load_roster
from engine.match import MalformedError
from engine.rules.status import Wrong
from tests.engine.soccer_chess import RULES, after, parsed, played, turned

if TYPE_CHECKING:
    from pathlib import Path

    from tests.engine.asking import Json

SOUND = "8WN20,10WS22/3EN9 (350.0,430.0) B 0-0 3-2 due=move last=B8"


@pytest.mark.parametrize(
    ("raw", "key", "words"),
    [
        ({"pieces": {"B8": "Q7"}}, "position.pieces", "no space of the field"),
        ({"pieces": {"B8": "WN20", "R3": "WN20"}}, "position.pieces", "both stand on WN20"),
        ({"pieces": {"B0": "WN20"}}, "position.pieces", "a piece such as B7"),
        ({"pieces": []}, "position.pieces", "an object"),
        ({"ball": "H7"}, "position.ball", "no space of this board"),
        ({"ball": [1, "2"]}, "position.ball", "no space of this board"),
        ({"ball": [1, 2, 3]}, "position.ball", "no space of this board"),
        ({"ball": [1e6, 0]}, "position.ball", "off the board"),
        ({"ball": [float("nan"), 0]}, "position.ball", "no space of this board"),
        ({"turn": "G"}, "position.turn", "B or R"),
        ({"turn": None, "restart": "penalty"}, "position.turn", "B or R"),
        ({"due": "shot"}, "position.due", "kick or move"),
        ({"round": 0}, "position.round", "from 1 to 20"),
        ({"round": 21}, "position.round", "from 1 to 20"),
        ({"rounds": "2"}, "position.rounds", "a whole number"),
        ({"restart": "corner"}, "position.restart", "one of kick_off, penalty"),
        ({"dribbled": 1}, "position.dribbled", "true or false"),
        ({"announced": "yes"}, "position.announced", "true or false"),
        ({"passes": -1}, "position.passes", "a whole number"),
        ({"corners": {"G": 1}}, "position.corners.G", "not known"),
        ({"last_kick": "X"}, "position.last_kick", "a piece"),
        ({"lifted": "B8"}, "position.lifted", "not on the field"),
        ({"measure": {"sd_mm": -1}}, "position.measure.sd_mm", "millimetres from 0"),
        ({"measure": {"sd_mm": "1"}}, "position.measure.sd_mm", "millimetres from 0"),
        ({"measure": {"mean": 1}}, "position.measure.mean", "not known"),
        ({"roster": {"B9": {"skill": 100}}}, "position.roster.B9.skill", "from 0 to 99"),
        ({"roster": {"B9": {"skill": True}}}, "position.roster.B9.skill", "from 0 to 99"),
        ({"roster": {"B9": {"pace": 9}}}, "position.roster.B9.pace", "not known"),
        ({"roster": {"Nine": {}}}, "position.roster", "a piece such as"),
        ({"roster": {"B9": {"special": 1}}}, "position.roster.B9.special", "true or false"),
        ({"moved": ["B9"]}, "position.moved", "not known"),
        ({"awaits": {"for": "save"}}, "position.awaits.by", "a piece"),
        ({"pieces": {"B8": "WN20"}, "awaits": {"for": "save", "by": "B8"}}, "position.awaits.for", "first, kick, line"),
        ({"awaits": {"for": "kick", "by": "B8"}}, "position.awaits.by", "not on the field"),
        (
            {"pieces": {"B8": "WN20"}, "awaits": {"for": "kick", "by": "B8", "left": {"touched": ["R3"]}}},
            "position.awaits.left.touched",
            "not on the field",
        ),
        (
            {"pieces": {"B8": "WN20"}, "awaits": {"for": "line", "by": "B8", "left": {"line": "north"}}},
            "position.awaits.left.line",
            "touch, left, right",
        ),
        (
            {"pieces": {"B8": "WN20"}, "awaits": {"for": "line", "by": "B8", "left": {"line": "touch", "from": "H7"}}},
            "position.awaits.left.from",
            "no square",
        ),
        (
            {"pieces": {"B8": "WN20"}, "awaits": {"for": "nearest", "by": "B8", "left": {"at": "WN20", "among": []}}},
            "position.awaits.left.among",
            "to choose from",
        ),
        (
            {"pieces": {"B8": "WN20"}, "awaits": {"for": "tackle", "by": "B8", "left": {"on": "R3"}}},
            "position.awaits.left.on",
            "not on the field",
        ),
    ],
)
def test_what_is_no_position_is_named(raw: Json, key: str, words: str) -> None:
    with pytest.raises(MalformedError) as caught:
        RULES.read_position(raw)
    assert caught.value.key == key
    assert words in str(caught.value)


LINES = [
    SOUND,
    "-/- - - 0-0 0-0",
    "-/- (400.0,300.0) R 1-0 8-7 restart=kick_off placing",
    "8EN20/3EC15 (710.0,310.0) B 0-0 3-2 restart=penalty@EE15 last=B8",
    (
        "8WN20,10WS22/3EN9 WS22 R 2-1 3-2 announced dribbled stole due=move round=2 rounds=3 last=B8 lifted=R3 passes=2"
        " corners=1-2 sd=0.9 cards=B8:80:5:3:4,R3:70:5:3:4:special"
    ),
    "8WN20/3EN9 WN20 B 0-0 0-0 awaits=kick:B8",
    "8WN20/3EN9 WN20 B 0-0 0-0 awaits=kick:B8:R3,R1",
    "8WN20/3EN9 (590.0,-8.5) B 0-0 0-0 sd=0.9 awaits=line:B8:0.5:0.9:touch:WN20:R3",
    "8WN20/3EN9 (590.0,-8.5) B 0-0 0-0 sd=0.9 awaits=line:B8:0.5:0.9:touch:(265.0,395.0)",
    "8WN20,7WP20,9WP22/3EN9 (350.0,390.0) B 0-0 1-0 last=B8 awaits=nearest:B8:WS20:B7,B9:carried",
    "8WN20,7WP20,9WP22/3EN9 WS30 R 0-0 1-0 last=R3 awaits=nearest:R3:WS30:B7,B9:out",
    "8WN20/5WP20 WN20 R 0-0 1-0 due=move last=B8 awaits=tackle:R5:B8",
    "-/- - - 0-0 0-0 awaits=first",
]


@pytest.mark.parametrize("line", LINES)
def test_a_position_on_a_line_is_read_and_written(line: str) -> None:
    position = parsed(line)
    assert RULES.format_position(position) == line
    assert RULES.read_position(RULES.write_position(position)) == position


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("8WN20/3EN9", "field 2 is missing"),
        ("8WN20/3EN9 (1,2 B 0-0 0-0", "a point in millimetres"),
        ("8WN20/3EN9 (one,2) B 0-0 0-0", "two numbers"),
        (f"{SOUND} round=x", "a number"),
        (f"{SOUND} corners=3", "two numbers"),
        (f"{SOUND} sd=thick", "millimetres"),
        (f"{SOUND} cards=B8:80", "B9:80:5:3:4"),
        (f"{SOUND} cards=B8:80:5:3:4,B8:80:5:3:4", "stands twice"),
        (f"{SOUND} last=B8 last=B8", "stands twice"),
        (f"{SOUND} half=2", "not known here"),
        (f"{SOUND} dribbled=yes", "stands alone"),
        (f"{SOUND} awaits=save:B8", "first, kick, line"),
        (f"{SOUND} awaits=line:B8:x:0.9:touch:-", "millimetres"),
        ("8WN20/3EN9 WN20 B 0-0 3-2 due=shot", "kick or move"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_what_was_expected(line: str, words: str) -> None:
    with pytest.raises(MalformedError, match=re.escape(words)):
        parsed(line)


@pytest.mark.parametrize(
    ("line", "flag"),
    [
        ("8WN20/3EN9 - B 0-0 3-2", Wrong.NO_BALL | Wrong.NO_HOLDER),
        ("8WN20/3EN9 WA1 B 0-0 3-2", Wrong.NO_HOLDER),
        ("8WN20/3EN9 (350.0,-20.0) B 0-0 3-2", Wrong.BALL_OFF_BOARD | Wrong.NO_HOLDER),
        ("8WN20/3EN9 WN20 R 0-0 3-2", Wrong.TURN),
        ("8WN20/3EN9 WN20 B 0-0 3-2 round=2", Wrong.TURN),
        ("8WN20/3EN9 WN20 R 0-0 3-2 due=move round=2", Wrong.TURN),
        ("8WN20/3EN9 WN20 R 0-0 3-2 due=move round=2 rounds=2", Wrong(0)),
        ("8WN20/3EN9 WN20 B 0-0 3-2 due=move announced", Wrong.TURN),
        ("8WN20/3EN9 WN20 B 0-0 3-2 due=move lifted=R3", Wrong.MOVED),
        ("8WN20/3EN9 WN20 B 0-0 3-2 due=move stole", Wrong.TACKLED),
        ("8WN20/3EN9 WN20 B 0-0 3-2 placing", Wrong.RESTART),
        ("8WN20/3EN9 WN20 B 0-0 3-2 restart=kick_off", Wrong.RESTART),
        ("8WN20/3EN9 (400.0,300.0) B 0-0 3-2 restart=kick_off", Wrong(0)),
        ("8WN20/3EN9 (400.0,300.0) B 0-0 3-2 restart=kick_off due=move", Wrong.RESTART),
        ("8WN20/3EN9 WN20 B 0-0 3-2 restart=penalty@EE15", Wrong.RESTART),
        ("8WN20/3EN9 EE15 B 0-0 3-2 restart=penalty@EE15", Wrong(0)),
        ("8WN20/3EN9 WN20 B 0-0 3-2 corners=1-0", Wrong.RESTART),
        ("8WN20/3EN9 WN20 B 0-0 3-2 cards=B8:80:5:3:4:special", Wrong.NO_SUCH_PIECE),
        ("8WN20/3EN9 WN20 B 0-0 3-2 sd=1.0 awaits=line:B8:0.5:1.0:touch:WN20", Wrong.WAITING),
        ("8WN20,9WP20/3EN9 WN20 R 0-0 3-2 due=move awaits=tackle:R3:B9", Wrong.WAITING),
        ("8WN20,9WP20/3EN9 WN20 R 0-0 3-2 due=move awaits=tackle:R3:B8", Wrong.WAITING),
        (SOUND, Wrong(0)),
    ],
)
def test_status_names_everything_that_is_wrong(line: str, flag: Wrong) -> None:
    status = RULES.status(parsed(line))
    assert status.flags == flag, status
    assert status.is_sound == (flag == Wrong(0))
    other = RULES.read_position(turned(RULES.write_position(parsed(line))))
    if "kick_off" not in line:
        assert RULES.status(other).flags == flag


ROSTER = """format = 1
team = "Fenerli"
[figures.1]
name = "Volkan"
skill = 88
[figures.9]
name = "Ann"
skill = 80
blue = 5
green = 4
red = 6
special = true
[figures.10]
"""


def test_a_roster_file_gives_cards_and_names(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(ROSTER, encoding="utf-8")
    roster = load_roster(path, "R")
    assert roster.team_name == "Fenerli"
    assert roster.names == {"R1": "Volkan", "R9": "Ann"}
    assert roster.cards == {"R1": Card(skill=88), "R9": Card(80, 5, 4, 6, special=True), "R10": Card()}
    other = tmp_path / "ours.json"
    other.write_text('{"format": 1, "figures": {"9": {"skill": 80}}}', encoding="utf-8")
    assert load_roster(other, "B").cards == {"B9": Card(skill=80)}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", "format = 2\n[figures.9]", "format: 1 is needed"),
        ("a.toml", "format = 1", "figures: an object"),
        ("a.toml", "format = 1\nsize = 3\n[figures.9]", "size: this key is not known"),
        ("a.toml", "format = 1\n[figures.0]", "figures.0: a number from 1 to 99"),
        ("a.toml", "format = 1\n[figures.09]", "figures.09: a number from 1 to 99"),
        ("a.toml", "format = 1\n[figures.9]\nskill = 120", "figures.9.skill: a whole number from 0 to 99"),
        ("a.toml", 'format = 1\n[figures.9]\nname = "a\\nb"', "figures.9.name: a name"),
        ("a.toml", "format = 1\n[figures.9]\npace = 1", "figures.9.pace: this key is not known"),
        ("a.toml", "format = ", "is not valid TOML"),
        ("a.json", "{", "is not valid JSON"),
        ("a.json", "[" * 60_000, "nested too deeply"),
        ("a.toml", "x = " + "[" * 20_000, "nested too deeply"),
        ("a.json", '{"format": ' + "9" * 5000 + "}", "a number that is too long"),
        ("a.toml", "#" * 70_000, "larger than 64 kB"),
    ],
)
def test_a_roster_that_cannot_be_used_says_why(tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RosterError, match=r"a\.(toml|json)") as caught:
        load_roster(path, "B")
    assert words in str(caught.value)


@pytest.mark.parametrize("name", [*formations()])
@pytest.mark.parametrize("kicks_off", ["B", "R"])
def test_each_line_up_may_be_set_up_and_kicked_off(name: str, kicks_off: str) -> None:
    pieces = line_up(formation(name), formation("4-4-2"), kicks_off="B" if kicks_off == "B" else "R")
    assert len(pieces) == 20
    own = {"B": "W", "R": "E"}
    assert all(space.startswith(own[piece[0]]) for piece, space in pieces.items())
    acts = [f"{piece}@{space}" for piece, space in pieces.items()]
    start = RULES.parse_position(f"-/- - {kicks_off} 0-0 0-0 restart=kick_off placing")
    position = played(RULES, RULES.format_position(start), *acts, f"{kicks_off}9*", "ball@(450.0,250.0)")
    assert position.due == "move" or position.awaits is not None
    assert RULES.status(position).is_sound


def test_line_ups_differ_and_unknown_ones_are_named() -> None:
    assert len({frozenset(each.spaces.values()) for each in formations().values()}) == len(formations()) == 3
    with pytest.raises(FormationError, match="4-4-2, 3-5-2, 4-3-3"):
        formation("2-3-5")


def test_the_players_of_a_team_take_turns_from_kick_to_kick() -> None:
    position = parsed(SOUND)
    assert [person(position.but(turns_done=position.turns_done.plus("R", k)), ("Ann", "Bea")) for k in range(3)] == [
        "Bea", "Ann", "Bea",
    ]  # fmt: skip
    assert person(position, ()) is None
    rules = SoccerChessRules.of(options={"blue_players": "Ann,Bea", "red_players": "Cem"})
    assert rules.counter(position).player == "Bea"
    assert rules.counter(position.but(turn="R")).player == "Cem"
    assert RULES.counter(position).player is None


def test_the_counter_counts_kicks_and_rounds() -> None:
    rules = SoccerChessRules.of(options={"rounds": 2})
    position = rules.parse_position(SOUND)
    first = rules.counter(position)
    assert (first.turn, first.moves_made, first.moves_allowed, first.turns, first.minutes) == (6, 0, 2, None, None)
    assert rules.counter(position.but(round=2)).moves_made == 1
    assert rules.counter(position.but(due="kick")).moves_made == 2


BOARD = """format = 1
name = "mine"
game = "soccer-chess"
[grid]
kind = "square"
naming = "halves"
rows = "ABCDE"
columns = 8
width_mm = 25.0
[goals]
mouth_mm = [75.0, 125.0]
[penalty_spots]
left = ["WB4"]
right = ["EB4"]
[areas.goal_left]
goal_line = "left"
columns = [3, 6]
depth = 1.0
[areas.goal_right]
goal_line = "right"
columns = [3, 6]
depth = 1.0
[sheet]
size_mm = [350.0, 300.0]
field_origin_mm = [50.0, 50.0]
[ball]
diameter_mm = 10.0
"""


def test_another_board_is_played_on_by_its_own_millimetres() -> None:
    rules = SoccerChessRules.of(parse_board(BOARD, "b.toml"))
    line = "8WC4,9WB2/7EB6 WC4 B 0-0 0-0 announced"
    assert played(rules, line, "B8*", "ball@(256.0,100.0)").score.B == 1
    assert played(rules, line, "B8*", "ball@(254.0,100.0)").score.B == 0
    assert played(rules, line, "B8*", "ball@(256.0,130.0)").score.B == 0
    assert played(rules, line, "B8*", "ball@(60.0,60.0)").pieces["B9"] == "WC3"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('naming = "halves"', 'naming = "rows"', "named in halves"),
        ('left = ["WB4"]', "left = []", "penalty_spots.left"),
        ("[areas.goal_left]", "[areas.box]", "areas.goal_left"),
    ],
)
def test_a_board_that_lacks_something_says_what(old: str, new: str, words: str) -> None:
    text = BOARD.replace(old, new)
    if "rows" in new:
        text = text.replace("columns = [3, 6]", 'rows = "BC"').replace('"WB4"', '"B2"').replace('"EB4"', '"B7"')
    with pytest.raises(BoardError, match=words):
        SoccerChessRules.of(parse_board(text, "b.toml"))


def test_a_game_can_be_taken_up_in_the_middle_of_a_question() -> None:
    start = {
        "pieces": {"B8": "EK20", "R3": "EK27", "R4": "EH28"},
        "ball": "EK20",
        "turn": "B",
        "measure": {"sd_mm": 0.9},
    }
    acts = ["B8!", "B8*", "touch:R3", "ball@(590.0,-8.5)", "=out", "=R4", "R4~EH27"]
    whole = after(start, *acts)
    for cut in range(1, len(acts)):
        assert after(after(start, *acts[:cut]), *acts[cut:]) == whole
