"""The keys of the match screen."""

from __future__ import annotations

from textual.binding import Binding

KEYS = (
    Binding("q", "app.quit", "Leave", id="match.quit"),
    Binding("t,colon", "type", "Type", key_display="t", id="match.type"),
    Binding("space", "end_turn", "End turn", key_display="space", id="match.end_turn"),
    Binding("e", "correct", "Correct", id="match.correct"),
    Binding("u", "undo", "Undo", id="match.undo"),
    Binding("U", "redo", "Redo", show=False, id="match.redo"),
    Binding("r", "look_again", "Read again", show=False, id="match.look_again"),
    Binding("p", "pause", "Pause", id="match.pause"),
    Binding("c", "camera", "Camera", id="match.camera"),
    Binding("v", "still", "Picture", show=False, id="match.still"),
    Binding("h", "history", "Rulings", id="match.history"),
    Binding("m", "throw", "Throw", show=False, id="match.throw"),
    Binding("k", "calibrate", "Calibrate", show=False, id="match.calibrate"),
    Binding("b", "report", "Report", show=False, id="match.report"),
    Binding("question_mark,f1", "help", "Help", key_display="?", id="match.help"),
    Binding("backspace", "unsay", "Take back a face", show=False, id="match.unsay"),
    Binding("escape", "close", "Close", show=False, id="match.close"),
    *(Binding(f"{n}", f"answer({n})", f"Answer {n}", show=False, id=f"match.answer_{n}") for n in range(1, 10)),
)
"""The ids stay: players give them keys of their own."""

WHILE_CORRECTING = frozenset({"answer", "undo", "redo", "help", "type", "app.quit", "correct"})
"""What the screen's own keys still do while the board has the keyboard."""
