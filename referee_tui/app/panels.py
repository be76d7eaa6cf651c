"""The words round the board, as pure functions from the state to Rich text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from engine.match import TEAMS
from referee_tui.app.palette import TEAM_COLOUR
from referee_tui.words import TEAM_NAMES, clock

if TYPE_CHECKING:
    from engine.match import Team
    from referee_tui.app.state import Line, ScreenState

_CALM = Style(color="#ffffff", bgcolor="#1f6f43", bold=True)
_BUSY = Style(color="#000000", bgcolor="#c9b458", bold=True)
_ALARM = Style(color="#ffffff", bgcolor="#a02c2c", bold=True)
_EYES = {
    "NO CAMERA": (_ALARM, "the source delivers no pictures"),
    "NO BOARD": (_ALARM, "the board is not in sight"),
    "HAND": (_BUSY, "nothing is read under a hand"),
    "SETTLING": (_BUSY, "waiting for the table to rest"),
    "IN STEP": (_CALM, "the table is as the match has it"),
    "ASKING": (_BUSY, "play waits for you"),
    "OUT OF STEP": (_ALARM, "table and match differ"),
    "PAUSED": (_BUSY, "nothing is read; p goes on"),
}

_TONES = {
    "legal": Style(),
    "illegal": Style(color="#ffffff", bgcolor="#a02c2c", bold=True),
    "unsure": Style(color="#ffd83d"),
    "info": Style(color="#8fa3b5"),
}
_SIGNS = {"legal": "✓", "illegal": "✗", "unsure": "?", "info": " "}
_BAR = 16


def score_text(state: ScreenState) -> str:
    """``1:0``, blue first."""
    score = state.position.score if state.position else None
    return f"{score.B}:{score.R}" if score else "-:-"


def name_plate(team: Team, state: ScreenState) -> Text:
    """A team's name on its colour; an arrow beside it while it is this side's turn."""
    playing = state.position is not None and state.position.turn == team
    name = f"{state.names.get(team) or TEAM_NAMES[team].upper()} {team}"
    mark = "▶" if playing else " "
    middle = f"{mark} {name} " if team == TEAMS[0] else f" {name} {mark.replace('▶', '◀')}"
    blank = " " * len(middle)
    style = Style(color="#ffffff", bgcolor=TEAM_COLOUR[team], bold=True, underline=False)
    return Text(f"{blank}\n{middle}\n{blank}", style=style, no_wrap=True)


def turn_line(state: ScreenState) -> Text:
    """Whose turn, what is left of it, and the turn counter."""
    position = state.position
    if position is None:
        return Text("waiting for the teams to be set up", style="dim")
    count = state.count
    who = f" ({count.player})" if count.player else ""
    parts = [f"{TEAM_NAMES[position.turn]}{who} to play" if position.turn else "who begins is not decided"]
    if count.moves_allowed is not None:
        parts.append(f"{count.unit} {count.moves_made} of {count.moves_allowed}")
    if count.turns is not None:
        parts.append(f"turn {count.turn}/{count.turns}")
    if count.minutes is not None:
        parts.append(f"{count.minutes} min")
    return Text(" · ".join(parts), style="bold", no_wrap=True, overflow="ellipsis")


def eye_line(state: ScreenState) -> Text:
    """The state of the eye in words, and what it means."""
    style, meaning = _EYES.get(state.eye, (_ALARM, ""))
    return Text.assemble((f" {state.eye} ", style), " ", state.disturbed or meaning, no_wrap=True, overflow="ellipsis")


def film_line(state: ScreenState) -> Text:
    """How far a recording has been read; the time alone for a camera."""
    progress = state.progress
    if progress is None:
        return Text(f"{state.source}  live {clock(state.t)}", style="dim", no_wrap=True, overflow="ellipsis")
    full = round(progress * _BAR)
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append("━" * full, Style(color="#6fbf8b"))
    text.append("─" * (_BAR - full), Style(color="#4b5560"))
    total = clock(state.duration_s if state.duration_s is not None else state.t)
    now = total if state.over else clock(state.t)
    text.append(f" {now} of {total} ({progress:.0%})", "dim")
    return text.append(f"  {state.source}", "dim")


def need_line(state: ScreenState) -> Text:
    """What play waits for: an answer, a roll, pieces to be put somewhere; empty if nothing."""
    if state.over:
        return Text(f" The recording has ended. q leaves; the log is {state.log}", style="dim")
    return Text(f" ▸ {state.need}" if state.need else "", style="bold #ffd83d")


def ruling_line(line: Line) -> Text:
    """One ruling: time, a sign for its verdict, the words."""
    return Text.assemble(
        (f"{clock(line.t):>6} ", "dim"), (f"{_SIGNS[line.tone]} ", "bold"), (line.text, _TONES[line.tone])
    )
