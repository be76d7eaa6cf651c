"""Asking the rules of Soccer Chess, and the same question with the board turned round and the colours exchanged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.games.soccer_chess import SoccerChessRules
from engine.notation import parse_action
from engine.ruleset import Ruling
from tests.engine.asking import Ask, Json

if TYPE_CHECKING:
    from engine.games.soccer_chess.position import SoccerChessPosition

ask = Ask("soccer-chess")
RULES = SoccerChessRules.of()

LENGTH_MM, WIDTH_MM = 800.0, 600.0

EXCHANGED = {"W": "E", "E": "W", "B": "R", "R": "B"}
WORDS = {"B": "R", "R": "B", "left": "right", "right": "left"}


def turned(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON value as it is for the other side: red where blue was, seen from the other end."""
    if isinstance(value, dict):
        # ``left`` is also a key: what a ruling has left to do.
        return {key if key in {"left", "right"} else turned(key): turned(item) for key, item in value.items()}
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(item, int | float) for item in value):
            return [LENGTH_MM - value[0], WIDTH_MM - value[1]]
        return [turned(item) for item in value]
    if not isinstance(value, str):
        return value
    if value in WORDS:
        return WORDS[value]
    if point := re.fullmatch(r"ball@\(([-0-9.]+),([-0-9.]+)\)", value):
        return f"ball@({LENGTH_MM - float(point[1])!r},{WIDTH_MM - float(point[2])!r})"
    return re.sub(r"([WE])(?=[A-Z][0-9])([A-Z])|([BR])(?=[0-9])", _exchanged, value)


def _exchanged(match: re.Match[str]) -> str:
    return EXCHANGED[match[0][0]] + match[0][1:]


def rule(position: Json, *actions: str, **options: Any) -> str | None:  # noqa: ANN401 - option values
    """The rule that the last action breaks, or None; the same for both sides."""
    found = ask.rule(position, *actions, options=options)
    assert ask.rule(turned(position), *turned(list(actions)), options=options) == found
    return found


def answer(position: Json, *actions: str, **options: Any) -> Json:  # noqa: ANN401 - option values
    """The answer to actions that all stand; the same for both sides."""
    here = ask(position, *actions, options=options)
    there = ask(turned(position), *turned(list(actions)), options=options)
    assert here["ok"], here
    assert there["ok"], there
    assert turned(here["position"]) == there["position"]
    told = [{key: value for key, value in event.items() if key != "path"} for event in here["events"]]
    other = [{key: value for key, value in event.items() if key != "path"} for event in there["events"]]
    assert turned(told) == other
    return here


def after(position: Json, *actions: str, **options: Any) -> Json:  # noqa: ANN401 - option values
    """The position that actions lead to."""
    found: Json = answer(position, *actions, **options)["position"]
    return found


def parsed(line: str, rules: SoccerChessRules = RULES) -> SoccerChessPosition:
    """A position from its line."""
    return rules.parse_position(line)


def played(rules: SoccerChessRules, line: str, *actions: str) -> SoccerChessPosition:
    """The position that actions lead to, from a line of text."""
    position = rules.parse_position(line)
    for action in actions:
        verdict = rules.act(position, parse_action(action))
        assert isinstance(verdict, Ruling), (action, verdict)
        position = rules.read_position(rules.write_position(verdict.position))
    return position
