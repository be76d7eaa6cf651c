"""Acts as players write them: what is no act is answered in the game's own forms, squares may be said as in play."""

from __future__ import annotations

import random
import re

import pytest

from engine.game_names import GAMES
from engine.match import MalformedError
from engine.notation import format_action, parse_action
from engine.record.replay import Match
from engine.referee import TypedAction, TypedCorrection, step, take_up
from engine.said_act import read_said
from engine.sentences import in_language
from tests.engine.every_game import EVERY
from tests.engine.refereeing import acts

OF_A_PIECE = re.compile(r"(?<![\w:@])(?:[-~>^@/!x](?:[A-Z][\w-]*|NE)|\*\d?|!)(?=[ ,)])")
"""``-H10 or -H9-H10``: what may stand behind a piece."""
OTHERS = re.compile(r"(?:ball@|touch:|lift:|=)\w+|\b(?:end|pass)\b")
"""``ball@H11``, ``=NE``, ``end``: acts without a piece before them."""
SPELT = {
    "regista": ({"-H10", "~H10", ">H10", "xR9", "!H22", "@H10", "/B12"}, {"end"}),
    "very-much": ({"-H10", "~H10", ">NE", "^NE", ">H10", "xR9", "!", "@H10"}, {"=NE", "=NE2", "=keep", "end"}),
    "soccer-chess": (
        {"-WK14", "~WK14", "*", "!", "xR9", "@WK14"},
        {"ball@WK14", "touch:R4", "lift:B7", "=in", "=out", "=B7", "pass"},
    ),
    "soccer-fun": ({"*2", "-H10", "-H9-H10", ">NE", "@H10"}, {"ball@H11", "=NE"}),
}
"""By game, the forms of CONTRACTS that it has: behind a piece, and alone."""


def hint(game: str, text: str, language: str) -> str:
    with pytest.raises(MalformedError) as caught:
        parse_action(text, EVERY[game].rules.say)
    return in_language(caught.value.sentence, language)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_act_is_answered_with_the_forms_of_the_game(game: str, language: str) -> None:
    behind, alone = SPELT[game]
    assert set(OF_A_PIECE.findall(hint(game, "B7H10", language).partition(";")[2])) == behind
    assert set(OTHERS.findall(hint(game, "shoot", language).partition(";")[2])) == alone


@pytest.mark.parametrize("game", GAMES)
def test_the_forms_that_are_named_are_acts_of_the_game(game: str) -> None:
    rules, (behind, alone) = EVERY[game].rules, SPELT[game]
    position = EVERY[game].crowded(random.Random(3))
    for text in (*(f"B7{form}" for form in behind), *alone):
        verdict = rules.act(position, parse_action(text))
        assert verdict or verdict.rule != "notation", text  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["B7H10", "R9", "shoot", "=u", "B7>>H10", "B7 to H10"])
@pytest.mark.parametrize("game", GAMES)
def test_an_act_that_is_possible_now_is_named(game: str, text: str) -> None:
    rules, position = EVERY[game].rules, EVERY[game].crowded(random.Random(5))
    with pytest.raises(MalformedError, match=r"possible now: \S+, for example") as caught:
        read_said(rules, position, text)
    named = re.search(r"possible now: (\S+),", str(caught.value))
    assert named is not None
    assert rules.act(position, parse_action(named[1]))


CHESS = EVERY["soccer-chess"].rules
MOVING = CHESS.read_position(
    {"pieces": {"B6": "WK14", "B7": "WU15", "R4": "EK14"}, "ball": "WK14", "turn": "B", "due": "move", "round": 1}
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("B6~K-15", "B6~WK15"), ("B6~K15", "B6~WK15"), ("B6~WK-15", "B6~WK15"), ("B6~WK15", "B6~WK15"),
        ("R4-K-15", "R4-EK15"), ("B6~L-14-M-14", "B6~WL14-WM14"), ("B7-P-15", "B7-WP15"), ("B6~EK-15", "B6~EK15"),
        ("lift:B7", "lift:B7"), ("R4xB6", "R4xB6"), ("B6*", "B6*"), ("B6~Q-3", "B6~WQ3"),
    ],
)  # fmt: skip
def test_a_square_of_either_half_is_the_one_that_the_rules_allow(said: str, meant: str) -> None:
    assert format_action(read_said(CHESS, MOVING, said)) == meant


def test_a_square_that_may_be_in_either_half_is_asked_for() -> None:
    rolling = CHESS.act(CHESS.read_position({"pieces": {"B6": "WK14"}, "ball": "WK14"}), parse_action("B6*"))
    assert rolling
    with pytest.raises(MalformedError, match="write ball@WL10 or ball@EL10"):
        read_said(CHESS, rolling.position, "ball@L-10")
    with pytest.raises(MalformedError, match="write B7-WT15 or B7-ET15"):
        read_said(CHESS, MOVING, "B7-T-15")


def test_a_figure_is_put_down_in_its_own_half_before_a_kick_off() -> None:
    placing = CHESS.read_position({"pieces": {}, "placing": True, "restart": "kick_off", "turn": "B"})
    assert format_action(read_said(CHESS, placing, "R7@K-14")) == "R7@EK14"
    assert format_action(read_said(CHESS, placing, "B7@K-14")) == "B7@WK14"


def test_the_log_has_the_full_name_of_a_square_that_was_said_without_its_half() -> None:
    outcome = step(CHESS, take_up(Match(MOVING)), TypedAction("B6~K-15"))
    assert acts(outcome.records) == ["B6~WK15"]


@pytest.mark.parametrize(
    ("said", "square"),
    [("B7 K-14", "WK14"), ("B7 EK-14", "EK14"), ("R4 U15", "EU15"), ("R9 K-3", "EK3"), ("R4 WK14", "WK14")],
)
def test_a_correction_takes_a_square_as_players_say_it(said: str, square: str) -> None:
    piece = said.split(maxsplit=1)[0]
    position = CHESS.read_position({"pieces": {"B7": "WJ14", "R4": "EU15"}, "ball": "WJ14", "turn": "B"})
    after = step(CHESS, take_up(Match(position)), TypedCorrection(said)).referee.position
    assert after is not None
    assert after.pieces[piece] == square


def test_a_correction_with_many_squares_is_refused_and_not_spelled_out_in_every_way() -> None:
    said = "B7 " + "-".join(["K-14"] * 60)
    outcome = step(CHESS, take_up(Match(MOVING)), TypedCorrection(said))
    assert [each.kind for each in outcome.says] == ["refused"]
    assert outcome.referee.position == MOVING
