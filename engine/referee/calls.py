"""Calls in words, beside their notation: what people said at the table is what they are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Action
from engine.notation import format_action
from engine.referee.sentences import say
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.inference.story import Step
    from engine.sentences import Sentence

COMPASS: Mapping[str, Sentence] = {
    name: say(f"compass.{name}") for name in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
}
"""Directions of play in words; north is towards row A."""

MOST_NAMED = 3
"""More than these are not read by anybody who wants to play on."""


def in_words(told: Sequence[Iterable[Step]]) -> list[str]:
    """Several stories as ``each_in_words``, without those that are told in the same words as one before."""
    return list(dict.fromkeys(each_in_words(told)))


def each_in_words(told: Sequence[Iterable[Step]]) -> list[str]:
    """Each of several stories as its acts, what differs between calls said beside it: ``B5^E (a lob, east)``.

    That a ball stays on the ground is worth saying only where it may have been a lob.
    """
    acts = [[step for step in steps if isinstance(step, Action)] for steps in told]
    lobbed = any(action.kind == "lob" for story in acts for action in story)
    return [joined(" ", [_worded(action, lobbed=lobbed) for action in story]) for story in acts]


def one_of(told: Sequence[str]) -> str:
    """Stories as a question names them: the likeliest, and how many there are besides."""
    named = list(told[:MOST_NAMED]) if len(told) > MOST_NAMED + 1 else list(told)
    rest = len(told) - len(named)
    return joined(say("or"), [*named, say("call.others", count=rest)] if rest else named)


def left_open(told: Sequence[Iterable[Step]]) -> Sentence:
    """That it was not seen which of some stories it was; where only unread dice tell them apart, what these showed."""
    named = in_words(told)
    return say("second.open" if len(named) > 1 else "second.unread", acts=one_of(named))


def _worded(action: Action, *, lobbed: bool) -> str:
    notation = format_action(action)
    direction = COMPASS.get((action.direction or "").rstrip("123456789"))
    if direction is None:
        return say("call.kept", act=notation) if action.direction == "keep" else notation
    if action.kind == "lob":
        return say("call.lob", act=notation, direction=direction)
    return say("call.ground" if lobbed else "call.direction", act=notation, direction=direction)
