"""Whatever two sides play at Masume, by hand and sometimes against the rules, the referee tells it right or asks."""

from __future__ import annotations

import random

import pytest

from engine.games import load_ruleset
from tests.engine.simulated import Tally, played

RULES = load_ruleset("very-much")
ACTS = 50


@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_made_up_and_every_fault_is_named_by_its_rule(seed: int) -> None:
    rng, tally = random.Random(seed), Tally()
    played(RULES, rng, ACTS, tally)
    assert tally.acts
    assert (tally.wrong, tally.accused, tally.missed) == (0, 0, 0), tally.notes
    assert (tally.named, tally.other_rule, tally.believed) == (tally.faults, 0, 0), tally.notes
    # Asked is what no table tells: which of two pieces charged, a lob or a grounder that end differently.
    assert tally.asked <= max(2, tally.acts // 10), tally.notes


@pytest.mark.parametrize(("game", "seed"), [("regista", 0), ("very-much", 2), ("soccer-fun", 2), ("soccer-chess", 1)])
def test_after_a_goal_both_sides_line_up_and_the_match_goes_on(game: str, seed: int) -> None:
    tally = Tally()
    played(load_ruleset(game), random.Random(f"{game} {seed}"), ACTS, tally)
    assert tally.line_ups
    assert (tally.line_ups_astray, tally.missed, tally.accused) == (0, 0, 0), tally.notes
