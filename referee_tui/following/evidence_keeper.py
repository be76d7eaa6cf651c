"""Cuts out of a picture what a ruling rests on: the spaces it speaks of, its dice, or the whole field."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from engine.match import MalformedError
from engine.notation import parse_action
from engine.record.records import Acted, Rolled, Ruled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.match import Position
    from engine.observation import Observation
    from engine.record.chain import Written
    from engine.record.evidence import EvidenceFolder
    from engine.record.records import Record
    from vision.rectify import Image
    from vision.sources import Frame

MARGIN = 1 / 12
"""What is shown round the spaces of a ruling, as a share of the field's length: about two spaces."""

MOST_PX = 1280
"""A longer side is made this long."""

_QUALITY = 85

_PIECES, _SPACES = ("by", "on", "off"), ("at", "from", "to", "spot", "path")
"""Keys of an event that name a piece, and spaces."""


class EvidenceKeeper:
    """Attaches the picture's digest to rulings before they are written, and keeps the picture afterwards."""

    def __init__(self, board: Board, folder: EvidenceFolder | None) -> None:
        """``folder`` is None where no evidence is wanted."""
        self._board = board
        self._folder = folder
        self._sight: tuple[Frame, BoardPose] | None = None

    def look(self, frame: Frame, pose: BoardPose) -> None:
        """The picture that is read next."""
        self._sight = (frame, pose)

    def attach(
        self, records: Sequence[Record], look: Observation, position: Position | None
    ) -> tuple[tuple[Record, ...], dict[int, bytes]]:
        """The records with digests, and the pictures (JPEG) by place in the list. ``position`` is that before them."""
        if self._folder is None or self._sight is None:
            return tuple(records), {}
        pictures: dict[int, bytes] = {}
        attached, act = list(records), None
        for place, record in enumerate(records):
            if isinstance(record, Acted | Rolled):
                act = record
            if isinstance(record, Ruled):
                points_mm = points_of(self._board, record, act, look, position)
                picture = cut_out(self._sight[0].image, self._sight[1], self._board, points_mm)
                pictures[place] = picture
                attached[place] = msgspec.structs.replace(record, evidence=hashlib.sha256(picture).hexdigest())
        return tuple(attached), pictures

    def keep(self, written: Sequence[Written], pictures: Mapping[int, bytes]) -> None:
        """Keep the pictures of records that are in the log now; where they cannot be, ``trouble`` says why."""
        for place, picture in pictures.items():
            if self._folder is not None:
                self._folder.keep(written[place].seq, picture)

    @property
    def trouble(self) -> str:
        """Why pictures are held in memory, one sentence without its full stop; empty while none is."""
        return self._folder.trouble if self._folder is not None else ""

    def retry(self) -> None:
        """Try again to keep those."""
        if self._folder is not None:
            self._folder.retry()


def points_of(
    board: Board, ruling: Ruled, act: Acted | Rolled | None, look: Observation, position: Position | None
) -> list[tuple[float, float]]:
    """Points of the board (mm) that a ruling speaks of; none if it speaks of no place."""
    spaces = set(_spaces(ruling, act, position.pieces if position is not None else {}))
    points_mm = [tuple(board.grid.centre_mm(space)) for space in spaces if space in board.grid.points]
    if isinstance(act, Rolled):
        points_mm += [(die.x_mm, die.y_mm) for die in look.dice]
    return [(x_mm, y_mm) for x_mm, y_mm in points_mm]


def _spaces(ruling: Ruled, act: Acted | Rolled | None, pieces: Mapping[str, Space]) -> Iterator[Space]:
    notation = act.notation if isinstance(act, Acted) and ruling.verdict == "legal" else ruling.notation
    if notation:
        yield from _named(notation, pieces)
    for event in ruling.events:
        yield from _of_event(event, pieces)


def _named(notation: str, pieces: Mapping[str, Space]) -> Iterator[Space]:
    try:
        action = parse_action(notation)
    except MalformedError:
        return
    yield from (space for space in (pieces.get(action.piece or ""), action.target) if space is not None)
    yield from (space for _, space in action.path)


def _of_event(event: Mapping[str, Any], pieces: Mapping[str, Space]) -> Iterator[Space]:
    yield from (pieces[event[key]] for key in _PIECES if isinstance(event.get(key), str) and event[key] in pieces)
    for key in _SPACES:
        value = event.get(key)
        yield from (each for each in (value if isinstance(value, list | tuple) else [value]) if isinstance(each, str))


def cut_out(image: Image, pose: BoardPose, board: Board, points_mm: Iterable[tuple[float, float]]) -> bytes:
    """The part of a picture round some points of the board, as JPEG; the whole field without points.

    What of it lies outside the picture is left away; where nothing would be left, the whole picture is taken.
    """
    length_mm, width_mm = board.grid.field_size_mm
    corners_mm = np.array([(0.0, 0.0), (length_mm, 0.0), (length_mm, width_mm), (0.0, width_mm)])
    around = np.array(list(points_mm) or corners_mm)
    margin_mm = MARGIN * length_mm
    low, high = around.min(axis=0) - margin_mm, around.max(axis=0) + margin_mm
    box_px = pose.project([(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])])
    height, width = image.shape[:2]
    left, top = np.clip(np.floor(box_px.min(axis=0)), 0, (width, height)).astype(int)
    right, bottom = np.clip(np.ceil(box_px.max(axis=0)), 0, (width, height)).astype(int)
    part = image[top:bottom, left:right]
    part = part if part.size else image
    scale = MOST_PX / max(part.shape[:2])
    if scale < 1:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    _, encoded = cv2.imencode(".jpg", part, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    return bytes(encoded)
