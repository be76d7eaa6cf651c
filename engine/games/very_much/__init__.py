"""Masume Soccer Tactics (Very Much Toy), every rule a module: see ``rules.py`` for which chapter lies where."""

from engine.games.very_much.rules import MasumeRules

__all__ = ["MasumeRules"]
