"""``touchline board``: a board of one's own from a picture, as a user types it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.lens_file import AboutLens, lens_file, save_lens
from calibration.pose import Lens
from engine.board import load_board
from referee_tui import cli
from tests.calibration.own_tables import GREEN, camera, empty_table, game
from tests.scenes import Sensor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.scenes import Scene


def picture(folder: Path, scene: Scene, name: str = "empty.png") -> str:
    cv2.imwrite(str(folder / name), scene.image)
    return str(folder / name)


def typed(scene: Scene) -> list[str]:
    """The corners as somebody reads them off a picture viewer: whole pixels."""
    return [f"{x:.0f},{y:.0f}" for x, y in scene.corners_px]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board that was set up with typed corners."""
    folder = tmp_path_factory.mktemp("own")
    scene = empty_table(GREEN)
    line = ["board", "new", picture(folder, scene), "--out", str(folder / "mine.toml"), "--corners", *typed(scene)]
    assert cli.run(line) == 0
    return folder / "mine.toml"


def test_a_board_is_written_with_its_pictures(made: Path) -> None:
    assert load_board(made).grid.field_size_mm == pytest.approx((506.0, 305.4), abs=0.1)
    for kind in ("reference", "picture", "overlay"):
        assert made.with_name(f"mine.{kind}.png").stat().st_size > 1000
    # No file's place is written into it.
    assert ".png" not in made.read_text().split("\n\n", 1)[1]


def test_a_picture_of_a_board_that_is_not_empty_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "mine.toml")
    for scene, is_empty in ((played(), False), (empty_table(GREEN), True)):
        line = ["board", "new", picture(tmp_path, scene), "--out", out, "--corners", *typed(scene), "--overwrite"]
        assert cli.run(line) == 0
        said = [line for line in capsys.readouterr().out.splitlines() if "not empty" in line]
        assert bool(said) is not is_empty
        named = {space for line in said for space in re.findall(r"[A-O][0-9]+", line)}
        assert bool(named) is not is_empty
        assert named <= set(scene.spaces.values())


def played() -> Scene:
    return game(GREEN, 5, camera(GREEN, elevation_deg=70.0, size_px=(1280, 720)), sensor=Sensor())


@pytest.mark.parametrize(("size", "form"), [(("22", "2.5"), "disc"), (("16", "30"), "pawn")], ids=["coins", "pawns"])
def test_the_size_of_the_pieces_is_kept(tmp_path: Path, size: tuple[str, str], form: str) -> None:
    scene, out = empty_table(GREEN), tmp_path / "mine.toml"
    line = ["board", "new", picture(tmp_path, scene), "--out", str(out), "--corners", *typed(scene)]
    assert cli.run([*line, "--piece-mm", *size]) == 0
    pieces = load_board(out).file.pieces
    assert (pieces.form, pieces.diameter_mm, pieces.height_mm) == (form, *(float(mm) for mm in size))


def test_pieces_of_an_impossible_size_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene, out = empty_table(GREEN), tmp_path / "mine.toml"
    line = ["board", "new", picture(tmp_path, scene), "--out", str(out), "--corners", *typed(scene)]
    assert cli.run([*line, "--piece-mm", "3", "2"]) == 2
    assert "--piece-mm: pieces are at least 5 mm across" in capsys.readouterr().err
    assert not out.exists()


def test_it_is_shown(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["board", "show", str(made), "--overlay", str(tmp_path / "flat.png")]) == 0
    said = capsys.readouterr().out
    assert "22 columns and 15 rows of hexagons" in said
    assert "tells one end from the other" in said
    assert cv2.imread(str(tmp_path / "flat.png")) is not None


def test_a_board_of_the_other_kind_of_spaces_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = empty_table(GREEN)
    out = tmp_path / "mine.toml"
    line = ["board", "new", picture(tmp_path, scene), "--out", str(out), "--game", "very-much"]
    assert cli.run([*line, "--corners", *typed(scene)]) == 1
    said = capsys.readouterr().err
    assert "very-much is played on squares, and the picture shows hexagons" in said
    assert not out.exists()


@pytest.mark.parametrize("place", ["/proc/flat.png", "/dev/full", "."])
def test_a_picture_that_cannot_be_written_is_one_sentence(
    made: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["board", "show", str(made), "--overlay", place]) == 2
    said = capsys.readouterr().err
    assert f"{place}: the picture cannot be written" in said
    assert "name another place" in said


def test_it_is_found_in_other_pictures(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = game(GREEN, 1, camera(GREEN, azimuth_deg=170.0))
    assert cli.run(["board", "check", str(made), picture(tmp_path, played)]) == 0
    assert "found" in capsys.readouterr().out


def test_a_picture_without_it_is_a_refusal(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "none.png"), np.full((480, 640, 3), 90, np.uint8))
    assert cli.run(["board", "check", str(made), str(tmp_path / "none.png")]) == 1
    assert "no board: the board mine is not to be seen" in capsys.readouterr().out


def test_it_can_be_read_with_pieces_on_it(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = game(GREEN, 1, camera(GREEN))
    assert cli.run(["read", picture(tmp_path, played), "--board", str(made)]) == 0
    assert "pieces" in capsys.readouterr().out


@pytest.fixture
def square_lens(tmp_path: Path) -> Path:
    """A lens measured in pictures of another shape than a table's."""
    lens = Lens(np.array(((500.0, 0, 250), (0, 500, 250), (0, 0, 1))), np.zeros(5), (501, 501), measured=True)
    save_lens(tmp_path / "square.toml", lens_file(lens, AboutLens()))
    return tmp_path / "square.toml"


def test_a_lens_that_says_nothing_about_the_picture_is_not_used(
    made: Path, square_lens: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, out = str(made.with_name("empty.png")), tmp_path / "x.toml"
    assert cli.run(["board", "new", empty, "--out", str(out), "--auto", "--lens", str(square_lens)]) == 2
    assert "measured at 501x501 and the picture is 960x540" in capsys.readouterr().err
    assert not out.exists()
    assert cli.run(["board", "check", str(made), empty, "--lens", str(square_lens)]) == 1
    assert "no board: the lens was measured at 501x501" in capsys.readouterr().out


def test_a_lens_may_be_named_by_its_profile(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["new", str(made.with_name("empty.png")), "--out", "x.toml"], ["check", str(made), str(made)]):
        assert cli.run(["board", *line, "--profile", "nobody's"]) == 2
        assert "no profile" in capsys.readouterr().err


def test_without_its_reference_picture_it_says_so(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = tmp_path / "alone.toml"
    alone.write_text(made.read_text())
    assert cli.run(["board", "check", str(alone), str(made)]) == 2
    assert "needs its reference picture alone.reference.png beside it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["--corners", "1,2", "3,4", "5,six", "7,8"], 2, "'5,six' is not a corner"),
        (["--corners", "1,2", "3,4"], 2, "--corners"),
        (["--auto", "--corners", "1,2", "30,2", "30,40", "1,40"], 2, "leave it out"),
        (["--corners", "300,100", "300,600", "900,600", "900,100"], 2, "anticlockwise"),
        ([], 2, "the screen needs a terminal"),
        (["--game", "chess", "--auto"], 2, "there is no board of 'chess'"),
        (["--columns", "19", "--rows", "12"], 1, "19 columns and 12 rows"),
        (["--columns", "19", "--rows", "40"], 2, "--rows"),
    ],
    ids=["no number", "two corners", "both ways", "wrong way round", "no terminal", "game", "counts", "too many rows"],
)
def test_what_cannot_be_is_said(
    more: list[str], code: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = empty_table(GREEN)
    corners = ["--corners", *typed(scene)] if "--rows" in more else []
    line = ["board", "new", picture(tmp_path, scene), "--out", str(tmp_path / "x.toml"), *corners, *more]
    assert cli.run(line) == code
    assert words in capsys.readouterr().err
    assert not (tmp_path / "x.toml").exists()


def test_a_board_that_is_there_is_not_replaced(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = made.read_bytes()
    assert cli.run(["board", "new", str(made.with_name("empty.png")), "--out", str(made), "--auto"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert made.read_bytes() == before


def test_the_field_is_looked_for(tmp_path: Path) -> None:
    scene = empty_table(GREEN)
    out = tmp_path / "auto.toml"
    assert cli.run(["board", "new", picture(tmp_path, scene), "--out", str(out), "--auto", "--yes"]) == 0
    assert load_board(out).file.grid.columns == 22
