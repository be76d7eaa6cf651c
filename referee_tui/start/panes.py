"""What the start screen shows, as pure functions from its state: the list of sections, and a section's entries."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.game_names import GAMES, title_of
from engine.match import TEAMS
from referee_tui.config.values import SOUNDS
from referee_tui.exits import plain
from referee_tui.start.choices import NO_CAMERA, choices_of, formation_names, has_cards
from referee_tui.start.set_up import faults
from referee_tui.start.state import SECTIONS, Found
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId
    from engine.rules.options import Choice
    from engine.texts import Texts
    from referee_tui.start.saved import SavedMatch
    from referee_tui.start.set_up import Fault, Seen
    from referee_tui.start.state import Section, StartState

MOST_FAULTS = 4
"""So many differences from the line-up are named; the board shows all."""
MOST_FAULTS_ALIKE = 10
"""More pieces missing than this are a table that is not set up yet."""


@dataclass(frozen=True, slots=True)
class Row:
    """A section in the list."""

    section: Section
    title: str
    value: str
    """What is chosen."""
    applies: bool = True
    """False for what a match that is gone on with has settled already."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to be chosen."""

    value: str
    """For ``choose``."""
    title: str
    about: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Entries of which one is chosen."""

    title: str
    entries: tuple[Entry, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """Something to be written."""

    name: str
    """For ``write``."""
    label: str
    text: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """A section's page."""

    about: str
    """What it is for, in one or two sentences."""
    groups: tuple[Group, ...] = ()
    fields: tuple[Field, ...] = ()


def words_of(state: StartState) -> Texts:
    """The words of the start screen in the language that is set."""
    return texts("start", state.config.language)


def rows(state: StartState) -> tuple[Row, ...]:
    """Every section with what is chosen in it."""
    words = words_of(state)
    settled = state.choices.resume is not None
    return tuple(
        Row(
            section,
            words(section),
            _value(state, section, words),
            applies=not settled or section in {"match", "camera", "sound"},
        )
        for section in SECTIONS
    )


def pane(state: StartState, section: Section) -> Pane:
    """A section's page."""
    words = words_of(state)
    about = words(f"{section}.about", game=title_of(state.choices.game))
    if section == "camera" and state.found is not None and not state.found.cameras:
        about = words("camera.nowhere")
    match section:
        case "match":
            return Pane(about, (Group("", _matches(state, words)),))
        case "game":
            return Pane(about, (Group("", _games(state, words)),))
        case "camera":
            film = state.choices.source if _is_file(state) else ""
            return Pane(
                about,
                (Group("", _cameras(state, words)),),
                (Field("source", words("camera.other"), film, words("camera.other.about")),),
            )
        case "board":
            own = str(state.choices.board) if state.choices.board is not None else ""
            return Pane(about, (Group("", _boards(state, words)),), (Field("board", words("board.other"), own, ""),))
        case "rules":
            return _rules(state, about)
        case "players":
            return Pane(about, (), _players(state, words))
        case "line_up":
            return Pane(about, tuple(_formations(state, side) for side in TEAMS))
        case _:
            return Pane(about, (_sounds(state, words), _dice(state, words)))


def match_words(match: SavedMatch, words: Texts) -> str:
    """``Regista · Ann 1:0 Ben``."""
    blue, red = (match.names.get(side) or words(f"side.{side}") for side in TEAMS)
    score = f"{match.score[0]}:{match.score[1]}" if match.score is not None else "-:-"
    return f"{title_of(plain(match.game[:40]))} · {blue} {score} {red}"


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


def _is_file(state: StartState) -> bool:
    found, source = state.found or Found(), state.choices.source
    known = {NO_CAMERA, *(camera.source for camera in found.cameras), *(found.demos or {}).values()}
    return bool(source) and source not in known


def _matches(state: StartState, words: Texts) -> tuple[Entry, ...]:
    new = Entry("", words("match.new"), words("match.new.about"), state.choices.resume is None)
    if state.found is None:
        return (new,)
    kept = tuple(
        Entry(
            str(match.path),
            match_words(match, words),
            words("match.finished" if match.finished else "match.open", when=f"{match.when:%Y-%m-%d %H:%M}"),
            state.choices.resume == match.path,
        )
        for match in state.found.matches
        # A match that never began has nothing to be gone on with.
        if match.score is not None
    )
    return (new, *kept) if all(match.finished for match in state.found.matches) else (*kept[:1], new, *kept[1:])


def _games(state: StartState, words: Texts) -> tuple[Entry, ...]:
    return tuple(Entry(game, title_of(game), words(f"game.{game}"), state.choices.game == game) for game in GAMES)


def _cameras(state: StartState, words: Texts) -> tuple[Entry, ...]:
    found, source = state.found or Found(), state.choices.source
    cameras = [
        Entry(camera.source, plain(camera.name), words("camera.number", number=camera.source), source == camera.source)
        for camera in found.cameras
    ]
    film = (found.demos or {}).get(state.choices.game)
    demo = [Entry(film, words("camera.demo"), words("camera.demo.about"), source == film)] if film else []
    none = Entry(NO_CAMERA, words("camera.none"), words("camera.none.about"), source == NO_CAMERA)
    return (*cameras, *demo, none)


def _boards(state: StartState, words: Texts) -> tuple[Entry, ...]:
    board = state.choices.board
    kit = Entry("", words("board.kit"), words("board.kit.about", game=state.choices.game), board is None)
    own = [
        Entry(str(each.path), plain(each.name), plain(each.about), board == each.path)
        for each in (state.found or Found()).boards
        if each.game == state.choices.game
    ]
    return (kit, *own)


def _rules(state: StartState, about: str) -> Pane:
    """Options with a few values as groups; numbers and free words as fields."""
    told = texts(f"options-{state.choices.game}", state.config.language)
    all_of_them = choices_of(state.choices.game)
    groups = tuple(
        Group(
            told(choice.name),
            tuple(
                Entry(
                    f"{choice.name}={number}",
                    told(f"{choice.name}.{_word(value)}"),
                    chosen=state.choices.option(choice) == value,
                )
                for number, value in enumerate(choice.values)
            ),
        )
        for choice in all_of_them
        if choice.values
    )
    fields = tuple(
        Field(choice.name, told(choice.name), str(state.choices.option(choice)), _range(choice))
        for choice in all_of_them
        if not choice.values
    )
    return Pane(about, groups, fields)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(choice: Choice) -> str:
    return f"{choice.bounds[0]} - {choice.bounds[1]}" if choice.bounds is not None else ""


def _players(state: StartState, words: Texts) -> tuple[Field, ...]:
    chosen = state.choices
    cards = (("cards", chosen.cards),) if has_cards(chosen.game) else ()
    return tuple(
        Field(f"{kind}.{side}", words(f"players.{kind}.{side}"), sides.get(side, ""))
        for kind, sides in (("names", chosen.names), ("teams", chosen.teams), *cards)
        for side in TEAMS
    )


def _formations(state: StartState, side: str) -> Group:
    chosen = state.choices.formation(side)
    entries = tuple(
        Entry(f"{side}={name}", name, chosen=name == chosen) for name in formation_names(state.choices.game)
    )
    return Group(side_name(state, side), entries)


def _sounds(state: StartState, words: Texts) -> Group:
    voice = (state.found or Found()).voice
    return Group(
        words("sound.title"),
        tuple(
            Entry(
                f"sound={sound}",
                words(f"sound.{sound}"),
                words("sound.no_voice" if sound == "voice" and state.found and not voice else f"sound.{sound}.about"),
                state.choices.sound == sound,
            )
            for sound in SOUNDS
        ),
    )


def _dice(state: StartState, words: Texts) -> Group:
    return Group(
        words("dice.title"),
        tuple(
            Entry(f"dice={how}", words(f"dice.{how}"), words(f"dice.{how}.about"), state.choices.dice == how)
            for how in ("see", "ask")
        ),
    )


def table_words(state: StartState, seen: Seen, wanted: Mapping[PieceId, Space]) -> str:
    """What one look at the table says of the line-up, in one or two sentences."""
    words = words_of(state)
    if seen.why:
        return words("table.unseen", why=seen.why)
    found = faults(seen, wanted)
    if not found:
        return words("table.good", count=len(wanted))
    if len(found) > MOST_FAULTS_ALIKE and all(fault.seen is None for fault in found):
        return words("table.many_missing", count=len(found))
    told = [words(f"table.{_fault_kind(f)}", piece=f.piece, wanted=f.wanted, seen=f.seen) for f in found]
    more = words("table.more", count=len(told) - MOST_FAULTS) if len(told) > MOST_FAULTS else ""
    return "; ".join(told[:MOST_FAULTS]) + more


def _fault_kind(fault: Fault) -> str:
    if not fault.piece:
        return "unread"
    if fault.wanted is None:
        return "extra"
    return "missing" if fault.seen is None else "elsewhere"
