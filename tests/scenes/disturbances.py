"""Films of a table at rest that something disturbs for a while, with what it is and when, picture by picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.match import TEAMS
from tests.scenes.chance import random_scene
from tests.scenes.draw import draw_scene
from tests.scenes.easel import Easel
from tests.scenes.spec import Die, Light, Sensor, make_camera
from vision.disturbance import Disturbance
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.random import Generator
    from numpy.typing import NDArray

    from engine.board import Board
    from tests.scenes.spec import SceneSpec

    Picture = NDArray[np.float32]
    """(height, width, 3), grey levels before noise."""

BEFORE_S, AFTER_S = 1.6, 1.8
STEP_S, JITTER_S = 0.1, 0.03
SKINS = ((140, 165, 215), (95, 125, 185), (60, 80, 120), (35, 48, 75))
CLOTHS = ((60, 45, 40), (30, 30, 32), (150, 90, 40), (120, 120, 125), (45, 60, 50))
GLOVES = ((160, 80, 30), (40, 40, 45), (200, 200, 195))
HAIR = ((25, 30, 40), (60, 85, 120), (150, 160, 170))
_CORNER = 0.004
"""Share of the picture; less of an arm is still beside the table."""
_ARM_HEIGHT_MM, _HEAD_HEIGHT_MM = 30.0, 330.0
_AROUND = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_CIRCLE = np.column_stack((np.cos(_AROUND), np.sin(_AROUND)))


@dataclass(frozen=True, eq=False)
class Shown:
    """One picture of a film."""

    picture: Picture
    cause: Disturbance | None
    """None while the table is at rest."""


@dataclass(frozen=True, eq=False)
class _Stage:
    """What a disturbance is drawn on."""

    spec: SceneSpec
    base: Picture
    rng: Generator


class DisturbedFilm(Source):
    """About ten pictures a second by an uneven clock; some are dropped, as a busy computer does."""

    def __init__(self, kind: str, board: Board, rng: Generator, size_px: tuple[int, int] = (960, 540)) -> None:
        """``kind`` is one of KINDS."""
        super().__init__(f"disturbed ({kind})")
        self.spec = _still_table(rng, board, size_px)
        base = _drawn(self.spec, rng)
        stage = _Stage(self.spec, base, rng)
        rest = Shown(base, None)
        middle = list(KINDS[kind](stage))
        # Where the light stays as it became, so does the picture.
        after = Shown(middle[-1].picture, None) if middle[-1].cause in _LASTING else rest
        shown = [rest] * round(BEFORE_S / STEP_S) + middle + [after] * round(AFTER_S / STEP_S)
        times = np.arange(len(shown)) * STEP_S + rng.uniform(-JITTER_S, JITTER_S, len(shown))
        times[0] = 0.0
        kept = np.flatnonzero((rng.random(len(shown)) > 0.06) | (np.arange(len(shown)) == 0))
        self.shown = [shown[k] for k in kept]
        self._t = times[kept]
        self.cause_at = {float(t): each.cause for t, each in zip(self._t, self.shown, strict=True)}
        """By a picture's time."""
        last = max(k for k, each in enumerate(self.shown) if each.cause is not None)
        self.over_t = float(self._t[last])
        """Time of the last picture that is disturbed."""
        self._noise = rng.normal(0.0, float(rng.uniform(1.0, 3.0)), (size_px[1] + 32, size_px[0] + 32, 3))
        self._places = rng.integers(0, 32, (len(self.shown), 2))

    @property
    def size_px(self) -> tuple[int, int]:
        return self.spec.camera.lens.size_px

    @property
    def duration_s(self) -> float | None:
        return float(self._t[-1])

    def __iter__(self) -> Iterator[Frame]:
        width, height = self.size_px
        for number, (t, shown) in enumerate(zip(self._t, self.shown, strict=True)):
            x, y = self._places[number]
            noise = self._noise[y : y + height, x : x + width]
            image = np.clip(np.round(shown.picture + noise), 0, 255).astype(np.uint8)
            yield Frame(number, float(t), image)


def _still_table(rng: Generator, board: Board, size_px: tuple[int, int]) -> SceneSpec:
    length, width = board.grid.field_size_mm
    camera = make_camera(
        size_px,
        elevation_deg=float(rng.uniform(52, 82)),
        azimuth_deg=float(rng.normal(0, 10)),
        roll_deg=float(rng.normal(0, 3)),
        distance_mm=float(rng.uniform(1.6, 1.9)) * length,
        target_mm=(length / 2, width / 2),
    )
    light = Light(float(rng.uniform(0.6, 0.95)), float(rng.uniform(0.05, 0.3)), float(rng.uniform(0, 360)))
    return replace(random_scene(rng, board, camera=camera), light=light, sensor=Sensor(0.5, 0.0, 97), hand=None)


def _drawn(spec: SceneSpec, rng: Generator) -> Picture:
    return np.asarray(draw_scene(spec, np.random.default_rng(int(rng.integers(1 << 30)))).image, np.float32)


def _layer(spec: SceneSpec, paint: Callable[[Easel], None]) -> NDArray[np.float32]:
    """(height, width): what is painted, 0 to 1."""
    easel = Easel(spec.camera)
    paint(easel)
    return easel.reduced()[..., 0] / np.float32(255.0)


def _stroke(easel: Easel, start: NDArray[np.float64], end: NDArray[np.float64], radius_mm: float, high: float) -> None:
    rim = np.vstack((start + radius_mm * _CIRCLE, end + radius_mm * _CIRCLE))
    inside = rim[[easel.in_view(point, high) for point in rim]]
    if len(inside) > 2:
        hull = cv2.convexHull(easel.project(inside, high).astype(np.float32)).reshape(-1, 2)
        easel.fill(np.asarray(hull, np.float64), (255, 255, 255), 1)


@dataclass(frozen=True)
class _Limb:
    """Something that reaches in from the picture's edge: strokes along its way, in millimetres from its tip."""

    strokes: tuple[tuple[float, float, float, float], ...]
    """From, to, aside, radius."""
    height_mm: float = _ARM_HEIGHT_MM


_FINGERS = tuple((0.0, 85.0, 19.0 * k, 9.0) for k in (-1.5, -0.5, 0.5, 1.5))
_PALM = (*_FINGERS, (80.0, 120.0, 0.0, 42.0))
_HAND, _ARM = _Limb(_PALM), _Limb(((110.0, 900.0, 0.0, 36.0),))
_SLEEVE = _Limb(((0.0, 900.0, 0.0, 48.0),))
_PAW = _Limb(((0.0, 900.0, 0.0, 17.0), (0.0, 10.0, 0.0, 21.0)))
_STICK = _Limb(((0.0, 900.0, 0.0, 4.0),), 12.0)
_HEAD = _Limb(((0.0, 40.0, 0.0, 95.0), (160.0, 700.0, 0.0, 140.0)), _HEAD_HEIGHT_MM)


def _reached(stage: _Stage, limb: _Limb, tip: NDArray[np.float64], from_deg: float) -> NDArray[np.float32]:
    """(height, width): what a limb covers, 0 to 1."""
    back = np.array((np.cos(np.deg2rad(from_deg)), np.sin(np.deg2rad(from_deg))))
    aside = np.array((-back[1], back[0]))

    def paint(easel: Easel) -> None:
        for start, end, off, radius in limb.strokes:
            _stroke(easel, tip + start * back + off * aside, tip + end * back + off * aside, radius, limb.height_mm)

    return _layer(stage.spec, paint)


def _over(picture: Picture, cover: NDArray[np.float32], colour: tuple[int, int, int], light: float) -> Picture:
    """Something of a colour in front of the picture, rounded: darker to its edges."""
    depth = cv2.distanceTransform((cover > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    round_off = 0.75 + 0.25 * np.clip(depth / max(float(depth.max()), 1.0) * 1.6, 0, 1)
    tone = np.asarray(colour, np.float32) * (np.float32(light) * round_off[..., None])
    part = cover[..., None]
    return np.asarray(picture * (1 - part) + tone * part, np.float32)


def _shade(picture: Picture, cover: NDArray[np.float32], depth: float, soft_px: float) -> Picture:
    soft = cv2.GaussianBlur(cover, (0, 0), soft_px)
    return np.asarray(picture * (1 - np.float32(depth) * soft[..., None]), np.float32)


def _way(rng: Generator, rest_s: float) -> list[float]:
    """How far the tip is from where it goes, mm: in, a rest that is never quite still, out."""
    there = [260.0, 190.0, 120.0, 60.0, 15.0]
    rest = [float(rng.uniform(0, 3)) for _ in range(round(rest_s / STEP_S))]
    return [*there, *rest, *reversed(there)]


def _goal(stage: _Stage) -> tuple[NDArray[np.float64], float]:
    """A place on the field, and the side from which it is reached."""
    length, width = stage.spec.board.grid.field_size_mm
    side = float(stage.rng.uniform(0, 360))
    return np.array((length * stage.rng.uniform(0.25, 0.75), width * stage.rng.uniform(0.3, 0.7))), side


def _visit(
    stage: _Stage,
    layers: tuple[tuple[_Limb, tuple[int, int, int]], ...],
    cause: Disturbance,
    rest_s: float,
    further_mm: float = 0.0,
) -> Iterator[Shown]:
    """Limbs reach in, rest, and go. They throw a shadow beside them. What is high up has to reach ``further_mm``."""
    goal, side = _goal(stage)
    back = np.array((np.cos(np.deg2rad(side)), np.sin(np.deg2rad(side))))
    light = stage.spec.light.brightness
    last: tuple[float, Picture] | None = None
    for away in _way(stage.rng, rest_s):
        # While it rests, it moves too little for a new drawing at every picture.
        if last is None or abs(away - last[0]) > 1.5:
            tip = goal + (away - further_mm) * back
            picture = stage.base
            for limb, _ in layers:
                cover = _reached(stage, limb, tip + np.array((12.0, 9.0)), side)
                picture = _shade(picture, cover, 0.35, 6.0)
            for limb, colour in layers:
                picture = _over(picture, _reached(stage, limb, tip, side), colour, light)
            last = away, picture
        yield Shown(last[1], cause if _shows(last[1], stage.base) else None)


def _shows(picture: Picture, base: Picture) -> bool:
    """Whether more than a corner of the picture is another one than at rest."""
    return float((np.abs(picture - base).max(axis=2) > 15).mean()) > _CORNER


def _pick(stage: _Stage, colours: tuple[tuple[int, int, int], ...]) -> tuple[int, int, int]:
    """One that shows on the table."""
    table = np.asarray(stage.spec.table, np.float64)
    showing = [colour for colour in colours if np.abs(np.asarray(colour) - table).max() > 50]
    return showing[stage.rng.integers(len(showing))] if showing else colours[0]


def hand(stage: _Stage, rest_s: float = 0.8) -> Iterator[Shown]:
    """A bare hand with a sleeve behind it, any skin."""
    skin, cloth = _pick(stage, SKINS), _pick(stage, CLOTHS)
    yield from _visit(stage, ((_ARM, cloth), (_HAND, skin)), Disturbance.HAND, rest_s)


def resting_hand(stage: _Stage) -> Iterator[Shown]:
    """A hand that rests on the board for ten seconds."""
    yield from hand(stage, 10.0)


def glove(stage: _Stage) -> Iterator[Shown]:
    """A gloved hand."""
    colour = _pick(stage, GLOVES)
    yield from _visit(stage, ((_ARM, _pick(stage, CLOTHS)), (_HAND, colour)), Disturbance.SLEEVE, 0.8)


def sleeve(stage: _Stage) -> Iterator[Shown]:
    """A forearm in a sleeve lies over the board; the hand is beyond."""
    yield from _visit(stage, ((_SLEEVE, _pick(stage, CLOTHS)),), Disturbance.SLEEVE, 0.8)


def paw(stage: _Stage) -> Iterator[Shown]:
    """A cat's foreleg from any side."""
    yield from _visit(stage, ((_PAW, _pick(stage, HAIR)),), Disturbance.SLEEVE, 0.5)


def head(stage: _Stage) -> Iterator[Shown]:
    """Somebody leans over the board."""
    yield from _visit(stage, ((_HEAD, _pick(stage, HAIR)),), Disturbance.HEAD, 1.0, 120.0)


def shadow(stage: _Stage) -> Iterator[Shown]:
    """The shadow of a hand that is itself out of the picture."""
    goal, side = _goal(stage)
    back = np.array((np.cos(np.deg2rad(side)), np.sin(np.deg2rad(side))))
    depth, soft = float(stage.rng.uniform(0.3, 0.6)), float(stage.rng.uniform(3, 10))
    for away in _way(stage.rng, 1.5):
        cover = np.maximum(
            _reached(stage, _HAND, goal + away * back, side), _reached(stage, _ARM, goal + away * back, side)
        )
        picture = _shade(stage.base, cover, depth, soft)
        yield Shown(picture, Disturbance.SHADOW if _shows(picture, stage.base) else None)


def lamp(stage: _Stage) -> Iterator[Shown]:
    """A lamp beside the table is switched on or off: uneven, and of its own colour."""
    height, width = stage.base.shape[:2]
    x, y = np.meshgrid(np.linspace(0, 1, width, dtype=np.float32), np.linspace(0, 1, height, dtype=np.float32))
    angle = stage.rng.uniform(0, 2 * np.pi)
    slope = 0.5 + 0.5 * (np.cos(angle) * (2 * x - 1) + np.sin(angle) * (2 * y - 1)) / np.sqrt(2)
    strength = float(stage.rng.uniform(0.35, 0.6)) * (-1 if stage.rng.random() < 0.5 else 1)
    cast = np.array((0.8, 1.0, 1.12), np.float32)
    for share in (0.6, 1.0):
        gain = 1 + share * np.float32(strength) * (0.35 + 0.65 * slope[..., None]) * cast
        yield Shown(np.asarray(stage.base * gain, np.float32), Disturbance.LAMP)


def cloud(stage: _Stage) -> Iterator[Shown]:
    """Daylight fades or grows over seven seconds."""
    end = float(stage.rng.choice((0.6, 1.45)))
    for share in np.linspace(0, 1, 70):
        yield Shown(np.asarray(stage.base * np.float32(1 + share * (end - 1)), np.float32), Disturbance.CLOUD)


def exposure(stage: _Stage) -> Iterator[Shown]:
    """The automatic exposure jumps, overshoots and finds back."""
    step = float(stage.rng.choice((0.55, 1.6)))
    for share in (1.0, 1.1, 0.9, 0.7, 0.5, 0.3):
        yield Shown(np.asarray(stage.base * np.float32(1 + share * (step - 1)), np.float32), Disturbance.EXPOSURE)
    # The last differs from the first by no more than a lamp's flicker.
    yield Shown(np.asarray(stage.base * np.float32(1 + 0.12 * (step - 1)), np.float32), None)


def focus(stage: _Stage) -> Iterator[Shown]:
    """The automatic focus hunts."""
    for sigma in (1.5, 3.0, 4.5, 3.0, 1.8, 2.5, 4.0, 2.5, 1.6):
        yield Shown(np.asarray(cv2.GaussianBlur(stage.base, (0, 0), sigma), np.float32), Disturbance.FOCUS)


def shake(stage: _Stage) -> Iterator[Shown]:
    """The table or the camera's arm trembles after a knock, and comes back to where it was."""
    height, width = stage.base.shape[:2]
    swing = float(stage.rng.uniform(3, 8)) * width / 960
    angle = stage.rng.uniform(0, 2 * np.pi)
    for step in range(10):
        far = swing * 0.86**step * (1 if step % 2 else -1)
        total = np.zeros_like(stage.base)
        for part in (0.5, 0.75, 1.0):
            onto = np.array(((1, 0, part * far * np.cos(angle)), (0, 1, part * far * np.sin(angle))), np.float32)
            total += cv2.warpAffine(stage.base, onto, (width, height), borderMode=cv2.BORDER_REPLICATE)
        yield Shown(np.asarray(total / 3, np.float32), Disturbance.SHAKE)


def slid(stage: _Stage) -> Iterator[Shown]:
    """A piece is slid slowly along with a thin stick, and back: while it goes it is nowhere."""
    spec, grid = stage.spec, stage.spec.board.grid
    disc = min(
        spec.discs, key=lambda d: abs(d.x_mm - grid.field_size_mm[0] / 2) + abs(d.y_mm - grid.field_size_mm[1] / 2)
    )
    seed = int(stage.rng.integers(1 << 30))
    side = float(stage.rng.uniform(30, 150))
    ways = np.concatenate((np.linspace(0, 1, 12), np.linspace(1, 0, 12)))
    for share in ways:
        at = np.array((disc.x_mm + share * 1.1 * grid.width_mm, disc.y_mm))
        moved = tuple(replace(d, x_mm=float(at[0])) if d.piece == disc.piece else d for d in spec.discs)
        picture = np.asarray(draw_scene(replace(spec, discs=moved), np.random.default_rng(seed)).image, np.float32)
        back = np.array((np.cos(np.deg2rad(side)), np.sin(np.deg2rad(side))))
        picture = _over(picture, _reached(stage, _STICK, at + 9.0 * back, side), (90, 140, 190), spec.light.brightness)
        yield Shown(picture, Disturbance.MOTION)


def rolling_dice(stage: _Stage) -> Iterator[Shown]:
    """Two dice roll along beside the field, slower and slower, and lie still at last."""
    spec, (length_mm, width_mm) = stage.spec, stage.spec.board.grid.field_size_mm
    seed = int(stage.rng.integers(1 << 30))
    ends = stage.rng.uniform(0.3, 0.7, 2) * length_mm
    without = np.asarray(draw_scene(replace(spec, dice=()), np.random.default_rng(seed)).image, np.float32)
    for share in 1.0 - np.linspace(1.0, 0.0, 14) ** 2:
        dice = tuple(
            Die(team, 3, float(end - (1.0 - share) * 180.0), width_mm + 38.0 + 24.0 * row, 400.0 * float(share), 15.0,
                lean_deg=40.0 * (1.0 - float(share)))
            for row, (team, end) in enumerate(zip(TEAMS, ends, strict=True))
        )  # fmt: skip
        picture = np.asarray(draw_scene(replace(spec, dice=dice), np.random.default_rng(seed)).image, np.float32)
        yield Shown(stage.base + picture - without, Disturbance.DICE)


KINDS: Mapping[str, Callable[[_Stage], Iterator[Shown]]] = {
    "hand": hand,
    "hand resting 10 s": resting_hand,
    "glove": glove,
    "sleeve": sleeve,
    "cat's paw": paw,
    "head": head,
    "shadow of a hand": shadow,
    "lamp": lamp,
    "cloud": cloud,
    "exposure": exposure,
    "focus": focus,
    "shake": shake,
    "slid with a stick": slid,
    "rolling dice": rolling_dice,
}
"""What disturbs, by its name."""

ACCEPTED: Mapping[Disturbance, frozenset[Disturbance]] = {
    Disturbance.SLEEVE: frozenset({Disturbance.SLEEVE, Disturbance.HAND}),
    # Whoever slides a piece with a stick has the stick over the table.
    Disturbance.MOTION: frozenset({Disturbance.MOTION, Disturbance.SLEEVE, Disturbance.HAND}),
}
"""Names that are right as well: a glove or a paw is as good as a hand."""

_LASTING = frozenset({Disturbance.LAMP, Disturbance.CLOUD})
