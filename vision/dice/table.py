"""Dice lying on or beside the sheet, off the field, in a picture whose board pose is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engine.observation import SeenDie, Unsure
from vision.dice.colours import candidates, colour_map, is_off_field
from vision.dice.net import NO_DIE, UNREADABLE, DiceNet
from vision.dice.pips import layout_scores
from vision.dice.windows import FACE_HEIGHT_MM, die_window, offset_mm
from vision.parallax import carry

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from vision.rectify import Image, RectifiedView

    CoverMask: TypeAlias = tuple[NDArray[np.bool_], RectifiedView]

CLAIM_AT = 0.93
"""Probability of a value from which it is claimed."""
ASK_AT = 0.9
"""Probability of a die from which its unread face is worth a question."""
_PROMISING = 0.2
"""Probability of a die, seen from beside it, from which it is worth a closer look."""
_BESIDE = ((0.0, 0.0), (0.0, -0.16), (0.0, 0.16))
"""Where to look first (right and down of a candidate, window sides): side faces and shadows move it to and fro."""
_CLOSE = tuple((x, y) for x in (-0.035, 0.035) for y in (-0.035, 0.035))
"""Where to look closely: each look counts as one opinion."""
_LEAST_CONTRAST = 0.15
"""How much purer in colour a die is than what is round it; a place on something larger is hardly purer."""
_LAYOUT_SCALE = 0.05
"""Correlation by which a layout must match better for its value to be e times likelier."""
_DOUBT = 0.003
"""The net's probability of a value is believed only to this: drawn dice do not show all that real ones do."""
_USUAL_MM = 14.0
"""Side of a die."""
_LEAST_INSIDE = 0.95
"""Share of an upper face that must lie in the picture."""
_CUT_OFF = "the edge of the picture cuts a die off"
_COVERED = "a hand, or something as large, covers part of a die"
_MOST_COVERED = 0.05
"""Share of an upper face that a hand may cover: its edge is not seen to the pixel."""
_SAME_PLACE_MM = 6.0
"""Looks that agree on a place to this are at the same thing."""
_SAME_DIE_MM = 12.0
"""Two dice cannot stand closer than this."""


@dataclass(frozen=True)
class DiceReading:
    """The dice of one picture."""

    dice: tuple[SeenDie, ...]
    """West to east; what is here is claimed."""
    unsure: tuple[Unsure, ...]


@dataclass(frozen=True, eq=False)
class _Look:
    """What the net says of a place."""

    place_mm: NDArray[np.float64]
    """(2,) middle of the die's foot, board frame."""
    probabilities: NDArray[np.float64]
    """(8,) no die, the values 1 to 6, a die that cannot be read."""

    @property
    def die(self) -> float:
        return 1.0 - float(self.probabilities[NO_DIE])

    @property
    def value(self) -> int:
        return 1 + int(self.probabilities[1:UNREADABLE].argmax())


def find_dice(image: Image, pose: BoardPose, board: Board, cover: CoverMask | None = None) -> DiceReading:
    """Read the dice in a settled picture (BGR, as the camera delivers it).

    ``cover`` says where hands and other large things lie: a mask (height, width) of a rectified view, and the view.

    Dice are cubes of 12 to 16 mm in the teams' colours with pale pips, flat on the table, off the field and within
    150 mm of the sheet. A face that cannot be told is among ``unsure``; what is hardly a die is not mentioned.
    """
    colours = colour_map(image, pose, board)
    places = [np.array((found.x_mm, found.y_mm)) for found in candidates(colours, board)]
    promising = [look for look in _looks(image, pose, places, _BESIDE) if look.die > _PROMISING]
    nearly = _closer(image, pose, _distinct(promising, _SAME_PLACE_MM), twice=False)
    # The nearer to the middle a die is seen, the better it is read.
    closer = _closer(image, pose, _distinct([look for look in nearly if look.die > _PROMISING], _SAME_PLACE_MM))
    likely = [_with_layouts(look, image, pose) for look in closer if look.die > _PROMISING]
    looks = [
        look
        for look in _settled(likely)
        if is_off_field(look.place_mm, board) and colours.strongest_at(look.place_mm)[1] > _LEAST_CONTRAST
    ]
    hidden = [(look, _why_hidden(look, pose, cover)) for look in looks]
    whole = [look for look, why in hidden if not why]
    sure = sorted((look for look in whole if _is_claimed(look)), key=lambda look: float(look.place_mm[0]))
    unsure = [(look, _why(look)) for look in whole if not _is_claimed(look)]
    unsure += [(look, why) for look, why in hidden if why]
    return DiceReading(
        dice=tuple(_seen(colours.strongest_at(look.place_mm)[0], look) for look in sure),
        unsure=tuple(Unsure("die", None, why, _rounded(look)) for look, why in unsure if look.die >= ASK_AT),
    )


def _looks(
    image: Image,
    pose: BoardPose,
    places_mm: Sequence[NDArray[np.float64]],
    beside: Sequence[tuple[float, float]],
    *,
    twice: bool = False,
) -> list[_Look]:
    """What the net says, looking from beside each of some places, and in the mirror if asked to look twice."""
    middles = [offset_mm(np.array(step), pose, place) for place in places_mm for step in beside]
    if not middles:
        return []
    windows = np.stack([die_window(image, pose, middle) for middle in middles])
    probabilities, offsets = _net().look_twice(windows) if twice else _net().look(windows)
    return [
        _Look(offset_mm(offset, pose, middle), row)
        for middle, offset, row in zip(middles, offsets, probabilities, strict=True)
    ]


def _closer(image: Image, pose: BoardPose, looks: Sequence[_Look], *, twice: bool = True) -> list[_Look]:
    """Each place looked at from all round it; what several looks say together is the geometric mean."""
    several = _looks(image, pose, [look.place_mm for look in looks], _CLOSE, twice=twice)
    joined = []
    for first in range(0, len(several), len(_CLOSE)):
        group = several[first : first + len(_CLOSE)]
        mean = np.exp(np.mean([np.log(look.probabilities + 1e-6) for look in group], axis=0))
        joined.append(_Look(np.mean([look.place_mm for look in group], axis=0), mean / mean.sum()))
    return joined


def _with_layouts(look: _Look, image: Image, pose: BoardPose) -> _Look:
    """The net's opinion of the value joined with that of the layouts; whether it is a die at all is the net's alone."""
    values = look.probabilities[1:UNREADABLE]
    scores = layout_scores(image, pose, look.place_mm)
    joined = (values + _DOUBT) * np.exp((scores - scores.max()) / _LAYOUT_SCALE)
    probabilities = look.probabilities.copy()
    probabilities[1:UNREADABLE] = joined * values.sum() / joined.sum()
    return replace(look, probabilities=probabilities)


def _distinct(looks: Sequence[_Look], apart_mm: float) -> list[_Look]:
    """Each place once, as what it looks most like."""
    kept: list[_Look] = []
    for look in sorted(looks, key=lambda look: -look.die):
        if all(_apart_mm(look, other) >= apart_mm for other in kept):
            kept.append(look)
    return kept


def _settled(looks: Sequence[_Look]) -> list[_Look]:
    """Each die once; where a side face is as good an upper face as the upper one, both are only half believed."""
    settled = []
    for die in _distinct(looks, _SAME_DIE_MM):
        contrary = [
            look
            for look in looks
            if _apart_mm(look, die) < _SAME_DIE_MM and look.value != die.value and _is_claimed(look)
        ]
        settled.append(replace(die, probabilities=np.mean([look.probabilities for look in (die, *contrary)], axis=0)))
    return settled


def _apart_mm(one: _Look, other: _Look) -> float:
    return float(np.hypot(*(one.place_mm - other.place_mm)))


def _is_claimed(look: _Look) -> bool:
    return float(look.probabilities[look.value]) >= CLAIM_AT


def _why_hidden(look: _Look, pose: BoardPose, cover: CoverMask | None) -> str:
    """What hides the upper face of a die that stands there, however it is turned; empty if it is all in sight."""
    spread = np.linspace(-0.5, 0.5, 5) * _USUAL_MM
    points = look.place_mm + np.stack(np.meshgrid(spread, spread), axis=-1).reshape(-1, 2)
    at = pose.project(points, FACE_HEIGHT_MM)
    inside = (at >= -0.5) & (at <= np.array(pose.lens.size_px) - 0.5)
    if float(inside.all(axis=1).mean()) < _LEAST_INSIDE:
        return _CUT_OFF
    return _COVERED if cover is not None and _covered(points, pose, *cover) > _MOST_COVERED else ""


def _covered(points_mm: NDArray[np.float64], pose: BoardPose, mask: NDArray[np.bool_], view: RectifiedView) -> float:
    """Share of an upper face's points (N, 2) that the mask of a view, which may be of another height, covers."""
    seen_mm = carry(points_mm, pose.camera_position_mm(), FACE_HEIGHT_MM, view.height_mm)
    x, y = np.round(view.to_px(seen_mm)).astype(int).T
    rows, columns = mask.shape
    within = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    return float(mask[y[within], x[within]].sum()) / len(points_mm)


def _seen(team: Team, look: _Look) -> SeenDie:
    return SeenDie(team, look.value, *_rounded(look), round(float(look.probabilities[look.value]), 4))


def _rounded(look: _Look) -> tuple[float, float]:
    x_mm, y_mm = look.place_mm.tolist()
    return round(x_mm, 2), round(y_mm, 2)


def _why(look: _Look) -> str:
    if look.probabilities[UNREADABLE] > 0.5:
        return "glare hides the upper face of a die"
    first, second = sorted(np.argsort(look.probabilities[1:UNREADABLE])[-2:] + 1)
    return f"the upper face of a die is not clear enough: it may be {first} or {second}"


@cache
def _net() -> DiceNet:
    return DiceNet()
