"""A position of Regista on one line, both ways; docs/notation.md describes the form with examples.

The line holds what the JSON form holds, and is read by way of it: the same checks, the same defaults.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from engine.games.regista import position_json
from engine.games.regista.options import TURNS_PER_HALF
from engine.games.regista.pending_text import format_pending, parse_pending
from engine.match import TEAMS, MalformedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.match import PieceId, Team

KEY = "position"
MAX_LENGTH = 2000
"""Thirty pieces and every field come to less than half of this."""

_HEAD = ("the pieces, blue/red", "the ball", "the side on turn", "the score", "the finished turns")
_STANDING = re.compile(r"([1-9][0-9]?)([A-Z](?:0|[1-9][0-9]{0,2}))")
_SPACE = re.compile(r"[A-Z](?:0|[1-9][0-9]{0,2})")
_PAIR = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")


def format_position(position: RegistaPosition) -> str:
    """``1H2,9G20/1H21 G20 B 0-0 3-2 moved=B9``; ``parse_position`` of it is equal."""
    sides = "/".join(_written_side(position, team) for team in TEAMS)
    score, done = position.score, position.turns_done
    head = (sides, position.ball or "-", position.turn or "-", f"{score.B}-{score.R}", f"{done.B}-{done.R}")
    return " ".join((*map(str, head), *_written_rest(position)))


def _written_side(position: RegistaPosition, team: Team) -> str:
    return ",".join(f"{piece[1:]}{space}" for piece, space in position.side_pieces(team).items()) or "-"


def _written_rest(position: RegistaPosition) -> Iterator[str]:
    """Only what is not as it mostly is."""
    if position.half != 1 or min(position.turns_done.B, position.turns_done.R) >= TURNS_PER_HALF:
        yield f"half={position.half}"
    if position.restart is not None:
        yield f"restart={position.restart}" + (f"@{position.spot}" if position.spot else "")
    for name, pieces in (("moved", position.moved), ("tackled", position.tackled), ("near", position.may_move_off)):
        if pieces:
            yield f"{name}={','.join(pieces)}"
    for name, piece in (("barred", position.holder_may_not), ("off", position.to_move_off), ("taker", position.taker)):
        if piece is not None:
            yield f"{name}={piece}"
    yield from (word for word, given in (("extra", position.extra), ("placing", position.placing)) if given)
    for team, had in sorted(position.subs.items()):
        yield f"subs{team}={had.made}:{','.join(had.out)}"
    for team, eleven in sorted(position.squad.items()):
        yield f"eleven{team}={','.join(eleven)}"
    if position.awaits is not None:
        yield f"awaits={format_pending(position.awaits)}"


def parse_position(laws: Laws, text: str) -> RegistaPosition:
    """Read a line. Raises MalformedError (``position``): which field is wrong and what was expected there."""
    if len(text) > MAX_LENGTH:
        raise MalformedError(KEY, f"a line of {len(text)} characters is too long for a position; {MAX_LENGTH} are read")
    words = text.split()
    if len(words) < len(_HEAD):
        raise MalformedError(KEY, f"field {len(words) + 1} is missing: {_HEAD[len(words)]}")
    raw: dict[str, Any] = {
        "pieces": _read_pieces(words[0]),
        "ball": _read_ball(words[1]),
        "turn": _read_turn(words[2]),
        "score": _read_pair(words[3], _HEAD[3]),
        "turns_done": _read_pair(words[4], _HEAD[4]),
        "may_move_off": [], "extra": False, "placing": False, "subs": {}, "squad": {},
    }  # fmt: skip
    seen: set[str] = set()
    for word in words[len(_HEAD) :]:
        name, _, value = word.partition("=")
        if name in seen:
            raise MalformedError(KEY, f"{name} stands twice")
        seen.add(name)
        if name not in _REST:
            raise MalformedError(KEY, f"{word!r} is not known here; there are {', '.join(_REST)}")
        _REST[name](raw, value)
    return position_json.read_position(laws, raw)


def _matched(pattern: re.Pattern[str], word: str, where: str, expected: str) -> re.Match[str]:
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
            match = _matched(_STANDING, item, _HEAD[0], "a number and a space such as 9H11")
            standing[f"{team}{match[1]}"].append(match[2])
    return {piece: on[0] if len(on) == 1 else on for piece, on in standing.items()}


def _read_ball(word: str) -> str | list[str] | None:
    """A space; several with commas are left for the position to refuse together with its other faults."""
    spaces = word.split(",")
    for space in [] if word == "-" else spaces:
        _matched(_SPACE, space, _HEAD[1], "one space such as H11, or -")
    return None if word == "-" else word if len(spaces) == 1 else spaces


def _read_turn(word: str) -> str | None:
    if word not in {*TEAMS, "-"}:
        raise MalformedError(KEY, f"{_HEAD[2]}: B, R or - was expected, not {word[:40]!r}")
    return None if word == "-" else word


def _read_pair(word: str, where: str) -> dict[str, int]:
    match = _matched(_PAIR, word, where, "two numbers, blue-red, such as 1-0,")
    return {"B": int(match[1]), "R": int(match[2])}


def _listed(name: str) -> Callable[[dict[str, Any], str], None]:
    def read(raw: dict[str, Any], value: str) -> None:
        raw[name] = value.split(",")

    return read


def _single(name: str) -> Callable[[dict[str, Any], str], None]:
    def read(raw: dict[str, Any], value: str) -> None:
        raw[name] = value

    return read


def _switch(name: str) -> Callable[[dict[str, Any], str], None]:
    def read(raw: dict[str, Any], value: str) -> None:
        if value:
            raise MalformedError(KEY, f"{name} stands alone, without a value")
        raw[name] = True

    return read


def _read_half(raw: dict[str, Any], value: str) -> None:
    raw["half"] = int(_matched(re.compile("[12]"), value, "half", "1 or 2")[0])


def _read_restart(raw: dict[str, Any], value: str) -> None:
    raw["restart"], _, spot = value.partition("@")
    raw["spot"] = spot or None


def _read_subs(team: Team) -> Callable[[dict[str, Any], str], None]:
    def read(raw: dict[str, Any], value: str) -> None:
        made, out = _matched(re.compile(r"([0-9]{1,2}):(.*)"), value, f"subs{team}", "1:B9 or the like").groups()
        raw["subs"][team] = {"made": int(made), "out": out.split(",") if out else []}

    return read


def _read_eleven(team: Team) -> Callable[[dict[str, Any], str], None]:
    def read(raw: dict[str, Any], value: str) -> None:
        raw["squad"][team] = value.split(",")

    return read


def _read_awaits(raw: dict[str, Any], value: str) -> None:
    raw["awaits"] = parse_pending(value)


_REST: Mapping[str, Callable[[dict[str, Any], str], None]] = {
    "half": _read_half,
    "restart": _read_restart,
    "moved": _listed("moved"),
    "tackled": _listed("tackled"),
    "near": _listed("may_move_off"),
    "barred": _single("holder_may_not"),
    "off": _single("to_move_off"),
    "taker": _single("taker"),
    "extra": _switch("extra"),
    "placing": _switch("placing"),
    "subsB": _read_subs("B"),
    "subsR": _read_subs("R"),
    "elevenB": _read_eleven("B"),
    "elevenR": _read_eleven("R"),
    "awaits": _read_awaits,
}
