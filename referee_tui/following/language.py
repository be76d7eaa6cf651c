"""What a session tells, in another language, as far as its sentences can be said in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.sentences import in_language
from engine.texts import ENGLISH

if TYPE_CHECKING:
    from referee_tui.audience import Audience
    from referee_tui.following.update import SessionUpdate


def said_to(audience: Audience, update: SessionUpdate) -> SessionUpdate:
    """The same update as people are told it: in their language, with their names; the log keeps the plain English."""
    if audience.language == ENGLISH and not audience.tells_otherwise:
        return update
    hears = audience.hears
    return replace(
        update,
        says=tuple(
            replace(
                said,
                text=hears(said.text),
                answers=tuple(replace(answer, text=hears(answer.text)) for answer in said.answers),
            )
            for said in update.says
        ),
        reason=hears(update.reason),
        answers=tuple(replace(answer, text=hears(answer.text)) for answer in update.answers),
        undo=hears(update.undo),
        redo=hears(update.redo),
    )


def disturbance_in(update: SessionUpdate, language: str) -> str:
    """What keeps the table from being read, for people who read a language; empty if nothing does."""
    if update.disturbance is None:
        return ""
    return in_language(update.disturbance.words, language)
