"""What a log has in English only, told to people in their language and with their names."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from calibration.sentences import say as board_says
from engine.phrasebook import Phrasebook
from engine.referee.sentences import say as referee_says
from engine.sentences import Sentence
from engine.texts import ENGLISH
from referee_tui.following.sentences import say as session_says
from vision.sentences import say as pictures_say

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.sentences import Book
    from referee_tui.audience import Audience


def retold(rules: Ruleset, audience: Audience, text: str) -> str:
    """A sentence of a match's log as they are told it; English where no part of the program says it any more."""
    if isinstance(text, Sentence):
        return audience.hears(text)
    if audience.language == ENGLISH and not audience.tells_otherwise:
        return text
    return audience.hears(_sentence(_phrasebook(rules.say), text))


def referees(text: str) -> str:
    """A reason that a log has, as the referee's own sentence if it is one; what people typed stays as it is."""
    return _sentence(_referees_phrases(), text)


@lru_cache(maxsize=1)
def _referees_phrases() -> Phrasebook:
    return Phrasebook((referee_says,))


@lru_cache(maxsize=8)
def _phrasebook(game: Book) -> Phrasebook:
    """Whatever may be said in a log: by the referee, a game and its rules, the session and the eye."""
    return Phrasebook((referee_says, game, session_says, board_says, pictures_say))


@lru_cache(maxsize=4096)
def _sentence(phrases: Phrasebook, text: str) -> str:
    """Many records of a log say the same."""
    return phrases.sentence(text)
