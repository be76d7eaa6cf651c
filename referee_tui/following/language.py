"""What a session tells, in another language, as far as its sentences can be said in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.sentences import in_language
from engine.texts import ENGLISH

if TYPE_CHECKING:
    from referee_tui.following.update import SessionUpdate


def said_in(update: SessionUpdate, language: str) -> SessionUpdate:
    """The same update for people who read another language; the log keeps the English."""
    if language == ENGLISH:
        return update
    return replace(
        update,
        says=tuple(replace(said, text=in_language(said.text, language)) for said in update.says),
        reason=in_language(update.reason, language),
        answers=tuple(replace(answer, text=in_language(answer.text, language)) for answer in update.answers),
        undo=in_language(update.undo, language),
        redo=in_language(update.redo, language),
    )


def disturbance_in(update: SessionUpdate, language: str) -> str:
    """What keeps the table from being read, for people who read a language; empty if nothing does."""
    if update.disturbance is None:
        return ""
    return in_language(update.disturbance.words, language)
