"""What nobody can tell by the table is counted apart from what a referee only has to wait for."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games import load_ruleset
from engine.inference import Table
from engine.inference.story import by_hand
from engine.match import Roll
from engine.notation import parse_action
from tests.engine.simulated import Tally, look_at_table, read_tallies, write_tallies
from tests.engine.simulated.unknowable import Done, only_a_human_knows

FIELD = {"B1": "H2", "B3": "A3", "B9": "H19", "R1": "H21", "R2": "H20", "R5": "O3"}


def told(game: str, act: str, roll: Roll, read: tuple[int | None, ...]) -> bool:
    """Whether only a human knows what became of an act of Blue's that was decided by these dice, read like this."""
    rules = load_ruleset(game)
    action = parse_action(act)
    ball = FIELD[action.other or action.piece or ""]
    position = rules.read_position({"pieces": FIELD, "ball": ball, "turn": "B"})
    asked = rules.act(position, action)
    assert asked
    lies = by_hand(position, Table.of(position), action)
    ruled = rules.roll(asked.position, roll)
    assert ruled
    put = Table.of(ruled.position)
    before, after = ((look_at_table(rules, table, ()),) for table in (lies, put))
    done = (Done(action, lies, looks=before), Done(roll, lies, read, before, put, after))
    return only_a_human_knows(rules, position, done, ruled.position)


@pytest.mark.parametrize(
    ("game", "act", "roll", "read", "unknowable"),
    [
        # The ball lies with the tackler, or stays: the table shows who won; a tie would be thrown again.
        ("regista", "B9xR2", Roll(duel=(6, 1)), (None, 1), False),
        ("regista", "B9xR2", Roll(duel=(1, 6)), (1, None), False),
        # Blue's 5 was read as a 2: the ball lies with the tackler all the same, as no tackle that was lost has it.
        ("regista", "B9xR2", Roll(duel=(5, 3)), (2, 3), False),
        # Each face sends the ball elsewhere.
        ("regista", "B3>A8", Roll(faces=(1,)), (None,), False),
        # A lob and a grounder west with a 2 end on the same square beside the line, of which the lob alone is out.
        ("very-much", "B3>W", Roll(faces=(2,)), (2,), True),
        ("very-much", "B3^W", Roll(faces=(2,)), (2,), True),
        ("very-much", "B3>W", Roll(faces=(1,)), (1,), False),
    ],
)
def test_what_the_table_shows_is_not_for_humans_only(
    game: str, act: str, roll: Roll, read: tuple[int | None, ...], *, unknowable: bool
) -> None:
    assert told(game, act, roll, read) is unknowable


def test_counts_are_the_same_when_they_were_written_down_and_added_up() -> None:
    one, two = (Tally(acts=n, slowest=[0.5 * n], notes=Counter({"late": n})) for n in (2, 3))
    both = read_tallies(write_tallies({"regista": one}))["regista"]
    both.add(two)
    assert (both.acts, both.slowest, both.notes["late"]) == (5, [1.0, 1.5], 5)
