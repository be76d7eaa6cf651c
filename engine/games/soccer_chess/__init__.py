"""Soccer Chess (30 x 40 squares, kicks with the hand): see ``rules.py`` for which chapter lies where."""

from engine.games.soccer_chess.rules import SoccerChessRules

__all__ = ["SoccerChessRules"]
