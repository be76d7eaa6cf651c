"""Pictures of tables with their truth, drawn or from a folder, and what the program reads in them."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from eye_scores import Fault, TableScore, TrueBall, TrueDie, TruePiece, Truth, score_table

from calibration.finder import finder_for
from calibration.pose import BoardPose, PoseFailure
from engine.board import Board, shipped_board, shipped_boards
from vision.known_colours import known_of
from vision.numbers import NumberReader
from vision.read import read_table
from vision.rolling import is_kicked

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes import draw_scene
from tests.scenes.wide import wide_scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calibration.finder import BoardFinder
    from engine.observation import Observation
    from tests.scenes.draw import Scene
    from tests.scenes.spec import Disc
    from tests.scenes.wide import WideScene
    from vision.rectify import Image

WRONG_POSE_SPACES = 0.5
"""A board that is found this far from where it lies is found wrongly; nothing on it is scored."""

DIGIT_SHARE, PLATE_SHARE = 0.53, 0.42
"""Height of a numeral over its disc's diameter, about; on a plate."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A table in a picture, and the truth about it."""

    name: str
    image: Image
    board: Board
    corners_px: np.ndarray
    """(4, 2) the field's corners NW NE SE SW in the picture."""
    truth: Truth
    kinds: Mapping[str, str]
    """What kind of table it is, by axis."""
    top_px: tuple[tuple[float, float], ...] = ()
    """Where each true piece's upper face is in the picture."""
    has_board: bool = True
    finder: BoardFinder | None = None
    """What finds the board; None: by the kit's markers."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What was read in a picture: of the picture alone, and with where the pieces were last."""

    name: str
    kinds: Mapping[str, str]
    alone: TableScore
    in_match: TableScore
    found: bool = True
    """The board was found, and where it is; or rightly not found where there is none."""
    why: str = ""
    corner_spaces: float = 0.0
    """Mean error of the field's corners, in widths of a space."""


@cache
def _numbers() -> NumberReader:
    return NumberReader()


def read_picture(
    picture: Picture, seed: int, *, alone: bool = True
) -> tuple[Answer, Observation | None, BoardPose | None]:
    """Find the board and read it twice, alone and in a match in which one piece was just moved; or only so."""
    finder = picture.finder or finder_for(picture.board)
    pose = finder.find(picture.image)
    nothing = TableScore({})
    if isinstance(pose, PoseFailure) or not picture.has_board:
        found = isinstance(pose, PoseFailure) and not picture.has_board
        why = pose.reason if isinstance(pose, PoseFailure) else "a board is found where none is"
        return Answer(picture.name, picture.kinds, nothing, nothing, found=found, why=why), None, None
    off = _corner_error(picture, pose)
    if off > WRONG_POSE_SPACES:
        fault = Fault("geometry", frozenset(), f"the board is {off:.1f} spaces off", flagged=False)
        wrong = TableScore({"positions": 1, "wrong": 1}, (fault,))
        answer = Answer(picture.name, picture.kinds, wrong, wrong, found=False, why=fault.said, corner_spaces=off)
        return answer, None, pose
    read = partial(read_table, picture.image, pose, picture.board, _numbers(), known=known_of(finder))
    seen = read() if alone else None
    followed = read(expected=before_last_move(picture, np.random.default_rng(seed)))
    scores = [score_table(picture.truth, one) if one is not None else nothing for one in (seen, followed)]
    return Answer(picture.name, picture.kinds, *scores, corner_spaces=off), seen, pose


def before_last_move(picture: Picture, rng: np.random.Generator) -> dict[str, str]:
    """Where the pieces stood before one of them was moved here."""
    stood = {piece.piece: piece.space for piece in picture.truth.pieces if piece.space is not None}
    free = [space for space in picture.board.grid.field_spaces if space not in set(stood.values())]
    if stood and free:
        stood[str(rng.choice(sorted(stood)))] = str(rng.choice(free))
    return stood


def _corner_error(picture: Picture, pose: BoardPose) -> float:
    length, width = picture.board.grid.field_size_mm
    seen = pose.project(((0, 0), (length, 0), (length, width), (0, width)))
    space_px = _space_px(picture.board, picture.corners_px)
    return float(np.linalg.norm(seen - picture.corners_px, axis=1).mean() / space_px)


def _space_px(board: Board, corners_px: np.ndarray) -> float:
    """Width of a space, the geometric mean over the field and its directions."""
    length, width = board.grid.field_size_mm
    area = cv2.contourArea(np.asarray(corners_px, np.float32))
    return float(np.sqrt(area / (length * width)) * board.grid.width_mm)


def bins(board: Board, corners_px: np.ndarray, elevation_deg: float) -> dict[str, str]:
    """The kinds that follow from where the camera is."""
    space_px = _space_px(board, corners_px)
    edges_px, edges_deg = (14, 18, 24, 32, 44, 61), (35, 50, 65, 80, 91)
    return {"px a space": _bin(space_px, edges_px), "camera height": f"{_bin(elevation_deg, edges_deg)} deg"}


def _bin(value: float, edges: tuple[int, ...]) -> str:
    if value < edges[0]:
        return f"under {edges[0]}"
    for low, high in pairwise(edges):
        if value < high:
            return f"{low}-{high - 1}"
    return f"{edges[-1]} and more"


def drawn(number: int, seed: int) -> Picture:
    """One of the project's own wide and random tables; the same for the same number and seed."""
    rng = np.random.default_rng((seed, number))
    return drawn_picture(f"drawn_{number:04d}", wide_scene(rng), rng)


def drawn_picture(name: str, wide: WideScene, rng: np.random.Generator) -> Picture:
    """A drawn table with its truth."""
    scene = draw_scene(wide.spec, rng)
    spec, camera = wide.spec, wide.spec.camera
    eye, (length, width) = camera.camera_position_mm(), spec.board.grid.field_size_mm
    up = np.degrees(np.arctan2(eye[2], np.hypot(eye[0] - length / 2, eye[1] - width / 2)))
    kinds = {**wide.kinds, **bins(spec.board, scene.corners_px, float(up))}
    tops = tuple(
        (float(x), float(y)) for d in spec.discs for x, y in camera.project(((d.x_mm, d.y_mm),), scene.tops_mm[d.piece])
    )
    return Picture(name, scene.image, spec.board, scene.corners_px, truth_of(scene), kinds, tops)


def truth_of(scene: Scene) -> Truth:
    """What is to be read in a drawn scene."""
    spec = scene.spec
    return Truth(
        tuple(
            TruePiece(
                disc.piece,
                scene.spaces[disc.piece],
                disc.x_mm,
                disc.y_mm,
                scene.visible[disc.piece],
                _digit_px(scene, disc),
                tells=disc.print != "unmarked" or disc.piece[1:] not in {"6", "9"},
            )
            for disc in spec.discs
        ),
        _true_ball(scene),
        tuple(
            TrueDie(die.team, die.value, die.x_mm, die.y_mm, visible)
            for die, visible in zip(spec.dice, scene.dice_visible, strict=True)
        ),
        spec.board.grid.width_mm,
        occluded=spec.hand is not None,
    )


def _digit_px(scene: Scene, disc: Disc) -> float:
    """Height of a drawn piece's numeral in the picture, the geometric mean over directions."""
    pieces = scene.spec.board.file.pieces
    if pieces.number != "top":
        return 0.0
    around = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    rim = pieces.body_diameter_mm / 2 * np.column_stack((np.cos(around), np.sin(around)))
    outline = scene.spec.camera.project(np.array((disc.x_mm, disc.y_mm)) + rim, scene.tops_mm[disc.piece])
    return (PLATE_SHARE if disc.print == "plate" else DIGIT_SHARE) * _across_px(outline)


def _across_px(outline_px: np.ndarray) -> float:
    """Diameter of the circle on which points evenly round a disc's rim (N, 2) would lie, were it seen from above."""
    count = len(outline_px)
    area = cv2.contourArea(outline_px.astype(np.float32))
    return 2.0 * float(np.sqrt(area / (0.5 * count * np.sin(2 * np.pi / count))))


def _true_ball(scene: Scene) -> TrueBall | None:
    ball = scene.spec.ball
    if ball is None:
        return None
    space = scene.spec.board.grid.nearest(ball.x_mm, ball.y_mm).space
    if not is_kicked(scene.spec.board):
        space = scene.spaces.get(ball.on_piece or "", space)
    form = ball.form if ball.on_piece is None else f"{ball.form} with a piece"
    return TrueBall(space, ball.x_mm, ball.y_mm, form, scene.ball_visible)


def stills(folder: Path) -> Iterator[Picture]:
    """The pictures of a folder that show a shipped board, their truth as ``.json`` beside them."""
    for file in sorted(folder.glob("*.json")):
        truth = json.loads(file.read_text())
        if truth.get("layout") not in shipped_boards():
            continue
        image = cv2.imread(str(file.with_name(truth["image"])))
        if image is not None:
            yield _still(truth, np.asarray(image, np.uint8))


def _still(truth: dict[str, Any], image: Image) -> Picture:
    board = shipped_board(truth["layout"])
    ball = truth["ball"]
    pieces = tuple(
        TruePiece(
            each["id"],
            each["cell"] or None,
            each["x_mm"],
            each["y_mm"],
            each["visible_frac"],
            DIGIT_SHARE * _across_px(np.array(each["top_outline_px"])),
        )
        for each in truth["pieces"]
    )
    told = Truth(
        pieces,
        TrueBall(ball["cell"] or None, ball["x_mm"], ball["y_mm"], ball["form"], ball["visible_frac"])
        if ball
        else None,
        tuple(
            TrueDie(die["team"], die["value"], die.get("x_mm"), die.get("y_mm"), die["visible_frac"])
            for die in truth["dice"]
        ),
        board.grid.width_mm,
        occluded=bool(truth["flags"]["occluded"]),
    )
    corners = np.array(truth["board"]["corners_px"] or ((0, 0), (1, 0), (1, 1), (0, 1)), np.float64)
    kinds = {"occlusion": "hand" if told.occluded else "none", "game": board.game}
    if truth["board"]["found"]:
        kinds |= bins(board, corners, float(truth["camera"]["elevation_deg"]))
    conditions = truth.get("conditions") or {}
    kinds |= {"lamp": " + ".join(conditions.get("lights", ())) or "?", "print": conditions.get("finish", "?")}
    return Picture(
        truth["image"],
        image,
        board,
        corners,
        told,
        kinds,
        tuple((each["top_centre_px"][0], each["top_centre_px"][1]) for each in truth["pieces"]),
        has_board=bool(truth["board"]["found"]),
    )
