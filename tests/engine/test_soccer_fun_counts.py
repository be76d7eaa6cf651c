"""Soccer Fun's ways to play a turn counted, every fall of the dice, and against a second reading of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.chance import every_roll
from engine.game_reader import read_game
from engine.game_text import write_game
from engine.match import Roll
from engine.notation import DIRECTIONS
from engine.ruleset import ruled
from tests.engine.fun import RULES
from tests.engine.fun_reference import ends

if TYPE_CHECKING:
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Position

DATA = Path(__file__).parents[1] / "data"

POSITIONS = {
    # Two figures with the whole field before them, the ball far off.
    "alone": "9C5/6L16 C5 R 0-0 1-0",
    # A crowd round a free ball: come upon from many sides.
    "crowd": "4L14,5K14,9M13/6L16,7K16,8N15 L15 R 0-0 1-0",
    # In the corner of the ring, hemmed in.
    "corner": "1Z1,2A2,3B1/6Z0,7A1 H12 R 0-0 1-0",
    # Before the goal, whose squares bar the way.
    "goal": "1G2,3H2/6H4,7F3 K9 R 0-0 1-0",
    # In possession: the ball goes eight ways, and may be deflected.
    "held": "4L14,9C5/6L16,7N14 L16 R 0-0 1-0",
}

COUNTS = {"alone": 34_989, "crowd": 93_548, "corner": 15_638, "goal": 63_645, "held": 2_064}


def turns(position: Position) -> int:
    """Ways to play a turn up to where the ball or the figure stops or is deflected, every fall of the dice counted."""
    count = 0
    for declared in RULES.legal_actions(position):
        waiting = RULES.apply(position, declared).position
        assert waiting.awaits is not None
        rolled = [ruled(RULES.roll(waiting, roll)).position for roll in every_roll(waiting.awaits)]
        falls = Counter(RULES.format_position(after) for after in rolled)
        count += sum(n * sum(1 for _ in RULES.legal_actions(RULES.parse_position(line))) for line, n in falls.items())
    return count


def by_reference(position: SoccerFunPosition) -> int:
    """The same, counted by the second reading."""
    holder = position.holder
    if holder is not None and holder[0] == position.turn:
        return len(DIRECTIONS) * (6 + 6**2 + 6**3)
    sums = Counter(sum(faces) for dice in (1, 2, 3) for faces in product(range(1, 7), repeat=dice))
    figures = position.side_pieces(position.side)
    return sum(n * len(ends(position, figure, total)) for figure in figures for total, n in sums.items())


@pytest.mark.parametrize("name", POSITIONS)
def test_counts_stand_as_they_were_counted_twice(name: str) -> None:
    position = RULES.parse_position(POSITIONS[name])
    assert turns(position) == COUNTS[name]
    assert by_reference(position) == COUNTS[name]


def test_a_played_match_has_its_number_of_legal_actions_at_each_step() -> None:
    """Each act's comment tells how many were legal when it was done; where a figure goes both readings count them."""
    text = (DATA / "soccer_fun_match.txt").read_text(encoding="utf-8")
    game = read_game(text)
    before, counted = game.start, 0
    for step in game.steps:
        if not isinstance(step.done, Roll):
            assert sum(1 for _ in RULES.legal_actions(before)) == int(step.comment)
            if step.done.kind == "move":
                here = RULES.parse_position(RULES.format_position(before))
                assert here.declared is not None
                assert here.declared.sum is not None
                assert len(ends(here, here.declared.by, here.declared.sum)) == int(step.comment)
                counted += 1
        before = step.ruling.position
    assert counted > 5
    assert write_game(game) == text
