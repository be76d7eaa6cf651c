"""A list of things to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import OptionList

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.widgets.option_list import Option


class Entries(OptionList):
    """Textual's list, which falls over a page key while the terminal is too small for it to be shown.

    Where keys are done one by one, what a choice leads to is called at once: of keys that come together the next is
    for that already.
    """

    chosen: Callable[[Option], None] | None = None
    """Takes what is chosen; without it a message tells that."""
    below: Callable[[], None] | None = None
    """Goes to what is below the list; without it down on the last entry leads to the first."""

    def action_cursor_down(self) -> None:
        """The next entry, or what is below them all."""
        later = self.options[(self.highlighted if self.highlighted is not None else -1) + 1 :]
        if self.below is not None and all(option.disabled for option in later):
            self.below()
        else:
            super().action_cursor_down()

    def action_select(self) -> None:
        """Choose the entry."""
        option = self.highlighted_option
        if self.chosen is None or option is None:
            super().action_select()
        elif not option.disabled:
            self.chosen(option)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """Without a line of its own a list has no pages."""
        return action not in {"page_up", "page_down"} or bool(self.scrollable_content_region)
