"""The corpus of what tables show, a folder per game, a file per rule or procedure: everything that the referee says.

A case: a comment that names it; a position; what is put elsewhere, thrown or said before each stretch without a hand
(>); all that is told, in order (=), and after a bar what the position has in the end. A word too many or too few
fails. The words are explained in tests/data/table.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.grid import Point
from engine.inference import Table
from engine.match import Roll, team_of
from engine.observation import SeenDie, SeenPiece
from engine.record.records import Acted, Corrected, Rolled, Ruled, Undone
from engine.record.replay import Match
from engine.referee import (
    Accept,
    Confirm,
    Redo,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
    answers,
    step,
    take_up,
)
from tests.engine.simulated import look_at_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.match import Team
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.referee import Input, Referee, Say
    from engine.ruleset import Ruleset

CORPUS = Path(__file__).parents[1] / "data" / "table"
LOOKS = 10
"""Looks at a stretch: whoever acts next thinks for some seconds."""
THROWN_MM, NUDGED_MM = {"B": 25.0, "R": 37.0}, 5.0
LYING: tuple[tuple[Team, float, tuple[int, ...]], ...] = (("B", 122.0, (3, 2, 1)), ("R", 252.0, (5, 4, 6)))
"""Each side's dice as they lie at first, along the tray."""
DICE = {"soccer-fun": 3}
WORDS: dict[str, Input] = {"undo": Undo(), "redo": Redo(), "accept": Accept(), "go on": Confirm()}
rules_of = cache(load_ruleset)


def cases() -> Iterator[Any]:
    """Game, position, stretches and what is told, of every case."""
    for file in sorted(CORPUS.glob("*/*.txt")):
        for block in file.read_text(encoding="utf-8").strip().split("\n\n"):
            why, line, *changes, told = block.splitlines()
            assert why.startswith("# ")
            assert told.startswith("=")
            name = f"{file.parent.name}/{file.stem}: {why[2:70]}"
            stretches = [change.removeprefix("> ") for change in changes]
            yield pytest.param(file.parent.name, line, stretches, told.removeprefix("=").strip(), id=name)


class Shown:
    """A table on which things are put elsewhere, and how it is read."""

    def __init__(self, rules: Ruleset, line: str) -> None:
        self.rules = rules
        self.position = rules.parse_position(line)
        self.table = Table.of(self.position)
        self.ball_mm = self.position.ball if isinstance(self.position.ball, Point) else None
        south_mm = rules.board.grid.field_size_mm[1] + 30.0
        self.dice = [
            SeenDie(team, face, x_mm + 20.0 * k, south_mm, 0.98)
            for team, x_mm, faces in LYING
            for k, face in enumerate(faces[: DICE.get(rules.game, 1)])
        ]
        self.said: list[Input | int] = []
        """Somebody's words, or the keys that were pressed."""
        self.spoilt: list[Callable[[Observation], Observation]] = []

    def put(self, changes: str) -> None:
        """One stretch: what is spoilt is so only in it."""
        self.said, self.spoilt = [], []
        for change in changes.split(", "):
            what, _, where = change.partition(" ")
            if what == "wait":
                continue
            if what == "say":
                self.said.append(_said(where))
            elif what == "die":
                self._throw(where[0], [None if face == "?" else int(face) for face in where[1:]])
            elif what == "hand":
                self.spoilt.append(_under_a_hand)
            elif what == "nudge":
                self.dice = [replace(d, x_mm=d.x_mm + NUDGED_MM) if d.team == where else d for d in self.dice]
            elif what in {"read", "blur", "hide", "unseen", "beside"}:
                self.spoilt.append(_spoilt(what, where))
            else:
                self._put(what, where)

    def _throw(self, side: str, faces: list[int | None]) -> None:
        own = [die for die in self.dice if die.team == side]
        for die, face in zip(own, faces, strict=False):
            sure = 0.98 if face else 0.2
            landed = replace(die, value=face, y_mm=die.y_mm + THROWN_MM[side], confidence=sure)
            self.dice[self.dice.index(die)] = landed

    def _put(self, what: str, where: str) -> None:
        pieces, ball = dict(self.table.pieces), self.table.ball
        if what == "ball" and "/" in where:
            x_mm, y_mm = map(float, where.split("/"))
            ball, self.ball_mm = None, Point(x_mm, y_mm)
        elif what == "ball":
            ball, self.ball_mm = where, None
        elif where == "off":
            del pieces[what]
        else:
            # The ball of a holder stays unless it is said to go.
            pieces[what] = where
        self.table = Table(pieces, ball)

    def look(self) -> Observation:
        """The table as it is read."""
        look = look_at_table(self.rules, self.table, tuple(self.dice), self._ball_mm())
        for spoil in self.spoilt:
            look = spoil(look)
        return look

    def _ball_mm(self) -> Point | None:
        if self.rules.game != "soccer-chess":
            return None
        return self.ball_mm or (self.rules.board.grid.centre_mm(self.table.ball) if self.table.ball else None)


def _under_a_hand(look: Observation) -> Observation:
    return replace(look, occluded=True)


def _said(words: str) -> Input | int:
    if words in WORDS:
        return WORDS[words]
    if words.startswith("rolled "):
        return replace(_rolled(words.removeprefix("rolled ")), source="rolled")
    if words.startswith("key "):
        return int(words.removeprefix("key "))
    if words.startswith("fix "):
        return TypedCorrection(words.removeprefix("fix "))
    if words.startswith("roll "):
        return _rolled(words.removeprefix("roll "))
    return TypedAction(words)


def _rolled(text: str) -> TypedRoll:
    faces = [int(face) for face in text.replace(",", ":").split(":")]
    return TypedRoll(Roll(duel=(faces[0], faces[1])) if ":" in text else Roll(faces=tuple(faces)))


def _spoilt(what: str, where: str) -> Callable[[Observation], Observation]:
    """Ways to read a table wrongly: ``read B7 B9``, ``blur B7``, ``hide B7``, ``unseen ball``; and ``beside B9``."""
    piece, _, other = where.partition(" ")
    if what == "beside":
        off = SeenPiece(team_of(piece), int(piece[1:]), 100.0, -40.0, None, 0.98)
        return lambda look: replace(look, pieces=(*look.pieces, off))

    def again(disc: SeenPiece) -> SeenPiece | None:
        if disc.piece != piece:
            return disc
        if what == "hide":
            return None
        if what == "blur":
            return replace(disc, number=None)
        return replace(disc, team=team_of(other), number=int(other[1:]))

    def spoil(look: Observation) -> Observation:
        if what == "unseen":
            return replace(look, ball=None)
        return replace(look, pieces=tuple(disc for disc in map(again, look.pieces) if disc is not None))

    return spoil


def words_of(record: Record) -> list[str]:
    """A record as the corpus writes it; nothing for looks, legal rulings and positions."""
    match record:
        case Acted():
            return [record.notation]
        case Rolled():
            faces = f"{record.B}:{record.R}" if record.B is not None else ",".join(map(str, record.faces or ()))
            return [f"({faces})" if record.source == "concluded" else faces]
        case Ruled(verdict="illegal"):
            return [f"!{record.notation or 'line-up'}:{record.rule}"]
        case Ruled(verdict="unsure"):
            return ["?"]
        case Undone():
            return [f"undone:{record.notation}"]
        case Corrected():
            return ["corrected"]
    return []


def refused(says: tuple[Say, ...]) -> list[str]:
    """Words of players that were refused, which leaves no record."""
    return ["refused" for say in says if say.kind == "refused"]


def _given(rules: Ruleset, referee: Referee, what: Input | int) -> tuple[Input, ...]:
    """What the referee is told; by a key, what the answer that has it stands for."""
    return answers(rules, referee)[what - 1].given if isinstance(what, int) else (what,)


@pytest.mark.parametrize(("game", "line", "stretches", "told"), list(cases()))
def test_what_the_table_shows_is_told_and_nothing_else(game: str, line: str, stretches: list[str], told: str) -> None:
    rules = rules_of(game)
    shown = Shown(rules, line)
    referee = step(rules, take_up(Match(shown.position)), shown.look()).referee
    said: list[str] = []
    for changes in stretches:
        shown.put(changes)
        for said_or_seen in [*shown.said, *[shown.look()] * LOOKS]:
            for given in _given(rules, referee, said_or_seen):
                outcome = step(rules, referee, given)
                referee = outcome.referee
                said += refused(outcome.says)
                said += [word for record in outcome.records for word in words_of(record)]
    told, _, has = told.partition("|")
    assert " ".join(said) == told.strip()
    position = referee.position
    assert position is not None
    assert {*has.split()} <= {*rules.format_position(position).split()}, rules.format_position(position)
