"""Reading untrusted JSON values one by one, with the key at fault in the error."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, TypeGuard

from engine.match import MalformedError, PieceId, Roll, Score, Team

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

MAX_COUNT = 10_000
"""Bound on goals, turns and the like."""

MAX_ITEMS = 1_000
"""Bound on lists."""

_PIECE = re.compile(r"[BR][1-9][0-9]?")


def shown(value: object) -> str:
    """A value as it stands in a message: short, on one line, in JSON's words."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=repr)
    return text if len(text) <= 40 else f"{text[:37]}..."


def is_count(value: object) -> TypeGuard[int]:
    """A whole number from 0, and not true or false."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT


def is_number(value: object) -> TypeGuard[float]:
    """A finite number, whole or not, and not true or false."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -math.inf < value < math.inf


def an_object(value: object, key: str) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise MalformedError(key, f"an object {{...}} is needed, not {shown(value)}")
    return value


def a_list(value: object, key: str) -> list[Any]:
    """A JSON list of bounded length."""
    if not isinstance(value, list):
        raise MalformedError(key, f"a list [...] is needed, not {shown(value)}")
    if len(value) > MAX_ITEMS:
        raise MalformedError(key, f"{len(value)} items are too many; {MAX_ITEMS} are read")
    return value


def only_keys(value: Mapping[str, Any], known: Collection[str], prefix: str = "") -> None:
    """No other keys than those known."""
    for key in value:
        if key not in known:
            raise MalformedError(
                f"{prefix}{key[:40]}", f"this key is not known here; there are {', '.join(sorted(known))}"
            )


def a_flag(value: object, key: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise MalformedError(key, f"true or false is needed, not {shown(value)}")
    return value


def a_count(value: object, key: str) -> int:
    """A whole number from 0."""
    if not is_count(value):
        raise MalformedError(key, f"a whole number from 0 to {MAX_COUNT} is needed, not {shown(value)}")
    return value


def a_number(value: object, key: str, least: float, most: float, unit: str) -> float:
    """A number within bounds; ``unit`` is named in the message, for example ``millimetres``."""
    if not is_number(value) or not least <= value <= most:
        raise MalformedError(key, f"{unit} from {least:g} to {most:g} are needed, not {shown(value)}")
    return float(value)


def a_piece(value: object, key: str) -> PieceId:
    """A piece: B or R and a number from 1."""
    if not isinstance(value, str) or not _PIECE.fullmatch(value):
        raise MalformedError(key, f"a piece such as B7 or R11 is needed, not {shown(value)}")
    return value


def a_team(value: object, key: str) -> Team:
    """B or R."""
    if value == "B":
        return "B"
    if value == "R":
        return "R"
    raise MalformedError(key, f"B or R is needed, not {shown(value)}")


def a_score(value: object, key: str) -> Score:
    """A count of each team; a team left out has 0."""
    counts = an_object(value, key)
    only_keys(counts, ("B", "R"), f"{key}.")
    return Score(*(a_count(counts.get(team, 0), f"{key}.{team}") for team in ("B", "R")))


def a_roll(value: object, key: str = "rolls") -> Roll:
    """Dice: ``{"B": n, "R": n}``, a number, or a list of numbers."""
    if isinstance(value, dict):
        if set(value) != {"B", "R"}:
            raise MalformedError(key, f'a roll of both sides is {{"B": n, "R": n}}, not {shown(value)}')
        return Roll(duel=(_face(value["B"], key), _face(value["R"], key)))
    if isinstance(value, list):
        if not 1 <= len(value) <= 6:
            raise MalformedError(key, f"a roll of several dice lists 1 to 6 faces, not {len(value)}")
        return Roll(faces=tuple(_face(face, key) for face in value))
    return Roll(faces=(_face(value, key),))


def _face(value: object, key: str) -> int:
    if not is_count(value) or not 1 <= value <= 6:
        raise MalformedError(key, f"a die shows 1 to 6, not {shown(value)}")
    return value
