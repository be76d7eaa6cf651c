"""Words kept in files: a folder a language, English where a language is silent."""

from pathlib import Path

import pytest

from engine.texts import TextsError, languages, read_texts


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for language, text in (("en", 'goal = "Goal for {team}"\nlost = "No picture"\n'), ("de", 'goal = "Tor: {team}"\n')):
        (tmp_path / language).mkdir()
        (tmp_path / language / "match.toml").write_text(text, encoding="utf-8")
    (tmp_path / "__pycache__").mkdir()
    return tmp_path


def test_values_are_filled_in(root: Path) -> None:
    assert read_texts(root, "match")("goal", team="Ann {x}") == "Goal for Ann {x}"


def test_a_language_is_a_folder_and_english_stands_in(root: Path) -> None:
    assert languages(root) == ("en", "de")
    german = read_texts(root, "match", "de")
    assert (german("goal", team="Blau"), german("lost")) == ("Tor: Blau", "No picture")


def test_numbers_have_the_decimal_mark_of_the_language(root: Path) -> None:
    for language in ("en", "de"):
        (root / language / "length.toml").write_text('a = "{mm:+.1f} mm, {share:.1%}, {count}"\n', encoding="utf-8")
    values = {"mm": 1.26, "share": 0.125, "count": 3}
    assert read_texts(root, "length")("a", **values) == "+1.3 mm, 12.5%, 3"
    assert read_texts(root, "length", "de")("a", **values) == "+1,3 mm, 12,5%, 3"


def test_an_unknown_key_or_a_missing_value_is_a_fault_of_the_caller(root: Path) -> None:
    words = read_texts(root, "match")
    with pytest.raises(KeyError, match="gaol"):
        words("gaol")
    with pytest.raises(KeyError, match="team"):
        words("goal")


@pytest.mark.parametrize("language", ["xx", "..", "../en", "__pycache__", ""])
def test_a_language_that_is_not_there_is_named(root: Path, language: str) -> None:
    with pytest.raises(TextsError, match="there are en, de"):
        read_texts(root, "match", language)


@pytest.mark.parametrize(("text", "said"), [("a = 1", "quotation marks"), ("a = ", "match.toml"), ("[a]", "quotation")])
def test_a_file_that_holds_no_words_is_named(root: Path, text: str, said: str) -> None:
    (root / "de" / "match.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TextsError, match=said):
        read_texts(root, "match", "de")


def test_a_section_that_is_not_there_is_named(root: Path) -> None:
    with pytest.raises(TextsError, match="'mtach'"):
        read_texts(root, "mtach")
