"""Deflections: the player of the figure that the ball ran into says where it goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.games.soccer_fun import balls
from engine.games.soccer_fun.words import refused
from engine.match import Action
from engine.notation import DIRECTIONS
from engine.rules.events import event
from engine.rules.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Pending, PieceId
    from engine.ruleset import Ruling, Verdict

_SENT = re.compile(r"([NESW]{1,2})([1-9])?")

SENT = {way: Action("choice", direction=way) for way in DIRECTIONS}
"""Made once: lists of legal actions name them over and over."""


def opposite(direction: str) -> str:
    """The direction back."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + len(DIRECTIONS) // 2) % len(DIRECTIONS)]


def judge_choice(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    """``=SW`` for the figure that deflects."""
    awaits = position.awaits
    if awaits is None or awaits.type != "choice":
        return refused("choice.none")
    sent = _SENT.fullmatch(action.direction or "") if action.kind == "choice" else None
    if sent is None:
        return refused("choice.awaited", by=awaits.by, squares=counted("square", awaits.left["squares"]))
    direction, squares = sent[1], awaits.left["squares"]
    if sent[2] is not None and int(sent[2]) != squares:
        return refused("choice.awaited", "left", squares=counted("square", squares), said=sent[2])
    if direction not in laws.directions:
        return refused("move.direction", "ball", direction=direction, ways=", ".join(laws.directions))
    if direction not in open_ways(laws, position):
        return refused("deflect.back", by=awaits.by, direction=direction)
    return deflected(laws, position, direction)


def play(laws: Laws, position: SoccerFunPosition, direction: str) -> Ruling:
    """A choice that nothing is wrong with."""
    return deflected(laws, position, direction)


def deflected(laws: Laws, position: SoccerFunPosition, direction: str) -> Ruling:
    """The ball runs on from the figure for what is left."""
    piece, awaits = _deflecting(position)
    run = balls.Run(position.pieces[piece], direction, awaits.left["squares"])
    sent = event("deflection", by=piece, from_=run.start, direction=direction, squares=run.squares)
    return balls.roll_on(laws, position, run, (sent,))


def open_ways(laws: Laws, position: SoccerFunPosition) -> tuple[str, ...]:
    """Directions that may be named: not back, unless every other neighbouring square is taken or off the board."""
    piece, awaits = _deflecting(position)
    back = opposite(awaits.left["direction"])
    near = laws.pitch.grid.neighbours(position.pieces[piece])
    onward = tuple(way for way in laws.directions if way != back)
    if any(way in near and near[way] not in position.occupied for way in onward):
        return onward
    return laws.directions


def choices(laws: Laws, position: SoccerFunPosition) -> Iterator[Action]:
    """Everything that may be chosen now."""
    if position.awaits is not None and position.awaits.type == "choice":
        yield from (SENT[way] for way in open_ways(laws, position))


def _deflecting(position: SoccerFunPosition) -> tuple[PieceId, Pending]:
    awaits = position.awaits
    if awaits is None or awaits.type != "choice" or awaits.by is None:
        raise ValueError("no choice is awaited in this position")
    return awaits.by, awaits
