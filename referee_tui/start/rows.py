"""The list of sections on the start screen, as a pure function from its state; and what things are called there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.game_names import title_of
from engine.match import TEAMS
from referee_tui.exits import plain
from referee_tui.start.choices import NO_CAMERA
from referee_tui.start.state import SECTIONS, Found
from referee_tui.texts import texts

if TYPE_CHECKING:
    from engine.texts import Texts
    from referee_tui.start.saved import SavedMatch
    from referee_tui.start.state import Section, StartState


_NEVER_SETTLED = frozenset({"match", "camera", "sound"})
"""Sections in which something can be chosen for a match that is gone on with, too."""


@dataclass(frozen=True, slots=True)
class Row:
    """A section in the list."""

    section: Section
    title: str
    value: str
    """What is chosen."""
    applies: bool = True
    """False for what a match that is gone on with has settled already."""


def words_of(state: StartState) -> Texts:
    """The words of the start screen in the language that is set, with the keys that are bound."""
    return texts("start", state.config.language, state.config.keys)


def rows(state: StartState) -> tuple[Row, ...]:
    """Every section with what is chosen in it."""
    words = words_of(state)
    return tuple(
        Row(section, words(section), words("settled"), applies=False)
        if is_settled(state, section)
        else Row(section, words(section), _value(state, section, words))
        for section in SECTIONS
    )


def is_settled(state: StartState, section: Section) -> bool:
    """Whether a match that is gone on with has settled it already."""
    return state.choices.resume is not None and section not in _NEVER_SETTLED


def _value(state: StartState, section: Section, words: Texts) -> str:
    """What is chosen, in a few words."""
    chosen = state.choices
    match section:
        case "match":
            going_on = next((m for m in (state.found or Found()).matches if m.path == chosen.resume), None)
            if going_on is not None:
                return match_words(going_on, words)
            return chosen.resume.name if chosen.resume is not None else words("match.new")
        case "game":
            return title_of(chosen.game)
        case "camera":
            return source_words(state)
        case "board":
            return chosen.board.stem if chosen.board is not None else words("board.kit")
        case "rules":
            changed = len(chosen.options.get(chosen.game, {}))
            return words("rules.changed", count=changed) if changed else words("rules.plain")
        case "players":
            return " - ".join(side_name(state, side) for side in TEAMS)
        case "line_up":
            return " - ".join(chosen.formation(side) for side in TEAMS)
        case _:
            return f"{words(f'sound.{chosen.sound}')}, {words(f'dice.{chosen.dice}')}"


def match_words(match: SavedMatch, words: Texts) -> str:
    """``Regista · Ann 1:0 Ben``."""
    blue, red = (match.names.get(side) or words(f"side.{side}") for side in TEAMS)
    score = f"{match.score[0]}:{match.score[1]}" if match.score is not None else "-:-"
    return f"{title_of(plain(match.game[:40]))} · {blue} {score} {red}"


def side_name(state: StartState, side: str) -> str:
    """What a side is called: its player, else its team, else its colour."""
    return state.choices.names.get(side) or state.choices.teams.get(side) or words_of(state)(f"side.{side}")


def source_words(state: StartState) -> str:
    """What is watched: the camera's name, the film's, or that there is none."""
    words, source = words_of(state), state.choices.source
    if not source:
        return words("camera.missing") if state.found is not None else words("looking")
    if source == NO_CAMERA:
        return words("camera.none")
    if source in ((state.found or Found()).demos or {}).values():
        return words("camera.demo")
    camera = next((c for c in (state.found or Found()).cameras if c.source == source), None)
    if camera is not None:
        return plain(camera.name)
    return words("camera.number", number=source) if source.isdecimal() else plain(Path(source).name or source)
