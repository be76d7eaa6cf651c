"""Sentence by sentence: what Masume Soccer Tactics allows, what comes of it, and what it refuses; from both ends.

A position is written on a line (docs/notation.md), a passage as its acts and dice. The passages with their ends lie in
``tests/data/masume_passages.txt``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.engine.masume import RULES, Passage, mirrored, mirrored_script

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[1] / "data"

REFUSED = [
    ("turn.side", "6L4/8C14 C14 B 0-0 0-0", "R8~C13"),
    ("turn.side", "6L4,7M4,8N4/8C14 C14 B 0-0 0-0", "B6-L5 B7-M5 B8-N5 B6-L6"),
    ("turn.side", "6L4/8C14 C14 B 0-0 30-30", "end"),
    ("play.twice", "6L4/8C14 C14 B 0-0 0-0", "B6-L5 B6-L6"),
    ("play.twice", "6L4/8C14 L4 B 0-0 0-0", "B6~L5 B6~L6"),
    ("play.twice", "6L4/8C14 L4 B 0-0 0-0 plays=B6:kick", "B6>E"),
    ("play.twice", "3E9/8E10 E10 B 0-0 1-1 plays=B3:charge", "B3xR8"),
    ("play.limit", "6L4,7M4,8N4/8C14 C14 B 0-0 0-0 plays=B6:move,B7:move,B8:move", "B6-L5"),
    ("play.limit", "6L4,7M4,8N4/8C14 L4 B 0-0 0-0 plays=B6:move,B7:move,B8:move", "B6>E"),
    ("play.limit", "3E9,7M4,8N4/8E10 E10 B 0-0 1-1 plays=B3:move,B7:move,B8:move", "B3xR8"),
    ("ball.holder", "6L4,7M4/8C14 L4 B 0-0 0-0", "B7>E"),
    ("ball.holder", "6L4,7M4/8C14 L6 B 0-0 0-0", "B6^E"),
    ("ball.holder", "6L4,7M4/8C14 L4 B 0-0 0-0", "B7~M6"),
    ("ball.holder", "3E9/8E10,9D9 E10 B 0-0 1-1", "B3xR9"),
    ("ball.holder", "3E9/8E10 E12 B 0-0 1-1 offence=R", "B3xR8"),
    ("charge.side", "3E9/8E10 E9 B 0-0 1-1", "B3xR8"),
    ("charge.side", "3E9/8E10 E12 B 0-0 1-1 offence=B", "B3xR8"),
    ("charge.square", "3E8/8E10 E10 B 0-0 1-1", "B3xR8"),
    ("move.leaves_ball", "6L4/8C14 L4 B 0-0 0-0", "B6-L5"),
    ("move.leaves_ball", "6L4/8C14 L4 B 0-0 0-0", "B6~L5-L6"),
    ("move.range", "6L4/8C14 C14 B 0-0 0-0", "B6-L8"),
    ("move.range", "6L4/8C14 C14 B 0-0 0-0", "B6-L5-L6-L7-L8"),
    ("move.range", "6L4/8C14 C14 B 0-0 0-0", "B6-L4"),
    ("move.occupied", "6L4/8L6 L6 B 0-0 0-0", "B6-L6"),
    ("move.occupied", "6L4,7L5/8C14 C14 B 0-0 0-0", "B6-L5-L6"),
    ("move.occupied", "6A1,7A2,8B1,9B2/8C14 C14 B 0-0 0-0", "B6-C3"),
    ("move.field", "6L4/8C14 C14 B 0-0 0-0", "B6-P4"),
    ("move.field", "6L4/8C14 L4 B 0-0 0-0", "B6>P4"),
    ("move.field", "6H21/8C14 C14 B 0-0 0-0", "B6-H23"),
    ("move.field", "6H2/8C14 H2 B 0-0 0-0", "B6~H0"),
    ("kick.line", "5M4/1G22,3C21 M4 B 0-0 0-0", "B5>L6"),
    ("kick.line", "5M4/1G22,3C21 M4 B 0-0 0-0", "B5>M4"),
    ("inside.range", "5M4/1G22,3C21 M4 B 0-0 0-0", "B5>M7"),
    ("kick.blocked", "5M4,8M6/7M5,1G22,3C21 M4 B 0-0 0-0", "B5>M6"),
    ("header.range", "5M4,8J7/1G22,3C21 M4 B 0-0 0-0", "B5^NE 1 =N3"),
    ("choice.awaited", "5M4,8J7/1G22,3C21 M4 B 0-0 0-0", "B5^NE 1 B8-J8"),
    ("choice.awaited", "5L3,8L6/1G22,3C21 L3 B 0-0 0-0", "B5>E 5 =keep"),
    ("choice.awaited", "5L3,8L6/1G22,3C21 L3 B 0-0 0-0", "B5>E 5 =N1"),
    ("choice.none", "5L3,8L6/1G22,3C21 L3 B 0-0 0-0", "=N"),
    ("roll.awaited", "5L3,8L6/1G22,3C21 L3 B 0-0 0-0", "B5>E end"),
    ("roll.none", "5L3,8L6/1G22,3C21 L3 B 0-0 0-0", "4"),
    # The order of faults.
    ("charge.side", "3E5/8E10 E9 B 0-0 1-1 plays=B3:charge", "B3xR8"),
    ("ball.holder", "6L4,7M4,8N4/8C14 L4 B 0-0 0-0 plays=B6:move,B7:move,B8:move", "B7>E"),
    ("move.leaves_ball", "6L4/8C14 L4 B 0-0 0-0 plays=B6:move", "B6-L9"),
    ("play.twice", "6L4/8C14 C14 B 0-0 0-0 plays=B6:move", "B6-L9"),
    ("kick.line", "5M4,8M6/7M5,1G22,3C21 M4 B 0-0 0-0", "B5>H6"),
    ("play.limit", "6L4,7M4/8C14 C14 B 0-0 0-0 plays=B6:move,B7:move,B7:charge", "B6-L5"),
    ("inside.range", "5M4,8M6/7M5,1G22,3C21 M4 B 0-0 0-0", "B5>M7"),
    ("move.range", "6L4,7L8/8C14 C14 B 0-0 0-0", "B6-L8"),
    # Set pieces.
    ("restart.first", "7A12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B8-M7"),
    ("restart.first", "7A12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "end"),
    ("restart.first", "7A12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B7>E"),
    ("restart.first", "7A12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B7~A13"),
    ("restart.spot", "7B12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B7>B14"),
    ("restart.spot", "7B12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B7@B11"),
    ("restart.spot", "7B12,8M6/3A12 A12 B 0-0 2-2 restart=throw_in@A12", "B7@A12"),
    ("restart.spot", "7B12,8M6/3A12 A12 B 0-0 2-2 restart=throw_in@A12", "R3@C12"),
    ("restart.spot", "7B12,8M6/3A14 A12 B 0-0 2-2 restart=throw_in@A12", "B7@A12 B8@A12"),
    ("turn.side", "7B12,8M6/3A14 A12 B 0-0 2-2 restart=throw_in@A12", "R3@C12"),
    ("throw_in.range", "7A12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B7>A16"),
    ("kick.line", "7A12,8M6/1H22 A12 B 0-0 2-2 restart=throw_in@A12", "B7>B14"),
    ("restart.spot", "7B12,1H5/1H22 - B 0-0 2-2 restart=goal_kick", "B1>E"),
    ("restart.spot", "7B12,1H5/1H22 - B 0-0 2-2 restart=goal_kick", "B1@H3"),
    ("restart.spot", "7B12,1H5/1H22 - B 0-0 2-2 restart=goal_kick", "B7@H2"),
    ("restart.spot", "7B12,1H5/1H22 A22 B 0-0 2-2 restart=corner@A22", "B7@O22"),
    ("restart.first", "7A22,1H5/1H22 A22 B 0-0 2-2 restart=corner@A22", "B1-H6"),
    ("restart.spot", "3E11/8E10 E10 R 0-0 2-1 restart=free_kick@E10", "R8>W"),
    ("restart.spot", "3E11/8E10 E10 R 0-0 2-1 restart=free_kick@E10", "B3@F11"),
    ("restart.spot", "3E11/8E10 E10 R 0-0 2-1 restart=free_kick@E10", "B3@E11"),
    ("restart.spot", "3E11/8F15 E11 R 0-0 2-1 restart=free_kick@E11", "R8@E11"),
    ("restart.spot", "3E11/8F15 E11 R 0-0 2-1 restart=free_kick@E11", "B3@G11"),
    ("turn.side", "3E11,4A4/8E10 E10 R 0-0 2-1 restart=free_kick@E10", "B4@A5"),
    ("restart.first", "1H1,3H5/8H4 H4 R 0-0 2-1 restart=penalty", "R8>E"),
    ("restart.first", "1H1,3H5/8H4 H4 R 0-0 2-1 restart=penalty", "R8@H3"),
    ("turn.side", "1H1,3H5/8H4 H4 R 0-0 2-1 restart=penalty", "B1!"),
    ("restart.spot", "1H1,3H5/8H4 H4 R 0-0 2-1 restart=penalty", "R9!"),
    ("notation", "6L4/8C14 L4 B 0-0 0-0", "B6!"),
    ("notation", "6L4/8C14 L4 B 0-0 0-0", "B6!H23"),
    ("notation", "6L4/8C14 L4 B 0-0 0-0", "B6/B7"),
    ("restart.first", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11", "B9~H12"),
    ("restart.spot", "9G11/1H22 H11 B 0-0 2-2 restart=kick_off@H11", "B9>E"),
    ("restart.spot", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11", "ball@H12"),
    ("setup.count", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11 placing", "B9>E"),
    ("setup.count", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11 placing", "B12@H3"),
    ("setup.half", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11 placing", "B8@H12"),
    ("setup.half", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11 placing", "R8@A11"),
    ("setup.half", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11 placing", "B1@H0"),
    ("setup.space", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11 placing", "B8@H11"),
    ("move.field", "9H11/1H22 H11 B 0-0 2-2 restart=kick_off@H11 placing", "B8@P11"),
]  # fmt: skip


def passages() -> Iterator[Any]:
    """Start, script, end and events of every passage, named by the comment before it."""
    why, lines = "", []
    for line in (DATA / "masume_passages.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            why = line.removeprefix("# ")
        elif line:
            lines.append(line.lstrip("=>: "))
        if len(lines) == 4:
            yield pytest.param(*lines, id=f"{why[:40]} {lines[1]}")
            lines = []
    assert not lines


BOTH_ENDS = [pytest.param(False, id="blue"), pytest.param(True, id="red")]


@pytest.mark.parametrize("turned", BOTH_ENDS)
@pytest.mark.parametrize(("start", "script", "end", "types"), list(passages()))
def test_what_comes_of_it(start: str, script: str, end: str, types: str, *, turned: bool) -> None:
    first, last = RULES.parse_position(start), RULES.parse_position(end)
    if turned:
        first, last, script = mirrored(first), mirrored(last), mirrored_script(script)
    passage = Passage(first, script)
    assert passage.refusal is None, (passage.refused, passage.refusal)
    assert RULES.format_position(passage.position) == RULES.format_position(last)
    assert passage.types == types


@pytest.mark.parametrize("turned", BOTH_ENDS)
@pytest.mark.parametrize(("rule", "start", "script"), REFUSED)
def test_what_is_refused(rule: str, start: str, script: str, *, turned: bool) -> None:
    first = RULES.parse_position(start)
    if turned:
        first, script = mirrored(first), mirrored_script(script)
    passage = Passage(first, script)
    assert passage.refusal is not None, RULES.format_position(passage.position)
    assert passage.refused == script.split()[-1], passage.refusal
    assert passage.refusal.rule == rule, passage.refusal
