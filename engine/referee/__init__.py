"""Observations, rolls and words of humans in; records and rulings out. A pure fold."""

from engine.referee.answers import answers
from engine.referee.step import begin, step, take_up
from engine.referee.values import (
    Accept,
    Answer,
    Confirm,
    Consent,
    Correction,
    Eye,
    Input,
    LineUp,
    Outcome,
    Propose,
    Redo,
    Referee,
    Say,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
)

__all__ = [
    "Accept",
    "Answer",
    "Confirm",
    "Consent",
    "Correction",
    "Eye",
    "Input",
    "LineUp",
    "Outcome",
    "Propose",
    "Redo",
    "Referee",
    "Say",
    "TypedAction",
    "TypedCorrection",
    "TypedRoll",
    "Undo",
    "answers",
    "begin",
    "step",
    "take_up",
]
