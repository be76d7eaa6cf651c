"""What was chosen for a match, and the command line that says the same."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from engine.empty import EMPTY
from engine.game_names import GAMES, LISTED
from engine.match import TEAMS
from engine.rules.options import NoOptions, choices

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.rules.options import Choice
    from referee_tui.config import Config, Sound

NO_CAMERA = "none"
"""As a source: everything is typed."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A match as it is to be begun; immutable."""

    resume: Path | None = None
    """The log of the match that is gone on with; None for a new match."""
    game: str = GAMES[0]
    source: str = ""
    """As on the command line; empty while none is chosen."""
    board: Path | None = None
    """None for the board that the camera was calibrated with, else the kit's."""
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: EMPTY)
    """By game and name, as far as they are not the game's defaults."""
    names: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """The players by side."""
    teams: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    cards: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Files of cards by side, for the game that has cards."""
    formations: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: EMPTY)
    """By game and side, the name of the formation to set up."""
    dice: str = "see"
    sound: Sound = "bell"

    def option(self, choice: Choice) -> Any:  # noqa: ANN401 - whatever JSON value the option has
        """The value of one of the game's options."""
        return self.options.get(self.game, EMPTY).get(choice.name, choice.default)

    def with_option(self, choice: Choice, value: object) -> Choices:
        """The same with another value of an option."""
        others = {name: old for name, old in self.options.get(self.game, EMPTY).items() if name != choice.name}
        chosen = others if value == choice.default else {**others, choice.name: value}
        return replace(self, options={**self.options, self.game: chosen})

    @property
    def rosters(self) -> tuple[str, ...]:
        """``B=blue.toml`` for each side with cards of its own, in the game that has cards."""
        if not has_cards(self.game):
            return ()
        return tuple(f"{side}={self.cards[side]}" for side in TEAMS if self.cards.get(side))

    def formation(self, side: str) -> str:
        """The formation of a side in the chosen game; the game's first unless another was chosen."""
        return self.formations.get(self.game, EMPTY).get(side) or formation_names(self.game)[0]

    def with_formation(self, side: str, name: str) -> Choices:
        """The same with another formation of a side."""
        sides = {**self.formations.get(self.game, EMPTY), side: name}
        return replace(self, formations={**self.formations, self.game: sides})


def first_choices(config: Config) -> Choices:
    """What is chosen before anybody chooses: the settings."""
    game = config.game if config.game in GAMES else GAMES[0]
    known = {name: {choice.name: choice.default for choice in choices_of(name)} for name in config.options}
    options = {
        name: {key: value for key, value in said.items() if key in known[name] and value != known[name][key]}
        for name, said in config.options.items()
    }
    return Choices(
        game=game,
        source=config.camera,
        options=options,
        names=config.names,
        teams=config.teams,
        dice=config.dice,
        sound=config.sound,
    )


@lru_cache(maxsize=16)
def choices_of(game: str) -> tuple[Choice, ...]:
    """The options of a game."""
    return choices(getattr(import_module(f"{LISTED[game].package}.options"), "Options", NoOptions))


@lru_cache(maxsize=16)
def has_cards(game: str) -> bool:
    """Whether the figures of a game have cards."""
    return find_spec(f"{LISTED[game].package}.roster_file") is not None


def formation_names(game: str) -> tuple[str, ...]:
    """The ready formations of a game, in their order."""
    return tuple(import_module(f"{LISTED[game].package}.formations").formations())


def words(chosen: Choices, config: Config) -> list[str]:
    """The command line that begins the same match under the same settings, word by word."""
    if chosen.resume is not None:
        said = ["touchline", "resume", str(chosen.resume), *([chosen.source] if chosen.source else [])]
    else:
        said = ["touchline", "watch", chosen.source or "SOURCE", "--game", chosen.game]
        if chosen.board is not None:
            said += ["--board", str(chosen.board)]
        for name, value in option_values(chosen, config).items():
            said += ["--option", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
        for roster in chosen.rosters:
            said += ["--roster", roster]
        if chosen.source == NO_CAMERA and chosen.formations.get(chosen.game):
            said += ["--line-up", "/".join(chosen.formation(side) for side in TEAMS)]
        for flag, sides, known in (("names", chosen.names, config.names), ("teams", chosen.teams, config.teams)):
            if dict(sides) != dict(known):
                said += [f"--{flag}", ",".join(sides.get(side, "") for side in TEAMS)]
    if chosen.dice != config.dice:
        said += ["--dice", chosen.dice]
    if chosen.sound != config.sound:
        said += ["--sound", chosen.sound]
    return said


def option_values(chosen: Choices, config: Config) -> dict[str, Any]:
    """The options that have to be said, since the settings and the game say otherwise."""
    known = config.options.get(chosen.game, EMPTY)
    return {
        choice.name: chosen.option(choice)
        for choice in choices_of(chosen.game)
        if chosen.option(choice) != known.get(choice.name, choice.default)
    }
