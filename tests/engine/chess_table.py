"""A table on which Soccer Chess is played, as a perfect reader sees it, and a referee who looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import load_ruleset
from engine.observation import Observation, SeenBall, SeenPiece
from engine.record.records import Acted
from engine.record.replay import Match
from engine.referee import Referee, step, take_up
from tests.engine.stepping import after

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.record.records import Record
    from engine.referee import Input
    from engine.ruleset import Ruleset

RULES = load_ruleset("soccer-chess")
GRID = RULES.board.grid
PIECES = {"B8": "WN20", "B10": "WR23", "B6": "WH8", "R3": "EN9", "R7": "ES2"}
SPOT_MM = GRID.centre_mm("ED15")
GOAL, FIELD = (840.0, 310.0), (700.0, 400.0)


def seen(pieces: Mapping[str, str], ball: tuple[float, float]) -> Observation:
    """A look at figures on the middles of their squares and a ball anywhere."""
    discs = tuple(SeenPiece(p[0], int(p[1:]), *GRID.centre_mm(s), s, 0.98) for p, s in pieces.items())
    length, width = GRID.field_size_mm
    inside = 0 <= ball[0] <= length and 0 <= ball[1] <= width
    return Observation(0.0, 0, discs, SeenBall(*ball, GRID.nearest(*ball).space if inside else None, None, 0.98))


def begun() -> Referee:
    """Blue's 8 has the ball and kicks."""
    state = take_up(Match(RULES.read_position({"pieces": PIECES, "ball": "WN20", "turn": "B"})))
    return step(RULES, state, seen(PIECES, GRID.centre_mm("WN20"))).referee


def kicked() -> tuple[Referee, dict[str, str], tuple[float, float]]:
    """Blue's 10 has the ball on WS22, and stands there."""
    at = (351.2, 428.7)
    look = seen(PIECES, at)
    pieces = {**PIECES, "B10": "WS22"}
    state, _, _ = follow(begun(), look, look, seen(pieces, at))
    assert state.eye == "IN STEP"
    return state, pieces, at


def follow(state: Referee, *inputs: Input) -> tuple[Referee, list[Record], list[str]]:
    """Step by step: the referee then, what was written into the log, and what was said."""
    state, records, says = after(RULES, state, inputs)
    return state, records, [say.text for say in says]


def watched(rules: Ruleset, state: Referee, look: Observation) -> tuple[list[str], list[str], Referee]:
    """What is told and said after many looks at the same table."""
    records, says = [], []
    for _ in range(20):
        outcome = step(rules, state, look)
        state, records, says = outcome.referee, [*records, *outcome.records], [*says, *outcome.says]
    return acts(records), [each.text for each in says], state


def acts(records: list[Record]) -> list[str]:
    return [record.notation for record in records if isinstance(record, Acted)]
