"""How players go from step to step of a replay: by keys, clicks, numbers, and words that they seek."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Input

if TYPE_CHECKING:
    from textual.events import Key

    from engine.texts import Texts
    from referee_tui.app.replay.steps import Replay
    from referee_tui.app.replay.widgets import Chosen, Stepped


class Going(Screen[None]):
    """The part of a replay's screen that leads to another step; ``#ask`` is its line for numbers and words."""

    replay: reactive[Replay | None] = reactive(None)
    number: reactive[int] = reactive(0)

    def __init__(self, text: Texts) -> None:
        """``text`` has the words of the section ``replay``."""
        super().__init__()
        self._text, self._sought = text, ""

    @abstractmethod
    def say(self, text: str) -> None:
        """Say something in a line of its own; nothing takes the line away."""

    def go(self, number: int) -> None:
        """Show a step; beyond an end, the end."""
        if self.replay is not None:
            self.number = min(max(number, 0), self.replay.last)

    def on_chosen(self, event: Chosen) -> None:
        """Go where was clicked."""
        self.go(event.number)

    def on_stepped(self, event: Stepped) -> None:
        """Go as the wheel was turned."""
        self.go(self.number + event.way)

    def action_back(self) -> None:
        """One step back."""
        self.go(self.number - 1)

    def action_forward(self) -> None:
        """One step on."""
        self.go(self.number + 1)

    def action_first(self) -> None:
        """To the start."""
        self.go(0)

    def action_last(self) -> None:
        """To the end."""
        if self.replay is not None:
            self.go(self.replay.last)

    def action_turn(self, way: int) -> None:
        """To the next turn (1), or to where this one or the one before began (-1)."""
        if self.replay is not None:
            self.go(self.replay.turn_from(self.number, way))

    def action_dispute(self, way: int) -> None:
        """To the next (1) or earlier (-1) disputed step."""
        if self.replay is None:
            return
        found = self.replay.dispute_from(self.number, way)
        if found is not None:
            self.go(found)
        else:
            self.say(self._text(f"no_more_disputes_{way}" if self.replay.disputes else "no_disputes"))

    def action_search_on(self, way: int) -> None:
        """To the next (1) or earlier (-1) step with the words that were sought last."""
        if self.replay is None:
            return
        if not self._sought:
            self.say(self._text("nothing_sought"))
            return
        found = self.replay.found_from(self.number, self._sought, way)
        if found is None:
            self.say(self._text("not_found", words=self._sought))
        else:
            self.go(found)

    def action_search(self) -> None:
        """Open the line for words to seek."""
        self._ask(self._text("ask_search"), "")

    def on_key(self, event: Key) -> None:
        """A digit begins the number of an act; escape closes what was opened."""
        ask = self.query_one("#ask", Input)
        if event.key == "escape":
            event.stop()
            self._close_asking() if ask.has_class("-open") else self.say("")
        elif event.character is not None and event.character in "0123456789" and not ask.has_focus:
            event.stop()
            self._ask(self._text("ask_goto"), event.character)

    def _ask(self, hint: str, begun: str) -> None:
        if self.replay is None:
            return
        ask = self.query_one("#ask", Input)
        ask.placeholder, ask.restrict = hint, r"[0-9]{0,6}" if begun else r"[^\n]{0,100}"
        ask.add_class("-open")
        ask.focus()
        ask.value = begun
        ask.cursor_position = len(begun)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the act with the number, or to the next one in which the words are said."""
        event.stop()
        value, number = event.value.strip(), self.query_one("#ask", Input).placeholder == self._text("ask_goto")
        self._close_asking()
        if not value or self.replay is None:
            return
        if not number:
            self._sought = value
            self.action_search_on(1)
        elif int(value) <= self.replay.last:
            self.go(int(value))
        else:
            self.say(self._text("no_step", number=int(value), last=self.replay.last))

    def _close_asking(self) -> None:
        ask = self.query_one("#ask", Input)
        ask.restrict = None
        ask.clear()
        ask.remove_class("-open")
        self.set_focus(None)
