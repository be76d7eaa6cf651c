"""Draws the clip of ``touchline demo soccer-chess``, with its truth beside it.

    python benchmarks/make_rolling_film.py [--out DIR]

A kick-off passed to a team-mate, a run and a positioning, a kick over the touch line, the ball put where it belongs.
The same seed draws the same clip.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from clip_file import write_clip

from engine.games import load_ruleset
from engine.notation import parse_action

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes import Ball, Disc, SceneSpec, Sensor, make_camera
from tests.scenes.rolls import Put, Roll, RollFilm

DEMO = Path(__file__).resolve().parent.parent / "referee_tui" / "demo"
GAME = "soccer-chess"
QUALITY = 25
"""x264's constant rate factor."""
SEED = 2
ORANGE = (40, 120, 245)

STANDING = {
    "B9": (389.0, 291.0),
    "B2": (110.0, 210.0),
    "B3": (110.0, 390.0),
    "B4": (150.0, 130.0),
    "B6": (330.0, 230.0),
    "B8": (310.0, 430.0),
    "B11": (350.0, 510.0),
    "R9": (470.0, 310.0),
    "R3": (510.0, 350.0),
    "R4": (530.0, 210.0),
    "R7": (610.0, 130.0),
    "R5": (650.0, 450.0),
    "R2": (690.0, 310.0),
}
"""Where the figures stand at the kick-off, mm; Blue's 9 has the ball at the middle."""
KICK_OFF, PASSED, OUT = (407.0, 294.0), (301.5, 211.0), (352.0, -27.0)
BESIDE_PASSED, BESIDE_R4 = (319.0, 211.0), (510.5, 212.0)


def film() -> tuple[RollFilm, dict[str, object]]:
    """The film, and where it begins."""
    rules = load_ruleset(GAME)
    standing = dict(STANDING)

    def discs(**moved: tuple[float, float]) -> tuple[Disc, ...]:
        standing.update(moved)
        return tuple(Disc(piece, *at, turned_deg=7.0 * k) for k, (piece, at) in enumerate(standing.items()))

    grid = rules.board.grid
    pieces = {piece: grid.nearest(*at).space for piece, at in STANDING.items()}
    initial = {"pieces": pieces, "ball": pieces["B9"], "turn": "B", "restart": "kick_off"}
    camera = make_camera((1280, 720), elevation_deg=64, azimuth_deg=2, distance_mm=1270, target_mm=(400.0, 316.0))
    scene = SceneSpec(
        camera, rules.board, discs=discs(), ball=Ball("ball", *KICK_OFF, colour=ORANGE), sensor=Sensor(0.6, 0.8, 95)
    )
    steps = (
        Roll((KICK_OFF, PASSED), 600.0),
        Put(discs(B6=BESIDE_PASSED)),
        Put(discs(B4=(190.0, 130.0))),
        Put(discs(R3=(470.0, 370.0))),
        Roll((PASSED, OUT), 900.0),
        Put(discs(), BESIDE_R4),
    )
    return RollFilm(scene, steps, np.random.default_rng(SEED), rest_s=1.7), initial


def _events(initial: dict[str, object], struck_t: list[float]) -> list[dict[str, object]]:
    """What happens, and the moment of the kick that it follows; ``ball@`` says where the ball came to rest."""
    first, second = (round(t, 3) for t in struck_t)
    done = (
        ("B9*", first),
        (f"ball@({PASSED[0]},{PASSED[1]})", first),
        ("B4-WJ7", first),
        ("R3-ER12", first),
        ("B6*", second),
        (f"ball@({OUT[0]},{OUT[1]})", second),
    )
    rules, events = load_ruleset(GAME), []
    position = rules.read_position(initial)
    for notation, t in done:
        verdict = rules.act(position, parse_action(notation))
        if not verdict:
            raise ValueError(f"{notation}: {verdict.reason}")
        position = verdict.position
        events.append(
            {
                "t_start": t,
                "t_end": t,
                "type": "action",
                "notation": notation,
                "table": {"pieces": dict(position.pieces), "ball": position.ball_space},
                "position": rules.write_position(position),
            }
        )
    return events


def draw(out: Path) -> None:
    """The clip and its truth."""
    drawn, initial = film()
    clip = out / f"{GAME}.mp4"
    written = write_clip(clip, drawn, rate_hz=30, quality=QUALITY)
    width, height = drawn.size_px
    truth = {
        "clip": clip.name,
        "form": "ball",
        "game": GAME,
        "layout": GAME,
        "width": width,
        "height": height,
        "frames": written.frames,
        "seconds": round(written.seconds, 3),
        "initial": initial,
        "struck_s": [round(t, 3) for t in drawn.struck_t],
        "events": _events(initial, drawn.struck_t),
    }
    clip.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    """Draw it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=DEMO, help="folder to write to (referee_tui/demo)")
    draw(parser.parse_args().out)


if __name__ == "__main__":
    main()
