"""Sentences that can be said in another language: English text that knows how it was made."""

import re
import string
from pathlib import Path

import pytest
import tomli_w

from engine import referee
from engine.match import Roll
from engine.referee.sentences import say
from engine.referee.words import say_roll
from engine.sentences import Book, capital, in_language, joined, same_message
from engine.texts import languages


@pytest.fixture
def book(tmp_path: Path) -> Book:
    for language, text in {
        "en": 'goal = "Goal for {team}"\nblue = "Blue"\nand = " and "\nout = "the ball is out"\n',
        "de": 'goal = "Tor: {team}"\nblue = "Blau"\nand = " und "\n',
    }.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "match.toml").write_text(text, encoding="utf-8")
    return Book(tmp_path, "match")


def test_a_sentence_is_its_english_text(book: Book) -> None:
    goal = book("goal", team=book("blue"))
    assert goal == "Goal for Blue"
    assert {goal: 1}["Goal for Blue"] == 1
    assert type(str(goal)) is str


def test_it_is_said_in_another_language_values_and_all(book: Book) -> None:
    goal = book("goal", team=book("blue"))
    assert in_language(goal, "de") == "Tor: Blau"
    assert in_language(joined(book("and"), [goal, "B7-H10"]), "de") == "Tor: Blau und B7-H10"
    assert joined(book("and"), [goal, "B7-H10"]) == "Goal for Blue and B7-H10"
    assert type(in_language(goal, "en")) is str


def test_what_a_language_lacks_and_plain_text_stay_english(book: Book) -> None:
    out = capital(book("out"))
    assert (out, in_language(out, "de"), in_language(out, "fr")) == ("The ball is out",) * 3
    assert in_language("B7-H10", "de") == "B7-H10"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (("goal", {"team": "Blue", "over": 1.2}), True),
        (("goal", {"team": "Blue", "over": 1.3}), True),
        (("goal", {"team": "Red", "over": 1.2}), False),
        (("out", {"team": "Blue", "over": 1.2}), False),
    ],
)
def test_a_message_is_the_same_by_its_key_and_the_values_that_count(
    book: Book,
    other: tuple[str, dict[str, object]],
    same: bool,  # noqa: FBT001 - a column of the table
) -> None:
    asked = book("goal", team="Blue", over=1.2)
    assert same_message(asked, book(other[0], **other[1]), "team") is same
    assert not same_message(str(asked), asked, "team")


def test_a_key_or_a_value_that_is_missing_is_a_fault_of_the_caller(book: Book) -> None:
    with pytest.raises(KeyError, match="gaol"):
        book("gaol")
    with pytest.raises(KeyError, match="team"):
        book("goal")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_sentence_of_the_referee_is_used_and_every_one_used_is_there() -> None:
    """By what stands in the program; a key with a part that varies stands for all that begin so."""
    source = "".join(file.read_text(encoding="utf-8") for file in Path(referee.__path__[0]).glob("*.py"))
    used = set(re.findall(r'"([a-z_]+(?:\.[A-Za-z_]+)*)"', source))
    begun = tuple(found.partition("{")[0] for found in re.findall(r'f"([a-z_.]+\{[^"]*)"', source))
    assert set(re.findall(r'\bsay\(\s*"([^"]+)"', source)) <= set(say.words("en"))
    assert [key for key in say.words("en") if key not in used and not key.startswith(begun)] == []


@pytest.mark.parametrize("language", languages(say.root))
def test_the_placeholders_of_every_language_are_those_of_the_english_sentences(language: str) -> None:
    english, words = say.words("en").words, say.words(language).words
    assert {key: fields(text) for key, text in words.items()} == {key: fields(text) for key, text in english.items()}


def test_what_the_referee_puts_together_is_said_in_another_language_throughout(tmp_path: Path) -> None:
    for language, mark in {"en": "", "xx": "*"}.items():
        (tmp_path / language).mkdir()
        text = tomli_w.dumps({key: mark + words for key, words in say.words("en").words.items()})
        (tmp_path / language / "referee.toml").write_text(text, encoding="utf-8")
    starred = Book(tmp_path, "referee")
    thrown = starred("thrown", what=starred("cause.tackle"), faces=starred("duel", B=5, R=2))
    assert thrown == say_roll("tackle", Roll(duel=(5, 2)))
    assert in_language(thrown, "xx") == "*Dice for *the tackle: *Blue 5, Red 2"
