"""Which key does what, on every screen: by ids under which players give actions keys of their own, so they stay.

Without Textual: texts name keys, also where no screen is open.
"""

from __future__ import annotations

from typing import NamedTuple


class Bound(NamedTuple):
    """Keys for an action."""

    keys: str
    """In Textual's names, commas between several."""
    action: str
    """As Textual calls it."""
    id: str
    """What it is called stands under this id in ``texts/en/keys.toml``."""
    show: bool = True
    """It stands in the line of keys below the screen."""
    shown_as: str | None = None
    """Which key, or which signs, stand there, where that is not the first key; not for keys of a player's own."""
    priority: bool = False
    """It works wherever the focus is."""


APP = (
    # As everywhere else on a terminal, also while something is being typed or read.
    Bound("ctrl+c", "quit", "app.interrupt", show=False, priority=True),
    Bound("f12,ctrl+d", "debug", "app.debug", show=False),
)

START = (
    Bound("b,f5", "begin", "start.begin"),
    Bound("right", "open", "start.open", shown_as="enter"),
    Bound("escape,left", "back", "start.back"),
    Bound("l", "line_up", "start.line_up"),
    Bound("c", "calibrate", "start.calibrate"),
    Bound("v", "view", "start.view"),
    Bound("r", "look_again", "start.look_again", show=False),
    Bound("q", "app.quit", "start.quit"),
    Bound("question_mark,f1,h", "help", "start.help", shown_as="?"),
)

LINE_UP = (
    Bound("escape,l,q", "dismiss", "line_up.close"),
    Bound("right,down,space", "step(1)", "line_up.next", shown_as="→"),
    Bound("left,up", "step(-1)", "line_up.before", show=False),
    Bound("k", "other", "line_up.other"),
    Bound("c", "check", "line_up.check"),
    Bound("question_mark,f1,h", "help", "line_up.help", shown_as="?"),
)

MATCH = (
    Bound("q", "app.quit", "match.quit"),
    Bound("t,colon", "type", "match.type", shown_as="t"),
    Bound("space", "end_turn", "match.end_turn"),
    Bound("e", "correct", "match.correct"),
    Bound("u", "undo", "match.undo"),
    Bound("U", "redo", "match.redo"),
    Bound("r", "look_again", "match.look_again", show=False),
    Bound("p", "pause", "match.pause"),
    Bound("c", "camera", "match.camera"),
    Bound("v", "still", "match.still", show=False),
    Bound("h", "history", "match.history"),
    Bound("m", "throw", "match.throw", show=False),
    Bound("k", "calibrate", "match.calibrate", show=False),
    Bound("b", "report", "match.report", show=False),
    Bound("question_mark,f1", "help", "match.help", shown_as="?"),
    Bound("backspace", "unsay", "match.unsay", show=False),
    Bound("escape", "close", "match.close", show=False),
    *(Bound(f"{n}", f"answer({n})", f"match.answer_{n}", show=False) for n in range(1, 10)),
)

CORRECT = (
    Bound("enter", "take_or_put", "correct.put"),
    Bound("escape,e", "done", "correct.done", shown_as="e"),
    Bound("b", "ball", "correct.ball"),
    Bound("x,delete", "off", "correct.off", shown_as="x"),
    Bound("n", "renumber", "correct.renumber"),
    Bound("a", "add('B')", "correct.add_blue"),
    Bound("A", "add('R')", "correct.add_red"),
    Bound("s", "say('score ')", "correct.score"),
    Bound("c", "say('turn ')", "correct.counter"),
    Bound("d", "new_dice", "correct.roll"),
    Bound("o", "turn_over", "correct.turn"),
    Bound("B", "say('B')", "correct.blue", show=False),
    Bound("R", "say('R')", "correct.red", show=False),
    *(Bound(way, f"step('{way}')", f"correct.{way}", show=False) for way in ("up", "down", "left", "right")),
)

WHY = (Bound("escape,enter,q,space", "dismiss", "why.close", shown_as="escape"),)

STILL = (Bound("escape,enter,q,v,space", "dismiss", "still.close", shown_as="escape"),)

CALIBRATE = (
    Bound("q,escape", "leave", "calibrate.leave", shown_as="q"),
    Bound("s", "keep", "calibrate.keep"),
    Bound("v", "view", "calibrate.view"),
    *(
        Bound(f"{n}", f"corner({n - 1})", f"calibrate.corner{n}", show=n == 1, shown_as="1-4" if n == 1 else None)
        for n in range(1, 5)
    ),
    Bound("0", "whole", "calibrate.whole"),
    Bound("plus,equals_sign", "magnify(1)", "calibrate.nearer", show=False),
    Bound("minus", "magnify(-1)", "calibrate.farther", show=False),
    Bound("left,less_than_sign", "step(-1)", "calibrate.before", show=False),
    Bound("right,greater_than_sign", "step(1)", "calibrate.next", show=False),
    Bound("l", "lens", "calibrate.lens"),
    Bound("question_mark,f1,h", "help", "calibrate.help", shown_as="?"),
)

LENS = (
    Bound("q,escape", "leave", "lens.leave", shown_as="q"),
    Bound("enter", "measure", "lens.measure"),
    Bound("s", "keep", "lens.keep"),
    Bound("r", "again", "lens.again"),
    Bound("question_mark,f1,h", "help", "lens.help", shown_as="?"),
)

CORNERS = (
    Bound("q,escape", "leave", "corners.leave", shown_as="q"),
    *(
        Bound(f"{n}", f"choose({n - 1})", f"corners.{which}", show=n == 1, shown_as="1-4" if n == 1 else None)
        for n, which in enumerate(("first", "second", "third", "fourth"), 1)
    ),
    # A screen keeps this key for its focus otherwise, and nothing here takes one.
    Bound("tab", "next", "corners.next", priority=True),
    *(
        Bound(f"{prefix}{key}", f"nudge({way}, {fine})", f"corners.{how}{key}", show=False)
        for prefix, how, fine in (("", "", False), ("shift+", "fine_", True))
        for key, way in (("left", "-1, 0"), ("right", "1, 0"), ("up", "0, -1"), ("down", "0, 1"))
    ),
    Bound("plus,equals_sign", "magnify(1)", "corners.larger", shown_as="+ -"),
    Bound("minus", "magnify(-1)", "corners.smaller", show=False),
    Bound("t", "turn", "corners.turn"),
    Bound("enter", "accept", "corners.done", shown_as="enter"),
    Bound("question_mark,f1,h", "help", "corners.help", shown_as="?"),
)

REPLAY = (
    Bound("left", "back", "replay.back", show=False),
    Bound("right", "forward", "replay.on", shown_as="← →"),
    Bound("pageup", "turn(-1)", "replay.turn_back", show=False),
    Bound("pagedown", "turn(1)", "replay.turn_on", show=False),
    Bound("home", "first", "replay.first", show=False),
    Bound("end", "last", "replay.last", show=False),
    Bound("up", "scroll(-1)", "replay.words_up", show=False),
    Bound("down", "scroll(1)", "replay.words_down", show=False),
    Bound("n", "dispute(1)", "replay.dispute_on"),
    Bound("N", "dispute(-1)", "replay.dispute_back", show=False),
    Bound("slash", "search", "replay.search"),
    Bound("f", "search_on(1)", "replay.search_on", show=False),
    Bound("F", "search_on(-1)", "replay.search_back", show=False),
    Bound("e", "evidence", "replay.evidence"),
    Bound("x", "export", "replay.export"),
    Bound("question_mark,f1,h", "help", "replay.help", shown_as="?"),
    Bound("q", "leave", "replay.leave"),
)

EXPORT = (
    Bound("escape", "dismiss", "export.close"),
    Bound("f2", "write", "export.write"),
)

HELP = (
    Bound("escape,question_mark,f1,h,q", "dismiss", "help.close", shown_as="escape"),
    Bound("a", "everything", "help.everything"),
)

DEBUG = (Bound("escape,f12,ctrl+d,q", "dismiss", "debug.close", shown_as="escape"),)

ALL = (
    *APP, *START, *LINE_UP, *MATCH, *CORRECT, *WHY, *STILL, *CALIBRATE, *LENS, *CORNERS, *REPLAY, *EXPORT, *HELP,
    *DEBUG,
)  # fmt: skip
"""Every action that can be given other keys."""

USUAL = {bound.id: bound.keys for bound in ALL}
"""The keys of actions that were given no others."""

PLACES = {bound.id: place for place, bound in enumerate(ALL)}
"""The order in which actions stand in the line of keys, by their ids."""

SHARED = {
    "replay.on": ("replay.back", "replay.on"),
    "calibrate.corner1": tuple(f"calibrate.corner{n}" for n in range(1, 5)),
    "corners.first": ("corners.first", "corners.second", "corners.third", "corners.fourth"),
    "corners.larger": ("corners.larger", "corners.smaller"),
}
"""Actions of which the line of keys names one, with the keys of all."""
