"""What is said, as it is told to people: with the names of sides and figures, and squares as players say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.match import MalformedError
from engine.record.records import Header
from engine.record.replay import Match
from engine.referee import TypedAction, step, take_up
from engine.referee.sentences import say
from engine.referee.values import Say
from engine.referee.words import TEAM
from engine.said_act import read_said
from engine.sentences import capital, joined
from referee_tui.app.match.correcting import Finger, called
from referee_tui.app.state import ScreenState
from referee_tui.audience import Audience, audience_of
from referee_tui.following.language import said_to
from referee_tui.following.update import SessionUpdate
from referee_tui.plain_board import board_lines
from referee_tui.texts import texts

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

CHESS = load_ruleset("soccer-chess")
NAMES = {"B": "Harbour", "B6": "Ann", "R4": "Öz\x1b[31m", "R9": "Cem"}
HEADER = Header(
    format=1, game="soccer-chess", options={}, board="soccer-chess", software="t",
    teams={"B": "Blue", "R": "Red"}, names=NAMES,
)  # fmt: skip

PLACES = [say("put.on", what="B6", where="WP11"), say("put.on", what="R7", where="EP11")]
PUT = say("put", what=joined(say("comma"), PLACES))
SAID = [
    (PUT, "Put B6 Ann on P-11 (west), R7 on P-11 (east)", "Stellt hin: B6 Ann auf P-11 (West), R7 auf P-11 (Ost)"),
    (say("event.goal", team=TEAM["B"]), "Goal for Harbour", "Tor für Harbour"),
    (say("event.goal", team=TEAM["R"]), "Goal for Red", "Tor für Rot"),
    (capital(say("event.possession", by="B6")), "B6 Ann has the ball", "B6 Ann hat den Ball"),
    # What is for typing stays as it is typed.
    (
        say("ask.nearest", among=joined(say("or"), ["B6", "B7"]), first="B6"),
        "Equally near: B6 Ann or B7? Type =B6 or the like",
        "Gleich nah: B6 Ann oder B7? Tippt zum Beispiel =B6",
    ),
    (
        say("dice.type", piece="B6", why=say("dice.unseen")),
        "B6 Ann was played and no dice are seen: type its dice (B6*2, then dice 3 4), or take it back",
        ("B6 Ann hat gespielt, aber es sind keine Würfel zu sehen: "
        "tippt die Würfel (B6*2, dann dice 3 4), oder nehmt es zurück"),
    ),
    (
        say("refused.rule", act="B6-WP11", why="WP11", rule="move.range"),
        "B6-WP11: P-11 (west) (move.range)",
        "B6-WP11: P-11 (West) (move.range)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "english", "german"), SAID)
def test_names_and_squares_are_told_as_people_call_them(sentence: str, english: str, german: str) -> None:
    audience = audience_of(CHESS, HEADER)
    assert audience.hears(sentence) == english
    assert audience_of(CHESS, HEADER, "de").hears(sentence) == german


@pytest.mark.parametrize("game", ["regista", "very-much", "soccer-fun"])
def test_without_names_a_match_is_told_as_it_was_said(game: str) -> None:
    rules: Ruleset = load_ruleset(game)
    audience = audience_of(rules, Header(format=1, game=game, options={}, board="b", software="t", teams={}))
    put = say("put.on", what="B6", where="H11")
    assert audience.hears(put) == "B6 on H11"
    update = SessionUpdate(0.0, "IN STEP", None, (Say("note", put),), "")
    assert said_to(audience, update) is update


def test_names_from_a_log_steer_no_terminal() -> None:
    assert "\x1b" not in audience_of(CHESS, HEADER).called("R4")
    assert audience_of(CHESS, HEADER).called("B7") == "B7"


def test_a_refusal_is_told_with_the_name_of_the_side_on_turn() -> None:
    position = CHESS.read_position({"pieces": {"B6": "WK14", "R4": "EK14"}, "ball": "WK14", "turn": "B"})
    outcome = step(CHESS, take_up(Match(position)), TypedAction("R4*"))
    told = said_to(audience_of(CHESS, HEADER), SessionUpdate(0.0, "IN STEP", position, outcome.says, ""))
    assert told.says[-1].text == "R4*: it is Harbour's turn, not R4 Öz?[31m's (turn.side)"


def test_what_is_no_act_names_forms_that_can_be_typed() -> None:
    position = CHESS.read_position({"pieces": {"B6": "WK14"}, "ball": "WK14", "turn": "B"})
    with pytest.raises(MalformedError) as caught:
        read_said(CHESS, position, "B6?")
    told = Audience("en", NAMES, CHESS.board.grid).hears(caught.value.sentence)
    assert "xR9 (steal) or @WK14 (put down)" in told


def test_where_all_stand_is_told_as_players_say_it() -> None:
    position = CHESS.read_position({"pieces": {"B6": "WK14", "R7": "EP3"}, "ball": "WK14", "turn": "B"})
    lines = list(board_lines(position, texts("plain"), audience_of(CHESS, HEADER)))
    assert lines == [
        "Blue, Harbour: B6 Ann on K-14 (west)",
        "Red: R7 on P-3 (east)",
        "Ball: B6 Ann has it on K-14 (west)",
    ]


def test_the_cursor_is_where_players_say() -> None:
    position = CHESS.read_position({"pieces": {"B6": "WK14"}, "ball": "WK14", "turn": "B"})
    state = ScreenState("soccer-chess", CHESS.board, "", position=position)
    call = called(state, Finger("EK14"), texts("match", "de"), Audience("de", grid=CHESS.board.grid))
    assert call.more == ("K-14 (Ost): leer",)
