"""A typed match in which anything is done, put right, taken back and done again: the panel always says what is next."""

from __future__ import annotations

import tempfile
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.match import Roll
from engine.notation import format_action
from engine.referee import Redo, TypedAction, TypedCorrection, TypedRoll, Undo
from referee_tui.app.fold import fold
from referee_tui.app.match.call import call_of, dice_awaited
from referee_tui.app.state import ScreenState
from referee_tui.following.lined_up import lined_up
from referee_tui.following.session import Session
from referee_tui.texts import texts
from tests.session.fakes import Film, FilmEyes
from vision.sources.none import NoCamera

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.match import Position
    from engine.referee import Input
    from engine.ruleset import Ruleset
    from referee_tui.app.match.call import Call

    Choose = Callable[[ScreenState, int], tuple[Input, ...]]

SAY = texts("match")
RULES = {game: load_ruleset(game) for game in GAMES}
MOST_BACK = 100
"""More than any of these matches has acts."""


class Typed:
    """A match without a camera, as far as its panel."""

    def __init__(self, rules: Ruleset, folder: Path) -> None:
        ticks = count(0.0, 10.0)
        source, eyes = NoCamera(lambda: next(ticks)), FilmEyes(Film([]))
        self.session = Session(source, rules, folder / "a.jsonl", eyes=eyes, start=lined_up(rules))
        self._updates = iter(self.session)
        self.state = ScreenState(game=rules.game, board=rules.board, source="none", by_hand=True, eye="SETTLING")
        self.told()

    def told(self, *given: Input) -> Call:
        """What the panel says after something was said to the match."""
        for each in given:
            self.session.give(each)
        self.state = fold(self.session.rules, self.state, next(self._updates), self.session.referee.table)
        position = self.state.position
        assert position is not None
        call = call_of(self.state, SAY, dice_awaited(position.awaits))
        what = (given, call, self.state.need)
        assert call.words or call.asks, what
        # A headline may say the beginning of what is needed.
        shown = [call.words, call.asks, *call.more]
        assert not self.state.need or any(text and text in self.state.need for text in shown), what
        assert call.answers == tuple(answer.text for answer in self.state.answers), what
        return call

    @property
    def position(self) -> Position | None:
        return self.state.position

    def all_the_way(self, given: Undo | Redo) -> None:
        for _ in range(MOST_BACK):
            if not (self.state.undo if isinstance(given, Undo) else self.state.redo):
                return
            self.told(given)
        pytest.fail("there is no end to it")


def an_act(state: ScreenState, number: int) -> tuple[Input, ...]:
    """One that the rules allow; where dice are awaited, these."""
    position, rules = state.position, RULES[state.game]
    assert position is not None
    if dice := dice_awaited(position.awaits).number:
        faces = tuple(number // 6**die % 6 + 1 for die in range(dice))
        duel = dice_awaited(position.awaits).duel
        return (TypedRoll(Roll(duel=(faces[0], faces[1])) if duel else Roll(faces=faces)),)
    acts = list(islice(rules.legal_actions(position), 600))
    return (TypedAction(format_action(acts[number % len(acts)])),) if acts else ()


def a_correction(state: ScreenState, number: int) -> tuple[Input, ...]:
    position, spaces = state.position, sorted(RULES[state.game].board.grid.field)
    assert position is not None
    piece = sorted(position.pieces)[number % len(position.pieces)] if position.pieces else "B7"
    space = spaces[number // 7 % len(spaces)]
    forms = (f"{piece} {space}", f"{piece} off", f"ball {space}", "turn R", "turn B", "score 1-0", "turn 3", "roll 2")
    return (TypedCorrection(forms[number % len(forms)]),)


def an_answer(state: ScreenState, number: int) -> tuple[Input, ...]:
    return state.answers[number % len(state.answers)].given if state.answers else an_act(state, number)


def back(_: ScreenState, __: int) -> tuple[Input, ...]:
    return (Undo(),)


def again(_: ScreenState, __: int) -> tuple[Input, ...]:
    return (Redo(),)


WAYS: list[Choose] = [an_act, an_act, an_act, a_correction, an_answer, back, again]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(WAYS), st.integers(0, 9999)), max_size=14))
def test_undo_and_redo_lead_all_the_way_and_the_panel_always_says_what_is_next(
    game: str, steps: list[tuple[Choose, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        match = Typed(RULES[game], Path(folder))
        with match.session:
            first = match.position
            for choose, number in steps:
                if given := choose(match.state, number):
                    match.told(*given)
            match.all_the_way(Redo())
            last = match.position
            match.all_the_way(Undo())
            assert match.position == first
            match.all_the_way(Redo())
            assert match.position == last


@pytest.mark.parametrize("fix", ["B1 off", "score 1-0", "turn R"])
def test_before_the_kick_off_what_can_be_typed_stands_below_what_was_put_right_and_taken_back(
    fix: str, tmp_path: Path
) -> None:
    match = Typed(RULES["regista"], tmp_path)
    with match.session:
        for given, said in ((TypedCorrection(fix), "Corrected: "), (Undo(), " is taken back"), (Redo(), "Corrected: ")):
            call = match.told(given)
            assert said in call.words
            assert call.asks.startswith("Type what is done: t, then for example ")


def test_where_nobody_can_do_anything_it_is_said_what_to_put_right(tmp_path: Path) -> None:
    match = Typed(RULES["soccer-chess"], tmp_path)
    with match.session:
        match.told(TypedAction("B9*"), TypedAction("ball@EM7"))
        call = match.told(TypedCorrection("ball WA1, turn R"))
        assert call.asks.startswith("Nobody can do anything as this stands: e puts right")
