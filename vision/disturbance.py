"""What keeps a table from being read, each by its own name and in a player's words.

Told from small pictures (see ``vision.changes``): the one that disturbs, and the table as it was when it was last at
rest. Light keeps the printed lines, a thing hides them; a lens out of focus softens all of them; a camera that shakes
shifts the whole picture; exposure is one factor for everything, a lamp is not; a cloud takes its time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.changes import FloatMap, Mask, light_ratio, lines_kept, print_alike, shift_px
from vision.sentences import say

if TYPE_CHECKING:
    from engine.sentences import Sentence
    from vision.changes import TableRegion
    from vision.rectify import Image

JUMP = 0.22
"""Change of brightness, as a logarithm, after which what was measured in the old light is measured anew; the worst
lamps flicker by 0.2."""
SUDDEN_PER_S = 0.45
"""Faster changes of brightness (logarithm, per second) are a switch's or an exposure's, slower ones the sky's."""
_UNEVEN = 0.12
"""An exposure changes all of the picture by the same factor, within this (logarithm, middle four fifths of it)."""
_BRIGHT = 200
"""Grey level from which a part of what a place shows may be clipped."""
_CAST = 0.04
"""By how much the colours' factors differ where the lamp is another one."""
_LIT_SHARE = 0.5
"""Light that changes in less of the picture is a shadow's or a beam's."""
_LIT = 0.03
"""Change of brightness (logarithm) of a place from which it counts as changed."""
_SHADE = 0.1
"""So much darker than the rest of the table (logarithm) is a shadow."""
_SHADOW_MM2 = 1200.0
"""A hand's shadow is as large as a hand."""
_SHIFTED_PX = 0.3
"""Small pixels: a millimetre on the table; a fixed camera's pictures agree to 0.05."""
_EXPLAINED = 0.05
"""Share of the edges that a shift of the whole picture must put back in place to be believed."""
PATTERN_KEPT = 0.5
"""Correlation of the print with what it was from which nothing lies on it."""
_SOFT, _SOFTER = 0.85, 0.95
"""Shares of the fine detail, in the whole picture and in each quarter, below which the lens is out of focus: a bare
table has little but the camera's noise."""
_DETAIL_ROWS = 8
"""Detail is measured in one row of so many."""
_HEAD_WIDTH_MM = 152.0
"""Hands and arms are narrower, heads over the board are nearer to the camera and wider."""
_SKIN_SHARE = 0.2
"""So much of what reaches in shows skin if it is a hand; less is a sleeve or a glove."""
_REDNESS = (0.08, 0.9)
"""Logarithm of red over blue of skin of any tone, against white paper in the same light."""


class Disturbance(Enum):
    """Why a picture is not read."""

    HAND = "hand"
    SLEEVE = "sleeve"
    HEAD = "head"
    SHADOW = "shadow"
    LAMP = "lamp"
    CLOUD = "cloud"
    EXPOSURE = "exposure"
    FOCUS = "focus"
    SHAKE = "shake"
    MOTION = "motion"
    DICE = "dice"

    @property
    def words(self) -> Sentence:
        """For people, without a full stop."""
        return say(f"disturbed.{self.value}")

    @property
    def covers(self) -> bool:
        """Whether something is between camera and table."""
        return self in _COVERS

    def followed_by(self, found: Disturbance) -> Disturbance:
        """What to call it when the next picture, without a rest between them, looks like ``found``.

        A change of light, of focus or a trembling goes on for a while and ends slowly; it is still the same.
        """
        lasts = self in _LASTING and (found in _VAGUE or (self.of_light and found.of_light))
        return self if lasts else found

    @property
    def of_light(self) -> bool:
        """Whether the table is as it was and only looks different."""
        return self in _LIGHT


_COVERS = frozenset({Disturbance.HAND, Disturbance.SLEEVE, Disturbance.HEAD})
_LIGHT = frozenset({Disturbance.LAMP, Disturbance.CLOUD, Disturbance.EXPOSURE})
_LASTING = _LIGHT | {Disturbance.FOCUS, Disturbance.SHAKE}
_VAGUE = frozenset({Disturbance.MOTION, Disturbance.DICE, Disturbance.SHADOW})


@dataclass(frozen=True, eq=False)
class Calm:
    """The table as it was at rest."""

    picture: Image
    """Small."""
    detail: FloatMap | None = None
    """Of the camera's own picture: see ``detail_of``; None if it was not measured."""


@dataclass(frozen=True, eq=False)
class Sight:
    """The picture that is to be judged."""

    picture: Image
    """Small."""
    detail: FloatMap
    hands: Mask
    """Where something as large as a hand hides the print."""
    rate_per_s: float
    """How fast the brightness changed lately (logarithm)."""


def name_disturbance(now: Sight, calm: Calm, where: TableRegion) -> Disturbance:
    """What makes a picture differ from the table at rest."""
    if is_shaken(now.picture, calm.picture, where):
        return Disturbance.SHAKE
    if now.hands.any():
        return _cover(now, calm, where)
    if out_of_focus(now.detail, calm.detail) and not is_jump(now.picture, calm.picture, where):
        return Disturbance.FOCUS
    return _light(now, calm, where) or Disturbance.MOTION


def detail_of(image: Image) -> FloatMap:
    """(4,): fine detail in each quarter (from left to right) of a camera's picture, as a share of its brightness."""
    rows = np.ascontiguousarray(image[::_DETAIL_ROWS, :, 1])
    edges = cv2.absdiff(rows[:, 2:], rows[:, :-2])
    quarters = np.array_split(np.arange(edges.shape[1]), 4)
    spans = [slice(int(part[0]), int(part[-1]) + 1) for part in quarters]
    return np.array([cv2.mean(edges[:, s])[0] / (cv2.mean(rows[:, s])[0] + 1.0) for s in spans], np.float32)


def out_of_focus(detail: FloatMap, sharp: FloatMap | None) -> bool:
    """Whether a picture has lost its detail everywhere; ``sharp`` is the measure of one that had it."""
    return sharp is not None and bool((detail < _SOFTER * sharp).all() and detail.sum() < _SOFT * sharp.sum())


def is_jump(small: Image, reference: Image, where: TableRegion) -> bool:
    """Whether the brightness of all is so different that nothing measured in the old light holds."""
    return abs(float(np.median(light_ratio(small, reference)[_cells(where)]))) > JUMP


def is_shaken(small: Image, reference: Image, where: TableRegion) -> bool:
    """Whether the whole picture is shifted, and the shift puts the printed edges back in their places."""
    x, y = shift_px(small, reference)
    if np.hypot(x, y) <= _SHIFTED_PX:
        return False
    height, width = small.shape[:2]
    onto = np.array(((1.0, 0.0, x), (0.0, 1.0, y)))
    moved = cv2.warpAffine(reference, onto, (width, height), borderMode=cv2.BORDER_REPLICATE)
    drawn, kept = lines_kept(small, reference)
    drawn_then, kept_then = lines_kept(small, np.asarray(moved, np.uint8))
    return share(kept_then, drawn_then & where.mask) > share(kept, drawn & where.mask) + _EXPLAINED


def share(kept: Mask, drawn: Mask) -> float:
    """Share of drawn edges that were kept; 1 where there are none."""
    count = int(drawn.sum())
    return float((kept & drawn).sum()) / count if count else 1.0


def shaded(small: Image, reference: Image, where: TableRegion) -> Mask:
    """(height, width): where it is darker than it was, by more than the rest of the table is, and the print shows."""
    now, then = (cv2.blur(picture[..., 1], (5, 5)).astype(np.float32) + 8.0 for picture in (small, reference))
    ratio = np.log(now / then)
    usual = float(np.percentile(ratio[where.mask][::7], 75)) if where.mask.any() else 0.0
    dark = (ratio < min(usual, 0.0) - _SHADE) & where.mask
    return np.asarray(dark, np.bool_)


def _cover(now: Sight, calm: Calm, where: TableRegion) -> Disturbance:
    """A hand, a sleeve or a head, by width and colour."""
    # What reaches out of the picture is as wide there as what is seen of it.
    hands = cv2.copyMakeBorder(now.hands.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    if float(cv2.distanceTransform(hands, cv2.DIST_L2, 3).max()) > _HEAD_WIDTH_MM / 2 * where.px_per_mm:
        return Disturbance.HEAD
    white = np.percentile(calm.picture[where.mask].astype(np.float32), 95, axis=0) + 1.0
    colour = np.log((now.picture[now.hands].astype(np.float32) + 8.0) / white)
    redness, yellowness = colour[:, 2] - colour[:, 0], colour[:, 1] - colour[:, 0]
    skin = (redness > _REDNESS[0]) & (redness < _REDNESS[1]) & (yellowness > -0.05) & (colour[:, 2] > colour[:, 1])
    return Disturbance.HAND if float(skin.mean()) > _SKIN_SHARE else Disturbance.SLEEVE


def _light(now: Sight, calm: Calm, where: TableRegion) -> Disturbance | None:
    """Whether it is only the light that differs, and which."""
    cells = _cells(where)
    ratio = light_ratio(now.picture, calm.picture)[cells]
    if not ratio.size:
        return None
    changed = np.abs(ratio) > _LIT
    if float(changed.mean()) < _LIT_SHARE:
        dark = shaded(now.picture, calm.picture, where)
        if float(dark.sum()) < _SHADOW_MM2 * where.px_per_mm**2:
            return None
        # The shadow's own edge is none of the print's.
        inside = cv2.erode(dark.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
        alike = print_alike(now.picture, calm.picture, inside)
        return Disturbance.SHADOW if alike is not None and alike > PATTERN_KEPT else None
    if now.rate_per_s < SUDDEN_PER_S:
        return Disturbance.CLOUD
    unburnt = ratio[~_burnt_cells(now.picture, calm.picture)[cells]]
    low, high = np.percentile(unburnt if unburnt.size else ratio, (10, 90))
    if high - low > _UNEVEN or _cast(now.picture, calm.picture, where) > _CAST:
        return Disturbance.LAMP
    return Disturbance.EXPOSURE


def _burnt_cells(small: Image, reference: Image) -> Mask:
    """(9, 16): which of ``light_ratio``'s places may be clipped in either picture; all but the darkest if all are."""
    brightest = cv2.resize(cv2.max(small, reference), (16, 9), interpolation=cv2.INTER_AREA).max(axis=2)
    return np.asarray(brightest > max(_BRIGHT, int(brightest.min())), np.bool_)


def _cast(small: Image, reference: Image, where: TableRegion) -> float:
    """By how much the channels' factors differ (logarithm), where nothing is clipped."""
    clear = where.mask & (cv2.max(small, reference).max(axis=2) < _BRIGHT)
    if not clear.any():
        return 0.0
    now, then = (np.array(cv2.mean(picture, clear.astype(np.uint8))[:3]) + 1.0 for picture in (small, reference))
    factors = np.log(now / then)
    return float(factors.max() - factors.min())


def _cells(where: TableRegion) -> Mask:
    """(9, 16): which of ``light_ratio``'s places lie on the table."""
    small = cv2.resize(where.mask.astype(np.uint8), (16, 9), interpolation=cv2.INTER_AREA)
    return np.asarray(small > 0, np.bool_)
