"""Hostile files in figures: how many spoilt ones were tried at every door, how many were taken, what the worst cost.

    python benchmarks/bench_hostile.py [--inputs 1000] [--seed 1] [DOOR ...]

Each way to spoil files (tests/hostile/files.py) runs in a process of its own, whose memory is measured; one that gets
more out of the program than a plain refusal is named with the first such fault, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, seed, settings
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.hostile.doors import enter
from tests.hostile.files import GOOD, SPOILT, door_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

INPUTS = 1000


@dataclass
class Tried:
    """What came of the files of one way."""

    count: int = 0
    taken: int = 0
    """Those that were no worse for it; the others were refused in a sentence."""
    worst_s: float = 0.0
    """Of the processor, for one file."""
    more_mb: float = 0.0
    """Memory over what the program takes with good files."""
    faults: list[str] = field(default_factory=list)


def _peak_mb() -> float:
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def _try(way: str, count: int, number: int, answer: Connection) -> None:
    tried = Tried()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for good in GOOD[door_of(way)]:
            _entered(way, good, folder / "good", tried)
        tried.count, tried.taken, tried.worst_s, before_mb = 0, 0, 0.0, _peak_mb()

        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @seed(number)
        @given(raw=SPOILT[way])
        def every(raw: bytes) -> None:
            _entered(way, raw, folder / str(tried.count), tried)

        every()
        tried.more_mb = _peak_mb() - before_mb
    answer.send(tried)


def _entered(way: str, raw: bytes, folder: Path, tried: Tried) -> None:
    folder.mkdir(exist_ok=True)
    began = time.process_time()
    try:
        tried.taken += not enter(door_of(way), raw, folder)
    except Exception as error:  # noqa: BLE001 - whatever comes out is what is looked for
        where = traceback.extract_tb(error.__traceback__)[-1]
        tried.faults.append(f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})")
    tried.worst_s = max(tried.worst_s, time.process_time() - began)
    tried.count += 1


def run(ways: list[str], count: int, number: int) -> int:
    """Try, print, and return how many files got a fault out of the program."""
    table = Table(title="Spoilt files", title_justify="left")
    for column in ("way", "tried", "taken", "refused", "worst s", "more memory MB", "faults"):
        table.add_column(column, justify="left" if column == "way" else "right")
    faults: list[str] = []
    for way in ways:
        reading, writing = multiprocessing.Pipe(duplex=False)
        child = multiprocessing.Process(target=_try, args=(way, count, number, writing))
        child.start()
        writing.close()
        try:
            tried = reading.recv()
        except EOFError:
            tried = Tried(faults=["the process ended"])
        child.join()
        refused = tried.count - tried.taken - len(tried.faults)
        cells = (tried.count, tried.taken, refused, f"{tried.worst_s:.2f}", f"{tried.more_mb:.0f}", len(tried.faults))
        table.add_row(way, *map(str, cells))
        faults += [f"{way}: {fault}" for fault in dict.fromkeys(tried.faults)]
    Console(width=100).print(table)
    print("\n".join(faults[:20]) or "no fault of the program")
    return len(faults)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("doors", metavar="DOOR", nargs="*", help=f"default: all of {', '.join(GOOD)}")
    parser.add_argument("--inputs", type=int, default=INPUTS, help=f"spoilt files for each way ({INPUTS})")
    parser.add_argument("--seed", type=int, default=1)
    given_ = parser.parse_args()
    sys.exit(
        run([way for way in SPOILT if not given_.doors or door_of(way) in given_.doors], given_.inputs, given_.seed) > 0
    )
