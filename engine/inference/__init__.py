"""Which actions explain what changed on the table."""

from engine.inference.dice import Throw, answer
from engine.inference.explain import Explanation, explain
from engine.inference.illegal import Illegal
from engine.inference.reading import Difference, Reading, Table, differences, read
from engine.inference.story import Story

__all__ = [
    "Difference",
    "Explanation",
    "Illegal",
    "Reading",
    "Story",
    "Table",
    "Throw",
    "answer",
    "differences",
    "explain",
    "read",
]
