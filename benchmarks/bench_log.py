"""The match log: how long a record takes, how long a log is verified, and what a killed match leaves behind.

python benchmarks/bench_log.py [--kills 1000]
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from engine.games import load_ruleset
from engine.match import Roll
from engine.record.patient import PatientLog
from engine.record.reader import read_log
from engine.record.records import FORMAT, Corrected, Header
from engine.record.replay import Match, apply
from engine.record.resume import resume_match
from engine.record.verify import verify
from engine.referee.commit import stated, told

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.session.kills import MATCHES, kills

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.record.records import Record
    from engine.ruleset import Ruleset

RECORDS = 10_000
KILLS = 200
EVERYTHING_TO_DO = "-/- - - 0-0 0-0"


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    """How logs find their rules."""
    return load_ruleset(game, options=options)


def batches(game: str) -> Iterator[list[Record]]:
    """Records of random matches without end, as the referee makes them: one match after another in one log."""
    rules, rng = load_ruleset(game), random.Random(4)
    begin = rules.parse_position(EVERYTHING_TO_DO)
    header = Header(
        format=FORMAT, game=game, options=dict(rules.options), board=rules.board.name, software="benchmark",
        teams={"B": "Blue", "R": "Red"},
    )  # fmt: skip
    match = Match(begin)
    yield [header, stated(rules, match)]
    while True:
        position = match.position
        if position is None:
            raise TypeError("a match that has begun has a position")
        step = _throw(position.awaits.dice, rng) if _waits_for_dice(position) else rules.draw(position, rng)
        if step is None:
            off = {**rules.write_position(begin), "pieces": dict.fromkeys(position.pieces)}
            anew = Corrected(changes=off, source="correction")
            match = apply(rules, match, anew)
            yield [anew, stated(rules, match)]
            continue
        match, records, _ = told(rules, match, [step], "typed")
        yield records


def _waits_for_dice(position: Any) -> bool:  # noqa: ANN401 - of any game
    return position.awaits is not None and position.awaits.type == "roll"


def _throw(dice: Any, rng: random.Random) -> Roll:  # noqa: ANN401 - a count, or counts by side
    if isinstance(dice, int):
        return Roll(faces=tuple(rng.randint(1, 6) for _ in range(dice)))
    return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))


@dataclass
class Synced:
    """Takes the time of every fsync."""

    seconds: float = 0.0
    processor_s: float = 0.0

    def __post_init__(self) -> None:
        """Stand in for the system's own."""
        self._fsync = os.fsync
        os.fsync = self._timed

    def _timed(self, descriptor: int) -> None:
        began, worked = time.perf_counter(), time.thread_time()
        self._fsync(descriptor)
        self.seconds += time.perf_counter() - began
        self.processor_s += time.thread_time() - worked

    def done(self) -> None:
        """Give the system's own back."""
        os.fsync = self._fsync


def long_log(path: Path, game: str) -> tuple[list[float], list[float], list[float]]:
    """Write a long log; for each act milliseconds beyond the fsync, of them on the processor, and of the fsync.

    What is beyond the fsync and not on the processor is waiting for it, and for the system to take the bytes.
    """
    beyond_ms, worked_ms, synced_ms, count = list[float](), list[float](), list[float](), 0
    synced = Synced()
    writer = PatientLog.create(path)
    for batch in batches(game):
        synced.seconds = synced.processor_s = 0.0
        began, worked = time.perf_counter(), time.thread_time()
        writer.append(count / 10, batch)
        spent, worked = time.perf_counter() - began, time.thread_time() - worked
        worked_ms.append(1000 * (worked - synced.processor_s))
        beyond_ms.append(1000 * (spent - synced.seconds))
        synced_ms.append(1000 * synced.seconds)
        count += len(batch)
        if count >= RECORDS:
            break
    writer.close()
    synced.done()
    return beyond_ms, worked_ms, synced_ms


def run(count: int = KILLS) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as name:
        _speed(Path(name))
    if count:
        _kills(count)


def _speed(folder: Path) -> None:
    table = Table(
        title=f"A log of {RECORDS:,} records, on one core; times of one act with its ruling and state",
        title_justify="left",
    )
    for column in (
        "game",
        "MB",
        "beyond the fsync, median / 99 % / worst ms",
        "of it on the processor",
        "fsync, median ms",
        "verified s",
        "resumed s",
    ):
        table.add_column(column, justify="right")
    for game in ("regista", "very-much", "soccer-chess", "soccer-fun"):
        path = folder / f"{game}.touchline.jsonl"
        beyond_ms, worked_ms, synced_ms = long_log(path, game)
        began = time.process_time()
        if not verify(path, loader):
            raise ValueError(f"{path}: the log of a random match is not sound")
        verified, began = time.process_time() - began, time.process_time()
        resume_match(list(read_log(path).records), loader)
        resumed = time.process_time() - began
        table.add_row(
            game,
            f"{path.stat().st_size / 1e6:.1f}",
            _spread(beyond_ms),
            _spread(worked_ms),
            f"{statistics.median(synced_ms):.2f}",
            f"{verified:.2f}",
            f"{resumed:.2f}",
        )
    Console(width=120).print(table)


def _spread(times_ms: list[float]) -> str:
    """Median, 99 % and worst."""
    most_ms = statistics.quantiles(times_ms, n=100)[-1]
    return " / ".join(f"{ms:.2f}" for ms in (statistics.median(times_ms), most_ms, max(times_ms)))


def _kills(count: int) -> None:
    left = list(kills(count, seed=1))
    bad = [killed for killed in left if killed.faults]
    print(f"killed at {count} random moments of {len(MATCHES)} matches ({', '.join(MATCHES)}):")
    print(
        f"{len(bad)} lost something or could not be gone on with; "
        f"{sum(not killed.records for killed in left)} before their first record, "
        f"{sum(killed.torn_bytes > 0 for killed in left)} in the middle of a record; "
        f"{sum(killed.shown for killed in left)} lines had been shown, {sum(killed.records for killed in left)} "
        "records were in the logs"
    )
    for killed in bad:
        print("  ", f"{killed.match}:", "; ".join(killed.faults))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=KILLS, help=f"how often a match is killed ({KILLS})")
    run(parser.parse_args().kills)
