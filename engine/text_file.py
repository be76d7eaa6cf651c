"""Small text files: boards, rolls, lenses. Never more is read than such a file can hold; none is ever half written."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def read_small_text(path: Path, most_bytes: int, error: type[ValueError], *, what: str, kind: str) -> str:
    """The text of a UTF-8 file. Raises ``error`` with one plain sentence.

    ``what`` is what is being read ("the rolls"), ``kind`` what the file is taken for ("a board file"). The bound holds
    for what is read, not for the size that the system tells: a device or a pipe has none.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(most_bytes + 1)
    except OSError as fault:
        raise error(f"{path}: {what} cannot be read ({fault.strerror or fault})") from fault
    if len(raw) > most_bytes:
        raise error(f"{path}: is larger than {most_bytes // 1024} kB, this is not {kind}")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise error(f"{path}: is not UTF-8 text, this is not {kind}") from fault


def write_whole_text(path: Path, text: str, error: type[ValueError], *, what: str) -> None:
    """Write a UTF-8 file so that whoever reads it finds the old text or the new, never a part.

    Raises ``error`` with one plain sentence; ``what`` is what is being written ("the lens file").
    """
    # In the same folder: only within one file system is a file put in another's place at once.
    fresh = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        try:
            fresh.write_text(text, encoding="utf-8", newline="\n")
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as fault:
        raise error(f"{path}: {what} cannot be written ({fault.strerror or fault})") from fault


def where_in_toml(source: str, text: str, key: str) -> str:
    """``source, line N`` for a dotted key of a TOML file's text, or for its nearest enclosing table.

    The quotation marks of quoted keys, and the places of an array (``size_mm[0]``), are left out of ``key``.
    """
    table, wanted = "", re.sub(r"\[.*?\]", "", key)
    best, best_length = 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        # A line of brackets and spaces must not take longer than it is long: nothing here matches in two ways.
        if header := re.match(r"\s*\[+([^\[\]]+)\]", line):
            table = path = header[1].strip().replace('"', "")
        elif pair := re.match(r"\s*([A-Za-z0-9_\-\".]+)\s*=", line):
            path = ".".join(p for p in (table, pair[1].replace('"', "")) if p)
        else:
            continue
        if (wanted == path or wanted.startswith(path + ".")) and len(path) > best_length:
            best, best_length = number, len(path)
    return f"{source}, line {best}" if best else source
