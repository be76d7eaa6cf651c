"""Every way by which a file or a line from outside comes in: bytes go in, and either they are taken or refused.

A refusal is an exception of a family of the packages' own (``ValueError``, one plain sentence), as players see it.
Anything else that comes out is a fault. Shared by the property tests and by the fuzzer (benchmarks/fuzz.py).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from calibration.lens_file import load_lens
from calibration.profile_file import read_profile
from engine.board import load_board
from engine.game_reader import read_games
from engine.games import load_ruleset
from engine.games.soccer_chess.roster_file import load_roster
from engine.judge import answer_line
from engine.notation import parse_action
from engine.record.bundle import LOG_NAME, unpack
from engine.record.chain import FIRST_PREV, line_digest, sum_of
from engine.record.errors import LogError
from engine.record.inputs import read_inputs
from engine.record.links import faults_of
from engine.record.reader import read_log
from engine.record.resume import resume_match
from engine.record.retold import retell
from engine.record.verify import verify
from engine.referee.policy import read_policy
from referee_tui.config.loading import read_config_file
from referee_tui.exits import explain, is_sentence, one_line
from referee_tui.following.dice_option import read_rolls
from referee_tui.log_words import record_line
from referee_tui.reports.replay import replay_bundle
from vision.sources.pictures import read_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from engine.ruleset import Ruleset


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    """How logs find their rules."""
    return load_ruleset(game, options=options)


def log(path: Path) -> None:
    """Everything that is done with a log: verified, shown, resumed, told again."""
    verify(path, loader)
    read = read_log(path)
    for line in read.lines:
        assert isinstance(dict(line.fields), dict)
        if line.record is not None:
            assert record_line(line.t or 0.0, line.record).isprintable()
    list(faults_of(read.lines))
    for use in (lambda: resume_match(list(read.records), loader), lambda: retell(path, loader)):
        try:
            use()
        except LogError as error:
            sentence(error)


def bundle(path: Path) -> None:
    """A bundle, read and unpacked beside itself."""
    folder = path.with_name(path.name + ".unpacked")
    unpack(path, folder)
    log(folder / LOG_NAME)


def judged(path: Path) -> None:
    """A line of ``touchline judge``."""
    answer_line(path.read_bytes())


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


DOORS: dict[str, Callable[[Path], object]] = {
    "log": log,
    "bundle": bundle,
    "report": lambda path: replay_bundle(path, loader),
    "inputs": lambda path: read_inputs(path.read_bytes(), str(path)),
    "judge": judged,
    "board": load_board,
    "roster": lambda path: load_roster(path, "B"),
    "roster.json": lambda path: load_roster(path.replace(path.with_suffix(".json")), "B"),
    "lens": load_lens,
    "profile": read_profile,
    "rolls": read_rolls,
    "policy": read_policy,
    "config": read_config_file,
    "picture": read_picture,
    "game": lambda path: read_games(_text(path)),
    "action": lambda path: parse_action(_text(path)),
}


def enter(name: str, raw: bytes, folder: Path) -> str:
    """Send bytes through a door; the sentence of the refusal, or an empty string. Raises what is no refusal."""
    path = folder / "from_outside"
    path.write_bytes(raw)
    try:
        DOORS[name](path)
    except ValueError as error:
        if not is_sentence(error):
            raise
        return sentence(error)
    return ""


def sentence(error: ValueError) -> str:
    """The refusal as it is printed. Raises AssertionError if it is not one plain sentence."""
    text = one_line(explain(error))
    assert text
    assert len(text) < 1100
    assert text.encode("utf-8", "backslashreplace").decode().isprintable(), f"steers a terminal: {text!r}"
    return text


def rechained(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """Lines as a log with a sound chain and sums: whoever means harm can do that too."""
    out, prev = b"", FIRST_PREV
    for seq, line in enumerate(lines):
        fields = {key: value for key, value in line.items() if key not in {"prev", "sum"}} | {"seq": seq}
        raw = json.dumps({**fields, "prev": prev, "sum": sum_of(fields)}).encode()
        out, prev = out + raw + b"\n", line_digest(raw)
    return out
