"""For how long something must be seen before it is acted on or spoken of.

Looks are counted half a second apart by the source's clock (``Doubt``), so that a camera that gives five frames a
second and one that gives thirty come to the same rulings. Two looks are two pictures at least, and time in which the
table was not seen does not count.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.record.records import Ruled
from engine.referee.commit import observed
from engine.referee.values import Outcome, Referee, Say

if TYPE_CHECKING:
    from engine.observation import Observation
    from engine.referee.values import Answer

LOOKS_DOUBTFUL = 2
"""Looks in a row for a legal story that was not seen well, or is a long one."""

LOOKS_ILLEGAL = 2
"""Looks in a row before somebody is told that a rule was broken."""

LOOKS_UNEXPLAINED = 3
"""Looks in a row before the referee says that it does not understand the table."""

LOOKS_GONE = 12
"""Looks in a row before people are told that something is not found which nobody needs to have touched: glare passes,
and nothing follows from it before somebody acts."""

LOOKS_BALL_GONE = 40
"""The same of the ball alone, which a shadow or a sleeve hides more readily than a disc and nobody takes away."""

LOOKS_NOT_PUT = 12
"""Looks in a row before it is asked whether dice were read rightly by which a ball goes elsewhere than it is left."""

LOOKS_SHOWING = 8
"""Looks in a row before it is asked what the next thing done at the table would show."""


def ask(referee: Referee, look: Observation, text: str, likely: tuple[Answer, ...] = ()) -> Outcome:
    """Ask people something, once; the question stands until it is answered. ``likely`` are answers to choose from."""
    referee = replace(referee, likely=(text, likely))
    if referee.asked == text:
        return Outcome(replace(referee, eye="ASKING"))
    records = (observed(look), Ruled(verdict="unsure", reason=text))
    return Outcome(replace(referee, asked=text, eye="ASKING"), records, (Say("ask", text),))
