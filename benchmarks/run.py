"""Prints how right and how fast Touchline is, as tables: ``make bench``.

    python benchmarks/run.py [stills] [clips] [engine] [bumps] [calibration] [own] [lens] [log] [--n N] [--tables DIR]

DIR holds ``stills/*.jpg`` and ``clips/*.mp4``, each with its truth as ``.json`` beside it; without it the tables in
``benchmarks/tables`` are used, and the film of ``touchline demo``. Nothing is asserted: figures are for reading.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import bench_bumps
import bench_calibration
import bench_clips
import bench_engine
import bench_lens
import bench_log
import bench_own_board
import bench_stills

HERE = Path(__file__).resolve().parent
DEMO = HERE.parent / "referee_tui" / "demo"

PARTS = ("stills", "clips", "engine", "bumps", "calibration", "own", "lens", "log")


def main() -> None:
    """Run the parts that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"which of {', '.join(PARTS)} (all of them)")
    parser.add_argument("--tables", type=Path, default=None, help="folder with stills/ and clips/")
    parser.add_argument("--n", type=int, default=60, help="drawn tables of the calibration part (60)")
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    parts = chosen.parts or PARTS
    tables = chosen.tables or HERE / "tables"
    if "stills" in parts:
        bench_stills.run(tables / "stills")
    if "clips" in parts:
        bench_clips.run([tables / "clips", *([] if chosen.tables else [DEMO])])
    if "engine" in parts:
        bench_engine.run()
    if "bumps" in parts:
        bench_bumps.run()
    if "calibration" in parts:
        bench_calibration.run(chosen.n)
    if "own" in parts:
        bench_own_board.run(tables=chosen.tables)
    if "lens" in parts:
        bench_lens.run()
    if "log" in parts:
        bench_log.run()


if __name__ == "__main__":
    main()
