"""The demo's match on the screen, from its first frame to its last, with eyes that see what the film's truth says."""

from __future__ import annotations

import asyncio
import json
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
import pytest

from calibration.pose import BoardPose, Lens
from engine.board import shipped_board
from engine.games import load_ruleset
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece
from engine.record.verify import verify
from referee_tui.app.run import match_screen
from referee_tui.app.shell import TouchlineApp
from referee_tui.following.eyes import Place
from referee_tui.following.session import Session
from vision.gate import GateState, Mood
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from engine.match import Team
    from referee_tui.following.moves import Mover

BOARD = shipped_board("regista-a2")
TRUTH: dict[str, Any] = json.loads(
    (resources.files("referee_tui") / "demo" / "regista.json").read_text(encoding="utf-8")
)
STEP_S = 0.25
NOTHING = np.zeros((2, 2, 3), np.uint8)
POSE = BoardPose(Lens(np.eye(3), np.zeros(5), (2, 2)), np.zeros(3), np.array((0.0, 0.0, 900.0)), 0.1)


def stretch(t: float) -> dict[str, Any] | None:
    """How the table lies at a time, None while a hand is in the picture."""
    return next((s for s in TRUTH["settled"] if s["t_start"] <= t < s["t_end"]), None)


class Film(Source):
    """Frames without a picture, at the film's pace."""

    @property
    def size_px(self) -> tuple[int, int]:
        return 2, 2

    @property
    def duration_s(self) -> float:
        return float(TRUTH["seconds"])

    def __iter__(self) -> Iterator[Frame]:
        for number in range(int(self.duration_s / STEP_S)):
            yield Frame(number, number * STEP_S, NOTHING)


class TrueEyes:
    """Sees what really lay there."""

    def __init__(self) -> None:
        self._before: dict[str, Any] | None = None

    def judge(self, frame: Frame, pose: BoardPose | None) -> GateState:  # noqa: ARG002 - the form of Eyes
        lying = stretch(frame.t)
        new = lying is not None and lying is not self._before
        self._before = lying
        return GateState(Mood.SETTLED if lying else Mood.HAND, frame.t, 1.0, settled_new=new)

    def find(self, frames: Sequence[Frame], previous: BoardPose | None) -> BoardPose:  # noqa: ARG002 - the form of Eyes
        return POSE

    def check(self, frame: Frame, pose: BoardPose) -> Place:  # noqa: ARG002 - the form of Eyes
        return Place.IN_PLACE

    def who_moved(self, frame: Frame, pose: BoardPose) -> Mover:  # noqa: ARG002 - the form of Eyes
        return "either"

    def exposure_fault(self, frame: Frame) -> Literal[""]:  # noqa: ARG002 - the form of Eyes
        return ""

    def read(self, frame: Frame, pose: BoardPose, expected: object) -> Observation:  # noqa: ARG002 - the form of Eyes
        lying = stretch(frame.t)
        assert lying is not None
        pieces = tuple(
            SeenPiece(cast("Team", p["id"][0]), int(p["id"][1:]), p["x_mm"], p["y_mm"], p["cell"], 0.99)
            for p in lying["pieces"]
        )
        ball = lying["ball"]
        dice = tuple(SeenDie(d["team"], d["value"], d["x_mm"], d["y_mm"], 0.99) for d in lying["dice"])
        seen = SeenBall(ball["x_mm"], ball["y_mm"], ball["cell"], ball["on_piece"], 0.99) if ball else None
        return Observation(frame.t, frame.number, pieces, seen, dice)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_demo_is_followed_to_its_end(size: tuple[int, int], tmp_path: Path) -> None:
    rules = load_ruleset("regista")
    log = tmp_path / "demo.touchline.jsonl"
    with Session(Film("demo.mp4"), rules, log, eyes=TrueEyes()) as session:
        match = match_screen(session, Film("demo.mp4"), log)
        app = TouchlineApp(match)
        async with app.run_test(size=size) as pilot:
            while not match.state.over:
                assert match.follower.error is None
                await asyncio.wait_for(pilot.pause(0.01), 30)
            await pilot.press("q")
    assert match.follower.error is None
    texts = [line.text for line in match.state.lines]
    told = "\n".join(texts)
    for event in TRUTH["events"]:
        if event["type"] in {"action", "illegal"} and event["notation"] != "end":
            assert event["notation"] in told
        if event["type"] == "illegal":
            assert event["rule"] in told
    last = [event["position"] for event in TRUTH["events"] if "position" in event][-1]
    assert match.state.position is not None
    assert match.state.position.pieces == last["pieces"]
    assert match.state.position.ball == last["ball"]
    assert match.state.position.turn == last["turn"]
    assert verify(log, lambda game, options: load_ruleset(game, options=options))


async def test_a_match_that_is_gone_on_with_is_shown_by_the_rules_of_its_log(tmp_path: Path) -> None:
    log = tmp_path / "official.touchline.jsonl"
    official = load_ruleset("regista", options={"length": "official"})
    with Session(Film("demo.mp4"), official, log, eyes=TrueEyes()) as session:
        next(update for update in session if update.position is not None)
    rules = load_ruleset("regista")
    film = Film("demo.mp4")
    with Session(
        film, rules, log, eyes=TrueEyes(), resume=lambda game, options: load_ruleset(game, options=options)
    ) as session:
        assert session.rules.options["length"] == "official"
        match = match_screen(session, film, log)
        app = TouchlineApp(match)
        async with app.run_test(size=(80, 24)) as pilot:
            while match.state.position is None:
                await asyncio.wait_for(pilot.pause(0.01), 30)
            await pilot.press("q")
        match.follower.wait()
    assert match.state.count.turns == 30
