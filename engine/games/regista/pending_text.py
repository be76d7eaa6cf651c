"""What a position of Regista waits for, as one word of its line: ``tackle:B4:R9``, ``pass:B8:H12``, ``save:R1``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.rules.position_line import waiting_word

if TYPE_CHECKING:
    from engine.match import Pending

_PARTS = {
    "first": (1, 1), "tackle": (3, 3), "shot": (3, 4), "pass": (3, 5), "distance": (3, 4), "save": (2, 2),
}  # fmt: skip
"""Fewest and most parts of each word."""


def format_pending(awaits: Pending) -> str:
    """The word; ``parse_pending`` of it gives the JSON form of what is awaited."""
    left, by = awaits.left, awaits.by or ""
    match awaits.cause:
        case "first":
            return "first"
        case "tackle":
            return f"tackle:{by}:{left['on']}"
        case "shot":
            return f"shot:{by}:{left['target']}" + (":distance" if left.get("distance") else "")
        case "deviation" if left.get("shot"):
            return f"distance:{by}:{left['target']}:{left['inside']}"
        case "deviation":
            restart = left.get("restart")
            return (
                f"pass:{by}:{left['target']}"
                + (f":{restart}" if restart else "")
                + (":extra" if left.get("extra") else "")
            )
        case _:
            return f"save:{by}"


def parse_pending(word: str) -> dict[str, Any]:
    """The JSON form of what is awaited. Raises MalformedError (``position``); pieces and spaces are not looked at."""
    kind, parts = waiting_word(word, _PARTS)
    by = parts[0] if parts else None
    match kind:
        case "first":
            return {"for": "first"}
        case "tackle":
            return {"for": "tackle", "by": by, "left": {"on": parts[1]}}
        case "shot":
            return {"for": "shot", "by": by, "left": {"target": parts[1], "distance": parts[2:] == ["distance"]}}
        case "distance":
            inside = parts[2] if len(parts) > 2 else parts[1]
            return {"for": "deviation", "by": by, "left": {"target": parts[1], "shot": True, "inside": inside}}
        case "pass":
            extra = parts[-1] == "extra"
            restart = parts[2] if len(parts) > 2 + extra else None
            return {"for": "deviation", "by": by, "left": {"target": parts[1], "restart": restart, "extra": extra}}
        case _:
            return {"for": "save", "by": by}
