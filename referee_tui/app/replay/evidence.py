"""The piece of a picture that a ruling rests on: read from the log's own folder or bundle, and from nowhere else."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from engine.record.bundle import content_of, is_bundle
from engine.record.errors import LogError
from engine.record.evidence import MOST_PICTURE_BYTES, evidence_folder, picture_name
from engine.texts import ENGLISH
from referee_tui.texts import texts
from vision.sources.base import SourceError
from vision.sources.pictures import picture_of

if TYPE_CHECKING:
    from pathlib import Path

    from engine.texts import Texts
    from referee_tui.app.replay.steps import Evidence
    from vision.rectify import Image


class EvidenceError(ValueError):
    """A picture that cannot be shown; the message is one plain sentence."""


def evidence_picture(log: Path, evidence: Evidence, language: str = ENGLISH) -> Image:
    """The picture, BGR. Raises EvidenceError if it is not there, is another than the log means, or is damaged."""
    name, text = picture_name(evidence.seq), texts("replay", language)
    raw = _in_bundle(log, name, text) if is_bundle(log) else _beside(log, name, text)
    if hashlib.sha256(raw).hexdigest() != evidence.digest:
        raise EvidenceError(text("evidence_changed", name=name))
    try:
        return picture_of(raw, name)
    except SourceError as error:
        raise EvidenceError(str(error)) from error


def _in_bundle(log: Path, name: str, text: Texts) -> bytes:
    try:
        raw = content_of(log, f"evidence/{name}")
    except LogError as error:
        raise EvidenceError(f"{error}.") from error
    if raw is None:
        raise EvidenceError(text("evidence_unpacked", name=name))
    return raw


def _beside(log: Path, name: str, text: Texts) -> bytes:
    folder = evidence_folder(log)
    path = folder / name
    if folder.is_symlink() or path.is_symlink():
        raise EvidenceError(text("evidence_link", path=path))
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_PICTURE_BYTES + 1)
    except FileNotFoundError as error:
        raise EvidenceError(text("evidence_gone", folder=folder.name, name=name)) from error
    except OSError as error:
        raise EvidenceError(text("evidence_unread", path=path, why=error.strerror or error)) from error
    if len(raw) > MOST_PICTURE_BYTES:
        raise EvidenceError(text("evidence_large", path=path, most=MOST_PICTURE_BYTES >> 20))
    return raw
