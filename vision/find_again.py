"""What lies on a table of which most is as it was: only what changed is looked at, the rest is carried over.

To look at all of it says the same (``tests/vision/test_find_again.py``) and takes five times as long. Where it might
not, nothing is carried over: a change of the light, a hand, a ball that is not plainly seen any more. Nor is a die
that was not read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.ball import PLAIN, among_tops
from vision.dice import SAME_DIE_MM, dice_found
from vision.find import find_balls, found_disc, spaces_out_of_sight, with_faces
from vision.findings import Findings, FoundBalls, FoundDisc, ring_holder
from vision.likely_discs import SAME_PLACE, likely_discs
from vision.parallax import carry
from vision.sight import look_in, view_of_sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from vision.ball import BallCandidate
    from vision.changed import ChangedPlaces
    from vision.dice import Found
    from vision.discs import LocatedDisc
    from vision.find import NumberNet
    from vision.known_colours import KnownColours
    from vision.rectify import Image
    from vision.sight import TableSight
    from vision.table_light import TableLight

_SAME_MM = 3.0
"""A piece that did not move is found again within this."""
_CORNER_PX = 36
"""Side of a part of the view that is large enough to be looked at."""


@dataclass(frozen=True, eq=False)
class Carried:
    """A table as it was."""

    findings: Findings
    light: TableLight
    known: KnownColours
    """With the teams' colours."""


def find_again(
    image: Image, pose: BoardPose, board: Board, numbers: NumberNet, *, before: Carried, places: ChangedPlaces
) -> Findings | None:
    """Everything in a settled picture (height, width, 3) BGR, of which ``places`` are not as before.

    None where that does not do, and all of it has to be looked at.
    """
    sights = [look_in(image, pose, board, before.known, light=before.light, at=part) for part in places.parts]
    kept, dropped = _divided(before.findings.discs, places)
    reach_mm = SAME_PLACE * board.file.pieces.diameter_mm
    new = [[disc for disc in likely_discs(sight) if _is_new(disc, places, kept, dropped, reach_mm)] for sight in sights]
    discs = [*(disc for _, disc in kept), *(found_disc(d, s) for s, ds in zip(sights, new, strict=True) for d in ds)]
    balls = _kept_balls(before.findings.balls, places, {was: now for now, (was, _) in enumerate(kept)})
    first = len(kept)
    for sight, own in zip(sights, new, strict=True):
        near = [now for now, (_, disc) in enumerate(kept) if _in_view(disc.located.seen_mm, sight)[0]]
        numbered = [*range(first, first + len(own)), *near]
        seen = find_balls(image, pose, sight, [discs[k].located for k in numbered], pale=balls.pale is not None)
        balls = _joined(balls, _new_balls(seen, places, numbered, len(own)))
        first += len(own)
    balls = replace(balls, small=tuple(among_tops(balls.small)))
    ranked = balls.ranked(tuple(discs))
    if balls.pale is None and (not ranked or ranked[0].score < PLAIN):
        return None
    return Findings(
        discs=with_faces(image, pose, board, tuple(discs), holder=ring_holder(ranked), numbers=numbers),
        balls=balls,
        dice=_dice(image, pose, board, before=before, places=places, sights=sights),
        unseen=_unseen(before.findings.unseen, sights, places, board),
        occluded=False,
    )


def _divided(discs: Sequence[FoundDisc], places: ChangedPlaces) -> tuple[list[tuple[int, FoundDisc]], list[FoundDisc]]:
    """Discs that are as they were, with their places in the row, and those that have to be looked at again."""
    again = places.hold([disc.located.seen_mm for disc in discs])
    kept = [(k, disc) for k, (disc, anew) in enumerate(zip(discs, again, strict=True)) if not anew]
    return kept, [disc for disc, anew in zip(discs, again, strict=True) if anew]


def _is_new(
    disc: LocatedDisc,
    places: ChangedPlaces,
    kept: Sequence[tuple[int, FoundDisc]],
    dropped: Sequence[FoundDisc],
    reach_mm: float,
) -> bool:
    """Whether a disc of a part belongs to what changed; what lies at its edge is measured elsewhere by a little."""
    if any(_apart_mm(disc, other.located) < reach_mm for _, other in kept):
        return False
    return bool(places.hold(disc.seen_mm)[0]) or any(_apart_mm(disc, old.located) < _SAME_MM for old in dropped)


def _apart_mm(one: LocatedDisc, other: LocatedDisc) -> float:
    return float(np.hypot(*(one.seen_mm - other.seen_mm)))


def _in_view(seen_mm: ArrayLike, sight: TableSight) -> NDArray[np.bool_]:
    """(N,) whether points (N, 2) on the plane of a view lie in it."""
    x, y = sight.view.to_px(seen_mm).T
    rows, columns = sight.view.inside.shape
    return np.asarray((x >= 0) & (x < columns) & (y >= 0) & (y < rows), np.bool_)


def _kept_balls(balls: FoundBalls, places: ChangedPlaces, now: Mapping[int, int]) -> FoundBalls:
    """Those that are as they were; ``now`` says where the discs that stay are in their row."""

    def stays(candidate: BallCandidate) -> bool:
        if candidate.disc is not None:
            return candidate.disc in now
        return not places.hold(candidate.centre_mm)[0]

    small = tuple(_on(each, now) for each in balls.small if stays(each))
    rims = tuple(replace(look, disc=now[look.disc]) for look in balls.rims if look.disc in now)
    pale = None if balls.pale is None else tuple(each for each in balls.pale if stays(each))
    odd_mm = tuple(place_mm for place_mm in balls.odd_mm if not places.hold(place_mm)[0])
    return FoundBalls(small, rims, pale, odd_mm)


def _new_balls(seen: FoundBalls, places: ChangedPlaces, numbered: Sequence[int], own: int) -> FoundBalls:
    """Those of a part that belong to what changed: of its discs the first ``own`` do."""

    def is_new(candidate: BallCandidate) -> bool:
        return candidate.disc < own if candidate.disc is not None else bool(places.hold(candidate.centre_mm)[0])

    at = dict(enumerate(numbered))
    small = tuple(_on(each, at) for each in seen.small if is_new(each))
    rims = tuple(replace(look, disc=at[look.disc]) for look in seen.rims if look.disc < own)
    pale = None if seen.pale is None else tuple(each for each in seen.pale if is_new(each))
    return FoundBalls(small, rims, pale, tuple(place_mm for place_mm in seen.odd_mm if places.hold(place_mm)[0]))


def _on(candidate: BallCandidate, discs: Mapping[int, int]) -> BallCandidate:
    return candidate if candidate.disc is None else replace(candidate, disc=discs[candidate.disc])


def _joined(one: FoundBalls, other: FoundBalls) -> FoundBalls:
    pale = None if one.pale is None else (*one.pale, *(other.pale or ()))
    odd_mm = (*one.odd_mm, *other.odd_mm)
    return FoundBalls((*one.small, *other.small), (*one.rims, *other.rims), pale, odd_mm)


def _dice(
    image: Image, pose: BoardPose, board: Board, *, before: Carried, places: ChangedPlaces, sights: Sequence[TableSight]
) -> tuple[Found, ...]:
    """Dice as they were, and those near what changed."""
    if not places.beside:
        return before.findings.dice
    kept = [die for die in before.findings.dice if not places.hold(die.place_mm)[0]]
    if not sights:
        # What changed lies beside the sheet: any part of it says what the light is.
        whole = view_of_sheet(board)
        corner = replace(whole, part=(slice(0, _CORNER_PX), slice(0, _CORNER_PX)))
        sights = [look_in(image, pose, board, before.known, light=before.light, at=corner)]
    found = dice_found(image, pose, sights, places.in_view)
    return (*kept, *(die for die in found if all(_far(die, other) for other in kept)))


def _far(die: Found, other: Found) -> bool:
    return float(np.hypot(*(die.place_mm - other.place_mm))) >= SAME_DIE_MM


def _unseen(
    before: frozenset[Space], sights: Sequence[TableSight], places: ChangedPlaces, board: Board
) -> frozenset[Space]:
    """Spaces that are hidden: as before, and near what changed as they are now."""
    if not sights:
        return before
    camera_mm, plane_mm, spaces = sights[0].camera_mm, sights[0].view.height_mm, list(board.grid.spaces)
    seen_mm = carry([board.grid.centre_mm(space) for space in spaces], camera_mm, 0.0, plane_mm)
    again = places.hold(seen_mm)
    hidden = before - {space for space, anew in zip(spaces, again, strict=True) if anew}
    for sight in sights:
        here = again & _in_view(seen_mm, sight)
        hidden |= spaces_out_of_sight(sight) & {space for space, anew in zip(spaces, here, strict=True) if anew}
    return hidden
