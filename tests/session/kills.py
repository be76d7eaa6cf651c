"""Matches whose process is killed at a random moment, and what is left of them. Shared with the benchmark.

One match is a film of looks that is followed as ``touchline watch --headless`` does, with the pictures behind its
rulings; in each game one is typed without a camera. The same match gives the same log, byte for byte, so what is left
of a killed one can be compared with what would have come of it.
"""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import tempfile
import time
from dataclasses import dataclass
from functools import cache, partial
from itertools import count as counted
from pathlib import Path
from typing import TYPE_CHECKING

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.match import Roll
from engine.notation import format_action
from engine.record.evidence import EvidenceFolder, digest_beside, evidence_folder
from engine.record.patient import PatientLog
from engine.record.reader import read_log
from engine.record.records import Ruled
from engine.record.resume import resume_match
from engine.record.verify import verify
from engine.referee import TypedAction, TypedRoll
from referee_tui.following.lined_up import lined_up
from referee_tui.following.session import Session
from referee_tui.plain import follow
from tests.engine.recorded import drawn
from tests.engine.tables import filmed_match
from tests.session.fakes import Film, FilmEyes, Shot, loader
from vision.sources.none import NoCamera

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from engine.record.patient import Heard
    from engine.record.reader import LogRead
    from engine.record.records import Record
    from engine.referee import Input
    from referee_tui.following.update import SessionUpdate

    Play = Callable[[Path, Callable[[str], None], Heard | None], None]
    """Plays a match to its end: its log, what is told of every line that is shown, and of every record."""

MOST_TYPED = 40
"""Acts and throws of a match that is typed."""


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

    match: str
    """Which one, by its name in ``MATCHES``."""
    shown: int
    """Lines that had been shown."""
    records: int
    """Complete records in the log."""
    torn_bytes: int
    """Of a record that was being written."""
    faults: tuple[str, ...]
    """Everything that is not as it must be; empty."""


def filmed(log: Path, out: Callable[[str], None], heard: Heard | None) -> None:
    """Regista in front of a camera."""
    looks, rules = filmed_match(1).looks, load_ruleset("regista")
    film = Film([Shot(1.0, looks[0]), *(part for look in looks for part in (Shot(1.0, look), Shot(0.2, None)))])
    pictures = EvidenceFolder(evidence_folder(log))
    with Session(film, rules, log, eyes=FilmEyes(film), heard=heard, evidence=pictures) as session:
        follow(session, out, lambda _: None)


def typed(game: str, log: Path, out: Callable[[str], None], heard: Heard | None) -> None:
    """Any game without a camera."""
    rules, ticks = load_ruleset(game), counted(0.0, 10.0)
    source, eyes = NoCamera(lambda: next(ticks)), FilmEyes(Film([]))
    with Session(source, rules, log, eyes=eyes, heard=heard, start=lined_up(rules)) as session:
        follow(_told(session, _typed_inputs(game)), out, lambda _: None)


def _told(session: Session, inputs: Iterable[Input]) -> Iterator[SessionUpdate]:
    """Its updates, something being typed after each."""
    left = iter(inputs)
    for update in session:
        yield update
        if (given := next(left, None)) is None:
            session.stop()
        else:
            session.give(given)


@cache
def _typed_inputs(game: str) -> tuple[Input, ...]:
    rules = load_ruleset(game)
    steps = drawn(rules, 5, MOST_TYPED, rules.read_position(lined_up(rules)))
    return tuple(TypedRoll(step) if isinstance(step, Roll) else TypedAction(format_action(step)) for step in steps)


MATCHES: Mapping[str, Play] = {"filmed": filmed, **{game: partial(typed, game) for game in GAMES}}


def undisturbed(folder: Path, play: Play) -> Undisturbed:
    """Play a match in this process."""
    folder.mkdir()
    log, lines, sizes, made = folder / "undisturbed.touchline.jsonl", list[str](), list[int](), list[int]()

    def out(line: str) -> None:
        lines.append(line)
        sizes.append(sum(made))

    began = time.perf_counter()
    play(log, out, lambda written: made.append(len(written.line) + 1))
    return Undisturbed(log.read_bytes(), tuple(lines), tuple(sizes), time.perf_counter() - began)


def kills(count: int, seed: int) -> Iterator[Killed]:
    """Play the matches in turn, so many in all, each in a process that is killed at a random moment of it."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wholes = {match: undisturbed(folder / match, play) for match, play in MATCHES.items()}
        for number in range(count):
            match = tuple(MATCHES)[number % len(MATCHES)]
            whole, log = wholes[match], folder / f"{number}.touchline.jsonl"
            lines = rng.randint(0, len(whole.lines))
            shown = _killed(MATCHES[match], log, lines, rng.uniform(0.0, 2 * whole.seconds / len(whole.lines)))
            yield _judged(match, whole, log, shown)
            log.unlink(missing_ok=True)
            shutil.rmtree(evidence_folder(log), ignore_errors=True)


def _killed(play: Play, log: Path, lines: int, seconds: float) -> list[str]:
    """Play in a child that is killed so many seconds after so many lines; what it had shown by then."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play(log, lambda line: _write(writing, line), None)
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


def _judged(match: str, whole: Undisturbed, log: Path, shown: list[str]) -> Killed:
    if not log.exists() or not log.stat().st_size:
        return Killed(match, len(shown), 0, 0, ("lines were shown without a log",) if shown else ())
    left, read, faults = log.read_bytes(), read_log(log), list[str]()
    if shown != list(whole.lines[: len(shown)]):
        faults.append("something else was shown than in the match that nobody killed")
    if not whole.log.startswith(left[: read.whole_bytes]):
        faults.append("the log is not the beginning of that match's log")
    if shown and read.whole_bytes < whole.bytes_at[len(shown) - 1]:
        faults.append(f"{shown[-1]!r} was shown and is not in the log")
    if shown:
        faults += _pictures_lost(log, read, whole.bytes_at[len(shown) - 1])
    if read.lines:
        faults += _gone_on_with(log, list(read.records))
    return Killed(match, len(shown), len(read.lines), len(read.torn), tuple(faults))


def _pictures_lost(log: Path, read: LogRead, size: int) -> Iterator[str]:
    """Of the records up to a length of the log, which had been made when the last line was shown."""
    end = 0
    for line in read.lines:
        end += len(line.raw) + 1
        wanted = line.record.evidence if isinstance(line.record, Ruled) else None
        if end <= size and wanted and digest_beside(log, line.number - 1) != wanted:
            yield f"the picture of record {line.number - 1} is lost"


def _gone_on_with(log: Path, records: list[Record]) -> Iterator[str]:
    """Take the log up, as ``touchline resume`` does, and see that it is sound and stands where it stood."""
    before = resume_match(records, loader).match.position
    resumed, _ = PatientLog.resume(log)
    resumed.close()
    found = verify(log, loader)
    yield from (f"line {fault.line}: {fault.what}" for fault in found.faults)
    if found.match.position != before:
        yield "another position was resumed"
