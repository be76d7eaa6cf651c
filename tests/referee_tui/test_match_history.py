"""The rulings of a long match: as many as can be gone through, at the same cost for each that is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from referee_tui.app.match import history
from referee_tui.app.match.history import MAX_LINES, SPARE_LINES, History
from referee_tui.app.state import Line

if TYPE_CHECKING:
    import pytest
    from rich.text import Text
    from textual.app import ComposeResult

TOLD = [Line(float(number), f"R7-C{number}", "legal", "action") for number in range(1000)]


class Reading(App[None]):
    """The list alone."""

    def compose(self) -> ComposeResult:
        yield History("Nothing has been ruled yet", id="history")


def shown(told: History) -> list[Line]:
    return [told.line(index) for index in range(told.option_count)]


async def test_a_new_ruling_costs_one_line_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Line] = []
    draw = history.ruling_line

    def noted(line: Line) -> Text:
        drawn.append(line)
        return draw(line)

    monkeypatch.setattr(history, "ruling_line", noted)
    app = Reading()
    async with app.run_test():
        told = app.query_one(History)
        told.add(TOLD[: MAX_LINES + 1])
        drawn.clear()
        for line in TOLD[MAX_LINES + 1 : MAX_LINES + SPARE_LINES]:
            told.add([line])
        assert drawn == TOLD[MAX_LINES + 1 : MAX_LINES + SPARE_LINES]


async def test_the_oldest_are_let_go_of_and_who_reads_a_line_is_left_at_it() -> None:
    app = Reading()
    async with app.run_test():
        told = app.query_one(History)
        told.add(TOLD[:MAX_LINES])
        told.add(TOLD[MAX_LINES : MAX_LINES + SPARE_LINES])
        assert told.line(told.highlighted or 0) is TOLD[MAX_LINES + SPARE_LINES - 1]
        told.highlighted = 400
        told.add(TOLD[MAX_LINES + SPARE_LINES : MAX_LINES + SPARE_LINES + 1])
        assert shown(told) == TOLD[SPARE_LINES + 1 : MAX_LINES + SPARE_LINES + 1]
        assert told.line(told.highlighted) is TOLD[400]
        told.highlighted = 0
        told.add(TOLD[MAX_LINES + SPARE_LINES + 1 :])
        assert shown(told)[-1] is TOLD[-1]
        assert told.highlighted == 0
