"""Whether a table stands as a line-up has it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.empty import EMPTY
from referee_tui.start.sentences import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look at the table showed."""

    pieces: Mapping[PieceId, Space] = field(default_factory=lambda: EMPTY)
    unread: tuple[Space, ...] = ()
    """Where pieces stand whose number could not be read."""
    why: str = ""
    """Why nothing was seen; empty if something was."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that stands otherwise than in the line-up."""

    piece: PieceId
    """Empty for a piece whose number was not read."""
    wanted: Space | None
    """None for a piece that the line-up does not have."""
    seen: Space | None
    """None for a piece that was not found on the field."""


def seen_in(look: Observation) -> Seen:
    """The pieces on the field."""
    on_field = [(disc, disc.space) for disc in look.pieces if disc.space is not None]
    return Seen(
        {disc.piece: space for disc, space in on_field if disc.number is not None},
        tuple(space for disc, space in on_field if disc.number is None),
        "" if on_field else say("table.none"),
    )


def faults(seen: Seen, wanted: Mapping[PieceId, Space]) -> tuple[Fault, ...]:
    """What stands otherwise; a piece that cannot be read where one is missing is taken for that one."""
    missing = {piece: space for piece, space in wanted.items() if piece not in seen.pieces}
    likely = {piece for piece, space in missing.items() if space in seen.unread}
    found = [
        Fault(piece, space, seen.pieces.get(piece))
        for piece, space in wanted.items()
        if seen.pieces.get(piece) != space and piece not in likely
    ]
    found += [Fault(piece, None, space) for piece, space in seen.pieces.items() if piece not in wanted]
    return (*found, *(Fault("", None, space) for space in seen.unread if space not in missing.values()))
