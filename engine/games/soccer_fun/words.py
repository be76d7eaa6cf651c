"""What Soccer Fun says to players, by key in ``texts/en/soccer_fun.toml``."""

from __future__ import annotations

from engine.rules.words import Refuser, words_of

say = words_of("engine.games.soccer_fun")
refused = Refuser(say)
