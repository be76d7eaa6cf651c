"""How the referee fared: what it saw by itself, and how often people had to help."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.record.chronicle import Chronicle


@dataclass(frozen=True, slots=True)
class Quality:
    """The referee's part in a match."""

    looks: int
    """Looks at the table that told it something."""
    actions: Mapping[str, int]
    """Acts by who said so: ``seen``, ``typed`` ..."""
    rolls: Mapping[str, int]
    """Dice by who said so."""
    questions: int
    """The table was not understood, and people were asked."""
    refused: int
    """Acts against the rules, seen or typed."""
    corrections: int
    """By people; what the referee concluded from the table alone is not counted."""
    undos: int
    out_of_step_s: float
    """How long table and match differed."""


def quality_of(chronicle: Chronicle) -> Quality:
    """Counted over the whole log, what was taken back included."""
    kinds = Counter(incident.kind for incident in chronicle.incidents)
    deeds = chronicle.deeds
    return Quality(
        looks=chronicle.looks,
        actions=dict(Counter(deed.source for deed in deeds if deed.action is not None)),
        rolls=dict(Counter(throw.source for deed in deeds for throw in deed.throws)),
        questions=kinds["question"],
        refused=kinds["refused"],
        corrections=sum(deed.notation == "correction" and deed.source == "correction" for deed in deeds),
        undos=kinds["undo"],
        out_of_step_s=chronicle.out_of_step_s,
    )
