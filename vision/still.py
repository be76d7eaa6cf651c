"""One picture read on its own, in the JSON form of ``touchline read``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from calibration.pose import PoseFailure
from engine.observation import Unsure
from vision.explain import draw_explanation, draw_failure
from vision.known_colours import known_of
from vision.numbers import NumberReader
from vision.one_team import one_team_doubts
from vision.piece_size import as_measured, size_doubts, sizes_off
from vision.read import read_table
from vision.sight import look as look_over
from vision.team_contrast import like_board_findings, team_contrast
from vision.unseen import unseen_spaces

if TYPE_CHECKING:
    from calibration.finder import BoardFinder
    from calibration.pose import BoardPose, Lens
    from engine.board import Board
    from engine.observation import Observation, SeenBall, SeenDie, SeenPiece
    from vision.find import NumberNet
    from vision.piece_size import SizeOff
    from vision.rectify import Image
    from vision.sight import TableSight
    from vision.team_contrast import TeamContrast
    from vision.teams import TeamColours


def read_still(image: Image, finder: BoardFinder, numbers: NumberNet | None = None) -> dict[str, Any]:
    """Find the board in a picture (height, width, 3) BGR and read it. Without a board: ``found`` false and why.

    ``numbers`` is the net that ships unless another one is handed in.
    """
    return still_json(finder.board, look_at_still(image, finder, numbers))


@dataclass(frozen=True, eq=False)
class StillLook:
    """Where the board lies in a picture, and what lies on it."""

    pose: BoardPose
    seen: Observation
    sight: TableSight
    off: tuple[SizeOff, ...] = ()
    """Sizes of the pieces in which they clearly differ from the board file; the reading goes by those that are seen."""

    @property
    def teams(self) -> TeamContrast | None:
        """How well the teams' colours are told from the board's; None while too few pieces of either are seen."""
        return team_contrast(self.sight, self.seen.pieces)


def look_at_still(
    image: Image, finder: BoardFinder, numbers: NumberNet | None = None, teams: TeamColours | None = None
) -> StillLook | PoseFailure:
    """The same as values; why, where no board is found. ``teams``: their colours, else learnt from the picture."""
    pose = finder.find(image)
    if isinstance(pose, PoseFailure):
        return pose
    known = known_of(finder, teams)
    board = finder.board
    sight = look_over(image, pose, board, known)
    off = sizes_off(sight)
    if off:
        board = as_measured(board, off)
        sight = look_over(image, pose, board, known)
    seen = read_table(image, pose, board, numbers or _shipped_net(), known=known, sight=sight)
    return StillLook(pose, seen, sight, off)


def still_json(board: Board, look: StillLook | PoseFailure) -> dict[str, Any]:
    """What was seen in a picture, in the form of ``touchline read``."""
    if isinstance(look, PoseFailure):
        return no_board(look.reason)
    answer = {"board": board_json(look.pose, board), **observation_json(look.seen)}
    answer["unsure"][:0] = [_doubt(doubt) for doubt in _causes(look)]
    answer["unsure"].extend(_doubt(doubt) for doubt in unseen_spaces(look.seen, look.sight))
    return answer


def explain_still(image: Image, look: StillLook | PoseFailure) -> Image:
    """A picture for people of what was seen in one, and why not more: see ``vision.explain``."""
    if isinstance(look, PoseFailure):
        return draw_failure(image, look.reason)
    cover = look.sight.cover.foreign, look.sight.view
    seen = replace(look.seen, unsure=(*_causes(look), *look.seen.unsure))
    return draw_explanation(image, look.pose, look.sight.board, seen, cover)


def _causes(look: StillLook) -> tuple[Unsure, ...]:
    """Why nothing is sure, which comes before all else that is not."""
    like_board = (Unsure("teams", None, str(found.sentence)) for found in like_board_findings(look.teams))
    return (*one_team_doubts(look.seen, look.sight), *like_board, *size_doubts(look.off))


def no_board(why: str) -> dict[str, Any]:
    """What is said of a picture in which no board was found."""
    # Plain text: programs read it.
    why = str(why)
    return {
        "board": {"found": False, "why": why},
        "pieces": [],
        "ball": None,
        "dice": [],
        "unsure": [{"what": "board", "cell": None, "why": why}],
        "occluded": False,
    }


@cache
def _shipped_net() -> NumberReader:
    """Loaded once; the net itself never changes."""
    return NumberReader()


def board_json(pose: BoardPose, board: Board) -> dict[str, Any]:
    """Corners of the field in the picture's own pixels, clockwise from A1's outer corner; how well it is known."""
    length, width = board.grid.field_size_mm
    corners = pose.project(((0, 0), (length, 0), (length, width), (0, width)))
    return {
        "found": True,
        "name": board.name,
        "game": board.game,
        "corners_px": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        "reprojection_px": round(pose.reprojection_px, 3),
        "sd_mm": round(pose.field_sd_mm, 3),
        "lens": _lens(pose.lens),
    }


def _lens(lens: Lens) -> dict[str, Any]:
    """Focal length with its standard deviation (null if unknown), in the picture's own pixels."""
    return {
        "measured": lens.measured,
        "focal_px": round(float(lens.camera_matrix[0, 0]), 1),
        "focal_sd_px": round(lens.focal_sd_px, 1) or None,
    }


def observation_json(seen: Observation) -> dict[str, Any]:
    """What was seen, with the keys of ``touchline read``."""
    return {
        "pieces": [_piece(piece) for piece in seen.pieces],
        "ball": _ball(seen.ball) if seen.ball else None,
        "dice": [_die(die) for die in seen.dice],
        "unsure": [_doubt(doubt) for doubt in seen.unsure],
        "occluded": seen.occluded,
    }


def _piece(piece: SeenPiece) -> dict[str, Any]:
    return {
        "id": piece.piece,
        "cell": piece.space,
        "x_mm": round(piece.x_mm, 1),
        "y_mm": round(piece.y_mm, 1),
        "confidence": round(piece.confidence, 4),
    }


def _ball(ball: SeenBall) -> dict[str, Any]:
    return {
        "cell": ball.space,
        "x_mm": round(ball.x_mm, 1),
        "y_mm": round(ball.y_mm, 1),
        "on_piece": ball.on_piece,
        "confidence": round(ball.confidence, 4),
    }


def _die(die: SeenDie) -> dict[str, Any]:
    return {"team": die.team, "value": die.value, "confidence": round(die.confidence, 4)}


def _doubt(doubt: Unsure) -> dict[str, Any]:
    said: dict[str, Any] = {"what": doubt.what, "cell": doubt.space, "why": doubt.why}
    if doubt.at_mm is None:
        return said
    return said | {"x_mm": round(doubt.at_mm[0], 1), "y_mm": round(doubt.at_mm[1], 1)}
