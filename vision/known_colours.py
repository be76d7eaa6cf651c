"""What is known of a table's colours before a picture of it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from calibration.own.finder import FeatureFinder
from vision.printed import printed_of_reference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.finder import BoardFinder
    from vision.colour_space import Colour
    from vision.printed import PrintedSheet
    from vision.teams import TeamColours


@dataclass(frozen=True, eq=False)
class KnownColours:
    """Any may be missing: then the kit's drawing is what the empty board looks like, and the teams are learnt."""

    printed: PrintedSheet | None = None
    """The empty board, of one's own board the reference picture."""
    teams: TeamColours | None = None
    """The teams' discs, as given or as learnt from pictures before."""
    balls: Mapping[str, Colour] | None = None
    """Colours that the ball may have, by name: as given or as learnt; None: the usual ones (``vision.ball_maps``)."""


NOTHING_KNOWN = KnownColours()


def known_of(finder: BoardFinder, teams: TeamColours | None = None) -> KnownColours:
    """What the board that a finder looks for looks like, and the teams' colours if they are known."""
    printed = printed_of_reference(finder.reference) if isinstance(finder, FeatureFinder) else None
    return KnownColours(printed, teams)
