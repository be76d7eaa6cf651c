"""The screen on which the board and the light are calibrated."""

from __future__ import annotations

from functools import partial
from threading import Event
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from textual.app import SystemCommand
from textual.containers import Horizontal, VerticalScroll
from textual.css.query import NoMatches
from textual.widgets import Static

from referee_tui import keys
from referee_tui.app.calibrate import words as panels
from referee_tui.app.calibrate.cells import CellPicture
from referee_tui.app.calibrate.drawing import Aim, corners_mm, paint
from referee_tui.app.calibrate.looking import LookingScreen
from referee_tui.app.calibrate.state import BoardState, shown
from referee_tui.app.footer import KeyLine
from referee_tui.app.help_layout import page_text
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bindings
from referee_tui.app.mailbox import Follower

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Resize
    from textual.screen import Screen

    from referee_tui.board.report import Report

_SIDE = 30
"""Columns of the rows beside the picture on a small terminal, where most of it is the picture's."""
_WIDE_SIDE = 42
_BESIDE = 2
"""Of them, for the gap on the left and a scrollbar."""
_WIDE_FROM = 100
"""Columns from which on each row has a line of its own beside the picture."""
_LEAST_FINDINGS = 5
"""Lines below the picture."""


class BoardScreen(LookingScreen[BoardState]):
    """How well the camera sees the board, judged again and again, until the user leaves."""

    CSS = f"""
    BoardScreen {{
        #title {{ height: 1; background: $panel; padding: 0 1; text-style: bold;
                  text-wrap: nowrap; text-overflow: ellipsis; }}
        #upper {{ height: 15; background: $background; }}
        #picture {{ width: 1fr; height: 100%; }}
        #side {{ width: {_SIDE}; height: 100%; padding: 0 0 0 1; background: $surface; scrollbar-size: 1 1; }}
        #legend {{ height: 1; padding: 0 1; }}
        #findings {{ height: 1fr; padding: 0 1; background: $surface; scrollbar-size: 1 1; }}
        &.-wide #side {{ width: {_WIDE_SIDE}; }}
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.CALIBRATE)

    def __init__(
        self,
        first: BoardState,
        begin: Callable[[Event], Iterator[BoardState]],
        stop: Callable[[], None],
        *,
        keep: Callable[[Report], str] | None = None,
        lens: Callable[[], Screen[None]] | None = None,
    ) -> None:
        """Show ``first``, then whatever ``begin(awake)`` yields, run in a thread of its own until ``stop()`` ends it.

        ``awake`` is set while this screen is in front.
        ``keep`` stores a judgement and says where, or why not; ``lens`` makes the screen that measures the lens.
        """
        super().__init__()
        self.state = first
        self.aim = Aim()
        self._awake = Event()
        self.follower: Follower[BoardState] = Follower(partial(begin, self._awake), stop)
        self._keep, self._lens = keep, lens
        self._number: int | None = None
        """Of a recording's views the one looked at; None for the newest."""
        self._columns = _SIDE - _BESIDE
        """For the rows beside the picture."""

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        actions: dict[str, Callable[[], object]] = {
            "keep": self.action_keep, "view": self.action_view, "corner": partial(self.action_corner, 0),
            "whole": self.action_whole, "nearer": partial(self.action_magnify, 1),
            "farther": partial(self.action_magnify, -1), "before": partial(self.action_step, -1),
            "next": partial(self.action_step, 1), "lens": self.action_lens, "help": self.action_help,
            "leave": self.action_leave,
        }  # fmt: skip
        for name, action in actions.items():
            yield SystemCommand(self._words(f"command_board_{name}"), self._words(f"about_board_{name}"), action)

    def compose(self) -> ComposeResult:
        """The picture, beside it the rows, below it the findings."""
        self.speak()
        named = ", ".join(filter(None, (self.state.board.name, self.state.source)))
        title = self._words("board_title", named=named)
        yield Static(title, id="title", markup=False)
        with Horizontal(id="upper"):
            yield CellPicture(id="picture")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="rows")
        yield Static(id="legend")
        with VerticalScroll(id="findings"):
            yield Static(id="faults")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to look."""
        self.query_one("#findings").focus()
        self.begin_to_look()

    def on_screen_resume(self) -> None:
        """In front: the board is judged."""
        self._awake.set()

    def on_screen_suspend(self) -> None:
        """Behind another screen: its machine is not kept busy."""
        self._awake.clear()

    def on_resize(self, event: Resize) -> None:
        """As much picture as there is room for beside the rows, and some lines for findings."""
        width, height = event.size
        wide = width >= _WIDE_FROM
        self.set_class(wide, "-wide")
        side = _WIDE_SIDE if wide else _SIDE
        self._columns = side - _BESIDE
        across = width - side
        # Pictures are at most as wide as 16 to 9; two of its pixels are one above the other in a cell.
        self.query_one("#upper").styles.height = max(min(-(-across * 9 // 32), height - 3 - _LEAST_FINDINGS), 9)

    def show_state(self) -> None:
        """Draw the newest."""
        what = shown(self.state, self._number)
        try:
            self.query_one(CellPicture).show(partial(paint, what, self.aim))
            self.query_one("#rows", Static).update(panels.side_text(self.state, what, self._words, self._columns))
            self.query_one("#faults", Static).update(panels.findings_text(what, self._words))
            legend = panels.legend_text(self.state, what, self.aim, self._number, self._words)
            self.query_one("#legend", Static).update(legend)
        except NoMatches:
            # While the screen is being taken down the timer still runs, and the widgets are gone one by one.
            return

    def _aim(self, aim: Aim) -> None:
        self.aim = aim
        self.show_state()

    def action_view(self) -> None:
        """From above, or as the camera has it."""
        self._aim(self.aim.turned_over())

    def action_corner(self, corner: int) -> None:
        """Look at a corner of the field from near."""
        self._aim(self.aim.near(corner))

    def action_whole(self) -> None:
        """Look at all of it."""
        self._aim(self.aim.whole())

    def action_magnify(self, steps: int) -> None:
        """See a corner nearer, or less near."""
        self._aim(self.aim.magnified(steps))

    def on_cell_picture_wheeled(self, event: CellPicture.Wheeled) -> None:
        """The wheel looks nearer, or less near."""
        self.action_magnify(event.steps)

    def on_cell_picture_clicked(self, event: CellPicture.Clicked) -> None:
        """A click looks at the nearest corner, or at all of it again."""
        pose = shown(self.state, self._number).pose
        if pose is None or self.aim.corner is not None:
            self.action_whole()
            return
        view = self.query_one(CellPicture).size
        at = np.array((event.column / max(view.width, 1), event.line / max(view.height, 1)))
        board = self.state.board
        corners = corners_mm(board) / board.grid.field_size_mm if self.aim.above else None
        seen = corners if corners is not None else pose.project(corners_mm(board)) / pose.lens.size_px
        self.action_corner(int(np.linalg.norm(seen - at, axis=1).argmin()))

    def action_step(self, steps: int) -> None:
        """Of a recording the view before, or the next."""
        last = len(self.state.judged) - 1
        if self.state.live or last < 0:
            return
        now = last if self._number is None else self._number
        self._number = min(max(now + steps, 0), last)
        self.show_state()

    def action_keep(self) -> None:
        """Keep the board as it was judged in the camera's profile, and say where."""
        judged = shown(self.state, self._number).judged
        if judged is None or judged.check is None:
            self.notify(self._words("kept_nothing"), severity="warning")
        elif judged.report.red:
            self.notify(self._words("kept_red"), severity="warning")
        elif self._keep is None:
            self.notify(self._words("kept_nowhere"), severity="warning")
        else:
            self.notify(self._keep(judged.report) or self._words("kept_nowhere"), markup=False)

    def action_lens(self) -> None:
        """Measure the lens, guided; this screen goes on when that is done."""
        if self._lens is not None:
            self.app.push_screen(self._lens())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """The lens is measured from here only where pictures keep coming."""
        return self._lens is not None if action == "lens" else True

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpPage(page_text(self._words, "help_board")))
