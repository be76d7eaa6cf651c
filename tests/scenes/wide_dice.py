"""Dice of many makes beside the board: lying, touching, leaning, on each other, half under a hand, still rolling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from tests.scenes.draw import draw_scene
from tests.scenes.spec import Die, Hand
from tests.scenes.views import in_picture
from tests.scenes.wide import beside_the_field, wide_scene

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from tests.scenes.spec import Colour, SceneSpec

State = Literal["lying", "touching", "cocked", "stacked", "hand", "rolling"]
STATES: tuple[State, ...] = ("lying", "touching", "cocked", "stacked", "hand", "rolling")
SHARES = (0.4, 0.2, 0.14, 0.08, 0.1, 0.08)
"""How often each is drawn."""

WHITE, BLACK = (238, 240, 242), (28, 28, 30)
LOOKS: tuple[tuple[Colour, Colour], ...] = (
    (WHITE, BLACK),
    (BLACK, WHITE),
    (WHITE, (40, 30, 190)),
    ((60, 150, 50), WHITE),
    ((30, 190, 235), BLACK),
    ((30, 120, 240), WHITE),
    ((150, 50, 120), WHITE),
    ((190, 160, 60), BLACK),
    ((150, 220, 240), (120, 40, 20)),
    ((120, 124, 128), WHITE),
)
"""Body and pips of dice that are neither team's."""
_STREAK_STEPS = 6


@dataclass(frozen=True)
class DiceScene:
    """A table with dice, all of one state."""

    spec: SceneSpec
    state: State
    rolls_mm: tuple[float, float] = (0.0, 0.0)
    """How far the dice move while the picture is taken, east and south."""

    @property
    def readable(self) -> bool:
        """Whether their faces are to be read."""
        return self.state in {"lying", "touching"}


def dice_scene(rng: Generator, state: State | None = None) -> DiceScene:
    """Draw one from a generator, of a given or of any state."""
    chosen = state or STATES[int(rng.choice(len(STATES), p=SHARES))]
    while True:
        spec = wide_scene(rng, extras=()).spec
        place = _free_place(rng, spec)
        if place is not None:
            return _happening(rng, replace(spec, dice=()), chosen, place)


def picture_of(scene: DiceScene, rng: Generator) -> NDArray[np.uint8]:
    """(height, width, 3): what the camera sees; dice that roll are blurred along their way."""
    if scene.state != "rolling":
        return draw_scene(scene.spec, rng).image
    spec, seed = scene.spec, int(rng.integers(1 << 31))
    total = np.zeros((*spec.camera.lens.size_px[::-1], 3))
    for share in np.linspace(-0.5, 0.5, _STREAK_STEPS):
        moved = tuple(
            replace(
                die,
                x_mm=die.x_mm + float(share) * scene.rolls_mm[0],
                y_mm=die.y_mm + float(share) * scene.rolls_mm[1],
                turned_deg=die.turned_deg + 25.0 * float(share),
            )
            for die in spec.dice
        )
        total += draw_scene(replace(spec, dice=moved), np.random.default_rng(seed)).image
    return np.round(total / _STREAK_STEPS).astype(np.uint8)


def _happening(rng: Generator, spec: SceneSpec, state: State, place: tuple[float, float]) -> DiceScene:
    first = _any_die(rng, *place)
    if state == "lying":
        dice = [first]
        for _ in range(int(rng.integers(0, 3))):
            other = _free_place(rng, spec)
            if other is not None and all(np.hypot(other[0] - d.x_mm, other[1] - d.y_mm) > 24.0 for d in dice):
                dice.append(_any_die(rng, *other))
        return DiceScene(replace(spec, dice=tuple(dice)), state)
    if state == "touching":
        return DiceScene(replace(spec, dice=(first, _touching(rng, first))), state)
    if state == "cocked":
        to = float(rng.uniform(0, 360))
        turn = to + 90.0 * float(rng.integers(4))
        leaning = replace(first, turned_deg=turn, lean_deg=float(rng.uniform(14, 42)), lean_to_deg=to)
        return DiceScene(replace(spec, dice=(leaning,)), state)
    if state == "stacked":
        above = replace(_any_die(rng, *place), foot_mm=first.size_mm, size_mm=first.size_mm)
        return DiceScene(replace(spec, dice=(first, above)), state)
    if state == "hand":
        angle = rng.uniform(0, 2 * np.pi)
        reach = 0.5 * first.size_mm
        hand = Hand(
            first.x_mm + reach * float(np.cos(angle)), first.y_mm + reach * float(np.sin(angle)),
            float(np.degrees(angle)),
        )  # fmt: skip
        return DiceScene(replace(spec, dice=(first,), hand=hand), state)
    angle, way = rng.uniform(0, 2 * np.pi), first.size_mm * rng.uniform(0.4, 1.5)
    tumbling = replace(first, lean_deg=float(rng.uniform(0, 45)), lean_to_deg=float(rng.uniform(0, 360)))
    return DiceScene(replace(spec, dice=(tumbling,)), state, (float(way * np.cos(angle)), float(way * np.sin(angle))))


def _any_die(rng: Generator, x_mm: float, y_mm: float) -> Die:
    look = LOOKS[int(rng.integers(len(LOOKS)))]
    team = rng.choice(("B", "R", "")) if rng.random() < 0.6 else ""
    die = Die(
        None, int(rng.integers(1, 7)), x_mm, y_mm, float(rng.uniform(0, 360)), float(rng.uniform(12, 16)),
        body=look[0], ink=look[1], numerals=bool(rng.random() < 0.2), rounding=float(rng.choice((0.0, 0.1, 0.18))),
    )  # fmt: skip
    if team == "":
        return die
    return replace(die, team="B" if team == "B" else "R", body=None, ink=WHITE)


def _touching(rng: Generator, die: Die) -> Die:
    other = _any_die(rng, 0.0, 0.0)
    turn = np.radians(die.turned_deg + 90.0 * float(rng.integers(4)))
    gap = (die.size_mm + other.size_mm) / 2 + 0.1
    slid = float(rng.uniform(-0.4, 0.4)) * die.size_mm
    x, y = gap * np.cos(turn) - slid * np.sin(turn), gap * np.sin(turn) + slid * np.cos(turn)
    return replace(other, x_mm=die.x_mm + float(x), y_mm=die.y_mm + float(y), turned_deg=die.turned_deg)


def _free_place(rng: Generator, spec: SceneSpec) -> tuple[float, float] | None:
    """Off the field, well in the picture, away from the pieces; None if chance finds none."""
    for _ in range(40):
        x, y = beside_the_field(rng, spec.board)
        clear = all(np.hypot(x - disc.x_mm, y - disc.y_mm) > 30.0 for disc in spec.discs)
        if clear and in_picture(spec.camera, np.array(((x, y),)), margin_px=45):
            return x, y
    return None
