"""``touchline calibrate board`` on drawn tables: what it says, writes and exits with."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.finder import MarkerFinder
from engine.board import shipped_board
from referee_tui import cli
from referee_tui.board.report import (
    BETWEEN_S,
    FILM_S,
    LIVE_PICTURES,
    LIVE_STEP_S,
    SETTLE_S,
    STEP_S,
    Report,
    first_report,
    live_reports,
    recorded_reports,
)
from referee_tui.exits import CommandError
from tests.scenes import Light, Sensor, draw_scene, make_camera, random_scene
from vision.board_check import BoardCheck
from vision.numbers import NumberReader
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calibration.pose import BoardPose

BOARD = shipped_board("regista-a2")
CAMERA = make_camera((960, 540), elevation_deg=65.0, distance_mm=720.0)


@cache
def table(light: Light = Light(), seed: int = 7) -> np.ndarray:  # noqa: B008 - a Light is immutable
    rng = np.random.default_rng(seed)
    spec = random_scene(np.random.default_rng(7), camera=CAMERA)
    return draw_scene(replace(spec, light=light, sensor=Sensor()), rng).image


def saved(folder: Path, name: str, image: np.ndarray) -> str:
    cv2.imwrite(str(folder / name), image)
    return str(folder / name)


def test_a_second_board_in_view_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = make_camera((960, 720), elevation_deg=60.0, distance_mm=1100.0, focal_px=1000.0)
    one = draw_scene(random_scene(np.random.default_rng(7), camera=camera), np.random.default_rng(7)).image
    both = np.hstack((one, one))
    cli.run(["calibrate", "board", saved(tmp_path, "two.png", both), "--json"])
    (answer,) = answers(capsys.readouterr().out)
    assert answer["board"]["found"]
    (said,) = [finding for finding in answer["findings"] if finding["kind"] == "copies"]
    assert said["severity"] == "yellow"


def answers(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_good_table_is_green_and_pictures_of_a_still_camera_make_one_view(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    paths = [saved(tmp_path, f"{k}.png", table(seed=k)) for k in (7, 8, 9)]
    overlay = tmp_path / "overlay.png"
    assert cli.run(["calibrate", "board", *paths, "--json", "--overlay", str(overlay)]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    (answer,) = answers(out)
    assert answer["source"] == f"{paths[0]} ... {paths[-1]}"
    assert answer["verdict"] == "green"
    assert answer["pictures"] == {"found": 3, "lost": 0}
    assert answer["board"]["markers_used"] == list(range(12))
    assert answer["camera"]["elevation_deg"] == pytest.approx(65, abs=3)
    error = answer["error"]
    assert error["held_out"] is True
    assert error["mean_spaces"] < 0.02
    assert 0 < error["repeatability_spaces"] < 0.02
    assert answer["light"]["bands"] < 0.05
    drawn = cv2.imread(str(overlay))
    assert drawn is not None
    assert drawn.shape[1] == 2 * 960
    assert drawn.shape[0] > 2 * 540


def test_what_is_wrong_is_said_with_the_place_and_the_cure(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    x_mm, y_mm = BOARD.grid.centre_mm("H11")
    path = saved(tmp_path, "glare.png", table(Light(glare_mm=(x_mm, y_mm), glare_radius_mm=70.0)))
    assert cli.run(["calibrate", "board", path]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == path
    assert lines[1].startswith("YELLOW")
    assert "found by 12 of 12 markers" in lines[2]
    (finding,) = (line for line in lines if line.startswith("yellow"))
    assert "glare at" in finding
    assert "move the lamp" in finding


def test_red_findings_exit_with_1_and_every_view_gets_its_picture(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    moved = random_scene(np.random.default_rng(7), camera=make_camera((960, 540), azimuth_deg=15.0, distance_mm=720.0))
    other = draw_scene(replace(moved, light=Light(), sensor=Sensor()), np.random.default_rng(1)).image
    paths = [saved(tmp_path, "burnt.png", table(Light(3.0))), saved(tmp_path, "other.png", other)]
    assert cli.run(["calibrate", "board", *paths, "--json", "--overlay", str(tmp_path / "o.png")]) == 1
    burnt, good = answers(capfd.readouterr().out)
    assert burnt["verdict"] == "red"
    assert good["verdict"] != "red"
    finding = next(finding for finding in burnt["findings"] if finding["kind"] == "bright")
    assert finding["severity"] == "red"
    assert finding["value"] > finding["limit"]
    assert (tmp_path / "o.png").exists()
    assert (tmp_path / "o-2.png").exists()


def test_a_missing_board_exits_with_1(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bare = saved(tmp_path, "bare.png", np.full((540, 960, 3), 120, np.uint8))
    overlay = tmp_path / "none.png"
    assert cli.run(["calibrate", "board", bare, "--overlay", str(overlay)]) == 1
    out, err = capfd.readouterr()
    assert "no board: " in out
    assert "not written" in err
    assert not overlay.exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["missing.png"], "there is no such file"),
        (["{a}", "--board", "missing.toml"], "missing.toml"),
        (["{a}", "--lens", "missing.toml"], "missing.toml"),
        (["{a}", "--game", "football"], "football"),
        (["{a}", "--overlay", "missing/o.png"], "there is no folder"),
        ([], "SOURCE"),
    ],
)
def test_bad_input_costs_one_sentence(
    arguments: list[str], says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path, "a.png", table())
    assert cli.run(["calibrate", "board", *(argument.replace("{a}", path) for argument in arguments)]) == 2
    err = capfd.readouterr().err
    assert says in err
    assert len(err.splitlines()) == 1


class Camera(Source):
    """A live source with pictures and gaps at given times."""

    def __init__(self, times: list[float | None], trouble: str | None = None) -> None:
        super().__init__("camera 0")
        self._times, self._trouble = times, trouble

    @property
    def size_px(self) -> tuple[int, int]:
        return 960, 540

    @property
    def trouble(self) -> str | None:
        return self._trouble

    def __iter__(self) -> Iterator[Frame]:
        return (frame for frame in self.beats() if frame is not None)

    def beats(self) -> Iterator[Frame | None]:
        for number, t in enumerate(self._times):
            yield None if t is None else Frame(number, t, table())


class Known(MarkerFinder):
    """Knows where the board is: finding it is tested elsewhere."""

    def find(self, image: np.ndarray, previous: BoardPose | None = None) -> BoardPose:  # noqa: ARG002 - the finder's form
        return CAMERA


@cache
def reader() -> NumberReader:
    return NumberReader()


def test_a_camera_is_judged_after_it_has_settled_and_then_again() -> None:
    until = SETTLE_S + 2 * LIVE_PICTURES * LIVE_STEP_S + BETWEEN_S
    times: list[float | None] = [round(0.05 * k, 2) for k in range(int(until / 0.05))]
    reports = [report for report in live_reports(Camera([None, *times]), Known(BOARD), reader()) if report]
    assert len(reports) == 2
    assert all(isinstance(report, Report) and not report.red for report in reports)
    first, second = (report.answer for report in reports)
    assert isinstance(first, BoardCheck)
    assert isinstance(second, BoardCheck)
    assert len(first.view.images) == LIVE_PICTURES
    assert first.view.numbers[0] > SETTLE_S / 0.05
    assert second.view.numbers[0] >= first.view.numbers[-1] + BETWEEN_S / 0.05


def test_a_film_is_judged_by_a_few_pictures_of_its_beginning() -> None:
    film = Camera([0.1 * k for k in range(10 * int(FILM_S) + 100)])
    (report,) = recorded_reports([film], Known(BOARD), reader())
    assert isinstance(report.answer, BoardCheck)
    view = report.answer.view
    assert view.numbers[-1] <= 10 * FILM_S
    assert all(later - earlier == round(10 * STEP_S) for earlier, later in pairwise(view.numbers))


def test_a_camera_that_delivers_nothing_is_said() -> None:
    with pytest.raises(CommandError, match="lost"):
        first_report(Camera([None], trouble="camera 0: the camera is lost"), Known(BOARD), reader())
    with pytest.raises(CommandError, match="no pictures came"):
        first_report(Camera([]), Known(BOARD), reader())
