"""What people put wrongly after dice that were read well is said, never taken for what other dice would have done."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.games import load_ruleset
from tests.engine.simulated import People, Tally, played_erring, read_people

SHIPPED = Path(__file__).parents[2] / "benchmarks" / "people.toml"
ACTS = 50
ERRORS = {
    "other faces": People(other_faces=1.0),
    "beside": People(beside=1.0),
    "forgotten": People(forgotten=1.0),
    "played on": People(played_on=1.0, put_right=1.0),
}


def made(tally: Tally, kind: str, *endings: str) -> int:
    return sum(tally.people[f"{kind}: {ending}"] for ending in endings)


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("game", ["regista", "very-much"])
def test_dice_are_not_overruled_by_an_error_and_it_is_said(game: str, kind: str) -> None:
    tally = Tally()
    for seed in range(3):
        played_erring(load_ruleset(game), random.Random(f"{game} {kind} {seed}"), ACTS, tally, ERRORS[kind])
    said = made(tally, kind, "said")
    if (game, kind) != ("very-much", "beside"):
        # Masume's dice send the ball to no space of their own: one of two pieces has it.
        assert said, tally.people
    assert made(tally, kind, "overruled", "passes unsaid") == 0, tally.errors


def test_people_who_never_err_are_not_counted() -> None:
    tally = Tally()
    played_erring(load_ruleset("regista"), random.Random("regista 0"), ACTS, tally, People())
    assert tally.acts
    assert not tally.people


def test_the_shares_of_the_benchmark_leave_most_throws_alone() -> None:
    people = read_people(SHIPPED)
    assert 0 < people.other_faces + people.beside + people.forgotten + people.played_on < 1
