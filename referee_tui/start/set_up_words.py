"""What one look at the table says of the line-up, in words. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.sentences import in_language
from referee_tui.audience import Audience
from referee_tui.start.rows import words_of
from referee_tui.start.set_up import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.grid import Grid, Space
    from engine.match import PieceId
    from referee_tui.start.set_up import Fault, Seen
    from referee_tui.start.state import StartState

MOST_FAULTS = 4
"""So many differences from the line-up are named; the board shows all."""
MOST_FAULTS_ALIKE = 10
"""More pieces missing than this are a table that is not set up yet."""


def stands_words(state: StartState, piece: PieceId, space: Space, grid: Grid) -> str:
    """Where a piece of the line-up stands."""
    return words_of(state)("line_up.stands", piece=piece, space=_called(state, grid)(space))


def table_words(state: StartState, seen: Seen, wanted: Mapping[PieceId, Space], grid: Grid) -> str:
    """What one look at the table says of the line-up, in one or two sentences."""
    words = words_of(state)
    if seen.why:
        return words("table.unseen", why=in_language(seen.why, state.config.language))
    found = faults(seen, wanted)
    if not found:
        return words("table.good", count=len(wanted))
    if len(found) > MOST_FAULTS_ALIKE and all(fault.seen is None for fault in found):
        return words("table.many_missing", count=len(found))
    called = _called(state, grid)
    told = [
        words(
            f"table.{_fault_kind(f)}",
            piece=f.piece,
            wanted=called(f.wanted) if f.wanted else None,
            seen=called(f.seen) if f.seen else None,
        )
        for f in found
    ]
    more = words("table.more", count=len(told) - MOST_FAULTS) if len(told) > MOST_FAULTS else ""
    return "; ".join(told[:MOST_FAULTS]) + more


def _called(state: StartState, grid: Grid) -> Callable[[Space], str]:
    """What players call a space."""
    return Audience(state.config.language, grid=grid).called


def _fault_kind(fault: Fault) -> str:
    if not fault.piece:
        return "unread"
    if fault.wanted is None:
        return "extra"
    return "missing" if fault.seen is None else "elsewhere"
