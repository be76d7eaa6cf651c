"""What Masume Soccer Tactics says to players, by key in ``texts/en/very_much.toml``."""

from __future__ import annotations

from engine.rules.words import Refuser, words_of

say = words_of("engine.games.very_much")
refused = Refuser(say)
