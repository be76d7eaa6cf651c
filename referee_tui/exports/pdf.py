"""A report as PDF (fpdf2) on A4, its pictures as vectors."""

from __future__ import annotations

import io
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from referee_tui.exports.svg import svg

if TYPE_CHECKING:
    from referee_tui.exports.report import Report, Section, Table
    from referee_tui.exports.shapes import Picture

MARGIN_MM, WIDTH_MM, HEIGHT_MM = 15.0, 180.0, 297.0
INK, QUIET = (28, 38, 46), (85, 98, 109)

_MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""The same match is the same file, whenever it is written."""

LETTERS = "latin-1"
"""What fpdf2 can write with the fonts that every PDF viewer has."""


def pdf_report(report: Report) -> bytes:
    """The file. Letters that the viewers' own fonts lack lose their marks, or become question marks."""
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(auto=True, margin=MARGIN_MM)
    pdf.set_margin(MARGIN_MM)
    pdf.set_title(plain(report.title))
    pdf.set_creator("Touchline")
    pdf.set_creation_date(_MADE)
    pdf.add_page()
    _words(pdf, report.title, 20, bold=True)
    _words(pdf, report.subtitle, 9, QUIET)
    for section in report.sections:
        _section(pdf, section)
    return bytes(pdf.output())


def plain(words: str) -> str:
    """The words in letters that the font has."""
    out = []
    for letter in words:
        if letter.encode(LETTERS, "ignore"):
            out.append(letter if letter.isprintable() else " ")
        else:
            bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if part.encode(LETTERS, "ignore"))
            out.append(bare or "?")
    return "".join(out)


def _words(pdf: FPDF, words: str, size_pt: float, colour: tuple[int, int, int] = INK, *, bold: bool = False) -> None:
    pdf.set_font("Helvetica", "B" if bold else "", size_pt)
    pdf.set_text_color(*colour)
    pdf.multi_cell(WIDTH_MM, size_pt * 0.49, plain(words), align="L", new_x="LMARGIN", new_y="NEXT")


def _section(pdf: FPDF, section: Section) -> None:
    pdf.ln(4)
    needed = 14.0 + sum(_height_mm(picture) for picture in section.pictures)
    if pdf.get_y() + needed > HEIGHT_MM - MARGIN_MM:
        pdf.add_page()
    _words(pdf, section.title, 12, bold=True)
    pdf.ln(1)
    for picture in section.pictures:
        _picture(pdf, picture)
    for line in section.lines:
        _words(pdf, line, 9)
    if section.table is not None:
        _table(pdf, section.table)
    elif not section.pictures and not section.lines:
        _words(pdf, "None.", 9, QUIET)


def _height_mm(picture: Picture) -> float:
    return WIDTH_MM * picture.height_mm / picture.width_mm + 2


def _picture(pdf: FPDF, picture: Picture) -> None:
    height = WIDTH_MM * picture.height_mm / picture.width_mm
    drawn = io.BytesIO(plain(svg(replace(picture, title=""))).encode())
    pdf.image(drawn, x=MARGIN_MM, y=pdf.get_y(), w=WIDTH_MM, h=height, alt_text=plain(picture.title))
    pdf.set_y(pdf.get_y() + height + 2)


def _table(pdf: FPDF, table: Table) -> None:
    pdf.set_font("Helvetica", "", 8)
    pdf.set_text_color(*INK)
    columns = zip(table.head, *table.rows, strict=True)
    widest = [max(pdf.get_string_width(plain(cell)) for cell in column) + 4 for column in columns]
    # A long column gives way, but never to less than a short word's width.
    room = max(WIDTH_MM - sum(widest[:-1]), 40.0)
    widths = [*widest[:-1], min(widest[-1], room)]
    with pdf.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES, col_widths=tuple(widths), width=min(sum(widths), WIDTH_MM),
        align="LEFT", text_align="LEFT", line_height=4, headings_style=FontFace(emphasis="BOLD"),
    ) as rows:  # fmt: skip
        for cells in (table.head, *table.rows):
            rows.row([plain(cell) for cell in cells])
    if table.left_out:
        _words(pdf, f"and {table.left_out} more, in the log.", 8, QUIET)
