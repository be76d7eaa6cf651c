"""Whole matches of random legal play: nothing breaks, and doing unchecked is doing the same."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.match import Roll
from engine.notation import format_action
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Action, Position
    from engine.ruleset import Ruleset

RULES = load_ruleset("regista")
OFFICIAL = load_ruleset("regista", options={"length": "official", "change_ends": True})
GAMES = int(os.environ.get("TOUCHLINE_RANDOM_GAMES", "60"))
"""Matches played; set the variable for a longer run."""


def thrown(position: Position, rng: random.Random) -> Roll:
    assert position.awaits is not None
    if position.awaits.dice == 1:
        return Roll(faces=(rng.randint(1, 6),))
    return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))


def awaits_dice(position: Position) -> bool:
    return position.awaits is not None and position.awaits.type == "roll"


def match(rules: Ruleset, rng: random.Random) -> Iterator[tuple[Position, Action | Roll, Ruling]]:
    """One match from the roll for the first turn to full time: position, what was done or thrown, ruling."""
    position = rules.read_position({"pieces": {}, "turn": None})
    while True:
        step: Action | Roll | None
        if awaits_dice(position):
            step = thrown(position, rng)
            verdict = rules.roll(position, step)
        else:
            step = rules.draw(position, rng)
            if step is None:
                return
            verdict = rules.apply(position, step)
        assert isinstance(verdict, Ruling)
        yield position, step, verdict
        position = verdict.position


@pytest.mark.parametrize("rules", [RULES, OFFICIAL], ids=["standard", "official"])
def test_random_matches_are_played_to_their_end(rules: Ruleset) -> None:
    halves, turns = (2, 30) if rules is OFFICIAL else (1, 15)
    for seed in range(GAMES):
        rulings = [ruling for _, _, ruling in match(rules, random.Random(seed))]
        events = [event.type for ruling in rulings for event in ruling.events]
        last = rulings[-1].position
        assert (turns, turns) == (last.turns_done.B, last.turns_done.R)
        assert events.count("full_time") == 1
        assert events.count("half_time") == halves - 1
        assert events.count("goal") == last.score.B + last.score.R


@pytest.mark.parametrize("seed", range(6))
def test_doing_an_action_unchecked_is_the_same_as_having_it_judged(seed: int) -> None:
    rng = random.Random(seed)
    for before, step, ruling in match(RULES, rng):
        if not isinstance(step, Roll):
            assert RULES.act(before, step) == ruling, format_action(step)


@pytest.mark.parametrize("seed", range(3))
def test_every_listed_action_can_be_done_unchecked(seed: int) -> None:
    rng = random.Random(100 + seed)
    steps = [before for before, _, _ in match(RULES, rng)]
    for before in rng.sample(steps, 12):
        listed = list(RULES.legal_actions(before))
        for action in rng.sample(listed, min(60, len(listed))):
            assert RULES.apply(before, action) == RULES.act(before, action), format_action(action)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_drawn_is_listed(seed: int) -> None:
    rng = random.Random(200 + seed)
    for before, step, _ in match(RULES, rng):
        if not isinstance(step, Roll) and rng.random() < 0.3:
            assert step in set(RULES.legal_actions(before)), format_action(step)


def test_random_matches_have_everything_that_a_match_has() -> None:
    events = {
        event.type
        for seed in range(60)
        for _, _, ruling in match(RULES, random.Random(seed))
        for event in ruling.events
    }
    assert events >= {"goal", "shot", "tackle", "pass", "dribble", "out", "throw_in", "goal_kick", "offside"}


def test_an_earlier_position_is_untouched_by_what_was_played_from_it() -> None:
    rng = random.Random(9)
    kept = []
    for before, _, _ in match(RULES, rng):
        kept.append((before, RULES.write_position(before)))
    for position, written in kept:
        assert RULES.write_position(position) == written


def test_every_action_of_a_position_is_drawn_sooner_or_later() -> None:
    pieces = {"B9": "G19", "B15": "C3", "R1": "H20", "R4": "G21"}
    position = RULES.read_position({"pieces": pieces, "ball": "G19"})
    rng = random.Random(1)
    drawn = {RULES.draw(position, rng) for _ in range(25_000)}
    assert drawn == set(RULES.legal_actions(position))
