"""Prints how right and how fast Touchline is, as tables: ``make bench``.

    python benchmarks/run.py [PART...] [--n N] [--tables DIR]

DIR holds ``stills/*.jpg`` and ``clips/*.mp4``, each with its truth as ``.json`` beside it; without it the tables in
``benchmarks/tables`` are used, and the film of ``touchline demo``. Nothing is asserted: figures are for reading.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import bench_ball
import bench_bumps
import bench_calibration
import bench_clips
import bench_engine
import bench_gate
import bench_lens
import bench_log
import bench_own_board
import bench_referee
import bench_stills
import eye
import screen
from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).resolve().parent
DEMO = HERE.parent / "referee_tui" / "demo"

PARTS = (
    "stills",
    "clips",
    "engine",
    "bumps",
    "calibration",
    "own",
    "lens",
    "log",
    "referee",
    "ball",
    "eye",
    "gate",
    "screen",
)


def main() -> None:
    """Run the parts that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"which of {', '.join(PARTS)} (all of them)")
    parser.add_argument("--tables", type=Path, default=None, help="folder with stills/ and clips/")
    parser.add_argument("--n", type=int, default=60, help="drawn tables of the parts calibration and eye (60)")
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    parts = chosen.parts or PARTS
    tables = chosen.tables or HERE / "tables"
    runs: dict[str, Callable[[], None]] = {
        "stills": lambda: bench_stills.run(tables / "stills"),
        "clips": lambda: bench_clips.run([tables / "clips", *([] if chosen.tables else [DEMO])]),
        "engine": bench_engine.run,
        "bumps": bench_bumps.run,
        "calibration": lambda: bench_calibration.run(chosen.n),
        "own": lambda: bench_own_board.run(tables=chosen.tables),
        "lens": bench_lens.run,
        "log": bench_log.run,
        "referee": bench_referee.run,
        "ball": bench_ball.run,
        "gate": bench_gate.run,
        "screen": screen.run,
        "eye": lambda: eye.run(eye.options(["--tables", str(tables), "--n", str(chosen.n)])),
    }
    console, began = Console(), time.perf_counter()
    for part in (part for part in PARTS if part in parts):
        console.rule(part)
        part_began = time.perf_counter()
        runs[part]()
        console.print(f"{part}: {time.perf_counter() - part_began:.0f} s")
    console.print(f"All of it: {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
