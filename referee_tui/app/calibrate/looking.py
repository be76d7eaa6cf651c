"""What the calibration's screens have in common: they show the newest that a thread finds out."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from textual.screen import Screen

from referee_tui.app.language import texts_of
from referee_tui.app.shell import TouchlineApp
from referee_tui.texts import texts

if TYPE_CHECKING:
    from referee_tui.app.mailbox import Follower
    from referee_tui.config import Config

S = TypeVar("S")

LOOK_EVERY_S = 1 / 15
"""How often the mailbox is emptied."""


class LookingScreen(Screen[None], Generic[S]):
    """A screen that shows a state, and the newer ones that its follower puts into the mailbox."""

    state: S
    """The newest; a subclass sets it, and the follower that makes the next."""
    follower: Follower[S]

    def __init__(self) -> None:
        super().__init__()
        self._words = texts("calibrate")

    @abstractmethod
    def show_state(self) -> None:
        """Draw the state; a subclass says how."""

    def speak(self) -> None:
        """Take the words of the language that is set."""
        self._words = texts_of(self.app, "calibrate")

    def begin_to_look(self) -> None:
        """Draw what there is and start the thread."""
        self.show_state()
        self.follower.start()
        self.set_interval(LOOK_EVERY_S, self._look)

    def on_unmount(self) -> None:
        """Let the thread finish what it is doing."""
        self.follower.stop()

    def _look(self) -> None:
        state = self.follower.mailbox.take()
        if state is not None:
            self.state = state
            self.show_state()
        elif self.follower.error is not None and self.is_current:
            # A source that breaks off: said here for a match below, and by the command line where there is none.
            self.app.notify(str(self.follower.error), severity="error", markup=False)
            self.action_leave()

    def action_leave(self) -> None:
        """Back to the screen below, or out of the program if there is none."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit()


def show(screen: LookingScreen[S], config: Config) -> S:
    """Show it until the user leaves; returns what was last seen. Raises what ended it, if anything."""
    TouchlineApp(screen, config=config).run()
    screen.follower.wait()
    if screen.follower.error is not None:
        raise screen.follower.error
    return screen.state
