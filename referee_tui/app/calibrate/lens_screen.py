"""The screen that guides somebody who holds a lens target."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import SystemCommand
from textual.containers import Horizontal, VerticalScroll
from textual.css.query import NoMatches
from textual.widgets import Static

from referee_tui import keys
from referee_tui.app.calibrate.cells import CellPicture
from referee_tui.app.calibrate.lens_state import LensState
from referee_tui.app.calibrate.lens_watching import Wishes
from referee_tui.app.calibrate.lens_words import lens_text, map_text, paint_lens, too_few
from referee_tui.app.calibrate.looking import LookingScreen
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

_MAP = 30
"""Columns of the map of the picture."""
_LEAST_WORDS = 6
"""Lines below the picture."""


class LensScreen(LookingScreen[LensState]):
    """Where to hold the target next, and what became of each picture, until the lens is measured."""

    CSS = f"""
    LensScreen {{
        #title {{ height: 1; background: $panel; padding: 0 1; text-style: bold;
                  text-wrap: nowrap; text-overflow: ellipsis; }}
        #upper {{ height: 15; background: $background; }}
        #picture {{ width: 1fr; height: 100%; }}
        #map {{ width: {_MAP}; height: 100%; padding: 0 0 0 1; background: $surface; }}
        #words {{ height: 1fr; padding: 0 1; background: $surface; scrollbar-size: 1 1; }}
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.LENS)

    def __init__(
        self,
        first: LensState,
        begin: Callable[[Wishes], Iterator[LensState]],
        stop: Callable[[], None],
        *,
        keep: Callable[[LensState], str] | None = None,
        again: bool = False,
    ) -> None:
        """Show ``first``, then whatever ``begin(wishes)`` yields, run in a thread of its own until ``stop()`` ends it.

        ``keep`` stores the lens and says where, None where there is no place for it; ``again``: pictures keep coming,
        and it can begin anew.
        """
        super().__init__()
        self.state = first
        self._wishes, self._stop = Wishes(), stop
        self.follower: Follower[LensState] = Follower(partial(begin, self._wishes), self._end)
        self._keep, self._again = keep, again

    def _end(self) -> None:
        self._wishes.end()
        self._stop()

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        actions = {
            "measure": self.action_measure, "keep": self.action_keep, "again": self.action_again,
            "help": self.action_help, "leave": self.action_leave,
        }  # fmt: skip
        for name, action in actions.items():
            yield SystemCommand(self._words(f"command_lens_{name}"), self._words(f"about_lens_{name}"), action)

    def compose(self) -> ComposeResult:
        """The picture, beside it the map, below it what to do."""
        self.speak()
        title = self._words("lens_title", source=self.state.source)
        yield Static(title, id="title", markup=False)
        with Horizontal(id="upper"):
            yield CellPicture(id="picture")
            yield Static(id="map")
        with VerticalScroll(id="words"):
            yield Static(id="said")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to look."""
        self.query_one("#words").focus()
        self.begin_to_look()

    def on_resize(self, event: Resize) -> None:
        """As much picture as there is room for beside the map."""
        width, height = event.size
        across = width - _MAP
        self.query_one("#upper").styles.height = max(min(-(-across * 9 // 32), height - 2 - _LEAST_WORDS), 12)

    def show_state(self) -> None:
        """Draw the newest."""
        try:
            self.query_one(CellPicture).show(partial(paint_lens, self.state))
            self.query_one("#map", Static).update(map_text(self.state, self._words))
            self.query_one("#said", Static).update(lens_text(self.state, self._words, keeps=self._keep is not None))
        except NoMatches:
            # While the screen is being taken down the timer still runs, and the widgets are gone one by one.
            return

    def action_measure(self) -> None:
        """Measure the lens with the views there are."""
        if self.state.gathered:
            return
        if why_not := too_few(self.state, self._words):
            self.notify(why_not, severity="warning", markup=False)
        else:
            self._wishes.measure.set()

    def action_keep(self) -> None:
        """Keep the lens in the camera's profile, and say where."""
        if self.state.solution is None:
            self.notify(self._words("lens_not_yet"), severity="warning")
        elif self._keep is None:
            self.notify(self._words("lens_nowhere"), severity="warning")
        elif not self.state.good:
            self.notify(self._words("lens_not_good"), severity="warning")
        else:
            self.notify(self._keep(self.state) or self._words("lens_nowhere"), markup=False)

    def action_again(self) -> None:
        """Forget the views and begin anew, where pictures keep coming."""
        if self._again:
            self._wishes.anew.set()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """A film or a folder is looked at once."""
        return self._again if action == "again" else True

    def resting(self) -> frozenset[str]:
        """Without a place for the lens its key says so, and is not offered."""
        return frozenset() if self._keep is not None else frozenset({"keep"})

    def action_help(self) -> None:
        """Explain the guide."""
        self.app.push_screen(HelpPage(page_text(self._words, "help_lens")))
