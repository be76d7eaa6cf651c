"""While the ball is not seen, what it decides is not told yet; the rest is told at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from engine.games import load_ruleset
from engine.inference import Table
from engine.observation import SeenDie
from engine.record.records import Acted, Ruled, Undone
from engine.record.replay import Match
from engine.referee import Referee, step, take_up
from tests.engine.simulated import look_at_table

RULES = load_ruleset("regista")
FREE = {"pieces": {"B2": "C4", "B9": "H9", "R5": "O3"}, "ball": "H10", "turn": "B"}
HELD = {**FREE, "ball": "H9"}
DICE = (SeenDie("B", 3, 100.0, 320.0, 0.98), SeenDie("R", 5, 300.0, 320.0, 0.98))
THROWN = (replace(DICE[0], x_mm=150.0), DICE[1])


@dataclass
class Watched:
    """A match from a position, looked at twice a second."""

    start: dict[str, object]
    referee: Referee = field(init=False)
    told: list[str] = field(default_factory=list)
    t: float = 0.0

    def __post_init__(self) -> None:
        self.referee = take_up(Match(RULES.read_position(self.start)))
        self.look(2)

    def look(self, looks: int, ball: str | None = "", dice: tuple[SeenDie, ...] = DICE, **moved: str) -> Watched:
        """Look so often at the table with pieces elsewhere; ``ball`` is None if it is not seen."""
        position = RULES.read_position(self.start)
        lies = position.ball_space if ball == "" else ball
        seen = look_at_table(RULES, Table({**position.pieces, **moved}, lies), dice)
        for _ in range(looks):
            self.t += 0.5
            outcome = step(RULES, self.referee, replace(seen, t=self.t))
            self.referee = outcome.referee
            for record in outcome.records:
                if isinstance(record, Acted):
                    self.told.append(record.notation)
                elif isinstance(record, Undone) or (isinstance(record, Ruled) and record.verdict != "legal"):
                    self.told.append(f"{type(record).__name__} {record.notation}")
        return self


@pytest.mark.parametrize(("ball", "told"), [("H11", "B9-H10~H11"), ("H10", "B9-H11")])
def test_whoever_may_have_taken_the_ball_along_is_told_of_once_it_is_seen(ball: str, told: str) -> None:
    watched = Watched(FREE).look(5, None, B9="H11")
    assert watched.told == []
    assert watched.look(3, ball, B9="H11").told == [told]


def test_a_piece_that_cannot_have_the_ball_is_told_of_at_once() -> None:
    assert Watched(FREE).look(1, None, B2="C5").told == ["B2-C5"]
    assert Watched(HELD).look(1, None, B9="H11").told == ["B9~H11"]


def test_nobody_is_accused_at_once_while_dice_may_have_sent_a_ball_somewhere_that_is_not_seen() -> None:
    assert Watched(HELD).look(5, None, THROWN, B2="C11").told == []
    assert Watched(HELD).look(5, None, B2="C11").told == ["Ruled B2-C11"]
