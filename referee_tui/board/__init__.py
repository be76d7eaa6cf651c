"""Checking where the board lies: which board it is, reports on it, and their words."""
