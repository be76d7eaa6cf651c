"""``touchline config``: what is set, where it was set, and whether a file of settings can be used."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.options import Json
from referee_tui.commands.screen_settings import check_screen_setting

if TYPE_CHECKING:
    from referee_tui.config.loading import Set

app = typer.Typer(name="config", no_args_is_help=True, help="Show and check your settings.")


@app.command()
def show(json: Json = False) -> int:
    """Print every setting in the form of the file, and where each came from."""
    from referee_tui.config.loading import load_settings, unknown_variables
    from referee_tui.config.showing import settings_lines

    settings = load_settings()
    if json:
        import msgspec

        made = {key: {"value": said.value, "from": said.origin} for key, said in settings.made.items()}
        streams.out(msgspec.json.encode({"settings": msgspec.to_builtins(settings.config), "made": made}))
    else:
        for line in settings_lines(settings):
            streams.out(line)
    for name in unknown_variables():
        exits.say(f"{name} is in the environment, and no setting is called so; docs/config.md has the names.")
    return exits.OK


@app.command()
def validate(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A file of settings; default: yours.")] = None,
) -> int:
    """Check a file of settings. Exit 2 if something cannot be used: which line, which key, what may stand there."""
    from referee_tui.config.loading import config_path, read_config_file

    path = file or config_path()
    if path is None or (file is None and not path.exists()):
        streams.out(f"There is no file of settings{f' at {path}' if path is not None else ''}; the defaults hold.")
        return exits.OK
    made = read_config_file(path)
    keys: dict[str, str] = {}
    # In the order of the file: the fault that is named is the first.
    for key, said in made.items():
        _check_game(key, said)
        check_screen_setting(key, said, keys)
    streams.out(f"{path}: {_all_good(len(made))}")
    return exits.OK


def _all_good(settings: int) -> str:
    few = {0: "sets nothing; the defaults hold.", 1: "its one setting can be used."}
    return few.get(settings, f"all {settings} settings can be used.")


@app.command()
def path() -> int:
    """Print where your file of settings is, or would be."""
    from referee_tui.config.loading import config_path

    found = config_path()
    streams.out(str(found) if found is not None else "No file: TOUCHLINE_CONFIG is empty.")
    return exits.OK


@app.command()
def keys() -> int:
    """Print every action that can be given other keys: its id, the keys it has, what it does."""
    from referee_tui.app.settings import actions
    from referee_tui.config.loading import load_settings

    given = load_settings().config.keys
    for name, (own, words) in actions().items():
        streams.out(f"{name:23} {given.get(name, own):23} {words}".rstrip())
    return exits.OK


def _check_game(key: str, said: "Set") -> None:
    """Options are the games' own, boards are files that there are. Raises ConfigError, CommandError."""
    table, _, rest = key.partition(".")
    if table not in {"options", "boards"}:
        return
    from engine.games import load_ruleset
    from referee_tui.commands.options import own_board
    from referee_tui.config.values import ConfigError
    from referee_tui.places import from_home

    game, _, option = rest.partition(".")
    try:
        if table == "options":
            load_ruleset(game, options={option: said.value})
        else:
            own_board(game, from_home(said.value))
    except ValueError as error:
        raise ConfigError(f"{said.origin}: {key}: {error}") from error
