"""The start screen as one immutable value: what was found, what is chosen, and what a choice makes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from engine.game_names import GAMES
from referee_tui.config import DEFAULT, Config
from referee_tui.config.values import SOUNDS
from referee_tui.places import from_home
from referee_tui.start.choices import NO_CAMERA, Choices, choices_of
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules.options import Choice
    from referee_tui.start.saved import SavedMatch

Section: TypeAlias = Literal["match", "game", "camera", "board", "rules", "players", "line_up", "sound"]
SECTIONS: tuple[Section, ...] = get_args(Section)
"""In the order in which they are gone through."""


_LIVE = re.compile(r"[0-9]{1,3}|/dev/video[0-9]+|(rtsps?|https?)://.*", re.IGNORECASE)
"""Cameras and addresses are not tried out before the match: a lamp would light, and an answer may take long."""


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera that can be chosen."""

    source: str
    """Its number."""
    name: str


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board of the user's own that is kept, or set."""

    path: Path
    name: str
    game: str
    about: str
    """Where and when it was calibrated with."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found on this machine."""

    matches: tuple[SavedMatch, ...] = ()
    unread: tuple[str, ...] = ()
    """The names of files that are called logs and cannot be read as one."""
    cameras: tuple[FoundCamera, ...] = ()
    boards: tuple[FoundBoard, ...] = ()
    demos: Mapping[str, str] | None = None
    """The films that come with the program, by game."""
    voice: bool = False
    """The system can speak."""


@dataclass(frozen=True, slots=True)
class StartState:
    """Everything on the start screen."""

    choices: Choices
    config: Config = DEFAULT
    found: Found | None = None
    """None while it is being looked for."""
    fault: str = ""
    """Why the match could not begin, or what cannot be chosen."""


class ChoiceError(ValueError):
    """A value that cannot be chosen; one plain sentence."""


def with_found(state: StartState, found: Found) -> StartState:
    """The same once it is known what there is: a match to go on with is offered, the first camera taken."""
    chosen = state.choices
    left = [match for match in found.matches if match.open]
    if chosen.resume is None and left and state.found is None and not state.fault:
        chosen = _going_on(found, state.config, chosen, left[0].path)
    return replace(state, found=found, choices=replace(chosen, source=_taken(found, chosen.source)))


def _taken(found: Found, source: str) -> str:
    """The source: a camera that is named by its number, and where none is, the first camera."""
    first = found.cameras[0].source if found.cameras else ""
    return next((camera.source for camera in found.cameras if camera.name == source), source or first)


def _going_on(found: Found, config: Config, chosen: Choices, log: Path | None) -> Choices:
    """The choices with a match to go on with, or a new one: one that was typed goes on without a camera, no other."""
    typed = {match.path for match in found.matches if match.typed}
    if log in typed:
        return replace(chosen, resume=log, source=NO_CAMERA, dice="ask")
    if chosen.resume in typed and chosen.source == NO_CAMERA:
        chosen = replace(chosen, source=_taken(found, config.camera), dice=config.dice)
    return replace(chosen, resume=log)


def choose(state: StartState, section: Section, value: str) -> StartState:
    """What choosing one of a section's entries makes of the state; ``value`` is the entry's."""
    chosen = state.choices
    match section:
        case "match":
            chosen = _going_on(state.found or Found(), state.config, chosen, Path(value) if value else None)
        case "game" if value in GAMES:
            board = chosen.board if _is_board_of(state, chosen.board, value) else None
            chosen = replace(chosen, game=value, board=board, source=_film_of(state, chosen.source, value))
        case "camera":
            chosen = replace(chosen, source=value, dice="ask" if value == NO_CAMERA else state.config.dice)
        case "board":
            chosen = replace(chosen, board=Path(value) if value else None)
        case "rules":
            name, _, index = value.partition("=")
            choice = option_named(chosen, name)
            chosen = chosen.with_option(choice, choice.values[int(index)])
        case "line_up":
            side, _, formation = value.partition("=")
            chosen = chosen.with_formation(side, formation)
        case "sound":
            what, _, word = value.partition("=")
            sound = next((known for known in SOUNDS if known == word), chosen.sound)
            chosen = replace(chosen, sound=sound) if what == "sound" else replace(chosen, dice=word)
        case _:
            raise ChoiceError(texts("start", state.config.language)("refused.value", value=repr(value)))
    return replace(state, choices=chosen, fault="")


def write(state: StartState, section: Section, field: str, text: str) -> StartState:
    """What writing into one of a section's fields makes of the state. Raises ChoiceError: what may stand there."""
    chosen, text = state.choices, text.strip()
    if not text.isprintable():
        raise ChoiceError(texts("start", state.config.language)("refused.signs"))
    if section == "players":
        chosen = _named(chosen, field, text, state.config.language)
    elif section == "rules":
        choice = option_named(chosen, field)
        chosen = chosen.with_option(choice, _value(choice, text))
    elif section == "camera" and text:
        source = str(from_home(text)) if text.startswith("~") else text
        chosen = replace(chosen, source=source, dice=state.config.dice)
    elif section == "board":
        chosen = replace(chosen, board=from_home(text) if text else None)
    return replace(state, choices=chosen, fault="")


def written(state: StartState, section: Section) -> tuple[str, ...]:
    """What was written in a section that has to be tried out; empty where nothing was."""
    chosen = state.choices
    match section:
        case "camera":
            demos = (state.found.demos or {}).values() if state.found is not None else ()
            untried = chosen.source in {"", NO_CAMERA, *demos} or _LIVE.fullmatch(chosen.source)
            return () if untried else (chosen.source,)
        case "board":
            return (chosen.game, str(chosen.board)) if chosen.board is not None and chosen.resume is None else ()
        case "players":
            return (chosen.game, *chosen.rosters) if chosen.rosters and chosen.resume is None else ()
        case _:
            return ()


def missing(state: StartState) -> Section | None:
    """The section without which the match cannot begin; None if it can."""
    if state.choices.source:
        return None
    # A match that is gone on with names its own camera, which has to be there.
    known = state.choices.resume is not None and (state.found is None or bool(state.found.cameras))
    return None if known else "camera"


def option_named(chosen: Choices, name: str) -> Choice:
    """An option of the chosen game. Raises ChoiceError."""
    found = next((choice for choice in choices_of(chosen.game) if choice.name == name), None)
    if found is None:
        raise ChoiceError(f"{chosen.game} has no option {name}")
    return found


def _named(chosen: Choices, field: str, text: str, language: str) -> Choices:
    """The choices with a side's player, team or file of cards. Raises ChoiceError."""
    kind, _, side = field.partition(".")
    if kind == "cards":
        return replace(chosen, cards={**chosen.cards, side: str(from_home(text)) if text else ""})
    if "," in text:
        raise ChoiceError(texts("start", language)("refused.comma"))
    others = {
        other: name for other, name in (chosen.names if kind == "names" else chosen.teams).items() if other != side
    }
    sides = {**others, side: text} if text else others
    return replace(chosen, names=sides) if kind == "names" else replace(chosen, teams=sides)


def _value(choice: Choice, text: str) -> int | str:
    if choice.bounds is None:
        if len(text) > (choice.most_letters or 0):
            raise ChoiceError(f"{choice.name} is {choice}")
        return text.replace(" ", "")
    if not text:
        return int(choice.default)
    if not (text.isascii() and text.isdigit() and len(text) < 6 and choice.bounds[0] <= int(text) <= choice.bounds[1]):
        raise ChoiceError(f"{choice.name} is {choice}")
    return int(text)


def _is_board_of(state: StartState, board: Path | None, game: str) -> bool:
    return board is not None and any(b.path == board and b.game == game for b in (state.found or Found()).boards)


def _film_of(state: StartState, source: str, game: str) -> str:
    """The source, or of a film that comes with the program the one of another game."""
    demos = (state.found or Found()).demos or {}
    return demos.get(game, "") if source in demos.values() else source
