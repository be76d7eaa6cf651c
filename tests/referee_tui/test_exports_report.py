"""The match report: what it says, and that nothing from outside gets out of its place in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.record.records import Acted, Corrected, Observed, Rolled, Ruled, Stated
from engine.record.writer import LogWriter
from referee_tui import cli
from referee_tui.exports.film import frames_of
from referee_tui.exports.html import html_report
from referee_tui.exports.pdf import pdf_report
from referee_tui.exports.pdf_parts import narrowed, plain
from referee_tui.exports.report import MOST_ROWS, Report, Section, Table, report_of
from tests.engine.recorded import chronicle, header_of, random_log

if TYPE_CHECKING:
    from pathlib import Path

    from engine.record.records import Record

RULES = load_ruleset("regista")
START = {"pieces": {"B1": "H2", "B9": "G20", "R1": "H21", "R4": "C8"}, "ball": "G20", "turn": "B"}
HOSTILE = "</title><script>alert(1)</script><img src=x onerror=alert(2)>"

WORDLESS = {"script", "img", "iframe", "link", "object", "embed", "base", "form", "foreignobject", "a", "use", "image"}
"""Elements that fetch, run or lead away: a report has none."""


class Page(HTMLParser):
    """Elements, attributes and words of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def check_harmless(page: Page) -> None:
    assert not WORDLESS.intersection(page.tags)
    assert not any(name.startswith("on") for name in page.attributes)
    assert not page.attributes.intersection({"href", "src", "xlink:href", "action", "style"})


def match_log(path: Path, blue: str = "Ann", red: str = "Bob", reason: str = "too far") -> Path:
    refused = Ruled(verdict="illegal", rule="move.range", reason=reason, notation="R4-C13")
    records: list[tuple[float, list[Record]]] = [
        (0.0, [header_of(RULES, {"B": blue, "R": red})]),
        (0.0, [Stated(position=RULES.write_position(RULES.read_position(START)))]),
        (20.0, [Observed(frame=9, pieces=[]), refused]),
        (50.0, [Corrected(changes={"pieces": {"R4": "C9"}}, source="correction", reason=reason)]),
        (65.0, [Acted(notation="B9!G23", source="typed"), Rolled(source="rolled", cause="shot", B=5, R=2)]),
    ]
    with LogWriter.create(path) as writer:
        for t, more in records:
            writer.append(t, more)
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return match_log(tmp_path / "match.touchline.jsonl")


def test_the_report_says_what_happened(log: Path) -> None:
    page = Page(html_report(report_of(chronicle(log))))
    said = page.text
    for words in (
        "Ann 1 - 0 Bob", "1:05 1B Ann B9 1-0", "B9!G23", "72 % (13/18) 5:2 goal +0.28", "move.range", "too far",
        "R4-C13",
        "Regista on regista-a2, 1:05, not played to its end", "out of step for 0:30 of 1:05", "acts: 1 typed",
        "too few to judge by", "expected goals 0.72 0.00", "goals beyond expectation +0.28",
    ):  # fmt: skip
        assert words in said, words
    check_harmless(page)


def test_a_report_and_a_film_are_told_in_german(log: Path) -> None:
    told = chronicle(log)
    said = Page(html_report(report_of(told, "de"))).text
    english = Page(html_report(report_of(told))).text
    for german, other in (
        ("Strittiges und Berichtigtes", "Disputes and corrections"),
        ("Torchance", "chance of a goal"),
    ):
        assert german in said
        assert other not in said
        assert other in english
    assert pages(pdf_report(report_of(told, "de")))
    heads = [frame.head for frame in frames_of(told, language="de")]
    assert any("Zug " in head for head in heads)
    assert not any("turn" in head for head in heads)


def test_the_commands_write_both_forms(log: Path, tmp_path: Path) -> None:
    html, pdf = tmp_path / "report.html", tmp_path / "report.pdf"
    assert cli.run(["log", "export", str(log), "--to", "html", "--out", str(html)]) == 0
    assert cli.run(["log", "export", str(log), "--to", "pdf", "--out", str(pdf)]) == 0
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert pages(pdf.read_bytes()) == [A4]


A4 = (595, 842)


def pages(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page, in points."""
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    sizes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in sizes]


@pytest.mark.parametrize("where", ["blue", "red", "reason"])
def test_names_and_words_from_outside_stay_words(tmp_path: Path, where: str) -> None:
    log = match_log(tmp_path / "match.touchline.jsonl", **{where: HOSTILE})
    report = report_of(chronicle(log))
    page = Page(html_report(report))
    check_harmless(page)
    assert "alert(1)" in page.text
    assert pdf_report(report).startswith(b"%PDF-")


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
@settings(max_examples=25, deadline=None)
def test_any_text_can_be_in_a_report(title: str, line: str, cell: str) -> None:
    report = Report(title, line, (Section(cell, lines=(line,), table=Table(("a", title), ((cell, line),))),))
    page = Page(html_report(report))
    check_harmless(page)
    assert page.tags.count("td") == 2
    assert pdf_report(report).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "shown"), [("Zoë", "Zoë"), ("Łukasz Čech", "?ukasz Cech"), ("松田", "??"), ("a\tb\u202ec", "a b?c")]
)
def test_letters_that_the_pdf_has_not(words: str, shown: str) -> None:
    assert plain(words) == shown


@pytest.mark.parametrize("game", GAMES)
def test_a_report_of_every_game(game: str, tmp_path: Path) -> None:
    log = random_log(tmp_path / "match.touchline.jsonl", game, seed=4, most=100)
    report = report_of(chronicle(log))
    titles = [section.title for section in report.sections]
    assert titles[0] == "The course of the match"
    assert titles[-1] == "The last position"
    check_harmless(Page(html_report(report)))
    assert pages(pdf_report(report)) == [A4]


def test_a_long_quarrel_is_cut_and_said_to_be(tmp_path: Path) -> None:
    path = match_log(tmp_path / "match.touchline.jsonl")
    refused = Ruled(verdict="illegal", rule="move.range", reason="too far", notation="R4-C13")
    with LogWriter.resume(path)[0] as writer:
        writer.append(70.0, [refused] * 200)
    said = Page(html_report(report_of(chronicle(path)))).text
    assert f"and {202 - MOST_ROWS} more, in the log." in said
    assert pages(pdf_report(report_of(chronicle(path)))) == [A4]


def test_a_page_grows_where_a_few_rows_of_every_table_do_not_fit() -> None:
    wide = Table(("a", "b"), (("x" * 90, "y" * 90),) * 40)
    ((_, height),) = pages(pdf_report(Report("t", "s", (Section("many", table=wide),) * 30)))
    assert height > A4[1]


@given(st.lists(st.floats(0.1, 400), min_size=1, max_size=12), st.floats(30, 200))
def test_columns_of_a_table_fit_and_the_widest_give_way(columns: list[float], width: float) -> None:
    fitted = narrowed(columns, width)
    assert sum(fitted) <= width + 1e-6
    assert all(now <= then for now, then in zip(fitted, columns, strict=True))
    if sum(columns) > width:
        assert sum(fitted) == pytest.approx(width)
        cut = [now for now, then in zip(fitted, columns, strict=True) if now < then - 1e-9]
        assert max(cut) - min(cut) < 1e-6
        assert max(fitted) < max(cut) + 1e-6


def test_stats_for_people_and_for_programs(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["log", "stats", str(log)]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].split() == ["Ann", "Bob"]
    assert lines[1].split() == ["goals", "1", "0"]
    assert any("B9!G23, 72 % (13/18): goal" in line for line in lines)
    assert cli.run(["log", "stats", str(log), "--json"]) == 0
    out = capfd.readouterr().out
    assert len(out.splitlines()) == 1
    assert '"exact":"13/18"' in out
