"""``touchline calibrate board``: how well the camera sees the board, and what would help."""

import sys
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.keep_board import kept
from referee_tui.commands.options import (
    BoardFile,
    GameOrAuto,
    Json,
    Language,
    LensFile,
    choose_lens,
    chosen_lens,
    settings_with,
)
from referee_tui.commands.overlays import save_picture
from referee_tui.commands.sight import board_to_find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from calibration.finder import BoardFinder
    from engine.board import Board
    from referee_tui.board.report import Report
    from referee_tui.board.words import Line
    from referee_tui.config import Config
    from vision.find import NumberNet
    from vision.sources import Source

_STYLES = {"green": "bold green", "yellow": "bold yellow", "red": "bold red", None: "dim"}


def calibrate_board(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE...", help="Camera number or device, video, folder, rtsp/http URL, or pictures."),
    ],
    game: GameOrAuto = "regista",
    board: BoardFile = None,
    lens: LensFile = None,
    profile: Annotated[
        str | None,
        typer.Option("--profile", metavar="NAME", help="Use the lens of this profile, and keep the board in it."),
    ] = None,
    no_profile: Annotated[
        bool, typer.Option("--no-profile", help="Use no profile of the camera, and keep the board in none.")
    ] = False,
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="PNG", help="Write a picture to judge the result by eye.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Look at a camera once, not until Ctrl-C.")] = False,
    screen: Annotated[bool, typer.Option("--screen", help="The picture on a screen, faults marked on it.")] = False,
    json: Json = False,
    language: Language = None,
) -> int:
    """Find the board, measure the error, check camera and light. Exit 1 if it is not found or something is red."""
    from calibration.finder import finder_for
    from referee_tui.board.report import first_report, recorded_reports
    from vision.numbers import NumberReader
    from vision.sources import open_source
    from vision.sources.live import LiveSource

    _check(overlay, screen=screen, told_otherwise=json or once)
    choice = choose_lens(sources[0], lens, _if_there(profile), no_profile=no_profile)
    wanted = board_to_find(sources[0], game, board, choice.size_px)
    if wanted is None:
        return exits.REFUSED
    numbers = NumberReader()
    with ExitStack() as stack:
        opened = [stack.enter_context(open_source(name, camera_size_px=choice.size_px)) for name in sources]
        finder = finder_for(wanted, chosen_lens(choice, opened[0].size_px), board)
        live = [source for source in opened if isinstance(source, LiveSource)]
        if live and len(opened) > 1:
            raise exits.CommandError("a camera is looked at on its own; name no other source beside it.")
        good: list[Report] = []
        tell = partial(_tell, board=finder.board, overlay=overlay, json=json)
        if screen:
            keep = partial(kept, wanted=wanted, file=board, source=_only(sources), profile=profile)
            config = settings_with(language=language)
            keeping = None if no_profile else keep
            shown = _on_screen(opened, finder, numbers, live=bool(live), keep=keeping, config=config)
            return tell(shown, silent=True)
        if not live:
            code = tell(_noting(recorded_reports(opened, finder, numbers), good))
        elif once or json or not (sys.stdout and sys.stdout.isatty()):
            code = tell(_noting([first_report(live[0], finder, numbers)], good))
        else:
            code = tell(_noting(_show_until_stopped(live[0], finder, numbers), good), silent=True)
    if good and not no_profile:
        said = kept(good[-1], wanted=wanted, file=board, source=_only(sources), profile=profile)
        if said:
            exits.say(said)
    return code


def _only(sources: "Sequence[str]") -> str:
    """The one source; nothing where there are several, which are no camera."""
    return sources[0] if len(sources) == 1 else ""


def _on_screen(
    opened: "Sequence[Source]",
    finder: "BoardFinder",
    numbers: "NumberNet",
    *,
    live: bool,
    keep: "Callable[[Report], str] | None",
    config: "Config",
) -> "list[Report]":
    """Show it until the user leaves; of a camera the last report, of recordings each view's."""
    from referee_tui.app.calibrate.looking import show
    from referee_tui.app.calibrate.run import board_screen

    state = show(board_screen(opened, finder, numbers, live=live, keep=keep), config)
    return [judged.report for judged in state.judged]


def _check(overlay: Path | None, *, screen: bool, told_otherwise: bool) -> None:
    """Raises CommandError for what does not go together, or cannot be written."""
    if overlay is not None and not overlay.parent.is_dir():
        raise exits.CommandError(f"{overlay}: there is no folder to write it into; make {overlay.parent} first.")
    if screen:
        from referee_tui.commands.terminal import need_terminal

        if told_otherwise:
            raise exits.CommandError("--screen shows the pictures until you leave; leave --json and --once out.")
        need_terminal("without --screen it is told in lines")


def _if_there(profile: str | None) -> str | None:
    """The profile that was named, unless this command is to make it. Raises ProfileError for what cannot be a name."""
    from calibration.profiles import FILE_NAME, check_name
    from referee_tui.places import profiles_folder

    if profile is None:
        return None
    check_name(profile)
    return profile if (profiles_folder() / profile / FILE_NAME).exists() else None


def _noting(reports: "Iterable[Report]", good: "list[Report]") -> "Iterator[Report]":
    """The reports as they come; the newest that is not red is put into ``good``."""
    for report in reports:
        if not report.red:
            good[:] = [report]
        yield report


def _tell(
    reports: "Iterable[Report]", board: "Board", overlay: Path | None, *, json: bool = False, silent: bool = False
) -> int:
    """Print the reports as they come and draw what was asked for. REFUSED if one is red, or there is none."""
    import msgspec

    red, drawn = [], 0
    for report in reports:
        red.append(report.red)
        if json:
            streams.out(msgspec.json.encode(_json(report, board)))
        elif not silent:
            for line in _lines(report, board):
                streams.out(f"{line.head:<8}{line.text}" if line.head else line.text)
        if overlay is not None and report.image is not None:
            drawn += 1
            _draw(report, board, overlay if drawn == 1 else overlay.with_stem(f"{overlay.stem}-{drawn}"))
    if overlay is not None and not drawn:
        exits.say(f"{overlay}: not written, for no board was found.")
    return exits.OK if red and not any(red) else exits.REFUSED


def _show_until_stopped(source: "Source", finder: "BoardFinder", numbers: "NumberNet") -> "list[Report]":
    """Keep a live camera's report on the screen until Ctrl-C; the last one."""
    from rich.console import Console
    from rich.live import Live

    from referee_tui.board.report import live_reports
    from referee_tui.board.words import Line

    last: list[Report] = []
    waiting = _page([Line(None, "", "Looking for the board; Ctrl-C ends.")])
    with suppress(KeyboardInterrupt), Live(waiting, console=Console(), auto_refresh=False) as screen:
        for report in live_reports(source, finder, numbers):
            if report is not None:
                last = [report]
                screen.update(_page(_lines(report, finder.board)), refresh=True)
            elif source.trouble is not None:
                screen.update(_page([Line("red", "camera", source.trouble)]), refresh=True)
    return last


def _page(lines: "Sequence[Line]") -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1))
    for line in lines:
        grid.add_row(Text(line.head, style=_STYLES[line.grade]), Text(line.text))
    return grid


def _lines(report: "Report", board: "Board") -> "list[Line]":
    from referee_tui.board.words import Line, check_lines
    from vision.board_check import Lost

    label = Line(None, "", streams.printable(report.label))
    if isinstance(report.answer, Lost):
        return [label, Line("red", "RED", f"no board: {report.answer.failure.reason}")]
    return [label, *check_lines(report.answer, board)]


def _json(report: "Report", board: "Board") -> "dict[str, object]":
    from referee_tui.board.words import check_json, lost_json
    from vision.board_check import Lost

    answer = report.answer
    about = lost_json(answer.failure.reason) if isinstance(answer, Lost) else check_json(answer, board)
    return {"source": streams.printable(report.label), **about}


def _draw(report: "Report", board: "Board", path: Path) -> None:
    from calibration.overlay import MAGNIFIED, draw_overlay
    from referee_tui.board.words import overlay_words
    from vision.board_check import Lost

    check = report.answer
    if isinstance(check, Lost) or report.image is None:
        return
    words = overlay_words(check, board, MAGNIFIED)
    picture = draw_overlay(report.image, check.pose, board, check.quality.off_mm, words)
    save_picture(path, picture)
