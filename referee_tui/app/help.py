"""The page that explains the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.app import ComposeResult

_TEXT = """\
[b]The board[/b]
B7, R10   a blue, a red piece with its number
B7● or underlined on yellow   the piece that has the ball        ●   the free ball
∘   where the last action came from and went        #   goal        +   centre mark
black on grey   what has to be put there before play goes on
underlined on purple   table and match differ here, or the reading is unsure

[b]The eye[/b]
NO BOARD       the board is not in sight          HAND      a hand is in the picture: nothing is read
SETTLING       waiting for the table to rest      IN STEP   the table is as the match has it
OUT OF STEP    table and match differ             ASKING    an answer is needed
NO CAMERA      the source delivers no pictures    PAUSED    nothing is read until you go on

[b]Rulings[/b]
✓ legal    ✗ against the rules, with the rule's id; take it back    ? unsure

[b]Keys[/b]
q leave (the log is complete at every moment)    up/down scroll the rulings    esc close this page
"""


class HelpScreen(ModalScreen[None]):
    """Signs, states and keys."""

    CSS = """
    HelpScreen { align: center middle; }
    #help { width: 96; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
            background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,h,q", "dismiss", "Close", id="help.close"),
    ]

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll(id="help"):
            yield Static(_TEXT)
