"""How the log of a match is opened: a new one with its header, or one whose match is gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.record.patient import PatientLog
from engine.record.records import FORMAT, Header, Stated
from engine.record.replay import Match
from engine.record.resume import Resumed, resume_match
from engine.referee import begin, take_up
from referee_tui.following.play_clock import PlayClock, played_before
from referee_tui.version import own_version

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.record.patient import Heard
    from engine.record.replay import RulesLoader
    from engine.referee import Referee
    from engine.referee.policy import Policy
    from engine.ruleset import Ruleset
    from referee_tui.following.film import Film


class Opened(NamedTuple):
    """A log that is open, and what was in it."""

    log: PatientLog
    resumed: Resumed | None = None
    """The match that is gone on with."""
    clock: PlayClock = PlayClock()
    """How long that was played."""


class Opening(NamedTuple):
    """A match that is to be followed, at its beginning or where its log ends."""

    log: PatientLog
    header: Header
    """How the log begins."""
    rules: Ruleset
    """In force: the log's, where one is gone on with."""
    referee: Referee
    clock: PlayClock
    """How long was played."""


def open_match(
    opened: Opened, header: Header, rules: Ruleset, policy: Policy, start: Mapping[str, Any] | None
) -> Opening:
    """The match of a log that is open, or a new one by ``header``, ``rules`` and ``start``, the position as JSON.

    ``start`` is for a match that no camera sees, and is written down. Raises LogError.
    """
    log, resumed, clock = opened
    if resumed is None:
        referee = begin(policy)
    else:
        header, rules = resumed.header, resumed.rules
        referee = take_up(resumed.match, turn_open=resumed.turn_open, undone=resumed.undone, policy=policy)
    if start is not None and referee.position is None:
        stands = rules.read_position(start)
        log.append(log.last_t, [Stated(position=rules.write_position(stands))])
        referee = take_up(Match(stands), policy=policy)
    return Opening(log, header, rules, referee, clock)


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
