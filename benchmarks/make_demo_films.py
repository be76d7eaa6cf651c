"""Draws the clips of ``touchline demo`` that are no photographs, each with its truth beside it.

    python benchmarks/make_demo_films.py [GAME...] [--out DIR]

A game is a story in the table below: where it begins, what is done, what is thrown. The same seed draws the same clip.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from clip_file import write_clip

from engine.games import load_ruleset
from engine.games.soccer_fun import formations as soccer_fun
from engine.games.very_much import formations as very_much
from engine.match import TEAMS

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes import Die, SceneSpec, Sensor, make_camera
from tests.scenes.films import Pace, StoryFilm
from tests.scenes.stories import dice_area_mm, story_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.match import Position
    from engine.ruleset import Ruleset

DEMO = Path(__file__).resolve().parent.parent / "referee_tui" / "demo"
QUALITY = 23
"""x264's constant rate factor."""


@dataclass(frozen=True)
class Told:
    """One clip."""

    begins: Callable[[Ruleset], Position]
    script: str
    seed: int = 1
    ball: str = "ring"
    """How it is carried: ``ring`` or ``on_top``."""
    dice: int = 1
    """How many a side has."""
    between_s: float = 1.6
    """How long the table rests after each visit of a hand."""


def _masume(rules: Ruleset) -> Position:
    pieces = very_much.line_up(very_much.formation("4-4-2"), very_much.formation("3-5-2"), kicks_off="B")
    return rules.read_position({"pieces": pieces, "ball": "H11", "turn": "B", "restart": "kick_off", "spot": "H11"})


def _soccer_fun(rules: Ruleset) -> Position:
    pieces = soccer_fun.line_up(soccer_fun.formation("4-4-2"), soccer_fun.formation("3-4-3"), kicks_off="B")
    ball = pieces["B9"]
    return rules.read_position({"pieces": pieces, "ball": ball, "turn": "B", "restart": "kick_off", "placing": True})


STORIES = {
    "very-much": Told(
        _masume,
        # A kick-off trapped, a lob, a run; one square too many, taken back; the free ball gained, charged for and won;
        # a dribble and the goal.
        "B9>SW 2 B11^E 6 B9-H14 R8-F12 R6-I16 end B9-I15 B9xR6 5:3 B9~I19 B9>E 5",
    ),
    "soccer-fun": Told(
        _soccer_fun,
        # A kick-off and a figure that comes upon the ball; a kick deflected by an opponent; one that stops on a figure;
        # one square too many, taken back; a ball lost; the goal off a team-mate.
        "B9*1 2 B9>S R10*1 3 R10-J12-I11 B8*2 3,4 B8-I8-H9-H10 =SE R6*1 4 R6-J16-J15-I14 B10*1 4 B10-M13 B10-M12 "
        "R9*1 3 R9>W B8*3 5,5,4 B8>NE =E",
        ball="on_top",
        dice=3,
        between_s=1.2,
    ),
}


def _lying(area_mm: tuple[float, float, float, float], a_side: int) -> tuple[Die, ...]:
    """The dice before the first throw, blue's west of red's."""
    west, north, _, south = area_mm
    places = [(team, k) for team in TEAMS for k in range(a_side)]
    return tuple(
        Die(team, 3 + k if team == "B" else 5 - k, west + 22 + 38 * n, (north + south) / 2, 20.0 + 30 * n)
        for n, (team, k) in enumerate(places)
    )


def draw(game: str, out: Path) -> None:
    """One clip and its truth."""
    told = STORIES[game]
    rules = load_ruleset(game)
    rng = np.random.default_rng(told.seed)
    length, width = rules.board.grid.field_size_mm
    # Where there is no tray on the sheet, the camera also looks at the table beside it.
    tray = rules.board.file.sheet.dice_area_mm is not None
    camera = make_camera(
        (1280, 720),
        elevation_deg=64,
        azimuth_deg=3,
        distance_mm=(1.42 if tray else 1.6) * length,
        target_mm=(length / 2, width / 2 + (8 if tray else 32)),
    )
    dice = _lying(dice_area_mm(rules.board), told.dice)
    story = story_of(rules, told.begins(rules), told.script.split(), rng, dice=dice, form=told.ball)
    scene = SceneSpec(camera, rules.board, sensor=Sensor(0.6, 0.0, 95))
    film = StoryFilm(story, scene, rng, Pace(between_s=told.between_s))
    clip = out / f"{game}.mp4"
    write_clip(clip, film, rate_hz=10, quality=QUALITY)
    truth = {"clip": clip.name, "form": told.ball, **film.truth()}
    clip.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    """Draw the clips that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which of {', '.join(STORIES)} (all of them)")
    parser.add_argument("--out", type=Path, default=DEMO, help="folder to write to (referee_tui/demo)")
    chosen = parser.parse_args()
    if unknown := set(chosen.games) - set(STORIES):
        parser.error(f"there is no story of {', '.join(sorted(unknown))}; there are {', '.join(STORIES)}")
    for game in chosen.games or STORIES:
        draw(game, chosen.out)


if __name__ == "__main__":
    main()
