"""Saves a report: log, what the referee was told, the last pictures, how things stood, as one file."""

from __future__ import annotations

import platform
import zlib
from itertools import count
from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from calibration.own.board_text import board_text
from engine.board import shipped_board, shipped_boards
from engine.record.bundle import BOARD_NAME, INPUTS_NAME, REPORT_NAME, pack
from engine.record.errors import LogError
from referee_tui.places import LOG_SUFFIX
from referee_tui.reports.forms import FORMAT, PictureForm, ReportForm, pose_form

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from engine.board import Board
    from referee_tui.following.memory import KeptPicture, SessionMemory
    from vision.rectify import Image

MOST_BYTES = 20 * 1024 * 1024
"""Of a report; the oldest pictures are left out first."""
_SPARE_BYTES = 256 * 1024
"""For the list of members, ``report.json`` and the board."""


def report_path(log: Path) -> Path:
    """A name beside a log that is still free: ``NAME-report-1.touchline.zip``."""
    stem = log.name.removesuffix(LOG_SUFFIX)
    names = (log.with_name(f"{stem}-report-{number}.touchline.zip") for number in count(1))
    return next(path for path in names if not path.exists())


def versions(software: str) -> dict[str, str]:
    """What was at work: no name of a computer or a person is in it."""
    return {
        "touchline": software,
        "python": platform.python_version(),
        "opencv": str(cv2.__version__),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.machine()}",
    }


def save_report(out: Path, log: Path, report: ReportForm, memory: SessionMemory, board: Board) -> int:
    """Write it, at most MOST_BYTES; returns how many pictures are in it. Raises LogError.

    ``report`` comes without its pictures. Pictures are kept without loss, so that they are read again as they were.
    """
    room = MOST_BYTES - _SPARE_BYTES - len(zlib.compress(memory.inputs, 1)) - _packed_size(log)
    kept: list[tuple[KeptPicture, bytes]] = []
    # The newest that was read matters most, then the others that were, then the rest.
    for picture in sorted(memory.pictures, key=lambda each: (each.seen is None, -each.frame.number)):
        packed = _png(picture.frame.image)
        if len(packed) <= room:
            kept.append((picture, packed))
            room -= len(packed)
    kept.sort(key=lambda each: each[0].frame.number)
    whole = msgspec.structs.replace(report, format=FORMAT, pictures=_forms(picture for picture, _ in kept))
    others = {
        REPORT_NAME: msgspec.json.format(msgspec.json.encode(whole, enc_hook=str), indent=1),
        INPUTS_NAME: memory.inputs,
    }
    if own := own_board_text(board):
        others[BOARD_NAME] = own.encode()
    others |= {f"frames/{place:06}.png": packed for place, (_, packed) in enumerate(kept)}
    pack(out, log, (), (), others)
    return len(kept)


def _forms(pictures: Iterable[KeptPicture]) -> list[PictureForm]:
    return [
        PictureForm(
            number=picture.frame.number,
            t=picture.frame.t,
            settled=picture.settled,
            pose=pose_form(picture.pose) if picture.pose is not None else None,
            expected=dict(picture.expected) if picture.expected is not None else None,
            seen=picture.seen,
        )
        for picture in pictures
    ]


def _packed_size(log: Path) -> int:
    """About how large the log will be in the report. Raises LogError if it cannot be read."""
    try:
        with log.open("rb") as file:
            packer = zlib.compressobj(1)
            return sum(len(packer.compress(part)) for part in iter(lambda: file.read(1 << 20), b"")) + 4096
    except OSError as error:
        raise LogError(f"{log}: the log cannot be read ({error.strerror or error})") from error


def _png(image: Image) -> bytes:
    _, packed = cv2.imencode(".png", image, (cv2.IMWRITE_PNG_COMPRESSION, 3))
    return packed.tobytes()


def own_board_text(board: Board) -> str:
    """The user's own board as a file, so that the match can be replayed; empty for one that comes with the program."""
    shipped = board.name in shipped_boards() and shipped_board(board.name).file == board.file
    return "" if shipped else board_text(board.file)
