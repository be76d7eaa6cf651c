"""What is wrong with a position: everything, with its spaces; and what would be legal instead."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.games.regista import RegistaRules
from engine.games.regista.position import RegistaPosition, Substitutions
from engine.instead import instead
from engine.match import MalformedError, Pending, Roll, Score
from engine.notation import format_action, parse_action
from engine.rules.status import Wrong
from engine.ruleset import Refusal, Ruling

RULES = RegistaRules.of()
OFFICIAL = RegistaRules.of(options={"length": "official"})

BLUE = {f"B{n}": f"D{n}" for n in range(1, 12)}
RED = {f"R{n}": f"L{n + 10}" for n in range(1, 12)}


def made(**changes: Any) -> RegistaPosition:  # noqa: ANN401 - any field of a position
    pieces = {**BLUE, **RED, **changes.pop("pieces", {})}
    pieces = {piece: space for piece, space in pieces.items() if space is not None}
    return RegistaPosition(**{"pieces": pieces, "ball": "H11", **changes})


def kick_off(**changes: Any) -> RegistaPosition:  # noqa: ANN401 - any field of a position
    """Both sides are putting down their eleven; all stand in their own half."""
    pieces = {"B11": "E1", "R1": "M20", **changes.pop("pieces", {})}
    return made(**{"restart": "kick_off", "spot": "H11", "placing": True, "pieces": pieces, **changes})


TACKLE = Pending("roll", "tackle", None, {"B": 1, "R": 1}, "B4", {"on": "R9"})


@pytest.mark.parametrize(
    ("position", "flags", "named"),
    [
        (made(), Wrong(0), set()),
        (made(pieces={"B11": None, "B16": "A1"}), Wrong.NO_SUCH_PIECE, {"B16"}),
        (made(pieces={"B2": "Z9"}), Wrong.NO_SUCH_SPACE, {"B2", "Z9"}),
        (made(pieces={"B2": "H0"}), Wrong.OFF_FIELD, {"B2", "H0"}),
        (made(pieces={"B2": "D5", "R3": "D5"}), Wrong.SHARED_SPACE, {"D5", "B2", "B5", "R3"}),
        (made(pieces={"B12": "A1"}), Wrong.TOO_MANY, set()),
        (made(pieces={"B11": None}), Wrong.TOO_FEW, set()),
        (made(pieces={"B1": None, "B12": "A1"}), Wrong.NO_KEEPER, {"B1"}),
        (made(ball=None), Wrong.NO_BALL, set()),
        (made(ball="Q1"), Wrong.BALL_OFF_BOARD, {"Q1"}),
        (made(ball="H22"), Wrong.BALL_IN_GOAL, {"H22"}),
        (made(moved=("B2", "B2")), Wrong.MOVED, {"B2"}),
        (made(moved=("B2", "B3", "B4")), Wrong.MOVED, {"B2", "B3", "B4"}),
        (made(moved=("R2",)), Wrong.MOVED, {"R2"}),
        (made(tackled=("B2", "B2")), Wrong.TACKLED, {"B2"}),
        (made(moved=("B2",), restart="throw_in", spot="A3"), Wrong.MOVED, {"B2"}),
        (made(ball="D4", holder_may_not="B4"), Wrong.REGAINED, {"D4", "B4"}),
        (made(turns_done=Score(3, 5)), Wrong.TURN, set()),
        (made(turns_done=Score(4, 3)), Wrong.TURN, set()),
        (made(turns_done=Score(3, 4)), Wrong(0), set()),
        (made(half=2), Wrong.HALF, set()),
        (made(restart="kick_off", spot="H12"), Wrong.RESTART, {"H12"}),
        (made(restart="corner", spot="A1"), Wrong.RESTART, {"A1"}),
        (made(restart="corner", spot="A22"), Wrong(0), set()),
        (made(restart="corner", spot=None, ball=None), Wrong(0), set()),
        # Where each restart is taken.
        (made(restart="throw_in", spot="A3"), Wrong(0), set()),
        (made(restart="throw_in", spot="H11"), Wrong.RESTART, {"H11"}),
        (made(restart="throw_in", spot="B1"), Wrong.RESTART, {"B1"}),
        (made(restart="throw_in", spot="O22"), Wrong(0), set()),
        (made(restart="free_kick", spot="H22"), Wrong.RESTART, {"H22"}),
        (made(restart="free_kick", spot="H11"), Wrong(0), set()),
        (made(restart="goal_kick", spot="H1"), Wrong.RESTART, {"H1"}),
        # What belongs to a restart, without it or against it.
        (made(spot="A3"), Wrong.RESTART, set()),
        (made(extra=True), Wrong.RESTART, set()),
        (made(taker="B4"), Wrong.RESTART, set()),
        (made(to_move_off="R4"), Wrong.RESTART, set()),
        (made(may_move_off=("R4",)), Wrong.RESTART, set()),
        (made(placing=True), Wrong.RESTART, set()),
        (made(restart="corner", spot="A22", extra=True), Wrong.RESTART, set()),
        (made(restart="throw_in", spot="A3", extra=True), Wrong(0), set()),
        (made(restart="throw_in", spot="A3", to_move_off="R4", pieces={"R4": "A3"}), Wrong.RESTART, set()),
        (made(restart="throw_in", spot="A3", ball="A3", taker="B4"), Wrong.RESTART, {"B4"}),
        (made(restart="throw_in", spot="A3", ball="A3", taker="B4", pieces={"B4": "A3"}), Wrong(0), set()),
        (made(restart="free_kick", spot="L14", ball="L14", to_move_off="R4"), Wrong(0), set()),
        (made(restart="free_kick", spot="L15", ball="L15", to_move_off="R4"), Wrong.RESTART, {"R4"}),
        (made(restart="free_kick", spot="D4", ball="D4", to_move_off="B4"), Wrong.RESTART, {"B4"}),
        (made(restart="free_kick", spot="H11", may_move_off=("R4",)), Wrong(0), set()),
        (made(restart="free_kick", spot="H11", may_move_off=("B4",)), Wrong.RESTART, {"B4"}),
        # Before a kick-off with both sides complete.
        (kick_off(), Wrong(0), set()),
        (kick_off(pieces={"B9": "H11"}), Wrong(0), set()),
        (kick_off(pieces={"R9": "H12"}), Wrong.SETUP, {"R9", "H12"}),
        (kick_off(pieces={"B9": "D13"}), Wrong.SETUP, {"B9", "D13"}),
        (kick_off(pieces={"B9": "D13", "B10": None}), Wrong(0), set()),
        (kick_off(pieces={"B1": None, "B12": "A1"}), Wrong.NO_KEEPER, {"B1"}),
        (kick_off(squad={"B": tuple(f"B{n}" for n in range(2, 13))}), Wrong.SETUP, {"B1"}),
        # More turns than the match has.
        (made(turns_done=Score(16, 16), half=1), Wrong.TURN, set()),
        (made(turns_done=Score(15, 15)), Wrong(0), set()),
        (made(subs={"B": Substitutions(4, ("B12",))}), Wrong.SUBSTITUTIONS, {"B12"}),
        (made(subs={"B": Substitutions(1, ("B9",))}), Wrong.SUBSTITUTIONS, {"B9"}),
        (made(subs={"R": Substitutions(1, ("R1",))}, pieces={"R1": None, "R12": "O9"}),
         Wrong.SUBSTITUTIONS | Wrong.NO_KEEPER, {"R1"}),
        (made(awaits=TACKLE, ball="D5"), Wrong.WAITING, {"B4"}),
        (made(awaits=TACKLE, ball="L19"), Wrong.WAITING, {"B4"}),
        (made(awaits=TACKLE, pieces={"B4": "K19"}, ball="L19"), Wrong(0), set()),
        # Everything at once.
        (made(ball="Q1", pieces={"B1": None, "B12": "Z1", "R2": "D5"}, moved=("R2",), turns_done=Score(9, 3)),
         Wrong.BALL_OFF_BOARD | Wrong.NO_KEEPER | Wrong.NO_SUCH_SPACE | Wrong.SHARED_SPACE | Wrong.MOVED | Wrong.TURN,
         {"Q1", "B1", "B12", "Z1", "R2", "B5", "D5"}),
    ],
)  # fmt: skip
def test_everything_wrong_is_flagged(position: RegistaPosition, flags: Wrong, named: set[str]) -> None:
    found = RULES.status(position)
    assert found.flags == flags
    assert {name for fault in found.faults for name in (*fault.spaces, *fault.pieces)} == named
    assert found.is_sound == (not flags)
    for fault in found.faults:
        assert all(name in fault.text for name in fault.spaces)


def test_the_second_half_goes_with_its_turns() -> None:
    assert OFFICIAL.status(made(half=2, turns_done=Score(15, 15))).is_sound
    assert OFFICIAL.status(made(half=1, turns_done=Score(15, 15))).flags == Wrong.HALF


@pytest.mark.parametrize("seed", range(4))
def test_play_from_a_sound_position_stays_sound(seed: int) -> None:
    rng = random.Random(seed)
    position = RULES.read_position({"pieces": {}, "turn": None})
    while True:
        assert RULES.status(position).is_sound, RULES.status(position)
        if position.awaits is not None and position.awaits.type == "roll":
            one = position.awaits.dice == 1
            faces = rng.randint(1, 6), rng.randint(1, 6)
            verdict = RULES.roll(position, Roll(faces=faces[:1]) if one else Roll(duel=faces))
        else:
            action = RULES.draw(position, rng)
            if action is None:
                break
            verdict = RULES.act(position, action)
        assert isinstance(verdict, Ruling)
        assert isinstance(verdict.position, RegistaPosition)
        position = verdict.position


def test_a_position_that_cannot_be_is_refused_with_all_its_faults() -> None:
    pieces = {"B1": "H2", "B2": "H2", "B16": "C3", "R4": "Z9", "R5": "H22"}
    with pytest.raises(MalformedError) as caught:
        RULES.read_position({"pieces": {**pieces, "X7": "H3", "B5": 5, "B6": ["D2", "D3"]}, "ball": ["H8", "Z5"]})
    assert caught.value.key == "position.pieces"
    for words in (
        "piece such as B7",
        "B5 stands on 5",
        "B6 stands on D2 and on D3",
        "lies on H8 and on Z5",
        "'Z5' is no space",
    ):
        assert words in str(caught.value)
    for words in ("B1 and B2 both stand on H2", "B16 does not exist", "R4 stands on Z9", "R5 stands on H22"):
        assert words in str(caught.value)


@pytest.mark.parametrize("ball", [["H8", "H9"], ["H8"], [], [["H8"]], "Z5", "H22", 7, {"H8": 1}, ["H8"] * 99])
def test_a_ball_that_cannot_be_is_named_by_its_own_key(ball: object) -> None:
    with pytest.raises(MalformedError, match=r"^the ball: ") as caught:
        RULES.read_position({"pieces": {"B1": "H2"}, "ball": ball})
    assert caught.value.key == "position.ball"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("action", "likely"),
    [
        ("B4-H14", "B4-H13"),
        ("B9>H21", "B9>H20"),
        ("B9!H22", "B9>"),
        ("R9-H12", "B"),
    ],
)
def test_what_would_be_legal_instead(action: str, likely: str) -> None:
    position = RULES.read_position({"pieces": {"B4": "H10", "B9": "H11", "R9": "M3", "R1": "H21"}, "ball": "H11"})
    if action.startswith("B4"):
        position = position.but(pieces={**position.pieces, "B9": "K11"}, ball="K11")
    refused = parse_action(action)
    assert isinstance(RULES.act(position, refused), Refusal)
    found = instead(RULES, position, refused)
    assert len(found) == 3
    assert all(RULES.act(position, legal) for legal in found)
    assert format_action(found[0]).startswith(likely)


def test_nothing_is_legal_once_the_match_is_over() -> None:
    over = made(turns_done=Score(15, 15))
    assert instead(RULES, over, parse_action("B4-D5")) == ()
