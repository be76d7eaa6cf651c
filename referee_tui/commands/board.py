"""``touchline board ...``: a board of your own, without markers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.options import Game, Images, LensFileOfPictures, ProfileName, lens_of_pictures, settings_with
from referee_tui.commands.overlays import save_picture

if TYPE_CHECKING:
    from calibration.own.build import OwnBoard
    from calibration.own.lattice import Count
    from calibration.pose import BoardPose, FloatArray, Lens
    from engine.board import Board, BoardFile
    from vision.rectify import Image

app = typer.Typer(
    name="board", no_args_is_help=True, help="Set up a board of your own, without markers; look at one; try one."
)

BoardArgument = Annotated[Path, typer.Argument(metavar="BOARD", help="The board file, for example my-board.toml.")]
Overlay = Annotated[Path | None, typer.Option("--overlay", metavar="PNG", help="Write a picture to judge by eye.")]


@app.command("new")
def new(
    picture: Annotated[Path, typer.Argument(metavar="PICTURE", help="One picture of the empty board.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The board file to write.")],
    game: Game = "regista",
    corners: Annotated[
        tuple[str, str, str, str] | None,
        typer.Option(
            "--corners", metavar="X,Y X,Y X,Y X,Y", help="The field's corners in pixels: A1's first, then clockwise."
        ),
    ] = None,
    auto: Annotated[
        bool, typer.Option("--auto", help="Look for the field; A1 is taken to be upper left in the picture.")
    ] = False,
    turned: Annotated[bool, typer.Option("--turned", help="With --auto: A1 is at the opposite corner.")] = False,
    columns: Annotated[int | None, typer.Option("--columns", min=2, help="Spaces along a long row.")] = None,
    rows: Annotated[int | None, typer.Option("--rows", min=2, max=26, help="Rows across the board.")] = None,
    width_mm: Annotated[float | None, typer.Option("--width-mm", min=2.0, help="Width of a space.")] = None,
    border_mm: Annotated[
        tuple[float, float, float, float] | None,
        typer.Option("--border-mm", metavar="W N E S", help="Print beyond the field on each side; default: as seen."),
    ] = None,
    piece_mm: Annotated[
        tuple[float, float] | None,
        typer.Option("--piece-mm", metavar="D H", help="Diameter and height of the pieces; default: the kit's."),
    ] = None,
    lens: LensFileOfPictures = None,
    profile: ProfileName = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take the counts that were found without asking.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a board file that is there.")] = False,
) -> int:
    """Write a board file and its reference picture from one picture of the empty board.

    Without --corners and --auto a screen opens to mark the corners in. Exit 1 if no lattice is found between them.
    """
    from calibration.own.build import set_up
    from calibration.own.kinds import wrong_kind
    from calibration.own.lattice import count_spaces
    from calibration.own.template import fitted, template_of
    from calibration.pose import PoseFailure, lens_at
    from referee_tui.board.own_words import set_up_lines
    from vision.not_empty import lying_on
    from vision.numbers import NumberReader
    from vision.sources.pictures import read_picture

    if out.exists() and not overwrite:
        raise exits.CommandError(f"{out}: is there already; --overwrite replaces it.")
    if auto and corners is not None:
        raise exits.CommandError("--auto looks for the corners itself; leave it out, or --corners.")
    image, template = read_picture(picture), template_of(game)
    known_lens = lens_at(lens_of_pictures(lens, profile), (image.shape[1], image.shape[0]))
    if isinstance(known_lens, PoseFailure):
        raise exits.CommandError(f"{picture}: {known_lens.reason}.")
    found = _corners(image, corners, template, known_lens, auto=auto, turned=turned)
    if found is None:
        return exits.REFUSED
    file = _with_pieces(fitted(template, out.stem, columns=columns, rows=rows, width_mm=width_mm), piece_mm)
    other_kind = wrong_kind(image, found, template, known_lens)
    if other_kind is not None:  # a failure is falsy
        exits.say(f"{other_kind.reason}.")
        return exits.REFUSED
    if columns is None or rows is None:
        count = count_spaces(image, found, template, columns=columns, rows=rows)
        file = _with_pieces(_counted(count, file, template, width_mm, yes=yes), piece_mm)
    own = set_up(image, found, file, lens=known_lens, border=border_mm)
    if isinstance(own, PoseFailure):
        exits.say(own.reason)
        return exits.REFUSED
    for path in _write(own, image, out):
        streams.out(str(path))
    lying = lying_on(image, own.pose, own.reference, NumberReader())
    for line in set_up_lines(own, lying, asked_width=width_mm is not None):
        streams.out(line)
    return exits.OK


@app.command("show")
def show(board: BoardArgument, overlay: Overlay = None) -> int:
    """Say what a board file and its reference picture hold; draw the lattice and the areas over the picture."""
    from calibration.own.reference import load_reference
    from engine.board import load_board
    from referee_tui.board.own_words import board_lines, ends_line

    known = load_board(board)
    for line in board_lines(known):
        streams.out(line)
    if known.file.markers is not None:
        streams.out(f"It has {len(known.file.markers.corner_mm)} printed markers and needs no reference picture.")
        return exits.OK
    reference = load_reference(board, known)
    space_px = reference.scale * known.grid.width_mm
    streams.out(f"Reference picture: {reference.flat.shape[1]}x{reference.flat.shape[0]}, {space_px:.0f} px a space.")
    streams.out(ends_line(reference))
    if overlay is not None:
        from calibration.own.drawing import draw_flat

        save_picture(overlay, draw_flat(reference))
    return exits.OK


@app.command("check")
def check(
    board: BoardArgument,
    images: Images,
    lens: LensFileOfPictures = None,
    profile: ProfileName = None,
    overlay: Overlay = None,
) -> int:
    """Look for a board in pictures. Exit 1 if it is not found in one of them."""
    from calibration.finder import finder_for
    from engine.board import load_board
    from vision.sources.pictures import read_picture

    known = load_board(board)
    finder = finder_for(known, lens_of_pictures(lens, profile), board)
    missed = 0
    for number, path in enumerate(images):
        image = read_picture(path)
        pose = finder.find(image)
        if not pose:
            missed += 1
            streams.out(f"{path}: no board: {pose.reason}")
            continue
        error = 100 * pose.field_sd_mm / known.grid.width_mm
        x, y = pose.project([(0.0, 0.0)])[0]
        streams.out(f"{path}: found, A1's corner at {x:.0f},{y:.0f}; error about {error:.1f} % of a space")
        if overlay is not None:
            name = overlay if len(images) == 1 else overlay.with_stem(f"{overlay.stem}-{number + 1}")
            save_picture(name, _drawn(image, pose, known))
    return exits.REFUSED if missed else exits.OK


def _corners(
    image: "Image", typed: tuple[str, ...] | None, template: "Board", lens: "Lens | None", *, auto: bool, turned: bool
) -> "FloatArray | None":
    """The field's corners (4, 2), A1's first, clockwise: typed, found or marked on a screen; None if given up."""
    from calibration.own.auto import find_field
    from calibration.pose import PoseFailure

    if typed is not None:
        return _typed_corners(typed)
    if auto:
        found = find_field(image, template, lens)
        if isinstance(found, PoseFailure):
            exits.say(found.reason)
            return None
        return found.turned() if turned else found.corners_px
    from referee_tui.commands.terminal import need_terminal

    need_terminal("give the corners with --corners, or let --auto look for them")
    config = settings_with()
    from referee_tui.app.corners import mark_corners

    proposed = find_field(image, template, lens)
    marked = mark_corners(image, None if isinstance(proposed, PoseFailure) else proposed.corners_px, config=config)
    if marked is None:
        exits.say("left without corners; nothing was written.")
    return marked


def _typed_corners(typed: tuple[str, ...]) -> "FloatArray":
    import numpy as np

    points = []
    for text in typed:
        x, comma, y = text.partition(",")
        try:
            points.append((float(x), float(y)))
        except ValueError:
            comma = ""
        if not comma:
            raise exits.CommandError(f"--corners: {text!r} is not a corner; write x,y in pixels, for example 412,96.5.")
    return np.array(points)


def _with_pieces(file: "BoardFile", size_mm: tuple[float, float] | None) -> "BoardFile":
    """The file with pieces of a diameter and a height, if one was given; what is higher than wide is a pawn."""
    import msgspec

    from engine.board_file import KeyFaultError, check_lengths, check_pieces

    if size_mm is None:
        return file
    diameter, height = size_mm
    form = "pawn" if height > diameter else "disc"
    pieces = msgspec.structs.replace(file.pieces, diameter_mm=diameter, height_mm=height, form=form)
    sized = msgspec.structs.replace(file, pieces=pieces)
    try:
        check_pieces(pieces)
        check_lengths(sized)
    except KeyFaultError as fault:
        raise exits.CommandError(f"--piece-mm: {fault}.") from fault
    return sized


def _counted(
    count: "Count | None", file: "BoardFile", template: "Board", width_mm: float | None, *, yes: bool
) -> "BoardFile":
    """The file with the counts that the picture shows, once the user has agreed to them."""
    import sys

    from calibration.own.template import counts_of, fitted

    usual = counts_of(template)
    if count is None or (count.columns, count.rows) == usual:
        return file
    seen = f"{count.columns} columns and {count.rows} rows"
    if not yes:
        if not (sys.stdin and sys.stdin.isatty()):
            raise exits.CommandError(
                f"the picture shows {seen}, and a board of {template.game} has {usual[0]} and {usual[1]}; say which "
                "with --columns and --rows, or take what is seen with --yes."
            )
        if not typer.confirm(f"{seen} are seen ({usual[0]} and {usual[1]} are usual). Take them?", err=True):
            raise exits.CommandError("say how many there are with --columns and --rows.")
    return fitted(template, file.name, columns=count.columns, rows=count.rows, width_mm=width_mm)


def _write(own: "OwnBoard", image: "Image", out: Path) -> list[Path]:
    """The board file, its reference picture, the picture itself and a drawing to judge them by; their paths."""
    from calibration.own.board_text import board_text
    from calibration.own.reference import save_reference

    out.parent.mkdir(parents=True, exist_ok=True)
    reference = save_reference(out, own.reference)
    picture, overlay = (out.with_name(f"{out.stem}.{kind}.png") for kind in ("picture", "overlay"))
    save_picture(picture, image)
    save_picture(overlay, _drawn(image, own.pose, own.board))
    out.write_text(board_text(own.board.file), encoding="utf-8")
    return [out, reference, picture, overlay]


def _drawn(image: "Image", pose: "BoardPose", board: "Board") -> "Image":
    from calibration.overlay import draw_overlay
    from calibration.own.drawing import tinted

    return draw_overlay(tinted(image, pose, board), pose, board)
