"""Matches whose process is killed at a random moment, and what is left of them. Shared with the benchmark.

The match is a film of looks that is followed as ``touchline watch --headless`` does; the same film gives the same log,
byte for byte, so what is left of a killed one can be compared with what would have come of it.
"""

from __future__ import annotations

import os
import random
import select
import signal
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.games import load_ruleset
from engine.record.patient import PatientLog
from engine.record.reader import read_log
from engine.record.resume import resume_match
from engine.record.verify import verify
from referee_tui.following.session import Session
from referee_tui.plain import follow
from tests.engine.tables import filmed_match
from tests.session.fakes import Film, FilmEyes, Shot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.record.patient import Heard
    from engine.ruleset import Ruleset

RULES = load_ruleset("regista")


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    """How logs find their rules."""
    return load_ruleset(game, options=options)


@dataclass(frozen=True)
class Undisturbed:
    """The match that nobody killed."""

    log: bytes
    lines: tuple[str, ...]
    """What was shown, in order."""
    bytes_at: tuple[int, ...]
    """Length of all records that had been made when each line was shown: so long its log must be."""
    seconds: float


@dataclass(frozen=True)
class Killed:
    """What is left of a match."""

    shown: int
    """Lines that had been shown."""
    records: int
    """Complete records in the log."""
    torn_bytes: int
    """Of a record that was being written."""
    faults: tuple[str, ...]
    """Everything that is not as it must be; empty."""


def play(log: Path, out: Callable[[str], None], heard: Heard | None = None) -> None:
    """Follow the film to its end."""
    looks = filmed_match(1).looks
    film = Film([Shot(1.0, looks[0]), *(part for look in looks for part in (Shot(1.0, look), Shot(0.2, None)))])
    with Session(film, RULES, log, eyes=FilmEyes(film), heard=heard) as session:
        follow(session, out, lambda _: None)


def undisturbed(folder: Path) -> Undisturbed:
    """Play the match in this process."""
    log, lines, sizes, made = folder / "undisturbed.touchline.jsonl", list[str](), list[int](), list[int]()

    def out(line: str) -> None:
        lines.append(line)
        sizes.append(sum(made))

    began = time.perf_counter()
    play(log, out, lambda written: made.append(len(written.line) + 1))
    return Undisturbed(log.read_bytes(), tuple(lines), tuple(sizes), time.perf_counter() - began)


def kills(count: int, seed: int) -> Iterator[Killed]:
    """Play the match so many times in a process of its own, which is killed at a random moment of it."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        whole = undisturbed(Path(name))
        for number in range(count):
            log = Path(name) / f"{number}.touchline.jsonl"
            lines = rng.randint(0, len(whole.lines))
            shown = _killed(log, lines, rng.uniform(0.0, 2 * whole.seconds / len(whole.lines)))
            yield _judged(whole, log, shown)
            log.unlink(missing_ok=True)


def _killed(log: Path, lines: int, seconds: float) -> list[str]:
    """Play in a child that is killed so many seconds after so many lines; what it had shown by then."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play(log, lambda line: _write(writing, line))
        finally:
            os._exit(0)
    os.close(writing)
    shown = bytearray()
    while shown.count(b"\n") < lines and (part := os.read(reading, 4096)):
        shown += part
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0 and select.select([reading], [], [], left)[0]:
        if not (part := os.read(reading, 4096)):
            break
        shown += part
    os.kill(child, signal.SIGKILL)
    while part := os.read(reading, 4096):
        shown += part
    os.close(reading)
    os.waitpid(child, 0)
    return shown.decode().splitlines()


def _write(descriptor: int, line: str) -> None:
    os.write(descriptor, line.encode() + b"\n")


def _judged(whole: Undisturbed, log: Path, shown: list[str]) -> Killed:
    if not log.exists() or not log.stat().st_size:
        return Killed(len(shown), 0, 0, ("lines were shown without a log",) if shown else ())
    left, read, faults = log.read_bytes(), read_log(log), list[str]()
    if shown != list(whole.lines[: len(shown)]):
        faults.append("something else was shown than in the match that nobody killed")
    if not whole.log.startswith(left[: read.whole_bytes]):
        faults.append("the log is not the beginning of that match's log")
    if shown and read.whole_bytes < whole.bytes_at[len(shown) - 1]:
        faults.append(f"{shown[-1]!r} was shown and is not in the log")
    if read.lines:
        faults += _gone_on_with(log, list(read.records))
    return Killed(len(shown), len(read.lines), len(read.torn), tuple(faults))


def _gone_on_with(log: Path, records: list[Any]) -> Iterator[str]:
    """Take the log up, as ``touchline resume`` does, and see that it is sound and stands where it stood."""
    before = resume_match(records, loader).match.position
    resumed, _ = PatientLog.resume(log)
    resumed.close()
    found = verify(log, loader)
    yield from (f"line {fault.line}: {fault.what}" for fault in found.faults)
    if found.match.position != before:
        yield "another position was resumed"
