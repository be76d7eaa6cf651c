"""The keys of the match screen."""

from __future__ import annotations

from textual.binding import Binding

from referee_tui.app.keys import bound

KEYS = (
    bound("q", "app.quit", "match.quit"),
    bound("t,colon", "type", "match.type", key_display="t"),
    bound("space", "end_turn", "match.end_turn", key_display="space"),
    bound("e", "correct", "match.correct"),
    bound("u", "undo", "match.undo"),
    bound("U", "redo", "match.redo", show=False),
    bound("r", "look_again", "match.look_again", show=False),
    bound("p", "pause", "match.pause"),
    bound("c", "camera", "match.camera"),
    bound("v", "still", "match.still", show=False),
    bound("h", "history", "match.history"),
    bound("m", "throw", "match.throw", show=False),
    bound("k", "calibrate", "match.calibrate", show=False),
    bound("b", "report", "match.report", show=False),
    bound("question_mark,f1", "help", "match.help", key_display="?"),
    bound("backspace", "unsay", "match.unsay", show=False),
    bound("escape", "close", "match.close", show=False),
    *(Binding(f"{n}", f"answer({n})", f"Answer {n}", show=False, id=f"match.answer_{n}") for n in range(1, 10)),
)
"""The ids stay: players give them keys of their own."""

WHILE_CORRECTING = frozenset({"undo", "redo", "help", "type", "app.quit", "correct"})
"""What the screen's own keys still do while the board has the keyboard. No answers: the question is out of sight."""
