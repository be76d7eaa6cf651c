"""What a session tells, in the language that is set."""

from pathlib import Path

import pytest

from engine.referee import Accept, Answer, Say
from engine.sentences import Book
from referee_tui.following.language import said_in
from referee_tui.following.session import SessionUpdate


@pytest.fixture
def book(tmp_path: Path) -> Book:
    for language, text in {"en": 'goal = "Goal"\nstands = "Let it stand"\n', "de": 'goal = "Tor"\n'}.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "match.toml").write_text(text, encoding="utf-8")
    return Book(tmp_path, "match")


def test_sentences_are_said_in_the_language_and_the_rest_as_it_is(book: Book) -> None:
    told = SessionUpdate(
        0.0, "ASKING", None, (Say("goal", book("goal"), "H23"), Say("action", "B9!H23")), book("goal"),
        answers=(Answer(book("stands"), (Accept(),)),), undo=book("goal"),
    )  # fmt: skip
    german = said_in(told, "de")
    assert german.says == (Say("goal", "Tor", "H23"), Say("action", "B9!H23"))
    assert (german.reason, german.undo, german.redo) == ("Tor", "Tor", "")
    assert german.answers == (Answer("Let it stand", (Accept(),)),)
    assert said_in(told, "en") is told
