"""What a position of Soccer Chess waits for, as one word of its line: ``kick:B8``, ``line:B8:0.4:0.9:left:WN20``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.grid import Point
from engine.rules.position_line import format_place, matched, read_point, waiting_word

if TYPE_CHECKING:
    from engine.match import Pending

_PARTS = {"first": (1, 1), "kick": (2, 3), "line": (6, 7), "nearest": (4, 6), "tackle": (3, 3)}
"""Fewest and most parts of each word."""
_NUMBER = re.compile(r"-?[0-9]{1,5}(?:\.[0-9]{1,20})?(?:e-?[0-9]{1,3})?")


def format_pending(awaits: Pending) -> str:
    """The word; ``parse_pending`` of it gives the JSON form of what is awaited."""
    left, by = awaits.left, awaits.by or ""
    touched = [",".join(left["touched"])] if left.get("touched") else []
    match awaits.cause:
        case "first":
            return "first"
        case "kick":
            return ":".join(("kick", by, *touched))
        case "line":
            place = left.get("from")
            begun = format_place(Point(*place) if isinstance(place, list) else place)
            return ":".join(("line", by, repr(left["over_mm"]), repr(left["sd_mm"]), left["line"], begun, *touched))
        case "nearest":
            flags = [name for name in ("carried", "out") if left[name]]
            return ":".join(("nearest", by, left["at"], ",".join(left["among"]), *flags))
        case _:
            return f"tackle:{by}:{left['on']}"


def parse_pending(word: str) -> dict[str, Any]:
    """The JSON form of what is awaited. Raises MalformedError (``position``); pieces and squares are not looked at."""
    kind, parts = waiting_word(word, _PARTS, "figure")
    if kind == "first":
        return {"for": "first"}
    return {"for": kind, "by": parts[0], "left": _left(kind, parts[1:])}


def _left(kind: str, parts: list[str]) -> dict[str, Any]:
    match kind:
        case "kick":
            return _touched(parts)
        case "line":
            over_mm, sd_mm = (
                float(matched(_NUMBER, part, "awaits", "millimetres such as 0.4")[0]) for part in parts[:2]
            )
            begun = {} if parts[3] == "-" else {"from": _place(parts[3])}
            return {"over_mm": over_mm, "sd_mm": sd_mm, "line": parts[2], **begun, **_touched(parts[4:])}
        case "nearest":
            return {"at": parts[0], "among": parts[1].split(","), **dict.fromkeys(parts[2:], True)}
        case _:
            return {"on": parts[0]}


def _place(word: str) -> str | list[float]:
    return read_point(word, "awaits") if word.startswith("(") else word


def _touched(parts: list[str]) -> dict[str, Any]:
    return {"touched": parts[0].split(",")} if parts else {}
