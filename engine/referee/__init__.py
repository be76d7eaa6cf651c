"""Observations, rolls and words of humans in; records and rulings out. A pure fold."""

from engine.referee.step import begin, step, take_up
from engine.referee.values import (
    Accept,
    Consent,
    Correction,
    Eye,
    Input,
    Outcome,
    Propose,
    Referee,
    Say,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
)

__all__ = [
    "Accept",
    "Consent",
    "Correction",
    "Eye",
    "Input",
    "Outcome",
    "Propose",
    "Referee",
    "Say",
    "TypedAction",
    "TypedCorrection",
    "TypedRoll",
    "Undo",
    "begin",
    "step",
    "take_up",
]
