"""``touchline bundle`` and ``touchline unbundle``: a match in one file to hand on, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BUNDLE_SUFFIX = ".touchline.zip"


def bundle(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A match log (*.touchline.jsonl).")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Default: beside the log.")] = None,
    frames: Annotated[
        Path | None, typer.Option("--frames", metavar="FILE|FOLDER", help="Pack the film, or a folder's pictures, too.")
    ] = None,
) -> int:
    """Pack a log, the pictures that its rulings rest on, and the film if wanted, into one file."""
    from engine.record.bundle import pack
    from engine.record.writer import read_sound
    from referee_tui.places import LOG_SUFFIX

    read, _ = read_sound(log)
    if not read.lines:
        raise exits.CommandError(f"{log}: holds no complete record; there is nothing to pack.")
    target = out or log.with_name(log.name.removesuffix(LOG_SUFFIX) + BUNDLE_SUFFIX)
    count = pack(target, log, _evidence_of(log), _frames(frames))
    streams.out(f"{target}: the log and {count - 1} pictures or films.")
    return exits.OK


def unbundle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A bundle (*.touchline.zip).")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Default: a folder of its name.")] = None,
) -> int:
    """Unpack a bundle into a folder of its own, so that its match can be gone on with."""
    from engine.record.bundle import unpack

    name = file.name.removesuffix(".zip").removesuffix(".touchline")
    folder = out or file.with_name(name if name != file.name else f"{name}.unpacked")
    written = unpack(file, folder)
    streams.out(f"{folder}: {len(written)} files.")
    return exits.OK


def _evidence_of(log: Path) -> "Sequence[Path]":
    from engine.record.evidence import PICTURE_NAME, evidence_folder

    folder = evidence_folder(log)
    if not folder.is_dir() or folder.is_symlink():
        return ()
    return _listed(folder, lambda path: PICTURE_NAME.fullmatch(path.name) is not None)


def _frames(given: Path | None) -> "Sequence[Path]":
    if given is None:
        return ()
    if not given.is_dir():
        return (given,)
    from vision.sources.pictures import PICTURE_SUFFIXES

    return _listed(given, lambda path: path.suffix.lower() in PICTURE_SUFFIXES)


def _listed(folder: Path, wanted: "Callable[[Path], bool]") -> "Sequence[Path]":
    try:
        return sorted(path for path in folder.iterdir() if wanted(path) and path.is_file() and not path.is_symlink())
    except OSError as error:
        raise exits.CommandError(f"{folder}: cannot be listed ({error.strerror or error}).") from error
