"""The kit's dice: blue and red with pale pips. What is known of them beforehand makes them the surest to be read."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.colours import candidates, colour_map
from vision.dice.found import GLARE, SAME_DIE_MM, Found, unclear
from vision.dice.net import UNREADABLE, DiceNet
from vision.dice.opinion import Look, Opinion, distinct
from vision.dice.pips import layout_scores
from vision.dice.search import is_off_field
from vision.dice.windows import die_windows, offset_mm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from vision.dice.candidates import StandsOut
    from vision.rectify import Image

CLAIM_AT = 0.93
"""Probability of a value from which it is claimed."""
ASK_AT = 0.9
"""Probability of a die from which its unread face is worth a question."""
_MOST = 30
"""Places looked at, those whose colour stands out most: bounds the time on a table full of red and blue things."""
_PROMISING = 0.2
"""Probability of a die, seen from beside it, from which it is worth a closer look."""
_HARDLY = 0.002
"""Probability of a die in the middle of a look below which nothing is looked at from beside it: of 323 places in 63
pictures 115 have less; all 123 of those that promised a die from somewhere have 0.016 and more."""
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
_SURE = 0.99
"""The net's own probability of a value from which no layouts are asked: of 95 dice so sure they turned none another
way, and the net for all dice looks at each once more, with layouts of its own."""
_SAME_PLACE_MM = 6.0
"""Looks that agree on a place to this are at the same thing."""


def kit_dice(image: Image, pose: BoardPose, board: Board, maps: StandsOut) -> list[Found]:
    """Dice of 12 to 16 mm in the kit's blue and red with pale pips, flat on the table, off the field.

    ``maps`` is of the same picture.
    """
    colours = colour_map(maps.view, board)
    coloured = np.array([(found.x_mm, found.y_mm) for found in candidates(colours, board)]).reshape(-1, 2)
    places = list(coloured[maps.may_be_kit_die(coloured)][:_MOST])
    # What is surely no die from its middle is none from beside it either.
    middles = _looks(image, pose, places, _BESIDE[:1])
    places = [place for place, look in zip(places, middles, strict=True) if look.opinion.die > _HARDLY]
    looks = [look for look in middles if look.opinion.die > _HARDLY] + _looks(image, pose, places, _BESIDE[1:])
    promising = [look for look in looks if look.opinion.die > _PROMISING]
    nearly = _closer(image, pose, distinct(promising, _SAME_PLACE_MM), twice=False)
    # The nearer to the middle a die is seen, the better it is read.
    closer = _closer(image, pose, distinct([look for look in nearly if look.opinion.die > _PROMISING], _SAME_PLACE_MM))
    likely = [_with_layouts(look, image, pose) for look in closer if look.opinion.die > _PROMISING]
    found = [
        _found(look, colours.strongest_at(look.place_mm)[0])
        for look in _settled(likely)
        if is_off_field(look.place_mm, board) and colours.strongest_at(look.place_mm)[1] > _LEAST_CONTRAST
    ]
    return [die for die in found if not die.why or die.die >= ASK_AT]


def _looks(
    image: Image,
    pose: BoardPose,
    places_mm: Sequence[NDArray[np.float64]],
    beside: Sequence[tuple[float, float]],
    *,
    twice: bool = False,
) -> list[Look]:
    """What the net says, looking from beside each of some places, and in the mirror if asked to look twice."""
    if not places_mm:
        return []
    steps = np.tile(np.array(beside), (len(places_mm), 1))
    middles_mm = offset_mm(steps, pose, np.repeat(np.array(places_mm), len(beside), axis=0))
    windows = die_windows(image, pose, middles_mm)
    probabilities, offsets = _net().look_twice(windows) if twice else _net().look(windows)
    places = offset_mm(offsets, pose, middles_mm)
    return [Look(place, Opinion(row)) for place, row in zip(places, probabilities, strict=True)]


def _closer(image: Image, pose: BoardPose, looks: Sequence[Look], *, twice: bool = True) -> list[Look]:
    """Each place looked at from all round it; what several looks say together is the geometric mean."""
    several = _looks(image, pose, [look.place_mm for look in looks], _CLOSE, twice=twice)
    joined = []
    for first in range(0, len(several), len(_CLOSE)):
        group = several[first : first + len(_CLOSE)]
        mean = np.exp(np.mean([np.log(look.opinion.probabilities + 1e-6) for look in group], axis=0))
        joined.append(Look(np.mean([look.place_mm for look in group], axis=0), Opinion(mean / mean.sum())))
    return joined


def _with_layouts(look: Look, image: Image, pose: BoardPose) -> Look:
    """The net's opinion of the value joined with that of the layouts; whether it is a die at all is the net's alone.

    Where the net is sure, it stays as it is.
    """
    if look.opinion.confidence >= _SURE:
        return look
    values = look.opinion.probabilities[1:UNREADABLE]
    scores = layout_scores(image, pose, look.place_mm)
    joined = (values + _DOUBT) * np.exp((scores - scores.max()) / _LAYOUT_SCALE)
    probabilities = look.opinion.probabilities.copy()
    probabilities[1:UNREADABLE] = joined * values.sum() / joined.sum()
    return replace(look, opinion=Opinion(probabilities))


def _settled(looks: Sequence[Look]) -> list[Look]:
    """Each die once; where a side face is as good an upper face as the upper one, both are only half believed."""
    settled = []
    for die in distinct(looks, SAME_DIE_MM):
        contrary = [
            look
            for look in looks
            if look.apart_mm(die) < SAME_DIE_MM and look.opinion.value != die.opinion.value and _is_claimed(look)
        ]
        half = np.mean([look.opinion.probabilities for look in (die, *contrary)], axis=0)
        settled.append(replace(die, opinion=Opinion(half)))
    return settled


def _is_claimed(look: Look) -> bool:
    return look.opinion.confidence >= CLAIM_AT


def _found(look: Look, team: Team) -> Found:
    opinion = look.opinion
    glare = opinion.probabilities[UNREADABLE] > 0.5
    why = "" if _is_claimed(look) else GLARE if glare else unclear(*opinion.values)
    return Found(look.place_mm, team, opinion.values, opinion.confidence, opinion.die, why)


@cache
def _net() -> DiceNet:
    return DiceNet()
