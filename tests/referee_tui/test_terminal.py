"""Terminals that no screen can be shown on are refused before one is opened."""

from __future__ import annotations

import io
import sys

import pytest

from referee_tui.commands.terminal import need_terminal
from referee_tui.exits import CommandError


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch, encoding: str, term: str) -> None:
    monkeypatch.setenv("TERM", term)
    for name in ("stdin", "stderr"):
        monkeypatch.setattr(sys, name, Terminal(io.BytesIO(), encoding=encoding))


@pytest.mark.parametrize(("encoding", "term"), [("utf-8", "xterm"), ("UTF8", "linux")])
def test_one_that_shows_everything_will_do(monkeypatch: pytest.MonkeyPatch, encoding: str, term: str) -> None:
    on_terminal(monkeypatch, encoding, term)
    need_terminal("--plain prints lines")


@pytest.mark.parametrize(
    ("encoding", "term", "why"),
    [("ascii", "xterm", "UTF-8"), ("iso-8859-1", "xterm", "UTF-8"), ("utf-8", "dumb", "TERM")],
)
def test_one_that_does_not_is_refused_with_what_to_do_instead(
    monkeypatch: pytest.MonkeyPatch, encoding: str, term: str, why: str
) -> None:
    on_terminal(monkeypatch, encoding, term)
    with pytest.raises(CommandError, match=rf"the screen needs a terminal .*{why}.*; --plain prints lines"):
        need_terminal("--plain prints lines")
