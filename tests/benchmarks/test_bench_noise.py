"""The shares that simulated matches are read with are those that were counted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from bench_noise import noise_file, scored
from eye_pictures import Answer
from eye_scores import Claim, TableScore

from tests.engine.simulated import read_noise

COUNTS = {
    "pieces": 400, "missed": 4, "claimed": 380, "claimed wrongly": 5, "claimed elsewhere": 3, "phantoms": 1,
    "balls": 20, "ball missed": 2, "ball wrong": 1, "dice": 40, "die claimed": 36, "die wrong": 0,
}  # fmt: skip


def test_the_shares_of_a_file_are_of_what_was_counted(tmp_path: Path) -> None:
    wrong = tuple(Claim("die", said, right=False) for said in (0.99, 0.6, 0.7, 0.5))
    file = tmp_path / "noise.toml"
    file.write_text(noise_file(TableScore(COUNTS, claims=wrong), ["some"]), encoding="utf-8")
    noise = read_noise(file)
    assert (noise.missing_piece, noise.misread_number, noise.unsure_number) == (0.01, 0.005, 0.04)
    assert (noise.ball_hidden, noise.unsure_die, noise.sure_when_wrong) == (0.1, 0.1, 0.25)
    # None was seen: a third of a case.
    assert noise.wrong_die == pytest.approx(1 / 120, abs=1e-4)


def test_boards_that_were_not_found_hands_and_small_pictures_do_not_count() -> None:
    one, nothing = TableScore({"pieces": 22}), TableScore({})
    answers = [
        Answer("a", {}, nothing, one),
        Answer("b", {"occlusion": "hand"}, nothing, one),
        Answer("c", {"px a space": "14-17"}, nothing, one),
        Answer("d", {}, nothing, one, found=False),
    ]
    assert scored(answers).counts["pieces"] == 22
