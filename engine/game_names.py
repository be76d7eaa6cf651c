"""The four games by name: what a board file, an option or a log may say; their rules lie in ``engine/games``."""

GAMES = ("regista", "very-much", "soccer-chess", "soccer-fun")
"""Every game by its name in options, logs and on the command line."""
