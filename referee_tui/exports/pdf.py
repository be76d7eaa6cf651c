"""A report as PDF (fpdf2): one page of A4.

What is narrow stands in two columns; wide tables beneath share the rest of the page, and the log has what is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fpdf import FPDF

from referee_tui.exports.pdf_parts import QUIET, ROW_MM, Pen, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.texts import Texts
    from referee_tui.exports.report import Report, Section

PAPER_MM, MARGIN_MM, GAP_MM = (210.0, 297.0), 12.0, 6.0
WIDTH_MM = PAPER_MM[0] - 2 * MARGIN_MM
COLUMN_MM = (WIDTH_MM - GAP_MM) / 2
BETWEEN_MM = 3.5
MOST_NARROW_ROWS, LEAST_ROWS = 14, 3

_MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""The same match is the same file, whenever it is written."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A section on the page."""

    section: Section
    at: tuple[float, float]
    width: float
    rows: int
    """Of its table."""


def pdf_report(report: Report) -> bytes:
    """The file. Letters that the viewers' own fonts lack lose their marks, or become question marks.

    A page that cannot hold three rows of every table is higher than A4.
    """
    _, measuring = _begun(PAPER_MM[1], report.say)
    top = MARGIN_MM + measuring.words_mm(report.title, WIDTH_MM, 16, bold=True)
    top += measuring.words_mm(report.subtitle, WIDTH_MM, 8) + BETWEEN_MM
    placed = tuple(_arranged(measuring, report.sections, top))
    ends = [one.at[1] + measuring.section_mm(one.section, one.width, one.rows) for one in placed]
    pdf, pen = _begun(max(PAPER_MM[1], max(ends, default=top) + MARGIN_MM), report.say)
    pdf.set_title(plain(report.title))
    pdf.set_creator("Touchline")
    pdf.set_creation_date(_MADE)
    head = pen.words(report.title, (MARGIN_MM, MARGIN_MM), WIDTH_MM, 16, bold=True)
    pen.words(report.subtitle, (MARGIN_MM, MARGIN_MM + head), WIDTH_MM, 8, QUIET)
    for one in placed:
        pen.section(one.section, one.at, one.width, one.rows)
    return bytes(pdf.output())


def _begun(height_mm: float, say: Texts) -> tuple[FPDF, Pen]:
    pdf = FPDF(unit="mm", format=(PAPER_MM[0], height_mm))
    pdf.set_auto_page_break(auto=False)
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.add_page()
    return pdf, Pen(pdf, say)


def _arranged(pen: Pen, sections: Sequence[Section], top: float) -> Iterator[_Placed]:
    """Where each section stands, and how many rows it has."""
    narrow = [section for section in sections if _is_narrow(pen, section)]
    wide = [section for section in sections if section not in narrow]
    rows_of = [len(section.table.rows) if section.table is not None else 0 for section in narrow]
    heights = [pen.section_mm(each, COLUMN_MM, rows) for each, rows in zip(narrow, rows_of, strict=True)]
    tops = [top, top]
    for section, side, height, rows in zip(narrow, _sides(heights), heights, rows_of, strict=True):
        yield _Placed(section, (MARGIN_MM + side * (COLUMN_MM + GAP_MM), tops[side]), COLUMN_MM, rows)
        tops[side] += height + BETWEEN_MM
    y = max(tops)
    for section, rows in zip(wide, _rows(pen, wide, PAPER_MM[1] - MARGIN_MM - y), strict=True):
        yield _Placed(section, (MARGIN_MM, y), WIDTH_MM, rows)
        y += pen.section_mm(section, WIDTH_MM, rows) + BETWEEN_MM


def _sides(heights: Sequence[float]) -> list[int]:
    """Which of two columns each section stands in: the highest are placed first, so that both become about as high."""
    sides, filled = dict[int, int](), [0.0, 0.0]
    for k in sorted(range(len(heights)), key=lambda k: -heights[k]):
        sides[k] = filled.index(min(filled))
        filled[sides[k]] += heights[k] + BETWEEN_MM
    # The course of the match comes first, on the left.
    return [sides[k] ^ sides[0] for k in range(len(heights))]


def _is_narrow(pen: Pen, section: Section) -> bool:
    table = section.table
    return table is None or (len(table.rows) <= MOST_NARROW_ROWS and pen.table_mm(table) <= COLUMN_MM)


def _rows(pen: Pen, sections: Sequence[Section], room: float) -> list[int]:
    """How many rows each table has, of all that there is room for: a short one all of its own, the others alike."""
    wanted = [len(section.table.rows) if section.table is not None else 0 for section in sections]
    room -= sum(pen.section_mm(section, WIDTH_MM, 0) + BETWEEN_MM for section in sections) - BETWEEN_MM
    left, given = int(room / ROW_MM), dict[int, int]()
    for place, k in enumerate(sorted(range(len(wanted)), key=lambda k: wanted[k])):
        share = max(LEAST_ROWS, left // (len(wanted) - place))
        given[k] = min(wanted[k], share)
        left -= given[k]
    return [given[k] for k in range(len(wanted))]
