"""How well the eye reads tables, as tables: accuracy by kind of picture, honesty, flicker, speed, memory.

    python benchmarks/eye.py [--n 200] [--seed 1] [--sets drawn,own,stills,real,still,again,speed,memory]
                             [--tables DIR] [--real DIR] [--failures DIR] [--seconds 3600] [--jobs 2]

``drawn``: tables that the project draws, wide and random, the same for the same seed. ``own``: the same on boards
without markers, each set up from a picture of it. ``stills``: a folder of pictures with truth beside them. ``real``:
photographs of dice, numbered pieces and printed grids (``--real``, no default). ``still``: flicker over many pictures
of one table at rest. ``again``: whether what is carried over from one reading to the next, on ``--n`` drawn tables,
makes a difference. ``speed``: as multiples of one warpPerspective of a 1080p
frame to 1188 x 840. ``memory``: what many readings, and a long film, leave behind. ``--failures`` keeps each picture
that was read wrongly, with what was read drawn over it. Nothing is asserted: figures are for reading.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
from eye_again import print_again
from eye_memory import print_memory
from eye_overlay import save_failure
from eye_own import drawn_own
from eye_pictures import Answer, Picture, drawn, read_picture, stills
from eye_real import print_real
from eye_report import print_report, worst_faults
from eye_speed import print_speed
from eye_still import print_flicker
from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

HERE = Path(__file__).resolve().parent
SETS = ("drawn", "own", "stills", "real", "still", "again", "speed", "memory")
WORST = 12
DRAWN = {"drawn": drawn, "own": drawn_own}


def main() -> None:
    """Measure the sets that were asked for."""
    run(options(None))


def options(words: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for, in the words of a command line (None: this one's)."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=200, help="drawn tables (200)")
    parser.add_argument("--first", type=int, default=0, help="number of the first drawn table (0)")
    parser.add_argument("--seed", type=int, default=1, help="of the drawn tables (1)")
    parser.add_argument("--sets", default=",".join(SETS), help=f"some of {','.join(SETS)} (all)")
    parser.add_argument("--tables", type=Path, default=HERE / "tables", help="folder with stills/")
    parser.add_argument("--real", type=Path, default=None, help="folder with dice/, numbered/ and boards/")
    parser.add_argument("--failures", type=Path, default=None, help="folder for pictures that were read wrongly")
    parser.add_argument("--frames", type=int, default=300, help="of the sets still and memory (300)")
    parser.add_argument("--seconds", type=float, default=600.0, help="of film followed for the set memory (600)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    chosen = parser.parse_args(words)
    if unknown := set(chosen.sets.split(",")) - set(SETS):
        parser.error(f"there is no set {', '.join(sorted(unknown))}; there are {', '.join(SETS)}")
    return chosen


def run(chosen: argparse.Namespace) -> None:
    """Print each set's tables."""
    cv2.setNumThreads(1)
    console = Console(width=150)
    parts: dict[str, Callable[[], None]] = {
        "drawn": lambda: _drawn(console, chosen, "drawn"),
        "own": lambda: _drawn(console, chosen, "own"),
        "stills": lambda: _stills(console, chosen),
        "real": lambda: _real(console, chosen),
        "still": lambda: print_flicker(console, chosen.frames, chosen.seed),
        "again": lambda: print_again(console, chosen.n, chosen.first, chosen.seed),
        "speed": lambda: print_speed(console, chosen.seed),
        "memory": lambda: print_memory(console, chosen.frames, chosen.seconds, chosen.seed),
    }
    for name in (name for name in SETS if name in chosen.sets.split(",") and name in parts):
        began = time.perf_counter()
        parts[name]()
        console.print(f"{name}: {time.perf_counter() - began:.0f} s\n")


def _drawn(console: Console, chosen: argparse.Namespace, kind: str) -> None:
    read = partial(_read_drawn, seed=chosen.seed, failures=chosen.failures, draw=DRAWN[kind])
    numbers = range(chosen.first, chosen.first + chosen.n)
    if chosen.jobs > 1:
        with ProcessPoolExecutor(chosen.jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
            answers = list(pool.map(read, numbers, chunksize=4))
    else:
        answers = [read(number) for number in numbers]
    _tell(console, f"{kind}, seed {chosen.seed}", answers)


def _read_drawn(number: int, seed: int, failures: Path | None, draw: Callable[[int, int], Picture]) -> Answer:
    return _read(draw(number, seed), failures)


def _read(picture: Picture, failures: Path | None) -> Answer:
    answer, seen, pose = read_picture(picture, seed=len(picture.truth.pieces))
    if failures is not None and (not answer.found or answer.alone.faults):
        save_failure(failures, picture, answer, seen, pose)
    return answer


def _stills(console: Console, chosen: argparse.Namespace) -> None:
    answers = list(_each(stills(chosen.tables / "stills"), chosen.failures))
    _tell(console, f"stills of {chosen.tables.name}", answers)


def _real(console: Console, chosen: argparse.Namespace) -> None:
    if chosen.real is None:
        console.print(
            "real: --real names a folder with dice/, numbered/ and boards/; without it there is nothing to read"
        )
        return
    print_real(console, chosen.real, chosen.failures)


def _each(pictures: Iterable[Picture], failures: Path | None) -> Iterator[Answer]:
    for picture in pictures:
        yield _read(picture, failures)


def _tell(console: Console, title: str, answers: list[Answer]) -> None:
    print_report(console, title, answers)
    for line in worst_faults(answers, WORST):
        console.print(f"  {line}", highlight=False, markup=False)


if __name__ == "__main__":
    main()
