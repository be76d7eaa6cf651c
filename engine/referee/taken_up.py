"""A match that is taken up again: is the table as its log left it? Nothing is ruled upon before it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.inference import differences, read
from engine.referee.sentences import say
from engine.referee.words import lies_elsewhere

if TYPE_CHECKING:
    from engine.observation import Observation
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset


def unlike_the_log(rules: Ruleset, referee: Referee, look: Observation) -> str:
    """What lies elsewhere than the match has it, as one sentence with its cure; empty if nothing does.

    What is hidden is taken to lie where it should. A line-up for a kick-off is compared with nothing.
    """
    position = referee.position
    if position is None or position.placing:
        return ""
    reading = read(position, referee.table, look, off_field=rules.board.grid.extra)
    found = lies_elsewhere(differences(position, referee.table, reading), reading.strays)
    return say("taken_up", what=found) if found else ""
