"""Every form that a log can be exported to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.texts import ENGLISH
from referee_tui.exits import plain
from referee_tui.exports.errors import ExportError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine.record.chronicle import Chronicle
    from engine.record.reader import LogRead
    from engine.record.replay import RulesLoader


class Form(StrEnum):
    """A form by its name on the command line."""

    TXT = "txt"
    GAME = "game"
    JSON = "json"
    CSV = "csv"
    SPADL = "spadl"
    SVG = "svg"
    GIF = "gif"
    MP4 = "mp4"
    HTML = "html"
    PDF = "pdf"


BINARY = frozenset({Form.GIF, Form.MP4, Form.PDF})
"""Forms that no terminal can show."""


@dataclass(frozen=True, slots=True)
class Source:
    """A log that was read, with what finds its rules."""

    path: Path
    log: LogRead
    loader: RulesLoader
    at: str | None = None
    """The moment that a picture is of (``moments``); None: the last."""
    language: str = ENGLISH
    """What pictures, films and reports are told in; the other forms are for programs, and English."""

    def told(self) -> Chronicle:
        """Act by act. Raises LogError."""
        from engine.record.chronicle import chronicle_of

        return chronicle_of(str(self.path), self.log.lines, self.loader)


def exported(source: Source, form: Form) -> bytes:
    """The log in a form. Raises ExportError for a moment that it has not, LogError for a log that cannot be told."""
    if source.at is not None and form is not Form.SVG:
        raise ExportError(f"--at {source.at}: a moment is for --to svg; {form.value} shows the whole match.")
    made = _MAKERS[form](source)
    if isinstance(made, bytes):
        return made
    # What a log from outside says may end on a terminal: nothing in it may steer that.
    harmless = _escaped_in_json(made) if form is Form.JSON else _plain_lines(made)
    # Names of files and players are bytes from outside, and need not be text.
    return harmless.encode("utf-8", "backslashreplace")


def _plain_lines(text: str) -> str:
    return "\n".join("\t".join(map(plain, line.split("\t"))) for line in text.split("\n"))


def _escaped_in_json(text: str) -> str:
    """The same values: JSON may write any character of a text as an escape."""
    return "\n".join(
        line if line.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)
        for line in text.split("\n")
    )


# Each form's module is loaded when it is asked for: text needs neither Pillow nor PyAV nor fpdf2.
# ruff: noqa: PLC0415


def _txt(source: Source) -> str:
    from referee_tui.exports.records import notation

    return notation(source.log)


def _json(source: Source) -> str:
    from referee_tui.exports.records import json_array

    return json_array(source.log)


def _game(source: Source) -> str:
    from engine.record.retold import retell

    return retell(source.path, source.loader)


def _csv(source: Source) -> str:
    from referee_tui.exports.table import csv_table

    return csv_table(source.told())


def _spadl(source: Source) -> str:
    from referee_tui.exports.spadl import spadl_table

    return spadl_table(source.told(), source.path.name.split(".")[0])


def _svg(source: Source) -> str:
    from referee_tui.audience import audience_of
    from referee_tui.exports.board_picture import board_picture
    from referee_tui.exports.captions import caption
    from referee_tui.exports.moments import moment_of
    from referee_tui.exports.svg import svg
    from referee_tui.texts import texts

    moment = moment_of(str(source.path), source.log.lines, source.loader, source.at)
    rules, score = moment.told.rules, moment.position.score
    audience, say = audience_of(rules, moment.told.header, source.language), texts("report", source.language)
    said = audience.hears(caption(moment.deed)) if moment.deed is not None else say("first")
    return svg(board_picture(rules, moment.position, moment.deed, f"{said} ({score.B}-{score.R})"))


def _gif(source: Source) -> bytes:
    from referee_tui.exports.gif import gif

    return gif(source.told(), source.language)


def _mp4(source: Source) -> bytes:
    from referee_tui.exports.mp4 import mp4

    return mp4(source.told(), source.language)


def _html(source: Source) -> str:
    from referee_tui.exports.html import html_report
    from referee_tui.exports.report import report_of

    return html_report(report_of(source.told(), source.language))


def _pdf(source: Source) -> bytes:
    from referee_tui.exports.pdf import pdf_report
    from referee_tui.exports.report import report_of

    return pdf_report(report_of(source.told(), source.language))


_MAKERS: dict[Form, Callable[[Source], str | bytes]] = {
    Form.TXT: _txt, Form.GAME: _game, Form.JSON: _json, Form.CSV: _csv, Form.SPADL: _spadl, Form.SVG: _svg,
    Form.GIF: _gif, Form.MP4: _mp4, Form.HTML: _html, Form.PDF: _pdf,
}  # fmt: skip
