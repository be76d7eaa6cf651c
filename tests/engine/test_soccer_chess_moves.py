"""Move rounds by the cards, the order of the cycle, lifted figures and steals; every case for both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from tests.engine.soccer_chess import after, answer, ask, rule

if TYPE_CHECKING:
    from tests.engine.asking import Json

DUE: Json = {
    "pieces": {"B8": "WN20", "B10": "WS22", "B6": "WH8", "B5": "WH10", "R3": "EN9", "R7": "ES2"},
    "ball": [350.0, 430.0],
    "turn": "B",
    "due": "move",
    "last_kick": "B8",
}
REDS: Json = {**DUE, "turn": "R"}


@pytest.mark.parametrize(
    ("acts", "broken"),
    [
        # The holder's side: red 4 without the ball, green 3 with it.
        (["B6-WJ10"], None),
        (["B6-WH4"], None),
        (["B6-WH3"], "move.range"),
        (["B6-WM8"], "move.range"),
        (["B6-WJ11"], "move.range"),
        (["B10~WT24"], None),
        (["B10~WS25"], None),
        (["B10~WS26"], "move.range"),
        (["B10~WU24"], "move.range"),
        # Over the halfway line: WU22 is beside EU9.
        (["B10~EU9"], None),
        (["B10~EU8"], "move.range"),
        # A diagonal target is fine, a spelled diagonal step is not.
        (["B6-WI9"], None),
        (["B6-WI8-WI9"], None),
        (["B6-WI9-WI10"], "move.diagonal"),
        (["B6-WI8-WJ9"], "move.diagonal"),
        (["B10~WT23~WT24"], "move.diagonal"),
        (["B6-WI8-WK8"], None),
        (["B6-WI8-WI12"], "move.range"),
        # Free squares only.
        (["B6-WH10"], "move.occupied"),
        (["B6-WH9-WH10-WH11"], "move.occupied"),
        (["B6-WH11"], "move.range"),
        (["B5-WH8"], "move.occupied"),
        (["B6-WH8"], "move.range"),
        (["B6-WI8-WH8"], "move.range"),
        # Squares that the board does not have, figures that are not on it.
        (["B6-WQ8"], "move.field"),
        (["B6-WH31"], "move.field"),
        (["B6-WH0"], "move.field"),
        (["B6-H9"], "move.field"),
        (["B9-WH9"], "move.field"),
        (["B1-WA15"], "move.field"),
        # The holder.
        (["B10-WS23"], "move.leaves_ball"),
        (["B10~WS23-WS24"], "move.leaves_ball"),
        (["B6~WH9"], "ball.holder"),
        (["B6-WH9~WI9"], "ball.holder"),
        # The side.
        (["R3-EN8"], "turn.side"),
        (["B6-WH9", "B5-WH11"], "turn.side"),
        (["pass", "B6-WH9"], "turn.side"),
        # The other side: blue 5, any figure.
        (["pass", "R3-EN14"], None),
        (["pass", "R3-EN15"], "move.range"),
        (["pass", "R3-EP12"], None),
        (["pass", "R3~EN10"], "ball.holder"),
        # The order of the cycle.
        (["pass", "pass", "B6-WH9"], "cycle.order"),
        (["pass", "pass", "pass"], "cycle.order"),
        (["pass", "pass", "R3-EN8"], "turn.side"),
        (["pass", "pass", "B10*"], None),
        (["pass", "B10*"], "turn.side"),
        (["B10*"], "cycle.order"),
        # Of several faults the first in the rules' order: side, holder, how often, form, range, way.
        (["R3~WQ99"], "turn.side"),
        (["B10-WS40"], "move.leaves_ball"),
        (["pass", "pass", "B10-WS23"], "move.leaves_ball"),
        (["pass", "pass", "B6~WH9"], "ball.holder"),
        (["B6-WI9-WI20"], "move.diagonal"),
        (["B6-WI8-WI20-WH10"], "move.range"),
        (["B9xR7"], "option.off"),
        (["R3xB10"], "turn.side"),
    ],
)
def test_moves(acts: list[str], broken: str | None) -> None:
    assert rule(DUE, *acts) == broken


def test_a_way_round_others_counts_its_steps() -> None:
    walled = {**DUE, "pieces": {"B10": "WS22", "B6": "WH8", "B5": "WH9", "B4": "WG9", "R3": "EN9"}}
    # Straight on it is 2, round B5 and its neighbour it is 4.
    told = answer(walled, "B6-WH10")
    assert told["events"][0]["path"] == ["WI8", "WI9", "WI10", "WH10"]
    assert rule({**walled, "roster": {"B6": {"red": 3}}}, "B6-WH10") == "move.range"
    shut = {**walled, "pieces": {**walled["pieces"], "B2": "WI8", "B3": "WG8", "R4": "WH7"}}
    assert rule(shut, "B6-WH10") == "move.range"


def test_a_move_says_where_from_where_to_and_how() -> None:
    told = answer(DUE, "B6-WH9-WI9")
    way = {"from": "WH8", "to": "WI9", "path": ["WH9", "WI9"]}
    assert told["events"] == [{"type": "move", "by": "B6", **way, "called": "H-8"}]
    assert told["position"]["pieces"]["B6"] == "WI9"
    assert (told["position"]["turn"], told["position"]["ball"]) == ("R", [350.0, 430.0])


def test_a_dribble_takes_the_ball_along() -> None:
    told = answer(DUE, "B10~WT22")
    assert told["events"][0]["type"] == "dribble"
    end = told["position"]
    assert (end["ball"], end["pieces"]["B10"], end["dribbled"], end["turn"]) == ("WT22", "WT22", True, "R")


def test_the_cards_say_how_far() -> None:
    cards = {"B6": {"red": 6}, "B10": {"green": 1}, "R3": {"blue": 0}}
    start = {**DUE, "roster": cards}
    assert rule(start, "B6-WH2") is None
    assert rule(start, "B6-WH1") == "move.range"
    assert rule(start, "B10~WS23") is None
    assert rule(start, "B10~WS24") == "move.range"
    assert rule(start, "pass", "R3-EN8") == "move.range"
    assert rule(start, "pass", "R7-ES7") is None


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_after_the_agreed_rounds_the_holders_side_kicks(rounds: int) -> None:
    for number in range(1, rounds + 1):
        acts = ["pass"] * (2 * (number - 1))
        begun = after(DUE, *acts, rounds=rounds)
        assert (begun["turn"], begun["due"], begun["round"]) == ("B", "move", number)
        half = after(DUE, *acts, "pass", rounds=rounds)
        assert (half["turn"], half["due"], half["round"]) == ("R", "move", number)
    end = after(DUE, *["pass"] * (2 * rounds), rounds=rounds)
    assert (end["turn"], end["due"], end["round"]) == ("B", "kick", 1)


def test_a_turn_that_is_ended_is_a_move_that_is_passed() -> None:
    assert after(DUE, "end") == after(DUE, "pass")


def test_rounds_may_be_changed_during_the_match() -> None:
    more = {**DUE, "rounds": 2}
    assert after(more, "pass", "pass")["due"] == "move"
    assert after(more, *["pass"] * 4)["due"] == "kick"
    assert after(more, *["pass"] * 4)["rounds"] == 2


def test_the_holder_dribbles_once_between_two_kicks() -> None:
    acts = ["B10~WT22", "pass"]
    assert rule(DUE, *acts, "B10~WU22", rounds=2) == "dribble.once"
    # Also where a kick is due: how often comes before the order.
    assert rule(DUE, *acts, "B10~WU22", rounds=1) == "dribble.once"
    assert rule(DUE, *acts, "B6-WH9", rounds=2) is None
    # After another kick whoever has the ball may dribble, the same figure too.
    kicked = [*acts, "pass", "pass", "B10*", "ball@(350.0,390.0)"]
    assert after(DUE, *kicked, rounds=2)["dribbled"] is False
    assert rule(DUE, *kicked, "B8~WS19", rounds=2) is None
    back = [*kicked, *["pass"] * 4, "B8*", "ball@(350.0,430.0)", "B10~WT22"]
    assert rule(DUE, *back, rounds=2) is None


@pytest.mark.parametrize(
    ("acts", "broken"),
    [
        (["lift:B6", "B6-WH9"], None),
        (["lift:B6", "B5-WH11"], "move.touched"),
        (["lift:B6", "B10~WS23"], "move.touched"),
        (["lift:B6", "lift:B5"], "move.touched"),
        (["lift:B6", "lift:B6"], "move.touched"),
        (["lift:B6", "pass"], "move.touched"),
        (["lift:B6", "B6-WH9", "R3-EN8"], None),
        (["lift:R3"], "turn.side"),
        (["lift:B9"], "move.field"),
        (["lift:B1"], "move.field"),
        (["pass", "lift:R7", "R3-EN8"], "move.touched"),
        (["pass", "pass", "lift:B10", "B10*"], None),
        (["pass", "pass", "lift:B6"], "ball.holder"),
        # The side comes before the figure that was lifted.
        (["lift:B6", "R3-EN8"], "turn.side"),
    ],
)
def test_touched_is_moved(acts: list[str], broken: str | None) -> None:
    assert rule(DUE, *acts) == broken


def test_a_lifted_figures_square_is_called() -> None:
    told = answer(DUE, "lift:B6")
    assert told["events"] == [{"type": "lift", "by": "B6", "at": "WH8", "called": "H-8"}]
    assert told["position"] == {**after(DUE), "lifted": "B6"}


def test_a_lifted_figure_that_cannot_move_may_be_put_back() -> None:
    dribbled = {**DUE, "dribbled": True}
    assert rule(dribbled, "lift:B10", "pass") is None
    stuck = {**DUE, "roster": {"B6": {"red": 0}}}
    assert rule(stuck, "lift:B6", "pass") is None


class TestSteal:
    """Optional: a figure of the side without the ball that can reach the holder's square may try to take it."""

    #  B7 has the ball on WM15 with 85; R5 stands three straight steps away.
    start: ClassVar[Json] = {
        "pieces": {"B7": "WM15", "B2": "WC3", "R5": "WO16", "R6": "EN3"},
        "ball": "WM15",
        "turn": "R",
        "due": "move",
        "last_kick": "B2",
        "passes": 2,
        "roster": {"R5": {"skill": 80, "blue": 5}, "B7": {"skill": 85}},
    }

    def skilled(self, own: int, theirs: int, blue: int = 5) -> Json:
        return {**self.start, "roster": {"R5": {"skill": own, "blue": blue}, "B7": {"skill": theirs}}}

    @pytest.mark.parametrize(
        ("own", "theirs", "blue", "total", "won"),
        [
            # The rulebook's example: positioning 5, reached in 3, skill 80 counts as 86.
            (80, 85, 5, 86, True),
            (80, 86, 5, 86, False),
            (80, 87, 5, 86, False),
            (80, 81, 3, 80, False),
            # Only a lower skill gets the units left over.
            (85, 85, 5, 85, False),
            (86, 85, 5, 86, True),
            (90, 85, 9, 90, True),
        ],
    )
    def test_skill_decides(self, own: int, theirs: int, blue: int, total: int, won: bool) -> None:  # noqa: FBT001 - a table's column
        told = answer(self.skilled(own, theirs, blue), "R5xB7", steal=True)
        assert told["events"][0] == {
            "type": "tackle", "by": "R5", "on": "B7", "totals": {"R": total, "B": theirs}, "won": won,
        }  # fmt: skip
        assert (told["pending"] is not None) == won
        if not won:
            # The move is done again.
            assert told["position"] == after(self.skilled(own, theirs, blue))

    def test_the_thief_chooses_a_square_and_moves_on_as_the_holder(self) -> None:
        told = answer(self.start, "R5xB7", "R5@WN16", steal=True)
        assert [event["type"] for event in told["events"]] == ["tackle", "placement", "possession"]
        end = told["position"]
        assert (end["pieces"]["R5"], end["ball"], end["turn"], end["due"], end["passes"]) == (
            "WN16", "WN16", "R", "move", 0,
        )  # fmt: skip
        moved = after(end, "R5~WN19", steal=True)
        assert (moved["ball"], moved["turn"], moved["due"], moved["dribbled"]) == ("WN19", "R", "kick", True)
        assert rule(end, "R5~WN20", steal=True) == "move.range"
        assert rule(end, "R5-WN17", steal=True) == "move.leaves_ball"
        assert rule(end, "R6-EN4", steal=True) == "move.touched"
        assert rule(end, "B7-WM14", steal=True) == "turn.side"
        assert after(end, "pass", steal=True)["due"] == "kick"

    def test_with_rounds_left_the_thiefs_side_begins_the_next(self) -> None:
        end = after(self.start, "R5xB7", "R5@WN16", "R5~WN17", steal=True, rounds=2)
        assert (end["turn"], end["due"], end["round"], end["stole"], end["lifted"]) == ("R", "move", 2, False, None)
        assert rule(end, "R5~WN18", steal=True, rounds=2) == "dribble.once"
        # The robbed side may take it back; whoever has the ball then may dribble.
        back = after(end, "R6-EN4", "B7xR5", "B7@WN18", steal=True, rounds=2)
        assert (back["turn"], back["dribbled"]) == ("B", False)

    @pytest.mark.parametrize(
        ("acts", "broken"),
        [
            (["R5xB2"], "ball.holder"),
            (["R6xB7"], "move.range"),
            (["B2xB7"], "turn.side"),
            (["R9xB7"], "move.field"),
            (["R1xB7"], "move.field"),
            (["lift:R6", "R5xB7"], "move.touched"),
            (["lift:R5", "R5xB7"], None),
            (["pass", "R5xB7"], "turn.side"),
            (["R5xB7", "R5@WM16"], None),
            (["R5xB7", "R5@WL14"], None),
            (["R5xB7", "R5@WM17"], "move.range"),
            (["R5xB7", "R5@WM15"], "move.occupied"),
            (["R5xB7", "R5@WQ15"], "move.field"),
            (["R5xB7", "R6@WM16"], "choice.awaited"),
            (["R5xB7", "R5~WN16"], "choice.awaited"),
            (["R5xB7", "pass"], "choice.awaited"),
        ],
    )
    def test_what_is_refused(self, acts: list[str], broken: str | None) -> None:
        assert rule(self.start, *acts, steal=True) == broken

    def test_it_is_off_unless_agreed(self) -> None:
        assert rule(self.start, "R5xB7") == "option.off"
        assert rule({**self.start, "turn": "B"}, "R5xB7") == "turn.side"

    def test_when_a_kick_is_due_nobody_steals(self) -> None:
        kick = {**self.start, "turn": "B", "due": "kick"}
        assert rule(kick, "B2xB7", steal=True) == "ball.holder"
        assert rule({**kick, "ball": "WO16", "turn": "R"}, "R6xR5", steal=True) == "ball.holder"

    def test_the_way_to_the_holder_leads_through_free_squares(self) -> None:
        walled = {"B7": "WM15", "R5": "WO15", "B3": "WN15", "B4": "WN14", "B6": "WN16"}
        start = {**self.start, "pieces": walled}
        # Straight on it is 2 steps, round the wall 2 + 2 * 2 = 6.
        assert rule(start, "R5xB7", steal=True) == "move.range"
        further = {**start, "roster": {"R5": {"skill": 80, "blue": 6}, "B7": {"skill": 79}}}
        assert rule(further, "R5xB7", steal=True) is None


def test_everything_takes_its_plain_default() -> None:
    kept: dict[str, Any] = ask({"pieces": {"B8": "WN20"}, "ball": "WN20"})["position"]
    assert kept == {
        "pieces": {"B8": "WN20"}, "ball": "WN20", "turn": "B", "score": {"B": 0, "R": 0},
        "turns_done": {"B": 0, "R": 0}, "restart": None, "spot": None, "placing": False, "due": "kick", "round": 1,
        "rounds": None, "dribbled": False, "last_kick": None, "announced": False, "passes": 0,
        "corners": {"B": 0, "R": 0}, "roster": {}, "measure": {"sd_mm": 0.0}, "lifted": None, "stole": False,
        "awaits": None,
    }  # fmt: skip
