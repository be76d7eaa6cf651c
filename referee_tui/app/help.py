"""The page that explains the screen."""

from __future__ import annotations

import textwrap

from engine.texts import ENGLISH
from referee_tui.app.help_page import HelpPage
from referee_tui.following.typed_forms import forms_of
from referee_tui.texts import texts

_INDENT, _COLUMNS = 10, 76
_UNBROKEN = "\N{NO-BREAK SPACE}"


def help_text(game: str, language: str = ENGLISH) -> str:
    """The page for a game in Textual's markup, no line wider than 76 columns."""
    forms, say = forms_of(game), texts("help", language)
    told = [f"{examples} {say(f'act.{meaning}')}".replace(" ", _UNBROKEN) for examples, meaning in forms.acts]
    told.append(
        say("dice_duel" if " " in forms.dice else "dice", faces=forms.dice.replace(" or ", say("or"))).replace(
            " ", _UNBROKEN
        )
    )
    margin = " " * _INDENT
    acts = textwrap.fill(
        " · ".join(told), _COLUMNS, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    )
    return say("page", acts=acts.replace(_UNBROKEN, " "), fix=forms.fix, ball=forms.fix.split()[1])


class HelpScreen(HelpPage):
    """Signs, states, keys, and what can be typed in the game."""

    def __init__(self, game: str, language: str = ENGLISH) -> None:
        super().__init__(help_text(game, language))
