"""A match that begins: its source opened, its board, lens, rules and log chosen, and then followed."""

import re
import shlex
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.empty import EMPTY
from referee_tui import exits
from referee_tui.commands.calibrating import Calibrating
from referee_tui.commands.follow import Following, follow_match, log_path
from referee_tui.commands.options import AUTO, choose_lens, chosen_lens, load_rules, rules_loader, set_board
from referee_tui.commands.rosters import read_rosters, with_rosters
from referee_tui.commands.sentences import say as tell
from referee_tui.commands.sight import board_by_profile, board_of_match, board_to_find
from referee_tui.config.values import Config

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_chess.roster_file import Roster
    from engine.match import Team
    from engine.record.records import Header
    from engine.referee.policy import Policy


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
    kicks_off: "Team" = "B"
    """Who takes the first kick-off then."""


def begin_match(match: Begin, how: Following) -> int:
    """Open the source and follow the match; raises what hinders it from beginning, in one sentence."""
    from calibration.finder import finder_for
    from referee_tui.following.lined_up import lined_up
    from vision.sources import open_source
    from vision.sources.none import NONE

    source, game, board = match.source, match.game, match.board
    if source == NONE and (how.headless or game == AUTO):
        raise exits.CommandError(tell("no_camera"))
    choice = choose_lens(source, match.lens, match.profile, no_profile=match.no_profile)
    by_profile = not match.no_profile
    if game == AUTO:
        # The markers in sight tell the board; what was calibrated with earlier does not matter.
        by_profile = by_profile and board is not None
        shown = _game_in_sight(source, board, choice.size_px, how.config.language)
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
    rules = load_rules(game, board, options)
    rosters = read_rosters(rules, match.rosters)
    rules = with_rosters(rules, rosters)
    how = _with_rosters(how, rosters)
    with open_source(source, camera_size_px=choice.size_px) as opened:
        if by_profile:
            named, board = board, board_by_profile(source, game, board, opened.size_px, match.profile)
            if board != named:
                rules = with_rosters(load_rules(game, board, options), rosters)
        finder = finder_for(rules.board, chosen_lens(choice, opened.size_px), board)
        loader = rules_loader(board) if match.resume else None
        start = lined_up(rules, match.formations, match.kicks_off) if opened.blind else None
        if match.log is None and opened.duration_s is None:
            how = replace(how, notice=_say_what_is_unfinished(rules.game, how.config))
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


def _with_rosters(how: Following, rosters: "Mapping[Team, Roster]") -> Following:
    """The same with what rosters call the sides, where nothing else was said, and their figures."""
    if not rosters:
        return how
    teams: dict[str, str] = {side: roster.team_name for side, roster in rosters.items() if roster.team_name}
    figures = {piece: name for roster in rosters.values() for piece, name in roster.names.items()}
    config = replace(how.config, teams={**teams, **how.config.teams}, names={**figures, **how.config.names})
    return replace(how, config=config)


def _say_what_is_unfinished(game: str, config: Config) -> str:
    """Name the match that was left on the same day, before another is begun beside it; what the screen says of it."""
    from engine.match import Score
    from referee_tui.places import from_home, logs_folder
    from referee_tui.plain_standing import score_words
    from referee_tui.start.saved import left_lately
    from referee_tui.texts import texts

    now = datetime.now().astimezone()
    left = left_lately(from_home(config.logs) if config.logs else logs_folder(), game, now)
    if left is not None and left.score is not None:
        say, (blue, red) = texts("plain", config.language), left.score
        score = score_words(Score(blue, red), say, left.names)
        when = f"{left.when:%H:%M}"
        exits.say(say("left", when=when, score=score, log=shlex.quote(str(left.path))))
        return texts("match", config.language, config.keys)("left", when=when, B=blue, R=red)
    return ""


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


def _game_in_sight(source: str, board_file: Path | None, size_px: tuple[int, int] | None, language: str) -> str | None:
    """The game of the board that a source shows, or of the user's own; None, and said why, where none is in sight."""
    from referee_tui.texts import texts

    board = board_to_find(source, AUTO, board_file, size_px)
    if board is None:
        return None
    exits.say(texts("plain", language)("board_is", board=board.name, game=board.game))
    return board.game


def _camera_name(source: str) -> str:
    """What the system calls the camera that a word on the command line means; empty for anything else."""
    from vision.sources.identity import camera_identity

    camera = camera_identity(source)
    return camera.name if camera is not None and camera.source.isdecimal() else ""


def _name(game: str, source: str) -> str:
    """A file name's beginning from the game and the source's last part."""
    return f"{game}-{re.sub(r'[^A-Za-z0-9]+', '-', Path(source).stem).strip('-')[:40] or 'match'}"
