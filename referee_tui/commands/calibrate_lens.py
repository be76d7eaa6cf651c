"""``touchline calibrate lens``: measure a camera's lens by a printed target, or by the board itself."""

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.keep_lens import has_place, keep_in_profile, kept, lens_file_of, written
from referee_tui.commands.options import BoardFile, GameOrAuto, Json, Language, settings_with
from referee_tui.commands.sight import board_to_find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calibration.lens.solve import LensSolution
    from calibration.lens.targets import Target
    from calibration.lens.verdict import Verdict
    from calibration.lens.views import View, ViewFailure
    from engine.board import Board
    from referee_tui.app.calibrate.lens_state import LensState
    from referee_tui.config import Config
    from referee_tui.lens.gather import Look


def calibrate_lens(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE...", help="Camera number or device, video, folder of pictures, URL, pictures."),
    ],
    chessboard: Annotated[
        str | None,
        typer.Option("--chessboard", metavar="8x5", help="A plain chessboard, by its inner corners: columns x rows."),
    ] = None,
    charuco: Annotated[
        str | None, typer.Option("--charuco", metavar="6x8", help="A ChArUco board, by its squares: columns x rows.")
    ] = None,
    square_mm: Annotated[float, typer.Option("--square-mm", help="Width of its squares.")] = 25.0,
    marker_mm: Annotated[
        float | None, typer.Option("--marker-mm", help="Width of its markers; default: three quarters of a square.")
    ] = None,
    dictionary: Annotated[
        str, typer.Option("--dictionary", metavar="NAME", help="Its markers, as OpenCV names them.")
    ] = "4x4_50",
    legacy: Annotated[bool, typer.Option("--legacy", help="It was drawn by OpenCV before 4.6.")] = False,
    from_board: Annotated[
        bool, typer.Option("--from-board", help="Measure by the game's own board, seen from several sides.")
    ] = False,
    game: GameOrAuto = "regista",
    board: BoardFile = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the lens to this file as well.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="Keep it under this name; default: the camera's.")
    ] = None,
    no_profile: Annotated[bool, typer.Option("--no-profile", help="Keep it in no profile.")] = False,
    screen: Annotated[bool, typer.Option("--screen", help="Guided on a screen, with the camera's picture.")] = False,
    json: Json = False,
    language: Language = None,
) -> int:
    """Measure the lens: hold the target into the camera's sight as you are told, until there is enough.

    Without options the target is the one that touchline kit prints. Exit 1 if the lens is not good enough.
    """
    from calibration.lens.solve import solve_lens
    from calibration.lens.verdict import verdict_on
    from referee_tui.lens.gather import target_look

    if sum((chessboard is not None, charuco is not None, from_board)) > 1:
        raise exits.CommandError("--chessboard, --charuco and --from-board are three targets; name one of them.")
    if profile is not None and no_profile:
        raise exits.CommandError("--profile and --no-profile exclude each other; leave one of them out.")
    if screen and json:
        raise exits.CommandError("--screen shows what --json would print; leave one of them out.")
    if screen:
        from referee_tui.commands.terminal import need_terminal

        need_terminal("without --screen the guide is told in lines")
    _check_places(out, profile)
    if from_board:
        wanted = board_to_find(sources[0], game, board)
        if wanted is None:
            return exits.REFUSED
        look, by = _board_look(wanted, board)
    else:
        target = _target(chessboard, charuco, square_mm, marker_mm, (dictionary, legacy))
        look, by = target_look(target), target.name
    if screen:
        keep = partial(kept, sources=sources, by=by, profile=profile, out=out, profiles=not no_profile)
        place = has_place(sources, profile, out, profiles=not no_profile)
        return _on_screen(sources, look, keep if place else None, settings_with(language=language))
    taken, refused = _gathered(sources, look)
    solution = solve_lens(taken)
    if not solution:
        return _no_lens(solution.reason, refused, json=json)
    verdict = verdict_on(solution)
    good = verdict.grade != "not good enough"
    saved = [] if no_profile or not good else keep_in_profile(lens_file_of(solution, verdict, by), sources, profile)
    if out is not None:
        saved.append(written(lens_file_of(solution, verdict, by), out))
    _tell(solution, verdict, refused, saved, json=json)
    return exits.OK if good else exits.REFUSED


def _on_screen(
    sources: "Sequence[str]", look: "Look", keep: "Callable[[LensState], str] | None", config: "Config"
) -> int:
    """Guide on the screen until the user leaves. REFUSED if there is no lens that is good enough."""
    from referee_tui.app.calibrate.looking import show
    from referee_tui.app.calibrate.run import lens_screen
    from referee_tui.lens.gather import all_pictures
    from vision.sources import open_source
    from vision.sources.live import LiveSource

    with ExitStack() as stack:
        opened = [stack.enter_context(open_source(name)) for name in sources]
        if len(opened) > 1 and not all_pictures(opened):
            raise exits.CommandError("a camera or a film is looked at on its own; name no other source beside it.")
        state = show(lens_screen(opened, look, live=isinstance(opened[0], LiveSource), keep=keep), config)
    if state.no_lens:
        exits.say(f"no lens: {state.no_lens}.")
    return exits.OK if state.good else exits.REFUSED


def _check_places(out: Path | None, profile: str | None) -> None:
    """Refuse, before anybody holds a target, where nothing can be written. Raises ProfileError, CommandError."""
    from calibration.profiles import check_name

    if profile is not None:
        check_name(profile)
    if out is not None and not out.parent.is_dir():
        raise exits.CommandError(f"{out}: its folder is not there; make it, or name another file.")


def _target(
    chessboard: str | None, charuco: str | None, square_mm: float, marker_mm: float | None, markers: tuple[str, bool]
) -> "Target":
    """The target that the options describe. Raises TargetError."""
    from calibration.lens.targets import ChessTarget, charuco_target, kit_target, read_counts

    if chessboard is not None:
        return ChessTarget(read_counts(chessboard), square_mm)
    if charuco is not None:
        dictionary, legacy = markers
        marker_mm = 0.75 * square_mm if marker_mm is None else marker_mm
        return charuco_target(read_counts(charuco), square_mm, marker_mm, dictionary, legacy=legacy)
    return kit_target()


def _board_look(board: "Board", board_file: Path | None) -> tuple["Look", str]:
    from calibration.finder import finder_for
    from calibration.lens.from_board import BoardLook

    return BoardLook(finder_for(board, None, board_file)), f"board {board.name}"


def _gathered(sources: "Sequence[str]", look: "Look") -> "tuple[tuple[View, ...], list[ViewFailure]]":
    """The views of the sources, shown as they come. Ctrl-C ends a film or a camera with what there is."""
    from calibration.lens.robust import MIN_VIEWS
    from calibration.lens.views import ViewFailure
    from referee_tui.lens.gather import all_pictures, gather_moving, gather_pictures
    from referee_tui.lens.show import guide
    from vision.sources import open_source

    taken: tuple[View, ...] = ()
    refused: list[ViewFailure] = []
    with ExitStack() as stack:
        opened = [stack.enter_context(open_source(name)) for name in sources]
        moving = not all_pictures(opened)
        if moving and len(opened) > 1:
            raise exits.CommandError("a camera or a film is looked at on its own; name no other source beside it.")
        for note in opened[0].notes:
            exits.say(note)
        try:
            with guide(moving=moving) as show:
                for step in gather_moving(opened[0], look) if moving else gather_pictures(opened, look):
                    show(step, opened[0].trouble)
                    if step is not None:
                        taken = step.taken
                        refused += [step.answer] if isinstance(step.answer, ViewFailure) else []
        except KeyboardInterrupt:
            if not moving or len(taken) < MIN_VIEWS:
                raise
    return taken, refused


def _no_lens(reason: str, refused: "Sequence[ViewFailure]", *, json: bool) -> int:
    import msgspec

    from referee_tui.lens.words import refusals_line, refused_json

    if json:
        failed = {"measured": False, "reason": str(reason), "refused": refused_json(refused), "saved": []}
        streams.out(msgspec.json.encode(failed))
    elif refused:
        streams.out(refusals_line(refused))
    exits.say(f"no lens: {reason}.")
    return exits.REFUSED


def _tell(
    solution: "LensSolution",
    verdict: "Verdict",
    refused: "Sequence[ViewFailure]",
    saved: "Sequence[Path]",
    *,
    json: bool,
) -> None:
    import msgspec

    from calibration.lens.coverage import coverage_of
    from referee_tui.lens.words import refusals_line, result_json, result_lines

    coverage = coverage_of(solution.used)
    if json:
        streams.out(msgspec.json.encode(result_json(solution, verdict, coverage, refused, saved)))
        return
    for line in result_lines(solution, verdict, coverage):
        streams.out(line)
    if refused:
        streams.out(refusals_line(refused))
    for path in saved:
        streams.out(f"Saved: {path}")
    if not saved:
        streams.out("Not saved; --profile NAME keeps a lens that is good enough, --out FILE writes any.")
