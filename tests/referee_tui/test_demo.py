"""The clip that ships with the program, and its truth."""

from __future__ import annotations

import itertools
import json
from importlib import resources

import pytest

from engine.board import shipped_board
from engine.games import load_ruleset
from engine.notation import parse_action
from referee_tui.commands.demo import CLIP
from vision.sources import open_source

DEMO = resources.files("referee_tui") / "demo"


@pytest.fixture(scope="module")
def truth() -> dict[str, object]:
    return dict(json.loads((DEMO / CLIP.replace(".mp4", ".json")).read_text(encoding="utf-8")))


def test_the_clip_stays_small() -> None:
    with resources.as_file(DEMO / CLIP) as clip:
        assert clip.stat().st_size <= 4_000_000


def test_the_clip_has_the_frames_and_the_uneven_clock_that_its_truth_says(truth: dict[str, object]) -> None:
    with resources.as_file(DEMO / CLIP) as clip, open_source(str(clip)) as source:
        assert source.size_px == (truth["width"], truth["height"])
        times = [frame.t for frame in source]
    assert len(times) == truth["frames"]
    assert times[-1] == pytest.approx(truth["seconds"], abs=0.2)
    steps = [round(b - a, 3) for a, b in itertools.pairwise(times)]
    assert min(steps) > 0
    assert len(set(steps)) > 10


def test_the_truth_is_a_match_on_the_kits_board(truth: dict[str, object]) -> None:
    assert truth["clip"] == CLIP
    assert truth["layout"] == shipped_board("regista-a2").name
    rules = load_ruleset(str(truth["game"]))
    position = rules.read_position(truth["initial"])  # type: ignore[arg-type]  # JSON
    first = truth["events"][0]  # type: ignore[index]  # JSON
    ruling = rules.act(position, parse_action(first["notation"]))
    assert ruling
    assert ruling.position.ball == first["position"]["ball"]
