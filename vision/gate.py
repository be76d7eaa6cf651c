"""The gate: is the table at rest, and may it be read?

Nothing is read under a hand, and nothing before the table has been still for a while (400 ms unless told
otherwise). The gate compares each frame with two small pictures it keeps: the *anchor*, the first picture of the
present still stretch (so even the slowest drift is noticed, at any frame rate), and the *settled* picture, the table
as it was last read (so a hand that rests is still a hand). All it knows of time is what it is handed.

What changed on the table (a piece, a die, the ball) is not its business; only that something did, and is over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.changes import difference, is_relit, light_ratio, shrink, whole_picture
from vision.disturbance import Calm, Disturbance, Sight, detail_of, is_jump, name_disturbance, out_of_focus, shaded
from vision.hand_shapes import (
    ARM_MM2,
    LEAST_CHANGE,
    SMALLEST_MM2,
    components,
    dice_sized,
    hand_sized,
    hides_print,
    largest_mm2,
    near_field,
    uncovered,
    view_moved,
)

if TYPE_CHECKING:
    from vision.changes import FloatMap, Mask, TableRegion
    from vision.rectify import Image

STILL_S = 0.4
"""How long the table must have been still before it is read."""
LEAST_PICTURES = 3
"""Of a still stretch: a table that was not looked at meanwhile was not seen to be still."""
PATIENCE_S = 12.0
"""Something large that has lain perfectly still for this long is no hand: it becomes part of the table."""
_ARM_PATIENCE = 2.0
"""So many times as long where it reaches over the field from the picture's or the table's edge, as arms do."""
FIRST_PATIENCE_S = 4.0
"""The same while neither a second look nor some time has confirmed the first, which may have had a hand in it."""
_CONFIRMED_S = 1.0
"""A first picture that was still for so long, and in which the reader saw no hand, had none."""
LEFT_PATIENCE_S = 0.8
"""The same where the printed lines that came to light say that it was the first picture that had a hand in it."""
BESIDE_PATIENCE_S = 0.8
"""The same where nothing of it reaches the field, so that nothing there is hidden: dice that were thrown next to where
they lay before are as large as a hand that comes in."""
_ROUNDING_S = 1e-6
_NOISE_FACTOR = 4.0
"""Over the mean largest difference of three noisy channels, which is 1.3 standard deviations of one."""
_MOST_NOISE = 7.0
"""Grey levels by which the poorest webcam's small pictures differ in the middle."""

_LEAST_SPAN_S, _PACED_S = 0.1, 0.8
"""Seconds: the pace of a change of light is told from pictures so far apart at least, and no older than this."""


class Mood(Enum):
    """What the table is doing."""

    NO_BOARD = "no board"
    HAND = "hand"
    MOVING = "moving"
    SETTLING = "settling"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class GateState:
    """The gate's answer for one frame."""

    mood: Mood
    t: float
    """The frame's time, seconds."""
    still_s: float
    """How long the picture has been still, also while no board is known."""
    settled_new: bool = False
    """First frame of a new settled stretch: read the table now."""
    shifted: bool = False
    """With ``settled_new``: the whole view moved since the last settled stretch; find the board's pose anew."""
    relit: bool = False
    """With ``settled_new``: the lamps changed since the last settled stretch."""
    cause: Disturbance | None = None
    """What keeps the table from being read, or what has just ended (while SETTLING, and with ``settled_new``)."""

    @property
    def readable(self) -> bool:
        """Whether the table may be read on this frame."""
        return self.mood is Mood.SETTLED


@dataclass(frozen=True, eq=False)
class _Still:
    """The present still stretch."""

    picture: Image
    """Its first."""
    since: float
    mean: FloatMap
    """Of all its pictures so far: quieter than any of them."""
    count: int

    def continued(self, picture: Image) -> _Still:
        """With one more picture."""
        share = np.float32(1.0 / (self.count + 1))
        return replace(self, mean=self.mean + share * (picture - self.mean), count=self.count + 1)

    def quiet_picture(self) -> Image:
        """The mean, in whole grey levels."""
        return np.asarray(np.round(self.mean), np.uint8)


class _LightPace:
    """How fast the brightness of the whole picture changes; remembers the last pictures' levels."""

    def __init__(self) -> None:
        self._seen: tuple[tuple[float, Image], ...] = ()

    def look(self, small: Image, t: float) -> None:
        """The next picture."""
        coarse = np.asarray(cv2.resize(small, (16, 9), interpolation=cv2.INTER_AREA), np.uint8)
        self._seen = (*(past for past in self._seen if 0 <= t - past[0] < _PACED_S), (t, coarse))

    def per_s(self) -> float:
        """The fastest change from one to the next of the last pictures (logarithm of brightness, per second)."""
        rates = [
            float(np.median(np.abs(light_ratio(now, then)))) / max(t - before, _LEAST_SPAN_S)
            for (before, then), (t, now) in pairwise(self._seen)
        ]
        return max(rates, default=0.0)


class Gate:
    """Judges frame after frame; holds the newest, two small pictures and a noise map, and no clock."""

    def __init__(self, still_s: float = STILL_S, patience_s: float = PATIENCE_S) -> None:
        self._still_s, self._patience_s = still_s, patience_s
        self._anchor: _Still | None = None
        self._settled: _Still | None = None
        self._confirmed = False
        self._in_stretch = self._distrusted = False
        self._noise: FloatMap | None = None
        self._sharp: FloatMap | None = None
        self._soft_since: float | None = None
        self._stood_s = 0.0
        self._cause: Disturbance | None = None
        self._light = _LightPace()
        self._shrunk: tuple[Image, Image] | None = None

    def step(self, image: Image, t: float, region: TableRegion | None) -> GateState:
        """Judge the next frame, taken at ``t`` seconds; ``region`` is None while no board is known."""
        small = shrink(image)
        self._shrunk = image, small
        self._forget_another_size(small)
        where = region or whole_picture(small)
        detail, anchor = detail_of(image), self._anchor
        self._light.look(small, t)
        if anchor is None or t < anchor.since or self._disturbed(small, t, detail, where, anchor):
            if self._distrusted:
                self.forget()
            self._anchor, self._in_stretch = _Still(small, t, small.astype(np.float32), 1), False
            hands = self._hand(self._anchor, where)
            if anchor is not None:
                self._name(Sight(small, detail, hands, self._light.per_s()), anchor, where)
            mood = Mood.HAND if hands.any() else Mood.MOVING
            return GateState(mood if region else Mood.NO_BOARD, t, 0.0, cause=self._cause)
        mood = Mood.SETTLED if self._in_stretch else Mood.SETTLING
        state = GateState(mood, t, t - anchor.since, cause=None if self._in_stretch else self._cause)
        if region is None:
            return replace(state, mood=Mood.NO_BOARD)
        if self._in_stretch:
            self._stood_s = state.still_s
            return state
        self._anchor = anchor.continued(small)
        return self._settle(self._anchor, where, state, detail)

    def small_of(self, image: Image) -> Image:
        """The small picture of a frame (see ``changes.shrink``); of the frame judged last it is there already."""
        newest = self._shrunk
        return newest[1] if newest is not None and newest[0] is image else shrink(image)

    def _disturbed(self, small: Image, t: float, detail: FloatMap, where: TableRegion, anchor: _Still) -> bool:
        """Whether the still stretch is over: something moved, the light jumped, or the lens lost its focus."""
        if self._moved(small, anchor.picture, where) or is_jump(small, anchor.picture, where):
            return True
        calm = self._settled
        soft = calm is not None and out_of_focus(detail, self._sharp) and not is_jump(small, calm.picture, where)
        if not soft:
            self._soft_since = None
            return False
        if self._soft_since is None:
            self._soft_since = t
        # A lens that stays as it is has found another focus, or was breathed upon: what it shows is the table.
        return t - self._soft_since < self._patience_s

    def _name(self, sight: Sight, anchor: _Still, where: TableRegion) -> None:
        """Name what disturbs; what was named first stays, unless something lies over the table."""
        calm = self._settled or anchor
        found = name_disturbance(sight, Calm(calm.picture, self._sharp), where)
        if found is Disturbance.MOTION:
            change = difference(sight.picture, anchor.picture)
            # From one picture to the next: what merely lies elsewhere than it did has come to rest.
            if dice_sized(change > self._threshold(change, where), where):
                found = Disturbance.DICE
        self._cause = found if self._cause is None else self._cause.followed_by(found)

    def forget(self) -> None:
        """The camera stands elsewhere: what the table looked like before is no measure any more."""
        self._settled = self._sharp = self._soft_since = None
        self._stood_s = 0.0
        self._confirmed = self._in_stretch = self._distrusted = False

    def distrust(self) -> None:
        """The reader saw a hand in what was taken for a table at rest: once that moves, it is no measure any more."""
        self._distrusted = True

    def _settle(self, still: _Still, where: TableRegion, state: GateState, detail: FloatMap) -> GateState:
        """A still picture that has not been reported yet: free of hands, and still for long enough?"""
        mask = self._hand(still, where)
        hand = bool(mask.any())
        if hand and not (self._cause is not None and self._cause.covers):
            self._cause = Disturbance.HAND
            state = replace(state, cause=self._cause)
        if state.still_s < self._still_s - _ROUNDING_S or still.count < LEAST_PICTURES:
            return replace(state, mood=Mood.HAND) if hand else state
        now, before = still.quiet_picture(), None if self._settled is None else self._settled.quiet_picture()
        shifted = before is not None and view_moved(now, before, where)
        if hand and not shifted and state.still_s < self._patience(now, before, where, mask):
            return replace(state, mood=Mood.HAND)
        if self._in_shadow(now, before, where) and state.still_s < self._patience_s:
            return state
        self._settled, self._sharp = still, detail
        self._confirmed, self._in_stretch = before is not None and not hand, True
        relit = before is not None and not shifted and is_relit(now, before)
        self._cause, cause = None, self._cause
        return replace(state, mood=Mood.SETTLED, settled_new=True, shifted=shifted, relit=relit, cause=cause)

    def _in_shadow(self, now: Image, before: Image | None, where: TableRegion) -> bool:
        """Whether the shadow that fell on the table still lies there: whoever casts it is about to do something."""
        if self._cause is not Disturbance.SHADOW or before is None:
            return False
        return int((shaded(now, before, where) & where.field).sum()) > ARM_MM2 * where.px_per_mm**2

    def _patience(self, now: Image, before: Image | None, where: TableRegion, large: Mask) -> float:
        """Seconds after which something large (a mask) is no hand."""
        if not (large & near_field(where)).any():
            return min(BESIDE_PATIENCE_S, self._patience_s)
        longer = _ARM_PATIENCE if (large & where.rim).any() else 1.0
        if self._confirmed or before is None or self._stood_s >= _CONFIRMED_S:
            return self._patience_s * longer
        # The first picture may itself have had a hand in it: then it was that hand which left.
        if uncovered(now, before, where):
            return min(LEFT_PATIENCE_S, self._patience_s)
        return min(FIRST_PATIENCE_S, self._patience_s) * longer

    def _forget_another_size(self, small: Image) -> None:
        if self._anchor is not None and self._anchor.picture.shape != small.shape:
            self._anchor = self._noise = None
            self.forget()

    def _moved(self, small: Image, anchor: Image, where: TableRegion) -> bool:
        """Whether anything moved since the anchor; learns the noise where nothing did."""
        change = difference(small, anchor)
        noise = change if self._noise is None else self._noise
        moved = largest_mm2(change > self._threshold(change, where), where) > SMALLEST_MM2
        if not moved:
            # Slowly up, since a hand's shadow creeping in is no noise; what flickers for seconds is.
            self._noise = noise + np.float32(0.05) * (np.minimum(change, 2 * noise + 2.0) - noise)
        return moved

    def _threshold(self, change: FloatMap, where: TableRegion, quiet: float = 1.0) -> FloatMap | float:
        """Grey levels above which a change is more than noise, per pixel once the noise is known.

        ``quiet`` is the noise of the compared pictures over that of two single frames.
        """
        # A lamp changes more than half of the picture, noise all of it.
        seen = min(float(np.median(change[::3, ::3][where.mask[::3, ::3]])), self._noise_cap() * quiet)
        least = max(LEAST_CHANGE, _NOISE_FACTOR * seen)
        return least if self._noise is None else np.maximum(least, _NOISE_FACTOR * quiet * self._noise)

    def _noise_cap(self) -> float:
        """As much noise as may be believed at once: little more than there was, or what the poorest webcam makes."""
        return _MOST_NOISE if self._noise is None else 0.5 + 1.3 * float(np.median(self._noise[::3, ::3]))

    def _hand(self, still: _Still, where: TableRegion) -> Mask:
        """Where something as large as a hand lies that did not when the table was last read; light does not."""
        if self._settled is None:
            return np.zeros_like(where.mask)
        small, settled = still.quiet_picture(), self._settled.quiet_picture()
        change = difference(small, settled)
        quiet = ((1 / still.count + 1 / self._settled.count) / 2) ** 0.5
        large = hand_sized((change > self._threshold(change, where, quiet)) & where.mask, where)
        if not large.any():
            return large
        labels, areas = components(cv2.dilate(large.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
        inside = cv2.erode(large.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
        hands = [k for k in range(1, len(areas)) if hides_print(labels == k, inside, small, settled)]
        return np.asarray(np.isin(labels, hands), np.bool_)
