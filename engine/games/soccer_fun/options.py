"""What a group agrees on before the match."""

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

    goals: Annotated[int, msgspec.Meta(ge=1, le=99)] = 3
    """The first side with so many goals wins, unless a time was agreed."""
    minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    """How long the match is, by the clock that is shown, instead of a number of goals; 0: no time was agreed."""
    directions: Literal[8, 4] = 8
    """Directions in which figures and ball go: with 4, never diagonally."""

    def as_json(self) -> dict[str, Any]:
        """Every option by name."""
        return asdict(self)


def read_options(raw: Mapping[str, Any] | None) -> Options:
    """Options from JSON values. Raises MalformedError naming the option (``options.<name>``)."""
    return rules_options.read_options(Options, raw, "Soccer Fun")
