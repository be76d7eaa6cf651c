"""A position of Regista on one line, both ways; docs/notation.md describes the form with examples."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.games.regista import position_json
from engine.games.regista.options import TURNS_PER_HALF
from engine.games.regista.pending_text import format_pending, parse_pending
from engine.rules.position_line import (
    format_head,
    listed,
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

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.match import Team
    from engine.rules.position_line import WordReader


def format_position(position: RegistaPosition) -> str:
    """``1H2,9G20/1H21 G20 B 0-0 3-2 moved=B9``; ``parse_position`` of it is equal."""
    return " ".join((format_head(position), *_written_rest(position)))


def _written_rest(position: RegistaPosition) -> Iterator[str]:
    """Only what is not as it mostly is."""
    if position.half != 1 or min(position.turns_done.B, position.turns_done.R) >= TURNS_PER_HALF:
        yield f"half={position.half}"
    if position.restart is not None:
        yield restart_word(position)
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
    defaults = {"may_move_off": [], "extra": False, "placing": False, "subs": {}, "squad": {}}
    return position_json.read_position(laws, read_line(text, _REST, defaults))


def _read_half(raw: dict[str, Any], value: str) -> None:
    raw["half"] = int(matched(re.compile("[12]"), value, "half", "1 or 2")[0])


def _read_subs(team: Team) -> WordReader:
    def read(raw: dict[str, Any], value: str) -> None:
        made, out = matched(re.compile(r"([0-9]{1,2}):(.*)"), value, f"subs{team}", "1:B9 or the like").groups()
        raw["subs"][team] = {"made": int(made), "out": out.split(",") if out else []}

    return read


def _read_eleven(team: Team) -> WordReader:
    def read(raw: dict[str, Any], value: str) -> None:
        raw["squad"][team] = value.split(",")

    return read


_REST: Mapping[str, WordReader] = {
    "half": _read_half,
    "restart": read_restart_word,
    "moved": listed("moved"),
    "tackled": listed("tackled"),
    "near": listed("may_move_off"),
    "barred": single("holder_may_not"),
    "off": single("to_move_off"),
    "taker": single("taker"),
    "extra": switch("extra"),
    "placing": switch("placing"),
    "subsB": _read_subs("B"),
    "subsR": _read_subs("R"),
    "elevenB": _read_eleven("B"),
    "elevenR": _read_eleven("R"),
    "awaits": waiting(parse_pending),
}
