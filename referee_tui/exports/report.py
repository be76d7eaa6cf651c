"""What a match report says, whatever it is written as: score, course, shots, dice, disputes, times, the referee."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.game_names import title_of
from engine.game_text import turn_marker
from engine.stats.summary import statistics_of
from engine.texts import ENGLISH
from referee_tui.audience import audience_of
from referee_tui.exports.board_picture import board_picture
from referee_tui.exports.captions import MOST_WORDS, caption, incident_words, shown, team_names
from referee_tui.exports.charts import time_line, turn_times
from referee_tui.exports.table import dice_text
from referee_tui.retold import retold
from referee_tui.stats_words import (
    SECTION,
    chance_words,
    fairness_words,
    luck_words,
    outcome_words,
    referee_lines,
    team_figures,
)
from referee_tui.texts import texts
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.record.chronicle import Chronicle, Deed
    from engine.stats.dice import Die
    from engine.stats.shots import Goal, Shot
    from engine.texts import Texts
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
    say: Texts = field(default_factory=lambda: texts(SECTION))
    """The words in which it is told, for what stands round the sections."""


def report_of(told: Chronicle, language: str = ENGLISH) -> Report:
    """Put the report of a match together."""
    return _Writer(told, texts(SECTION, language), audience_of(told.rules, told.header, language)).report()


def _cut(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table | None:
    return Table(head, tuple(rows[:MOST_ROWS]), max(0, len(rows) - MOST_ROWS)) if rows else None


def _score(deed: Deed) -> str:
    return f"{deed.after.score.B}-{deed.after.score.R}"


def _turn(deed: Deed) -> str:
    return turn_marker(deed.before).rstrip(":")


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


_DISPUTED = frozenset({"refused", "question", "undo", "correction"})


class _Writer:
    """Tells a match to somebody."""

    def __init__(self, told: Chronicle, say: Texts, audience: Audience) -> None:
        self._told, self._say, self._audience = told, say, audience
        self._found = statistics_of(told)
        self._names = team_names(told.header, say.language)

    def report(self) -> Report:
        """All sections that there is something for."""
        say, found, names, score = self._say, self._found, self._names, self._found.score
        sections = (
            Section(say("course"), (time_line(self._told, found, names, say),)),
            Section(say("goals"), table=self._goals()),
            Section(say("figures"), table=self._figures()),
            Section(say("shots"), table=self._shots()) if found.shots else None,
            Section(say("dice"), table=self._dice()) if found.dice else None,
            Section(say("times"), (turn_times(found, names, say),)) if found.turns else None,
            Section(say("disputes"), table=self._disputes()),
            Section(say("referee"), lines=tuple(referee_lines(found, say))),
            Section(say("last"), (self._last(),)),
        )
        return Report(
            say("score_line", blue=names["B"], B=score.B, R=score.R, red=names["R"]),
            self._subtitle(),
            tuple(section for section in sections if section is not None),
            say,
        )

    def _subtitle(self) -> str:
        told, say = self._told, self._say
        over = any(event.type == "full_time" for deed in told.standing for event in deed.events)
        return say(
            "subtitle",
            game=title_of(told.rules.game),
            board=told.rules.board.name,
            time=clock(self._found.seconds),
            state=say("full_time" if over else "not_over"),
            software=shown(told.header.software),
        )

    def _head(self, *columns: str) -> tuple[str, ...]:
        return tuple(self._say(f"head_{column}") for column in columns)

    def _goals(self) -> Table | None:
        deeds, audience = {deed.seq: deed for deed in self._told.standing}, self._audience
        rows = []
        for goal in self._found.goals:
            deed = deeds[goal.seq]
            how, by = audience.hears(caption(deed)), self._scorer(goal)
            rows.append((clock(goal.t), _turn(deed), self._names[goal.team], by, _score(deed), how))
        return _cut(self._head("time", "turn", "goal_for", "by", "score", "how"), rows)

    def _scorer(self, goal: Goal) -> str:
        by = self._audience.called(goal.by) if goal.by else "-"
        return self._say("own_goal", by=by) if goal.own else by

    def _figures(self) -> Table:
        names = self._names
        blue, red = team_figures(self._found, "B", self._say), team_figures(self._found, "R", self._say)
        return Table(("", names["B"], names["R"]), tuple((what, blue[what], red[what]) for what in blue))

    def _shots(self) -> Table | None:
        thrown, audience, say = _dice_by_act(self._told), self._audience, self._say
        rows = [
            (
                clock(shot.t), self._names[shot.team], audience.called(shot.by) if shot.by else "-", shot.notation,
                chance_words(shot, say), thrown.get(shot.seq, "-"), outcome_words(shot, say), self._luck(shot),
            )
            for shot in self._found.shots
        ]  # fmt: skip
        return _cut(self._head("time", "side", "by", "act", "chance", "dice", "outcome", "luck"), rows)

    def _luck(self, shot: Shot) -> str:
        """What the dice gave beyond expectation."""
        return "-" if shot.chance is None else luck_words(float(shot.goal - shot.chance), self._say)

    def _dice(self) -> Table | None:
        say = self._say
        rows = [
            (
                self._whose(die), str(die.thrown), say("number", value=die.mean), *map(str, die.counts),
                fairness_words(die, say),
            )
            for die in self._found.dice
        ]  # fmt: skip
        return _cut((*self._head("dice_of", "throws", "mean"), *"123456", *self._head("fair")), rows)

    def _whose(self, die: Die) -> str:
        whose = self._names[die.team] if die.team is not None else "-"
        return self._say("program", whose=whose) if die.rolled else whose

    def _disputes(self) -> Table | None:
        rows = [
            (
                clock(incident.t), self._say(incident.kind), shown(incident.notation), shown(incident.rule),
                shown(retold(self._told.rules, self._audience, incident_words(incident)), MOST_WORDS),
            )
            for incident in self._told.incidents
            if incident.kind in _DISPUTED
        ]  # fmt: skip
        return _cut(self._head("time", "what", "act", "rule", "why"), rows)

    def _last(self) -> Picture:
        told = self._told
        standing = told.standing
        return board_picture(told.rules, told.position, standing[-1] if standing else None, self._say("last"))
