"""What the screen says can be typed: in every game, forms that the game really has, short enough for 80 columns."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.match import Roll
from engine.notation import parse_action
from engine.referee import TypedAction, TypedCorrection, TypedRoll
from referee_tui.app.help import help_text
from referee_tui.following.acts_now import acts_now
from referee_tui.following.lined_up import lined_up
from referee_tui.following.typed import read_typed
from referee_tui.following.typed_forms import FORMS, forms_of
from referee_tui.texts import languages

if TYPE_CHECKING:
    from engine.match import Pending, Position
    from engine.ruleset import Verdict

STANDING = {
    "regista": {"pieces": {"B1": "H2", "B7": "H9", "B9": "G20", "R9": "C8"}, "ball": "G20", "turn": "B"},
    "very-much": {"pieces": {"B1": "H2", "B7": "H9", "B9": "G20", "R9": "C8"}, "ball": "H9", "turn": "B"},
    "soccer-chess": {"pieces": {"B7": "WK14", "B9": "WJ12", "R4": "EN14"}, "ball": "WJ12", "turn": "B"},
    "soccer-fun": {"pieces": {"B1": "H2", "B7": "H9", "B9": "G20", "R9": "C8"}, "ball": "G20", "turn": "B"},
}


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_an_act_of_the_game(game: str) -> None:
    rules = load_ruleset(game)
    position = rules.read_position(STANDING[game])
    for example in FORMS[game].examples:
        assert isinstance(read_typed(example), TypedAction)
        verdict = rules.act(position, parse_action(example))
        # A penalty that nobody has been given is refused as no act of the game either.
        assert verdict or verdict.rule != "notation" or "penalty" in verdict.reason, (example, verdict)


@pytest.mark.parametrize("game", GAMES)
def test_dice_and_corrections_are_read_as_they_are_shown(game: str) -> None:
    forms = FORMS[game]
    assert all(isinstance(read_typed(f"dice {one}"), TypedRoll) for one in forms.dice.split(" or "))
    assert isinstance(read_typed(f"fix {forms.fix}"), TypedCorrection)
    assert forms.fix.split()[1] in load_ruleset(game).board.grid.field


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_hint_and_help_fit_a_small_terminal(game: str, language: str) -> None:
    lines = help_text(game, language).plain.splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 76


def test_a_game_that_said_nothing_has_plain_forms() -> None:
    forms = forms_of("kickabout")
    assert all(isinstance(read_typed(example), TypedAction) for example in forms.examples)
    assert forms.examples[0] in help_text("kickabout").plain


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_where_something_can_be_typed_begins_with_acts_that_are_allowed_now(game: str) -> None:
    """Through a match of random acts, from the kick-off on."""
    rules, rng = load_ruleset(game), Random(7)
    position = rules.read_position(lined_up(rules))
    begun = False
    for _ in range(60):
        acts = acts_now(rules, position)
        hint = forms_of(game).hint(acts)
        assert len(hint) <= 78
        assert all(rules.act(position, parse_action(act)) for act in acts), acts
        waits = position.awaits is not None and position.awaits.type == "roll"
        assert hint.startswith("dice " if waits else acts[0])
        begun = begun or bool(acts)
        if waits:
            position = proceed(rules.roll(position, throw(position.awaits, rng)))
        else:
            act = rules.draw(position, rng)
            if act is None:
                break
            position = proceed(rules.act(position, act))
    assert begun


@pytest.mark.parametrize(
    ("ball", "act"),
    [
        ("H11", "B9>H8"),  # to the team-mate, not to the space that comes first
        ("H11", "B8-"),  # whoever has the ball does not run away from it; the nearest of the others
        ("H10", "B9-H10"),  # it lies free, and B9 is nearest
    ],
)
def test_examples_are_acts_of_who_is_at_the_ball(ball: str, act: str) -> None:
    rules = load_ruleset("regista")
    pieces = {"B1": "H2", "B4": "C4", "B8": "H8", "B9": "H11", "R1": "H21", "R4": "C18"}
    shown = acts_now(rules, rules.read_position({"pieces": pieces, "ball": ball, "turn": "B"}))
    assert any(each.startswith(act) for each in shown), shown


def test_where_pieces_may_be_put_is_no_example_of_what_to_type() -> None:
    rules = load_ruleset("regista")
    acts = acts_now(rules, rules.read_position(lined_up(rules)))
    assert [parse_action(act).kind for act in acts] == ["pass"]
    assert acts_now(rules, None) == ()


def proceed(verdict: Verdict) -> Position:
    assert verdict
    return verdict.position


def throw(awaits: Pending | None, rng: Random) -> Roll:
    assert awaits is not None
    if isinstance(awaits.dice, int):
        return Roll(faces=tuple(rng.randint(1, 6) for _ in range(awaits.dice)))
    return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))
