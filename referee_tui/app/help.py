"""The page that explains the screen."""

from __future__ import annotations

import textwrap

from referee_tui.app.help_page import HelpPage
from referee_tui.following.typed_forms import FORMS

_TEXT = """\
[b]Board[/b]     ▲B7 ▼R9 B10   pieces: team and number   B7●  has the ball
          on yellow: has it too   ●  free ball   ∘  last way   #  goal
          black on grey: to be put there before play goes on
          underlined on purple: table and match differ here
[b]Eye[/b]       NO CAMERA no pictures come · NO BOARD it is not in sight
          HAND nothing is read under it · SETTLING waiting for rest
          IN STEP table and match agree · OUT OF STEP they differ
          ASKING play waits for you · PAUSED nothing is read; p goes on
[b]Answers[/b]   1 to 9 give the answer of that number, or type the dice that are
          awaited; m lets the machine throw them
[b]Typing[/b]    t, then an act, dice, undo, redo, accept; enter sends, esc closes
{acts}
          fix puts right what the match has wrong: fix {fix}, fix B7 off,
          fix B7=B9, fix ball {ball}, fix turn R, fix score 2-1, fix roll 5 2
[b]Keys[/b]      space  the turn is over     e  put right on the board
          u, U  undo, redo            h  rulings; enter on one says why
          r  read the table again     p  pause, and go on
          c, v  camera, its picture   k  calibrate   b  report   q  leave"""

_INDENT, _COLUMNS = 10, 76
_UNBROKEN = "\N{NO-BREAK SPACE}"


def help_text(game: str) -> str:
    """The page for a game in Textual's markup, no line wider than 76 columns."""
    forms = FORMS[game]
    told = [f"{examples} {meaning}".replace(" ", _UNBROKEN) for examples, meaning in forms.acts]
    told.append(forms.dice.replace(" ", _UNBROKEN))
    margin = " " * _INDENT
    acts = textwrap.fill(
        " · ".join(told), _COLUMNS, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    )
    piece_on = forms.fix
    return _TEXT.format(acts=acts.replace(_UNBROKEN, " "), fix=piece_on, ball=piece_on.split()[1])


class HelpScreen(HelpPage):
    """Signs, states, keys, and what can be typed in the game."""

    def __init__(self, game: str) -> None:
        super().__init__(help_text(game))
