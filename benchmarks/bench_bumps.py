"""A camera that is knocked: films of drawn tables through the whole session, by the size of the knock."""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table

from calibration.finder import finder_for
from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.records import Acted, Corrected, Noted, Undone
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.session import Session

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes.knocks import Knock, KnockedFilm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.pose import BoardPose
    from engine.board import Board

FILMS = 2
"""Of each kind, unless asked otherwise."""
READ = frozenset({"IN STEP", "ASKING", "OUT OF STEP"})
"""States in which the table was read."""
RIGHT_SPACES = 0.15
"""A pose further off than this, in widths of a space, is not back in place."""

KNOCKS = (
    Knock("2 mm", shift_mm=2.0),
    Knock("5 mm", shift_mm=5.0, roll_deg=0.5),
    Knock("15 mm", shift_mm=15.0, roll_deg=1.0),
    Knock("15 mm, a piece moved meanwhile", shift_mm=15.0, roll_deg=1.0, acts=True),
    Knock("15 mm, a hand after it", shift_mm=15.0, roll_deg=1.0, hand_s=1.5),
    Knock("board moved 15 mm", shift_mm=15.0, roll_deg=1.0, board_moves=True),
    Knock("40 mm", shift_mm=40.0, roll_deg=3.0),
    Knock("80 mm, higher up", shift_mm=80.0, roll_deg=6.0, to={"distance_mm": 60.0, "elevation_deg": 6.0}),
    Knock("turned upside down", to={"roll_deg": 180.0}),
    Knock("to the other side", to={"azimuth_deg": 180.0}),
    Knock("picked up, put back", shift_mm=10.0, roll_deg=2.0, away_s=2.0),
)


@dataclass(frozen=True)
class Recovery:
    """How the session came through one film."""

    back_s: float
    """From rest to back in step for good; infinite if it never was."""
    wrong: int
    """Acts, corrections and undoes in the log that did not happen."""
    missed: int
    error_spaces: float
    """Of the field's furthest corner, at the end."""
    named: str
    """What the log says moved: ``camera``, ``board``, ``either``, or nothing."""


def watch(film: KnockedFilm, log: Path) -> Recovery:
    """Follow a film and compare with its truth."""
    rules = load_ruleset("regista")
    back_t, error = float("inf"), float("inf")
    with Session(film, rules, log, eyes=CameraEyes(finder_for(rules.board))) as session:
        for update in session:
            if update.frame is None or update.t < film.rest_t - 1e-6:
                continue
            camera = film.camera_at(update.frame.number)
            error = error_spaces(update.pose, camera, rules.board) if update.pose and camera else float("inf")
            in_step = update.eye in READ and error < RIGHT_SPACES
            back_t = min(back_t, update.t) if in_step else float("inf")
    records = list(read_log(log).records)
    done = [r.notation for r in records if isinstance(r, Acted)]
    named = next((r.moved.what for r in records if isinstance(r, Noted) and r.moved is not None), "")
    # Whose turn it is shows in who acts first.
    odd = sum(isinstance(r, Undone) or (isinstance(r, Corrected) and set(r.changes) != {"turn"}) for r in records)
    wanted = [film.act[0]] if film.act is not None else []
    wrong = sum(act not in wanted for act in done) + odd
    return Recovery(back_t - film.rest_t, wrong, sum(act not in done for act in wanted), error, named)


def error_spaces(pose: BoardPose, truth: BoardPose, board: Board) -> float:
    """How far the field's furthest corner is from where it should be."""
    length, width = board.grid.field_size_mm
    corners = np.array(((0, 0), (length, 0), (length, width), (0, width)), np.float64)
    return float(np.hypot(*(truth.to_board(pose.project(corners)) - corners).T).max()) / board.grid.width_mm


def _named(results: Sequence[Recovery], truth: str) -> str:
    told = [r.named for r in results if r.named]
    right, unclear = told.count(truth), told.count("either")
    return f"{right} / {len(told) - right - unclear} / {unclear}"


def run(films: int = FILMS, seed: int = 1, knocks: Sequence[Knock] = KNOCKS) -> None:
    """Print the table."""
    board = load_ruleset("regista").board
    table = Table(title="a knocked camera (drawn films, 1280x720, ten pictures a second)", title_justify="left")
    for index, heading in enumerate(
        (
            "knock",
            "back in step",
            "mean s",
            "worst s",
            "wrong commits",
            "acts missed",
            "pose error, spaces",
            "named right / wrong / unclear",
        )
    ):
        table.add_column(heading, justify="right" if index else "left")
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as logs:
        for row, knock in enumerate(knocks):
            results = [
                watch(
                    KnockedFilm(knock, board, np.random.default_rng((seed, row, number))),
                    Path(logs) / f"{row}-{number}.touchline.jsonl",
                )
                for number in range(films)
            ]
            back = [r.back_s for r in results if np.isfinite(r.back_s)]
            table.add_row(
                knock.name,
                f"{len(back)} of {len(results)}",
                f"{np.mean(back):.1f}" if back else "-",
                f"{max(back):.1f}" if back else "-",
                str(sum(r.wrong for r in results)),
                str(sum(r.missed for r in results)),
                f"{max(r.error_spaces for r in results):.3f}",
                _named(results, "board" if knock.board_moves else "camera"),
            )
    console = Console(width=170)
    console.print(table)
    console.print(f"{films * len(knocks)} films in {time.perf_counter() - began:.0f} s; aim: at most 2 s, none wrong")


if __name__ == "__main__":
    run(*(int(word) for word in sys.argv[1:]))
