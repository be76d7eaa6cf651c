"""How drawn dice are scored: what lies flat is to be read, what does not is to be named."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.board import shipped_board
from engine.observation import Observation, SeenDie, Unsure

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from bench_dice import Drawn, score

from tests.scenes import Die, SceneSpec, make_camera
from tests.scenes.wide_dice import STATES, DiceScene, State, dice_scene

PLACE = 200.0, 340.0
SPEC = SceneSpec(make_camera((640, 480)), shipped_board("regista-a2"), dice=(Die("B", 4, *PLACE),))
NAMED = Unsure("die", None, "a die is cocked", PLACE)
READ = SeenDie("B", 4, *PLACE, 0.98)


@pytest.mark.parametrize(
    ("state", "dice", "doubts", "outcome"),
    [
        ("lying", (READ,), (), "right"),
        ("lying", (replace(READ, value=3),), (), "wrong"),
        ("lying", (replace(READ, team=None),), (), "other team"),
        ("lying", (), (NAMED,), "unsure"),
        ("lying", (), (), "missed"),
        ("cocked", (), (NAMED,), "right"),
        ("cocked", (), (), "missed"),
        ("cocked", (READ,), (NAMED,), "wrong"),
    ],
)
def test_each_outcome_is_counted_once(
    state: State, dice: tuple[SeenDie, ...], doubts: tuple[Unsure, ...], outcome: str
) -> None:
    table = Drawn(DiceScene(SPEC, state), np.zeros((480, 640, 3), np.uint8))
    counts, claims = score(table, Observation(0.0, 0, dice=dice, unsure=doubts))
    assert {key: count for key, count in counts.items() if count} == {"n": 1, outcome: 1}
    assert [right for _, right in claims] == ([outcome in {"right", "other team"}] if dice else [])


def test_what_is_read_far_from_every_die_is_a_phantom() -> None:
    table = Drawn(DiceScene(SPEC, "lying"), np.zeros((480, 640, 3), np.uint8))
    counts, claims = score(table, Observation(0.0, 0, dice=(READ, replace(READ, x_mm=100.0))))
    assert (counts["right"], counts["phantom"]) == (1, 1)
    assert claims == [(0.98, True), (0.98, False)]


@pytest.mark.parametrize("state", STATES)
def test_each_state_is_drawn_as_it_is_called(state: State) -> None:
    scene = dice_scene(np.random.default_rng(8), state)
    first, *others = scene.spec.dice
    assert scene.state == state
    assert (first.lean_deg > 10) == (state == "cocked") or state == "rolling"
    assert any(die.foot_mm > 0 for die in others) == (state == "stacked")
    assert (scene.spec.hand is not None) == (state == "hand")
    assert (np.hypot(*scene.rolls_mm) > 3) == (state == "rolling")
    if state == "touching":
        gap = np.hypot(first.x_mm - others[0].x_mm, first.y_mm - others[0].y_mm)
        assert gap < 1.1 * (first.size_mm + others[0].size_mm) / 2
