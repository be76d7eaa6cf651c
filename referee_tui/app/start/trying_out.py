"""What is written on the start screen is tried out before it is gone on with: a film, a board, rosters."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.widgets import Input

from referee_tui.app.shell import KeyByKey
from referee_tui.start.state import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from referee_tui.start.choices import Choices
    from referee_tui.start.state import Section, StartState


class Trying(KeyByKey, Screen[None]):
    """A start screen that finds out in a thread whether what was written will do."""

    def __init__(self, state: StartState, hindered: Callable[[Choices, Section], str]) -> None:
        """``hindered`` says why what was written in a section will not do, or nothing; it is called in a thread."""
        super().__init__()
        self.state = state
        self._hindered = hindered
        self._good: dict[Section, tuple[str, ...]] = {}
        """What was written, tried out, and will do."""

    @abstractmethod
    def show(self) -> None:
        """Show the state anew; a subclass says how."""

    @abstractmethod
    def go_to(self, section: Section) -> None:
        """Go to a section in their list; a subclass says how."""

    def try_out(self, sections: Iterable[Section], then: Callable[[], None]) -> None:
        """Try out what was written in some sections, then go on; or stay, and say why something will not do."""
        values = {section: value for section in sections if (value := written(self.state, section))}
        untried = [section for section, value in values.items() if self._good.get(section) != value]
        if untried:
            self.run_worker(partial(self._find_out, self.state, untried, then), thread=True, group="try")
        else:
            then()

    def _find_out(self, state: StartState, sections: Iterable[Section], then: Callable[[], None]) -> None:
        found = {section: self._hindered(state.choices, section) for section in sections}
        self.app.call_from_thread(self._found_out, state, found, then)

    def _found_out(self, state: StartState, found: Mapping[Section, str], then: Callable[[], None]) -> None:
        if not self.is_attached or any(written(self.state, section) != written(state, section) for section in found):
            # It is another now, which is tried out in its turn.
            return
        section, why = next(((section, why) for section, why in found.items() if why), (None, ""))
        self._good |= {section: written(state, section) for section in found if not found[section]}
        if section is not None:
            self.state = replace(self.state, fault=why)
            self.show()
            if not isinstance(self.focused, Input):
                self.go_to(section)
        else:
            then()
