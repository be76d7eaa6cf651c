"""Where in a view a ball's colour is seen, compared with the empty print and with the teams' discs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.match import TEAMS
from vision.colour_space import CHROMA_SD, Colour
from vision.evidence import falling, ramp
from vision.silhouettes import where_above

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.evidence import FloatMap
    from vision.ground import Part, Standing
    from vision.rectify import RectifiedView
    from vision.teams import TeamColours

BALL_COLOURS: Mapping[str, Colour] = {
    "white": Colour(0.0, 0.0, 0.95),
    "orange": Colour(-0.46, 0.62, 0.62),
    "yellow": Colour(-0.42, 0.35, 0.75),
    "red": Colour(-0.35, 0.75, 0.4),
    "pink": Colour(-0.05, 0.4, 0.6),
    "blue": Colour(0.5, -0.35, 0.4),
    "green": Colour(-0.2, -0.25, 0.5),
    "black": Colour(0.0, 0.0, 0.15),
}
"""Balls in an ordinary light (see ``vision.colour_space``)."""
USUAL: Mapping[str, Colour] = {name: BALL_COLOURS[name] for name in ("white", "orange")}
"""What is looked for where nobody has said more."""

_SHOWN_FROM, _SHOWN_WITHIN = 0.3, 0.35
"""A pixel begins to show the ball's colour at this share of the way to it, and does so fully this much further on."""
_OFF_DISC = (0.25, 0.5)
"""On the way from a disc's colour to the ball's it begins to show here, and does so fully this much further on."""
_ASIDE = (2.5, 2.5)
"""Units of scatter off the way from ground to ball: up to the first it is the ball's, that much further not."""
_TOLD = (0.5, 0.6)
"""Units of scatter between ground and ball from which they begin to be told apart, and until they surely are."""
_BARE = (1.8, 1.5)
"""The same for print that clearly is of another colour, as no line is for a white ball."""
_DARKER = (0.03, 0.17)
"""How much darker than its paper a white ball's lower side and the shade beside it are."""
_PALE = 0.75
"""Lightness of print that a white ball is lost on."""


@dataclass(frozen=True, eq=False)
class Instead:
    """Where one ball's colour is seen in a part of the view, told in another way."""

    there: NDArray[np.bool_]
    """(height, width) of the view: where it is told so."""
    around: Part
    """A part of the view that holds all of that."""
    within: Part
    """A part of the view in which there is nothing else."""
    colour: FloatMap
    """As in ``BallMap``, of ``around``."""
    on_disc: Callable[[Team, Part], FloatMap]
    """As in ``BallMap``, of a part of ``around``, counted from the view's corner."""


@dataclass(frozen=True, eq=False)
class BallMap:
    """Where one ball's colour is seen. Parts of a view are rows and columns with both ends."""

    colour: FloatMap
    """0..1 (height, width): how much each pixel has the colour, compared with the print there and with the discs."""
    _ball: Colour
    _seen: _Seen
    _instead: Instead | None

    def on_disc(self, team: Team, part: Part) -> FloatMap:
        """0..1 (rows, columns): the same compared with what discs of a team look like; a new map."""
        better = self._better(part)
        if better is not None and _same(better[0], part) and better[1].all():
            return better[2].on_disc(team, part)
        found = self._seen.on_disc(self._ball, team, part)
        if better is not None:
            common, there, instead = better
            np.copyto(found[_moved(common, part)], instead.on_disc(team, common), where=there)
        return found

    def told(self, part: Part) -> FloatMap:
        """0..1 (rows, columns): whether the colour could be told from what is seen of the print there; a new map."""
        found = self._seen.told(self._seen.apart(self._ball, part), part)
        if (better := self._better(part)) is not None:
            common, there, _ = better
            found[_moved(common, part)][there] = 1.0
        return found

    def bare(self, part: Part) -> FloatMap:
        """0..1 (rows, columns): whether the print there is of another colour; lines are not, for a ball of theirs."""
        bare = ramp(self._seen.apart(self._ball, part), *_BARE)
        bare *= self._seen.where[part]
        return bare

    def _better(self, part: Part) -> tuple[Part, NDArray[np.bool_], Instead] | None:
        """What of a part may be told in another way, and where in that it is; None: nothing."""
        if self._instead is None or not _some(common := _common(part, self._instead.around)):
            return None
        return common, self._instead.there[common], self._instead


def ball_maps(
    standing: Standing,
    teams: TeamColours,
    colours: Mapping[str, Colour],
    where: NDArray[np.bool_],
    instead: Mapping[str, Instead],
) -> dict[str, BallMap]:
    """One map for each colour; ``where`` (height, width) is what a ball may lie on.

    ``instead``: what is known better of some of the colours; told from the print is told there.
    """
    seen = _Seen(standing, teams, where, np.asarray(standing.dull * where, np.float32))
    return {
        name: BallMap(seen.but(colour, instead.get(name)), colour, seen, instead.get(name))
        for name, colour in colours.items()
    }


@dataclass(frozen=True, eq=False)
class _Seen:
    """What all maps are made of."""

    standing: Standing
    teams: TeamColours
    where: NDArray[np.bool_]
    plain: FloatMap
    """0..1 (height, width): where a ball may lie and no reflection is."""

    def but(self, colour: Colour, instead: Instead | None) -> FloatMap:
        """(height, width) where a colour is seen, also where it is told in another way."""
        rows, columns = self.plain.shape
        whole = slice(0, rows), slice(0, columns)
        if instead is None:
            return self.colour(colour, whole)
        within, around = instead.within, instead.around
        found = np.empty_like(self.plain)
        for part in _beside(within, whole):
            found[part] = self.colour(colour, part)
        there = instead.there[around]
        if _some(within):
            found[within] = instead.colour[_moved(within, around)]
        for part in _beside(within, around):
            at = _moved(part, around)
            np.copyto(found[part], instead.colour[at], where=there[at])
        return found

    def on_disc(self, colour: Colour, team: Team, part: Part) -> FloatMap:
        """See ``BallMap``."""
        found = ramp(self.standing.step(self.teams.of(team), colour, part), *_OFF_DISC)
        found *= self.plain[part]
        return found

    def apart(self, colour: Colour, part: Part) -> FloatMap:
        """(rows, columns) how far a colour is from the print of a part, in scatter."""
        length2 = self.standing.length_to(colour, part)
        np.maximum(length2, np.float32(0.0), out=length2)  # rounding may leave it a little below
        return np.asarray(cv2.sqrt(length2, dst=length2), np.float32)

    def told(self, apart: FloatMap, part: Part) -> FloatMap:
        """See ``BallMap``; ``apart``: see above."""
        told = ramp(apart, *_TOLD)
        told *= self.where[part]
        return told

    def colour(self, colour: Colour, part: Part) -> FloatMap:
        """Where a colour is seen in a part of the view: see ``BallMap``."""
        # As ``on_disc`` for both teams, of which the less is taken.
        blue, red = (self.standing.step(self.teams.of(team), colour, part) for team in TEAMS)
        shown = ramp(np.minimum(blue, red, out=blue), *_OFF_DISC)
        shown *= self.plain[part]
        # What is more like a disc than like the ball is most of a sheet: there nothing else needs to be known.
        found = where_above(shown, 0.0, 0)
        if found is None:
            return shown
        inner, apart = shown[found], self.apart(colour, _within(part, found))
        inner *= self._of_print(colour, _within(part, found), apart * apart)
        inner *= self.plain[_within(part, found)]
        inner *= self.told(apart, _within(part, found))
        return shown

    def _of_print(self, colour: Colour, part: Part, length2: FloatMap) -> FloatMap:
        """0..1: whether a place lies on the way from its print to a colour, and far along it.

        ``length2`` is the squared length of that way, in scatter.
        """
        along = self.standing.along(colour, part)
        share = np.maximum(length2, np.float32(1.0))
        np.divide(along, share, out=share)
        along *= share
        aside2 = np.subtract(self.standing.over2[part], along, out=along)
        np.maximum(aside2, np.float32(0.0), out=aside2)
        seen = falling(np.asarray(cv2.sqrt(aside2, dst=aside2), np.float32), *_ASIDE)
        seen *= ramp(share, _SHOWN_FROM, _SHOWN_WITHIN)
        return seen


def _beside(part: Part, around: Part) -> list[Part]:
    """At most four parts of a view that together are one of its parts but for what lies in another one."""
    (rows, columns), (all_rows, all_columns) = part, around
    if not _some(part):
        return [around]
    beside: tuple[Part, ...] = (
        (slice(all_rows.start, rows.start), all_columns),
        (slice(rows.stop, all_rows.stop), all_columns),
        (rows, slice(all_columns.start, columns.start)),
        (rows, slice(columns.stop, all_columns.stop)),
    )
    return [each for each in beside if _some(each)]


def _some(part: Part) -> bool:
    return all(side.stop > side.start for side in part)


def _common(one: Part, other: Part) -> Part:
    """What two parts of a view have in common; it may be nothing."""
    rows, columns = (
        slice(max(a.start, b.start), max(a.start, b.start, min(a.stop, b.stop)))
        for a, b in zip(one, other, strict=True)
    )
    return rows, columns


def _same(one: Part, other: Part) -> bool:
    return all((a.start, a.stop) == (b.start, b.stop) for a, b in zip(one, other, strict=True))


def _moved(part: Part, origin: Part) -> Part:
    """The same part, counted from the corner of another one."""
    rows, columns = (
        slice(side.start - first.start, side.stop - first.start) for side, first in zip(part, origin, strict=True)
    )
    return rows, columns


def _within(part: Part, inner: Part) -> Part:
    """What a part of a part is of the whole."""
    rows, columns = (
        slice((outer.start or 0) + side.start, (outer.start or 0) + side.stop)
        for outer, side in zip(part, inner, strict=True)
    )
    return rows, columns


def shade_on_paper(standing: Standing, where: NDArray[np.bool_]) -> FloatMap:
    """(height, width) 0..1: how much darker than the pale print below a place is, without being of any colour."""
    blue, red, light = standing.over
    darker = ramp(-light, *_DARKER)
    chroma2 = blue * blue
    chroma2 += red * red
    chroma2 += blue * red
    chroma2 *= np.float32(2.0 / CHROMA_SD**2)
    darker *= falling(np.asarray(cv2.sqrt(chroma2, dst=chroma2), np.float32), *_ASIDE)
    darker *= np.subtract(standing.measures[2], light, out=chroma2) > _PALE
    darker *= where
    return darker


def in_outline(view: RectifiedView, corners_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(height, width): what of a view lies inside a convex outline (N, 2) on its plane, and in the picture."""
    canvas = np.zeros(view.inside.shape, np.uint8)
    cv2.fillConvexPoly(canvas, np.round(view.to_px(corners_mm)).astype(np.int32), 1)
    return (canvas > 0) & view.inside
