"""A referee in the middle of a match, and what becomes of it: shared by the referee's tests."""

from collections.abc import Iterable
from typing import Any

from engine.games import load_ruleset
from engine.observation import Observation
from engine.record.records import Acted, Record, Ruled
from engine.record.replay import Match
from engine.referee import Input, Referee, Say, step, take_up
from tests.engine.stepping import after
from tests.engine.tables import shown

RULES = load_ruleset("regista")

PIECES = {
    "B1": "H2", "B2": "D5", "B4": "J5", "B8": "H8", "B9": "H11", "B11": "F10",
    "R1": "H21", "R2": "D18", "R4": "J18", "R6": "F15", "R8": "H15", "R9": "H14", "R7": "C15",
}  # fmt: skip

LYING = (("B", 3, 212.0, 333.0), ("R", 5, 287.0, 339.0))


def under_way(ball: str = "H11", turn: str = "B", pieces: dict[str, str] | None = None, **more: object) -> Referee:
    """A referee in the middle of a match who has seen the table as it should be."""
    raw = {"pieces": {**PIECES, **(pieces or {})}, "ball": ball, "turn": turn, **more}
    state = take_up(Match(RULES.read_position(raw)))
    return step(RULES, state, shown(state.position, dice=LYING)).referee


def follow(state: Referee, *inputs: Input) -> tuple[Referee, list[Record], list[Say]]:
    return after(RULES, state, inputs)


def acts(records: Iterable[Record]) -> list[str]:
    return [r.notation for r in records if isinstance(r, Acted)]


def rulings(records: Iterable[Record], verdict: str) -> list[Ruled]:
    return [r for r in records if isinstance(r, Ruled) and r.verdict == verdict]


def table(state: Referee, **changes: Any) -> Observation:  # noqa: ANN401 - spaces and options alike
    assert state.position is not None
    changes.setdefault("dice", LYING)
    return shown(state.position, **changes)
