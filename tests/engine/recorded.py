"""Random matches of every game as logs, for tests of what is made of logs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.chance import every_roll
from engine.games import load_ruleset
from engine.record.chronicle import chronicle_of
from engine.record.reader import read_log
from engine.record.records import FORMAT, Ended, Header
from engine.record.replay import Match, apply
from engine.record.writer import LogWriter
from engine.referee.commit import stated, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Any

    from engine.match import Action, Position, Roll
    from engine.record.chronicle import Chronicle
    from engine.record.records import Record
    from engine.ruleset import Ruleset

SECONDS_AN_ACT = 4.0


def header_of(rules: Ruleset, names: Mapping[str, str] | None = None) -> Header:
    return Header(
        format=FORMAT, game=rules.game, options=dict(rules.options), board=rules.board.name, software="touchline test",
        teams={"B": "Blue", "R": "Red"}, names=dict(names or {}),
    )  # fmt: skip


def drawn(rules: Ruleset, seed: int, most: int, start: Position | None = None) -> Iterator[Action | Roll]:
    """Random legal acts and dice from the roll for the first turn (or a position) on."""
    rng = random.Random(seed)
    position = start if start is not None else rules.read_position({"pieces": {}, "turn": None})
    for _ in range(most):
        step: Action | Roll | None
        if position.awaits is not None and position.awaits.type == "roll":
            step = rng.choice(list(every_roll(position.awaits)))
            verdict = rules.roll(position, step)
        else:
            step = rules.draw(position, rng)
            if step is None:
                return
            verdict = rules.act(position, step)
        assert verdict, verdict
        position = verdict.position
        yield step


def random_log(path: Path, game: str, seed: int, most: int, **options: Any) -> Path:  # noqa: ANN401 - the game's own
    """A random match as a log; an act or a throw every four seconds."""
    rules = load_ruleset(game, options=options)
    match = apply(rules, Match(), _first_state(rules))
    with LogWriter.create(path) as writer:
        writer.append(0.0, [header_of(rules), stated(rules, match)])
        t = 0.0
        for step in drawn(rules, seed, most):
            t += SECONDS_AN_ACT
            match, records, _ = told(rules, match, [step], "seen")
            writer.append(t, records)
        writer.append(t, [Ended(reason="the source ended")])
    return path


def written_log(
    path: Path, rules: Ruleset, records: list[tuple[float, list[Record]]], names: Mapping[str, str] | None = None
) -> Path:
    """Records at their times as a log, behind its header; ``names`` of the players."""
    with LogWriter.create(path) as writer:
        writer.append(0.0, [header_of(rules, names)])
        for t, more in records:
            writer.append(t, more)
    return path


def chronicle(path: Path) -> Chronicle:
    return chronicle_of(str(path), read_log(path).lines, lambda game, options: load_ruleset(game, options=options))


def _first_state(rules: Ruleset) -> Record:
    start = rules.read_position({"pieces": {}, "turn": None})
    return stated(rules, Match(start))
