"""The counter of Regista: three minutes when both sides have finished a turn, two moves a turn."""

import pytest

from engine.games import load_ruleset

PIECES = {"B1": "H2", "B9": "H11", "R1": "H21", "R9": "H14"}


@pytest.mark.parametrize(
    ("length", "blue", "red", "turn", "turns", "minutes"),
    [
        ("standard", 0, 0, 1, 15, 0),
        ("standard", 1, 0, 1, 15, 0),
        ("standard", 1, 1, 2, 15, 3),
        ("standard", 5, 4, 5, 15, 12),
        ("standard", 15, 15, 15, 15, 45),
        ("official", 15, 15, 16, 30, 45),
        ("official", 30, 30, 30, 30, 90),
    ],
)
def test_turns_and_minutes(length: str, blue: int, red: int, turn: int, turns: int, minutes: int) -> None:
    rules = load_ruleset("regista", options={"length": length})
    done = {"B": blue, "R": red}
    count = rules.counter(rules.read_position({"pieces": PIECES, "ball": "H11", "turn": "B", "turns_done": done}))
    assert (count.turn, count.turns, count.minutes) == (turn, turns, minutes)


@pytest.mark.parametrize("moved", [[], ["B9"], ["B9", "B1"]])
def test_moves_of_the_turn(moved: list[str]) -> None:
    rules = load_ruleset("regista")
    count = rules.counter(rules.read_position({"pieces": PIECES, "ball": "H11", "turn": "B", "moved": moved}))
    assert (count.moves_made, count.moves_allowed) == (len(moved), 2)
