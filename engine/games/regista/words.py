"""What Regista says to players, by key in ``texts/en/regista.toml``."""

from __future__ import annotations

from engine.rules.words import Refuser, words_of

say = words_of("engine.games.regista")
refused = Refuser(say)
