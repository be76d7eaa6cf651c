"""The sentences of the games: every one is said somewhere, is there, and is given what it speaks of."""

import ast
import re
import string
import tomllib
from pathlib import Path

import pytest

from engine import rules
from engine.game_names import LISTED
from engine.games import load_ruleset
from engine.games.regista.words import say as regista
from engine.games.soccer_chess.words import say as soccer_chess
from engine.games.soccer_fun.words import say as soccer_fun
from engine.games.very_much.words import say as very_much
from engine.match import Action
from engine.rules.words import say as shared
from engine.ruleset import Refusal
from engine.sentences import Book, Sentence, in_language
from engine.texts import languages

OF_GAMES = {"regista": regista, "soccer-chess": soccer_chess, "soccer-fun": soccer_fun, "very-much": very_much}
BOOKS = {"rules": shared, **OF_GAMES}
ANY_WORD, ANY_KEY = r"\w+", "[a-z_.]+"
SHARED_SOURCE = Path(rules.__path__[0])


def source_of(name: str) -> Path:
    return SHARED_SOURCE if name == "rules" else SHARED_SOURCE.parent / "games" / name.replace("-", "_")


def calls(name: str) -> list[ast.Call]:
    """Where sentences are said: ``say(key, ...)``, ``refused(rule, how, ...)``."""
    beside = (
        [SHARED_SOURCE.parent / file for file in ("chance.py", "notation.py", "said_act.py")] if name == "rules" else []
    )
    files = [*source_of(name).glob("*.py"), *beside]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return [
        node
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node.func) in {"say", "says", "refused"}
    ]


def called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def keys(call: ast.Call) -> list[str]:
    """The keys that a call names, patterns where a part varies."""
    if len(call.args) == 1 and isinstance(call.args[0], ast.IfExp):
        found = [pattern(call.args[0].body), pattern(call.args[0].orelse)]
    else:
        found = [r"\.".join(pattern(part) for part in call.args)]
    # One of which every part varies says nothing of its own.
    return [key for key in found if key.replace(ANY_WORD, "").replace(ANY_KEY, "").strip(r"\.")]


def pattern(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ANY_WORD for part in parts)
        case ast.Name():
            return ANY_KEY
        case _:
            raise AssertionError(f"what key is {ast.unparse(node)}?")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def own_words(book: Book) -> dict[str, str]:
    others = shared.words("en").words if book is not shared else {}
    return {key: text for key, text in book.words("en").words.items() if others.get(key) != text}


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_said_is_there_and_is_given_what_it_speaks_of(name: str) -> None:
    english = BOOKS[name].words("en")
    words = {**english.common, **english.words}
    for call in calls(name):
        given = {word.arg for word in call.keywords}
        named = keys(call)
        for key in named:
            meant = [text for known, text in words.items() if re.fullmatch(key, known)]
            assert meant, key
            assert all(fields(text) <= given for text in meant), key
            if len(named) == len(meant) == 1:
                assert given == fields(meant[0]), key


def test_every_sentence_of_the_games_is_said_somewhere() -> None:
    said = {name: re.compile("|".join(key for call in calls(name) for key in keys(call))) for name in BOOKS}
    for name, book in OF_GAMES.items():
        # What games share says it in the game's own words too.
        by = (said[name], said["rules"])
        assert [key for key in own_words(book) if not any(each.fullmatch(key) for each in by)] == [], name
    of_all = list(said.values())
    assert [key for key in shared.words("en") if not any(keys.fullmatch(key) for keys in of_all)] == []


@pytest.mark.parametrize("name", BOOKS)
def test_the_placeholders_of_every_language_are_those_of_the_english_sentences(name: str) -> None:
    english = {key: fields(text) for key, text in BOOKS[name].words("en").words.items()}
    for language in languages(BOOKS[name].root):
        assert {key: fields(text) for key, text in BOOKS[name].words(language).words.items()} == english


@pytest.mark.parametrize("name", BOOKS)
def test_another_language_says_nothing_that_nobody_asks_for(name: str) -> None:
    book = BOOKS[name]
    for language in languages(book.root):
        own = tomllib.loads((book.root / language / f"{book.section}.toml").read_text(encoding="utf-8"))
        assert own.keys() <= set(book.words("en"))


def test_the_sentences_of_a_game_go_before_the_shared_ones(tmp_path: Path) -> None:
    for section, language, text in [
        ("rules", "en", 'over = "it is over"\ntaken = "{space} is taken"\n'),
        ("rules", "de", 'over = "es ist aus"\ntaken = "{space} ist besetzt"\n'),
        ("own", "en", 'taken = "{space} is taken; one figure a square"\n'),
    ]:
        (tmp_path / language).mkdir(exist_ok=True)
        (tmp_path / language / f"{section}.toml").write_text(text, encoding="utf-8")
    say = Book(tmp_path, "own", Book(tmp_path, "rules"))
    assert (say("over"), in_language(say("over"), "de")) == ("it is over", "es ist aus")
    # What a game says otherwise and a language does not say yet is said in the game's English.
    assert in_language(say("taken", space="C7"), "de") == "C7 is taken; one figure a square"


@pytest.mark.parametrize("game", LISTED)
def test_a_refusal_can_be_said_in_another_language(game: str) -> None:
    rules = load_ruleset(game)
    refusal = rules.act(rules.read_position({"pieces": {}}), Action("declare" if game != "soccer-fun" else "lob", "B7"))
    assert isinstance(refusal, Refusal)
    assert isinstance(refusal.reason, Sentence)
