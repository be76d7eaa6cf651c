"""A position of Soccer Chess on one line, both ways; docs/notation.md describes the form with examples.

The line holds what the JSON form holds, and is read by way of it: the same checks, the same defaults.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.games.soccer_chess import position_json
from engine.games.soccer_chess.pending_text import format_pending, parse_pending
from engine.match import MalformedError
from engine.rules.position_line import (
    KEY,
    format_head,
    matched,
    read_line,
    read_restart_word,
    restart_word,
    single,
    switch,
    waiting,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.soccer_chess.cards import Card
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.rules.position_line import WordReader

_COUNT = re.compile(r"[0-9]{1,5}")
_CORNERS = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_SD = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,20})?(?:e-?[0-9]{1,3})?")
_CARD = re.compile(r"([BR][1-9][0-9]?):([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(:special)?")


def format_position(position: SoccerChessPosition) -> str:
    """``8WN20/3EN9 WN20 B 0-0 2-1 due=move``; ``parse_position`` of it is equal."""
    return " ".join((format_head(position), *_written_rest(position)))


def _written_rest(position: SoccerChessPosition) -> Iterator[str]:
    """Only what is not as it mostly is."""
    corners = position.corners
    words = {
        "due": "move" if position.due == "move" else None,
        "round": position.round if position.round != 1 else None,
        "rounds": position.rounds,
        "last": position.last_kick,
        "time": position.time,
        "lifted": position.lifted,
        "passes": position.passes or None,
        "corners": f"{corners.B}-{corners.R}" if corners.B or corners.R else None,
        "sd": repr(position.sd_mm) if position.sd_mm else None,
        "cards": ",".join(_written_card(piece, card) for piece, card in position.roster.items()) or None,
        "awaits": format_pending(position.awaits) if position.awaits is not None else None,
    }
    flags = {
        "announced": position.announced,
        "dribbled": position.dribbled,
        "stole": position.stole,
        "placing": position.placing,
    }
    if position.restart is not None:
        yield restart_word(position)
    yield from (name for name, given in flags.items() if given)
    yield from (f"{name}={value}" for name, value in words.items() if value is not None)


def _written_card(piece: str, card: Card) -> str:
    return f"{piece}:{card.skill}:{card.blue}:{card.green}:{card.red}" + (":special" if card.special else "")


def parse_position(laws: Laws, text: str) -> SoccerChessPosition:
    """Read a line. Raises MalformedError (``position``): which field is wrong and what was expected there."""
    return position_json.read_position(laws, read_line(text, _WORDS, {"placing": False}))


def _counted(name: str) -> WordReader:
    def read(raw: dict[str, Any], value: str) -> None:
        raw[name] = int(matched(_COUNT, value, name, "a number")[0])

    return read


def _read_corners(raw: dict[str, Any], value: str) -> None:
    match = matched(_CORNERS, value, "corners", "two numbers, blue-red, such as 2-0,")
    raw["corners"] = {"B": int(match[1]), "R": int(match[2])}


def _read_sd(raw: dict[str, Any], value: str) -> None:
    raw["measure"] = {"sd_mm": float(matched(_SD, value, "sd", "millimetres such as 0.9")[0])}


def _read_cards(raw: dict[str, Any], value: str) -> None:
    roster: dict[str, dict[str, Any]] = {}
    for word in value.split(","):
        piece, skill, blue, green, red, special = matched(_CARD, word, "cards", "B9:80:5:3:4 or the like").groups()
        if piece in roster:
            raise MalformedError(KEY, f"cards: {piece} stands twice")
        roster[piece] = {
            "skill": int(skill), "blue": int(blue), "green": int(green), "red": int(red), "special": bool(special)
        }  # fmt: skip
    raw["roster"] = roster


_WORDS: Mapping[str, WordReader] = {
    "restart": read_restart_word,
    "due": single("due"),
    "round": _counted("round"),
    "rounds": _counted("rounds"),
    "last": single("last_kick"),
    "lifted": single("lifted"),
    "announced": switch("announced"),
    "dribbled": switch("dribbled"),
    "stole": switch("stole"),
    "placing": switch("placing"),
    "time": single("time"),
    "passes": _counted("passes"),
    "corners": _read_corners,
    "sd": _read_sd,
    "cards": _read_cards,
    "awaits": waiting(parse_pending),
}
