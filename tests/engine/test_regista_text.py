"""Positions and matches as text, both ways, and what is said of text that is neither."""

from __future__ import annotations

import doctest
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.game_reader import GameTextError, read_game
from engine.game_text import with_headers, write_game
from engine.games.regista import RegistaRules
from engine.match import MalformedError, Roll
from engine.notation import parse_action
from engine.rules.status import Wrong
from engine.ruleset import Refusal

RULES = RegistaRules.of()
OFFICIAL = RegistaRules.of(options={"length": "official", "shot_tie": "reroll"})
DOCS = Path(__file__).parents[2] / "docs"
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")

PIECES = "1H2,4E4,9G20/1H21,4C8"


def scraps(*scraps: str) -> st.SearchStrategy[str]:
    """Text made of likely pieces."""
    return st.lists(st.sampled_from(scraps), max_size=24).map("".join)


def played(rules: RegistaRules, seed: int, most: int = 400, start: str = "-/- - - 0-0 0-0") -> Game:
    """A random match, or its beginning."""
    rng = random.Random(seed)
    game = Game(rules, rules.parse_position(start))
    for _ in range(most):
        awaits = game.position.awaits
        if awaits is not None and awaits.type == "roll":
            faces = rng.randint(1, 6), rng.randint(1, 6)
            after = game.then(Roll(faces=faces[:1]) if awaits.dice == 1 else Roll(duel=faces))
        else:
            legal = list(rules.legal_actions(game.position)) if not game.position.placing else []
            lively = [a for a in legal if a.kind in {"tackle", "shot", "pass"} or (a.path and a.path[-1][0] == "~")]
            action = rng.choice(lively) if lively and rng.random() < 0.7 else rules.draw(game.position, rng)
            if action is None:
                return game
            after = game.then(action, "a { comment }" if rng.random() < 0.05 else "")
        assert isinstance(after, Game), after
        game = after
    return game


LIVELY = "1H2,2D5,3F5,4J5,6F8,8H8,9H11,15J8/1H21,2D18,3F18,4J18,7C15,8H14,9I12,11E13 H11 B 0-0 0-0"


@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_a_match_reads_back_from_its_line(seed: int) -> None:
    game = played(RULES, seed, start=LIVELY if seed % 2 else "-/- - - 0-0 0-0")
    for step in game.steps:
        line = RULES.format_position(step.ruling.position)
        assert "\n" not in line
        assert RULES.parse_position(line) == step.ruling.position


@pytest.mark.parametrize("seed", range(6))
def test_a_match_reads_back_from_its_text(seed: int) -> None:
    rules = OFFICIAL if seed % 2 else RULES
    game = with_headers(played(rules, seed, start=LIVELY), Blue='Ann "the wall" \\ Bee', Red="Bob")
    text = write_game(game)
    assert read_game(text) == game
    assert write_game(read_game(text)) == text
    body = text.split("\n\n", 1)[1]
    assert max(map(len, body.splitlines())) <= 100


@pytest.mark.parametrize("line", re.findall(r"```position\n(.*)\n```", NOTATION))
def test_the_documented_positions(line: str) -> None:
    position = RULES.parse_position(line)
    assert RULES.format_position(position) == line
    # Documented examples show a few pieces of each side; nothing else is wrong with them.
    assert RULES.status(position).flags in {Wrong(0), Wrong.TOO_FEW}


def test_the_documented_session() -> None:
    results = doctest.testfile(str(DOCS / "regista.md"), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted > 10


def test_the_documented_match() -> None:
    (text,) = re.findall(r"```game\n(.*?)```", NOTATION, re.DOTALL)
    game = read_game(text)
    assert (game.position.score.B, game.position.score.R) == (0, 1)
    assert game.headers == {"Blue": "Ann", "Red": "Bob"}
    assert [step.comment for step in game.steps if step.comment] == ["into the open"]
    again = write_game(game)
    assert again.split("\n\n")[1].strip() == text.split("\n\n")[1].strip()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "field 1 is missing: the pieces"),
        (f"{PIECES} G20 B", "field 4 is missing: the score"),
        ("1H2 G20 B 0-0 0-0", "two sides"),
        ("1H2,H3/- G20 B 0-0 0-0", "a number and a space such as 9H11 was expected, not 'H3'"),
        ("9G20,9H3/- G20 B 0-0 0-0", "B9 stands on G20 and on H3"),
        ("9G20,9H3,16A1/4G20,1Z9 G20 B 0-0 0-0", "B9 stands on G20 and on H3; B16 does not exist"),
        ("9G20,9H3,16A1/4G20,1Z9 G20 B 0-0 0-0", "R1 stands on Z9"),
        ("9G20,9H3,16A1/4G20,1Z9 G20 B 0-0 0-0", "B9 and R4 both stand on G20"),
        (f"{','.join(f'{n}A{n}' for n in range(1, 13))}/- A1 B 0-0 0-0", "Blue has 12 pieces"),
        (f"{PIECES} G20,H11 B 0-0 0-0", "the ball: it lies on G20 and on H11; one space is needed"),
        (f"{PIECES} G20/H11 B 0-0 0-0", "one space such as H11, or - was expected, not 'G20/H11'"),
        (f"{PIECES} h11 B 0-0 0-0", "one space such as H11, or - was expected, not 'h11'"),
        ("1H2,9G20,8G20/1H21,16C8 Z5 B 0-0 3-3", "R16 does not exist"),
        ("1H2,9G20,8G20/1H21,16C8 Z5 B 0-0 3-3", "B9 and B8 both stand on G20"),
        ("1H2,9G20,8G20/1H21,16C8 Z5 B 0-0 3-3", "the ball: 'Z5' is no space"),
        (f"{PIECES} Q9 B 0-0 0-0", "'Q9' is no space"),
        (f"{PIECES} G20 G 0-0 0-0", "B, R or - was expected, not 'G'"),
        (f"{PIECES} G20 B 0 0-0", "the score: two numbers"),
        (f"{PIECES} G20 B 0-0 0:0", "the finished turns: two numbers"),
        (f"{PIECES} G20 B 0-0 0-0 jumped=B9", "'jumped=B9' is not known here"),
        (f"{PIECES} G20 B 0-0 0-0 moved=B9 moved=B4", "moved stands twice"),
        (f"{PIECES} G20 B 0-0 0-0 moved=X", "a piece such as B7"),
        (f"{PIECES} G20 B 0-0 0-0 half=3", "1 or 2 was expected"),
        (f"{PIECES} G20 B 0-0 0-0 extra=yes", "extra stands alone"),
        (f"{PIECES} G20 B 0-0 0-0 subsB=B9", "1:B9 or the like"),
        (f"{PIECES} G20 B 0-0 0-0 restart=bully", "kick_off, throw_in"),
        (f"{PIECES} G20 B 0-0 0-0 awaits=tackle:B4", "one of first, tackle"),
        (f"{PIECES} G20 B 0-0 0-0 awaits=tackle:B4:B9", "B9 is not an opponent"),
        (f"{PIECES} G20 B 0-0 0-0 " + "extra " * 400, "too long"),
    ],
)
def test_a_line_that_is_no_position_says_where_and_what_was_expected(line: str, words: str) -> None:
    with pytest.raises(MalformedError) as caught:
        RULES.parse_position(line)
    assert words in str(caught.value)
    assert caught.value.key.startswith("position")


@settings(deadline=None, max_examples=150)
@given(scraps("moved=", "awaits=pass:B9:H", "subsB=", "elevenR=", "barred=", "restart=", *"BR0123456789HG/,-=:@ "))
def test_any_line_is_a_position_or_says_why_not(tail: str) -> None:
    try:
        position = RULES.parse_position(f"{PIECES} G20 B 0-0 0-0 {tail}")
    except MalformedError:
        return
    assert RULES.parse_position(RULES.format_position(position)) == position


HEAD = f'[Game "regista"]\n[Start "{PIECES} G20 B 0-0 3-3"]\n'


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "the header Game is missing"),
        ('[Game "regista"]\n', 1, "the header Start is missing"),
        ("[Game regista]\n", 1, "a header such as"),
        ('[Game "regista"]\n[Game "regista"]\n', 2, "stands twice"),
        ('[Game "football"]\n[Start "-"]\n', 1, "'football' is not a game"),
        ('[Game "regista"]\n[Board "/etc/passwd"]\n[Start "-"]\n', 2, "comes with the program"),
        ('[Game "regista"]\n[Options "length=long"]\n[Start "-"]\n', 2, "options.length"),
        ('[Game "regista"]\n[Options "long"]\n[Start "-"]\n', 2, "length=official"),
        ('[Game "regista"]\n[Start "-"]\n', 2, "field 2 is missing"),
        (f"{HEAD}\n4B: B9~G22\nend (4) B4", 5, "no dice are awaited"),
        (f"{HEAD}\n4B: B4-E9", 4, "B4 moved 5 spaces; a DF moves 3 (move.range)"),
        (f"{HEAD}\n4B: B9 to H9", 4, "'B9' is no action"),
        (f"{HEAD}\n3B: B4-E5", 4, "3B: does not follow; it is 4B: now"),
        (f"{HEAD}\n4B: B9!G23\n(5:2) <save R1>", 5, "the rules say <goal B, kick_off R>"),
        (f"{HEAD}\n4B: B9!G23 (4)", 4, "a die of each side is awaited"),
        (f"{HEAD}\n4B: B9!G23 (7:1)", 4, "a die shows 1 to 6"),
        (f"{HEAD}\n4B: B9!G23 (:)", 4, "dice such as (4)"),
        (f"{HEAD}\n4B: B4-E5 {{a comment that never ends", 4, "was expected"),
        (f'{HEAD}[Result "2-0"]\n\n4B: end', 5, "the result is 0-0, not 2-0"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_match_says_where(text: str, line: int, words: str) -> None:
    with pytest.raises(GameTextError) as caught:
        read_game(text)
    assert caught.value.line == line
    assert words in str(caught.value)


def test_rulings_turns_and_result_may_be_left_out() -> None:
    game = read_game(f"{HEAD}\nB9!G23 (5:2)")
    assert game.position.score.B == 1


@settings(deadline=None, max_examples=100)
@given(scraps("end", "B9!G23", "4B:", "(5:2)", " B4-E5 ", *"B9RG4:-~>!x@()<>{} \n"))
def test_any_text_is_a_match_or_says_why_not(body: str) -> None:
    try:
        game = read_game(f"{HEAD}\n{body}")
    except GameTextError:
        return
    assert read_game(write_game(game)) == game


def test_going_back_is_an_earlier_value() -> None:
    game = played(RULES, 3, start=LIVELY)
    assert game.until(len(game.steps)) == game
    assert game.until(0).position == game.start
    with pytest.raises(IndexError):
        game.until(len(game.steps) + 1)
    shorter = game.undo()
    assert game.steps[: len(shorter.steps)] == shorter.steps
    assert not any(isinstance(step.done, Roll) for step in game.steps[len(shorter.steps) : len(shorter.steps) + 1])
    again = shorter
    for step in game.steps[len(shorter.steps) :]:
        after = again.then(step.done, step.comment)
        assert isinstance(after, Game)
        again = after
    assert again == game


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    game = Game(RULES, RULES.parse_position(f"{PIECES} G20 B 0-0 3-3"))
    assert isinstance(game.then(parse_action("R4-C9")), Refusal)
    assert isinstance(game.then(Roll(faces=(3,))), Refusal)
    assert game.steps == ()
    with pytest.raises(IndexError):
        game.undo()


def test_a_header_may_not_say_what_follows_from_the_match() -> None:
    game = Game(RULES, RULES.parse_position(f"{PIECES} G20 B 0-0 3-3"))
    for name in ("Result", "blue", "Blue Team"):
        with pytest.raises(ValueError, match="cannot be a header"):
            with_headers(game, **{name: "x"})
