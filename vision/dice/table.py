"""Dice lying on or beside the sheet, off the field, in a picture whose board pose is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.observation import SeenDie, Unsure
from vision.changes import SURROUNDINGS_MM
from vision.dice.candidates import balanced, patches, purity, white_of
from vision.dice.reading import DieLook, read_patch

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from vision.dice.candidates import Patch
    from vision.rectify import Image

_OUTLINE_MM2 = (90.0, 900.0)
"""Outline of a die on the plane it stands on: a face of a small one up to a large one seen from low down."""
_INSIDE_MM = 3.0
"""How far a die's middle may reach over the field's edge and still count as lying off it."""
_SAME_MM = 11.0
"""Two dice cannot stand closer than this: the same die seen at two levels of colour."""
_SURE_SCORE = 0.55
_SURE_MARGIN = 0.05
_SURE_OVERLAP = 0.80
_LEAST_CONTRAST = 0.3
"""Wood, cloth and noise make layouts of up to 0.2, pips in a dim or blurred picture 0.4 and more; white paper is 1."""
_USUAL_MM = 14.0
_DIE_SCORE = 0.45
"""With less, nothing says that it is a die at all."""
_MARGIN_SCALE = 0.035
"""Each such step of margin makes a wrong value e times less likely."""


@dataclass(frozen=True)
class DiceReading:
    """The dice of one picture."""

    dice: tuple[SeenDie, ...]
    """West to east; what is here is claimed."""
    unsure: tuple[Unsure, ...]


def find_dice(image: Image, pose: BoardPose, board: Board) -> DiceReading:
    """Read the dice in a settled picture (BGR, as the camera delivers it).

    Dice are cubes of 12 to 16 mm in the teams' colours with bright pips, flat on the table, off the field and within
    150 mm of the sheet. Only the upper face counts: the pose says where it is on a cube that explains the outline.
    """
    light = balanced(image, white_of(image))
    whiteness = np.ascontiguousarray(light.min(axis=2))
    length_mm, width_mm = board.grid.field_size_mm
    pip_px = 0.2 * _USUAL_MM * pose.px_per_mm(length_mm / 2, width_mm / 2)
    looks = [
        (team, look)
        for team, strength in purity(light).items()
        for patch in patches(strength, team, _area_limits_px(pose, board), pip_px)
        if _off_field(patch, pose, board) and (look := read_patch(patch, whiteness, pose)) is not None
    ]
    kept = _distinct(looks)
    return DiceReading(
        dice=tuple(_seen(team, look) for team, look in kept if _sure(look)),
        unsure=tuple(Unsure("die", None, _why(look)) for _, look in kept if not _sure(look)),
    )


def _area_limits_px(pose: BoardPose, board: Board) -> tuple[float, float]:
    """Areas that a die's outline can have anywhere round the sheet."""
    west, north, east, south = _surroundings_mm(board)
    spots = [(x, y) for x in (west, (west + east) / 2, east) for y in (north, (north + south) / 2, south)]
    scales = [pose.px_per_mm(x, y) ** 2 for x, y in spots]
    return 0.8 * _OUTLINE_MM2[0] * min(scales), _OUTLINE_MM2[1] * max(scales)


def _surroundings_mm(board: Board) -> tuple[float, float, float, float]:
    (width, height), (x, y) = board.file.sheet.size_mm, board.file.sheet.field_origin_mm
    return -x - SURROUNDINGS_MM, -y - SURROUNDINGS_MM, width - x + SURROUNDINGS_MM, height - y + SURROUNDINGS_MM


def _off_field(patch: Patch, pose: BoardPose, board: Board) -> bool:
    """Whether a patch lies where dice count, and has the size of one there."""
    ((x_mm, y_mm),) = pose.to_board(patch.outline_px.mean(axis=0), 7.0)
    west, north, east, south = _surroundings_mm(board)
    length_mm, width_mm = board.grid.field_size_mm
    on_field = _INSIDE_MM < x_mm < length_mm - _INSIDE_MM and _INSIDE_MM < y_mm < width_mm - _INSIDE_MM
    return not on_field and west < x_mm < east and north < y_mm < south


def _distinct(looks: list[tuple[Team, DieLook]]) -> list[tuple[Team, DieLook]]:
    """One look for each die, west to east; looks at the same die are joined."""
    kept: list[tuple[Team, DieLook]] = []
    for team, look in sorted(looks, key=lambda pair: -max(pair[1].evidence)):
        if look.contrast < _LEAST_CONTRAST or look.score < _DIE_SCORE:
            continue
        same = [k for k, (_, other) in enumerate(kept) if _apart_mm(look, other) < _SAME_MM]
        if same:
            kept[same[0]] = (kept[same[0]][0], kept[same[0]][1].joined(look))
        else:
            kept.append((team, look))
    return sorted(kept, key=lambda pair: pair[1].cube.x_mm)


def _apart_mm(a: DieLook, b: DieLook) -> float:
    return float(np.hypot(a.cube.x_mm - b.cube.x_mm, a.cube.y_mm - b.cube.y_mm))


def _sure(look: DieLook) -> bool:
    return look.score >= _SURE_SCORE and look.margin >= _SURE_MARGIN and look.cube.overlap >= _SURE_OVERLAP


def _seen(team: Team, look: DieLook) -> SeenDie:
    confidence = 1.0 - 0.5 * float(np.exp(-look.margin / _MARGIN_SCALE))
    return SeenDie(team, look.value, round(look.cube.x_mm, 2), round(look.cube.y_mm, 2), round(confidence, 4))


def _why(look: DieLook) -> str:
    if look.cube.overlap < _SURE_OVERLAP:
        return "something that may be a die leans, is partly hidden, or touches something else"
    return "the pips of a die cannot be read: glare, blur, or it does not lie flat"
