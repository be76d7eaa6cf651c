"""A position of Soccer Fun on one line, both ways; docs/notation.md describes the form with examples."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.games.soccer_fun import position_json
from engine.rules.position_line import (
    format_head,
    matched,
    read_line,
    read_restart_word,
    restart_word,
    single,
    switch,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.rules.position_line import WordReader

_DICE = re.compile(r"([BR][1-9][0-9]?):([1-9])(?::([0-9]{1,2}))?")
_DEFLECTION = re.compile(r"deflection:([BR][1-9][0-9]?):([0-9]{1,2}):([NESW]{1,2})")


def format_position(position: SoccerFunPosition) -> str:
    """``1H2,9G20/1H21 G20 B 0-0 3-2 dice=B9:2:7 last=B9``; ``parse_position`` of it is equal."""
    return " ".join((format_head(position), *_written_rest(position)))


def _written_rest(position: SoccerFunPosition) -> Iterator[str]:
    """Only what is not as it mostly is."""
    if position.restart is not None:
        yield restart_word(position)
    if (declared := position.declared) is not None:
        shown = "" if declared.sum is None else f":{declared.sum}"
        yield f"dice={declared.by}:{declared.dice}{shown}"
    for name, piece in (("last", position.last_touch), ("taker", position.taker)):
        if piece is not None:
            yield f"{name}={piece}"
    if position.placing:
        yield "placing"
    if position.time is not None:
        yield f"time={position.time}"
    if position.awaits is not None and position.declared is None:
        left = position.awaits.left
        deflection = f"deflection:{position.awaits.by}:{left.get('squares')}:{left.get('direction')}"
        yield f"awaits={'first' if position.awaits.cause == 'first' else deflection}"


def parse_position(laws: Laws, text: str) -> SoccerFunPosition:
    """Read a line. Raises MalformedError (``position``): which field is wrong and what was expected there."""
    return position_json.read_position(laws, read_line(text, _REST, {"placing": False}))


def _read_dice(raw: dict[str, Any], value: str) -> None:
    by, dice, total = matched(_DICE, value, "dice", "a figure, its dice and their sum such as B9:2:7").groups()
    raw["declared"] = {"by": by, "dice": int(dice), "sum": None if total is None else int(total)}


def _read_awaits(raw: dict[str, Any], value: str) -> None:
    if value == "first":
        raw["awaits"] = {"for": "first"}
        return
    by, squares, direction = matched(_DEFLECTION, value, "awaits", "first, or deflection:B4:3:W").groups()
    raw["awaits"] = {"for": "deflection", "by": by, "left": {"squares": int(squares), "direction": direction}}


_REST: Mapping[str, WordReader] = {
    "restart": read_restart_word,
    "dice": _read_dice,
    "last": single("last_touch"),
    "taker": single("taker"),
    "placing": switch("placing"),
    "time": single("time"),
    "awaits": _read_awaits,
}
