"""``touchline calibrate lens``: measure a camera's lens by a printed target, or by the board itself."""

from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.options import BoardFile, GameOrAuto, Json
from referee_tui.commands.sight import board_to_find

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.lens.solve import LensSolution
    from calibration.lens.targets import Target
    from calibration.lens.verdict import Verdict
    from calibration.lens.views import View, ViewFailure
    from calibration.lens_file import LensFile
    from engine.board import Board
    from referee_tui.lens.gather import Look
    from vision.rectify import Image


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
    json: Json = False,
) -> int:
    """Measure the lens: hold the target into the camera's sight as you are told, until there is enough.

    Without options the target is the one that touchline kit prints. Exit 1 if the lens is not good enough.
    """
    from calibration.lens.solve import solve_lens
    from calibration.lens.verdict import verdict_on

    if sum((chessboard is not None, charuco is not None, from_board)) > 1:
        raise exits.CommandError("--chessboard, --charuco and --from-board are three targets; name one of them.")
    if profile is not None and no_profile:
        raise exits.CommandError("--profile and --no-profile exclude each other; leave one of them out.")
    _check_places(out, profile)
    if from_board:
        wanted = board_to_find(sources[0], game, board)
        if wanted is None:
            return exits.REFUSED
        look, by = _board_look(wanted, board)
    else:
        look, by = _target_look(_target(chessboard, charuco, square_mm, marker_mm, (dictionary, legacy)))
    taken, refused = _gathered(sources, look)
    solution = solve_lens(taken)
    if not solution:
        return _no_lens(solution.reason, refused, json=json)
    verdict = verdict_on(solution)
    good = verdict.grade != "not good enough"
    saved = [] if no_profile or not good else _kept_in_profile(_file(solution, verdict, by), sources, profile)
    if out is not None:
        saved.append(_written(_file(solution, verdict, by), out))
    _tell(solution, verdict, refused, saved, json=json)
    return exits.OK if good else exits.REFUSED


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


def _target_look(target: "Target") -> tuple["Look", str]:
    from calibration.board_pose import as_grey
    from calibration.lens.views import look as look_at

    def look(image: "Image", name: str, *, thorough: bool) -> "View | ViewFailure":
        return look_at(as_grey(image), target, name, thorough=thorough)

    return look, target.name


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


def _file(solution: "LensSolution", verdict: "Verdict", by: str) -> "LensFile":
    from calibration.lens_file import AboutLens, lens_file

    spread = solution.spread
    about = AboutLens(
        measured_on=datetime.now().astimezone().date(),
        by=by,
        views=len(solution.used),
        rms_px=round(solution.rms_px, 4),
        focal_sd_px=round(spread.focal_px, 3),
        centre_sd_px=round(spread.centre_px, 3),
        effect_px=round(spread.effect_px, 3),
        verdict=verdict.grade,
    )
    return lens_file(solution.lens, about)


def _kept_in_profile(file: "LensFile", sources: "Sequence[str]", name: str | None) -> list[Path]:
    """The profile that holds the lens now; none for pictures whose camera nobody named. Raises ProfileError."""
    from calibration.profiles import FILE_NAME, profile_name, save_lens
    from referee_tui.lens.choice import camera_table
    from referee_tui.places import profiles_folder

    camera = camera_table(sources[0]) if len(sources) == 1 else None
    if name is None:
        if camera is None:
            return []
        name = profile_name(camera, file.size_px)
    folder = profiles_folder()
    return [folder / save_lens(folder, name, file, camera).name / FILE_NAME]


def _written(file: "LensFile", path: Path) -> Path:
    from calibration.lens_file import save_lens

    save_lens(path, file)
    return path


def _no_lens(reason: str, refused: "Sequence[ViewFailure]", *, json: bool) -> int:
    import msgspec

    from referee_tui.lens.words import refusals_line, refused_json

    if json:
        failed = {"measured": False, "reason": reason, "refused": refused_json(refused), "saved": []}
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
