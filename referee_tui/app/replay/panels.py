"""The words of the replay, as pure functions from a replay and the number of a step to what is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from engine.chance import outlook
from engine.referee.words import say_events, say_roll
from referee_tui.app.palette import TEAM_COLOUR, TEAM_SIGN
from referee_tui.exports.captions import act_words, team_names
from referee_tui.rule_words import rule_words
from referee_tui.texts import texts
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.match import Event, Team
    from engine.record.chronicle import Throw
    from engine.texts import Texts
    from referee_tui.app.replay.steps import Kind, Replay, Step

SIGNS: dict[Kind, str] = {"start": "▸", "act": "✓", "correction": "✎", "refused": "✗", "question": "?", "undo": "↶"}
_STYLES: dict[Kind, str] = {
    "start": "", "act": "", "correction": "$text-warning", "refused": "$text-error", "question": "$text-warning",
    "undo": "$text-warning",
}  # fmt: skip

HERE, GOAL_STYLE, DISPUTE = "●", "bold $text-success", "!"
CLOCK_CELLS = 9
"""Left and right of the line of time: `` 1:02:33 ``."""


def words_of(replay: Replay) -> Texts:
    """The words of the replay in its language, with the keys that are bound."""
    return texts("replay", replay.language, replay.keys)


def head_line(replay: Replay, number: int) -> Content:
    """Both sides with the score, the turn, and where in the log this is: one line."""
    step, names = replay.steps[number], team_names(replay.told.header, replay.language)
    score = step.after.score
    return Content.assemble(
        (f" {TEAM_SIGN['B']} {names['B']} B ", _plate("B")),
        (f" {score.B} : {score.R} ", "bold"),
        (f" {TEAM_SIGN['R']} {names['R']} R ", _plate("R")),
        f"  {_turn_words(replay, step)}",
    )


def _plate(team: Team) -> str:
    return f"bold #ffffff on {TEAM_COLOUR[team]}"


def where_line(replay: Replay, number: int) -> Content:
    """``◀ 17 of 240 ▶``; a click on an arrow goes a step."""
    place = words_of(replay)("where", number=number, last=replay.last)
    return Content.from_markup(f"[@click=screen.back] ◀ [/]{place}[@click=screen.forward] ▶ [/]")


def _turn_words(replay: Replay, step: Step) -> str:
    count, say = replay.rules.counter(step.after), words_of(replay)
    said = []
    if count.turn is not None:
        key = "turn" if count.turns is None else "turn_of"
        said.append(say(key, turn=count.turn, turns=count.turns))
    if step.after.turn is not None:
        named = replay.audience.names.get(step.after.turn)
        said.append(say("to_play", team=named or say(f"team.{step.after.turn}")))
    return " · ".join(said)


def detail(replay: Replay, number: int, *, pictured: bool = False) -> Content:
    """The act, who said so, its dice and their chances, what was ruled and why, what was noted.

    ``pictured``: the picture that it rests on is shown.
    """
    return Content("\n").join(_detail_lines(replay, replay.steps[number], pictured=pictured))


def _detail_lines(replay: Replay, step: Step, *, pictured: bool) -> Iterator[Content]:
    say = words_of(replay)
    yield _act_line(replay, step)
    if step.deed is not None:
        thrown = sum(len(throw.events) for throw in step.deed.throws)
        yield from _ruled(replay, step.deed.events[: len(step.deed.events) - thrown])
        for throw in step.deed.throws:
            yield _throw_line(replay, throw)
            yield from _ruled(replay, throw.events)
        if step.deed.taken_back:
            yield Content.styled(f"  {say('taken_back')}", "$text-warning")
    if step.incident is not None and step.incident.rule:
        words = rule_words(replay.rules.game, step.incident.rule, replay.language)
        rule = f"{step.incident.rule}  {say('rule', words=words)}" if words else step.incident.rule
        yield Content.styled(f"  {rule}", "$text-error")
    for note in step.notes:
        yield Content.styled(f"  {note}", "$text-muted")
    if step.evidence:
        yield Content.styled(f"  {say('evidence_back' if pictured else 'evidence')}", "$text-muted")


def _act_line(replay: Replay, step: Step) -> Content:
    said = words_of(replay)(f"source_{step.deed.source}") if step.deed is not None else ""
    what = replay.audience.hears(act_words(step.deed)) if step.deed is not None else step.text
    who = " · ".join(filter(None, (said, clock(step.t))))
    return Content.assemble((f"{SIGNS[step.kind]} {what}", f"bold {_STYLES[step.kind]}"), (f"  {who}", "$text-muted"))


def _ruled(replay: Replay, events: Iterable[Event]) -> Iterator[Content]:
    said = " · ".join(replay.audience.hears(say.text) for say in say_events(events))
    if said:
        yield Content(f"  {said}")


def _throw_line(replay: Replay, throw: Throw) -> Content:
    say, audience = words_of(replay), replay.audience
    found = outlook(replay.rules, throw.before)
    said = [] if throw.source == "seen" else [say(f"source_{throw.source}")]
    if found.decides:
        said.append(say("chances", chances=audience.hears(found.named())))
    return Content.assemble(
        f"  {audience.hears(say_roll(throw.cause, throw.roll))}", (f"  {' · '.join(said)}", "$text-muted")
    )


def step_lines(replay: Replay, number: int, columns: int, lines: int) -> list[tuple[int, Content]]:
    """The steps round one, as many as there are lines: (number, what is said of it)."""
    first = max(0, min(number - lines // 2, len(replay.steps) - lines))
    return [(n, _step_line(replay.steps[n], columns, here=n == number))
            for n in range(first, min(first + lines, len(replay.steps)))]  # fmt: skip


def _step_line(step: Step, columns: int, *, here: bool) -> Content:
    words = f"{clock(step.t):>7} {SIGNS[step.kind]} {step.text}"
    line = words if len(words) <= columns else f"{words[: max(columns - 1, 0)]}…"
    struck = step.deed is not None and step.deed.taken_back
    style = " ".join(filter(None, (_STYLES[step.kind], "strike" if struck else "", "reverse" if here else "")))
    return Content.styled(f"{line:<{columns}}", style)


def timeline(replay: Replay, number: int, columns: int) -> Content:
    """The match on a line: goals, disputes, where this is; the clock now and at the end."""
    cells = _cells(columns)
    signs: list[tuple[str, str]] = [("─", "$text-muted")] * cells
    for n in replay.disputes:
        signs[_cell(replay, n, cells)] = (DISPUTE, "bold $text-warning")
    for n, scorer in replay.goals:
        signs[_cell(replay, n, cells)] = (scorer, GOAL_STYLE)
    signs[_cell(replay, number, cells)] = (HERE, "bold $accent")
    now, end = clock(replay.steps[number].t), clock(replay.told.end_t)
    return Content.assemble(f"{now:>{CLOCK_CELLS - 1}} ", *signs, f" {end:<{CLOCK_CELLS - 1}}")


def step_at(replay: Replay, column: int, columns: int) -> int:
    """The step under a column of the line of time."""
    cells = _cells(columns)
    cell = min(max(column - CLOCK_CELLS, 0), cells - 1)
    return round(cell / max(cells - 1, 1) * replay.last)


def _cells(columns: int) -> int:
    return max(columns - 2 * CLOCK_CELLS, 2)


def _cell(replay: Replay, number: int, cells: int) -> int:
    return round(number / max(replay.last, 1) * (cells - 1))
