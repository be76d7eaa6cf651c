"""``touchline demo``: the clips that ship with the program, followed like any other film."""

from importlib import resources
from typing import TYPE_CHECKING, Annotated

import typer

from engine.game_names import GAMES
from referee_tui.commands.follow import Following, follow_match, log_path
from referee_tui.commands.options import Language, Log, Names, Preview, Sound, Theme, load_rules, settings_with
from referee_tui.commands.sentences import say as tell
from referee_tui.commands.terminal import need_terminal
from referee_tui.exits import CommandError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

DEMO = resources.files("referee_tui") / "demo"
"""A clip ``GAME.mp4`` for each game, and beside it ``GAME.json``: what really happened in it."""

DEFAULT = GAMES[0]


def clip_of(game: str) -> "Traversable":
    """The clip of a game. Raises CommandError where none comes with the program."""
    with_clip = [name for name in GAMES if (DEMO / f"{name}.mp4").is_file()]
    if game not in with_clip:
        raise CommandError(tell("no_demo", game=game, games=", ".join(with_clip)))
    return DEMO / f"{game}.mp4"


def demo(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to see; regista unless you name another.")] = (
        DEFAULT
    ),
    screen: Annotated[bool, typer.Option("--screen", help="Show it on the screen instead of as lines.")] = False,
    log: Log = None,
    names: Names = None,
    sound: Sound = None,
    theme: Theme = None,
    preview: Preview = None,
    language: Language = None,
) -> int:
    """Watch a clip that comes with the program: a table of one of the games."""
    from calibration.finder import finder_for
    from vision.sources import open_source

    if screen:
        need_terminal("leave --screen out to have it as lines")
    config = settings_with(names=names, sound=sound, theme=theme, preview=preview, language=language)
    found = clip_of(game)
    rules = load_rules(game, None)
    with (
        resources.as_file(found) as clip,
        open_source(str(clip)) as source,
        log_path(log, "demo", config) as path,
    ):
        how = Following(headless=not screen, config=config)
        return follow_match(source, rules, path, how, finder=finder_for(rules.board))
