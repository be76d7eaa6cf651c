"""A match being followed for a command: on the screen, in lines, or as records."""

import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee_tui import exits, streams
from referee_tui.commands.calibrating import NOTHING_KEPT, Calibrating
from referee_tui.commands.sentences import say as tell
from referee_tui.commands.terminal import need_terminal
from referee_tui.config.values import DEFAULT, Config

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calibration.finder import BoardFinder
    from engine.record.replay import RulesLoader
    from engine.referee.policy import Policy
    from engine.ruleset import Ruleset
    from referee_tui.app.match.screen import Calibrate
    from referee_tui.following.eyes import Eyes
    from referee_tui.following.film import Film, GoesOn
    from referee_tui.following.session import Session
    from vision.sources import Source


@dataclass(frozen=True)
class Following:
    """How a match is to be followed."""

    headless: bool = False
    """The rulings as lines."""
    plain: bool = False
    """Everything as lines, and what is typed is taken in."""
    dice: str = "see"
    """``see``, ``ask`` or the name of a file."""
    follow_json: bool = False
    """Records on stdout instead of sentences."""
    evidence: bool = True
    """Pieces of pictures beside the log."""
    report: Path | None = None
    """Where a report goes at the end, if one is wanted."""
    policy: "Policy | None" = None
    """What becomes of acts against the rules, if not what the default says."""
    config: Config = DEFAULT
    """The user's settings."""
    notice: str = ""
    """What stands on the screen for a while as it opens."""

    def check(self) -> None:
        """Raises CommandError for what does not go together, or not here."""
        if self.report is not None and self.report.exists():
            raise exits.CommandError(tell("report_there", file=self.report))
        if self.headless and self.plain:
            raise exits.CommandError(tell("headless_plain"))
        if self.headless and self.dice == "ask":
            raise exits.CommandError(tell("dice_ask"))
        if self.headless or self.plain:
            return
        need_terminal(tell("instead_follow"))
        if self.follow_json and sys.stdout is not None and sys.stdout.isatty():
            raise exits.CommandError(tell("follow_json"))


def follow_match(
    source: "Source",
    rules: "Ruleset",
    log: Path,
    how: Following,
    *,
    finder: "BoardFinder",
    resume: "RulesLoader | None" = None,
    camera: str = "",
    calibrating: Calibrating = NOTHING_KEPT,
    start: "Mapping[str, Any] | None" = None,
    taken_up: str = "",
) -> int:
    """Follow to the end or to Ctrl-C, which both leave a complete log; at last the score and where the log is.

    ``start`` is the position (its JSON form) that a new match without a camera begins with. ``taken_up`` is said once
    the log is this program's: how a match stands that is gone on with.
    """
    from concurrent.futures import ThreadPoolExecutor

    from engine.record.evidence import EvidenceFolder, evidence_folder
    from engine.referee.policy import DEFAULT as DEFAULT_POLICY
    from engine.sentences import in_language
    from referee_tui.following.film import NOWHERE, film_of
    from referee_tui.following.session import Session
    from referee_tui.following.timed_eyes import TimedEyes
    from referee_tui.places import rescue_places
    from referee_tui.plain import closing_lines, for_whoever_reads, records_for
    from referee_tui.texts import texts
    from referee_tui.words import names_of

    # The screen puts something of its own in the place of sys.stdout.
    language = how.config.language
    out = for_whoever_reads(partial(streams.out, to=sys.stdout), exits.say, language)
    # Where records go to stdout, sentences for people go to stderr.
    say = exits.say if how.follow_json else out
    begun = False

    def camera_eyes() -> "Eyes":
        from referee_tui.following.camera_eyes import CameraEyes

        return CameraEyes(finder)

    eyes = TimedEyes(camera_eyes)
    film, goes_on = film_of(source), NOWHERE
    if resume is not None and film.name:
        goes_on = _in_the_film(source, film, log)
        how = replace(how, notice=in_language(goes_on.said, language))
    try:
        with (
            ThreadPoolExecutor(1, "reader") as reader,
            Session(
                source,
                rules,
                log,
                eyes=eyes,
                dice=how.dice,
                resume=resume,
                heard=records_for(out) if how.follow_json else None,
                evidence=EvidenceFolder(evidence_folder(log)) if how.evidence and not source.blind else None,
                rescue=lambda: rescue_places(log, datetime.now().astimezone()),
                camera=camera,
                policy=how.policy or DEFAULT_POLICY,
                names=how.config.names,
                teams=how.config.teams,
                start=start,
                film=film,
                begins_s=goes_on.begins_s,
                # A camera does not wait: what is said while a table is read is answered before that is done.
                beside=reader if source.duration_s is None and not source.blind else None,
            ) as session,
        ):
            begun = True
            for line in filter(None, (taken_up, in_language(goes_on.said, language))):
                exits.say(line)
            try:
                if how.headless or how.plain:
                    return _in_lines(session, source, say, how)
                return _on_screen(session, source, log, how, partial(calibrating.screen, finder), eyes.took_s)
            finally:
                # Also where a film breaks off or the disk is full: what was seen until then stands.
                for line in closing_lines(session.referee.position, log, language, names_of(session.header)):
                    say(line)
                if how.report is not None:
                    say(in_language(session.save_report(how.report), language))
    except KeyboardInterrupt:
        if not begun:
            raise
        exits.say(texts("plain", language)("interrupted"))
        return exits.OK


def _in_the_film(source: "Source", film: "Film", log: Path) -> "GoesOn":
    """Where a film is gone on with, which the log says. Raises LogError, SourceError."""
    from engine.record.reader import read_log
    from engine.record.records import Header
    from referee_tui.following.film import NOWHERE, film_in, go_on_in

    lines = read_log(log).lines if log.exists() else ()
    header = lines[0].record if lines else None
    if not isinstance(header, Header):
        return NOWHERE
    return go_on_in(source, film, film_in(header), max(line.t or 0.0 for line in lines))


def _in_lines(session: "Session", source: "Source", say: "Callable[[str], None]", how: Following) -> int:
    """Follow to the end. REFUSED if a recording showed no match."""
    from referee_tui.texts import texts

    language = how.config.language
    if how.plain:
        from referee_tui.plain import take_part
        from referee_tui.typed_lines import TypedLines

        typed = TypedLines(0, session.wake)
        session.attend(lambda: not typed.over())
        # Without a camera there is nothing more to come once nobody types any more.
        over = typed.over if source.blind else None
        last = take_part(session, say, typed.take, over=over, language=language)
    else:
        from referee_tui.audience import audience_of
        from referee_tui.following.language import said_to
        from referee_tui.plain import follow
        from referee_tui.progress import progress_bar

        audience = audience_of(session.rules, session.header, language)
        with progress_bar(source.duration_s, language) as show:
            last = follow((said_to(audience, update) for update in session), say, show)
    if session.referee.position is None:
        words = texts("plain", language)
        why = last.reason if last is not None else ""
        exits.say(words("unseen_why", source=source.name, why=why or words("unseen_pieces")))
        return exits.REFUSED
    return exits.OK


def _on_screen(
    session: "Session",
    source: "Source",
    log: Path,
    how: Following,
    calibrate: "Calibrate",
    took_s: "Callable[[], Mapping[str, float]]",
) -> int:
    """Show the match until the user leaves."""
    from referee_tui.app.run import match_screen, show_match

    screen = match_screen(session, source, log, how.config, calibrate, took_s=took_s, notice=how.notice)
    show_match(screen, how.config)
    return exits.OK


@contextmanager
def log_path(named: Path | None, name: str, config: Config = DEFAULT) -> "Iterator[Path]":
    """Where the log goes: where the user said, its folder made, or a new file, taken away again if nothing came."""
    from referee_tui.places import from_home, leave_unless_used, make_folder, new_log_path

    if named is not None:
        make_folder(named)
        yield named
        return
    folder = from_home(config.logs) if config.logs else None
    path = new_log_path(name, datetime.now().astimezone(), folder)
    try:
        yield path
    finally:
        leave_unless_used(path)
