"""Where thrown dice lie: in a tray along the south side of the field, each side's in its own part."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

    from engine.match import Team
    from engine.observation import SeenDie
    from engine.ruleset import Ruleset

CLEAR_MM = 12.0
"""A thrown die lies farther than this from where one of its colour lay."""


def tray_mm(rules: Ruleset, team: Team | None, k: int) -> tuple[float, float]:
    """Round where a side's die number ``k`` lands."""
    return 100.0 + 60.0 * k + 200.0 * (team == "R"), rules.board.grid.field_size_mm[1] + 20.0


def landed(rules: Ruleset, rng: random.Random, die: SeenDie, k: int, lay: Iterable[SeenDie]) -> SeenDie:
    """A thrown die somewhere in the tray, away from where one of its colour lay: else nobody saw a throw."""
    tray_x_mm, tray_y_mm = tray_mm(rules, die.team, k)
    while True:
        x_mm, y_mm = tray_x_mm + rng.uniform(-45.0, 45.0), tray_y_mm + rng.uniform(0.0, 90.0)
        if all(math.dist((x_mm, y_mm), (old.x_mm, old.y_mm)) > CLEAR_MM for old in lay):
            return replace(die, x_mm=x_mm, y_mm=y_mm)


def thrown(
    rules: Ruleset, rng: random.Random, dice: Iterable[SeenDie], team: Team, faces: Sequence[int]
) -> tuple[SeenDie, ...]:
    """All dice once a side has thrown as many of its own as there are faces: those lie at the end."""
    own = [die for die in dice if die.team == team]
    fresh = [
        landed(rules, rng, replace(die, value=face), k, own)
        for k, (die, face) in enumerate(zip(own, faces, strict=False))
    ]
    return (*(die for die in dice if die.team != team), *own[len(fresh) :], *fresh)
