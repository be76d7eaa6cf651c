"""A position on one line of text: five fields that every game played on spaces has, then words of its own.

``1H2,9G20/1H21 G20 B 0-0 3-2 moved=B9``: pieces (blue/red), ball, side on turn, score, finished turns. A line is read
into the JSON form of a position, so that it passes the same checks and gets the same defaults.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.grid import Point
from engine.match import TEAMS, MalformedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.grid import Space
    from engine.match import PieceId, Team
    from engine.rules.field_position import FieldPosition

KEY = "position"
MAX_LENGTH = 2000
"""Thirty pieces and every field come to less than half of this."""

_HEAD = ("the pieces, blue/red", "the ball", "the side on turn", "the score", "the finished turns")
_STANDING = re.compile(r"([1-9][0-9]?)([A-Z]{1,2}(?:0|[1-9][0-9]{0,2}))")
_SPACE = re.compile(r"[A-Z]{1,2}(?:0|[1-9][0-9]{0,2})")
_POINT = re.compile(r"\(([^(),]{1,40}),([^(),]{1,40})\)")
_PAIR = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")

WordReader: TypeAlias = "Callable[[dict[str, Any], str], None]"
"""Puts the value of a word (what stands after its ``=``) into the JSON form."""


def format_head(position: FieldPosition) -> str:
    """The five fields."""
    sides = "/".join(_written_side(position, team) for team in TEAMS)
    score, done = position.score, position.turns_done
    head = (sides, format_place(position.ball), position.turn or "-", f"{score.B}-{score.R}", f"{done.B}-{done.R}")
    return " ".join(map(str, head))


def format_place(place: Space | Point | None) -> str:
    """``H11``, ``(350.0,430.5)`` in millimetres, or ``-``."""
    return f"({place.x_mm!r},{place.y_mm!r})" if isinstance(place, Point) else place or "-"


def _written_side(position: FieldPosition, team: Team) -> str:
    return ",".join(f"{piece[1:]}{space}" for piece, space in position.side_pieces(team).items()) or "-"


def read_line(text: str, words: Mapping[str, WordReader], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON form of a line: ``defaults``, the five fields, and what ``words`` make of the others.

    Raises MalformedError (``position``): which field is wrong and what was expected there.
    """
    if len(text) > MAX_LENGTH:
        raise MalformedError(KEY, f"a line of {len(text)} characters is too long for a position; {MAX_LENGTH} are read")
    fields = text.split()
    if len(fields) < len(_HEAD):
        raise MalformedError(KEY, f"field {len(fields) + 1} is missing: {_HEAD[len(fields)]}")
    raw: dict[str, Any] = {
        **defaults,
        "pieces": _read_pieces(fields[0]),
        "ball": _read_ball(fields[1]),
        "turn": _read_turn(fields[2]),
        "score": _read_pair(fields[3], _HEAD[3]),
        "turns_done": _read_pair(fields[4], _HEAD[4]),
    }
    seen: set[str] = set()
    for word in fields[len(_HEAD) :]:
        name, _, value = word.partition("=")
        if name in seen:
            raise MalformedError(KEY, f"{name} stands twice")
        seen.add(name)
        if name not in words:
            raise MalformedError(KEY, f"{word!r} is not known here; there are {', '.join(words)}")
        words[name](raw, value)
    return raw


def matched(pattern: re.Pattern[str], word: str, where: str, expected: str) -> re.Match[str]:
    """A word in its form. Raises MalformedError (``position``)."""
    match = pattern.fullmatch(word)
    if match is None:
        raise MalformedError(KEY, f"{where}: {expected} was expected, not {word[:40]!r}")
    return match


def _read_pieces(word: str) -> dict[PieceId, str | list[str]]:
    """Where each piece stands; one that is named twice stands on a list of spaces, which no position allows."""
    sides = word.split("/")
    if len(sides) != len(TEAMS):
        raise MalformedError(KEY, f"{_HEAD[0]}: two sides with a / between were expected, not {word[:40]!r}")
    standing: dict[PieceId, list[str]] = defaultdict(list)
    for team, side in zip(TEAMS, sides, strict=True):
        for item in () if side == "-" else side.split(","):
            match = matched(_STANDING, item, _HEAD[0], "a number and a space such as 9H11")
            standing[f"{team}{match[1]}"].append(match[2])
    return {piece: on[0] if len(on) == 1 else on for piece, on in standing.items()}


def _read_ball(word: str) -> str | list[Any] | None:
    """A space or a point; several spaces with commas are left for the position to refuse with its other faults."""
    if word.startswith("("):
        return read_point(word, _HEAD[1])
    spaces = word.split(",")
    for space in [] if word == "-" else spaces:
        matched(_SPACE, space, _HEAD[1], "one space such as H11, or -")
    return None if word == "-" else word if len(spaces) == 1 else list(spaces)


def read_point(word: str, where: str) -> list[float]:
    """``(350.0,430.5)`` as a JSON value. Raises MalformedError (``position``)."""
    match = matched(_POINT, word, where, "a point in millimetres such as (350.0,430.5)")
    try:
        return [float(match[1]), float(match[2])]
    except ValueError:
        raise MalformedError(KEY, f"{where}: two numbers were expected, not {word[:40]!r}") from None


def _read_turn(word: str) -> str | None:
    if word not in {*TEAMS, "-"}:
        raise MalformedError(KEY, f"{_HEAD[2]}: B, R or - was expected, not {word[:40]!r}")
    return None if word == "-" else word


def _read_pair(word: str, where: str) -> dict[str, int]:
    match = matched(_PAIR, word, where, "two numbers, blue-red, such as 1-0,")
    return {"B": int(match[1]), "R": int(match[2])}


def waiting_word(word: str, known: Mapping[str, tuple[int, int]], who: str = "piece") -> tuple[str, list[str]]:
    """What a word such as ``tackle:B4:R9`` says is awaited, and its other parts; ``known`` has fewest and most of all.

    Raises MalformedError (``position``).
    """
    kind, *parts = word.split(":")
    fewest, most = known.get(kind, (0, 0))
    if not fewest <= len(parts) + 1 <= most:
        raise MalformedError(KEY, f"awaits: one of {', '.join(known)} with its {who} was expected, not {word[:40]!r}")
    return kind, parts


def waiting(read: Callable[[str], dict[str, Any]]) -> WordReader:
    """The word ``awaits``, whose value a game reads."""

    def put(raw: dict[str, Any], value: str) -> None:
        raw["awaits"] = read(value)

    return put


def listed(name: str) -> WordReader:
    """A word whose value is a list with commas, kept under ``name``."""

    def read(raw: dict[str, Any], value: str) -> None:
        raw[name] = value.split(",")

    return read


def single(name: str) -> WordReader:
    """A word whose value is kept as it stands under ``name``."""

    def read(raw: dict[str, Any], value: str) -> None:
        raw[name] = value

    return read


def switch(name: str) -> WordReader:
    """A word that stands alone: ``name`` is true."""

    def read(raw: dict[str, Any], value: str) -> None:
        if value:
            raise MalformedError(KEY, f"{name} stands alone, without a value")
        raw[name] = True

    return read


def read_restart_word(raw: dict[str, Any], value: str) -> None:
    """``restart=throw_in@O12``."""
    raw["restart"], _, spot = value.partition("@")
    raw["spot"] = spot or None


def restart_word(position: FieldPosition) -> str:
    """``restart=throw_in@O12`` of a position in which something is restarted."""
    return f"restart={position.restart}" + (f"@{position.spot}" if position.spot else "")
