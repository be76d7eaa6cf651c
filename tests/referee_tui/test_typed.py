"""What players type: every form, and what becomes of anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.match import Roll
from engine.referee import Accept, Confirm, Consent, Propose, Redo, TypedAction, TypedCorrection, TypedRoll, Undo
from referee_tui.following.typed import read_typed

if TYPE_CHECKING:
    from engine.referee import Input


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("B7-H10", TypedAction("B7-H10")),
        (" B7 - H10 ", TypedAction("B7-H10")),
        ("end", TypedAction("end")),
        ("4", TypedRoll(Roll(faces=(4,)))),
        ("5 2", TypedRoll(Roll(duel=(5, 2)))),
        ("dice 4", TypedRoll(Roll(faces=(4,)))),
        ("Dice  5  2", TypedRoll(Roll(duel=(5, 2)))),
        ("dice 9", TypedAction("DICE9")),
        ("redo", Redo()),
        ("go", Confirm()),
        ("Go  on", Confirm()),
        ("b7-h10", TypedAction("B7-H10")),
        ("b4xr9", TypedAction("B4xR9")),
        ("B4XR9", TypedAction("B4xR9")),
        ("b6-wx10", TypedAction("B6-WX10")),
        ("Ball@h11", TypedAction("ball@H11")),
        ("ball@(412.0, 305.5)", TypedAction("ball@(412.0,305.5)")),
        ("=sw2", TypedAction("=SW2")),
        ("=KEEP", TypedAction("=keep")),
        ("touch:r4", TypedAction("touch:R4")),
        ("END", TypedAction("end")),
        ("5 2 1", TypedRoll(Roll(faces=(5, 2, 1)))),
        ("undo", Undo()),
        (" ACCEPT ", Accept()),
        ("undo all", TypedAction("UNDOALL")),
        ("fix B7 H10", TypedCorrection("B7 H10")),
        ("FIX  ball H11,  turn R", TypedCorrection("ball H11, turn R")),
        ("fix", TypedCorrection("")),
        ("rounds 2", Propose(2)),
        ("rounds two", TypedAction("ROUNDSTWO")),
        ("b", Consent("B")),
        (" R ", Consent("R")),
        ("", None),
        ("   ", None),
    ],
)
def test_what_is_typed_is_read(text: str, meant: Input | None) -> None:
    assert read_typed(text) == meant
