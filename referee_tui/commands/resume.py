"""``touchline resume``: go on with a match where its log ends, on this machine or another."""

import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits
from referee_tui.commands.begin import begun, chosen_policy
from referee_tui.commands.follow import Following, follow_match
from referee_tui.commands.options import (
    BoardFile,
    Dice,
    FollowJson,
    Headless,
    Language,
    LensFile,
    NoEvidence,
    NoProfile,
    Plain,
    PolicyFile,
    Preview,
    ProfileName,
    Sound,
    Theme,
    choose_lens,
    chosen_lens,
    rules_loader,
    set_board,
    settings_with,
)
from referee_tui.commands.sentences import say as tell
from referee_tui.commands.sight import board_of_match

if TYPE_CHECKING:
    from engine.record.records import Header
    from engine.record.replay import RulesLoader
    from engine.record.resume import Resumed


def resume(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The match log to go on with (*.touchline.jsonl).")],
    source: Annotated[
        str | None,
        typer.Argument(metavar="[SOURCE]", help="As for watch; default: the camera that the match began with, else 0."),
    ] = None,
    board: BoardFile = None,
    lens: LensFile = None,
    dice: Dice = None,
    headless: Headless = False,
    plain: Plain = False,
    profile: ProfileName = None,
    no_profile: NoProfile = False,
    follow_json: FollowJson = False,
    no_evidence: NoEvidence = False,
    policy: PolicyFile = None,
    sound: Sound = None,
    theme: Theme = None,
    preview: Preview = None,
    language: Language = None,
) -> int:
    """Go on with a match where its log ends: game, options and position are the log's, the table is compared first."""
    config = settings_with(sound=sound, theme=theme, preview=preview, language=language)
    how = Following(
        headless=headless,
        plain=plain,
        dice=dice or config.dice,
        follow_json=follow_json,
        evidence=not no_evidence,
        policy=chosen_policy(policy),
        config=config,
    )
    how.check()
    return go_on(file, source, how, board=board, lens=lens, profile=profile, no_profile=no_profile)


def go_on(
    file: Path,
    source: str | None,
    how: Following,
    *,
    board: Path | None = None,
    lens: Path | None = None,
    profile: str | None = None,
    no_profile: bool = False,
) -> int:
    """Take the match up and follow it; raises what hinders that, in one sentence."""
    from calibration.finder import finder_for
    from vision.sources import open_source

    header = begun(file) if board is None else None
    if header is not None and not no_profile:
        board = _board_it_began_on(header, source, profile)
    if header is not None and board is None:
        board = set_board(how.config, header.game, header.board)
    loader = rules_loader(board)
    taken_up = _taken_up(file, loader)
    if source is None and taken_up.header.film:
        typed = shlex.quote(str(file))
        raise exits.CommandError(tell("film_where", log=file, film=taken_up.header.film, log_typed=typed))
    source = _camera_of(taken_up.header.camera, how.config.language) if source is None else source
    choice = choose_lens(source, lens, profile, no_profile=no_profile)
    with open_source(source, camera_size_px=choice.size_px) as opened:
        rules = taken_up.rules
        finder = finder_for(rules.board, chosen_lens(choice, opened.size_px), board)
        stands = _where_it_stands(taken_up, how.config.language)
        return follow_match(opened, rules, file, how, finder=finder, resume=loader, taken_up=stands)


def _board_it_began_on(header: "Header", source: str | None, profile: str | None) -> Path | None:
    """The copy of the user's own board in the camera's profile. Raises ProfileError."""
    from vision.sources.identity import camera_named

    camera = source or (camera_named(header.camera) if header.camera else None) or "0"
    return board_of_match(camera, header.board, profile)


def _taken_up(file: Path, loader: "RulesLoader") -> "Resumed":
    """The match that a log holds, before a camera is opened for it. Raises LogError, LogBusyError."""
    from engine.record.errors import LogError, LogRefusedError
    from engine.record.log_file import LogFile
    from engine.record.resume import resume_match
    from engine.record.writer import read_sound

    # Whoever writes it has the camera too, which would be what cannot be opened. The disk may refuse: it is held then.
    with suppress(LogRefusedError):
        LogFile.open(file).close()
    log, _ = read_sound(file)
    if not log.lines:
        raise LogError(f"{file}: holds no complete record to go on with; touchline watch begins a match")
    try:
        return resume_match(list(log.records), loader)
    except LogError as error:
        raise LogError(f"{file}: {error}") from error


def _camera_of(name: str, language: str) -> str:
    """The camera that a match began with, under the number that it has now; else the first, and that is said."""
    from referee_tui.texts import texts
    from vision.sources.identity import camera_named

    number = camera_named(name) if name else None
    if number is None and name:
        exits.say(texts("plain", language)("camera_gone", name=name))
    return number or "0"


def _where_it_stands(taken_up: "Resumed", language: str) -> str:
    from referee_tui.plain_standing import score_words, side_words
    from referee_tui.texts import texts
    from referee_tui.words import names_of

    say, position, game = texts("plain", language), taken_up.match.position, taken_up.rules.game
    if position is None:
        return say("taken_up_early", game=game)
    names = names_of(taken_up.header)
    score = score_words(position.score, say, names)
    if position.turn is None:
        return say("taken_up", game=game, score=score)
    return say("taken_up_turn", game=game, score=score, team=side_words(position.turn, say, names))
