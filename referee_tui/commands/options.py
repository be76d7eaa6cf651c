"""Options that several commands share, and the files behind them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee_tui import exits
from referee_tui.commands.sentences import say as tell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import Lens
    from engine.board import Board
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset
    from referee_tui.config import Config
    from referee_tui.lens.choice import LensChoice

Game = Annotated[str, typer.Option("--game", metavar="GAME", help="regista, very-much, soccer-chess or soccer-fun.")]
AUTO = "auto"
"""For ``--game``: the game is known by its board, and the board by its markers."""
GameOrAuto = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="GAME",
        help="regista, very-much, soccer-chess, soccer-fun, or auto: known by the markers in sight.",
    ),
]
BoardFile = Annotated[
    Path | None, typer.Option("--board", metavar="FILE", help="Board file; default: the kit's board of the game.")
]
LensFile = Annotated[
    Path | None, typer.Option("--lens", metavar="FILE", help="Lens file; default: estimated from the board in view.")
]
LensFileOfPictures = Annotated[
    Path | None, typer.Option("--lens", metavar="FILE", help="Lens file; default: estimated from the board's lines.")
]
ProfileName = Annotated[
    str | None, typer.Option("--profile", metavar="NAME", help="Use the lens of this profile; touchline profiles list.")
]
NoProfile = Annotated[bool, typer.Option("--no-profile", help="Use no profile of the camera; estimate its lens.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="An option of the game, for example length=official; repeat it."
    ),
]
Names = Annotated[
    str | None,
    typer.Option("--names", metavar="BLUE,RED", help="The players' names, blue first, for the screen and the log."),
]
Teams = Annotated[
    str | None,
    typer.Option("--teams", metavar="BLUE,RED", help="What the sides are called, for the screen and the log."),
]
Sound = Annotated[
    str | None,
    typer.Option("--sound", metavar="off|bell|voice", help="What is heard of rulings and questions; default: bell."),
]
Theme = Annotated[
    str | None,
    typer.Option(
        "--theme",
        metavar="NAME",
        help="Colours of the screen: touchline, touchline-light, touchline-contrast, touchline-colour-blind.",
    ),
]
Language = Annotated[
    str | None,
    typer.Option("--language", metavar="NAME", help="What the screen and the referee's sentences are said in: en, de."),
]
Preview = Annotated[
    str | None,
    typer.Option("--preview", metavar="off|still|live", help="The camera's picture on the screen; default: live."),
]
Log = Annotated[
    Path | None, typer.Option("--log", metavar="FILE", help="The match log; default: a new file in your data folder.")
]
Headless = Annotated[bool, typer.Option("--headless", help="No screen: one line a ruling.")]
Plain = Annotated[
    bool, typer.Option("--plain", help="No screen: everything as plain lines, and what is typed is taken in.")
]
Dice = Annotated[
    str | None,
    typer.Option("--dice", metavar="see|ask|FILE", help="Read dice from the table, ask, or take from a file."),
]
FollowJson = Annotated[
    bool, typer.Option("--follow-json", help="Every record of the log on stdout as it is written; nothing else there.")
]
Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="ZIP", help="At the end, save a report of a fault; touchline replay reads it."),
]
PolicyFile = Annotated[
    Path | None,
    typer.Option(
        "--policy", metavar="FILE", help="What becomes of acts against the rules; touchline policy prints the default."
    ),
]
NoEvidence = Annotated[
    bool, typer.Option("--no-evidence", help="Keep no pieces of pictures beside the log (FILE.evidence).")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line on stdout.")]
Images = Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Pictures (JPEG, PNG, WebP, BMP, TIFF).")]


def load_rules(game: str, board_file: Path | None, options: "Mapping[str, Any] | None" = None) -> "Ruleset":
    """The rules of a game on its own or the given board. Raises GameError, BoardError, CommandError (an option)."""
    from engine.games import load_ruleset
    from engine.match import MalformedError

    try:
        return load_ruleset(game, board=own_board(game, board_file), options=options)
    except MalformedError as error:
        raise exits.CommandError(f"--option {error.key.removeprefix('options.')}: {error}.") from error


def load_board_of(game: str, board_file: Path | None) -> "Board":
    """The user's own board, if one is named, or the one that comes with the program for a game; rules or not.

    Raises GameError, BoardError, CommandError (another game's board).
    """
    from engine.board import board_of_game
    from engine.game_names import GAMES
    from engine.games import GameError

    own = own_board(game, board_file)
    if own is not None:
        return own
    if game not in GAMES:
        raise GameError(f"{game!r} is not a game; there are {', '.join(GAMES)}")
    return board_of_game(game)


def own_board(game: str, board_file: Path | None) -> "Board | None":
    """The user's own board, if one is named. Raises BoardError, CommandError (another game's board)."""
    if board_file is None:
        return None
    from engine.board import load_board
    from engine.board_file import KeyFaultError, fault_message
    from engine.game_names import GAMES

    board = load_board(board_file)
    if game in GAMES and board.game != game:
        fault = KeyFaultError("game", f"this is a board for {board.game}, not for {game}")
        raise exits.CommandError(fault_message(fault, board_file.read_text(encoding="utf-8"), str(board_file)))
    return board


def read_options(texts: list[str] | None) -> dict[str, Any]:
    """Options as JSON values: ``true``, ``false``, numbers; any other value is a word. Raises CommandError."""
    import msgspec

    options: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise exits.CommandError(tell("option_form", given=text))
        if name in options:
            raise exits.CommandError(tell("option_twice", given=text, name=name))
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options


def settings_with(
    *,
    names: str | None = None,
    teams: str | None = None,
    sound: str | None = None,
    theme: str | None = None,
    preview: str | None = None,
    language: str | None = None,
    game: str | None = None,
    dice: str | None = None,
) -> "Config":
    """The settings of file and environment, with what the command line says. Raises ConfigError."""
    from referee_tui.commands.screen_settings import check_screen_settings
    from referee_tui.config.loading import by_side, load_settings

    given = {"sound": sound, "theme": theme, "preview": preview, "language": language, "game": game, "dice": dice}
    sides = by_side("names", names) | by_side("teams", teams)
    settings = load_settings().with_given({**given, **sides})
    check_screen_settings(settings.made)
    return settings.config


def default_source(config: "Config") -> str:
    """The source that is set for whoever names none: what the system calls so, or what stands there.

    Raises CommandError where nothing is set.
    """
    from vision.sources.identity import camera_named

    if not config.camera:
        raise exits.CommandError(tell("no_source"))
    return camera_named(config.camera) or config.camera


def set_board(config: "Config", game: str, name: str | None = None) -> Path | None:
    """The board file that is set for a game, if it is the board of that ``name``. Raises BoardError, CommandError."""
    from referee_tui.places import from_home

    text = config.boards.get(game)
    if not text:
        return None
    file = from_home(text)
    board = own_board(game, file)
    return file if name is None or (board is not None and board.name == name) else None


def rules_loader(board_file: Path | None) -> "RulesLoader":
    """How a log finds its rules again: by the game and options of its header, on its own or the given board."""
    from engine.board import load_board
    from engine.games import load_ruleset

    board = load_board(board_file) if board_file else None
    return lambda game, options: load_ruleset(game, board=board, options=options)


def choose_lens(source: str, lens: Path | None, profile: str | None, *, no_profile: bool = False) -> "LensChoice":
    """What is known of the lens behind a source: see ``referee_tui.lens.choice``. Raises LensError, ProfileError."""
    from referee_tui.lens.choice import choose_lens as choose
    from referee_tui.places import profiles_folder

    return choose(source, profiles_folder(), lens=lens, profile=profile, use_profiles=not no_profile)


def chosen_lens(choice: "LensChoice", size_px: tuple[int, int]) -> "Lens | None":
    """The lens for pictures of a size, and one line on stderr if it comes from a profile or one is not used."""
    lens, said = choice.for_pictures(size_px)
    for sentence in said:
        exits.say(sentence)
    return lens


def lens_of_pictures(lens: Path | None, profile: str | None) -> "Lens | None":
    """The lens that was named for picture files, as it was measured; finders use it at whatever size it fits.

    Whose camera took a file is not known, so no profile is found by itself. Raises LensError, ProfileError.
    """
    choice = choose_lens("", lens, profile)
    return chosen_lens(choice, choice.size_px) if choice.size_px is not None else None
