"""``touchline watch``: follow a match on a camera or a recording."""

import re
import shlex
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.match import EMPTY, Score
from referee_tui import exits, streams
from referee_tui.commands.calibrating import NOTHING_KEPT, Calibrating
from referee_tui.commands.options import (
    AUTO,
    BoardFile,
    LensFile,
    Names,
    NoProfile,
    Options,
    Preview,
    ProfileName,
    Sound,
    Teams,
    Theme,
    choose_lens,
    chosen_lens,
    default_source,
    load_rules,
    read_options,
    rules_loader,
    set_board,
    settings_with,
)
from referee_tui.commands.rosters import Rosters, with_rosters
from referee_tui.commands.sight import board_by_profile, board_of_match, board_to_find
from referee_tui.config.values import DEFAULT, Config

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calibration.finder import BoardFinder
    from engine.record.records import Header
    from engine.record.replay import RulesLoader
    from engine.referee.policy import Policy
    from engine.ruleset import Ruleset
    from referee_tui.app.match.screen import Calibrate
    from referee_tui.following.session import Session
    from vision.sources import Source

Log = Annotated[
    Path | None, typer.Option("--log", metavar="FILE", help="The match log; default: a new file in your data folder.")
]
Headless = Annotated[bool, typer.Option("--headless", help="No screen: one line a ruling.")]
Plain = Annotated[
    bool, typer.Option("--plain", help="No screen: everything as plain lines, and what is typed is taken in.")
]
Dice = Annotated[
    str | None,
    typer.Option("--dice", metavar="see|ask|FILE", help="Read dice from the table, ask, or take from a file."),
]
FollowJson = Annotated[
    bool, typer.Option("--follow-json", help="Every record of the log on stdout as it is written; nothing else there.")
]
Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="ZIP", help="At the end, save a report of a fault; touchline replay reads it."),
]
PolicyFile = Annotated[
    Path | None,
    typer.Option(
        "--policy", metavar="FILE", help="What becomes of acts against the rules; touchline policy prints the default."
    ),
]
NoEvidence = Annotated[
    bool, typer.Option("--no-evidence", help="Keep no pieces of pictures beside the log (FILE.evidence).")
]


def watch(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="SOURCE",
            help="Camera number or device, video, folder of frames, rtsp/http URL; none: everything is typed.",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="regista (unless set otherwise), very-much, soccer-chess, soccer-fun, or auto: by its markers.",
        ),
    ] = None,
    log: Log = None,
    board: BoardFile = None,
    lens: LensFile = None,
    dice: Dice = None,
    headless: Headless = False,
    plain: Plain = False,
    option: Options = None,
    roster: Rosters = None,
    profile: ProfileName = None,
    no_profile: NoProfile = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match that the log holds.")] = False,
    follow_json: FollowJson = False,
    no_evidence: NoEvidence = False,
    report: Report = None,
    policy: PolicyFile = None,
    names: Names = None,
    teams: Teams = None,
    sound: Sound = None,
    theme: Theme = None,
    preview: Preview = None,
    line_up: Annotated[
        str | None,
        typer.Option(
            "--line-up", metavar="BLUE/RED", help="Without a camera: both formations; touchline formations lists them."
        ),
    ] = None,
) -> int:
    """Follow a match: rule on every action, keep the score, write the log."""
    if resume and log is None:
        raise exits.CommandError("--resume needs --log FILE: the log of the match to go on with.")
    if resume and option:
        raise exits.CommandError("--resume goes on with the options that the log has; leave --option out.")
    if resume and log is not None and not log.exists():
        raise exits.CommandError(f"{log}: there is no such log to go on with; leave --resume out to begin it.")
    config = settings_with(names=names, teams=teams, sound=sound, theme=theme, preview=preview)
    how = Following(
        headless=headless,
        plain=plain,
        dice=dice or config.dice,
        follow_json=follow_json,
        evidence=not no_evidence,
        report=report,
        policy=chosen_policy(policy),
        config=config,
    )
    match = Begin(
        source=source or default_source(config),
        game=game or config.game,
        board=board,
        lens=lens,
        log=log,
        resume=resume,
        options=read_options(option),
        rosters=tuple(roster or ()),
        profile=profile,
        no_profile=no_profile,
        formations=_formations(line_up),
    )
    how.check()
    return begin_match(match, how)


@dataclass(frozen=True)
class Begin:
    """A match that is to be followed."""

    source: str
    """As on the command line."""
    game: str
    """One of the games, or ``auto``."""
    board: Path | None = None
    lens: Path | None = None
    log: Path | None = None
    """None for a new file."""
    resume: bool = False
    """Go on with the match that the log holds."""
    options: "Mapping[str, Any]" = field(default_factory=lambda: EMPTY)
    """As JSON values, before those that are set for the game."""
    rosters: tuple[str, ...] = ()
    """``TEAM=FILE``."""
    profile: str | None = None
    no_profile: bool = False
    formations: tuple[str, str] = ("", "")
    """Blue's and red's where no camera sees how they stand; empty for the game's first."""


def _formations(text: str | None) -> tuple[str, str]:
    """Both names of ``--line-up``. Raises CommandError."""
    blue, slash, red = (text or "/").partition("/")
    if not slash:
        raise exits.CommandError(f"--line-up {text}: both formations are given, as 4-4-2/3-5-2.")
    return blue.strip(), red.strip()


def begin_match(match: Begin, how: "Following") -> int:
    """Open the source and follow the match; raises what hinders it from beginning, in one sentence."""
    from calibration.finder import finder_for
    from referee_tui.following.lined_up import lined_up
    from vision.sources import open_source
    from vision.sources.none import NONE

    source, game, board = match.source, match.game, match.board
    if source == NONE and (how.headless or game == AUTO):
        raise exits.CommandError(
            "without a camera everything is typed, on the screen or with --plain: leave --headless out, and name the "
            "game with --game."
        )
    choice = choose_lens(source, match.lens, match.profile, no_profile=match.no_profile)
    by_profile = not match.no_profile
    if game == AUTO:
        # The markers in sight tell the board; what was calibrated with earlier does not matter.
        by_profile = by_profile and board is not None
        shown = _game_in_sight(source, board, choice.size_px)
        if shown is None:
            return exits.REFUSED
        game = shown
    header = begun(match.log) if match.resume and match.log is not None else None
    if header is not None and board is None and by_profile:
        # What was calibrated with since the match began does not matter either.
        by_profile = False
        board = board_of_match(source, header.board, match.profile)
    if board is None:
        board = set_board(how.config, game, header.board if header is not None else None)
    options = {**how.config.options.get(game, EMPTY), **match.options}
    rules = with_rosters(load_rules(game, board, options), list(match.rosters))
    with open_source(source, camera_size_px=choice.size_px) as opened:
        if by_profile:
            named, board = board, board_by_profile(source, game, board, opened.size_px, match.profile)
            if board != named:
                rules = with_rosters(load_rules(game, board, options), list(match.rosters))
        finder = finder_for(rules.board, chosen_lens(choice, opened.size_px), board)
        loader = rules_loader(board) if match.resume else None
        start = lined_up(rules, match.formations) if opened.blind else None
        if match.log is None and opened.duration_s is None:
            _say_what_is_unfinished(rules.game, how.config)
        with log_path(match.log, _name(game, source), how.config) as path:
            return follow_match(
                opened,
                rules,
                path,
                how,
                finder=finder,
                resume=loader,
                camera=_camera_name(source),
                calibrating=Calibrating(source, board, match.profile, profiles=not match.no_profile),
                start=start,
            )


def _say_what_is_unfinished(game: str, config: Config) -> None:
    """Name the match that was left on the same day, before another is begun beside it."""
    from referee_tui.places import from_home, logs_folder
    from referee_tui.start.saved import left_lately
    from referee_tui.words import score_words

    now = datetime.now().astimezone()
    left = left_lately(from_home(config.logs) if config.logs else logs_folder(), game, now)
    if left is not None and left.score is not None:
        stands = score_words(Score(*left.score))
        exits.say(
            f"the match left at {left.when:%H:%M} stands at {stands} and was not played to its end; "
            f"touchline resume {shlex.quote(str(left.path))} goes on with it."
        )


def chosen_policy(file: Path | None) -> "Policy | None":
    """The policy in a file, None without one. Raises PolicyError."""
    if file is None:
        return None
    from engine.referee.policy import read_policy

    return read_policy(file)


def begun(log: Path) -> "Header | None":
    """How the match of a log was begun; None if the log does not say. Raises LogError."""
    from engine.record.reader import open_log
    from engine.record.records import Header

    with open_log(log) as stream:
        first = next(iter(stream), None)
    return first.record if first is not None and isinstance(first.record, Header) else None


def _game_in_sight(source: str, board_file: Path | None, size_px: tuple[int, int] | None) -> str | None:
    """The game of the board that a source shows, or of the user's own; None, and said why, where none is in sight."""
    board = board_to_find(source, AUTO, board_file, size_px)
    if board is None:
        return None
    exits.say(f"the board is {board.name}: the game is {board.game}.")
    return board.game


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

    def check(self) -> None:
        """Raises CommandError for what does not go together, or not here."""
        if self.report is not None and self.report.exists():
            raise exits.CommandError(f"{self.report}: is there already; choose another name for the report.")
        if self.headless and self.plain:
            raise exits.CommandError("--headless and --plain: the rulings alone, or everything in lines; choose one.")
        if self.headless and self.dice == "ask":
            raise exits.CommandError(
                "--dice ask needs the screen or --plain, where they are typed; with --headless, see or a file."
            )
        if self.headless or self.plain:
            return
        need_terminal("--headless prints lines instead, --plain takes in what you type as well")
        check_screen_settings(self.config)
        if self.follow_json and sys.stdout is not None and sys.stdout.isatty():
            raise exits.CommandError(
                "--follow-json would write over the screen; lead stdout elsewhere, or take --headless or --plain."
            )


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
) -> int:
    """Follow to the end or to Ctrl-C, which both leave a complete log; at last the score and where the log is.

    ``start`` is the position (its JSON form) that a new match without a camera begins with.
    """
    from engine.record.evidence import EvidenceFolder, evidence_folder
    from engine.referee.policy import DEFAULT as DEFAULT_POLICY
    from referee_tui.following.eyes import CameraEyes
    from referee_tui.following.session import Session
    from referee_tui.following.timed_eyes import TimedEyes
    from referee_tui.places import rescue_places
    from referee_tui.plain import closing_lines, for_whoever_reads, records_for

    # The screen puts something of its own in the place of sys.stdout.
    out = for_whoever_reads(partial(streams.out, to=sys.stdout), exits.say)
    # Where records go to stdout, sentences for people go to stderr.
    say = exits.say if how.follow_json else out
    begun = False
    eyes = TimedEyes(CameraEyes(finder))
    try:
        with Session(
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
        ) as session:
            begun = True
            try:
                if how.headless or how.plain:
                    return _in_lines(session, source, say, how)
                return _on_screen(session, source, log, how.config, partial(calibrating.screen, finder), eyes.took_s)
            finally:
                # Also where a film breaks off or the disk is full: what was seen until then stands.
                for line in closing_lines(session.referee.position, log):
                    say(line)
                if how.report is not None:
                    say(session.save_report(how.report))
    except KeyboardInterrupt:
        if not begun:
            raise
        exits.say("interrupted; the log is complete up to here.")
        return exits.OK


def check_screen_settings(config: Config) -> None:
    """Refuse a theme that there is not, and keys that cannot be. Raises ConfigError."""
    if config.theme != DEFAULT.theme or config.keys:
        # Only then is it worth the time that the screens take to import.
        from referee_tui.app.settings import check_settings

        check_settings(config)


def need_terminal(instead: str) -> None:
    """Refuse the screen where there is no terminal to draw it on (Textual draws on stderr). Raises CommandError."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        raise exits.CommandError(f"the screen needs a terminal, and this is none; {instead}.")


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


def _camera_name(source: str) -> str:
    """What the system calls the camera that a word on the command line means; empty for anything else."""
    from vision.sources.identity import camera_identity

    camera = camera_identity(source)
    return camera.name if camera is not None and camera.source.isdecimal() else ""


def _name(game: str, source: str) -> str:
    """A file name's beginning from the game and the source's last part."""
    return f"{game}-{re.sub(r'[^A-Za-z0-9]+', '-', Path(source).stem).strip('-')[:40] or 'match'}"


def _in_lines(session: "Session", source: "Source", say: "Callable[[str], None]", how: Following) -> int:
    """Follow to the end. REFUSED if a recording showed no match."""
    if how.plain:
        from referee_tui.plain import take_part
        from referee_tui.typed_lines import TypedLines

        typed = TypedLines(0)
        # Without a camera there is nothing more to come once nobody types any more.
        over = typed.over if source.blind else None
        last = take_part(session, say, typed.take, over=over, language=how.config.language)
    else:
        from referee_tui.following.language import said_in
        from referee_tui.plain import follow
        from referee_tui.progress import progress_bar

        with progress_bar(source.duration_s) as show:
            last = follow((said_in(update, how.config.language) for update in session), say, show)
    if session.referee.position is None:
        why = last.reason if last is not None else ""
        exits.say(f"{source.name}: {why or 'the pieces were never seen set up for a match'}.")
        return exits.REFUSED
    return exits.OK


def _on_screen(
    session: "Session",
    source: "Source",
    log: Path,
    config: Config,
    calibrate: "Calibrate",
    took_s: "Callable[[], Mapping[str, float]]",
) -> int:
    """Show the match until the user leaves."""
    from referee_tui.app.run import show_match

    show_match(session, source, log, config, calibrate, took_s=took_s)
    return exits.OK
