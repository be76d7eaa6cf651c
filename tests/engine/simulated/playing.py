"""Matches from the middle of play, everybody anywhere; after a goal both sides line up and go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import TEAMS
from tests.engine.every_game import EVERY
from tests.engine.simulated.looks import BALL_SD_MM
from tests.engine.simulated.match import Simulated
from tests.engine.simulated.noise import NONE, Noise
from tests.engine.simulated.people import Erring

if TYPE_CHECKING:
    import random

    from engine.match import Position
    from engine.ruleset import Ruleset
    from tests.engine.simulated.people import People
    from tests.engine.simulated.tally import Tally


def played(
    rules: Ruleset, rng: random.Random, acts: int, tally: Tally, noise: Noise = NONE, *, meddling: bool = False
) -> None:
    """One match, played honestly but for an act against the rules now and then."""
    tally.matches += 1
    Simulated(rules, rng, _beginning(rules, rng), tally, noise, meddling).play(acts)


def played_erring(  # noqa: PLR0917 - as ``played``
    rules: Ruleset, rng: random.Random, acts: int, tally: Tally, people: People, noise: Noise = NONE
) -> None:
    """One match of people who err as well once dice have been thrown."""
    tally.matches += 1
    Erring(rules, rng, _beginning(rules, rng), tally, noise, meddling=False, people=people).play(acts)


def _beginning(rules: Ruleset, rng: random.Random) -> Position:
    if rules.game == "soccer-chess":
        raw = EVERY["soccer-chess"].crowded(rng)
        return rules.read_position({**rules.write_position(raw), "measure": {"sd_mm": BALL_SD_MM}})
    spaces = rng.sample(rules.board.grid.field_spaces, 22)
    names = [f"{team}{number}" for team in TEAMS for number in range(1, 12)]
    return rules.read_position(
        {"pieces": dict(zip(names, spaces, strict=True)), "ball": rng.choice(spaces), "turn": rng.choice(TEAMS)}
    )
