"""Writing a match as text that people read and programs read back; docs/notation.md describes it with an example.

Headers, then the turns of both sides: actions, the dice thrown for them in parentheses, rulings in angle brackets,
comments in braces, and in brackets what else is known of the position from there on. ``game_reader`` reads it.
"""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.game import Known
from engine.match import Roll
from engine.notation import format_action

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Done, Game
    from engine.match import Event, Position

WIDTH = 100

OWN_HEADERS = ("Game", "Board", "Options", "Start", "Result")
"""Headers that follow from the match; all others are anybody's."""

HEADER_NAME = r"[A-Z][A-Za-z]{0,30}"

TOLD = frozenset({
    "possession", "free_ball", "goal", "save", "offside", "out", "throw_in", "goal_kick", "corner", "free_kick",
    "penalty", "kick_off", "turn_over", "foul", "half_time", "full_time",
})  # fmt: skip
"""Events that a ruling tells; the others say again what the action or the dice say."""


def ruling_words(events: Sequence[Event]) -> str:
    """``goal B, kick_off R``: what a ruling says beyond the action and the dice."""
    # A ruling that begins with the turn going over is that of an ``end``, which says so itself.
    first = 1 if events and events[0].type == "turn_over" else 0
    told = [event for event in events[first:] if event.type in TOLD]
    return ", ".join(" ".join(filter(None, (event.type, _whose(event)))) for event in told)


def _whose(event: Event) -> str:
    data = event.data
    return str(data.get("by") or data.get("team") or data.get("at") or data.get("spot") or "")


def write_game(game: Game) -> str:
    """The text; ``read_game`` of it is an equal match."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _headers(game)]
    body = [f"{{{game.comment}}}"] if game.comment else []
    marker = ""
    before = game.start
    for step in game.steps:
        if (now := turn_marker(before)) != marker and not isinstance(step.done, Roll):
            body.append(f"\n{now}")
            marker = now
        body.append(_done_text(step.done))
        if words := ruling_words(step.ruling.events):
            body.append(f"<{words}>")
        if step.comment:
            body.append(f"{{{step.comment}}}")
        before = step.ruling.position
    turns = " ".join(body).split("\n")
    wrapped = [textwrap.fill(turn.strip(), WIDTH, subsequent_indent="    ", break_long_words=False,
                             break_on_hyphens=False) for turn in turns if turn.strip()]  # fmt: skip
    return "\n".join((*lines, "", *wrapped)) + "\n"


def turn_marker(position: Position) -> str:
    """``4B:`` before the actions of blue's fourth turn; empty before anybody is on turn."""
    return f"{position.turns_done.of(position.turn) + 1}{position.turn}:" if position.turn else ""


def _headers(game: Game) -> Iterator[tuple[str, str]]:
    yield "Game", game.rules.game
    yield "Board", game.rules.board.name
    yield "Options", " ".join(f"{name}={_word(value)}" for name, value in game.rules.options.items())
    yield from game.headers.items()
    yield "Start", game.rules.format_position(game.start)
    score = game.position.score
    yield "Result", f"{score.B}-{score.R}"


def _word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _done_text(done: Done) -> str:
    if isinstance(done, Known):
        return f"[{done.word}]"
    return _roll_text(done) if isinstance(done, Roll) else format_action(done)


def _roll_text(roll: Roll) -> str:
    if roll.duel is not None:
        return f"({roll.duel[0]}:{roll.duel[1]})"
    return f"({' '.join(map(str, roll.faces))})"


def with_headers(game: Game, **headers: str) -> Game:
    """The match with headers set, for example ``Blue="Ann"``. Raises ValueError for a name that is no free header."""
    for name in headers:
        if name in OWN_HEADERS or not re.fullmatch(HEADER_NAME, name):
            raise ValueError(
                f"{name!r} cannot be a header: a word with a capital, and none of {', '.join(OWN_HEADERS)}"
            )
    return replace(game, headers={**game.headers, **{name: " ".join(text.split()) for name, text in headers.items()}})
