"""A section's page: entries to be chosen, fields to be written. It shows a ``Pane`` and says what was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.text import Text
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from referee_tui.app.entries import Entries
from referee_tui.app.writing_line import WritingLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.events import Click
    from textual.widget import Widget

    from referee_tui.start.panes import Entry, Field, Pane
    from referee_tui.start.state import Section

CHOSEN, OPEN = "●", "○"

MOST_LETTERS = 4096
"""Of a field: as many as a path can have."""

_EMPTY = "…"
"""Stands in a field in which nothing is: its ground alone tells too few people where to write."""


def entry_text(entry: Entry) -> RenderableType:
    """``● Regista``, and below it what it is."""
    title = Text(f"{CHOSEN if entry.chosen else OPEN} {entry.title}", "bold" if entry.chosen else "")
    return Group(title, Padding(Text(entry.about, "dim"), (0, 0, 0, 2))) if entry.about else title


class Page(VerticalScroll, can_focus=False):
    """The page of one section."""

    class Chosen(Message):
        """An entry was chosen."""

        def __init__(self, section: Section, value: str, *, alone: bool) -> None:
            super().__init__()
            self.section, self.value = section, value
            self.alone = alone
            """Nothing else can be chosen on the page."""

    class Written(Message):
        """A field was written."""

        def __init__(self, section: Section, field: str, text: str, *, left: bool = False, done: bool = False) -> None:
            super().__init__()
            self.section, self.field, self.text = section, field, text
            self.left, self.done = left or done, done
            """The keyboard went elsewhere; Enter was pressed in the page's last field."""

    def __init__(self, section: Section, pane: Pane, at_once: Callable[[Page.Chosen | Page.Written], None]) -> None:
        """``at_once`` is called with what Enter chooses or sends: the next key is for what comes of it.

        What is being written comes as a message.
        """
        super().__init__(id=f"page-{section}", classes="page")
        self.section: Section = section
        self._pane, self._at_once = pane, at_once

    def compose(self) -> ComposeResult:
        """What the section is for, its entries, its fields."""
        yield Static(self._pane.about, classes="about")
        if self._pane.groups:
            entries = Entries(*_options(self._pane), classes="entries")
            entries.chosen = self._choose
            if self._pane.fields:
                entries.below = self._go_below
            yield entries
        for field in self._pane.fields:
            yield Static(_label(field), classes="label", name=field.name)
            line = WritingLine(
                field.text, _EMPTY, name=field.name, compact=True, select_on_focus=False, max_length=MOST_LETTERS
            )
            line.sends = self._send
            yield line

    def on_mount(self) -> None:
        """Begin at what is chosen."""
        for entries in self.query(OptionList):
            entries.highlighted = _chosen_place(self._pane)

    def show(self, pane: Pane) -> None:
        """Show it anew; what is being written stays as it is."""
        old, self._pane = self._pane, pane
        if pane == old:
            return
        if _form(old) != _form(pane):
            self.refresh(recompose=True)
            self.call_after_refresh(self.on_mount)
            return
        for static in self.query(".about").results(Static):
            static.update(pane.about)
        for entries in self.query(OptionList):
            at = entries.highlighted
            same = [e.value for g in old.groups for e in g.entries] == [e.value for g in pane.groups for e in g.entries]
            entries.clear_options()
            entries.add_options(_options(pane))
            entries.highlighted = at if same else _chosen_place(pane)
        for box in self.query(Input):
            field = next(field for field in pane.fields if field.name == box.name)
            if box is not self.screen.focused and box.value != field.text:
                with box.prevent(Input.Changed):
                    box.value = field.text

    def take_focus(self) -> None:
        """Go to the first thing that can be chosen or written here."""
        self._go_to(*self.query(OptionList), *self.query(Input))

    def _go_below(self) -> None:
        """Below the entries are the fields."""
        self._go_to(*self.query(Input))

    def _go_to(self, *parts: Widget) -> None:
        """Give the keyboard to the first, at once; Textual's own way takes it there after the keys that wait."""
        if parts:
            self.screen.set_focus(parts[0])

    def on_click(self, event: Click) -> None:
        """A field is gone to also by a click on what it is for."""
        if event.widget is not None and event.widget.has_class("label"):
            next(box for box in self.query(Input) if box.name == event.widget.name).focus()

    def action_scroll_up(self) -> None:
        """Up goes from field to field, and from the first one back to the entries."""
        self._go_by(-1)

    def action_scroll_down(self) -> None:
        """Down goes to the next field."""
        self._go_by(1)

    def _go_by(self, step: int) -> None:
        to = [*self.query(Entries), *self.query(Input)]
        at = next((place for place, part in enumerate(to) if part is self.screen.focused), None)
        if at is not None and 0 <= at + step < len(to):
            self._go_to(to[at + step])

    def _choose(self, option: Option) -> None:
        """Say what was chosen."""
        if option.id is not None:
            alone = len(self._pane.groups) == 1
            self._at_once(self.Chosen(self.section, option.id.partition(":")[2], alone=alone))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is being written; a field that begins with something says so too."""
        event.stop()
        if any(field.name == event.input.name and field.text == event.value for field in self._pane.fields):
            return
        self.post_message(self.Written(self.section, event.input.name or "", event.value))

    def _send(self, line: WritingLine) -> None:
        """Say what was written, and go to the next field."""
        boxes = list(self.query(Input))
        at = boxes.index(line)
        if at + 1 < len(boxes):
            self._go_to(boxes[at + 1])
            return
        self._at_once(self.Written(self.section, line.name or "", line.value, done=True))

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Say what was written where the keyboard goes elsewhere."""
        event.stop()
        if self.is_attached:
            self.post_message(self.Written(self.section, event.input.name or "", event.value, left=True))


def _options(pane: Pane) -> list[Option | None]:
    """Headings cannot be chosen; groups have a line between them."""
    options: list[Option | None] = []
    for number, group in enumerate(pane.groups):
        if number:
            options.append(None)
        if group.title:
            options.append(Option(Text(group.title, "underline"), disabled=True))
        options += [Option(entry_text(entry), id=f"{number}:{entry.value}") for entry in group.entries]
    return options


def _chosen_place(pane: Pane) -> int | None:
    """Where the first chosen entry stands in the list, or where none is chosen, the first."""
    lines = [entry for group in pane.groups for entry in ([None] if group.title else []) + [*group.entries]]
    chosen = (place for place, entry in enumerate(lines) if entry is not None and entry.chosen)
    first = (place for place, entry in enumerate(lines) if entry is not None)
    return next(chosen, next(first, None))


def _form(pane: Pane) -> tuple[object, ...]:
    return bool(pane.groups), tuple((field.name, field.label) for field in pane.fields)


def _label(field: Field) -> Text:
    return Text.assemble((field.label, "bold"), (f"  {field.about}" if field.about else "", "dim"))
