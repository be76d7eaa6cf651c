"""A position of Masume on one line, both ways; docs/notation.md describes the form with examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.very_much import position_json
from engine.games.very_much.pending_text import format_pending, parse_pending
from engine.match import team_of
from engine.rules.position_line import format_head, read_line, read_restart_word, restart_word, single, switch, waiting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.rules.position_line import WordReader


def format_position(position: MasumePosition) -> str:
    """``1H2,9G20/1H21 G20 B 0-0 3-2 plays=B9:move last=B9``; ``parse_position`` of it is equal."""
    return " ".join((format_head(position), *_written_rest(position)))


def _written_rest(position: MasumePosition) -> Iterator[str]:
    """Only what is not as it mostly is."""
    if position.plays:
        yield f"plays={','.join(f'{piece}:{kind}' for piece, kind in position.plays)}"
    if position.holder is None or position.awaits is not None or team_of(position.holder) != position.offence:
        yield f"offence={position.offence}"
    if position.restart is not None:
        yield restart_word(position)
    for name, piece in (("last", position.last_touch), ("taker", position.taker)):
        if piece is not None:
            yield f"{name}={piece}"
    if position.placing:
        yield "placing"
    if position.awaits is not None:
        yield f"awaits={format_pending(position.awaits)}"


def parse_position(laws: Laws, text: str) -> MasumePosition:
    """Read a line. Raises MalformedError (``position``): which field is wrong and what was expected there."""
    return position_json.read_position(laws, read_line(text, _REST, {"placing": False}))


def _read_plays(raw: dict[str, Any], value: str) -> None:
    raw["plays"] = [list(play.split(":")) for play in value.split(",")]


_REST: Mapping[str, WordReader] = {
    "plays": _read_plays,
    "offence": single("offence"),
    "restart": read_restart_word,
    "last": single("last_touch"),
    "taker": single("taker"),
    "placing": switch("placing"),
    "awaits": waiting(parse_pending),
}
