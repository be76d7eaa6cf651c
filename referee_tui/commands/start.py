"""``touchline start``, and ``touchline`` alone in a terminal: choose a match on the screen, and begin it."""

from functools import partial
from typing import TYPE_CHECKING

from referee_tui import exits
from referee_tui.commands.begin import Begin, begin_match
from referee_tui.commands.follow import Following
from referee_tui.commands.options import Language
from referee_tui.commands.resume import go_on
from referee_tui.commands.screen_settings import check_screen_settings
from referee_tui.commands.terminal import need_terminal

if TYPE_CHECKING:
    from referee_tui.config import Config
    from referee_tui.start.choices import Choices
    from referee_tui.start.set_up import Seen
    from referee_tui.start.state import Found, Section


def start(language: Language = None) -> int:
    """Choose a match on the screen, new or to go on with, and begin it."""
    from referee_tui.app.shell import TouchlineApp
    from referee_tui.app.start.screen import StartScreen
    from referee_tui.start.choices import first_choices
    from referee_tui.start.rows import source_words, words_of
    from referee_tui.start.state import StartState

    need_terminal("touchline watch --headless prints lines instead")
    config, fault = _settings(language)
    choices = first_choices(config)
    while True:
        screen = StartScreen(
            StartState(choices, config, fault=fault), partial(_found, config), _seen, partial(_hindered, config)
        )
        TouchlineApp(screen, config=config).run()
        choices, fault = screen.state.choices, ""
        if screen.begun is None and not screen.calibrates:
            return exits.OK
        exits.say(words_of(screen.state)("opening", source=source_words(screen.state)))
        try:
            if screen.begun is not None:
                return begin(choices, config)
            _calibrate(choices, config.language)
        except (ValueError, OSError) as error:
            # Whatever hinders it is said where it can be chosen otherwise.
            fault = exits.one_line(exits.explain(error, config.language))


def _settings(language: str | None) -> "tuple[Config, str]":
    """The user's settings, or as far as they can be used, and what is wrong with them.

    Raises ConfigError for a language on the command line that there is not.
    """
    from dataclasses import replace

    from referee_tui.config import DEFAULT, ConfigError
    from referee_tui.config.loading import Settings, load_settings

    given = {"language": language}
    in_language = Settings().with_given(given).config
    try:
        settings = load_settings().with_given(given)
    except ConfigError as error:
        return in_language, str(error)
    try:
        check_screen_settings(settings.made)
    except ConfigError as error:
        return replace(settings.config, theme=DEFAULT.theme, keys=DEFAULT.keys), str(error)
    return settings.config, ""


def _calibrate(chosen: "Choices", language: str) -> None:
    """See on a screen how well the chosen camera sees the chosen board."""
    from referee_tui.commands.calibrate_board import calibrate_board

    calibrate_board([chosen.source], game=chosen.game, board=chosen.board, screen=True, language=language)


def begin(chosen: "Choices", config: "Config") -> int:
    """Begin what was chosen, as ``watch`` and ``resume`` do. Raises what hinders it, in one sentence."""
    from dataclasses import replace

    config = replace(config, names=chosen.names, teams=chosen.teams, sound=chosen.sound, options={})
    how = Following(headless=False, dice=chosen.dice, config=config)
    if chosen.resume is not None:
        return go_on(chosen.resume, chosen.source or None, how)
    match = Begin(
        source=chosen.source,
        game=chosen.game,
        board=chosen.board,
        options=chosen.options.get(chosen.game, {}),
        rosters=chosen.rosters,
        formations=(chosen.formation("B"), chosen.formation("R")),
    )
    return begin_match(match, how)


def _found(config: "Config") -> "Found":
    """What there is to choose from; OpenCV is loaded for it in the screen's thread for such work, not before it."""
    from referee_tui.start.looking import look_round

    return look_round(config)


def _hindered(config: "Config", chosen: "Choices", section: "Section") -> str:
    """Why what was written in a section will not do, empty if it will: films, boards and cards are opened for it."""
    from referee_tui.commands.options import load_rules
    from referee_tui.commands.rosters import read_rosters
    from referee_tui.start.trying import need_pictures

    try:
        if section == "camera":
            need_pictures(chosen.source)
        elif section == "board":
            load_rules(chosen.game, chosen.board)
        elif section == "players":
            read_rosters(load_rules(chosen.game, None), chosen.rosters)
    except (ValueError, OSError) as error:
        return exits.one_line(exits.explain(error, config.language))
    return ""


def _seen(chosen: "Choices") -> "Seen":
    from referee_tui.start.table import look_at_table

    return look_at_table(chosen)
