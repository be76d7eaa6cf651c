"""English text of a log back to the sentence that it was."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.phrasebook import Phrasebook
from engine.referee.sentences import say as referee
from engine.rules.words import say as rules
from engine.rules.words import with_or
from engine.sentences import Book, Sentence, capital, in_language, joined
from engine.texts import ENGLISH

PHRASES = Phrasebook((referee, rules))

SAID = [
    rules("team.B"),
    referee("illegal", act="B9~H15", reason=rules("space.many", count=3), rule="move.range"),
    referee("ask.line", over=1.25, sd=0.4),
    capital(rules("space.many", count=3)),
    joined("; ", (rules("space.one"), rules("space.many", count=7))),
    with_or(("B7", "B9")),
]


@pytest.mark.parametrize("sentence", SAID, ids=str)
def test_a_sentence_is_found_again_by_its_english_text(sentence: str) -> None:
    found = PHRASES.sentence(str(sentence))
    assert found == sentence
    assert in_language(found, "de") == in_language(sentence, "de")


@pytest.mark.parametrize(
    "text", ["", "Anything at all that nobody says", "B7", "x" * 5000, "3 spaces and some more words"]
)
def test_what_no_book_says_stays_as_it_is(text: str) -> None:
    assert in_language(PHRASES.sentence(text), "de") == text


@given(st.lists(st.sampled_from(["B7", " is ", "; ", " or ", "3", ": ", "Blue", ", ", " moved ", "x"]), max_size=40))
def test_english_is_never_changed(parts: list[str]) -> None:
    text = "".join(parts)
    assert PHRASES.sentence(text) == text


def test_a_value_that_stands_twice_is_the_same_both_times(tmp_path: Path) -> None:
    for language, text in (("en", 'a = "{one} again {one}"\n'), ("de", 'a = "{one} wieder {one}"\n')):
        (tmp_path / language).mkdir()
        (tmp_path / language / "b.toml").write_text(text, encoding="utf-8")
    phrases = Phrasebook((Book(tmp_path, "b"),))
    assert in_language(phrases.sentence("B7 again B7"), "de") == "B7 wieder B7"
    assert in_language(phrases.sentence("B7 again B9"), "de") == "B7 again B9"


def test_every_message_is_found_with_values_that_are_words() -> None:
    """Where a text is more than one message, any of them says it in English; but it is always said."""
    words = referee.words(ENGLISH)
    unfound = []
    for key in words:
        if any(spec in words.template(key) for spec in (":.", ":+")):
            continue
        names = {part.split("}")[0] for part in words.template(key).split("{")[1:]}
        text = str(referee(key, **{name: f"B{number}" for number, name in enumerate(sorted(names), 1)}))
        if sum(letter.isalpha() for letter in text) > 8 and not isinstance(PHRASES.sentence(text), Sentence):
            unfound.append(key)
    assert unfound == []
