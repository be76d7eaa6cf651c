"""The line of keys below every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from textual.widgets import Footer

if TYPE_CHECKING:
    from textual.screen import Screen

    Shown: TypeAlias = tuple[tuple[str, str, str, bool], ...]
    """Of each key in the line: key, action, words, whether it can be pressed."""


class KeyLine(Footer):
    """Textual's footer, built anew only when another line of keys is to stand there.

    Textual builds it at every change of focus and every refresh of bindings: a dozen widgets, most of the time that a
    key takes.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._shown: Shown | None = None

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Build the line anew if its keys have changed."""
        if not (screen.app.app_focus and self.is_attached and screen is self.screen):
            super().bindings_changed(screen)
            return
        keys = tuple(
            (binding.key, binding.action, binding.description, enabled)
            for _, binding, enabled, _ in screen.active_bindings.values()
            if binding.show
        )
        if keys != self._shown:
            self._shown = keys
            super().bindings_changed(screen)
