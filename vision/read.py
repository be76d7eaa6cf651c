"""One picture of a table and the camera's pose in, an Observation out: pieces, ball, and what could not be told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.observation import Observation
from vision.ball_choice import ball_in_goal, choose_ball
from vision.ball_fit import measure_ball
from vision.dice import like_dice, reading_of
from vision.dice_or_discs import dice_apart, is_die
from vision.find import find
from vision.findings import half_read
from vision.goals import covered_goal_space, goal_contrast, unseen_goal_spaces
from vision.known_colours import NOTHING_KNOWN, KnownColours
from vision.odd_ball import odd_ball_doubts
from vision.pieces import LEAST_REAL, NUMBERS, identify, seen_pieces, without_blanks
from vision.sight import TableSight, look

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import SeenBall, Unsure
    from vision.ball_choice import ChosenBall
    from vision.find import NumberNet
    from vision.findings import Findings
    from vision.pieces import KnownDisc
    from vision.rectify import Image

_MAY_BE_BALL = 0.29
"""Score of what may be a ball that hides a number: balls on pieces have 0.31 and more, most pens and cards less."""
_READ_ALL_THE_SAME = 0.97
"""A number that is read with so much shows past a ball, or no ball hides it."""


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
    findings = find(image, pose, sight or look(image, pose, board, known), numbers)
    seen = put_together(image, pose, board, findings, expected, own_print=known.printed is not None)
    return replace(seen, t=t, frame=frame)


def put_together(
    image: Image,
    pose: BoardPose,
    board: Board,
    findings: Findings,
    expected: Mapping[PieceId, Space] | None,
    *,
    own_print: bool,
) -> Observation:
    """What was found in a picture as one table: every number once, one ball; time and frame are left open.

    ``own_print``: it is a board of one's own.
    """
    candidates = findings.balls.ranked(findings.discs)
    discs = [disc.known(board) for disc in findings.discs]
    under = {each.disc for each in candidates if each.form == "on_top" and each.score > _MAY_BE_BALL}
    likeliest = max(candidates, key=lambda each: each.score, default=None)
    below = likeliest.disc if likeliest is not None and likeliest.disc in under else None
    discs = [_below_a_ball(disc) if index == below else disc for index, disc in enumerate(discs)]
    lit = [disc.lit for disc in findings.discs]
    shown = [each and index not in under for index, each in enumerate(lit)]
    if board.file.pieces.number == "top":
        discs = without_blanks(discs, shown, expected or {})
    identities = identify(discs, board, expected)
    pieces, _ = seen_pieces(discs, identities)
    chosen = choose_ball(candidates, discs, pieces, board, lit, own_print=own_print)
    ball, ball_doubts = _measured(image, pose, chosen, board), chosen.unsure
    # How clearly another board's goals are printed is not known.
    goals = {} if own_print else goal_contrast(image, pose, board)
    covered = covered_goal_space(goals, board) if goals else None
    if ball is None and covered is not None and all(piece.space != covered for piece in pieces):
        ball, ball_doubts = ball_in_goal(covered, board)
    stood = {*expected.values()} if expected else set()
    dice = dice_apart(reading_of(findings.dice), discs, board, ball, stood)
    # A die is neither a piece nor a doubtful one.
    kept = [index for index, disc in enumerate(discs) if not is_die(disc, dice, board)]
    pieces, doubts = seen_pieces([discs[index] for index in kept], [identities[index] for index in kept])
    if board.file.pieces.number == "top":
        # In a match a piece is known by where it stood.
        stayed = {*expected.items()} if expected else set()
        asked = {doubt.space for doubt in doubts}
        perhaps = [each for each in pieces if each.space not in asked and (each.piece, each.space) not in stayed]
        doubts += like_dice(image, pose, board, perhaps)
    if ball is None and not ball_doubts and not findings.occluded:
        ball_doubts = odd_ball_doubts(findings.balls.odd_mm, pieces, board)
    made_out = {disc.place.space for disc in discs if disc.real >= LEAST_REAL}
    return Observation(
        t=0.0,
        frame=0,
        pieces=tuple(piece for piece, index in zip(pieces, kept, strict=True) if discs[index].real >= LEAST_REAL),
        ball=ball,
        dice=dice.dice,
        unsure=(*doubts, *ball_doubts, *(doubt for doubt in dice.unsure if _is_news(doubt, expected))),
        hidden=(findings.unseen - made_out) | unseen_goal_spaces(goals),
        occluded=findings.occluded,
    )


def _is_news(doubt: Unsure, expected: Mapping[PieceId, Space] | None) -> bool:
    """Whether a doubt off the field is worth a word: in a match pieces lie beside the board all the time."""
    return doubt.what != "piece" or not expected


def _below_a_ball(disc: KnownDisc) -> KnownDisc:
    """The piece that the ball may lie on, its number half believed unless it is clear: of a 15 it may leave a 10."""
    return disc if disc.faces[:NUMBERS].max() >= _READ_ALL_THE_SAME else replace(disc, faces=half_read(disc.faces))


def _measured(image: Image, pose: BoardPose, chosen: ChosenBall, board: Board) -> SeenBall | None:
    """A round ball on the board is measured by its outline; others belong to their disc."""
    if chosen.candidate is None or chosen.candidate.form != "ball":
        return chosen.ball
    fit = measure_ball(image, pose, chosen.candidate.centre_mm, board.file.ball.diameter_mm / 2)
    return chosen.measured(fit, board)
