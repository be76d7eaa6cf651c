"""The match screen: it follows a match in a thread of its own, and players turn it to what they want to see.

Its keys are in ``keys``; what they say to the match is in ``telling``, what is shown of it in ``showing``, where
everything stands in ``layout``.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual.app import SystemCommand
from textual.css.query import NoMatches
from textual.message import Message

from referee_tui import keys
from referee_tui.app.debug import Vitals
from referee_tui.app.help import help_text
from referee_tui.app.help_layout import page_text
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bindings
from referee_tui.app.mailbox import Follower
from referee_tui.app.match import correcting
from referee_tui.app.match.history import WhyScreen, why
from referee_tui.app.match.layout import CSS
from referee_tui.app.match.offers import WHILE_CORRECTING, why_resting
from referee_tui.app.match.showing import Showing
from referee_tui.app.match.telling import Followed, throw_die
from referee_tui.app.still import StillScreen, prepare
from referee_tui.config import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from textual.binding import BindingType
    from textual.events import Paste
    from textual.screen import Screen
    from textual.widgets import OptionList

    from referee_tui.app.match.board import MatchBoard
    from referee_tui.app.match.entry import EntryLine
    from referee_tui.app.match.keypad import Keypad
    from referee_tui.app.state import ScreenState
    from referee_tui.config import Config
    from vision.rectify import Image

LOOK_EVERY_S = 1 / 30
"""How often the mailbox is emptied; for what players wait for at once."""

CLOSING_SAID_S = 0.3
"""How long a reading may last, once players leave, before it is said that it is waited for."""

NOTICE_S = 12.0
"""How long what is said as the screen opens stands there."""

PREVIEW_EVERY_S = 1 / 10
"""How often the camera's picture is drawn while it is shown."""

Calibrate: TypeAlias = "Callable[[Callable[[], Image | None]], Screen[None]]"


class MatchScreen(Showing):
    """One match on the screen, until the user leaves."""

    AUTO_FOCUS = ""
    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.MATCH)

    def __init__(
        self,
        first: ScreenState,
        begin: Callable[[], Iterator[ScreenState]],
        match: Followed,
        *,
        config: Config = DEFAULT,
        die: Callable[[], int] = throw_die,
        calibrate: Calibrate | None = None,
        took_s: Callable[[], Mapping[str, float]] = dict,
        notice: str = "",
    ) -> None:
        """Show ``first``, then whatever ``begin()`` yields; it is run in a thread of its own.

        ``die`` throws one for the players if they want it; ``calibrate`` makes the screen that judges how the board is
        seen, from what hands it the newest picture; ``took_s`` tells how long each stage of a look took last;
        ``notice`` stands there for a while as it opens.
        """
        super().__init__(first, match, config, die)
        self.follower: Follower[ScreenState] = Follower(begin, match.stop, self._came)
        self._newest = first
        self._leaving = False
        self._calibrate, self._took_s, self._notice = calibrate, took_s, notice

    def on_mount(self) -> None:
        """Begin to follow the match."""
        self.begin_to_show()
        if self._notice:
            self.notify(self._notice, timeout=NOTICE_S, markup=False)
        self.follower.start()
        self.set_interval(LOOK_EVERY_S, self._look)
        self.set_interval(PREVIEW_EVERY_S, self.show_look)

    def finish(self) -> bool:
        """Let what is being read be read to its end, and its log be closed; who asks twice leaves at once."""
        if self._leaving or self.follower.done:
            return True
        self._leaving = True
        self.follower.ask_to_stop()
        self.set_timer(CLOSING_SAID_S, self._say_closing)
        self._leave_when_done()
        return False

    def _leave_when_done(self) -> None:
        """Leave, or look again soon."""
        if self.follower.done:
            self.app.exit()
        else:
            self.set_timer(LOOK_EVERY_S, self._leave_when_done)

    def _say_closing(self) -> None:
        self.closing = True
        self.show_call()

    def on_unmount(self) -> None:
        """Let the match's thread finish what it is doing, so that its log is closed in good order."""
        self.end_showing()
        self.follower.stop()

    # What the match has come to.

    class News(Message, bubble=False):
        """Something that players wait for can be taken out of the mailbox."""

    def _came(self, state: ScreenState) -> None:
        """Show at once what players wait for, whatever else comes can wait for the next look; in the match's thread."""
        before, self._newest = self._newest, state
        if (state.lines, state.position, state.eye) != (before.lines, before.position, before.eye):
            self.post_message(self.News())

    def on_match_screen_news(self) -> None:
        """Show it."""
        self._look()

    def _look(self) -> None:
        if state := self.follower.mailbox.take():
            self.state = state
            # While the screen is being taken down the timer still runs, and the widgets are gone one by one.
            with suppress(NoMatches):
                self.show()
        elif self.follower.error is not None:
            # A fault ends the screen; the command line says what it was, in one sentence.
            self.app.exit()

    # What players have it show.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        """While the board has the keyboard, the screen's own keys rest."""
        at_work = self._board.finger is not None and self.focused is self._board
        return not at_work or action in WHILE_CORRECTING

    def action_camera(self) -> None:
        """From the board to what the camera sees, to the table from above, to the spot in question, and back."""
        if not self.rests("camera"):
            self._sight.turn_over(self.state)

    def action_still(self) -> None:
        """The camera's picture as it is now, in full quality."""
        if self.rests("still"):
            return
        if self.state.look is None:
            self.notify(self._say("still_none"))
        elif not prepare():
            self.notify(self._say("still_needed"))
        else:
            self.app.push_screen(StillScreen(self.state.look.image))

    def action_history(self) -> None:
        """Go through the rulings, or back to the board."""
        if self.has_class("-history"):
            self.action_close()
        else:
            self.add_class("-history")
            self._history.focus()
            self.show_call()

    def action_close(self) -> None:
        """From a line that is being typed back to where it was opened; else to the board and what play waits for."""
        if self._typed.is_open:
            self._typed.close()
            return
        self._refusals_seen = self.state.refusals
        self.remove_class("-history")
        self.set_focus(None)
        self.show_call()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Why a ruling was made."""
        line = self._history.line(event.option_index)
        page = why(line, self.state.game, self._say, self._config.language)
        self.app.push_screen(WhyScreen(page, self._say("why_close")))

    def action_calibrate(self) -> None:
        """How well the board is seen, and what would help; the match goes on meanwhile."""
        if not self.rests("calibrate") and self._calibrate is not None:
            self.app.push_screen(self._calibrate(lambda: self.state.look.image if self.state.look else None))

    def action_help(self) -> None:
        """Explain the screen, or the corrections while they are made."""
        at_work = self._board.finger is not None
        game, config = self.state.game, self._config
        page = page_text(self._say, "help_correct") if at_work else help_text(game, config.language, config.keys)
        self.app.push_screen(HelpPage(page))

    def vitals(self) -> Vitals:
        """Figures for whoever looks for a fault."""
        return Vitals(self.state, self.follower.mailbox.traffic(), self._took_s())

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        say, state = self._say, self.state
        instead = {"undo": state.undo, "redo": state.redo}
        instead |= {action: why_resting(action, state, say) for action in self.resting()}
        for name, action in {
            "type": self.action_type,
            "end_turn": self.action_end_turn,
            "correct": self.action_correct,
            "undo": self.action_undo,
            "redo": self.action_redo,
            "throw": self.action_throw,
            "unsay": self.action_unsay,
            "look_again": self.action_look_again,
            "pause": self.action_pause,
            "camera": self.action_camera,
            "still": self.action_still,
            "history": self.action_history,
            "calibrate": self.action_calibrate,
            "report": self.action_report,
            "help": self.action_help,
        }.items():
            yield SystemCommand(say(f"command_{name}"), instead.get(name) or say(f"about_{name}"), action)
        for number, answer in enumerate(state.answers, 1):
            title = say("command_answer", number=number)
            yield SystemCommand(title, answer.text, lambda number=number: self.action_answer(number))

    # What is typed, and what is put right on the board.

    def action_type(self) -> None:
        """Open the line for typing: actions, dice, corrections, undo, accept."""
        if not self.rests("type"):
            self._typed.open()

    def on_paste(self, event: Paste) -> None:
        """Take in what is pasted, line by line, as if it had been typed in the line for it."""
        if not self.rests("type"):
            self._typed.paste(event.text)

    def action_correct(self) -> None:
        """Put right on the board what the match has wrong."""
        if self.rests("correct"):
            return
        self.remove_class("-history")
        self._sight.show_board()
        self._board.begin()

    def on_match_board_pointed(self, event: MatchBoard.Pointed) -> None:
        """Say what is done on the board; why something was refused before, players have seen."""
        self._refusals_seen = self.state.refusals
        if event.begun_or_done:
            # Other keys, another footer: that is costly, and is not done for every step of the cursor.
            self.refresh_bindings()
        self.show_keys()
        self.show_call()

    def on_match_board_vain(self, event: MatchBoard.Vain) -> None:
        """Say why a key does nothing on an empty space."""
        self._note(self._say("correct_vain", space=self._audience.called(event.space)))

    def on_match_board_taken(self, event: MatchBoard.Taken) -> None:
        """Say why nothing can be added where a piece stands, and which key does what may be meant."""
        self._note(correcting.taken(event.finger.space, event.there, event.team, self._say, self._audience))

    def on_entry_line_shown(self, event: EntryLine.Shown) -> None:
        """For what is still to be typed of a correction there are keys to click as well."""
        self.set_class(event.counts, "-counting")

    def on_keypad_pressed(self, event: Keypad.Pressed) -> None:
        """As if the key had been typed."""
        self._typed.press(event.key)
