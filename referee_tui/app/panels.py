"""The words round the board, as pure functions from the state to Rich text."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from engine.match import TEAMS
from referee_tui.app.big import big
from referee_tui.app.palette import TEAM_COLOUR, TEAM_SIGN
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Team
    from engine.texts import Texts
    from referee_tui.app.state import Line, ScreenState

_CALM = Style(color="#ffffff", bgcolor="#1f6f43", bold=True)
_BUSY = Style(color="#000000", bgcolor="#c9b458", bold=True)
_ALARM = Style(color="#ffffff", bgcolor="#a02c2c", bold=True)
_EYES = {
    "NO CAMERA": _ALARM, "NO BOARD": _ALARM, "HAND": _BUSY, "SETTLING": _BUSY, "IN STEP": _CALM, "ASKING": _BUSY,
    "OUT OF STEP": _ALARM, "PAUSED": _BUSY,
}  # fmt: skip

_TONES = {
    "legal": Style(),
    "illegal": Style(color="#ffffff", bgcolor="#a02c2c", bold=True),
    "unsure": Style(color="#ffd83d"),
    "info": Style(color="#8fa3b5"),
}
_SIGNS = {"legal": "✓", "illegal": "✗", "unsure": "?", "info": " "}
_BAR = 8

_NARROW = 9
"""Letters of a name in a line, where there is little room."""


def score_text(state: ScreenState) -> str:
    """``1:0``, blue first."""
    score = state.position.score if state.position else None
    return f"{score.B}:{score.R}" if score else "-:-"


def score_big(state: ScreenState) -> Text:
    """The score in large letters."""
    return Text("\n".join(f" {line} " for line in big(score_text(state))), style="bold #ffffff", no_wrap=True)


def name_plate(team: Team, state: ScreenState, say: Texts, *, narrow: bool = False) -> Text:
    """A team's shape and name on its colour; an arrow beside it while it is this side's turn.

    ``narrow``: the name in the lines above and below its shape and letter, and no more of it than has room there.
    """
    playing = state.position is not None and state.position.turn == team and not state.count.over
    name = state.names.get(team) or say(f"team.{team}").upper()
    above, below = _folded(name) if narrow else ("", "")
    plate = " ".join((TEAM_SIGN[team], *([] if narrow else [name]), team))
    mark = "▶" if playing else " "
    middle = f"{mark} {plate} " if team == TEAMS[0] else f" {plate} {mark.replace('▶', '◀')}"
    lines = [Text(f" {above} " if above else ""), Text(middle), Text(f" {below} " if below else "")]
    width = max(line.cell_len for line in lines)
    for line in lines:
        line.pad_right(width - line.cell_len)
    style = Style(color="#ffffff", bgcolor=TEAM_COLOUR[team], bold=True, underline=False)
    return Text("\n", style=style, no_wrap=True).join(lines)


def _folded(name: str) -> tuple[str, str]:
    """A name in two lines, broken between words where that can be."""
    above, *rest = wrap(name, _NARROW) or [name]
    below = Text(" ".join(rest))
    below.truncate(_NARROW, overflow="ellipsis")
    return above, below.plain


def counter_big(state: ScreenState, say: Texts) -> Text:
    """The counter of turns in large letters, and beside it what it counts; empty where a game counts none."""
    count = state.count
    if count.turn is None or state.position is None:
        return Text("")
    of = say("of_turns", turns=count.turns) if count.turns is not None else ""
    minutes = say("minutes", minutes=count.minutes) if count.minutes is not None else ""
    words = (say("turn_alone", turn="").strip(), of, minutes)
    lines = zip(big(str(count.turn)), words, strict=True)
    return Text("\n".join(f" {line} {word} " for line, word in lines), style="bold", no_wrap=True)


def turn_line(state: ScreenState, say: Texts, *, counted: bool = False, columns: int = 0) -> Text:
    """Whose turn, what is left of it, and the turn counter unless it is ``counted`` elsewhere.

    Of a name no more than there is room for, if there are so many ``columns``: what follows it is to be read.
    """
    line = _turn_line(state, say, counted=counted)
    return _turn_line(state, say, counted=counted, most=_NARROW) if 0 < columns < line.cell_len else line


def _turn_line(state: ScreenState, say: Texts, *, counted: bool, most: int | None = None) -> Text:
    position = state.position
    if position is None:
        return Text(say("set_up"), style="dim")
    count = state.count
    who = f" ({count.player})" if count.player else ""
    side = position.turn
    called = state.names.get(side) or say(f"team.{side}") if side else ""
    if most is not None and len(called) > most:
        called = f"{called[: most - 1]}…"
    player = f"{TEAM_SIGN[side]} {called}{who}" if side else say("undecided")
    if count.over:
        parts = [say("match_over")]
    elif count.moves_allowed is None:
        parts = [say("to_play", who=player) if side else player]
    else:
        player = say(f"due_{count.due}", who=player) if side and count.due else player
        moves = say("moves", unit=say(f"unit_{count.unit}"), made=count.moves_made, allowed=count.moves_allowed)
        parts = [f"{player}: {moves}"]
    if count.turn is not None and not counted:
        key = "turn" if count.turns is not None else "turn_alone"
        parts.append(say(key, turn=count.turn, turns=count.turns))
    if count.minutes is not None and not counted:
        parts.append(say("minutes", minutes=count.minutes))
    if state.progress is not None and (time := play_time(state, say)):
        parts.append(time)
    return Text(" · ".join(parts), style="bold", no_wrap=True, overflow="ellipsis")


def eye_line(state: ScreenState, say: Texts) -> Text:
    """The state of the eye in words, and what it means."""
    if state.by_hand:
        key = "eye_asking" if state.eye == "ASKING" else "match_over" if state.count.over else "eye_by_hand"
        return Text.assemble((say("by_hand"), _BUSY if state.eye == "ASKING" else _CALM), " ", say(key), no_wrap=True)
    style = _EYES.get(state.eye, _ALARM)
    eye = state.eye.lower().replace(" ", "_")
    meaning = state.disturbed or say(f"eye_{eye}")
    return Text.assemble((f" {say(f'state_{eye}')} ", style), " ", meaning, no_wrap=True, overflow="ellipsis")


def undo_line(state: ScreenState, say: Texts, columns: int) -> Text:
    """What an undo or a redo would do, cut where it is too long, and how far the source has come if there is room."""
    would = [say(key, what=what) for key, what in (("undoes", state.undo), ("redoes", state.redo)) if what]
    if not would:
        return film(state, say)
    gap, words = Text("  "), Text("  ".join(would), "dim")
    # What would be taken back is told whole if it can be, with less and less of how far the film has come.
    for come in _come(state, say):
        if words.cell_len + come.cell_len + (gap.cell_len if come else 0) <= columns:
            return gap.join((words, come)) if come else words
    if len(would) == 2:
        # Of both so little would be left beside the time that nobody could tell what they do.
        return gap.join(_shared(would, columns - gap.cell_len))
    time = Text(_time(state, say))
    words.truncate(max(columns - gap.cell_len - time.cell_len, 0), overflow="ellipsis")
    return gap.join((words, time))


def _come(state: ScreenState, say: Texts) -> Iterator[Text]:
    """How far the source has come, in fewer and fewer words."""
    yield film(state, say)
    yield film(state, say, short=True)
    yield Text(_time(state, say))
    yield Text()


def _shared(texts: list[str], columns: int) -> tuple[Text, Text]:
    """Two texts cut so that both are told of: one that needs less than half leaves the rest to the other."""
    one, two = (Text(text, "dim") for text in texts)
    half = columns // 2
    to_one = max(half, columns - two.cell_len)
    one.truncate(to_one, overflow="ellipsis")
    two.truncate(max(columns - one.cell_len, 0), overflow="ellipsis")
    return one, two


def play_time(state: ScreenState, say: Texts) -> str:
    """How long a match has been played that is played to time; empty for others."""
    length_min = state.count.length_min
    if length_min is None:
        return ""
    return say("clock", now=clock(state.played_s), length=clock(60.0 * length_min))


def film(state: ScreenState, say: Texts, *, short: bool = False) -> Text:
    """How far a recording has been read, in ``short`` without its name; the time alone for a camera.

    In a match that is played to time it is the time played.
    """
    progress = state.progress
    if progress is None:
        key = "by_hand_time" if state.by_hand else "live"
        return Text(say(key, source=state.source, time=_time(state, say)))
    full = round(progress * _BAR)
    text = Text(no_wrap=True)
    text.append("━" * full, Style(color="#6fbf8b"))
    text.append("─" * (_BAR - full), Style(color="#4b5560"))
    text.append(f" {_time(state, say)}")
    return text if short else text.append(f" ({progress:.0%})  {state.source}")


def _time(state: ScreenState, say: Texts) -> str:
    """``0:15 of 1:00`` for a recording; for a camera and a match that is typed the time, or the time played."""
    if state.progress is None:
        return play_time(state, say) or clock(state.t)
    total = clock(state.duration_s if state.duration_s is not None else state.t)
    return say("clock", now=total if state.over else clock(state.t), length=total)


def ruling_line(line: Line) -> Text:
    """One ruling: time, a sign for its verdict, the words."""
    return Text.assemble(
        (f"{clock(line.t):>6} ", "dim"), (f"{_SIGNS[line.tone]} ", "bold"), (line.text, _TONES[line.tone])
    )
