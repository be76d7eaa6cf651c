"""The words of the screen, in every language that ships."""

import ast
import re
import string
import tomllib
from pathlib import Path

import pytest

import referee_tui
from engine.referee.sentences import say
from engine.sentences import in_language
from referee_tui.texts import ROOT, languages, texts

OF_A_GAME = ("options-", "rules-")
"""Sections whose keys are a game's own options and rules: other tests hold them to the game."""


LANGUAGES = pytest.mark.parametrize("language", languages())


@LANGUAGES
def test_every_section_of_another_language_is_one_of_the_english(language: str) -> None:
    """A file or a key that nothing reads would be lost work."""
    for file in (ROOT / language).iterdir():
        own = tomllib.loads(file.read_text(encoding="utf-8"))
        assert own.keys() <= set(texts(file.name.removesuffix(".toml"))), file.name


@LANGUAGES
def test_what_an_act_is_not_allowed_for_stands_behind_the_same_words_in_call_and_voice(language: str) -> None:
    """The headline and the voice leave out what they say otherwise: they look for it in the referee's sentence."""
    illegal = in_language(say("illegal", act="B7-H10", reason="*", rule="move.range"), language)
    for section in ("match", "sound"):
        assert illegal.startswith(f"B7-H10{texts(section, language)('verdict')}*")


@LANGUAGES
def test_large_words_have_only_letters_that_can_be_drawn_large(language: str) -> None:
    """The large letters have no dots and accents: another word is meant by what is left."""
    words = texts("match", language)
    assert [words(key) for key in words if key.startswith("head_") and not words(key).isascii()] == []


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_placeholders_of_every_shipped_language_are_those_of_the_english_words() -> None:
    for file in (ROOT / "en").iterdir():
        section = file.name.removesuffix(".toml")
        english = texts(section)
        for language in languages():
            words = texts(section, language)
            assert {key: fields(words.words[key]) for key in words} == {
                key: fields(english.words[key]) for key in words
            }


def test_every_word_of_the_screens_is_said_somewhere() -> None:
    """By what stands in the program; a key with a part that varies stands for all that look so."""
    files = Path(referee_tui.__path__[0]).rglob("*.py")
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    said = {node.value for node in nodes if isinstance(node, ast.Constant)}
    varied = re.compile("|".join(filter(None, (pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)))))
    sections = [file.name.removesuffix(".toml") for file in (ROOT / "en").iterdir()]
    words = {section: list(texts(section)) for section in sections if not section.startswith(OF_A_GAME)}
    assert {
        section: unsaid
        for section, keys in words.items()
        if (unsaid := [key for key in keys if key not in said and not varied.fullmatch(key)])
    } == {}


def pattern(text: ast.JoinedStr) -> str:
    """What a key that is put together looks like; empty for one that would look like any other."""
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in text.values]
    return "".join(parts) if re.search(r"\w{2}", "".join(part for part in parts if part != ".+")) else ""
