"""The optional rules, off and on; every case for both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

from engine.games.soccer_chess import SoccerChessRules
from engine.match import MalformedError
from tests.engine.soccer_chess import RULES, after, answer, ask, rule

if TYPE_CHECKING:
    from tests.engine.asking import Json


def test_all_optional_rules_are_off() -> None:
    off = {"steal", "own_half_no_goal", "offside", "throw_in", "three_corners", "special_cards", "passes_before_shot"}
    assert {name for name, value in RULES.options.items() if not value} - off == {
        "goals",
        "minutes",
        "blue_players",
        "red_players",
    }
    assert RULES.options["rounds"] == 1


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": 21}, "rounds"),
        ({"rounds": 1.5}, "rounds"),
        ({"rounds": "2"}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"steal": 1}, "steal"),
        ({"steal": "yes"}, "steal"),
        ({"passes_before_shot": -1}, "passes_before_shot"),
        ({"goals": 1000}, "goals"),
        ({"length": "official"}, "length"),
        ({"blue_players": "Ann Bea"}, "blue_players"),
        ({"blue_players": ["Ann"]}, "blue_players"),
        ({"red_players": "x" * 121}, "red_players"),
    ],
)
def test_options_are_checked(options: Json, key: str) -> None:
    with pytest.raises(MalformedError) as caught:
        SoccerChessRules.of(options=options)
    assert caught.value.key == f"options.{key}"


class TestOwnHalf:
    """A goal kicked from behind the halfway line does not count; the kick is taken again."""

    start: ClassVar[Json] = {"pieces": {"B8": "WU16", "R7": "EC5"}, "ball": "WU16", "turn": "B"}
    shot = ("B8!", "B8*", "ball@(850.0,320.0)")

    def test_off(self) -> None:
        assert after(self.start, *self.shot)["score"]["B"] == 1

    def test_on(self) -> None:
        told = answer(self.start, *self.shot, own_half_no_goal=True)
        assert told["events"][-1] == {"type": "foul", "rule": "own_half_no_goal", "by": "B8", "team": "B"}
        end = told["position"]
        assert (end["score"], end["ball"], end["turn"], end["due"]) == ({"B": 0, "R": 0}, "WU16", "B", "kick")
        # An unannounced one breaks the general rule.
        assert answer(self.start, *self.shot[1:], own_half_no_goal=True)["events"][-1]["rule"] == "shot.announced"

    @pytest.mark.parametrize(
        ("pieces", "ball", "counts"),
        [
            ({"B8": "EU16"}, "EU16", True),
            ({"B8": "EU16"}, [400.1, 290.0], True),
            ({"B8": "WU16"}, [399.9, 310.0], False),
        ],
    )
    def test_the_line_is_halfway(self, pieces: Json, ball: object, counts: bool) -> None:  # noqa: FBT001 - a table's column
        start = {"pieces": {**pieces, "R7": "EC5"}, "ball": ball, "turn": "B"}
        assert after(start, *self.shot, own_half_no_goal=True)["score"]["B"] == int(counts)

    def test_a_kick_off_from_the_line_itself_is_not_behind_it(self) -> None:
        start = {"pieces": {"B8": "WU16", "R7": "EC5"}, "ball": [400.0, 300.0], "turn": "B", "restart": "kick_off"}
        for side in (start, {**start, "turn": "R"}):
            piece = "B8" if side["turn"] == "B" else "R7"
            x_mm = 850.0 if side["turn"] == "B" else -50.0
            shot = (f"{piece}!", f"{piece}*", f"ball@({x_mm},320.0)")
            assert ask(side, *shot, options={"own_half_no_goal": True})["position"]["score"][side["turn"]] == 1


class TestOffside:
    """A figure of the kicking side one or more lines beyond the rearmost opponent is left out."""

    def start(self, line: str) -> Json:
        pieces = {"B8": "EN20", "B9": f"E{line}10", "B10": "ER12", "R3": "EJ25", "R4": "EP2"}
        return {"pieces": pieces, "ball": "EN20", "turn": "B"}

    @pytest.mark.parametrize(("line", "offside"), [("J", False), ("K", False), ("I", True), ("F", True)])
    def test_level_is_onside(self, line: str, offside: bool) -> None:  # noqa: FBT001 - a table's column
        # R3 on line J is the rearmost of red; the ball stops one square from B9.
        kick = ("B8*", f"ball@E{line}9")
        assert after(self.start(line), *kick)["pieces"]["B9"] == f"E{line}9"
        told = answer(self.start(line), *kick, offside=True)
        assert (told["position"]["pieces"]["B9"] == f"E{line}10") == offside
        assert ({"type": "offside", "team": "B", "by": "B9", "at": f"E{line}10"} in told["events"]) == offside
        assert told["position"]["turn"] == ("R" if offside else "B")

    def test_the_keeper_is_not_the_rearmost_opponent_and_without_others_there_is_no_line(self) -> None:
        start = {**self.start("F"), "pieces": {"B8": "EN20", "B9": "EF10", "B10": "ER12"}}
        assert after(start, "B8*", "ball@EF9", offside=True)["pieces"]["B9"] == "EF9"

    def test_the_other_side_is_never_offside(self) -> None:
        start = {"pieces": {"B8": "EN20", "R9": "EF10", "R3": "EJ25"}, "ball": "EN20", "turn": "B"}
        assert after(start, "B8*", "ball@EF9", offside=True)["pieces"]["R9"] == "EF9"


class TestThrowIn:
    """Off an opponent over the touch line: the other side's figure nearest to the exit point has it."""

    start: ClassVar[Json] = {
        "pieces": {"B8": "EK20", "B10": "EK24", "R3": "EK27", "R7": "EC8"}, "ball": "EK20", "turn": "B", "passes": 2,
    }  # fmt: skip
    off = ("B8*", "touch:R3", "ball@(590.0,-50.0)")

    def test_off(self) -> None:
        assert after(self.start, *self.off)["turn"] == "R"

    def test_on(self) -> None:
        told = answer(self.start, *self.off, throw_in=True)
        assert {"type": "throw_in", "team": "B", "at": "EK30"} in told["events"]
        end = told["position"]
        assert (end["turn"], end["ball"], end["due"], end["passes"]) == ("B", "EK24", "move", 0)

    @pytest.mark.parametrize("touches", [(), ("touch:B10",), ("touch:R3", "touch:B10"), ("touch:R3", "touch:B8")])
    def test_the_last_touch_counts(self, touches: tuple[str, ...]) -> None:
        assert after(self.start, "B8*", *touches, "ball@(590.0,-50.0)", throw_in=True)["turn"] == "R"

    def test_a_goal_line_is_no_touch_line(self) -> None:
        assert after(self.start, "B8*", "touch:R3", "ball@(830.0,450.0)", throw_in=True)["turn"] == "R"

    def test_the_kicker_is_left_out(self) -> None:
        alone = {**self.start, "pieces": {"B8": "EK24", "B10": "WB3", "R3": "EK27"}, "ball": "EK24"}
        assert after(alone, *self.off, throw_in=True)["ball"] == "WB3"


class TestThreeCorners:
    """Off a defender over its goal line counts a corner, not taken; three give a penalty."""

    start: ClassVar[Json] = {
        "pieces": {"B8": "EK20", "B9": "EL3", "R3": "EC15", "R4": "ED12", "R5": "EK15", "R7": "EC28"},
        "ball": "EK20",
        "turn": "B",
    }
    off = ("B8*", "touch:R3", "ball@(830.0,450.0)")

    def test_off(self) -> None:
        told = answer(self.start, *self.off)
        assert told["position"]["corners"] == {"B": 0, "R": 0}
        assert "corner" not in [event["type"] for event in told["events"]]

    def test_a_corner_is_counted_and_the_opponent_has_the_ball(self) -> None:
        told = answer(self.start, *self.off, three_corners=True)
        assert {"type": "corner", "team": "B", "count": 1} in told["events"]
        end = told["position"]
        assert (end["corners"], end["turn"], end["ball"]) == ({"B": 1, "R": 0}, "R", "ED12")

    @pytest.mark.parametrize(
        "acts",
        [
            ("B8*", "ball@(830.0,450.0)"),
            ("B8*", "touch:R3", "touch:B9", "ball@(830.0,450.0)"),
            ("B8*", "touch:R3", "ball@(590.0,-50.0)"),
            ("B8*", "touch:R3", "ball@(-30.0,450.0)"),
        ],
    )
    def test_what_is_no_corner(self, acts: tuple[str, ...]) -> None:
        assert after(self.start, *acts, three_corners=True)["corners"] == {"B": 0, "R": 0}

    def test_a_keepers_touch_counts(self) -> None:
        end = after(self.start, "B8*", "touch:R1", "ball@(830.0,450.0)", three_corners=True)
        assert end["corners"] == {"B": 1, "R": 0}

    def test_the_third_gives_a_penalty(self) -> None:
        told = answer({**self.start, "corners": {"B": 2, "R": 1}}, *self.off, three_corners=True)
        # R3 on EC15 stands between the spot, EE15, and the goal; R4 and R7 beside it, R5 behind the ball.
        assert told["events"][-1] == {"type": "penalty", "team": "B", "at": "EE15", "lift": ["R3"]}
        end = told["position"]
        assert (end["turn"], end["restart"], end["spot"], end["due"]) == ("B", "penalty", "EE15", "kick")
        assert end["corners"] == {"B": 0, "R": 1}
        assert end["pieces"] == self.start["pieces"]
        assert rule(end, "B9-EL4", three_corners=True) == "cycle.order"
        assert rule(end, "R3*", three_corners=True) == "turn.side"
        assert rule(end, "B77*", three_corners=True) == "ball.holder"
        for begun in (("B9*",), ("B9!", "B9*")):
            scored = after(end, *begun, "ball@(830.0,310.0)", three_corners=True, passes_before_shot=3)
            assert scored["score"] == {"B": 1, "R": 0}
        saved = after(end, "B9*", "ball@(650.0,110.0)", three_corners=True)
        assert (saved["restart"], saved["due"]) == (None, "move")
        assert saved["pieces"]["R3"] == "EC15"


def test_a_shot_needs_its_passes() -> None:
    start = {"pieces": {"B8": "EK16", "R7": "EC5"}, "ball": "EK16", "turn": "B"}
    for passes, broken in ((0, "shot.passes"), (1, "shot.passes"), (2, None), (3, None)):
        assert rule({**start, "passes": passes}, "B8!", passes_before_shot=2) == broken
    assert rule(start, "B8!") is None
    # The side, the holder and the order come first.
    assert rule(start, "R7!", passes_before_shot=2) == "turn.side"
    assert rule({**start, "due": "move"}, "B8!", passes_before_shot=2) == "cycle.order"


def test_passes_that_reached_a_team_mate_are_counted_in_a_row() -> None:
    start = {"pieces": {"B8": "WN20", "B10": "WR23", "R3": "WN5"}, "ball": "WN20", "turn": "B"}
    one = after(start, "B8*", "ball@(350.0,430.0)")
    assert one["passes"] == 1
    two = after(one, "pass", "pass", "B10*", "ball@(290.0,390.0)")
    assert (two["passes"], two["turn"]) == (2, "B")
    lost = after(two, "pass", "pass", "B8*", "ball@(270.0,110.0)")
    assert (lost["passes"], lost["turn"]) == (0, "R")
    out = after(two, "pass", "pass", "B8*", "ball@(270.0,-40.0)")
    assert (out["passes"], out["turn"]) == (0, "R")


class TestSpecialCards:
    """Roster entries marked special may be used only where that was agreed."""

    start: ClassVar[Json] = {
        "pieces": {"B8": "WN20", "B10": "WS22", "B6": "WH8", "R3": "EN9"},
        "ball": "WS22",
        "turn": "B",
        "due": "move",
        "roster": {"B6": {"red": 9, "special": True}, "B10": {"green": 9, "special": True}},
    }

    @pytest.mark.parametrize("act", ["B6-WH9", "B10~WS23", "lift:B6"])
    def test_moves(self, act: str) -> None:
        assert rule(self.start, act) == "option.off"
        assert rule(self.start, act, special_cards=True) is None

    def test_kicks_and_set_up(self) -> None:
        kick = {**self.start, "due": "kick"}
        assert rule(kick, "B10*") == "option.off"
        assert rule(kick, "B10!") == "option.off"
        assert rule(kick, "B10*", special_cards=True) is None
        setup = {"restart": "kick_off", "turn": "B", "roster": self.start["roster"]}
        assert rule(setup, "B6@WH8") == "option.off"
        assert rule(setup, "B6@WH8", special_cards=True) is None

    def test_the_ball_never_comes_to_one_that_may_not_be_used(self) -> None:
        kick = {**self.start, "ball": "WN20", "due": "kick"}
        assert after(kick, "B8*", "ball@(350.0,430.0)")["turn"] == "R"
        assert after(kick, "B8*", "ball@(350.0,430.0)", special_cards=True)["turn"] == "B"
