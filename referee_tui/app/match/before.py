"""What was ruled in a match before it was taken up again, as its log tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.record.errors import LogError
from referee_tui.app.state import Line
from referee_tui.texts import texts

if TYPE_CHECKING:
    from pathlib import Path

    from engine.ruleset import Ruleset
    from referee_tui.app.replay.steps import Kind, Step
    from referee_tui.app.state import Tone

_TONES: dict[Kind, Tone] = {
    "act": "legal", "correction": "info", "refused": "illegal", "question": "unsure", "undo": "info",
}  # fmt: skip


def lines_before(log: Path, rules: Ruleset, language: str) -> tuple[Line, ...]:
    """The rulings that a log holds, and that the match goes on below them; nothing of a log in which none is yet.

    A log that cannot be read tells nothing here: that is for whoever goes on with it to say.
    """
    # A match that begins has no need of all that a replay needs.
    from referee_tui.app.replay.steps import load_replay  # noqa: PLC0415

    try:
        steps = load_replay(log, lambda game, options: rules, language).steps[1:]  # noqa: ARG005 - a loader's form
    except LogError:
        return ()
    if not steps:
        return ()
    return (*map(_line, steps), Line(steps[-1].t, texts("match", language)("goes_on_here")))


def _line(step: Step) -> Line:
    rule = step.incident.rule if step.incident is not None else ""
    return Line(step.t, step.text, _TONES.get(step.kind, "info"), rule=rule)
