"""The seven formations of the rulebook: their numbers, and that each may be set up as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.board import shipped_board
from engine.games.regista import RegistaRules
from engine.games.regista.formations import FormationError, formation, formations, line_up, opposite
from engine.notation import parse_action

if TYPE_CHECKING:
    from engine.match import Team
    from tests.engine.asking import Ask

RULES = RegistaRules.of()

# As printed in the rulebook's appendix: GK, DF, MF, FW.
PRINTED = {
    "3-5-2": (1, 3, 5, 2),
    "4-4-2A": (1, 4, 4, 2),
    "1-4-3-2": (1, 5, 3, 2),
    "3-1-4-2": (1, 3, 5, 2),
    "4-4-2B": (1, 4, 4, 2),
    "4-2-3-1": (1, 4, 5, 1),
    "3-4-3": (1, 3, 4, 3),
}


def test_the_seven_of_the_rulebook_in_its_order() -> None:
    assert list(formations()) == list(PRINTED)
    for name, counts in PRINTED.items():
        found = formation(name).counts()
        assert tuple(found[role] for role in ("GK", "DF", "MF", "FW")) == counts
        assert sum(found.values()) == 11


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("kicks_off", ["B", "R"])
def test_each_may_be_set_up_and_kicked_off(ask: Ask, name: str, kicks_off: Team) -> None:
    pieces = line_up(formation(name), formation("3-4-3"), kicks_off=kicks_off)
    placed = [f"{piece}@{space}" for piece, space in pieces.items()]
    answer = ask({"pieces": {}, "restart": "kick_off", "turn": kicks_off}, *placed)
    assert answer["ok"], answer
    position = RULES.read_position(answer["position"])
    assert RULES.status(position).is_sound
    assert position.holder is not None
    assert position.holder[0] == kicks_off
    assert any(RULES.act(position, action) for action in RULES.legal_actions(position) if action.kind == "pass")


def test_the_formations_differ() -> None:
    assert len({frozenset(each.spaces.values()) for each in formations().values()}) == 7


def test_the_other_side_stands_as_seen_from_its_own_end() -> None:
    pieces = line_up(formation("4-4-2A"), formation("4-4-2A"), kicks_off="B")
    grid = shipped_board("regista-a2").grid
    length, width = grid.field_size_mm
    for number, space in formation("4-4-2A").spaces.items():
        blue, red = grid.centre_mm(space), grid.centre_mm(pieces[f"R{number}"])
        assert blue.x_mm + red.x_mm == pytest.approx(length)
        assert blue.y_mm + red.y_mm == pytest.approx(width)
        assert opposite(grid, opposite(grid, space)) == space


def test_ends_may_be_changed() -> None:
    rules = RegistaRules.of(options={"length": "official", "change_ends": True})
    pieces = line_up(formation("3-5-2"), formation("3-5-2"), kicks_off="R", blue_defends="right")
    second = {"pieces": {}, "restart": "kick_off", "turn": "R", "half": 2, "turns_done": {"B": 15, "R": 15}}
    position = rules.read_position(second)
    for piece, space in pieces.items():
        verdict = rules.act(position, parse_action(f"{piece}@{space}"))
        assert verdict, verdict
        position = rules.read_position(rules.write_position(verdict.position))


@pytest.mark.parametrize("name", ["5-5-0", ""])
def test_another_name_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(FormationError, match="4-2-3-1"):
        formation(name)
    assert formation("4-4-2b").name == "4-4-2B"
