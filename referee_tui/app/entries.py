"""A list of things to choose from."""

from __future__ import annotations

from textual.widgets import OptionList


class Entries(OptionList):
    """Textual's list, which falls over a page key while the terminal is too small for it to be shown."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """Without a line of its own a list has no pages."""
        return action not in {"page_up", "page_down"} or bool(self.scrollable_content_region)
