"""Every ready line-up of Soccer Fun can kick off at once, from either end."""

from __future__ import annotations

import pytest

from engine.games.soccer_fun.formations import TAKER, FormationError, formation, formations, line_up
from engine.match import Action, Team
from tests.engine.fun import RULES


@pytest.mark.parametrize("team", ["B", "R"])
@pytest.mark.parametrize("name", list(formations()))
def test_a_line_up_can_kick_off(name: str, team: Team) -> None:
    pieces = line_up(formation(name), formation(name), kicks_off=team)
    position = RULES.read_position({"pieces": pieces, "turn": team, "restart": "kick_off", "placing": True})
    assert not RULES.status(position).faults
    put = RULES.act(position, Action("ball", target=pieces[f"{team}{TAKER}"]))
    assert put
    assert RULES.act(put.position, Action("declare", piece=f"{team}{TAKER}", dice=2))


def test_another_line_up_is_refused_by_name() -> None:
    with pytest.raises(FormationError, match="4-4-2"):
        formation("2-2-6")
