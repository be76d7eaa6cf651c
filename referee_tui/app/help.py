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
[b]Board[/b]     B7 R10   pieces: team and number
          B7●      has the ball (two digits: underlined, on yellow)
          ●  free ball   ∘  last way   #  goal   +  centre   ¦  halfway
          black on grey: to be put there before play goes on
          underlined on purple: table and match differ here
[b]Eye[/b]       NO CAMERA    the source delivers no pictures
          NO BOARD     the board is not in sight
          HAND         a hand is in the picture: nothing is read
          SETTLING     waiting for the table to rest
          IN STEP      the table is as the match has it
          ASKING       a roll, a placement or an answer is needed
          OUT OF STEP  table and match differ
          PAUSED       nothing is read until p is pressed again
[b]Rulings[/b]   ✓ legal   ? unsure   ✗ against the rules, with the rule's id:
          take it back, or type accept if both of you agree
[b]Typing[/b]    t, then an action (B7-H10, B9>H8, B4xR9, end), dice (4, or 5 2:
          blue, red), undo or accept; enter sends, escape closes
          fix puts right what the match has wrong: fix B7 H10, fix B7 off,
          fix ball H11, fix turn R, fix score 2-1; commas between several
[b]Keys[/b]      space  the turn is over          p  pause, and go on
          c  what the camera sees        up, down  scroll the rulings
          q  leave: the log is complete at every moment"""


class HelpScreen(ModalScreen[None]):
    """Signs, states and keys."""

    CSS = """
    HelpScreen { align: center middle; }
    #help { width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
            background: $surface; scrollbar-size: 1 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,h,q", "dismiss", "Close", id="help.close"),
    ]

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll(id="help"):
            yield Static(_TEXT)
