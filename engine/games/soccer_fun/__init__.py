"""Soccer Fun, every rule a module: see ``rules.py`` for which chapter lies where."""

from engine.games.soccer_fun.rules import SoccerFunRules

__all__ = ["SoccerFunRules"]
