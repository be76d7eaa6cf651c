"""A report as one HTML page: no script, nothing fetched, every text escaped; it prints on A4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.exports.svg import svg, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.texts import Texts
    from referee_tui.exports.report import Report, Section, Table

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #1c262e; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { margin-bottom: 0 } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem } p { margin: .2rem 0; color: #55626d }
table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0 }
th, td { text-align: left; vertical-align: top; padding: .15rem .9rem .15rem 0; border-bottom: 1px solid #d5dbe0;
  overflow-wrap: anywhere }
svg { display: block; max-width: 100%; height: auto }
@page { size: A4; margin: 14mm } @media print { body { margin: 0 } section { break-inside: avoid } }
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Whatever a name may hold, a browser fetches and runs nothing."""

PX_PER_MM, MOST_PX = 5.0, 760
"""A chart is drawn larger than its millimetres; a board fits the page."""


def html_report(report: Report) -> str:
    """The page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    yield "<!doctype html>"
    yield f'<html lang="{text(report.say.language)}"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{text(report.title)}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{text(report.title)}</h1><p>{text(report.subtitle)}</p>"
    for section in report.sections:
        yield from _section(section, report.say)
    yield "</body></html>"


def _section(section: Section, say: Texts) -> Iterator[str]:
    yield f"<section><h2>{text(section.title)}</h2>"
    for picture in section.pictures:
        yield svg(picture, width_px=min(MOST_PX, round(PX_PER_MM * picture.width_mm)))
    for line in section.lines:
        yield f"<p>{text(line)}</p>"
    if section.table is not None:
        yield from _table(section.table, say)
    elif not section.pictures and not section.lines:
        yield f"<p>{text(say('none'))}</p>"
    yield "</section>"


def _table(table: Table, say: Texts) -> Iterator[str]:
    head = "".join(f"<th>{text(cell)}</th>" for cell in table.head)
    yield f"<table><thead><tr>{head}</tr></thead><tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in row)}</tr>"
    yield "</tbody></table>"
    if table.left_out:
        yield f"<p>{text(say('more', count=table.left_out))}</p>"
