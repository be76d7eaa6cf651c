"""Keys that are named on the screen: they are those that are bound, whatever a player has chosen."""

from __future__ import annotations

import re
import string
import tomllib
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from engine.game_names import GAMES
from referee_tui import keys
from referee_tui.app.help import help_text
from referee_tui.app.help_layout import page_text
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.settings import key_faults
from referee_tui.app.shell import TouchlineApp
from referee_tui.config import Config
from referee_tui.texts import ROOT, key_names, languages, texts
from tests.referee_tui.fake_match import FIRST, PLAY, FakeMatch
from tests.referee_tui.screens import screen_text, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.text import Text

SECTIONS = sorted(file.name.removesuffix(".toml") for file in (ROOT / "en").iterdir())
PAGES = [
    ("match", "help_correct"), ("start", "help"), ("start", "line_up.help"), ("replay", "help"),
    ("calibrate", "help_board"), ("calibrate", "help_lens"), ("calibrate", "help_corners"),
]  # fmt: skip

OWN = {
    bound.id: f"alt+f{number}"
    for bound, number in zip(keys.ALL, cycle(range(1, 21)), strict=False)
}  # fmt: skip
"""Another key for every action; the sentences would show any of the usual ones."""

NO_KEYS = {
    ("en", "a"): "the article",
    ("en", "A"): "the article",
    ("en", "space"): "of the board",
    ("en", "home"): "as in: from home",
    ("en", "end"): "the noun, and what is typed",
    ("de", "end"): "what is typed",
    ("de", "Ende"): "the noun",
    ("en", "left"): "the direction",
    ("en", "up"): "the direction",
}
"""Words that are no keys, though a key is called so."""


def sentences(language: str) -> Iterator[tuple[str, str, str]]:
    """Section, key and words of everything that is said."""
    for section in SECTIONS:
        if section != "keys":
            for key, words in texts(section, language).words.items():
                yield section, key, words


def named_ids(words: str) -> set[str]:
    """The actions whose keys a sentence names."""
    fields = (field for _, field, _, _ in string.Formatter().parse(words) if field)
    return {field[4:-1] for field in fields if field.startswith("key[") and "." in field}


def test_every_action_that_a_sentence_names_is_one() -> None:
    named = {name for language in languages() for *_, words in sentences(language) for name in named_ids(words)}
    assert named <= set(keys.USUAL)
    assert {"match.pause", "correct.add_red", "replay.search", "calibrate.lens", "lens.keep", "start.begin"} <= named


class Marked:
    """Stands for every value of a sentence; no letter of it could be a key."""

    def __format__(self, spec: str) -> str:
        return "···"


@pytest.mark.parametrize("language", languages())
def test_no_sentence_names_a_key_that_was_given_away(language: str) -> None:
    """Of each sentence that names keys, with other keys for all of these: the new are there, the usual ones are not."""
    usual, own = key_names(language), key_names(language, OWN)
    tried = 0
    for section, key, words in sentences(language):
        ids = named_ids(words)
        if not ids:
            continue
        tried += 1
        fields = (field for _, field, _, _ in string.Formatter().parse(words) if field and not field.startswith("key["))
        values = {field: Marked() for field in fields}
        said = texts(section, language, OWN).fill(words, values)
        for name in ids:
            assert own[name] in said, (section, key, name)
            left = said.replace(own[name], "")
            assert not names_key(left, usual[name]) or (language, usual[name]) in NO_KEYS, (section, key, name, said)
    assert tried > 25


def names_key(text: str, key: str) -> bool:
    """Whether a key stands in a text by itself: not B of ``B7`` or ``fix turn R``, s of ``2 s`` or p of ``p = 0.2``."""
    typed = re.sub(r"fix [^·|]*|\bturn R\b|\bB R (a goal|ein Tor)", "", text)
    return re.search(rf"(?<![\w.'/-])(?<!\d ){re.escape(key)}(?![\w'-]| =)", typed) is not None


SIDES_AND_SIGNS = {"B", "R", "?", "/", "+", "-", "<", ">", "!", "←", "→", "↑", "↓", *"0123456789"}
"""Keys that stand in sentences for much else."""

OTHER_WORDS = [
    file
    for root in ("engine", "calibration", "vision")
    for file in sorted(Path(__file__).parents[2].joinpath(root).rglob("texts/*/*.toml"))
]


@pytest.mark.parametrize("language", languages())
def test_no_sentence_has_a_key_written_out(language: str) -> None:
    """Whoever changed the key would be told the wrong one: ``{key[match.pause]}`` is whatever it is now."""
    names = key_names(language)
    others = ("enter", "escape", "tab", "backspace", "ctrl+p", "f1", "f2", "f12", "pageup", "pagedown", "home", "end")
    every = {names[bound.id] for bound in keys.ALL} | {names[key] for key in others} | {"Enter", "Escape", "ESC", "Tab"}
    said = [*sentences(language), *words_of_the_referee(language)]
    found = [
        (section, key, name)
        for section, key, words in said
        for name in sorted(every - SIDES_AND_SIGNS)
        if names_key(re.sub(r"\{[^{}]*\}", "0", words), name)
        if (language, name) not in NO_KEYS and (section, key) not in LETTERS
    ]
    assert found == []
    assert len(said) > 1000


def words_of_the_referee(language: str) -> Iterator[tuple[str, str, str]]:
    """What is said by parts of the program that know no keys."""
    for file in OTHER_WORDS:
        if file.parent.name == language:
            for key, words in tomllib.loads(file.read_text(encoding="utf-8")).items():
                yield file.stem, key, words


LETTERS = {("calibrate", "legend"), ("referee", "rounds.ask"), ("rules", "move.field.goal_bare")}
"""No keys: x marks something on a picture, b and r are typed, and pieces enter a goal."""


def pages(language: str, own: Mapping[str, str]) -> Iterator[Text]:
    yield from (help_text(game, language, own) for game in GAMES)
    yield from (page_text(texts(section, language, own), key) for section, key in PAGES)


@pytest.mark.parametrize("own", [{}, OWN, dict.fromkeys(keys.USUAL, "ctrl+shift+backspace")], ids=["", "f", "long"])
@pytest.mark.parametrize("language", languages())
def test_pages_of_help_fit_whatever_the_keys_are_called(language: str, own: dict[str, str]) -> None:
    for page in pages(language, own):
        lines = page.plain.split("\n")
        assert max(map(cell_len, lines)) <= 76
        assert not any(line.lstrip().startswith("·") for line in lines)


def test_keys_are_bold_and_their_names_do_not_move_what_they_do() -> None:
    page = page_text(texts("match", "en", {"correct.ball": "ctrl+b"}), "help_correct")
    ball, off = (
        next(n for n, line in enumerate(page.plain.split("\n")) if words in line) for words in ("ball lies", "off the")
    )
    lines = page.split("\n")
    assert lines[ball].plain.index("the ball lies") == lines[off].plain.index("the piece is off")
    assert lines[ball].plain.startswith("ctrl+b  ")
    assert [str(span.style) for span in lines[ball].spans if span.start == 0] == ["bold"]


@pytest.mark.parametrize(
    ("keyed", "english", "german"),
    [
        ("f5", "f5", "f5"), ("f5,p", "f5", "f5"), ("space", "space", "Leertaste"), ("ctrl+p", "ctrl+p", "Strg+p"),
        ("escape", "esc", "Esc"), ("question_mark", "?", "?"), ("slash", "/", "/"), ("minus", "-", "-"),
        ("P", "P", "P"), ("left", "←", "←"), ("shift+pageup", "shift+page up", "Umschalt+Bild auf"),
        ("left_square_bracket", "[", "["), ("delete", "delete", "Entf"), ("kp_plus", "kp_plus", "kp_plus"),
    ],
)  # fmt: skip
def test_what_a_key_is_called(keyed: str, english: str, german: str) -> None:
    assert key_names("en", {"match.pause": keyed})["match.pause"] == english
    assert key_names("de", {"match.pause": keyed})["match.pause"] == german


def test_a_key_for_every_action_of_a_screen_is_no_fault() -> None:
    """No key is one that the program has already, so one part of it after the other."""
    free = [f"{held}f{n}" for held in ("", "shift+", "ctrl+") for n in range(13, 25)]
    for part in (keys.MATCH[:17], keys.CORRECT, keys.REPLAY, keys.CALIBRATE):
        assert key_faults(dict(zip((bound.id for bound in part), free, strict=False))) == ()


PAUSED = replace(PLAY, eye="PAUSED", wrong="", lines=PLAY.lines[:1])


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_line_of_keys_and_the_match_name_the_key_that_was_chosen(size: tuple[int, int]) -> None:
    config = Config(keys={"match.pause": "f5", "match.undo": "ctrl+z", "match.answer_1": "f7"})
    screen = MatchScreen(FIRST, lambda: iter((replace(PAUSED, undo="B9-H11"),)), FakeMatch(), config=config)
    app = TouchlineApp(screen, config=config)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "f5 goes on" in screen_text(app))
        line = screen_text(app).splitlines()[-1]
        assert "f5 Pause" in line
        assert line.index("ctrl+z Undo") < line.index("f5 Pause") < line.index("c Camera")
        assert "ctrl+z undoes B9-H11" in screen_text(app)
        await pilot.press("question_mark")
        await until(pilot, lambda: "f7 to 9 give the answer" in screen_text(app))


@pytest.mark.parametrize(("language", "named"), [("en", "space End turn"), ("de", "Leertaste Fertig")])
async def test_the_line_of_keys_calls_keys_what_sentences_call_them(language: str, named: str) -> None:
    config = Config(language=language, keys={"match.undo": "ctrl+pageup"})
    screen = MatchScreen(FIRST, lambda: iter((replace(PLAY, undo="B9-H11"),)), FakeMatch(), config=config)
    app = TouchlineApp(screen, config=config)
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: named in screen_text(app).splitlines()[-1])
        assert f"{key_names(language)['ctrl+pageup']} " in screen_text(app).splitlines()[-1]
