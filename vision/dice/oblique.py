"""Dice in a plain picture, seen from any height: nothing says how large they are, nor how steeply the camera looks.

Whatever stands out in some size is shown to the net for dice of any make as if the camera stood at one of several
heights above the table: where the guesses are right, the upper face is the square that the net has learnt to read. The
dice of one picture are mostly of one size and seen from one height; what the plainest say of both helps to read the
others, and tells dice from specks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.found import COCKED as COCKED_WORDS
from vision.dice.found import STACKED as LIES_ON_ANOTHER
from vision.dice.found import unclear
from vision.dice.marks import with_marks
from vision.dice.net import ALL_ANSWERS, COCKED, STACKED, UNREADABLE, DiceNet
from vision.dice.opinion import Opinion, together
from vision.dice.pictured import PicturedDie
from vision.dice.windows import FINE_WINDOW_PX, WINDOW_MM, resampled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.rectify import Image

_USUAL_MM = 14.0
"""Side of a die, for the net."""
_SIDES_PX = tuple(16.0 * 1.3**step for step in range(12))
"""Sides of dice that are looked for, pixels along a row."""
_SQUEEZES = (1.0, 0.82, 0.65, 0.52)
"""Height over width of a level square: the sine of the camera's elevation, 90 to 31 degrees."""
_PEAKS = 14
"""Places looked at for each size."""
_BODY_PX, _AROUND_PX, _SHRUNK_SIDE = 5, 11, 4.0
"""Squares that are compared, a die and what surrounds it, in a picture in which a die is so wide."""
_NOISE = 4.0
"""Levels by which a plain table differs from itself anyway."""
_PROMISING = 0.5
"""Probability of a die from which it is worth a closer look."""
_CLOSE = tuple((x, y) for x in (-0.035, 0.035) for y in (-0.035, 0.035))
"""Where to look closely (right and down, window sides)."""
_FINER = (0.87, 1.0, 1.15)
"""Sizes and squeezes tried near a promising one."""
_MOST_CLOSE = 16
"""Places looked at closely: bounds the time."""
_APART = 0.75
"""Sides between two dice' middles, at least."""
_BELOW, _BESIDE = 0.8, 0.4
"""Sides, down and sideways in the picture, within which what is below an upper face is a side face of the same die."""
_CLAIM_AT, _LEAST_MARKS = 0.97, 0.81
"""Probability of a value from which it is claimed, and how well its pips must match."""
_ONE_MARKS = 0.9
"""The same of a lone pip: any round spot is a poor one."""
_ASK_AT, _LEAST_LEVEL = 0.9, 0.5
"""Probability of a die, and of a level one, from which an unread one is worth a question: edges look like much else."""
_SURELY_NOT_LEVEL = 0.9
"""Probability of a die that leans or lies on another from which it is named."""
_ONE_SIZE = (0.75, 1.35)
"""Dice of one picture are so much smaller and larger than the usual one: the far and the near ones, and other makes."""
_LARGER = (1.3, 1.6)
"""Sizes in which a die is looked at again: two pips of a four look like a smaller two."""
_CONTRARY = 0.8
"""Probability there of a value with more pips from which the smaller is not stood by."""
_SIZE_SHOWN = 3
"""So many dice of one size show that it is theirs."""
_BODY_MM = 7.0
"""Side of the middle square whose median is the die's colour."""


@dataclass(frozen=True, eq=False)
class _Guess:
    """A place, and how the die there is seen."""

    centre_px: NDArray[np.float64]
    """(2,)"""
    side_px: float
    squeeze: float
    opinion: Opinion
    marks: float = 0.0
    """How well the pips of a level face match: a correlation."""
    part: bool = False
    """Whether it may be a part of a larger die that shows more pips."""

    @property
    def sure(self) -> bool:
        """Whether its value is stood by."""
        least = _ONE_MARKS if self.opinion.value == 1 else _LEAST_MARKS
        return self.opinion.confidence >= _CLAIM_AT and self.marks >= least and not self.part

    @property
    def seen(self) -> bool:
        """Whether it is a die that is worth a question."""
        level = float(self.opinion.probabilities[1:UNREADABLE].sum())
        return self.sure or (self.opinion.die >= _ASK_AT and (level >= _LEAST_LEVEL or self._not_level() is not None))

    def why(self) -> str:
        """Why it is not read."""
        return "" if self.sure else self._not_level() or unclear(*self.opinion.values)

    def _not_level(self) -> str | None:
        if self.marks < _LEAST_MARKS:
            return None
        if self.opinion.probabilities[COCKED] >= _SURELY_NOT_LEVEL:
            return COCKED_WORDS
        return LIES_ON_ANOTHER if self.opinion.probabilities[STACKED] >= _SURELY_NOT_LEVEL else None


def oblique_dice(image: Image, known: Sequence[PicturedDie]) -> list[PicturedDie]:
    """All dice in a picture (height, width, 3) BGR whose camera was held level; ``known`` are some of them.

    Those that are surest come first.
    """
    first = [guess for side_px in _SIDES_PX for guess in _looks(image, _settings(image, side_px))]
    promising = _distinct([guess for guess in first if guess.opinion.die > _PROMISING])[:_MOST_CLOSE]
    guesses = _distinct([_closer(image, guess) for guess in promising])
    usual = _usual(guesses, known)
    if usual is not None:
        guesses = _distinct([_as_usual(image, guess, *usual) for guess in guesses])
        guesses = [guess for guess in guesses if _ONE_SIZE[0] < guess.side_px / usual[0] < _ONE_SIZE[1]]
    if sum(guess.sure for guess in guesses) + len(known) < _SIZE_SHOWN:
        guesses = [replace(guess, part=guess.sure and _is_part(image, guess)) for guess in guesses]
    seen = _without_side_faces([guess for guess in guesses if guess.seen])
    return [_told(image, guess) for guess in seen]


def _usual(guesses: Sequence[_Guess], known: Sequence[PicturedDie]) -> tuple[float, float] | None:
    """Side and squeeze of the dice that are surely read; of several pips if there are any; None without any."""
    sure = [guess for guess in guesses if guess.sure]
    sure = [guess for guess in sure if guess.opinion.value > 1] or ([] if known else sure)
    sides = [guess.side_px for guess in sure] + [die.side_px for die in known]
    if not sides:
        return None
    return float(np.median(sides)), float(np.median([guess.squeeze for guess in sure] or [1.0]))


def _as_usual(image: Image, guess: _Guess, side_px: float, squeeze: float) -> _Guess:
    """The same place, looked at as the other dice are seen, if that makes it clearer."""
    if guess.sure and _ONE_SIZE[0] < guess.side_px / side_px < _ONE_SIZE[1]:
        return guess
    again = _closer(image, _Guess(guess.centre_px, side_px, squeeze, guess.opinion))
    return max(guess, again, key=lambda each: (each.sure, each.opinion.confidence))


def _is_part(image: Image, guess: _Guess) -> bool:
    """Whether the face of a larger die, seen in the same place, shows more pips."""
    larger = _looks(image, [(guess.centre_px, guess.side_px * size, guess.squeeze) for size in _LARGER])
    more = [each for each in larger if each.opinion.value > guess.opinion.value]
    return any(each.opinion.confidence >= _CONTRARY for each in more)


_Setting = tuple["NDArray[np.float64]", float, float]
"""Centre (2,), side of a die, squeeze."""


def _settings(image: Image, side_px: float) -> list[_Setting]:
    """Every squeeze at each of the places where something of a die's size stands out."""
    if side_px > min(image.shape[:2]) / 2:
        return []
    shrink = _SHRUNK_SIDE / side_px
    little = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    apart = cv2.absdiff(little, cv2.blur(little, (_AROUND_PX, _AROUND_PX))).astype(np.float32)
    mean = np.asarray(cv2.transform(apart, np.full((1, 3), 1 / 3, np.float32)), np.float32)
    square = mean * mean
    inside, both = (cv2.blur(square, (side, side)) for side in (_BODY_PX, _AROUND_PX))
    around = np.maximum((both * _AROUND_PX**2 - inside * _BODY_PX**2) / (_AROUND_PX**2 - _BODY_PX**2), 0.0)
    stands_out = np.sqrt(inside) / (np.sqrt(around) + _NOISE)
    peaks = stands_out >= cv2.dilate(stands_out, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(peaks)
    best = np.argsort(-stands_out[rows, columns], kind="stable")[:_PEAKS]
    # A little pixel's centre, among the picture's pixels.
    centres = (np.column_stack((columns[best], rows[best])) + 0.5) / shrink - 0.5
    return [(centre, side_px, squeeze) for centre in centres for squeeze in _SQUEEZES]


def _looks(image: Image, settings: Sequence[_Setting]) -> list[_Guess]:
    if not settings:
        return []
    probabilities, offsets = _net().look(np.stack([_window(image, *setting) for setting in settings]))
    return [
        _Guess(centre + offset * _extent(side_px, squeeze), side_px, squeeze, Opinion(row))
        for (centre, side_px, squeeze), offset, row in zip(settings, offsets, probabilities, strict=True)
    ]


def _extent(side_px: float, squeeze: float) -> NDArray[np.float64]:
    """(2,) width and height in the picture of a window in which a die is this large."""
    return np.array((1.0, squeeze)) * side_px * WINDOW_MM / _USUAL_MM


def _window(image: Image, centre_px: NDArray[np.float64], side_px: float, squeeze: float) -> NDArray[np.uint8]:
    square = np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
    corners_px = centre_px + square * _extent(side_px, squeeze)
    # Of a large die a window takes few of the picture's pixels: only the part round it is averaged down.
    low = np.maximum(np.floor(corners_px.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners_px.max(axis=0)).astype(int) + 3, image.shape[1::-1])
    if (high - low < 2).any():
        return np.zeros((FINE_WINDOW_PX, FINE_WINDOW_PX, 3), np.uint8)
    part = image[low[1] : high[1], low[0] : high[0]]
    shrink = min(1.0, 2.0 * FINE_WINDOW_PX / float(_extent(side_px, squeeze)[0]))
    if shrink < 1.0:
        part = np.asarray(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    return resampled(part, ((corners_px - low + 0.5) * shrink - 0.5).astype(np.float32), FINE_WINDOW_PX)


def _closer(image: Image, guess: _Guess) -> _Guess:
    """The same die in the size and from the height in which it is clearest, looked at from all round."""
    near = [
        (guess.centre_px, guess.side_px * size, min(1.0, guess.squeeze * squeeze))
        for size in _FINER
        for squeeze in _FINER
    ]
    best = max(_looks(image, near), key=lambda each: each.opinion.confidence)
    extent = _extent(best.side_px, best.squeeze)
    several = _looks(image, [(best.centre_px + np.array(step) * extent, best.side_px, best.squeeze) for step in _CLOSE])
    centre_px = np.asarray(np.mean([each.centre_px for each in several], axis=0), np.float64)
    opinion = together([each.opinion for each in several])
    read = with_marks(opinion, _window(image, centre_px, best.side_px, best.squeeze))
    return _Guess(centre_px, best.side_px, best.squeeze, read.opinion, read.match)


def _distinct(guesses: Sequence[_Guess]) -> list[_Guess]:
    """Each die once, as it is clearest."""
    kept: list[_Guess] = []
    for guess in sorted(guesses, key=lambda guess: (guess.sure, guess.opinion.confidence), reverse=True):
        if all(_apart(guess, other) >= _APART for other in kept):
            kept.append(guess)
    return kept


def _apart(one: _Guess, other: _Guess) -> float:
    """In sides of the larger die."""
    away = (one.centre_px - other.centre_px) / (1.0, max(one.squeeze, other.squeeze))
    return float(np.hypot(*away)) / max(one.side_px, other.side_px)


def _without_side_faces(guesses: Sequence[_Guess]) -> list[_Guess]:
    """Those that are no side faces of others: of the faces of one die the upper one is the highest in the picture."""
    return [guess for guess in guesses if not any(_is_side_of(guess, other) for other in guesses)]


def _is_side_of(guess: _Guess, other: _Guess) -> bool:
    right, down = (guess.centre_px - other.centre_px) / other.side_px
    return bool(0.0 < down < _BELOW and abs(right) < _BESIDE)


def _told(image: Image, guess: _Guess) -> PicturedDie:
    window = _window(image, guess.centre_px, guess.side_px, guess.squeeze)
    half = round(_BODY_MM / 2 / WINDOW_MM * FINE_WINDOW_PX)
    middle = slice(FINE_WINDOW_PX // 2 - half, FINE_WINDOW_PX // 2 + half)
    body = np.median(window[middle, middle].reshape(-1, 3), axis=0)
    return PicturedDie(guess.centre_px, guess.side_px, guess.opinion.value, guess.opinion.confidence, body, guess.why())


@cache
def _net() -> DiceNet:
    return DiceNet(answers=ALL_ANSWERS)
