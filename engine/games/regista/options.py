"""The options of Regista: what a group may fairly want otherwise, each with its default."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.rules import options as rules_options

if TYPE_CHECKING:
    from collections.abc import Mapping

TURNS_PER_HALF = 15
"""Turns of each side until the counter stands at 45."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options in force for a match; the log's header records them."""

    length: Literal["standard", "official"] = "standard"
    """15 turns each, or two halves of 15."""
    change_ends: bool = False
    """Whether ends change at half-time."""
    offside_half_space: Literal["strict", "lenient"] = "strict"
    """Whether half a space ahead of the offside line is offside, or a full space is needed."""
    offside_counts_passer: bool = True
    """Whether the passer itself counts as a piece standing in an offside position."""
    gk_points_on_shot: bool = False
    """Whether the goalkeeper has its +2 against a plain shot too."""
    shot_tie: Literal["save", "reroll"] = "save"
    """What equal totals of a shot mean."""

    @property
    def halves(self) -> int:
        """Number of halves."""
        return 2 if self.length == "official" else 1

    def as_json(self) -> dict[str, Any]:
        """Every option by name."""
        return asdict(self)


def read_options(raw: Mapping[str, Any] | None) -> Options:
    """Options from JSON values. Raises MalformedError naming the option (``options.<name>``)."""
    return rules_options.read_options(Options, raw, "Regista")
