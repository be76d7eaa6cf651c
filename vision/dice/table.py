"""Dice lying on or beside the sheet, off the field, in a picture whose board pose is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.observation import SeenDie, Unsure
from vision.changes import SURROUNDINGS_MM
from vision.dice.candidates import balanced, bright_spots, patches, purity, white_of
from vision.dice.cube import disc_overlap, fit_cubes
from vision.dice.pips import search_face
from vision.dice.reading import DieLook, FloatArray, read_patch

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from vision.dice.candidates import FloatMap, Patch
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
_PIPS_SCORE = 0.85
_PIPS_MARGIN = 0.03
"""Pips alone, anywhere near, must match much better than on a face whose place is known."""
_LONGEST = 2.6
"""Length over width of a die with its shadow; pens and words are longer."""
_LEAST_FACE_PX = 10.0
"""Width of an upper face below which its pips run into one another."""
_ROUND, _ROUNDER = 0.9, 0.02
"""Overlap from which, and by how much better than any cube, a round piece explains an outline."""
_MOST_SEARCHES = 8
"""Bounds the time on a table full of red and blue things."""
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
    scene = _scene(image, pose, board)
    found = [pair for team in scene.purity for pair in _team_dice(scene, team)]
    kept = sorted(_distinct(found), key=lambda pair: pair[1].look.cube.x_mm)
    return DiceReading(
        dice=tuple(_seen(team, die.look) for team, die in kept if die.sure),
        unsure=tuple(Unsure("die", None, _why(die.look)) for _, die in kept if not die.sure),
    )


@dataclass(frozen=True, eq=False)
class _Scene:
    """A picture prepared for reading dice."""

    pose: BoardPose
    board: Board
    whiteness: FloatMap
    purity: dict[Team, FloatMap]
    spots: FloatMap
    pip_px: float


@dataclass(frozen=True)
class _Die:
    look: DieLook
    sure: bool


def _scene(image: Image, pose: BoardPose, board: Board) -> _Scene:
    light = balanced(image, white_of(image))
    whiteness = np.ascontiguousarray(light.min(axis=2))
    length_mm, width_mm = board.grid.field_size_mm
    pip_px = 0.2 * _USUAL_MM * pose.px_per_mm(length_mm / 2, width_mm / 2)
    return _Scene(pose, board, whiteness, purity(light), bright_spots(whiteness, pip_px), pip_px)


def _team_dice(scene: _Scene, team: Team) -> list[tuple[Team, _Die]]:
    """Everything of a team's colour that may be a die, each read by its outline and once more by its pips alone."""
    strength = scene.purity[team]
    limits = _area_limits_px(scene.pose, scene.board)
    seen = [
        patch
        for patch in patches(strength, scene.spots, team, limits, scene.pip_px)
        if _off_field(patch, scene.pose, scene.board)
    ]
    looks = _joined(
        [look for patch in seen if patch.compact and (look := read_patch(patch, scene.whiteness, scene.pose))]
    )
    dice = []
    for look in looks:
        middle_px = look.cube.face_px(scene.pose).mean(axis=0)
        again = search_face(scene.whiteness, strength, scene.pose, middle_px)
        dice.append((team, _agreed(look, again, small=_small(look, scene.pose))))
    for middle_px in _unexplained(seen, looks, scene.pose):
        look_alone = search_face(scene.whiteness, strength, scene.pose, middle_px)
        if look_alone is not None and look_alone.score >= _PIPS_SCORE and look_alone.contrast >= _LEAST_CONTRAST:
            sure = look_alone.margin >= _PIPS_MARGIN and not _small(look_alone, scene.pose)
            dice.append((team, _Die(look_alone, sure)))
    return [(team, _doubted(die, seen, scene)) for team, die in dice]


def _doubted(die: _Die, seen: list[Patch], scene: _Scene) -> _Die:
    """A "one" that is rather a round piece beside the field, its number taken for a pip, is not claimed."""
    if die.look.value != 1 or not die.sure:
        return die
    middle_px = die.look.cube.face_px(scene.pose).mean(axis=0).tolist()
    size = scene.board.file.pieces
    for patch in seen:
        if patch.compact and cv2.pointPolygonTest(patch.outline_px, middle_px, measureDist=False) > 0:
            fit = disc_overlap(patch.outline_px, scene.pose, size.diameter_mm, size.height_mm)
            if fit > _ROUND and fit > fit_cubes(patch.outline_px, scene.pose)[0].overlap + _ROUNDER:
                return _Die(die.look, sure=False)
    return die


def _agreed(outline: DieLook, pips: DieLook | None, *, small: bool) -> _Die:
    """Two readings of one die: what both say is sure, what only one says must be said clearly."""
    if small:
        return _Die(outline, sure=False)
    clear = outline.score >= _SURE_SCORE and outline.margin >= _SURE_MARGIN and outline.cube.overlap >= _SURE_OVERLAP
    if pips is None:
        return _Die(outline, sure=False)
    if pips.value == outline.value:
        return _Die(outline, sure=clear or (pips.score >= _PIPS_SCORE and pips.margin >= _PIPS_MARGIN))
    return _Die(outline, sure=clear and pips.score < _SURE_SCORE)


def _small(look: DieLook, pose: BoardPose) -> bool:
    cube = look.cube
    return cube.size_mm * pose.px_per_mm(cube.x_mm, cube.y_mm, cube.size_mm) < _LEAST_FACE_PX


def _unexplained(seen: list[Patch], looks: list[DieLook], pose: BoardPose) -> list[FloatArray]:
    """Middles, a die apart, of patches whose outline said nothing."""
    middles: list[FloatArray] = []
    known = [look.cube.face_px(pose).mean(axis=0) for look in looks]
    for patch in seen:
        middle = np.asarray(patch.outline_px.mean(axis=0), np.float64)
        (place,) = pose.to_board(middle, _USUAL_MM / 2)
        apart_px = _SAME_MM * pose.px_per_mm(*place)
        _, sides, _ = cv2.minAreaRect(patch.outline_px)
        stout = max(sides) < _LONGEST * min(sides)
        if stout and all(np.hypot(*(middle - other)) > apart_px for other in known + middles):
            middles.append(middle)
    return middles[:_MOST_SEARCHES]


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


def _joined(looks: list[DieLook]) -> list[DieLook]:
    """One look for each die: looks at the same die weighed against one another."""
    kept: list[DieLook] = []
    for look in sorted(looks, key=lambda look: -max(look.evidence)):
        if look.contrast < _LEAST_CONTRAST or look.score < _DIE_SCORE:
            continue
        same = [k for k, other in enumerate(kept) if _apart_mm(look, other) < _SAME_MM]
        if same:
            kept[same[0]] = kept[same[0]].joined(look)
        else:
            kept.append(look)
    return kept


def _distinct(dice: list[tuple[Team, _Die]]) -> list[tuple[Team, _Die]]:
    """Each place once, the better claim first."""
    kept: list[tuple[Team, _Die]] = []
    for team, die in sorted(dice, key=lambda pair: (not pair[1].sure, -max(pair[1].look.evidence))):
        if all(_apart_mm(die.look, other.look) >= _SAME_MM for _, other in kept):
            kept.append((team, die))
    return kept


def _apart_mm(a: DieLook, b: DieLook) -> float:
    return float(np.hypot(a.cube.x_mm - b.cube.x_mm, a.cube.y_mm - b.cube.y_mm))


def _seen(team: Team, look: DieLook) -> SeenDie:
    confidence = 1.0 - 0.5 * float(np.exp(-look.margin / _MARGIN_SCALE))
    return SeenDie(team, look.value, round(look.cube.x_mm, 2), round(look.cube.y_mm, 2), round(confidence, 4))


def _why(look: DieLook) -> str:
    if look.cube.overlap < _SURE_OVERLAP:
        return "something that may be a die leans, is partly hidden, or touches something else"
    return "the pips of a die cannot be read: glare, blur, or it does not lie flat"
