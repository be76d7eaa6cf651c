"""The clips that ship with the program, and their truths."""

from __future__ import annotations

import itertools
import json
from importlib import resources
from typing import Any

import pytest

from engine.board import board_of_game
from engine.games import load_ruleset
from engine.notation import parse_action
from referee_tui.commands.demo import DEMO, clip_of
from referee_tui.exits import CommandError
from vision.sources import open_source

CLIPS = sorted(clip.name.removesuffix(".mp4") for clip in DEMO.iterdir() if clip.name.endswith(".mp4"))
MOST_BYTES = {"regista": 4_000_000}
"""Of a clip; any other is shorter."""


@pytest.fixture(params=CLIPS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def truth(game: str) -> dict[str, Any]:
    return dict(json.loads((DEMO / f"{game}.json").read_text(encoding="utf-8")))


def test_the_clip_stays_small(game: str) -> None:
    with resources.as_file(clip_of(game)) as clip:
        assert clip.stat().st_size <= MOST_BYTES.get(game, 1_500_000)


def test_the_clip_has_the_frames_and_the_uneven_clock_that_its_truth_says(game: str, truth: dict[str, Any]) -> None:
    with resources.as_file(clip_of(game)) as clip, open_source(str(clip)) as source:
        assert source.size_px == (truth["width"], truth["height"])
        times = [frame.t for frame in source]
    assert len(times) == truth["frames"]
    assert times[-1] == pytest.approx(truth["seconds"], abs=0.2)
    steps = [round(b - a, 3) for a, b in itertools.pairwise(times)]
    assert min(steps) > 0
    assert len(set(steps)) > 10


def test_the_truth_is_a_match_on_the_kits_board(game: str, truth: dict[str, Any]) -> None:
    assert truth["clip"] == f"{game}.mp4"
    assert truth["game"] == game
    assert truth["layout"] == board_of_game(game).name
    rules = load_ruleset(game)
    position = rules.read_position(truth["initial"])
    first = next(event for event in truth["events"] if event["type"] == "action")
    assert rules.act(position, parse_action(first["notation"]))


def test_a_game_without_a_clip_is_named_with_those_that_have_one() -> None:
    with pytest.raises(CommandError, match=f"no demo of 'chess'; there are .*{CLIPS[0]}"):
        clip_of("chess")
