"""Deflections: the player of the figure that the ball ran into says where it goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.games.soccer_fun import balls
from engine.match import Action
from engine.notation import DIRECTIONS
from engine.rules.events import event
from engine.rules.refusals import in_squares
from engine.ruleset import Refusal, Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Pending, PieceId

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
        return Refusal("choice.none", "nothing is to be chosen now")
    sent = _SENT.fullmatch(action.direction or "") if action.kind == "choice" else None
    if sent is None:
        return Refusal("choice.awaited", asked(awaits))
    direction, squares = sent[1], awaits.left["squares"]
    if sent[2] is not None and int(sent[2]) != squares:
        return Refusal(
            "choice.awaited", f"the ball goes on {in_squares(squares)}, not {sent[2]}: that is left of its run"
        )
    if direction not in laws.directions:
        return Refusal("move.direction", f"the ball does not go {direction}: it goes {', '.join(laws.directions)}")
    if direction not in open_ways(laws, position):
        return Refusal("deflect.back", f"{awaits.by} cannot send the ball back {direction}, where it came from")
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


def asked(awaits: Pending) -> str:
    """What is to be chosen, in a player's words."""
    squares = in_squares(awaits.left["squares"])
    return f"the ball is deflected by {awaits.by}: first its player says where it goes on, {squares} (=NE)"


def _deflecting(position: SoccerFunPosition) -> tuple[PieceId, Pending]:
    awaits = position.awaits
    if awaits is None or awaits.type != "choice" or awaits.by is None:
        raise ValueError("no choice is awaited in this position")
    return awaits.by, awaits
