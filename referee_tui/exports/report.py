"""What a match report says, whatever it is written as: score, course, shots, dice, disputes, times, the referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game_names import title_of
from engine.game_text import turn_marker
from engine.stats.summary import statistics_of
from referee_tui.audience import audience_of
from referee_tui.exports.board_picture import board_picture
from referee_tui.exports.captions import MOST_WORDS, caption, incident_words, shown, team_names
from referee_tui.exports.charts import time_line, turn_times
from referee_tui.exports.table import dice_text
from referee_tui.stats_words import (
    chance_words,
    fairness_words,
    outcome_words,
    referee_lines,
    team_figures,
)
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.record.chronicle import Chronicle, Deed
    from engine.stats.shots import Goal, Shot
    from engine.stats.summary import Statistics
    from referee_tui.audience import Audience
    from referee_tui.exports.shapes import Picture

MOST_ROWS = 60
"""A table of a report is no longer; the log has the rest."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left_out: int = 0
    """Rows that there was no room for."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report: a title, and what stands under it in this order."""

    title: str
    pictures: tuple[Picture, ...] = ()
    lines: tuple[str, ...] = ()
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A report; all its texts are plain, and may hold anything that a name may."""

    title: str
    """``Ann 2 - 1 Bob``."""
    subtitle: str
    sections: tuple[Section, ...]


def report_of(told: Chronicle) -> Report:
    """Put the report of a match together."""
    found = statistics_of(told)
    names = team_names(told.header)
    score = found.score
    sections = (
        Section("The course of the match", (time_line(told, found, names),)),
        Section("Goals", table=_goals(told, found, names)),
        Section("Figures", table=_figures(found, names)),
        Section("Shots", table=_shots(told, found, names)) if found.shots else None,
        Section("Dice", table=_dice(found, names)) if found.dice else None,
        Section("Times", (turn_times(found, names),)) if found.turns else None,
        Section("Disputes and corrections", table=_disputes(told)),
        Section("The referee", lines=tuple(referee_lines(found))),
        Section("The last position", (_last(told),)),
    )
    return Report(
        f"{names['B']} {score.B} - {score.R} {names['R']}",
        _subtitle(told, found),
        tuple(section for section in sections if section is not None),
    )


def _subtitle(told: Chronicle, found: Statistics) -> str:
    over = any(event.type == "full_time" for deed in told.standing for event in deed.events)
    game = title_of(told.rules.game)
    state = "full time" if over else "not played to its end"
    return (
        f"{game} on {told.rules.board.name}, {clock(found.seconds)}, {state}; written by {shown(told.header.software)}"
    )


def _cut(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table | None:
    return Table(head, tuple(rows[:MOST_ROWS]), max(0, len(rows) - MOST_ROWS)) if rows else None


def _goals(told: Chronicle, found: Statistics, names: Mapping[str, str]) -> Table | None:
    deeds, audience = {deed.seq: deed for deed in told.standing}, audience_of(told.rules, told.header)
    rows = []
    for goal in found.goals:
        deed = deeds[goal.seq]
        how, by = audience.hears(caption(deed)), _scorer(goal, audience)
        rows.append((clock(goal.t), _turn(deed), names[goal.team], by, _score(deed), how))
    return _cut(("time", "turn", "goal for", "by", "score", "how"), rows)


def _scorer(goal: Goal, audience: Audience) -> str:
    return f"{audience.called(goal.by) if goal.by else '-'}{' (own goal)' if goal.own else ''}"


def _score(deed: Deed) -> str:
    return f"{deed.after.score.B}-{deed.after.score.R}"


def _turn(deed: Deed) -> str:
    return turn_marker(deed.before).rstrip(":")


def _figures(found: Statistics, names: Mapping[str, str]) -> Table:
    blue, red = team_figures(found, "B"), team_figures(found, "R")
    return Table(("", names["B"], names["R"]), tuple((what, blue[what], red[what]) for what in blue))


def _shots(told: Chronicle, found: Statistics, names: Mapping[str, str]) -> Table | None:
    thrown, audience = _dice_by_act(told), audience_of(told.rules, told.header)
    rows = [
        (
            clock(shot.t), names[shot.team], audience.called(shot.by) if shot.by else "-", shot.notation,
            chance_words(shot), thrown.get(shot.seq, "-"), outcome_words(shot), _luck(shot),
        )
        for shot in found.shots
    ]  # fmt: skip
    return _cut(("time", "side", "by", "act", "chance of a goal", "dice", "outcome", "luck"), rows)


def _luck(shot: Shot) -> str:
    """What the dice gave beyond expectation."""
    return "-" if shot.chance is None else f"{float(shot.goal - shot.chance):+.2f}"


def _dice_by_act(told: Chronicle) -> dict[int, str]:
    """The faces that decided each act, also where they were declared and thrown before it."""
    found: dict[int, str] = {}
    declared = ""
    for deed in told.standing:
        thrown = ", ".join(dice_text(throw.roll) for throw in deed.throws)
        if thrown or declared:
            found[deed.seq] = thrown or declared
        goes_on = deed.after.awaits is not None and deed.after.awaits.type == "choice"
        declared = thrown if deed.action is not None and deed.action.kind == "declare" else declared if goes_on else ""
    return found


def _dice(found: Statistics, names: Mapping[str, str]) -> Table | None:
    rows = [
        (
            f"{names[die.team] if die.team is not None else '-'}{' (program)' if die.rolled else ''}",
            str(die.thrown), f"{die.mean:.2f}", *map(str, die.counts), fairness_words(die),
        )
        for die in found.dice
    ]  # fmt: skip
    return _cut(("dice of", "throws", "mean", *"123456", "fair?"), rows)


def _disputes(told: Chronicle) -> Table | None:
    words = {"refused": "refused", "question": "asked", "undo": "taken back", "correction": "corrected"}
    rows = [
        (
            clock(incident.t), words[incident.kind], shown(incident.notation), shown(incident.rule),
            shown(incident_words(incident), MOST_WORDS),
        )
        for incident in told.incidents
        if incident.kind in words
    ]  # fmt: skip
    return _cut(("time", "what", "act", "rule", "why"), rows)


def _last(told: Chronicle) -> Picture:
    standing = told.standing
    return board_picture(told.rules, told.position, standing[-1] if standing else None, "The last position")
