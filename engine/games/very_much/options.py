"""The options of Masume Soccer Tactics: what the sheet leaves out or a group may fairly want otherwise."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from engine.rules import options as rules_options

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Options:
    """Options in force for a match; the log's header records them."""

    move_max: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    """Most steps of a move or dribble (the sheet's rule [3] is missing)."""
    charge_swap: Literal["always", "on_win"] = "always"
    """Whether charger and holder swap squares also when the holder keeps the ball, as the sheet has it."""
    offside: bool = True
    """Whether there is offside."""
    turns: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 30
    """Turns of each side."""

    def as_json(self) -> dict[str, Any]:
        """Every option by name."""
        return asdict(self)


def read_options(raw: Mapping[str, Any] | None) -> Options:
    """Options from JSON values. Raises MalformedError naming the option (``options.<name>``)."""
    return rules_options.read_options(Options, raw, "Masume Soccer Tactics")
