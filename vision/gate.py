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

from vision.changes import difference, is_relit, light_ratio, lines_kept, print_alike, shrink, steepness, whole_picture
from vision.disturbance import (
    PATTERN_KEPT,
    Calm,
    Disturbance,
    Sight,
    detail_of,
    is_jump,
    is_shaken,
    name_disturbance,
    out_of_focus,
    shaded,
    share,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    from vision.changes import FloatMap, Mask, TableRegion
    from vision.rectify import Image

    Labels: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int32]]

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
_BESIDE_MM = 20.0
"""How far from the field that is."""
_ROUNDING_S = 1e-6
_LEAST_CHANGE = 7.0
"""Grey levels; quiet cameras differ by 4 from frame to frame, a die on a table of its own colour by 10 and more."""
_NOISE_FACTOR = 4.0
"""Over the mean largest difference of three noisy channels, which is 1.3 standard deviations of one."""
_MOST_NOISE = 7.0
"""Grey levels by which the poorest webcam's small pictures differ in the middle."""
_SMALLEST_MM2 = 50.0
"""A third of a small die's face: less than that in motion is noise."""
_ARM_MM2 = 1200.0
"""Reaching in from the rim; two dice with their shadows stay below it."""
_STICK_MM, _STICK_MM2 = 90.0, 300.0
"""Length and area of what reaches in from the rim and is thinner than an arm: a stick, a pen, a sleeve's cord."""
_PALM_MM2 = 2500.0
_PALM_WIDTH_MM = 45.0
"""Wider than discs, the ball's ring and dice with their shadows, so that those are never taken for a hand."""
_LINES_KEPT = 0.6
"""Share of the printed edges that light leaves in place; under a hand hardly any are left."""
_ENOUGH_EDGES = 20
"""Pixels of them by which that can be told."""
_LARGE_PART, _HIDDEN_BLOCKS = 0.35, 0.25
"""Share of the picture that is so large, and of its parts that must have lost their print."""
_DARKEST_SHADOW = 0.35
"""Share of the light that a lamp's shadow leaves in a room."""
_MORE_PRINT, _LEAST_PRINT = 1.5, 0.5
"""By how much the field's mean steepness (grey levels) grows where a hand leaves it: factor, and at least so much."""
_VIEW_LOST = 0.35
"""With fewer edges than this in place in every quarter of the picture, it is the camera that moved."""


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
    """Judges frame after frame; holds two small pictures and a noise map, and no clock."""

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

    def step(self, image: Image, t: float, region: TableRegion | None) -> GateState:
        """Judge the next frame, taken at ``t`` seconds; ``region`` is None while no board is known."""
        small = shrink(image)
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
        shifted = before is not None and _view_moved(now, before, where)
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
        return int((shaded(now, before, where) & where.field).sum()) > _ARM_MM2 * where.px_per_mm**2

    def _patience(self, now: Image, before: Image | None, where: TableRegion, large: Mask) -> float:
        """Seconds after which something large (a mask) is no hand."""
        if not (large & _near_field(where)).any():
            return min(BESIDE_PATIENCE_S, self._patience_s)
        longer = _ARM_PATIENCE if (large & where.rim).any() else 1.0
        if self._confirmed or before is None or self._stood_s >= _CONFIRMED_S:
            return self._patience_s * longer
        # The first picture may itself have had a hand in it: then it was that hand which left.
        if _uncovered(now, before, where):
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
        moved = _largest_mm2(change > self._threshold(change, where), where) > _SMALLEST_MM2
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
        least = max(_LEAST_CHANGE, _NOISE_FACTOR * seen)
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
        large = _hand_sized((change > self._threshold(change, where, quiet)) & where.mask, where)
        if not large.any():
            return large
        labels, areas = _components(cv2.dilate(large.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
        inside = cv2.erode(large.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
        hands = [k for k in range(1, len(areas)) if _hides(labels == k, inside, small, settled)]
        return np.asarray(np.isin(labels, hands), np.bool_)


def _hides(part: Mask, inside: Mask, now: Image, settled: Image) -> bool:
    """Whether the print is gone where a part of the picture changed.

    A shadow has an edge too, so it is judged ``inside`` if that is large enough to show some print.
    """
    alike = print_alike(now, settled, part & inside)
    if alike is not None:
        return alike < PATTERN_KEPT or _half_hidden(part & inside, now, settled)
    drawn, kept = lines_kept(now, settled)
    if np.count_nonzero(drawn & part) < _ENOUGH_EDGES:
        # A bare table: what is darker than any shadow is a thing.
        bright_now, bright_then = (cv2.mean(picture, part.astype(np.uint8))[1] for picture in (now, settled))
        return bright_now < _DARKEST_SHADOW * bright_then
    return share(kept, drawn & part) < _LINES_KEPT


def _half_hidden(part: Mask, now: Image, settled: Image) -> bool:
    """Whether a thing so large that all the rest is taken for another light hides a good part of the print."""
    if np.count_nonzero(part) < _LARGE_PART * part.size:
        return False
    rows, columns = (np.array_split(np.arange(length), 6) for length in part.shape)
    blocks = [slice(int(r[0]), int(r[-1]) + 1) for r in rows], [slice(int(c[0]), int(c[-1]) + 1) for c in columns]
    alike = [print_alike(now[r, c], settled[r, c], part[r, c]) for r in blocks[0] for c in blocks[1]]
    known = [each < PATTERN_KEPT for each in alike if each is not None]
    return sum(known) > _HIDDEN_BLOCKS * len(known)


def _near_field(where: TableRegion) -> Mask:
    """The field and what is so close to it that a figure may stand there."""
    side = 2 * round(_BESIDE_MM * where.px_per_mm) + 1
    return cv2.dilate(where.field.astype(np.uint8), np.ones((side, side), np.uint8)) > 0


def _view_moved(small: Image, settled: Image, where: TableRegion) -> bool:
    """Whether the camera moved: the whole picture shifted, or the edges are gone everywhere, where no hand reaches."""
    if is_shaken(small, settled, where):
        return True
    drawn, kept = lines_kept(small, settled)
    quarters = np.array_split(np.arange(small.shape[1]), 4)
    return all(share(kept[:, part], (drawn & where.mask)[:, part]) < _VIEW_LOST for part in quarters)


def _uncovered(now: Image, before: Image, where: TableRegion) -> bool:
    """Whether the field shows clearly more of its print where it changed than it did before: a hand left it."""
    changed = ((difference(now, before) > _LEAST_CHANGE) & where.field).astype(np.uint8)
    # A hand's outline is an edge too, but inside it there are few.
    inside = cv2.erode(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.ones((5, 5), np.uint8))
    if int(inside.sum()) < _PALM_MM2 / 4 * where.px_per_mm**2:
        return False
    print_now, print_before = cv2.mean(steepness(now), inside)[0], cv2.mean(steepness(before), inside)[0]
    return print_now > _MORE_PRINT * print_before + _LEAST_PRINT


def _largest_mm2(changed: Mask, where: TableRegion) -> float:
    """Area of the largest connected change on the table; 0 where all of it together would be too little to matter."""
    inside = (changed & where.mask).astype(np.uint8)
    if cv2.countNonZero(inside) <= _SMALLEST_MM2 * where.px_per_mm**2:
        return 0.0
    count, _, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=8)
    largest = stats[1:, cv2.CC_STAT_AREA].max() if count > 1 else 0
    return float(largest) / where.px_per_mm**2


def _hand_sized(foreign: Mask, where: TableRegion) -> Mask:
    """The connected changes that are large enough for a hand: arms from the rim, palms anywhere."""
    scale = where.px_per_mm
    if np.count_nonzero(foreign) <= _STICK_MM2 * scale**2:
        return np.zeros_like(foreign)
    labels, areas = _components(foreign)
    at_rim = np.bincount(labels[where.rim], minlength=len(areas)) > 0
    arms = at_rim & ((areas > _ARM_MM2 * scale**2) | _sticks(labels, areas, where))
    thick, thick_areas = _components(_opened(foreign, _PALM_WIDTH_MM / 2 * scale))
    palms = thick_areas > _PALM_MM2 * scale**2
    arms[0] = palms[0] = False
    return np.asarray(arms[labels] | palms[thick], np.bool_)


def _sticks(labels: Labels, areas: FloatMap, where: TableRegion) -> Mask:
    """Which components reach far over the field for their area."""
    scale = where.px_per_mm
    over = np.bincount(labels[where.field], minlength=len(areas)) > _STICK_MM2 / 2 * scale**2
    long = np.zeros(len(areas), np.bool_)
    for k in np.flatnonzero(over & (areas > _STICK_MM2 * scale**2)):
        rows, columns = np.nonzero(labels == k)
        long[k] = np.hypot(np.ptp(rows), np.ptp(columns)) > _STICK_MM * scale
    return long


def _opened(mask: Mask, radius_px: float) -> Mask:
    """The part of a mask that discs of that radius inside it cover."""
    middles = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3) > radius_px
    if not middles.any():
        return middles
    return np.asarray(cv2.distanceTransform((~middles).astype(np.uint8), cv2.DIST_L2, 3) < radius_px, np.bool_)


def _components(mask: Mask) -> tuple[Labels, FloatMap]:
    """Labels (0 = background) and the area of each in pixels."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return np.asarray(labels, np.int32), stats[:, cv2.CC_STAT_AREA].astype(np.float32)
