"""One picture of a table and the camera's pose in, an Observation out: pieces, ball, and what could not be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec
import numpy as np

from engine.observation import Observation
from vision.ball import PLAIN, BallCandidate, BallScene, ball_candidates, best_first
from vision.ball_choice import ball_in_goal, choose_ball
from vision.ball_fit import measure_ball
from vision.ball_pale import pale_balls
from vision.ball_proof import proven
from vision.ball_rims import rim_candidates
from vision.dice import find_dice, like_dice
from vision.dice_or_discs import dice_apart, is_die
from vision.discs import cut
from vision.faces import rectify_faces
from vision.goals import covered_goal_space, goal_contrast, unseen_goal_spaces
from vision.known_colours import NOTHING_KNOWN, KnownColours
from vision.likely_discs import by_outline, likely_discs, logistic, looks_real
from vision.pieces import LEAST_REAL, NUMBERS, KnownDisc, identify, seen_pieces, without_blanks
from vision.places import Place, locate, space_shares
from vision.sight import TableSight, look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import SeenBall
    from vision.ball_choice import ChosenBall
    from vision.discs import LocatedDisc
    from vision.rectify import Image


_NUMBER_SHOWS = 60.0
"""A clearly read number makes it thirty times as likely that a doubtful blob is a disc: pens and cards have none."""
_NUMBER_SHOWS_MOST = 0.85
"""Where nothing but the number speaks for a disc, it is reported and named as unsure."""
_LOOKS_LIKE_ONE = 0.35
"""From that much by its looks a number is not all that speaks: with a clear one, each of 24 such things was a piece."""
_CLEAR = 0.97
"""What is hard to see and read with less than that is asked about: of small dark faces some are read wrongly."""
_MOST_COVERED, _HALF_READ = 0.2, 0.5
"""From that share of its face under a hand, half of what is read of a number is not: of a 2 it may leave a 7."""
_HIDDEN_FROM = 1 / 3
"""Share of a space that has to be out of sight: from there a piece may lie unseen. On 51 path-traced tables that are 24
spaces more than from a half."""
_MAY_BE_BALL = 0.29
"""Score of what may be a ball that hides a number: balls on pieces have 0.31 and more, most pens and cards less."""


class NumberNet(Protocol):
    """Whatever reads faces: see vision.numbers.NumberReader."""

    def read(self, faces: NDArray[np.uint8]) -> NDArray[np.float64]:
        """(N, 16) probabilities of 1 to 15 and of "cannot be read" for (N, S, S, 3) faces."""


def read_table(
    image: Image,
    pose: BoardPose,
    board: Board,
    numbers: NumberNet,
    *,
    t: float = 0.0,
    frame: int = 0,
    expected: Mapping[PieceId, Space] | None = None,
    known: KnownColours = NOTHING_KNOWN,
    sight: TableSight | None = None,
) -> Observation:
    """Read one settled picture (height, width, 3) BGR.

    ``expected`` is where the pieces were last, if a match is under way: a number that cannot be read is then concluded
    from the place, and a clear number still wins over it. ``known`` is what the empty board and the teams' colours look
    like: of the board the kit's drawing unless it is given, and the teams are learnt from this picture alone. ``sight``
    is the look over the same picture, made with what is ``known``, where there is one already.
    """
    sight = sight or look(image, pose, board, known)
    found = likely_discs(sight)
    candidates = _ball_candidates(image, pose, sight, found)
    holder = _ring_holder(candidates)
    discs = _read_faces(image, pose, sight, found=found, ring_holder=holder, numbers=numbers)
    under = {each.disc for each in candidates if each.form == "on_top" and each.score > _MAY_BE_BALL}
    lit = [not _in_glare(disc, sight) for disc in found]
    shown = [each and index not in under for index, each in enumerate(lit)]
    if board.file.pieces.number == "top":
        discs = without_blanks(discs, shown, expected or {})
    identities = identify(discs, board, expected)
    pieces, _ = seen_pieces(discs, identities)
    chosen = choose_ball(candidates, discs, pieces, board, lit)
    ball, ball_doubts = _measured(image, pose, chosen, board), chosen.unsure
    goals = goal_contrast(image, pose, board)
    # What another board has printed in its goals is not known.
    covered = covered_goal_space(goals, board) if known.printed is None else None
    if ball is None and covered is not None and all(piece.space != covered for piece in pieces):
        ball, ball_doubts = ball_in_goal(covered, board)
    stood = {*expected.values()} if expected else set()
    dice = dice_apart(find_dice(image, pose, sight), discs, board, ball, stood)
    # A die is neither a piece nor a doubtful one.
    kept = [index for index, disc in enumerate(discs) if not is_die(disc, dice, board)]
    pieces, doubts = seen_pieces([discs[index] for index in kept], [identities[index] for index in kept])
    if expected is None and board.file.pieces.number == "top":
        # In a match a piece is known by where it stood.
        asked = {doubt.space for doubt in doubts}
        doubts += like_dice(image, pose, board, [piece for piece in pieces if piece.space not in asked])
    return Observation(
        t=t,
        frame=frame,
        pieces=tuple(piece for piece, index in zip(pieces, kept, strict=True) if discs[index].real >= LEAST_REAL),
        ball=ball,
        dice=dice.dice,
        unsure=(*doubts, *ball_doubts, *dice.unsure),
        hidden=_hidden(sight, discs) | unseen_goal_spaces(goals),
        occluded=sight.cover.occluded,
    )


def _ball_candidates(
    image: Image, pose: BoardPose, sight: TableSight, discs: Sequence[LocatedDisc]
) -> list[BallCandidate]:
    file = sight.board.file
    # Of a pawn only the foot can lie on a flat ball or beside a round one.
    feet = msgspec.structs.replace(file.pieces, height_mm=file.pieces.place_mm)
    scene = BallScene(sight.view, sight.ball_colours, discs, sight.camera_mm, feet, file.ball)
    lightness = sight.standing.measures[2]
    found = proven(image, pose, best_first((*ball_candidates(scene), *rim_candidates(scene))), lightness, scene)
    if not found or found[0].score < PLAIN:
        found += pale_balls(image, pose, sight.ball_shade, lightness, scene)
    return [candidate for candidate in best_first(found) if not _under_cover(candidate, sight)]


def _measured(image: Image, pose: BoardPose, chosen: ChosenBall, board: Board) -> SeenBall | None:
    """A round ball on the board is measured by its outline; others belong to their disc."""
    if chosen.candidate is None or chosen.candidate.form != "ball":
        return chosen.ball
    fit = measure_ball(image, pose, chosen.candidate.centre_mm, board.file.ball.diameter_mm / 2)
    return chosen.measured(fit, board)


def _under_cover(candidate: BallCandidate, sight: TableSight) -> bool:
    x, y = np.round(sight.view.to_px(candidate.centre_mm)[0]).astype(int)
    rows, columns = sight.cover.foreign.shape
    return not (0 <= x < columns and 0 <= y < rows) or bool(sight.cover.foreign[y, x] or sight.unlit[y, x])


def _ring_holder(candidates: Sequence[BallCandidate]) -> int | None:
    """The disc that stands on a flat ball, by the colours alone: it is that much higher."""
    best = candidates[0] if candidates else None
    return best.disc if best is not None and best.form == "ring" and best.score > 0.4 else None


def _read_faces(
    image: Image,
    pose: BoardPose,
    sight: TableSight,
    *,
    found: Sequence[LocatedDisc],
    ring_holder: int | None,
    numbers: NumberNet,
) -> list[KnownDisc]:
    pieces, ball = sight.board.file.pieces, sight.board.file.ball
    lifts = [ball.ring_height_mm if index == ring_holder else 0.0 for index in range(len(found))]
    centres = [disc.at_height(pieces.place_mm + lift) for disc, lift in zip(found, lifts, strict=True)]
    if pieces.number == "top":
        heights = [pieces.height_mm + lift for lift in lifts]
        answers = numbers.read(rectify_faces(image, pose, centres, heights, pieces.body_diameter_mm))
    else:
        answers = np.tile(np.eye(NUMBERS + 1)[NUMBERS], (len(found), 1))
    places = [locate(sight.board, centre) for centre in centres]
    return [
        KnownDisc(disc.team, place, _as_far_as_shown(answer, disc, sight), _real(disc, place, answer, sight))
        for disc, place, answer in zip(found, places, answers, strict=True)
    ]


def _as_far_as_shown(answer: NDArray[np.float64], disc: LocatedDisc, sight: TableSight) -> NDArray[np.float64]:
    """What a face is read as, (16,), less sure where a hand or the like lies on it."""
    if not sight.cover.occluded:
        return answer
    half = round(sight.disc.diameter_mm / 2 * sight.view.px_per_mm)
    middle = np.round(sight.view.to_px(disc.seen_mm)[0]).astype(int)
    face = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1]) <= half
    if float(cut(sight.cover.foreign, middle, half)[face].mean()) < _MOST_COVERED:
        return answer
    return np.asarray(answer * (1.0 - _HALF_READ) + np.eye(NUMBERS + 1)[NUMBERS] * _HALF_READ, np.float64)


def _real(disc: LocatedDisc, place: Place, answer: NDArray[np.float64], sight: TableSight) -> float:
    """Probability that a blob is a disc, its face included.

    Red and blue things off the field (dice, a pen) and in a hand (a sleeve) are discs only if they carry a number.
    """
    looks = looks_real(disc, sight)
    numbered = sight.board.file.pieces.number != "none"
    if place.space is None:
        # Coloured print fills a third of a disc's outline.
        shape = logistic(22.0 * (disc.strength - 0.6)) * by_outline(disc)
        return shape * (float(1.0 - answer[NUMBERS]) if numbered else _NUMBER_SHOWS_MOST)
    if not numbered or not _touches_cover(disc, sight):
        # Under lamps that leave blue black, the number is what shows that it is a disc.
        read = float(answer[:NUMBERS].max())
        odds = looks / max(1.0 - looks, 1e-6) * (1.0 + _NUMBER_SHOWS * max(0.0, read - 0.5))
        most = 1.0 if looks >= _LOOKS_LIKE_ONE and read >= _CLEAR else _NUMBER_SHOWS_MOST
        return max(looks, min(odds / (1.0 + odds), most))
    return looks * float(1.0 - answer[NUMBERS])


def _in_glare(disc: LocatedDisc, sight: TableSight) -> bool:
    return _near(disc, sight.standing.glare | sight.cover.burnt, sight)


def _touches_cover(disc: LocatedDisc, sight: TableSight) -> bool:
    return _near(disc, sight.cover.foreign, sight)


def _near(disc: LocatedDisc, mask: NDArray[np.bool_], sight: TableSight) -> bool:
    """Whether something of a mask lies on a disc or next to it."""
    x, y = np.round(sight.view.to_px(disc.seen_mm)[0]).astype(int)
    reach = round(12.0 * sight.view.px_per_mm)
    return bool(mask[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].any())


def _hidden(sight: TableSight, discs: Sequence[KnownDisc]) -> frozenset[Space]:
    """Spaces under a hand, in glare, in the dark or outside the picture, unless a piece was seen there all the same."""
    unseen = sight.cover.foreign | sight.cover.burnt | sight.standing.glare | sight.unlit | ~sight.view.inside
    seen = {disc.place.space for disc in discs if disc.real >= LEAST_REAL}
    shares = space_shares(unseen, sight.view, sight.board)
    return frozenset(space for space, share in shares.items() if share > _HIDDEN_FROM and space not in seen)
