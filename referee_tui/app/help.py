"""The page that explains the match screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.app.help_layout import page_text
from referee_tui.following.typed_forms import forms_of
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.text import Text

    from engine.texts import Texts


def help_text(game: str, language: str = "en", keys: Mapping[str, str] | None = None) -> Text:
    """Signs, states, keys, and what can be typed in the game, no line wider than 76 columns."""
    forms, say = forms_of(game), texts("help", language, keys)
    acts = [f"{examples} {say(f'act.{meaning}')}" for examples, meaning in forms.acts]
    told = " · ".join([*acts, _dice(forms.dice, say)])
    return page_text(say, "page", acts=told, fix=forms.fix, ball=forms.fix.split()[1])


def _dice(examples: str, say: Texts) -> str:
    return say("dice_duel" if " " in examples else "dice", faces=examples.replace(" or ", say("or")))
