"""The clips that come with the program, watched by a session."""

import math
from importlib import resources
from pathlib import Path

from calibration.finder import finder_for
from engine.games import load_ruleset
from referee_tui.commands.demo import clip_of
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.session import Session
from referee_tui.following.update import SessionUpdate
from vision.sources import open_source


def watched(game: str, log: Path, until_s: float = math.inf) -> tuple[Session, SessionUpdate]:
    """A session that has followed the clip of a game with the real eyes, up to a time in it; and its last word."""
    rules = load_ruleset(game)
    with (
        resources.as_file(clip_of(game)) as clip,
        open_source(str(clip)) as source,
        Session(source, rules, log, eyes=CameraEyes(finder_for(rules.board))) as session,
    ):
        for update in session:
            if update.t >= until_s:
                session.stop()
    return session, update
