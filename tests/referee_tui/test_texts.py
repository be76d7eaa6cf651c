"""The words of the screen, in every language that ships."""

import string

from referee_tui.texts import ROOT, languages, texts


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
