"""The screen on which a match is chosen before it begins."""
