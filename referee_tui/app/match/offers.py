"""Which of the match screen's actions there are to be done now."""

from __future__ import annotations

WHILE_CORRECTING = frozenset({"undo", "redo", "help", "type", "app.quit", "correct"})
"""What the screen's own keys still do while the board has the keyboard. No answers: the question is out of sight."""
