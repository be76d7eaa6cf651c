"""A section's page on the start screen, as a pure function from its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game_names import GAMES, title_of
from engine.match import TEAMS
from referee_tui.config.values import SOUNDS
from referee_tui.exits import plain
from referee_tui.start.choices import NO_CAMERA, choices_of, formation_names, has_cards
from referee_tui.start.rows import is_settled, match_words, side_name, words_of
from referee_tui.start.state import Found
from referee_tui.texts import texts
from referee_tui.words import MOST_OF_A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.rules.options import Choice
    from engine.texts import Texts
    from referee_tui.start.state import Section, StartState


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


def pane(state: StartState, section: Section) -> Pane:
    """A section's page."""
    words = words_of(state)
    if is_settled(state, section):
        return Pane(words("settled.about"), ())
    about = words(f"{section}.about", game=title_of(state.choices.game))
    if section == "camera" and state.found is not None and not state.found.cameras:
        about = words("camera.nowhere")
    match section:
        case "match":
            return Pane(" ".join((about, *_unread(state, words))), (Group("", _matches(state, words)),))
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
            words(
                f"match.{match.standing}",
                when=f"{match.when:%Y-%m-%d %H:%M}",
                origin=plain(match.origin[:MOST_OF_A_NAME]),
            ),
            state.choices.resume == match.path,
        )
        for match in state.found.matches
        # A match that never began has nothing to be gone on with.
        if match.score is not None
    )
    return (*kept[:1], new, *kept[1:]) if any(match.open for match in state.found.matches) else (new, *kept)


def _unread(state: StartState, words: Texts) -> Iterator[str]:
    """That something is called a log and is none."""
    names = state.found.unread if state.found is not None else ()
    if names:
        more = words("match.more", count=len(names) - 1) if len(names) > 1 else ""
        yield words("match.unread", name=plain(names[0][:MOST_OF_A_NAME]), more=more)


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
