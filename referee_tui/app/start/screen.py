"""The start screen: what to play and on what, with the command line that says the same."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import SystemCommand
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, ContentSwitcher, OptionList, Static
from textual.widgets.option_list import Option

from referee_tui import keys
from referee_tui.app.entries import Entries
from referee_tui.app.footer import KeyLine
from referee_tui.app.help_layout import page_text
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bindings
from referee_tui.app.start.layout import CSS, LEAST_SIZE, WIDE
from referee_tui.app.start.line_up import LineUpScreen
from referee_tui.app.start.line_up_below import LineUpBelow
from referee_tui.app.start.page import Page
from referee_tui.app.start.trying_out import Trying
from referee_tui.app.writing_line import WritingLine
from referee_tui.start.choices import NO_CAMERA
from referee_tui.start.choices import words as command_words
from referee_tui.start.panes import pane
from referee_tui.start.rows import rows, words_of
from referee_tui.start.state import SECTIONS, ChoiceError, choose, missing, with_found, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Resize
    from textual.widget import Widget

    from referee_tui.start.choices import Choices
    from referee_tui.start.rows import Row
    from referee_tui.start.set_up import Seen
    from referee_tui.start.state import Found, Section, StartState


class StartScreen(Trying):
    """Everything that a match needs, until it is begun (``begun``) or the user leaves."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.START)

    def __init__(
        self,
        state: StartState,
        look_round: Callable[[], Found],
        look_at_table: Callable[[Choices], Seen],
        hindered: Callable[[Choices, Section], str] = lambda _, __: "",
    ) -> None:
        """``look_round`` finds out what there is to choose from, ``look_at_table`` reads the table once.

        ``hindered`` says why what was written in a section will not do, or nothing. All are called in a thread.
        """
        super().__init__(state, hindered)
        self.begun: Choices | None = None
        """What to begin, once the screen is left for that."""
        self.calibrates = False
        """The screen is left to see how well the camera sees the board, and comes back then."""
        self._look_round, self._look_at_table = look_round, look_at_table
        self._words = words_of(state)

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        words = self._words
        actions: dict[str, tuple[str, Callable[[], object]]] = {
            "begin.key": (words("begin.about"), self.action_begin),
            "line_up.show": (words("line_up.about"), self.action_line_up),
            "calibrate.key": (words("calibrate.about"), self.action_calibrate),
            "view.key": (words("view.about"), self.action_view),
            "help.key": (words("help.about"), self.action_help),
            "again.key": (words("again.about"), self.action_look_again),
        }
        for section in SECTIONS:
            actions[section] = (words(f"{section}.about", game=""), partial(self.go_to, section))
        for name, (about, action) in actions.items():
            yield SystemCommand(f"{words('area')}: {words(name)}", about, action)

    def compose(self) -> ComposeResult:
        """The sections on the left, the chosen one's page on the right, the command line below."""
        words = self._words
        yield Static(f"{words('title')}  {words('subtitle')}", id="title")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                sections = Entries(id="sections")
                sections.chosen = lambda _: self.action_open()
                yield sections
                yield Button(words("begin"), id="begin", variant="success")
            with Vertical(id="right"):
                with ContentSwitcher(id="pages", initial=f"page-{SECTIONS[0]}"):
                    for section in SECTIONS:
                        yield Page(section, pane(self.state, section), self._take_at_once)
                yield LineUpBelow()
        yield Static(id="fault")
        yield Static(id="command")
        yield Static(words("small", columns=LEAST_SIZE[0], lines=LEAST_SIZE[1]), id="small")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show what is known, and look for the rest."""
        self.show()
        sections = self.query_one("#sections", OptionList)
        sections.highlighted = 0
        sections.focus()
        self.action_look_again()

    def action_look_again(self) -> None:
        """Look for what there is to choose from, in a thread."""
        self.run_worker(self._look, thread=True, exclusive=True)

    def on_resize(self, event: Resize) -> None:
        """More room where there is more, and a sentence where there is too little."""
        width, height = event.size
        self.set_class(width < LEAST_SIZE[0] or height < LEAST_SIZE[1], "-small")
        self.set_class(width >= WIDE, "-wide")
        self.call_after_refresh(self._show_line_up)

    def _look(self) -> None:
        found = self._look_round()
        self.app.call_from_thread(self._take, found)

    def _take(self, found: Found) -> None:
        self.state = with_found(self.state, found)
        self.show()

    def show(self) -> None:
        """Show the state anew."""
        state = self.state
        self._show_line_up()
        sections = self.query_one("#sections", OptionList)
        at = sections.highlighted
        with sections.prevent(OptionList.OptionHighlighted):
            sections.clear_options()
            sections.add_options([Option(_row_text(row), id=row.section) for row in rows(state)])
            sections.highlighted = at
        for page in self.query(Page):
            page.show(pane(state, page.section))
        begin = self.query_one("#begin", Button)
        begin.label = self._words("go_on" if state.choices.resume is not None else "begin")
        command = shlex.join(command_words(state.choices, state.config))
        self.query_one("#command", Static).update(
            Text.assemble((f"{self._words('command')} ", "dim"), (command, "bold"), overflow="ellipsis")
        )
        fault = self.query_one("#fault", Static)
        fault.set_class(bool(state.fault), "-said")
        fault.update(Text(state.fault))
        self.refresh_bindings()

    def _show_line_up(self) -> None:
        columns, lines = self.query_one("#right").content_size
        page = self.query_one("#pages", ContentSwitcher).current or ""
        self.query_one(LineUpBelow).show(self.state, page, columns, lines)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Turn to the page of the section."""
        if event.option_list.id == "sections" and event.option.id is not None:
            self.query_one("#pages", ContentSwitcher).current = f"page-{event.option.id}"
            self.refresh_bindings()
            self._show_line_up()

    def _take_at_once(self, said: Page.Chosen | Page.Written) -> None:
        """Take over what Enter chose or sent on a page."""
        if isinstance(said, Page.Chosen):
            self._take_choice(said)
        else:
            self.on_page_written(said)

    def _take_choice(self, event: Page.Chosen) -> None:
        """Take over a choice; where it was the page's only one, go on to the next section."""
        self._change(lambda: choose(self.state, event.section, event.value))
        if not event.alone:
            return
        if event.section == "match" and self.state.choices.resume is not None:
            self.set_focus(self.query_one("#begin", Button))
            return
        self.go_to(SECTIONS[min(SECTIONS.index(event.section) + 1, len(SECTIONS) - 1)])

    def on_page_written(self, event: Page.Written) -> None:
        """Take over what was written."""
        if event.done or not event.left:
            self._change(lambda: write(self.state, event.section, event.field, event.text))
        if event.left and not self.state.fault:
            after = SECTIONS[min(SECTIONS.index(event.section) + 1, len(SECTIONS) - 1)]
            self.try_out((event.section,), partial(self.go_to, after) if event.done else lambda: None)

    def on_button_pressed(self) -> None:
        """Begin."""
        self.action_begin()

    def _change(self, change: Callable[[], StartState]) -> None:
        try:
            self.state = change()
        except ChoiceError as error:
            self.state = replace(self.state, fault=str(error))
        self.show()

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's form
        """What stands in a field that is gone to is written over, also by a letter that comes together with that."""
        before = self.focused
        super().set_focus(widget, scroll_visible, from_app_focus)
        if isinstance(widget, WritingLine) and self.focused is widget is not before and not from_app_focus:
            widget.select_all()

    def go_to(self, section: Section) -> None:
        """Go to a section in their list."""
        sections = self.query_one("#sections", OptionList)
        sections.highlighted = SECTIONS.index(section)
        self.set_focus(sections)

    def action_open(self) -> None:
        """Go over to the section's page."""
        sections = self.query_one("#sections", OptionList)
        if self.focused is sections and sections.highlighted is not None:
            page = f"page-{SECTIONS[sections.highlighted]}"
            # It is turned to when the list has said where it is, which may be behind the next key.
            self.query_one("#pages", ContentSwitcher).current = page
            self.query_one(f"#{page}", Page).take_focus()

    def action_back(self) -> None:
        """Go back to the list of sections."""
        self.set_focus(self.query_one("#sections"))

    def action_line_up(self) -> None:
        """Show the chosen formations on the board."""
        self.app.push_screen(LineUpScreen(self.state, self._look_at_table))

    def _log_in_view(self) -> Path | None:
        """The log that the cursor is on, or else the chosen one."""
        entries = self.query_one("#page-match OptionList", OptionList)
        option = entries.highlighted_option if entries.has_focus else None
        at = option.id.partition(":")[2] if option is not None and option.id is not None else ""
        return Path(at) if at else self.state.choices.resume

    def action_calibrate(self) -> None:
        """See how well the camera sees the board."""
        if self.state.choices.source in {"", NO_CAMERA}:
            self.state = replace(self.state, fault=self._words("camera.needed"))
            self.show()
            return
        self.calibrates = True
        self.app.exit()

    def action_view(self) -> None:
        """Go through a match that was kept, act by act."""
        if (log := self._log_in_view()) is not None:
            from referee_tui.app.replay.screen import replay_screen  # noqa: PLC0415 - OpenCV comes with it

            self.app.push_screen(replay_screen(log, config=self.state.config))
            return
        self.state = replace(self.state, fault=self._words("view.needed"))
        self.show()

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpPage(page_text(self._words, "help")))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """A log can be viewed where logs are chosen, a camera tried where cameras are."""
        if action not in {"view", "calibrate"} or not self.is_mounted:
            return True
        page = self.query_one("#pages", ContentSwitcher).current
        if action == "calibrate":
            return page == "page-camera" and self.state.choices.source not in {"", NO_CAMERA}
        return page == "page-match" and bool(self.state.found and self.state.found.matches)

    def action_begin(self) -> None:
        """Begin the match, or say what is missing."""
        if (section := missing(self.state)) is not None:
            self.state = replace(self.state, fault=self._words(f"{section}.needed"))
            self.show()
            self.go_to(section)
            return
        self.try_out(("camera", "board", "players"), self._begin)

    def _begin(self) -> None:
        self.begun = self.state.choices
        self.app.exit()


def _row_text(row: Row) -> Text:
    """A section's title, and below it what is chosen."""
    shade = "" if row.applies else "dim "
    return Text.assemble(
        (row.title, f"{shade}bold"), "\n  ", (row.value, f"{shade}italic"), no_wrap=True, overflow="ellipsis"
    )
