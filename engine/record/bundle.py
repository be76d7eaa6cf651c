"""A match in one file to hand on: its log, the evidence of its rulings, and frames if somebody packs them.

A zip with ``match.touchline.jsonl``, ``evidence/000042.jpg`` and ``frames/000000.png``, in a report of a fault also
what the referee was told (``inputs.jsonl``), how things stood (``report.json``) and the board, and nothing else. A
bundle is a file from outside: only members with such names are taken, none is larger than it says nor than its kind
may be, and unpacking writes new files into one folder only.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import struct
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from engine.record.bounds import MAX_LOG_BYTES
from engine.record.errors import LogError
from engine.record.evidence import MOST_BYTES, MOST_PICTURE_BYTES, PICTURE_NAME, evidence_folder
from engine.record.ordinary import refuse_unless_ordinary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

LOG_NAME = "match.touchline.jsonl"
INPUTS_NAME, REPORT_NAME, BOARD_NAME = "inputs.jsonl", "report.json", "board.toml"

_MB = 1024 * 1024
_ZIP_BEGINS = b"PK\x03\x04"
_MOST_MEMBERS = 20_000
_MOST_LISTED_BYTES = 4 * _MB
"""The list of members at the end of a bundle; it is read at once."""
_LIST_END = struct.Struct("<4s4H2LH")
"""What a zip ends with: mark, two disk numbers, members here and in all, bytes of their list, its place, a comment."""
_LIST_ENDS, _BIG_ZIP = b"PK\x05\x06", b"PK\x06\x07"
_CUT_SHORT = (zipfile.BadZipFile, zlib.error, EOFError)
_STRANGE = (*_CUT_SHORT, RuntimeError, ValueError)
"""What the zip module raises for files of another kind; for some it has no exception of its own.

RuntimeError, of which NotImplementedError is one: encrypted members, versions of zip that it does not know. ValueError:
places outside any file, names that are not the UTF-8 that they say they are.
"""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How members are packed. Other ways have exceptions of their own, and one takes whatever memory a file asks for."""


class BundleError(LogError):
    """A bundle that cannot be packed or opened; the message is one plain sentence naming the file."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Members that may be in a bundle."""

    name: re.Pattern[str]
    one_bytes: int
    """The largest of them."""
    all_bytes: int
    """All of them together."""


_PICTURE = re.compile(rf"evidence/{PICTURE_NAME.pattern}")
_KINDS = (
    _Kind(re.compile(re.escape(LOG_NAME)), MAX_LOG_BYTES, MAX_LOG_BYTES),
    _Kind(_PICTURE, MOST_PICTURE_BYTES, MOST_BYTES),
    _Kind(re.compile(re.escape(INPUTS_NAME)), 32 * _MB, 32 * _MB),
    _Kind(re.compile(f"{re.escape(REPORT_NAME)}|{re.escape(BOARD_NAME)}"), _MB, 2 * _MB),
    _Kind(re.compile(r"frames/[0-9]{6}\.[A-Za-z0-9]{1,5}"), 2048 * _MB, 2048 * _MB),
)


def is_bundle(path: Path) -> bool:
    """Whether a file begins like a bundle; a file that cannot be read does not. Raises LogError for no file at all."""
    refuse_unless_ordinary(path)
    try:
        with path.open("rb") as file:
            return file.read(len(_ZIP_BEGINS)) == _ZIP_BEGINS
    except OSError:
        return False


def pack(
    out: Path,
    log: Path,
    evidence: Iterable[Path],
    frames: Iterable[Path],
    others: Mapping[str, bytes] = MappingProxyType({}),
) -> int:
    """Write a bundle of a log, of pictures named by record, and of frames in their order; returns how many members.

    ``others`` are members by name that lie in no file. Raises BundleError: ``out`` is there already, a file cannot be
    read or has a name or size that no bundle takes.
    """
    members = [(LOG_NAME, log)]
    members += [(f"evidence/{path.name}", path) for path in evidence]
    members += [(f"frames/{number:06}{path.suffix}", path) for number, path in enumerate(frames)]
    _check({name: _size_of(path) for name, path in members} | {k: len(v) for k, v in others.items()}, str(out))
    try:
        with out.open("xb") as file:
            try:
                _fill(file, members, others)
            except BaseException:
                out.unlink(missing_ok=True)
                raise
    except FileExistsError as error:
        raise BundleError(f"{out}: is there already; choose another name") from error
    except (OSError, zipfile.LargeZipFile) as error:
        raise BundleError(
            f"{out}: the bundle cannot be written ({getattr(error, 'strerror', None) or error})"
        ) from error
    return len(members) + len(others)


def _size_of(path: Path) -> int:
    refuse_unless_ordinary(path)
    try:
        return path.stat().st_size
    except OSError as error:
        raise BundleError(f"{path}: cannot be packed ({error.strerror or error})") from error


def _fill(file: IO[bytes], members: Iterable[tuple[str, Path]], others: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(file, "w") as bundle:
        for name, path in members:
            entry = _entry(name, path.stat().st_size)
            with path.open("rb") as source, bundle.open(entry, "w") as member:
                shutil.copyfileobj(source, member)
        for name, content in others.items():
            bundle.writestr(_entry(name, len(content)), content)


def _entry(name: str, size: int) -> zipfile.ZipInfo:
    # A fixed date: the same match gives the same bundle.
    entry = zipfile.ZipInfo(name)
    # Pictures and films are packed already.
    entry.compress_type = zipfile.ZIP_STORED if "/" in name else zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.file_size = size
    return entry


@contextmanager
def log_in(path: Path) -> Iterator[BinaryIO]:
    """The log in a bundle, open for reading. Raises BundleError."""
    with _opened(path) as (bundle, _), _sentences(path), _member(bundle, LOG_NAME, path) as member:
        yield cast("BinaryIO", io.BufferedReader(cast("io.RawIOBase", member)))


def content_of(path: Path, name: str) -> bytes | None:
    """A member of a bundle as a whole; None if it has none of that name. Raises BundleError."""
    with _opened(path) as (bundle, sizes), _sentences(path):
        if name not in sizes:
            return None
        with _member(bundle, name, path) as member:
            return member.read()


def digests_in(path: Path) -> dict[int, str]:
    """SHA-256 (hexadecimal) of each picture in a bundle, by number of its record. Raises BundleError."""
    digests = {}
    with _opened(path) as (bundle, sizes), _sentences(path):
        for name in sizes:
            if (picture := _PICTURE.fullmatch(name)) is not None:
                with _member(bundle, name, path) as member:
                    digests[int(picture[1])] = hashlib.sha256(member.read()).hexdigest()
    return digests


def unpack(path: Path, folder: Path) -> tuple[Path, ...]:
    """Write a bundle's members as new files into a folder, which is made. Returns them; raises BundleError.

    The log and its evidence get the names that they have beside each other: FOLDER/match.touchline.jsonl and
    FOLDER/match.touchline.jsonl.evidence/.
    """
    written: list[Path] = []
    with _opened(path) as (bundle, sizes), _sentences(path):
        for name in sizes:
            target = folder / name.replace("evidence/", f"{evidence_folder(folder / LOG_NAME).name}/", 1)
            _make_folder(target.parent, folder)
            with _member(bundle, name, path) as member:
                _write_new(target, member)
            written.append(target)
    return tuple(written)


def _make_folder(inner: Path, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if inner != folder:
            if inner.is_symlink():
                raise BundleError(f"{inner}: is a link to another place; nothing is unpacked through it")
            inner.mkdir(exist_ok=True)
    except OSError as error:
        raise BundleError(f"{folder}: cannot be unpacked into ({error.strerror or error})") from error


def _write_new(target: Path, content: IO[bytes]) -> None:
    try:
        with target.open("xb") as file:
            while part := content.read(_MB):
                file.write(part)
    except FileExistsError as error:
        raise BundleError(f"{target}: is there already; unpack into an empty folder") from error
    except OSError as error:
        raise BundleError(f"{target}: cannot be written ({error.strerror or error})") from error


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, int]]]:
    """A bundle whose list of members is in order, and their sizes by name."""
    try:
        refuse_unless_ordinary(path)
        _refuse_long_lists(path)
        bundle = zipfile.ZipFile(path)
    except OSError as error:
        raise BundleError(f"{path}: the bundle cannot be read ({error.strerror or error})") from error
    except LogError:
        raise
    except _STRANGE as error:
        raise BundleError(f"{path}: is damaged or no bundle ({error})") from error
    with bundle:
        names = bundle.namelist()
        if len(set(names)) < len(names) or LOG_NAME not in names:
            raise BundleError(f"{path}: is no bundle of a match; it needs one {LOG_NAME}, and each name once")
        if any(entry.compress_type not in _PACKED for entry in bundle.infolist()):
            raise BundleError(
                f"{path}: is packed in a way that no bundle is (only stored and deflated members are read)"
            )
        sizes = {entry.filename: entry.file_size for entry in bundle.infolist()}
        _check(sizes, str(path))
        yield bundle, sizes


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Whatever is wrong inside as one sentence."""
    try:
        yield
    except LogError:
        raise
    except OSError as error:
        raise BundleError(f"{path}: the bundle cannot be read ({error.strerror or error})") from error
    except _CUT_SHORT as error:
        raise BundleError(f"{path}: is damaged ({error})") from error


def _member(bundle: zipfile.ZipFile, name: str, path: Path) -> IO[bytes]:
    """A member; it gives no more bytes than its size in the list, whatever is packed in it."""
    try:
        return bundle.open(name)
    except _STRANGE as error:
        raise BundleError(f"{path}: {name} cannot be read ({error})") from error


def _refuse_long_lists(path: Path) -> None:
    """Raises BundleError for a zip whose list of members is longer than any bundle's, before it is read."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 2**16 - _LIST_END.size - 20))
        tail = file.read()
    end = tail.rfind(_LIST_ENDS)
    if end < 0 or len(tail) - end < _LIST_END.size or _BIG_ZIP in tail[max(0, end - 20) : end]:
        raise BundleError(f"{path}: is damaged or no bundle")
    _, _, _, _, count, listed_bytes, _, _ = _LIST_END.unpack_from(tail, end)
    if count > _MOST_MEMBERS or listed_bytes > _MOST_LISTED_BYTES:
        raise BundleError(f"{path}: holds more files than the bundle of a match")


def _check(sizes: dict[str, int], where: str) -> None:
    """Raises BundleError for a name or size that no bundle has."""
    together = dict.fromkeys(_KINDS, 0)
    for name, size in sizes.items():
        kind = next((kind for kind in _KINDS if kind.name.fullmatch(name)), None)
        if kind is None:
            raise BundleError(f"{where}: {name!r} has no place in the bundle of a match")
        together[kind] += size
        if size > kind.one_bytes or together[kind] > kind.all_bytes:
            raise BundleError(f"{where}: {name} makes it larger than a bundle may be")
