"""A passage of play written on a line, done to a position: ``B5>E 5 =N``, ``B3xR8 2:4``, ``B9*2 3,4 B9>E``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.match import Roll
from engine.notation import parse_action
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from engine.match import Event, Position
    from engine.ruleset import Ruleset


class Passage:
    """A script done until its end or the first refusal."""

    def __init__(self, position: Position, script: str, rules: Ruleset) -> None:
        self.position = position
        self.events: list[Event] = []
        self.refusal: Refusal | None = None
        self.refused = ""
        for word in script.split():
            roll = roll_of(word)
            verdict = rules.act(self.position, parse_action(word)) if roll is None else rules.roll(self.position, roll)
            if isinstance(verdict, Refusal):
                self.refusal, self.refused = verdict, word
                return
            self.position = verdict.position
            self.events += verdict.events

    @property
    def types(self) -> str:
        return " ".join(event.type for event in self.events)


def roll_of(word: str) -> Roll | None:
    """Dice: ``4``, ``3,4`` of one side, ``2:5`` of blue and red; None for a word that is an action."""
    if re.fullmatch("[1-6](,[1-6])*", word):
        return Roll(faces=tuple(map(int, word.split(","))))
    if duel := re.fullmatch("([1-6]):([1-6])", word):
        return Roll(duel=(int(duel[1]), int(duel[2])))
    return None
