"""Regista (SOCCERCHESS), every rule a module: see ``rules.py`` for which chapter lies where."""

from engine.games.regista.rules import RegistaRules

__all__ = ["RegistaRules"]
