"""``touchline calibrate lens`` and ``touchline profiles``: from pictures to the lens that is found again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.lens_file import load_lens
from referee_tui import cli
from referee_tui.lens.choice import choose_lens
from tests.scenes.targets import Shot, all_round, draw_view, kit_print, true_lens

if TYPE_CHECKING:
    from pathlib import Path

LENS = true_lens((800, 450), focal_px=640)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight views of the kit's target, one out of focus, one without it."""
    folder, rng = tmp_path_factory.mktemp("views"), np.random.default_rng(4)
    printed = kit_print()
    for number, held in enumerate(all_round(rng, 8)):
        shot = Shot(blur_px=5) if number == 7 else Shot()
        cv2.imwrite(str(folder / f"{number}.png"), draw_view(printed, LENS, held, rng, shot))
    cv2.imwrite(str(folder / "8.png"), np.full((450, 800, 3), 120, np.uint8))
    return folder


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    return tmp_path / "data"


def test_a_folder_of_pictures_becomes_a_lens_that_is_found_again(
    pictures: Path, tmp_path: Path, data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "lens.toml"
    assert cli.run(["calibrate", "lens", str(pictures), "--out", str(out), "--profile", "phone", "--json"]) == 0
    told = capfd.readouterr()
    answer = json.loads(told.out)
    assert answer["measured"]
    assert answer["verdict"] in {"good", "usable"}
    assert answer["camera_matrix"][0][0] == pytest.approx(640, rel=0.01)
    assert answer["rms_px"] < 0.2
    assert {view["name"] for view in answer["views"]} == {f"{number}.png" for number in range(7)}
    assert {refused["name"]: refused["why"] for refused in answer["refused"]} == {"7.png": "blurred", "8.png": "none"}
    assert answer["saved"] == [str(data / "profiles" / "phone" / "profile.toml"), str(out)]
    assert sum("not taken" in line for line in told.err.splitlines()) == 2
    lens = load_lens(out)
    assert lens.camera_matrix.tolist() == answer["camera_matrix"]
    assert lens.focal_sd_px == pytest.approx(answer["focal_sd_px"], abs=1e-3)

    chosen, said = choose_lens("", data / "profiles", profile="phone").for_pictures((800, 450))
    assert chosen is not None
    assert chosen.camera_matrix.tolist() == answer["camera_matrix"]
    assert said[0].startswith("lens of phone, 800x450, measured ")
    assert cli.run(["profiles", "list"]) == 0
    assert capfd.readouterr().out.startswith("phone: phone, 800x450, measured ")
    assert cli.run(["profiles", "show", "phone"]) == 0
    assert "lens target of the kit, 7 views" in capfd.readouterr().out
    assert cli.run(["profiles", "show", "phone", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["lens"]["size_px"] == [800, 450]
    assert cli.run(["profiles", "delete", "phone"]) == 0
    assert cli.run(["profiles", "show", "phone"]) == 2
    assert "no profile 'phone'" in capfd.readouterr().err


def test_too_few_views_are_a_refusal_with_the_reason(pictures: Path, capfd: pytest.CaptureFixture[str]) -> None:
    some = [str(pictures / f"{number}.png") for number in (0, 1, 8)]
    assert cli.run(["calibrate", "lens", *some]) == 1
    told = capfd.readouterr()
    assert "Not taken: 1 without the target." in told.out
    assert "no lens: 2 usable views" in told.err
    assert cli.run(["calibrate", "lens", *some, "--json"]) == 1
    answer = json.loads(capfd.readouterr().out)
    assert answer["measured"] is False
    assert [refused["name"] for refused in answer["refused"]] == ["8.png"]


def test_a_result_for_people_says_where_it_was_not_kept(pictures: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["calibrate", "lens", str(pictures)]) == 0
    told = capfd.readouterr().out
    assert told.startswith("Verdict: ")
    assert "RMS 0." in told
    assert "Not saved; --profile NAME" in told


def test_by_a_board_that_is_not_in_sight_is_refused_before_views_are_asked_for(
    pictures: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["calibrate", "lens", str(pictures / "8.png"), "--from-board", "--game", "auto"]) == 1
    told = capfd.readouterr()
    assert "8.png: no board: " in told.err
    assert not told.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--chessboard", "8"], "8x5"),
        (["--chessboard", "8x5", "--square-mm", "0"], "0 mm"),
        (["--charuco", "6x8", "--marker-mm", "40"], "do not fit"),
        (["--charuco", "6x8", "--dictionary", "none"], "not a dictionary"),
        (["--charuco", "6x8", "--chessboard", "8x5"], "three targets"),
        (["--from-board", "--chessboard", "8x5"], "three targets"),
        (["--profile", "a/b"], "cannot be a name"),
        (["--profile", "a", "--no-profile"], "exclude"),
        (["--out", "no/such/folder/lens.toml"], "folder is not there"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_is_looked_at(
    options: list[str], says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    assert cli.run(["calibrate", "lens", str(tmp_path / "a.png"), *options]) == 2
    told = capfd.readouterr().err.splitlines()
    assert len(told) == 1
    assert says in told[0]
