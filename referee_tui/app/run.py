"""Opens the match screen on a session and keeps it until the user leaves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from referee_tui.app.fold import fold
from referee_tui.app.match.before import lines_before
from referee_tui.app.match.screen import CLOSING_SAID_S, MatchScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import ScreenState
from referee_tui.app.still import prepare
from referee_tui.audience import audience_of
from referee_tui.config import DEFAULT
from referee_tui.exits import say
from referee_tui.following.language import disturbance_in, said_to
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from referee_tui.app.match.screen import Calibrate
    from referee_tui.config import Config
    from referee_tui.following.session import Session
    from vision.sources import Source


def match_screen(
    session: Session,
    source: Source,
    log: Path,
    config: Config = DEFAULT,
    calibrate: Calibrate | None = None,
    *,
    took_s: Callable[[], Mapping[str, float]] = dict,
    notice: str = "",
) -> MatchScreen:
    """The screen for a session that has not begun yet; ``took_s`` tells how long each stage of a look took last.

    ``notice`` stands on it for a while as it opens.
    """
    session.attend()
    rules = session.rules
    audience = audience_of(rules, session.header, config.language)
    # How far a recording has come is told by its own clock.
    start_t = session.start_t if source.duration_s is None else 0.0
    first = ScreenState(
        game=rules.game,
        board=rules.board,
        source=_short(source.name),
        names=audience.names,
        duration_s=source.duration_s,
        log=str(log),
        by_hand=source.blind,
        start_t=start_t,
        t=start_t,
        eye="SETTLING",
    )

    def states() -> Iterator[ScreenState]:
        state = first
        if session.referee.position is not None:
            state = replace(first, before=lines_before(log, rules, config.language))
        for update in session:
            state = fold(rules, state, said_to(audience, update), session.referee.table)
            yield replace(
                state,
                chance=audience.hears(state.chance),
                disturbed=disturbance_in(update, config.language),
            )
        # Nothing is heard any more: nothing is offered either.
        yield replace(state, over=True, undo="", redo="")

    return MatchScreen(first, states, session, config=config, calibrate=calibrate, took_s=took_s, notice=notice)


def _short(name: str) -> str:
    """A file's own name; cameras and addresses as they are."""
    return name if "://" in name else Path(name).name or name


def show_match(screen: MatchScreen, config: Config = DEFAULT) -> ScreenState:
    """Show the match until the user leaves; returns what was last seen. Raises what ended the match, if anything."""
    if not screen.state.by_hand:
        # Also where no preview is wanted: once the screen is open it is too late to ask.
        prepare()
    TouchlineApp(screen, config=config).run()
    # A table may still be being read. The session belongs to that thread until it ends; Ctrl-C ends the wait.
    if not screen.follower.wait(CLOSING_SAID_S):
        say(texts("match", config.language)("closing_still"))
        screen.follower.wait()
    if screen.follower.error is not None:
        raise screen.follower.error
    return screen.state
