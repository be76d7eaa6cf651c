"""What disturbs a table, named by the gate: drawn films of each kind, with the truth of every picture."""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table

from engine.board import shipped_board
from vision.changes import table_region
from vision.gate import Gate

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes.disturbances import ACCEPTED, KINDS, DisturbedFilm

if TYPE_CHECKING:
    from vision.disturbance import Disturbance

FILMS = 6
"""Of each kind, unless asked otherwise."""
_NAMED_LATE_S = 0.15
"""What has just begun may be named with the next picture."""


@dataclass(frozen=True)
class Judged:
    """What the gate said of one film."""

    names: tuple[tuple[Disturbance, Disturbance | None], ...]
    """What disturbs and what was said, of every picture that was not readable while it should not be."""
    disturbed: int
    """Pictures that are disturbed."""
    read: int
    """Of them, those that could have been read."""
    reports: int
    """New settled stretches reported while the table was disturbed."""
    delay_s: float
    """From the last disturbed picture to the next report; infinite if there was none."""


def judge(film: DisturbedFilm) -> Judged:
    """The gate alone, with the camera's true place."""
    gate = Gate()
    region = table_region(film.spec.camera, film.spec.board, film.size_px)
    names: list[tuple[Disturbance, Disturbance | None]] = []
    disturbed = read = reports = 0
    delay_s = float("inf")
    for frame in film:
        state = gate.step(frame.image, frame.t, region)
        truth = film.cause_at[frame.t]
        if truth is not None:
            disturbed += 1
            read += state.readable
            reports += state.settled_new
            if not state.readable:
                names.append((truth, state.cause))
        elif frame.t > film.over_t and state.readable:
            delay_s = min(delay_s, frame.t - film.over_t)
    return Judged(tuple(names), disturbed, read, reports, delay_s)


def main_name(judged: Judged) -> Disturbance | None:
    """What the gate mostly said of a film."""
    said = Counter(name for _, name in judged.names if name is not None)
    return said.most_common(1)[0][0] if said else None


def run(films: int = FILMS, seed: int = 1, *, kinds: tuple[str, ...] = ()) -> None:
    """Print the table."""
    board = shipped_board("regista-a2")
    table = Table(title=f"what disturbs a table ({films} drawn films of each, 960x540)", title_justify="left")
    headings = ("kind", "named", "else", "pictures named", "readable meanwhile", "reports", "delay s", "worst s")
    for index, heading in enumerate(headings):
        table.add_column(heading, justify="right" if index else "left")
    said_of: Counter[tuple[Disturbance, Disturbance | None]] = Counter()
    began = time.process_time()
    for row, kind in enumerate(KINDS):
        if kinds and kind not in kinds:
            continue
        results = [judge(DisturbedFilm(kind, board, np.random.default_rng((seed, row, k)))) for k in range(films)]
        truth = next(true for judged in results for true, _ in judged.names)
        right = ACCEPTED.get(truth, frozenset({truth}))
        named = [main_name(judged) for judged in results]
        said_of.update(pair for judged in results for pair in judged.names)
        pairs = [pair for judged in results for pair in judged.names]
        delays = [judged.delay_s for judged in results]
        disturbed = sum(judged.disturbed for judged in results)
        table.add_row(
            kind,
            f"{sum(name in right for name in named)} of {films}",
            ", ".join(sorted({name.name.lower() if name else "-" for name in named if name not in right})),
            f"{sum(name in right for _, name in pairs)} of {len(pairs)}",
            f"{sum(judged.read for judged in results)} of {disturbed}",
            str(sum(judged.reports for judged in results)),
            f"{np.median(delays):.2f}",
            f"{max(delays):.2f}",
        )
    console = Console(width=150)
    console.print(table)
    _precision(console, said_of)
    console.print(f"{time.process_time() - began:.0f} s of one core")


def _precision(console: Console, said_of: Counter[tuple[Disturbance, Disturbance | None]]) -> None:
    table = Table(title="of pictures that were said to be ...", title_justify="left")
    for index, heading in enumerate(("said", "right", "else it was")):
        table.add_column(heading, justify="left" if index != 1 else "right")
    for said in sorted({name for _, name in said_of if name is not None}, key=lambda name: name.name):
        counts = {true: n for (true, name), n in said_of.items() if name is said}
        right = sum(n for true, n in counts.items() if said in ACCEPTED.get(true, frozenset({true})))
        other = {
            true.name.lower(): n for true, n in counts.items() if said not in ACCEPTED.get(true, frozenset({true}))
        }
        table.add_row(
            said.words, f"{right} of {sum(counts.values())}", ", ".join(f"{k} {n}" for k, n in sorted(other.items()))
        )
    console.print(table)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    run(*given, kinds=tuple(sys.argv[3:]))
