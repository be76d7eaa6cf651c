"""How the log of a match is opened: a new one with its header, or one whose match is gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.record.patient import PatientLog
from engine.record.records import FORMAT, Header
from engine.record.resume import Resumed, resume_match
from referee_tui.following.play_clock import PlayClock, played_before
from referee_tui.version import own_version

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.record.patient import Heard
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset
    from referee_tui.following.film import Film


class Opened(NamedTuple):
    """A log that is open, and what was in it."""

    log: PatientLog
    resumed: Resumed | None = None
    """The match that is gone on with."""
    clock: PlayClock = PlayClock()
    """How long that was played."""


def open_match_log(path: Path, resume: RulesLoader | None, heard: Heard | None, header: Header) -> Opened:
    """The log, and the match that it holds if it is to be gone on with; a new log begins with ``header``.

    ``resume`` is how to find a game's rules, None for a new log; ``heard`` is told of every record. Raises LogError.
    """
    if resume is not None and path.exists() and path.stat().st_size:
        log, read = PatientLog.resume(path, heard)
        if read.lines:
            try:
                return Opened(log, resume_match(list(read.records), resume), played_before(read.lines))
            except ValueError:
                log.close()
                raise
    else:
        log = PatientLog.create(path, heard)
    log.append(0.0, [header])
    return Opened(log)


def new_header(rules: Ruleset, camera: str, names: Mapping[str, str], teams: Mapping[str, str], film: Film) -> Header:
    """How a new log begins."""
    return Header(
        format=FORMAT,
        game=rules.game,
        options=dict(rules.options),
        board=rules.board.name,
        software=f"touchline {own_version()}",
        teams={"B": "Blue", "R": "Red"} | dict(teams),
        names=dict(names),
        camera=camera,
        film=film.name,
        film_sum=film.beginning,
    )
