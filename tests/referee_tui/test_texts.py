"""The words of the screen, in every language that ships."""

import ast
import re
import string
from pathlib import Path

import referee_tui
from referee_tui.texts import ROOT, languages, texts

OF_A_GAME = ("options-", "rules-")
"""Sections whose keys are a game's own options and rules: other tests hold them to the game."""


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
