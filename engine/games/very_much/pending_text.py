"""What a position of Masume waits for, as one word of its line: ``charge:B4:R9``, ``lob:B8:NE``, ``flick:B8:3``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.rules.position_line import waiting_word

if TYPE_CHECKING:
    from engine.match import Pending

_PARTS = {
    "first": (1, 1), "charge": (3, 3), "shot": (2, 2), "grounder": (3, 4), "lob": (3, 4), "flick": (3, 3),
    "rebound": (3, 4), "header": (2, 2),
}  # fmt: skip
"""Fewest and most parts of each word."""


def format_pending(awaits: Pending) -> str:
    """The word; ``parse_pending`` of it gives the JSON form of what is awaited."""
    left, by = awaits.left, awaits.by or ""
    restart = f":{left['restart']}" if left.get("restart") else ""
    match awaits.cause:
        case "first":
            return "first"
        case "charge":
            return f"charge:{by}:{left['on']}"
        case "kick":
            return f"{left['kind']}:{by}:{left['direction']}{restart}"
        case "flick" | "rebound":
            return f"{awaits.cause}:{by}:{left['squares']}{restart}"
        case _:
            return f"{awaits.cause}:{by}"


def parse_pending(word: str) -> dict[str, Any]:
    """The JSON form of what is awaited. Raises MalformedError (``position``); pieces are not looked at."""
    kind, parts = waiting_word(word, _PARTS)
    by, what, restart = (*parts, None, None, None)[:3]
    match kind:
        case "charge":
            return {"for": kind, "by": by, "left": {"on": what}}
        case "grounder" | "lob":
            return {"for": "kick", "by": by, "left": {"kind": kind, "direction": what, "restart": restart}}
        case "flick" | "rebound":
            squares = int(what) if what is not None and what.isascii() and what.isdigit() and len(what) == 1 else what
            left = {"squares": squares} if kind == "flick" else {"squares": squares, "restart": restart}
            return {"for": kind, "by": by, "left": left}
        case _:
            return {"for": kind, "by": by}
