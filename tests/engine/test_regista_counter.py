"""The counter of Regista: three minutes when both sides have finished a turn, two moves a turn."""

import pytest

from engine.games import load_ruleset

PIECES = {"B1": "H2", "B9": "H11", "R1": "H21", "R9": "H14"}


@pytest.mark.parametrize(
    ("length", "done", "counted"),
    [
        ("standard", {"B": 0, "R": 0}, (1, 15, 0)),
        ("standard", {"B": 1, "R": 0}, (1, 15, 0)),
        ("standard", {"B": 1, "R": 1}, (2, 15, 3)),
        ("standard", {"B": 5, "R": 4}, (5, 15, 12)),
        ("standard", {"B": 15, "R": 15}, (15, 15, 45)),
        ("official", {"B": 15, "R": 15}, (16, 30, 45)),
        ("official", {"B": 30, "R": 30}, (30, 30, 90)),
    ],
)
def test_turns_and_minutes(length: str, done: dict[str, int], counted: tuple[int, int, int]) -> None:
    rules = load_ruleset("regista", options={"length": length})
    count = rules.counter(rules.read_position({"pieces": PIECES, "ball": "H11", "turn": "B", "turns_done": done}))
    assert (count.turn, count.turns, count.minutes) == counted


@pytest.mark.parametrize("moved", [[], ["B9"], ["B9", "B1"]])
def test_moves_of_the_turn(moved: list[str]) -> None:
    rules = load_ruleset("regista")
    count = rules.counter(rules.read_position({"pieces": PIECES, "ball": "H11", "turn": "B", "moved": moved}))
    assert (count.moves_made, count.moves_allowed) == (len(moved), 2)
