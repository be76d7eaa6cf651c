"""``touchline watch``: follow a match on a camera or a recording."""

from typing import Annotated

import typer

from referee_tui import exits
from referee_tui.commands.begin import Begin, begin_match, chosen_policy
from referee_tui.commands.follow import Following
from referee_tui.commands.options import (
    BoardFile,
    Dice,
    FollowJson,
    Headless,
    Language,
    LensFile,
    Log,
    Names,
    NoEvidence,
    NoProfile,
    Options,
    Plain,
    PolicyFile,
    Preview,
    ProfileName,
    Report,
    Sound,
    Teams,
    Theme,
    default_source,
    read_options,
    settings_with,
)
from referee_tui.commands.rosters import Rosters
from referee_tui.commands.sentences import say as tell


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
    language: Language = None,
    line_up: Annotated[
        str | None,
        typer.Option(
            "--line-up", metavar="BLUE/RED", help="Without a camera: both formations; touchline formations lists them."
        ),
    ] = None,
    kicks_off: Annotated[
        str,
        typer.Option("--kicks-off", metavar="B|R", help="Without a camera: who takes the first kick-off."),
    ] = "B",
) -> int:
    """Follow a match: rule on every action, keep the score, write the log."""
    from engine.match import TEAMS

    if resume and log is None:
        raise exits.CommandError(tell("resume_log"))
    if resume and option:
        raise exits.CommandError(tell("resume_option"))
    if kicks_off.upper() not in TEAMS:
        raise exits.CommandError(tell("kicks_off", given=kicks_off))
    if resume and log is not None and not log.exists():
        raise exits.CommandError(tell("resume_none", log=log))
    config = settings_with(names=names, teams=teams, sound=sound, theme=theme, preview=preview, language=language)
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
        kicks_off="R" if kicks_off.upper() == "R" else "B",
    )
    how.check()
    return begin_match(match, how)


def _formations(text: str | None) -> tuple[str, str]:
    """Both names of ``--line-up``. Raises CommandError."""
    blue, slash, red = (text or "/").partition("/")
    if not slash:
        raise exits.CommandError(tell("line_up", given=text))
    return blue.strip(), red.strip()
