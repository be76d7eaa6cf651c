"""What the screen says can be typed: in every game, forms that the game really has, short enough for 80 columns."""

from __future__ import annotations

import pytest

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.notation import parse_action
from engine.referee import TypedAction, TypedCorrection, TypedRoll
from referee_tui.app.help import help_text
from referee_tui.following.typed import read_typed
from referee_tui.following.typed_forms import FORMS, forms_of
from referee_tui.texts import languages

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
    assert len(FORMS[game].hint) <= 78
    lines = help_text(game, language).replace("[b]", "").replace("[/b]", "").splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 76


def test_a_game_that_said_nothing_has_plain_forms() -> None:
    forms = forms_of("kickabout")
    assert all(isinstance(read_typed(example), TypedAction) for example in forms.examples)
    assert forms.examples[0] in help_text("kickabout")
