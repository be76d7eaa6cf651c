"""How drawn dice are scored: what lies flat is to be read, what does not is to be named."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.board import shipped_board
from engine.observation import Observation, SeenDie, Unsure

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from bench_dice import Drawn, kinds_of, score

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
    scored = score(table, Observation(0.0, 0, dice=dice, unsure=doubts))
    assert {key: count for key, count in scored.counts.items() if count} == {"n": 1, outcome: 1}
    assert scored.outcomes == [(SPEC.dice[0], outcome)]
    assert [right for _, right in scored.claims] == ([outcome in {"right", "other team"}] if dice else [])


def test_what_is_read_far_from_every_die_is_a_phantom() -> None:
    table = Drawn(DiceScene(SPEC, "lying"), np.zeros((480, 640, 3), np.uint8))
    scored = score(table, Observation(0.0, 0, dice=(READ, replace(READ, x_mm=100.0))))
    assert (scored.counts["right"], scored.counts["phantom"]) == (1, 1)
    assert scored.claims == [(0.98, True), (0.98, False)]


@pytest.mark.parametrize(
    ("die", "kinds"),
    [
        (Die("B", 4, *PLACE), {"pips, in a team's colour", "pips, alone", "1 dice on the table"}),
        (Die(None, 4, *PLACE, body=(238, 240, 242)), {"pips, white", "pips, alone", "1 dice on the table"}),
        (Die(None, 2, *PLACE, body=(60, 150, 50), numerals=True), {"numerals, in another colour", "numerals, alone"}),
    ],
)
def test_a_die_is_counted_with_its_kinds(die: Die, kinds: set[str]) -> None:
    told = kinds_of(DiceScene(replace(SPEC, dice=(die,)), "lying"), die)
    assert kinds < set(told)
    # The camera of 640 pixels shows a die some 10 pixels wide, and a numeral half as high.
    assert any(kind.endswith("smaller") for kind in told) == die.numerals


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
