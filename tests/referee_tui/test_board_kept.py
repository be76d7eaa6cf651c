"""The board of a camera: kept by ``touchline calibrate board``, taken by ``watch``, told by ``profiles``."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from calibration.lens_file import AboutLens, lens_file
from calibration.own.board_text import board_text
from calibration.own.finder import FeatureFinder
from calibration.own.reference import save_reference
from calibration.pose import Lens
from calibration.profile_boards import boards_of
from calibration.profile_file import CameraTable
from calibration.profiles import list_profiles, save_lens
from engine.board import shipped_board_text
from engine.games import load_ruleset
from engine.record.records import FORMAT, Header
from engine.record.writer import LogWriter
from referee_tui import cli
from referee_tui.commands import begin as begin_command
from referee_tui.commands import resume as resume_command
from tests.calibration.own_tables import GREEN, empty_table
from tests.calibration.own_tables import own as green_board
from tests.scenes import Light, Scene, Sensor, draw_scene, make_camera, random_scene
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calibration.finder import BoardFinder

SIZE_PX = (960, 540)
CAMERA = "900"
"""A number that no camera is plugged in under: it is known as ``camera 900``."""
Capture = pytest.CaptureFixture[str]


@cache
def table(light: Light = Light()) -> Scene:  # noqa: B008 - a Light is immutable
    spec = random_scene(np.random.default_rng(7), camera=make_camera(SIZE_PX, elevation_deg=65.0, distance_mm=720.0))
    return draw_scene(replace(spec, light=light, sensor=Sensor()), np.random.default_rng(7))


class Camera(Source):
    """Shows one picture."""

    def __init__(self, image: np.ndarray) -> None:
        super().__init__(f"camera {CAMERA}")
        self._image = image

    @property
    def size_px(self) -> tuple[int, int]:
        return self._image.shape[1], self._image.shape[0]

    @property
    def duration_s(self) -> float:
        return 2.0

    def __iter__(self) -> Iterator[Frame]:
        yield Frame(0, 0.0, self._image)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> list[BoardFinder]:
    """The camera shows the table; what a match is followed with, instead of following it."""
    finders: list[BoardFinder] = []

    def follow(*args: object, finder: BoardFinder, **rest: object) -> int:
        del args, rest
        finders.append(finder)
        return 0

    plug_in(monkeypatch, table().image)
    # Modules, not their names: one imported only now would take the fake for its own.
    for command in (begin_command, resume_command):
        monkeypatch.setattr(command, "follow_match", follow)
    return finders


def plug_in(monkeypatch: pytest.MonkeyPatch, image: np.ndarray) -> None:
    monkeypatch.setattr("vision.sources.open_source", lambda *_, **__: Camera(image))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The user's own board file: the kit's board under another name."""
    path = tmp_path / "mine.toml"
    path.write_text(shipped_board_text("regista-a2").replace('"regista-a2"', '"shop-green"'), encoding="utf-8")
    return path


def run(capfd: Capture, *line: str) -> tuple[int, str, str]:
    capfd.readouterr()
    code = cli.run(list(line))
    told = capfd.readouterr()
    return code, told.out, told.err


def calibrate(capfd: Capture, *options: str) -> str:
    code, _, err = run(capfd, "calibrate", "board", CAMERA, *options)
    assert code == 0
    return err


def watch(capfd: Capture, *options: str) -> str:
    code, _, err = run(capfd, "watch", CAMERA, "--headless", *options)
    assert code == 0
    return err


def test_an_own_board_is_kept_and_played_on_without_being_named(
    own: Path, data: Path, watched: list[BoardFinder], capfd: Capture
) -> None:
    said = calibrate(capfd, "--board", str(own))
    assert "board shop-green is kept in profile camera-900-960x540, error 0." in said
    assert len(said.splitlines()) == 1
    (kept,) = boards_of(list_profiles(data / "profiles").profiles)
    own.unlink()
    assert f"{kept}." in watch(capfd)
    assert "board shop-green, calibrated 20" in str(kept)
    assert "with camera 900, error " in str(kept)
    assert watched[-1].board.name == "shop-green"
    true = table().spec.camera
    assert kept.table.tvec == pytest.approx(true.tvec.reshape(3), abs=15)
    assert kept.table.rvec == pytest.approx(true.rvec.reshape(3), abs=0.03)
    assert kept.table.size_px == SIZE_PX

    watch(capfd, "--no-profile")
    assert watched[-1].board.name == "regista-a2"


def test_of_a_board_without_markers_the_reference_picture_is_kept_too(
    tmp_path: Path, data: Path, watched: list[BoardFinder], monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    made, file = green_board(GREEN), tmp_path / "green.toml"
    file.write_text(board_text(made.reference.board.file), encoding="utf-8")
    picture = save_reference(file, made.reference)
    plug_in(monkeypatch, empty_table(GREEN).image)
    calibrate(capfd, "--board", str(file))
    (copy,) = data.glob("profiles/*/boards/*/board.reference.png")
    assert copy.read_bytes() == picture.read_bytes()
    for path in (file, picture):
        path.unlink()
    watch(capfd)
    assert watched[-1].board == made.reference.board
    assert isinstance(watched[-1], FeatureFinder)


def test_the_board_of_the_kit_is_kept_and_said(watched: list[BoardFinder], capfd: Capture) -> None:
    calibrate(capfd)
    assert "board regista-a2, calibrated " in watch(capfd)
    assert watched[-1].board.name == "regista-a2"
    assert "board" not in watch(capfd, "--game", "soccer-fun"), "another game's board is another board"
    assert watched[-1].board.game == "soccer-fun"


def test_the_one_calibrated_with_last_counts(own: Path, watched: list[BoardFinder], capfd: Capture) -> None:
    calibrate(capfd, "--board", str(own))
    calibrate(capfd)
    assert "board regista-a2, calibrated " in watch(capfd)
    assert watched[-1].board.name == "regista-a2"


@pytest.mark.parametrize("begun_on", ["shop-green", "regista-a2"])
@pytest.mark.parametrize("command", [["resume", "{log}", CAMERA], ["watch", CAMERA, "--resume", "--log", "{log}"]])
def test_a_match_goes_on_with_the_board_that_it_was_begun_on(  # noqa: PLR0917 - columns of the table and fixtures
    command: list[str], begun_on: str, own: Path, tmp_path: Path, watched: list[BoardFinder], capfd: Capture
) -> None:
    calibrate(capfd, "--board", str(own))
    log, rules = tmp_path / "m.touchline.jsonl", load_ruleset("regista")
    header = Header(
        format=FORMAT, game="regista", options=dict(rules.options), board=begun_on, software="another program",
        teams={"B": "Blue", "R": "Red"},
    )  # fmt: skip
    with LogWriter.create(log) as writer:
        writer.append(0.0, [header])
    code, _, err = run(capfd, *(word.replace("{log}", str(log)) for word in command), "--headless")
    assert code == 0, err
    assert watched[-1].board.name == begun_on


def test_a_named_file_that_changed_is_used_and_said_to_be_stale(
    own: Path, watched: list[BoardFinder], capfd: Capture
) -> None:
    calibrate(capfd, "--board", str(own))
    assert "board shop-green, calibrated " in watch(capfd, "--board", str(own))
    own.write_text(own.read_text(encoding="utf-8") + "# nudged\n", encoding="utf-8")
    said = watch(capfd, "--board", str(own))
    assert "board shop-green is not the one that was calibrated " in said
    assert "calibrate with it again" in said
    assert watched[-1].board.name == "shop-green"
    assert "board shop-green" not in watch(capfd, "--board", str(own), "--no-profile")


def test_the_kit_s_board_of_another_release_is_stale(data: Path, capfd: Capture) -> None:
    calibrate(capfd)
    (path,) = (data / "profiles").glob("*/profile.toml")
    text = path.read_text(encoding="utf-8")
    (kept,) = boards_of(list_profiles(data / "profiles").profiles)
    path.write_text(text.replace(kept.table.fingerprint, "0" * 64), encoding="utf-8")
    assert "board regista-a2 is not the one that was calibrated " in watch(capfd)


def test_pictures_of_another_shape_do_not_use_it(
    own: Path, watched: list[BoardFinder], monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    calibrate(capfd, "--board", str(own))
    plug_in(monkeypatch, np.zeros((480, 640, 3), np.uint8))
    said = watch(capfd)
    assert "board shop-green was calibrated at 960x540, and the pictures are 640x480" in said
    assert watched[-1].board.name == "regista-a2"


def test_a_copy_that_was_spoilt_is_said_and_not_used(
    own: Path, data: Path, watched: list[BoardFinder], capfd: Capture
) -> None:
    calibrate(capfd, "--board", str(own))
    (copy,) = data.glob("profiles/*/boards/shop-green/board.toml")
    copy.write_text("nonsense", encoding="utf-8")
    assert "the board is not used" in watch(capfd)
    assert watched[-1].board.name == "regista-a2"


def test_nothing_is_kept_where_that_is_wished_or_the_verdict_is_red(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    assert calibrate(capfd, "--no-profile") == ""
    plug_in(monkeypatch, table(Light(3.0)).image)
    code, _, err = run(capfd, "calibrate", "board", CAMERA)
    assert (code, err) == (1, "")
    assert not data.exists()


def test_pictures_are_kept_in_a_named_profile_only(tmp_path: Path, data: Path, capfd: Capture) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), table().image)
    assert run(capfd, "calibrate", "board", str(tmp_path / "a.png"))[2] == ""
    assert not data.exists()
    code, out, err = run(capfd, "calibrate", "board", str(tmp_path / "a.png"), "--profile", "phone", "--json")
    assert code == 0
    assert json.loads(out)["verdict"] == "green"
    assert "board regista-a2 is kept in profile phone" in err
    assert "with phone" in watch(capfd, "--profile", "phone")
    code, _, err = run(capfd, "calibrate", "board", str(tmp_path / "a.png"), "--profile", "a/b")
    assert code == 2
    assert "cannot be a name" in err


def test_it_lies_beside_the_lens_of_the_same_size(data: Path, capfd: Capture) -> None:
    camera = CameraTable(f"camera {CAMERA}", f"camera {CAMERA}", CAMERA)
    pose = table().spec.camera
    lens = Lens(pose.lens.camera_matrix, pose.lens.distortion, SIZE_PX, measured=True)
    save_lens(data / "profiles", "club", lens_file(lens, AboutLens()), camera)
    assert "is kept in profile club" in calibrate(capfd)
    (profile,) = list_profiles(data / "profiles").profiles
    assert profile.file.lens is not None


def test_a_twin_camera_s_profile_is_not_taken(data: Path, capfd: Capture) -> None:
    twin = CameraTable("usb-another", f"camera {CAMERA}", CAMERA)
    save_lens(data / "profiles", "camera-900-960x540", lens_file(table().spec.camera.lens, AboutLens()), twin)
    said = calibrate(capfd)
    assert "the board is not kept: profile camera-900-960x540 is of another camera" in said


def test_profiles_show_boards_and_take_them_away(own: Path, data: Path, capfd: Capture) -> None:
    calibrate(capfd, "--board", str(own))
    calibrate(capfd)
    code, out, _ = run(capfd, "profiles", "list")
    assert code == 0
    first, *boards = out.splitlines()
    assert first == "camera-900-960x540: camera 900, no lens"
    assert [line.split(", calibrated ")[0].strip() for line in boards] == [
        "board: shop-green, regista",
        "board: regista-a2, regista",
    ]
    assert all(" % of a space" in line for line in boards)
    _, out, _ = run(capfd, "profiles", "show", "camera-900-960x540")
    assert "as seen from the camera: turned " in out
    assert str(data / "profiles" / "camera-900-960x540" / "boards" / "shop-green" / "board.toml") in out
    _, out, _ = run(capfd, "profiles", "show", "camera-900-960x540", "--json")
    shown: dict[str, Any] = json.loads(out)["boards"]["shop-green"]
    assert shown["game"] == "regista"
    assert shown["own"] is True
    assert run(capfd, "profiles", "delete", "camera-900-960x540")[0] == 0
    assert not list((data / "profiles").iterdir())
