"""A list of things to choose from."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import OptionList


class Entries(OptionList):
    """Textual's list, which falls over a page key while the terminal is too small for it to be shown."""

    class Past(Message):
        """Down was pressed on the last of them."""

        def __init__(self, entries: Entries) -> None:
            super().__init__()
            self.entries = entries

        @property
        def control(self) -> Entries:
            """The list."""
            return self.entries

    leads_on = False
    """Whether something can be gone to below the list; else down on the last entry leads to the first."""

    def action_cursor_down(self) -> None:
        """The next entry, or what is below them all."""
        later = self.options[(self.highlighted if self.highlighted is not None else -1) + 1 :]
        if self.leads_on and all(option.disabled for option in later):
            self.post_message(self.Past(self))
        else:
            super().action_cursor_down()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """Without a line of its own a list has no pages."""
        return action not in {"page_up", "page_down"} or bool(self.scrollable_content_region)
