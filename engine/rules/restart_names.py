"""What restarts of play are called."""

RESTARTS = {
    "kick_off": "kick-off",
    "throw_in": "throw-in",
    "goal_kick": "goal kick",
    "corner": "corner",
    "free_kick": "free kick",
    "penalty": "penalty",
}
"""Names by the word that a position has for them; not every game has all."""
