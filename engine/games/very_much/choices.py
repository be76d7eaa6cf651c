"""The choices that a rule gives somebody: where a flick or rebound goes, whether and where a ball is headed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.games.very_much import runs
from engine.games.very_much.roles import HEADER
from engine.games.very_much.words import refused, say
from engine.match import Action
from engine.notation import DIRECTIONS
from engine.rules.words import cause_name, counted
from engine.ruleset import Refusal, Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.match import Pending

_SENT = re.compile(r"([NESW]{1,2})([1-9])?")

KEEP = Action("choice", direction="keep")
SENT = {way: Action("choice", direction=way) for way in DIRECTIONS}
HEADED = {(way, far): Action("choice", direction=f"{way}{far}") for way in DIRECTIONS for far in range(1, HEADER + 1)}
"""Made once: lists of legal actions name them over and over."""


def judge_choice(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """``=SW`` for a flick or rebound; ``=SW2`` or ``=keep`` for a lob that came down on a piece."""
    awaits, word = position.awaits, action.direction or ""
    if awaits is None or awaits.type != "choice":
        return refused("choice.none")
    if awaits.cause == "header" and word == "keep":
        return runs.kept(laws, position)
    sent = _SENT.fullmatch(word)
    if action.kind != "choice" or sent is None:
        return Refusal("choice.awaited", asked(awaits))
    squares = int(sent[2]) if sent[2] else None
    if awaits.cause == "header":
        if (squares or 1) > HEADER:
            return refused("header.range", by=awaits.by, squares=squares, most=HEADER)
        return runs.headed(laws, position, sent[1], squares or 1)
    if squares not in {None, awaits.left["squares"]}:
        left = counted("square", awaits.left["squares"])
        return refused("choice.awaited", "left", cause=cause_name(awaits.cause), left=left, squares=squares)
    return runs.flicked(laws, position, sent[1])


def play(laws: Laws, position: MasumePosition, action: Action) -> Ruling:
    """A choice that nothing is wrong with."""
    verdict = judge_choice(laws, position, action)
    if not isinstance(verdict, Ruling):
        raise ValueError(verdict.reason)  # noqa: TRY004 - the value of the action is wrong, not its type
    return verdict


def asked(awaits: Pending) -> str:
    """What is to be chosen, in a player's words."""
    if awaits.cause == "header":
        return say("asked.header", by=awaits.by, most=HEADER)
    left = counted("square", awaits.left["squares"])
    if awaits.cause == "flick":
        return say("asked.flick", by=awaits.by, squares=left)
    return say("asked.rebound", by=awaits.by, squares=left)


def choices(position: MasumePosition) -> Iterator[Action]:
    """Everything that may be chosen now."""
    awaits = position.awaits
    if awaits is None or awaits.type != "choice":
        return
    if awaits.cause != "header":
        yield from SENT.values()
        return
    yield KEEP
    yield from HEADED.values()
