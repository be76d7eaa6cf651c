"""The parts of a PDF report: how high a section is, and how it is drawn where it was placed."""

from __future__ import annotations

import io
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from fpdf.enums import MethodReturnValue

from referee_tui.exports.svg import svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpdf import FPDF

    from engine.texts import Texts
    from referee_tui.exports.report import Section, Table
    from referee_tui.exports.shapes import Picture

INK, QUIET, RULE = (28, 38, 46), (85, 98, 109), (213, 219, 224)
TITLE_PT, TEXT_PT = 10.0, 7.5
ROW_MM, CELL_GAP_MM = 3.6, 3.0
MOST_PICTURE_MM = 74.0
"""A picture is no higher; one that would be is drawn narrower."""

LETTERS = "latin-1"
"""What fpdf2 can write with the fonts that every PDF viewer has."""


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


class Pen:
    """Measures and draws on one document; lengths are millimetres, places the upper left corner's."""

    def __init__(self, pdf: FPDF, say: Texts) -> None:
        """``pdf`` has a page, and does not begin another by itself; ``say`` has a report's words."""
        self._pdf, self._say = pdf, say

    def words_mm(self, words: str, width: float, size_pt: float, *, bold: bool = False) -> float:
        """How high words are that are wrapped at a width."""
        self._font(size_pt, bold=bold)
        height = self._pdf.multi_cell(
            width, size_pt * 0.49, plain(words), align="L", dry_run=True, output=MethodReturnValue.HEIGHT
        )
        return cast("float", height)

    def words(
        self,
        words: str,
        at: tuple[float, float],
        width: float,
        size_pt: float,
        colour: tuple[int, int, int] = INK,
        *,
        bold: bool = False,
    ) -> float:
        """Write words, wrapped at a width; returns how high they are."""
        height = self.words_mm(words, width, size_pt, bold=bold)
        self._pdf.set_text_color(*colour)
        self._pdf.set_xy(*at)
        self._pdf.multi_cell(width, size_pt * 0.49, plain(words), align="L")
        return height

    def table_mm(self, table: Table) -> float:
        """How wide a table is if nothing of it is cut."""
        return sum(self._columns_mm(table))

    def section_mm(self, section: Section, width: float, rows: int) -> float:
        """How high a section is with so many rows of its table."""
        height = self.words_mm(section.title, width, TITLE_PT, bold=True) + 1.0
        height += sum(_fitted(picture, width)[1] + 1.5 for picture in section.pictures)
        height += sum(self.words_mm(line, width, TEXT_PT) for line in section.lines)
        if section.table is not None:
            return height + ROW_MM * (1 + rows + (_left_out(section.table, rows) > 0))
        return height + (0.0 if section.pictures or section.lines else ROW_MM)

    def section(self, section: Section, at: tuple[float, float], width: float, rows: int) -> None:
        """Draw a section with so many rows of its table."""
        x, y = at
        y += self.words(section.title, at, width, TITLE_PT, bold=True) + 1.0
        for picture in section.pictures:
            wide, high = _fitted(picture, width)
            drawn = io.BytesIO(plain(svg(replace(picture, title=""))).encode())
            self._pdf.image(drawn, x=x, y=y, w=wide, h=high, alt_text=plain(picture.title))
            y += high + 1.5
        for line in section.lines:
            y += self.words(line, (x, y), width, TEXT_PT)
        if section.table is not None:
            self._table(section.table, (x, y), width, rows)
        elif not section.pictures and not section.lines:
            self.words(self._say("none"), (x, y), width, TEXT_PT, QUIET)

    def _font(self, size_pt: float, *, bold: bool = False) -> None:
        self._pdf.set_font("Helvetica", "B" if bold else "", size_pt)

    def _columns_mm(self, table: Table) -> list[float]:
        widths = []
        for column, head in enumerate(table.head):
            self._font(TEXT_PT, bold=True)
            widest = self._pdf.get_string_width(plain(head))
            self._font(TEXT_PT)
            for row in table.rows:
                widest = max(widest, self._pdf.get_string_width(plain(row[column])))
            widths.append(widest + CELL_GAP_MM)
        return widths

    def _table(self, table: Table, at: tuple[float, float], width: float, rows: int) -> None:
        x, y = at
        columns = narrowed(self._columns_mm(table), width)
        self._pdf.set_draw_color(*RULE)
        self._pdf.set_line_width(0.15)
        for number, cells in enumerate((table.head, *table.rows[:rows])):
            self._font(TEXT_PT, bold=not number)
            self._pdf.set_text_color(*INK)
            left = x
            for cell, wide in zip(cells, columns, strict=True):
                self._pdf.set_xy(left, y)
                self._pdf.cell(wide, ROW_MM, self._cut(plain(cell), wide - CELL_GAP_MM))
                left += wide
            y += ROW_MM
            self._pdf.line(x, y, x + sum(columns), y)
        if more := _left_out(table, rows):
            self.words(self._say("more", count=more), (x, y + 0.3), width, TEXT_PT, QUIET)

    def _cut(self, words: str, width: float) -> str:
        """The words, or their beginning with dots where they are too wide."""
        if self._pdf.get_string_width(words) <= width + 0.01:
            return words
        while words and self._pdf.get_string_width(f"{words}...") > width:
            words = words[:-1]
        return f"{words}..."


def narrowed(columns: Sequence[float], width: float) -> list[float]:
    """Columns that fit a width: the widest give way first, to one width."""
    if sum(columns) <= width:
        return list(columns)
    room, kept = width, dict[int, float]()
    order = sorted(range(len(columns)), key=lambda k: columns[k])
    for place, k in enumerate(order):
        kept[k] = min(columns[k], room / (len(columns) - place))
        room -= kept[k]
    return [kept[k] for k in range(len(columns))]


def _left_out(table: Table, rows: int) -> int:
    return table.left_out + max(0, len(table.rows) - rows)


def _fitted(picture: Picture, width: float) -> tuple[float, float]:
    """Width and height of a picture."""
    high = width * picture.height_mm / picture.width_mm
    scale = min(1.0, MOST_PICTURE_MM / high)
    return width * scale, high * scale
