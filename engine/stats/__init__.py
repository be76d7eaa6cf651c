"""Figures of a match, counted from its log: what was done, what the dice did, how the time went."""
