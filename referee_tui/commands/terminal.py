"""What a command needs before it opens a screen: a terminal."""

import os
import sys

from referee_tui import exits
from referee_tui.commands.sentences import say as tell


def need_terminal(instead: str) -> None:
    """Refuse the screen where there is no terminal to draw it on (Textual draws on stderr). Raises CommandError."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        raise exits.CommandError(tell("terminal", instead=instead))
    # Signs that it lacks would be printed as escapes, six cells for one.
    encoding = (getattr(sys.stderr, "encoding", None) or "utf-8").lower().replace("_", "-")
    if encoding not in {"utf-8", "utf8", "utf-8-sig", "cp65001"}:
        raise exits.CommandError(tell("terminal_utf8", encoding=encoding, instead=instead))
    if os.environ.get("TERM") == "dumb":
        raise exits.CommandError(tell("terminal_dumb", instead=instead))
