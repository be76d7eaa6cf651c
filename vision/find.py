"""What lies on a table: discs with their faces, whatever may be the ball, and dice, in a picture looked over before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import msgspec
import numpy as np

from vision.ball import PLAIN, BallScene, ball_candidates, best_first
from vision.ball_pale import pale_balls
from vision.ball_proof import proven
from vision.ball_rims import among_rims, rim_looks
from vision.dice import dice_found
from vision.discs import cut
from vision.faces import rectify_faces
from vision.findings import Face, Findings, FoundBalls, FoundDisc, ring_holder
from vision.likely_discs import likely_discs, looks_real
from vision.odd_ball import odd_balls
from vision.pieces import NUMBERS
from vision.places import space_shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from vision.discs import LocatedDisc
    from vision.rectify import Image
    from vision.sight import TableSight

_HIDDEN_FROM = 1 / 3
"""Share of a space that has to be out of sight: from there a piece may lie unseen. On 51 path-traced tables that are 24
spaces more than from a half."""


class NumberNet(Protocol):
    """Whatever reads faces: see vision.numbers.NumberReader."""

    def read(self, faces: NDArray[np.uint8]) -> NDArray[np.float64]:
        """(N, 16) probabilities of 1 to 15 and of "cannot be read" for (N, S, S, 3) faces."""


def find(image: Image, pose: BoardPose, sight: TableSight, numbers: NumberNet) -> Findings:
    """Everything in a settled picture (height, width, 3) BGR; ``sight`` is the look over it."""
    located = likely_discs(sight)
    discs = tuple(found_disc(disc, sight) for disc in located)
    balls = find_balls(image, pose, sight, located)
    return Findings(
        discs=with_faces(image, pose, sight.board, discs, holder=ring_holder(balls.ranked(discs)), numbers=numbers),
        balls=balls,
        dice=dice_found(image, pose, [sight]),
        unseen=spaces_out_of_sight(sight),
        occluded=sight.cover.occluded,
    )


def found_disc(disc: LocatedDisc, sight: TableSight) -> FoundDisc:
    """A disc with what its surroundings say."""
    return FoundDisc(
        disc,
        looks_real(disc, sight),
        lit=not _near(disc, sight.standing.glare | sight.cover.burnt, sight),
        touched=_near(disc, sight.cover.foreign, sight),
        under=_share_under(disc, sight),
    )


def find_balls(
    image: Image, pose: BoardPose, sight: TableSight, discs: Sequence[LocatedDisc], *, pale: bool | None = None
) -> FoundBalls:
    """Whatever may be the ball, on, under or beside the discs or away from them.

    ``pale``: whether one on paper of its colour is looked for; None: unless one is seen plainly.
    """
    file = sight.board.file
    # Of a pawn only the foot can lie on a flat ball or beside a round one.
    feet = msgspec.structs.replace(file.pieces, height_mm=file.pieces.place_mm)
    scene = BallScene(sight.view, sight.ball_colours, discs, sight.camera_mm, sight.board, feet)
    lightness = sight.standing.measures[2]
    at_least = lightness / np.float32(sight.standing.paper)
    rims = rim_looks(scene) if "ring" in file.ball.carried else []
    rings = among_rims(rims, [disc.team for disc in discs])
    found = proven(image, pose, best_first((*ball_candidates(scene), *rings)), at_least, scene)
    if pale is None:
        pale = not found or found[0].score < PLAIN
    on_paper = pale_balls(image, pose, sight.ball_shade, lightness, scene) if pale else []
    return FoundBalls(
        tuple(each for each in found if each.form != "ring" and not _under_cover(each.centre_mm, sight)),
        tuple(look for look in rims if not _under_cover(look.centre_mm, sight)),
        tuple(each for each in on_paper if not _under_cover(each.centre_mm, sight)) if pale else None,
        odd_balls(sight) if pale else (),
    )


def with_faces(
    image: Image,
    pose: BoardPose,
    board: Board,
    discs: tuple[FoundDisc, ...],
    *,
    holder: int | None,
    numbers: NumberNet,
) -> tuple[FoundDisc, ...]:
    """The same discs with their faces looked at, unless they were; ``holder`` stands on a flat ball."""
    pieces, ring_mm = board.file.pieces, board.file.ball.ring_height_mm
    lifts = [ring_mm if index == holder else 0.0 for index in range(len(discs))]
    new = [k for k, disc in enumerate(discs) if disc.face is None or disc.face.lift_mm != lifts[k]]
    if pieces.number == "top":
        centres = [discs[k].located.at_height(pieces.place_mm + lifts[k]) for k in new]
        heights = [pieces.height_mm + lifts[k] for k in new]
        answers = numbers.read(rectify_faces(image, pose, centres, heights, pieces.body_diameter_mm))
    else:
        answers = np.tile(np.eye(NUMBERS + 1)[NUMBERS], (len(new), 1))
    faces = {k: Face(answer, lifts[k]) for k, answer in zip(new, answers, strict=True)}
    return tuple(replace(disc, face=faces.get(k, disc.face)) for k, disc in enumerate(discs))


def spaces_out_of_sight(sight: TableSight) -> frozenset[Space]:
    """Spaces under a hand, in glare, in the dark or outside the picture."""
    unseen = sight.cover.foreign | sight.cover.burnt | sight.standing.glare | sight.unlit | ~sight.view.inside
    shares = space_shares(unseen, sight.view, sight.board)
    return frozenset(space for space, share in shares.items() if share > _HIDDEN_FROM)


def _under_cover(centre_mm: NDArray[np.float64], sight: TableSight) -> bool:
    x, y = np.round(sight.view.to_px(centre_mm)[0]).astype(int)
    rows, columns = sight.cover.foreign.shape
    return not (0 <= x < columns and 0 <= y < rows) or bool(sight.cover.foreign[y, x] or sight.unlit[y, x])


def _share_under(disc: LocatedDisc, sight: TableSight) -> float:
    """Share of its face that a hand or the like covers."""
    if not sight.cover.occluded:
        return 0.0
    half = round(sight.disc.diameter_mm / 2 * sight.view.px_per_mm)
    middle = np.round(sight.view.to_px(disc.seen_mm)[0]).astype(int)
    face = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1]) <= half
    return float(cut(sight.cover.foreign, middle, half)[face].mean())


def _near(disc: LocatedDisc, mask: NDArray[np.bool_], sight: TableSight) -> bool:
    """Whether something of a mask lies on a disc or next to it."""
    x, y = np.round(sight.view.to_px(disc.seen_mm)[0]).astype(int)
    reach = round(12.0 * sight.view.px_per_mm)
    return bool(mask[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].any())
