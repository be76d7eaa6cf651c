"""What stands above the board: names, score, counter, and the state of the match in three lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal
from textual.widgets import Static

from engine.match import TEAMS
from referee_tui.app import panels

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from engine.texts import Texts
    from referee_tui.app.state import ScreenState

_ROOM_FOR_COUNTER = 100
"""Columns from which on the counter of turns is written large."""
_STATUS_COLUMNS = 43
"""What the state of the match needs; long names make room for it."""


class Top(Horizontal):
    """Blue, the score, red, the counter; whose turn, what the eye does, what an undo would take back."""

    def __init__(self, say: Texts) -> None:
        super().__init__(id="top")
        self._say = say
        self._parts = {part: Static(id=part) for part in ("blue", "score", "red", "counter", "status")}
        self._shown: dict[str, Text] = {}

    def compose(self) -> ComposeResult:
        """From the left to the right."""
        yield from self._parts.values()

    def show(self, state: ScreenState) -> None:
        """Show a state; what is as it was is not drawn again."""
        say, room = self._say, self._parts["status"].content_size.width
        large = self.size.width >= _ROOM_FOR_COUNTER
        score, counter = panels.score_big(state), panels.counter_big(state, say) if large else Text()
        plates = [panels.name_plate(team, state, say) for team in TEAMS]
        taken = sum(_columns(text) for text in (*plates, score, counter))
        if taken + _STATUS_COLUMNS > self.size.width:
            plates = [panels.name_plate(team, state, say, narrow=True) for team in TEAMS]
        self._put("blue", plates[0])
        self._put("score", score)
        self._put("red", plates[1])
        self._put("counter", counter)
        counted = large and state.count.turn is not None
        status = (
            panels.turn_line(state, say, counted=counted, columns=room), panels.eye_line(state, say),
            panels.undo_line(state, say, room),
        )  # fmt: skip
        # Its size is what the others leave.
        self._put("status", Text("\n").join(status), layout=False)

    def _put(self, part: str, text: Text, *, layout: bool = True) -> None:
        """``layout``: its size may change with it."""
        if self._shown.get(part) != text:
            self._shown[part] = text
            self._parts[part].update(text, layout=layout)


def _columns(text: Text) -> int:
    return max((line.cell_len for line in text.split()), default=0)
