"""What a session tells, in the language that is set."""

import re
from pathlib import Path

import pytest

from engine.referee import Accept, Answer, Say
from engine.sentences import Book
from referee_tui import following
from referee_tui.audience import Audience
from referee_tui.following.language import said_to
from referee_tui.following.sentences import say
from referee_tui.following.update import SessionUpdate


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
    german = said_to(Audience("de"), told)
    assert german.says == (Say("goal", "Tor", "H23"), Say("action", "B9!H23"))
    assert (german.reason, german.undo, german.redo) == ("Tor", "Tor", "")
    assert german.answers == (Answer("Let it stand", (Accept(),)),)
    assert said_to(Audience(), told) is told


def test_every_sentence_of_a_session_is_used() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in Path(following.__path__[0]).glob("*.py"))
    used = set(re.findall(r'"([a-z_]+(?:\.[a-z_]+)*)"', source))
    begun = tuple(found.partition("{")[0] for found in re.findall(r'f"([a-z_.]+\{[^"]*)"', source))
    assert set(re.findall(r'\bsay\(\s*"([^"]+)"', source)) <= set(say.words("en"))
    assert [key for key in say.words("en") if key not in used and not key.startswith(begun)] == []
