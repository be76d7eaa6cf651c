"""What a group agrees on before the match: rounds, length and the optional rules, all of these off by default."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from engine.rules import options as rules_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import Team

MOST_ROUNDS = 20

Rounds = Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
UpTo99 = Annotated[int, msgspec.Meta(ge=0, le=99)]
Players = Annotated[str, msgspec.Meta(max_length=120, pattern=r'^[^\s"\\]*$')]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=600)]


@dataclass(frozen=True, slots=True)
class Options:
    """Options in force for a match; the log's header records them."""

    rounds: Rounds = 1
    """Move rounds between two kicks."""
    goals: UpTo99 = 0
    """The match ends when a side has so many goals; 0: it is not played to a number of goals."""
    minutes: Minutes = 0
    """How long the match is, by the clock that is shown; 0: no time was agreed."""
    steal: bool = False
    """Whether a figure of the side without the ball may try to take it from the holder."""
    own_half_no_goal: bool = False
    """Whether a goal kicked from behind the halfway line does not count."""
    offside: bool = False
    """Whether figures of the kicking side beyond the rearmost opponent are left out of the nearness count."""
    throw_in: bool = False
    """Whether a ball off an opponent over the touch line stays with the kicking side."""
    three_corners: bool = False
    """Whether corners are counted, and three give a penalty."""
    special_cards: bool = False
    """Whether figures with cards marked special may be used."""
    passes_before_shot: UpTo99 = 0
    """Passes in a row that must have reached a team-mate before a shot may be announced."""

    blue_players: Players = ""
    """Blue's players by name, ``Ann,Bea``, if several take turns from kick to kick."""
    red_players: Players = ""
    """Red's."""

    def players(self, team: Team) -> tuple[str, ...]:
        """The players of a team in the order in which they take turns; empty if nobody was named."""
        names = self.blue_players if team == "B" else self.red_players
        return tuple(name for name in names.split(",") if name)

    def as_json(self) -> dict[str, Any]:
        """Every option by name."""
        return asdict(self)


def read_options(raw: Mapping[str, Any] | None) -> Options:
    """Options from JSON values. Raises MalformedError naming the option (``options.<name>``)."""
    return rules_options.read_options(Options, raw, "Soccer Chess")
