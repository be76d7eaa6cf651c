"""Pages of help as they are laid out: keys on the left, what they do on the right, however long keys are called.

In the texts a line ``keys | words`` is a row, ``# words`` a heading; of words with `` · `` between them each part stays
on one line where it can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from referee_tui.key_names import KeyNames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.texts import Texts

COLUMNS = 76
"""No line is wider: a page with its border fits a terminal of 80."""

_BETWEEN, _PART = " | ", " · "
_MOST_LABEL = 24
"""Columns that keys may take on the left; where they take more, the words begin below them."""
_KEY_BEGINS, _KEY_ENDS, _UNBROKEN = "\ue000", "\ue001", "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class _Marked:
    """Names of keys, marked so that they can be written in bold."""

    names: KeyNames

    def __getitem__(self, name: str) -> str:
        return f"{_KEY_BEGINS}{self.names[name].replace(' ', _UNBROKEN)}{_KEY_ENDS}"


def page_text(say: Texts, key: str, **values: object) -> Text:
    """A page of help, no line wider than ``COLUMNS``; keys that are bound now in bold."""
    names = say.always["key"]
    marked = replace(say, always={"key": _Marked(names)}) if isinstance(names, KeyNames) else say
    rows = [_row(line) for line in marked(key, **values).strip("\n").split("\n")]
    labels = [width for label, _ in rows if label is not None and (width := _width(label)) <= _MOST_LABEL]
    margin = max(labels, default=0) + 2
    return Text("\n").join(line for label, words in rows for line in _laid_out(label, words, margin))


def _row(line: str) -> tuple[str | None, str]:
    """What stands on the left, None where a line goes from edge to edge, and the words."""
    if line.startswith("| "):
        return "", line[2:]
    label, between, words = line.partition(_BETWEEN)
    return (label, words) if between else (None, line)


def _laid_out(label: str | None, words: str, margin: int) -> Iterator[Text]:
    if label is None:
        heading = words.startswith("# ")
        for line in _wrapped(words.removeprefix("# "), COLUMNS):
            yield _bold(line, whole=heading)
        return
    lines = list(_wrapped(words, COLUMNS - margin))
    if _width(label) + 2 > margin:
        yield from (_bold(line, whole=True) for line in _wrapped(label, COLUMNS))
        label = ""
    for line in lines:
        yield _bold(label, whole=True).append(" " * (margin - _width(label))).append_text(_bold(line))
        label = ""


def _wrapped(words: str, columns: int) -> Iterator[str]:
    """Lines of a row's words; at least one."""
    parts = [
        part.replace(" ", _UNBROKEN) if _width(part) + 2 <= columns and _PART in words else part
        for part in words.split(_PART)
    ]
    line = ""
    for word in f"{_UNBROKEN}· ".join(parts).split(" "):
        longer = f"{line} {word}" if line else word
        if line and _width(longer) > columns:
            yield line
            longer = word
        line = longer
    yield line


def _width(text: str) -> int:
    return cell_len(text.replace(_KEY_BEGINS, "").replace(_KEY_ENDS, ""))


def _bold(line: str, *, whole: bool = False) -> Text:
    """A line with its keys, or all of it, in bold."""
    text = Text()
    for part in line.replace(_UNBROKEN, " ").split(_KEY_BEGINS):
        key, ends, words = part.partition(_KEY_ENDS)
        text.append(key, "bold" if ends or whole else "")
        text.append(words, "bold" if whole else "")
    return text
