"""Dice lying on or beside the sheet, off the field, in a picture whose board pose is known.

The kit's own dice are looked for first; dice of all other makes are looked for by another net, which knows more kinds
of dice and each less well. It may add dice, and it may withdraw what was said of the kit's: where the two do not agree,
nothing is claimed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.observation import SeenDie, Unsure
from vision.dice.candidates import stands_out
from vision.dice.found import NOT_CLEAR, SAME_DIE_MM, Found, another_size, unclear
from vision.dice.kit import kit_dice
from vision.dice.lie import larger_mm
from vision.dice.others import LEAST_AGREED, Other, look_at, other_dice
from vision.dice.pieces_beside import pieces_beside
from vision.dice.search import search_view
from vision.dice.team import has_colour, is_coloured
from vision.dice.windows import FACE_HEIGHT_MM, FINE_WINDOW_PX, die_windows, towards_camera
from vision.parallax import carry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image, RectifiedView
    from vision.sight import TableSight

_SURELY_A_DIE = 0.95
"""Probability of a die from which the other net's word on its value is taken (letters look like pips), and from which
one that leans, or whose numeral is not believed, is worth a question."""
_USUAL_MM = 14.0
"""Side of a die."""
_LEAST_INSIDE = 0.95
"""Share of an upper face that must lie in the picture."""
_MOST_COVERED = 0.05
"""Share of an upper face that a hand may cover: its edge is not seen to the pixel."""
_FACE = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 5)] * 2), axis=-1).reshape(-1, 2) * _USUAL_MM
"""(25, 2) points of an upper face, mm from its middle."""
_STACK_MM = 36.0
"""How much further away than it is the upper die of a stack seems to lie, at most: seen from 35 degrees, 21, and the
stack's own place is not exact."""
_CUT_OFF = "the edge of the picture cuts a die off"
_COVERED = "a hand, or something as large, covers part of a die"


@dataclass(frozen=True)
class DiceReading:
    """The dice of one picture."""

    dice: tuple[SeenDie, ...]
    """West to east; what is here is claimed."""
    unsure: tuple[Unsure, ...]


def find_dice(image: Image, pose: BoardPose, sight: TableSight) -> DiceReading:
    """Read the dice in a settled picture (BGR, as the camera delivers it); ``sight`` is the same picture's.

    Dice are cubes of 12 to 16 mm in any two colours with pips or numerals, flat on the table, off the field and within
    150 mm of the sheet. A face that cannot be told is among ``unsure``, and so is a die that is plainly larger; what is
    hardly a die is not mentioned.
    """
    return reading_of(dice_found(image, pose, [sight]))


def dice_found(
    image: Image,
    pose: BoardPose,
    sights: Sequence[TableSight],
    where: Callable[[RectifiedView], NDArray[np.bool_]] | None = None,
) -> tuple[Found, ...]:
    """The same dice, one by one, and pieces that lie beside the sheet; ``sights``, at least one, as for ``stands_out``.

    ``where`` says where in a view of the table and its surroundings they are looked for; None: everywhere.
    """
    sight = sights[0]
    view = search_view(image, pose, sight.board)
    maps = stands_out(view, sights, None if where is None else where(view))
    kit = kit_dice(image, pose, sight.board, maps)
    seconds = look_at(image, pose, sight, [die.place_mm for die in kit])
    lying = [_agreed(die, second) for die, second in zip(kit, seconds, strict=True) if not second.piece]
    known_mm = [die.place_mm for die in kit if not die.why]
    settled_mm = [die.place_mm for die in lying if not die.why]
    all_others = other_dice(image, pose, sight, maps, known_mm=known_mm, settled_mm=settled_mm)
    pieces = pieces_beside([each.found for each in (*seconds, *all_others) if each.piece], sight.board)
    others = [other for other in all_others if not other.piece]
    lying += [other.found for other in others if _is_worth_a_word(other) and not _near(other.found, lying)]
    read = [die for die in lying if not die.why]
    stacks = [other.found for other in others if other.stacked and not _near(other.found, read)]
    lower = [die for die in lying if not _near(die, stacks)]
    found = [die for die in lower if not any(_is_upper(die, stack, pose) for stack in stacks)] + stacks
    seen = [_in_sight(die, pose, sight) for die in found]
    return (*_of_usual_size(seen, image, pose, sight), *pieces)


def reading_of(told: Sequence[Found]) -> DiceReading:
    """What is said of some dice."""
    return DiceReading(
        dice=tuple(_seen(die) for die in sorted(told, key=lambda die: die.xy_mm) if not die.why),
        unsure=tuple(Unsure("piece" if die.piece else "die", None, die.why, die.xy_mm) for die in told if die.why),
    )


def _agreed(die: Found, second: Other) -> Found:
    """One of the kit's dice, looked at again by the net for all dice."""
    if second.cocked or second.stacked:
        return replace(die, why=second.found.why)
    if second.numeral:
        return second.found
    claim, agrees = not die.why, die.values[0] == second.found.values[0]
    clear = second.found.confidence >= LEAST_AGREED and not second.poor_one
    if claim and agrees and clear:
        return replace(die, team=second.found.team, usual=second.found.usual)
    if claim:
        return replace(die, why=unclear(*(die.values if agrees else (die.values[0], second.found.values[0]))))
    # Of the two values that it may be, the other net stands by one.
    backed = second.sure and second.found.values[0] in die.values and die.die >= _SURELY_A_DIE
    return replace(second.found, die=die.die) if backed else die


def _is_worth_a_word(other: Other) -> bool:
    """Whether it is read, or surely a die, but one of those that are not to be missed without a word.

    It leans, mirrors a lamp, hardly stands out, or its numeral is not believed.
    """
    telling = other.numeral or other.cocked or other.glare or other.faint
    return other.sure or (telling and other.found.die >= _SURELY_A_DIE)


def _of_usual_size(seen: Sequence[Found], image: Image, pose: BoardPose, sight: TableSight) -> list[Found]:
    """The same dice; those that are larger than dice are read are named as that, each once.

    Only of coloured dice is it asked, as shadows have stronger edges than pale dice on white paper, and only where pips
    leave it open.
    """
    usual: list[Found] = []
    larger: list[Found] = []
    for die in seen:
        open_size = not die.usual and (not die.why or die.why.startswith(NOT_CLEAR))
        asked = open_size and _is_coloured(die, image, pose, sight)
        side_mm = larger_mm(image, pose, die.place_mm) if asked else None
        if side_mm is None:
            usual.append(die)
        elif not _near(die, larger):
            larger.append(replace(die, why=another_size(side_mm)))
    return usual + larger


def _is_coloured(die: Found, image: Image, pose: BoardPose, sight: TableSight) -> bool:
    if die.team is not None:
        return has_colour(die.team, sight)
    (window,) = die_windows(image, pose, die.place_mm[None], FINE_WINDOW_PX)
    return is_coloured(window, die.place_mm, sight)


def _near(die: Found, others: Sequence[Found]) -> bool:
    return any(np.hypot(*(die.place_mm - other.place_mm)) < SAME_DIE_MM for other in others)


def _is_upper(die: Found, stack: Found, pose: BoardPose) -> bool:
    """Whether what looks like a die that lies on the table is the upper one of a stack, taken to be further away."""
    right, down = towards_camera(pose, stack.place_mm[None])[0] @ (die.place_mm - stack.place_mm)
    return abs(float(right)) < SAME_DIE_MM and 0.0 < -float(down) < _STACK_MM


def _in_sight(die: Found, pose: BoardPose, sight: TableSight) -> Found:
    """The same die; not read if its upper face is not all in sight, however it is turned."""
    points_mm = die.place_mm + _FACE
    at = pose.project(points_mm, FACE_HEIGHT_MM)
    inside = (at >= -0.5) & (at <= np.array(pose.lens.size_px) - 0.5)
    if float(inside.all(axis=1).mean()) < _LEAST_INSIDE:
        return replace(die, why=_CUT_OFF)
    return replace(die, why=_COVERED) if _covered(die, sight) > _MOST_COVERED else die


def _covered(die: Found, sight: TableSight) -> float:
    """Share of the upper face on which a hand or another large thing lies, as far as the sheet reaches."""
    seen_mm = carry(die.place_mm + _FACE, sight.camera_mm, FACE_HEIGHT_MM, sight.view.height_mm)
    x, y = np.round(sight.view.to_px(seen_mm)).astype(int).T
    rows, columns = sight.cover.foreign.shape
    within = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    return float(sight.cover.foreign[y[within], x[within]].sum()) / len(_FACE)


def _seen(die: Found) -> SeenDie:
    return SeenDie(die.team, die.values[0], *die.xy_mm, round(die.confidence, 4))
