"""Kicks, whose ball it is, lines and goals, in the words of the rules page; every case for both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from tests.engine.soccer_chess import after, answer, ask, rule

if TYPE_CHECKING:
    from tests.engine.asking import Json

START: Json = {
    "pieces": {"B8": "WN20", "B10": "WR23", "B6": "WH8", "R3": "EN9", "R7": "ES2"},
    "ball": "WN20",
    "turn": "B",
}


def kick(pieces: Json, end: tuple[float, float], *, by: str = "B8", **position: Any) -> Json:  # noqa: ANN401 - keys of a position
    """What the ball's coming to rest leads to, after a kick by the figure on the ball."""
    start = {"pieces": pieces, "ball": pieces[by], "turn": by[0], **position}
    return after(start, f"{by}*", f"ball@({end[0]},{end[1]})")


def test_a_kick_waits_for_the_ball_to_come_to_rest() -> None:
    told = answer(START, "B8*")
    assert told["events"] == [{"type": "kick", "by": "B8", "team": "B", "at": "WN20", "called": "N-20"}]
    assert told["pending"] == {"type": "placement", "for": "kick", "side": "B", "dice": None, "by": "B8", "left": {}}
    assert told["position"]["pieces"] == START["pieces"]


def test_the_nearest_figure_is_carried_to_the_ball_and_the_ball_stays() -> None:
    told = answer(START, "B8*", "ball@(350.0,430.0)")
    assert told["events"][1] == {"type": "possession", "by": "B10", "team": "B", "at": "WS22", "from": "WR23"}
    end = told["position"]
    assert end["pieces"] == {**START["pieces"], "B10": "WS22"}
    assert (end["ball"], end["turn"], end["due"], end["round"], end["last_kick"]) == (
        [350.0, 430.0], "B", "move", 1, "B8",
    )  # fmt: skip
    assert end["turns_done"] == {"B": 1, "R": 0}


@pytest.mark.parametrize(
    ("pieces", "cards", "owner"),
    [
        # Diagonal steps count one: B10 is 3 from WS20, R3 is 5.
        ({"B8": "WN20", "B10": "WP17", "R3": "WS25"}, {}, "B10"),
        # The kicking figure is left out, however near.
        ({"B8": "WR20", "B10": "WJ20", "R3": "EA3"}, {}, "B10"),
        # Equally near: the higher skill.
        ({"B8": "WN20", "B10": "WP20", "R3": "WS22"}, {"R3": 76}, "R3"),
        ({"B8": "WN20", "B10": "WP20", "R3": "WS22"}, {"B10": 80, "R3": 79}, "B10"),
        # Equally near and skilled: the side that kicked.
        ({"B8": "WN20", "B10": "WP20", "R3": "WS22"}, {}, "B10"),
        # Nearer beats better.
        ({"B8": "WN20", "B10": "WP20", "R3": "WS21"}, {"B10": 99, "R3": 1}, "R3"),
    ],
)
def test_who_owns_a_ball_on_ws20(pieces: Json, cards: dict[str, int], owner: str) -> None:
    roster = {piece: {"skill": skill} for piece, skill in cards.items()}
    end = kick(pieces, (350.0, 390.0), roster=roster)
    assert end["pieces"] == {**pieces, owner: "WS20"}
    assert (end["turn"], end["due"]) == (owner[0], "move")


TIE: Json = {"pieces": {"B8": "WN20", "B10": "WP20", "B6": "WS22", "R3": "EA3"}, "ball": "WN20", "turn": "B"}


def test_figures_of_one_side_that_nothing_tells_apart_are_asked_for() -> None:
    told = answer(TIE, "B8*", "ball@(350.0,390.0)")
    assert told["pending"]["type"] == "choice"
    assert told["pending"]["for"] == "nearest"
    assert told["pending"]["left"]["among"] == ["B6", "B10"]
    assert rule(TIE, "B8*", "ball@(350.0,390.0)", "=B8") == "choice.awaited"
    assert rule(TIE, "B8*", "ball@(350.0,390.0)", "B6-WS21") == "choice.awaited"
    for chosen in ("B6", "B10"):
        end = after(TIE, "B8*", "ball@(350.0,390.0)", f"={chosen}")
        assert end["pieces"] == {**TIE["pieces"], chosen: "WS20"}
        assert end["awaits"] is None
        assert (end["passes"], end["due"]) == (1, "move")


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "square", "nearest"),
    [
        # A border belongs to the square east and south of it.
        (340.0, 390.0, "WS20", "WR23"),
        (339.9, 390.0, "WR20", "WR23"),
        (350.0, 380.0, "WS20", "WR23"),
        (400.0, 300.0, "EU15", "WR23"),
        # A centre past the border that is not out counts to the nearest square.
        (350.0, -7.9, "WS1", "WR4"),
        (-7.9, 50.0, "WA3", "WD3"),
        (350.0, 607.0, "WS30", "WR23"),
    ],
)
def test_the_square_that_holds_the_balls_centre(x_mm: float, y_mm: float, square: str, nearest: str) -> None:
    told = ask({**START, "pieces": {"B8": "WN20", "B10": nearest}}, "B8*", f"ball@({x_mm},{y_mm})")
    assert told["position"]["pieces"]["B10"] == square


def test_a_place_may_be_said_as_a_square() -> None:
    assert after(START, "B8*", "ball@WS22") == after(START, "B8*", "ball@(350.0,430.0)")
    assert rule(START, "B8*", "ball@WQ22") == "move.field"


class TestKeeper:
    """Held on its rod: never on the grid, always there, and counted in its six-yard box."""

    pieces: ClassVar[Json] = {"B8": "EN20", "B10": "EG5", "R3": "EF20", "R7": "ES2"}

    def test_its_nearest_team_mate_gets_the_ball_on_its_own_square(self) -> None:
        # In red's six-yard box, three lines deep and columns 10 to 21.
        end = kick(self.pieces, (770.0, 310.0))
        assert end["pieces"] == self.pieces
        assert (end["ball"], end["turn"], end["due"]) == ("EF20", "R", "move")

    def test_it_counts_on_the_square_of_its_box_that_is_nearest_to_the_ball(self) -> None:
        # ED16 is one step from the box; R3 two squares away is further, B10 at one step is as near, and kicked last.
        near = {"B8": "EN20", "R7": "ES2", "R3": "EF16"}
        assert kick(near, (730.0, 290.0))["ball"] == "EF16"
        assert kick({**near, "B10": "EE16"}, (730.0, 290.0))["pieces"]["B10"] == "ED16"

    def test_its_skill_counts_in_a_tie(self) -> None:
        near = {"B8": "EN20", "B10": "EE16", "R3": "EG16"}
        assert kick(near, (730.0, 290.0), roster={"R1": {"skill": 90}})["ball"] == "EG16"

    def test_of_team_mates_equally_near_to_it_one_is_asked_for(self) -> None:
        near = {"B8": "EN20", "R3": "EF14", "R4": "EF16", "R5": "EM3"}
        start = {"pieces": near, "ball": "EN20", "turn": "B"}
        told = answer(start, "B8*", "ball@(770.0,310.0)")
        assert told["pending"]["left"]["among"] == ["R3", "R4"]
        assert after(start, "B8*", "ball@(770.0,310.0)", "=R4")["ball"] == "EF16"

    def test_without_a_team_mate_it_is_left_out(self) -> None:
        end = kick({"B8": "EN20", "B10": "EH5"}, (770.0, 310.0))
        assert end["turn"] == "B"
        assert end["pieces"]["B10"] == "EB15"

    def test_a_square_given_for_it_is_ignored(self) -> None:
        with_keepers = {**START, "pieces": {**START["pieces"], "B1": "WS22", "R1": "not on the grid"}}
        assert after(with_keepers, "B8*", "ball@(350.0,430.0)") == after(START, "B8*", "ball@(350.0,430.0)")

    @pytest.mark.parametrize(("act", "broken"), [("B1*", "ball.holder"), ("B1!", "ball.holder")])
    def test_it_does_not_kick(self, act: str, broken: str) -> None:
        assert rule(START, act) == broken

    def test_its_own_side_gets_it_by_the_same_rule_but_never_the_kicker(self) -> None:
        back = {"B8": "WE15", "B10": "WG5", "R3": "ER20"}
        end = kick(back, (30.0, 310.0))
        assert (end["ball"], end["turn"]) == ("WG5", "B")


def test_a_figure_on_the_balls_square_that_cannot_have_it_makes_room() -> None:
    # The kick stays on the kicker's own square: B10 comes to the ball, and B8 goes one line back.
    told = answer(START, "B8*", "ball@(265.0,395.0)")
    assert told["position"]["pieces"] == {**START["pieces"], "B10": "WN20", "B8": "WM19"}
    assert told["events"][-1] == {"type": "placement", "by": "B8", "at": "WM19"}


def test_with_nobody_to_have_the_ball_the_kick_is_taken_again() -> None:
    alone = {"pieces": {"B8": "WN20"}, "ball": "WN20", "turn": "B"}
    end = after(alone, "B8*", "ball@(350.0,390.0)")
    assert (end["ball"], end["turn"], end["due"], end["turns_done"]) == ("WN20", "B", "kick", {"B": 0, "R": 0})


@pytest.mark.parametrize(
    ("acts", "broken"),
    [
        (["R3*"], "turn.side"),
        (["R3!"], "turn.side"),
        (["B10*"], "ball.holder"),
        (["B10!"], "ball.holder"),
        (["B99*"], "ball.holder"),
        (["B8*", "B8*"], "cycle.order"),
        (["B8*", "B10-WR22"], "cycle.order"),
        (["B8*", "pass"], "cycle.order"),
        (["B8*", "B8!"], "cycle.order"),
        (["B8!", "B8!"], "cycle.order"),
        (["pass"], "cycle.order"),
        (["B6-WH9"], "cycle.order"),
        (["R3-EN8"], "turn.side"),
        (["touch:R3"], "cycle.order"),
        (["ball@(350.0,430.0)"], "cycle.order"),
        (["ball@WS22"], "cycle.order"),
        (["B10@WS22"], "cycle.order"),
        (["=in"], "choice.none"),
        (["=B10"], "choice.none"),
        (["B8*", "touch:B99"], "move.field"),
        (["B8>WS22"], "notation"),
        (["B8!ES22"], "notation"),
        (["B8^NE"], "notation"),
        (["B8*2"], "notation"),
        (["B8/B9"], "notation"),
        (["end"], "cycle.order"),
        (["first"], "turn.side"),
    ],
)
def test_what_is_refused_when_a_kick_is_due(acts: list[str], broken: str) -> None:
    assert rule(START, *acts) == broken


def test_a_kick_when_a_move_is_due_is_against_the_order() -> None:
    due = {**START, "pieces": {**START["pieces"], "B10": "WS22"}, "ball": [350.0, 430.0], "due": "move"}
    assert rule(due, "B10*") == "cycle.order"
    assert rule(due, "B10!") == "cycle.order"
    # Of several faults the holder's comes before the order.
    assert rule(due, "B8*") == "ball.holder"


class TestOut:
    """Out: the opponent of the kicking side nearest to the exit point, on its own square."""

    pieces: ClassVar[Json] = {"B8": "EK20", "B10": "EK29", "R3": "EK27", "R7": "EC8"}

    @pytest.mark.parametrize(
        ("end", "line", "spot", "owner"),
        [
            ((590.0, -50.0), "touch", "EK30", "R3"),
            ((590.0, 650.0), "touch", "EK1", "R7"),
            ((830.0, 450.0), "goal", "EA8", "R7"),
            ((-30.0, 590.0), "goal", "WA30", "R3"),
            # Beyond the corner it left over the touch line.
            ((830.0, 650.0), "touch", "EA1", "R7"),
        ],
    )
    def test_lines(self, end: tuple[float, float], line: str, spot: str, owner: str) -> None:
        start = {"pieces": self.pieces, "ball": "EK20", "turn": "B", "passes": 2}
        told = answer(start, "B8*", f"ball@({end[0]},{end[1]})")
        assert told["events"][1] == {"type": "out", "line": line, "spot": spot}
        assert told["events"][2]["by"] == owner
        after_out = told["position"]
        assert after_out["pieces"] == self.pieces
        assert (after_out["ball"], after_out["turn"], after_out["due"]) == (self.pieces[owner], "R", "move")
        assert after_out["passes"] == 0

    def test_whoever_touched_it_last(self) -> None:
        start = {"pieces": self.pieces, "ball": "EK20", "turn": "B"}
        end = after(start, "B8*", "touch:R3", "touch:R1", "ball@(590.0,-50.0)")
        assert (end["turn"], end["ball"]) == ("R", "EK27")

    def test_keepers_are_no_candidates(self) -> None:
        # Beside red's goal its keeper would be nearest; R7 far away has the ball.
        end = kick({"B8": "EK20", "R7": "ES2"}, (830.0, 205.0))
        assert (end["ball"], end["turn"]) == ("ES2", "R")

    def test_equally_near_ones_go_by_skill_and_then_are_asked_for(self) -> None:
        pieces = {"B8": "EK20", "R3": "EK27", "R4": "EH28"}
        assert kick(pieces, (590.0, -50.0), roster={"R4": {"skill": 80}})["ball"] == "EH28"
        start = {"pieces": pieces, "ball": "EK20", "turn": "B"}
        assert answer(start, "B8*", "ball@(590.0,-50.0)")["pending"]["for"] == "nearest"
        end = after(start, "B8*", "ball@(590.0,-50.0)", "=R3")
        assert (end["ball"], end["turn"], end["passes"]) == ("EK27", "R", 0)
        # A figure of the kicking side is never asked about a ball that went out.
        assert rule(start, "B8*", "ball@(590.0,-50.0)", "=B8") == "choice.awaited"


class TestLine:
    """Goal and out only when the whole ball is over: radius 8 mm past the field's border."""

    pieces: ClassVar[Json] = {"B8": "EK20", "B10": "EK29", "R3": "EK27", "R7": "EC8"}

    def start(self, sd_mm: float | None = None) -> Json:
        measured = {} if sd_mm is None else {"measure": {"sd_mm": sd_mm}}
        return {"pieces": self.pieces, "ball": "EK20", "turn": "B", **measured}

    @pytest.mark.parametrize(
        ("sd_mm", "y_mm", "verdict"),
        [
            (None, -7.9, "in"),
            (None, -8.0, "in"),
            (None, -8.1, "out"),
            (0.9, -6.1, "in"),
            (0.9, -6.3, "close"),
            (0.9, -8.0, "close"),
            (0.9, -9.7, "close"),
            (0.9, -9.9, "out"),
            (3.0, -13.0, "close"),
            (3.0, -14.1, "out"),
        ],
    )
    def test_within_two_standard_deviations_people_are_asked(
        self, sd_mm: float | None, y_mm: float, verdict: str
    ) -> None:
        told = answer(self.start(sd_mm), "B8*", f"ball@(590.0,{y_mm})")
        types = [event["type"] for event in told["events"]]
        assert ("out" in types) == (verdict == "out")
        assert (told["pending"] is not None) == (verdict == "close")
        if told["pending"] is not None:
            assert (told["pending"]["for"], told["pending"]["type"]) == ("line", "choice")
            assert told["pending"]["left"]["over_mm"] == pytest.approx(-y_mm - 8.0, abs=0.006)
            assert told["pending"]["left"]["sd_mm"] == sd_mm

    def test_in_counts_to_the_nearest_square(self) -> None:
        end = after(self.start(0.9), "B8*", "ball@(590.0,-8.5)", "=in")
        assert (end["pieces"]["B10"], end["turn"], end["ball"]) == ("EK30", "B", [590.0, -8.5])

    def test_out_is_out(self) -> None:
        told = answer(self.start(0.9), "B8*", "ball@(590.0,-8.5)", "=out")
        assert told["events"][-2] == {"type": "out", "line": "touch", "spot": "EK30"}
        assert told["position"]["ball"] == "EK27"

    @pytest.mark.parametrize("word", ["=R3", "=keep", "B8*", "pass", "B10-EK28", "ball@(1,1)"])
    def test_nothing_else_answers(self, word: str) -> None:
        assert rule(self.start(0.9), "B8*", "ball@(590.0,-8.5)", word) == "choice.awaited"

    def test_a_goal_too_close_to_call(self) -> None:
        start = {**self.start(0.9), "ball": "EK20", "announced": True}
        told = answer(start, "B8*", "ball@(808.5,320.0)", "=out")
        assert told["events"][-2:] == [{"type": "goal", "team": "B"}, {"type": "kick_off", "team": "R"}]
        assert after(start, "B8*", "ball@(808.5,320.0)", "=in")["score"] == {"B": 0, "R": 0}

    def test_a_kick_that_does_not_count_puts_the_ball_back_after_the_question(self) -> None:
        end = after(self.start(0.9), "B8*", "touch:R7", "ball@(808.5,320.0)", "=out")
        assert (end["ball"], end["due"], end["turn"], end["score"]) == ("EK20", "kick", "B", {"B": 0, "R": 0})


class TestGoal:
    """Between the posts, announced beforehand."""

    start: ClassVar[Json] = {
        "pieces": {"B8": "EK16", "B9": "WD4", "R7": "EC5"},
        "ball": "EK16",
        "turn": "B",
        "passes": 3,
    }

    def test_an_announced_shot(self) -> None:
        told = answer(self.start, "B8!", "B8*", "ball@(850.0,320.0)")
        assert [event["type"] for event in told["events"]] == ["shot", "kick", "goal", "kick_off"]
        end = told["position"]
        assert (end["score"], end["turn"], end["restart"]) == ({"B": 1, "R": 0}, "R", "kick_off")
        assert (end["placing"], end["pieces"], end["ball"]) == (True, {}, [400.0, 300.0])
        assert (end["announced"], end["passes"], end["due"]) == (False, 0, "kick")

    def test_unannounced_it_does_not_count_and_the_kick_is_taken_again(self) -> None:
        told = answer(self.start, "B8*", "ball@(850.0,320.0)")
        assert told["events"][-1] == {"type": "foul", "rule": "shot.announced", "by": "B8", "team": "B"}
        assert told["position"] == after({**self.start})
        # Announced now, it counts.
        assert after(self.start, "B8*", "ball@(850.0,320.0)", "B8!", "B8*", "ball@(850.0,320.0)")["score"]["B"] == 1

    @pytest.mark.parametrize(
        ("y_mm", "goal"), [(219.0, False), (220.5, True), (379.5, True), (381.0, False), (45.0, False)]
    )
    def test_the_mouth_is_eight_squares_wide(self, y_mm: float, goal: bool) -> None:  # noqa: FBT001 - a table's column
        told = answer(self.start, "B8!", "B8*", f"ball@(850.0,{y_mm})")
        types = [event["type"] for event in told["events"]]
        assert ("goal" in types, "out" in types) == (goal, not goal)

    def test_an_announced_shot_that_misses_is_a_kick_like_any_other(self) -> None:
        end = after(self.start, "B8!", "B8*", "ball@(610.0,110.0)")
        assert (end["announced"], end["due"], end["turn"]) == (False, "move", "R")

    def test_into_the_own_goal_an_announced_ball_counts_for_the_other_side(self) -> None:
        own = {"pieces": {"B8": "WB16", "R7": "EC5"}, "ball": "WB16", "turn": "B"}
        assert after(own, "B8!", "B8*", "ball@(-30.0,300.0)")["score"] == {"B": 0, "R": 1}
        told = answer(own, "B8*", "ball@(-30.0,300.0)")
        assert told["events"][-1]["rule"] == "shot.announced"

    def test_a_match_to_a_number_of_goals_ends_with_the_last(self) -> None:
        told = answer(self.start, "B8!", "B8*", "ball@(850.0,320.0)", goals=1)
        assert told["events"][-1] == {"type": "full_time", "score": {"B": 1, "R": 0}, "winner": "B"}
        over = told["position"]
        for act in ("B8*", "R7*", "pass", "R7@EC5"):
            assert rule(over, act, goals=1) == "turn.side"


class TestKickOff:
    """After a goal and at the start: both set up freely, any figure of the side kicks from the middle."""

    start: ClassVar[Json] = {"restart": "kick_off", "turn": "B"}

    def test_both_sides_set_up_anywhere_in_any_order_and_again(self) -> None:
        acts = ["R7@WB3", "B9@WU15", "B2@EC4", "R7@EU16", "B1@WA15", "R1@EA15"]
        end = after(self.start, *acts)
        assert end["pieces"] == {"R7": "EU16", "B9": "WU15", "B2": "EC4"}
        assert (end["placing"], end["ball"]) == (True, [400.0, 300.0])
        told = ask(end, "B2*", "ball@(450.0,310.0)")
        assert told["position"]["placing"] is False
        assert told["position"]["restart"] is None
        assert (told["position"]["due"], told["position"]["last_kick"]) == ("move", "B2")

    @pytest.mark.parametrize(
        ("acts", "broken"),
        [
            (["B9@WU15", "B8@WU15"], "move.occupied"),
            (["B9@WU15", "R8@WU15"], "move.occupied"),
            (["B9@WQ15"], "move.field"),
            (["B9@WU31"], "move.field"),
            (["B9@WU15", "R9@EU15", "R9*"], "turn.side"),
            (["B9@WU15", "B8*"], "ball.holder"),
            (["B9@WU15", "B9-WU14"], "cycle.order"),
            (["ball@WH3"], "restart.spot"),
            (["ball@(10.0,10.0)"], "restart.spot"),
            (["ball@WQ3"], "move.field"),
            (["pass"], "cycle.order"),
        ],
    )
    def test_what_is_refused(self, acts: list[str], broken: str) -> None:
        assert rule(self.start, *acts) == broken

    @pytest.mark.parametrize("square", ["WU15", "WU16", "EU15", "EU16"])
    def test_the_ball_may_be_put_on_a_square_by_the_middle(self, square: str) -> None:
        assert after(self.start, f"ball@{square}")["ball"] == square

    def test_the_toss(self) -> None:
        start = {"turn": None, "pieces": {}}
        told = ask(start, "first")
        assert told["pending"]["for"] == "first"
        assert told["chances"] == {"kick_off": 1.0}
        told = ask(start, "first", rolls=[{"B": 3, "R": 3}, {"B": 2, "R": 5}])
        assert told["position"]["turn"] == "R"
        assert (told["position"]["restart"], told["position"]["placing"]) == ("kick_off", True)
        assert ask.rule(start, "B9@WU15") == "turn.side"
