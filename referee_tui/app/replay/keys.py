"""The keys of the replay."""

from __future__ import annotations

from referee_tui.app.keys import bound

KEYS = (
    bound("left", "back", "replay.back", show=False),
    bound("right", "forward", "replay.on", key_display="← →"),
    bound("pageup", "turn(-1)", "replay.turn_back", show=False),
    bound("pagedown", "turn(1)", "replay.turn_on", show=False),
    bound("home", "first", "replay.first", show=False),
    bound("end", "last", "replay.last", show=False),
    bound("up", "scroll(-1)", "replay.words_up", show=False),
    bound("down", "scroll(1)", "replay.words_down", show=False),
    bound("n", "dispute(1)", "replay.dispute_on"),
    bound("N", "dispute(-1)", "replay.dispute_back", show=False),
    bound("slash", "search", "replay.search", key_display="/"),
    bound("f", "search_on(1)", "replay.search_on", show=False),
    bound("F", "search_on(-1)", "replay.search_back", show=False),
    bound("e", "evidence", "replay.evidence"),
    bound("x", "export", "replay.export"),
    bound("question_mark,f1,h", "help", "replay.help", key_display="?"),
    bound("q", "leave", "replay.leave"),
)
"""The ids stay: players give them keys of their own."""
